// Package webhook sends messages to a web address in order and at least once, signed
// as in Standard Webhooks (standardwebhooks.com, version 1.0, 2023), with retries and
// back-off.
//
// The messages come from a queue that outlives the process. If the process ends while
// it sends a message, the next process sends it again with the same ID, so that the
// receiver can recognise it.
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

type Message struct {
	ID   string // unique, and the same for all tries
	Body []byte // JSON
	Key  int64  // identifies the message in the queue
}

// Queue holds the messages to send.
type Queue interface {
	// Next returns the oldest undelivered message; ok is false if there is none.
	Next(ctx context.Context) (m Message, ok bool, err error)
	// MarkDelivered removes a message from the queue.
	MarkDelivered(ctx context.Context, m Message) error
	// MarkRefused removes a message that the receiver refuses, and stores why.
	MarkRefused(ctx context.Context, m Message, why string) error
}

// Secret signs messages, so that the receiver can check their origin.
type Secret []byte

// prefix begins the text form of a secret.
const prefix = "whsec_"

// The standard's bounds on the length of a secret, in bytes.
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
		return nil, fmt.Errorf("the secret has %d bytes, and must have 24 to 64; %s", len(secret), how)
	}
	return secret, nil
}

// Sign returns the signature of a message sent at a time. A sender needs nothing else
// of the standard's own library.
func (s Secret) Sign(id string, at time.Time, body []byte) string {
	mac := hmac.New(sha256.New, s)
	mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// ParseURL reads the address of a receiver. Since messages contain names, it must be an
// https address or one on this machine.
func ParseURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Hostname() == "" || u.Fragment != "":
		return nil, fmt.Errorf("%q is not a web address: give one such as https://chat.example/hooks/ojcheck", text)
	case u.User != nil:
		return nil, errors.New("the address contains a password, which lists of processes would show: the receiver checks the signature instead")
	case u.Scheme == "https", u.Scheme == "http" && isThisMachine(u.Hostname()):
		return u, nil
	case u.Scheme == "http":
		return nil, fmt.Errorf("%q: others in the network could read the messages; give an https address, or one on this machine", text)
	}
	return nil, fmt.Errorf("%q: give an https address", text)
}

func isThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
