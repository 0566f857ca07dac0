package ccsclient

import (
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// pin is the SHA-256 of the DER form of the certificate that the server must have. Nothing else is checked:
// the certificate may be self-signed, expired, or for another name.
type pin [sha256.Size]byte

// parsePin reads the 64 hexadecimal digits that browsers and openssl show, with or without colons.
func parsePin(text string) (p pin, err error) {
	digits, err := hex.DecodeString(strings.ReplaceAll(strings.TrimSpace(text), ":", ""))
	if err != nil || len(digits) != len(p) {
		return p, errors.New("the pin is not the SHA-256 of a certificate: " +
			"give its 64 hexadecimal digits, with or without colons; " +
			"openssl x509 -in certificate.pem -noout -fingerprint -sha256 prints them")
	}
	return pin(digits), nil
}

func pinOf(certificate []byte) pin { return sha256.Sum256(certificate) }

func (p pin) String() string { return strings.ToUpper(hex.EncodeToString(p[:])) }

// pinError means that the server has another certificate than the pinned one. got is its pin.
type pinError struct{ got pin }

func (e pinError) Error() string {
	return "the server has another certificate, with the SHA-256 " + e.got.String()
}

// transport returns a transport that accepts only the pinned certificate.
func (p pin) transport() http.RoundTripper {
	t := baseTransport()
	t.TLSClientConfig = &tls.Config{
		InsecureSkipVerify: true, // VerifyConnection verifies
		VerifyConnection: func(state tls.ConnectionState) error {
			if got := pinOf(state.PeerCertificates[0].Raw); got != p {
				return pinError{got}
			}
			return nil
		},
	}
	return t
}

// newTransport returns a transport. With a pin, it accepts only the pinned certificate from the judge system.
// It verifies the certificates of other hosts as usual.
func (c *Client) newTransport() (http.RoundTripper, error) {
	usual := baseTransport()
	if c.options.Pin == "" {
		return usual, nil
	}
	p, err := parsePin(c.options.Pin)
	if err != nil {
		return nil, err
	}
	if c.base.Scheme != "https" {
		return nil, fmt.Errorf("a pin needs an address that begins with https://, not %s", c.URL())
	}
	pinned := p.transport()
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		if sameOrigin(r.URL, c.base) {
			return pinned.RoundTrip(r)
		}
		return usual.RoundTrip(r)
	}), nil
}
