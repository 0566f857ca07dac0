package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"net/http"
	"net/url"
	"strings"
	"sync"
)

// links knows the one-time links that may still be used, by the hash of their
// token. They end with the server.
type oneTimeLinks struct {
	mu     sync.Mutex
	unused map[[sha256.Size]byte]bool
}

func newOneTimeLinks() *oneTimeLinks {
	return &oneTimeLinks{unused: make(map[[sha256.Size]byte]bool)}
}

func (l *oneTimeLinks) issue() string {
	token := rand.Text()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unused[sha256.Sum256([]byte(token))] = true
	return token
}

// redeem reports whether the token could still be used; now it cannot.
func (l *oneTimeLinks) redeem(token string) bool {
	hash := sha256.Sum256([]byte(token))
	l.mu.Lock()
	defer l.mu.Unlock()
	ok := l.unused[hash]
	delete(l.unused, hash)
	return ok
}

// signInLink returns a new link that signs in whoever opens it first, as an
// administrator. Base is the address of the server.
func (s *Service) SignInLink(base string) string {
	return strings.TrimSuffix(base, "/") + "/signin?" + url.Values{"token": {s.links.issue()}}.Encode()
}

// openLink opens a one-time link. It is the one GET that changes something: the
// link is used up. Requests that are not a person's opening it leave it alone:
// HEAD, and what a browser fetches ahead of a click.
func (s *Service) OpenLink(w http.ResponseWriter, r *http.Request, token string) error {
	if r.Method == http.MethodHead || strings.Contains(r.Header.Get("Sec-Purpose"), "prefetch") {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if !s.links.redeem(token) {
		return errLinkUsed
	}
	user, err := s.store.FirstAdministrator(r.Context())
	if err != nil {
		return err
	}
	if err := s.Begin(r.Context(), user, true); err != nil {
		return err
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}
