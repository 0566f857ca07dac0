package ccsclient

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"unicode"

	"github.com/ojcheck/ojcheck/internal/intake"
)

// StatusError is an answer with a status other than 200.
type StatusError struct {
	URL            string // without credentials
	Status         int
	Message        string // from the server; "" for none
	hasCredentials bool   // the request had credentials
	redirect       string // the base address that the server redirects to; "" for none
}

func (e *StatusError) Error() string {
	text := fmt.Sprintf("%s answers %d %s", e.URL, e.Status, http.StatusText(e.Status))
	if e.Message != "" {
		text += fmt.Sprintf(" (%s)", e.Message)
	}
	if e.redirect != "" {
		return text + ": the address redirects to " + e.redirect + ", which gets no credentials; give that address if it is right"
	}
	switch e.Status {
	case http.StatusUnauthorized:
		if e.hasCredentials {
			return text + ": the name and password, or the token, are wrong"
		}
		return text + ": give a name and password, or a token"
	case http.StatusForbidden:
		return text + ": the account may not read this"
	case http.StatusNotFound:
		return text + ": compare the address with that of the API, which ends in /api/v4 for DOMjudge"
	case http.StatusTooManyRequests:
		return text + ": it asks for fewer requests; try again later"
	}
	if e.Status >= 500 {
		return text + ": the judge system has a problem; try again later"
	}
	return text
}

// Is makes the error an intake.ErrAccountRefused if the server does not accept the
// account, or no longer accepts it.
func (e *StatusError) Is(target error) bool {
	return target == intake.ErrAccountRefused && e.Status == http.StatusUnauthorized
}

// status returns the status of a StatusError; 0 for other errors.
func status(err error) int {
	if e, ok := errors.AsType[*StatusError](err); ok {
		return e.Status
	}
	return 0
}

// isRefusal reports whether the server refuses the account.
func isRefusal(err error) bool {
	return status(err) == http.StatusUnauthorized || status(err) == http.StatusForbidden
}

// errNotJSON is the error of an answer that is not JSON: usually a web page.
var errNotJSON = errors.New("the answer is not from a Contest API; it may be a web page; " +
	"the address of the API ends in /api/v4 for DOMjudge, in /api for others")

// isUntrusted reports whether the server's certificate is not trusted.
func isUntrusted(err error) bool {
	return errors.As(err, new(*tls.CertificateVerificationError)) || errors.As(err, new(pinError))
}

// explainUntrusted returns an error that says how to trust the certificate of a server. isOwn says that the server is that of
// the judge system, which a pin is for.
func explainUntrusted(where string, isOwn bool, err error) error {
	if other, ok := errors.AsType[pinError](err); ok {
		return fmt.Errorf("%s has another certificate than the pinned one; if that is right, give --pin %s", where, other.got)
	}
	problem, _ := errors.AsType[*tls.CertificateVerificationError](err)
	advice := "set SSL_CERT_FILE to the file of the authority that signed it"
	if certificates := problem.UnverifiedCertificates; len(certificates) > 0 {
		advice += ", or give "
		if !isOwn { // a redirect leads there
			advice += "the address there and "
		}
		advice += "--pin " + pinOf(certificates[0].Raw).String()
	}
	return fmt.Errorf("the certificate of %s is not trusted: %w; if it is right, %s", where, err, advice)
}

// isPlainHTTP reports whether the server does not understand https.
func isPlainHTTP(err error) bool {
	return errors.As(err, new(tls.RecordHeaderError)) || strings.Contains(err.Error(), "HTTP response to HTTPS client")
}

// explainUnreachable returns an error that says why a request got no answer, and what to
// do about it. isOwn says that the address is that of the judge system.
func explainUnreachable(u *url.URL, isOwn bool, err error) error {
	if inner, ok := errors.AsType[*url.Error](err); ok {
		err = inner.Err // inner repeats the address
	}
	where := u.Scheme + "://" + u.Host
	dns, isDNS := errors.AsType[*net.DNSError](err)
	switch {
	case isUntrusted(err):
		return explainUntrusted(where, isOwn, err)
	case isPlainHTTP(err):
		return fmt.Errorf("%s does not speak https: if it is in your own network, give the address with http://", where)
	case isDNS && dns.IsNotFound:
		return fmt.Errorf("there is no host %s: check the address", u.Hostname())
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("nothing answers at %s: is the judge system running, and is the port right?", where)
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return fmt.Errorf("there is no route to %s: is this machine in the network of the contest?", where)
	}
	return fmt.Errorf("no answer from %s: %w", where, err)
}

// isPermanent reports whether the same request would fail again. If the client cannot
// connect, the address is wrong, unless it worked before.
func (c *Client) isPermanent(err error) bool {
	operation, ok := errors.AsType[*net.OpError](err)
	return isUntrusted(err) || isPlainHTTP(err) || ok && operation.Op == "dial" && !c.reached.Load()
}

// singleLine returns a server's text as one line of bounded length.
func singleLine(text string) string {
	const maxRunes = 200
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || !unicode.IsPrint(r) && r != ' ' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > maxRunes {
		return string(runes[:maxRunes]) + "…"
	}
	return text
}
