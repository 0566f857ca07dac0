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
	"time"
	"unicode"

	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/text"
)

// StatusError is an answer with a status other than 200.
type StatusError struct {
	URL            string // without credentials
	Status         int
	Message        string // from the server; "" for none
	hasCredentials bool   // the request had credentials
	redirect       string // the server to which the answer redirects; "" for none
	asksToWait     bool
	retryAfter     time.Duration // the wait that the server asks for, if it asks
}

func (e *StatusError) Error() string { return e.Unwrap().Error() }

// Unwrap returns the message as an [i18n.Error], so that it can be translated.
func (e *StatusError) Unwrap() error {
	status := fmt.Sprintf("%d %s", e.Status, http.StatusText(e.Status))
	if e.Message != "" {
		status += fmt.Sprintf(" (%s)", e.Message)
	}
	if e.redirect != "" {
		return i18n.Errorf("%s answers %s: the address redirects to %s, which gets no credentials; give that address if it is right",
			e.URL, status, e.redirect)
	}
	switch e.Status {
	case http.StatusUnauthorized:
		if e.hasCredentials {
			return i18n.Errorf("%s answers %s: the name and password, or the token, are wrong", e.URL, status)
		}
		return i18n.Errorf("%s answers %s: give a name and password, or a token", e.URL, status)
	case http.StatusForbidden:
		return i18n.Errorf("%s answers %s: the account may not read this", e.URL, status)
	case http.StatusNotFound:
		return i18n.Errorf("%s answers %s: compare the address with that of the API, which ends in /api/v4 for DOMjudge",
			e.URL, status)
	case http.StatusTooManyRequests:
		return i18n.Errorf("%s answers %s: it asks for fewer requests; try again later", e.URL, status)
	}
	if e.Status >= 500 {
		return i18n.Errorf("%s answers %s: the judge system has a problem; try again later", e.URL, status)
	}
	return i18n.Errorf("%s answers %s", e.URL, status)
}

// Is matches both intake.ErrAccountRefused and ccs.ErrRefused if the server does not accept the account (401).
// It matches only ccs.ErrRefused if the account may not read something (403), and ccs.ErrBusy for 429 and 503.
func (e *StatusError) Is(target error) bool {
	switch target {
	case intake.ErrAccountRefused:
		return e.Status == http.StatusUnauthorized
	case ccs.ErrRefused:
		return isRefusal(e)
	case ccs.ErrBusy:
		return e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable
	}
	return false
}

// As finds the wait that the server asks for, at most maxRetryAfter, for package backoff and for package watch.
func (e *StatusError) As(target any) bool {
	retryAfter, ok := target.(**backoff.RetryAfterError)
	if !ok || !e.asksToWait {
		return false
	}
	*retryAfter = &backoff.RetryAfterError{Duration: min(e.retryAfter, maxRetryAfter)}
	return true
}

// status returns the status of a StatusError; 0 for other errors.
func status(err error) int {
	if e, ok := errors.AsType[*StatusError](err); ok {
		return e.Status
	}
	return 0
}

func isRefusal(err error) bool {
	return status(err) == http.StatusUnauthorized || status(err) == http.StatusForbidden
}

// errNotJSON is the error of an answer that is not JSON, such as a web page.
var errNotJSON = i18n.Errorf("the answer is not from a Contest API; it may be a web page; " +
	"the address of the API ends in /api/v4 for DOMjudge, in /api for others")

func isUntrusted(err error) bool {
	return errors.As(err, new(*tls.CertificateVerificationError)) || errors.As(err, new(pinError))
}

// explainUntrusted returns an error that says how to trust the certificate of a server. isJudgeSystem is
// false if a redirect led to the server, because --pin applies only to the judge system.
func explainUntrusted(server string, isJudgeSystem bool, err error) error {
	if unpinned, ok := errors.AsType[pinError](err); ok {
		return i18n.Errorf("%s has another certificate than the pinned one; if that is right, give --pin %s", server, unpinned.got)
	}
	problem, _ := errors.AsType[*tls.CertificateVerificationError](err)
	certificates := problem.UnverifiedCertificates
	if len(certificates) == 0 {
		return i18n.Errorf("the certificate of %s is not trusted: %s; "+
			"if it is right, set SSL_CERT_FILE to the file of the authority that signed it", server, err)
	}
	pin := pinOf(certificates[0].Raw).String()
	if !isJudgeSystem {
		return i18n.Errorf("the certificate of %s is not trusted: %s; if it is right, set SSL_CERT_FILE to the file of "+
			"the authority that signed it, or give the address of that server and --pin %s", server, err, pin)
	}
	return i18n.Errorf("the certificate of %s is not trusted: %s; if it is right, set SSL_CERT_FILE to the file of "+
		"the authority that signed it, or give --pin %s", server, err, pin)
}

// isPlainHTTP reports whether the server does not understand https.
func isPlainHTTP(err error) bool {
	return errors.As(err, new(tls.RecordHeaderError)) || errors.Is(err, http.ErrSchemeMismatch)
}

// explainUnreachable says why the server of u did not answer, and what to do. isJudgeSystem is as in
// explainUntrusted.
func explainUnreachable(u *url.URL, isJudgeSystem bool, err error) error {
	if inner, ok := errors.AsType[*url.Error](err); ok {
		err = inner.Err // inner repeats the address
	}
	server := u.Scheme + "://" + u.Host
	dns, isDNS := errors.AsType[*net.DNSError](err)
	switch {
	case isUntrusted(err):
		return explainUntrusted(server, isJudgeSystem, err)
	case isPlainHTTP(err):
		return i18n.Errorf("%s does not speak https: if it is in your own network, give the address with http://", server)
	case isDNS && dns.IsNotFound:
		return i18n.Errorf("there is no host %s: check the address", u.Hostname())
	case errors.Is(err, syscall.ECONNREFUSED):
		return i18n.Errorf("nothing answers at %s: is the judge system running, and is the port right?", server)
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return i18n.Errorf("there is no route to %s: is this machine in the network of the contest?", server)
	}
	return i18n.Errorf("no answer from %s: %s", server, err)
}

// isPermanent reports whether another try would fail too. Until the server has answered once, a failed
// connection is permanent.
func (c *Client) isPermanent(err error) bool {
	operation, ok := errors.AsType[*net.OpError](err)
	return isUntrusted(err) || isPlainHTTP(err) || ok && operation.Op == "dial" && !c.hasAnswered.Load()
}

// singleLine turns a text from a server into one line of bounded length.
func singleLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	return text.Shorten(strings.Join(strings.Fields(s), " "), 200)
}
