// Package webhook sends messages to a web address: one after another, and each at least once. It signs them
// as in Standard Webhooks (standardwebhooks.com, version 1.0, 2023).
//
// The messages come from a queue that outlives the process. If the process ends while it sends a message, the
// next process sends it again. The ID of the message stays the same, so that the receiver can recognise
// duplicates.
package webhook

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/remote"
)

// Message is a message of a Queue.
type Message struct {
	ID        string // unique, and the same for all tries
	Body      []byte // JSON
	IDInQueue int64  // ID of the message in the queue
}

// Queue holds the messages to send.
type Queue interface {
	// Next returns the oldest message; ok is false if the queue is empty.
	Next(ctx context.Context) (m Message, ok bool, err error)
	// Remove removes a message. refusal says why the receiver refused it; "" if the receiver accepted it.
	Remove(ctx context.Context, m Message, refusal string) error
}

// Secret signs messages, so that the receiver can check their origin.
type Secret []byte

// ParseSecret reads a secret as Standard Webhooks writes it: "whsec_" and 24 to 64 bytes in base64.
// The error does not quote the secret.
func ParseSecret(text string) (Secret, error) {
	const advice = `make one with: echo "whsec_$(openssl rand -base64 32)"`
	encoded, ok := strings.CutPrefix(strings.TrimSpace(text), "whsec_")
	if !ok {
		return nil, errors.New("the secret does not begin with whsec_; " + advice)
	}
	secret, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil, errors.New("the secret is not base64 after whsec_; " + advice)
	}
	if len(secret) < 24 || len(secret) > 64 {
		return nil, fmt.Errorf("the secret has %d bytes, but must have 24 to 64; %s", len(secret), advice)
	}
	return secret, nil
}

// Sign returns the signature of a message that is sent at the given time.
func (s Secret) Sign(id string, sentAt time.Time, body []byte) string {
	mac := hmac.New(sha256.New, s)
	fmt.Fprintf(mac, "%s.%d.%s", id, sentAt.Unix(), body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// ParseURL reads the address of a receiver. It must be an https address, or an http address on this machine,
// because messages contain names.
func ParseURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Hostname() == "" || u.Fragment != "":
		return nil, fmt.Errorf("%q is not the web address of a receiver: give one such as https://chat.example/hooks/ojcheck", text)
	case u.User != nil:
		return nil, errors.New("the address contains a user name or password, which others on this machine can read " +
			"in the command line: leave them out; the receiver checks the signature instead")
	case u.Scheme == "https", u.Scheme == "http" && remote.IsLoopback(u.Hostname()):
		return u, nil
	case u.Scheme == "http":
		return nil, fmt.Errorf("%q: others in the network could read the messages; "+
			"give an https address, or one on this machine", text)
	}
	return nil, fmt.Errorf("%q: give an https address", text)
}
