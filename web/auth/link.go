package auth

import (
	"net/http"
	"time"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// Limits on how often one address may open links to evidence. They protect the server: the secret has 130 bits.
const (
	linkBurst    = 100
	linkInterval = 2 * time.Second
)

// allowLink returns an error if a client has opened too many links to evidence.
func (s *Service) allowLink(r *http.Request) error {
	wait, ok := s.linkLimits.allow(time.Now(), network(s.exposure.Client(r)))
	if ok {
		return nil
	}
	return &httperr.Error{
		Status: http.StatusTooManyRequests, Title: "Too many requests", RetryAfter: int((wait + time.Second - 1) / time.Second),
		Message: i18n.Errorf("Too many requests came from your address."), Advice: i18n.Errorf("Try again in a minute."),
	}
}
