package auth

import (
	"net/http"
	"time"

	"github.com/ojcheck/ojcheck/web/httperr"
)

// The limits of requests for links from one address. A secret has 130 bits, so this protects the server, not the secret.
const (
	linkBurst = 100
	linkEvery = 2 * time.Second
)

// allowLink returns an error if a client has sent too many requests for links.
func (s *Service) allowLink(r *http.Request) error {
	wait, ok := s.links.allow(time.Now(), network(s.exposure.Client(r)))
	if ok {
		return nil
	}
	return &httperr.Error{
		Status: http.StatusTooManyRequests, Title: "Too many requests", RetryAfter: int((wait + time.Second - 1) / time.Second),
		Message: "Too many requests came from your address.", Advice: "Try again in a minute.",
	}
}
