// Package webhook hands messages to a web address, one after the other, until
// the address has taken each: signed as Standard Webhooks says
// (standardwebhooks.com, version 1.0, 2023), retried with back-off, in order and
// at least once.
//
// What is to be sent is asked of a queue that outlives the process, so that a
// message which was on its way when the process ended is sent again, with the
// same ID. The receiver tells by the ID that it has it already.
package webhook

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Message is one thing to tell.
type Message struct {
	ID   string // the same whenever it is sent, and of no other message
	Body []byte // JSON
	Key  int64  // the queue's own
}

// Queue holds the messages that are to be sent.
type Queue interface {
	// Next returns the oldest message that is not delivered; ok is false where
	// there is none.
	Next(ctx context.Context) (m Message, ok bool, err error)
	// MarkDelivered takes a message off the queue.
	MarkDelivered(ctx context.Context, m Message) error
	// MarkRefused takes a message off the queue that the receiver does not take, and
	// keeps why.
	MarkRefused(ctx context.Context, m Message, why string) error
}

// Secret is what the receiver tells by that a message is from here.
type Secret []byte

// prefix of a secret as text.
const prefix = "whsec_"

// The bounds of a secret in bytes, as the standard has them.
const (
	minSecret = 24
	maxSecret = 64
)

// ParseSecret reads a secret as Standard Webhooks writes it: "whsec_" and 24 to 64
// bytes in base64. The error does not quote it.
func ParseSecret(text string) (Secret, error) {
	const how = `make one with: echo "whsec_$(openssl rand -base64 32)"`
	encoded, ok := strings.CutPrefix(strings.TrimSpace(text), prefix)
	if !ok {
		return nil, errors.New("the secret does not begin with whsec_; " + how)
	}
	secret, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil, errors.New("the secret is not base64 after whsec_; " + how)
	}
	if len(secret) < minSecret || len(secret) > maxSecret {
		return nil, fmt.Errorf("the secret has %d bytes, and 24 to 64 are wanted; %s", len(secret), how)
	}
	return secret, nil
}

// Sign returns the signature of a message that is sent at some time. The standard's
// own library is for those who verify, too; what a sender needs of it are these lines.
func (s Secret) Sign(id string, at time.Time, body []byte) string {
	mac := hmac.New(sha256.New, s)
	mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// ParseURL reads the address that messages are sent to. Names are in them, so it
// is one by https, or on this machine.
func ParseURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Hostname() == "" || u.Fragment != "":
		return nil, fmt.Errorf("%q is no address of the web: give one such as https://chat.example/hooks/ojcheck", text)
	case u.User != nil:
		return nil, errors.New("the address holds a password, which would be seen in lists of processes: the receiver tells by the signature who sends")
	case u.Scheme == "https", u.Scheme == "http" && isThisMachine(u.Hostname()):
		return u, nil
	case u.Scheme == "http":
		return nil, fmt.Errorf("%q: what is sent would cross the network for all to read; give an address by https, or one on this machine", text)
	}
	return nil, fmt.Errorf("%q: give an address by https", text)
}

func isThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
