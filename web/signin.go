package web

import (
	"crypto/rand"
	"crypto/sha256"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/ojcheck/ojcheck/internal/account"
)

// roleKey is where a session keeps the role of the one who signed in.
const roleKey = "role"

// administrator is the role that a one-time link gives: all of this
// installation is theirs.
const administrator = "administrator"

// links knows the one-time links that may still be used, by the hash of their
// token. They end with the server.
type links struct {
	mu     sync.Mutex
	unused map[[sha256.Size]byte]bool
}

func newLinks() *links {
	return &links{unused: make(map[[sha256.Size]byte]bool)}
}

func (l *links) issue() string {
	token := rand.Text()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unused[sha256.Sum256([]byte(token))] = true
	return token
}

// redeem reports whether the token could still be used; now it cannot.
func (l *links) redeem(token string) bool {
	hash := sha256.Sum256([]byte(token))
	l.mu.Lock()
	defer l.mu.Unlock()
	ok := l.unused[hash]
	delete(l.unused, hash)
	return ok
}

// SignInLink returns a new link that signs in whoever opens it first. Base is
// the address of the server, such as "http://127.0.0.1:8080".
func (s *Server) SignInLink(base string) string {
	return strings.TrimSuffix(base, "/") + "/signin?" + url.Values{"token": {s.links.issue()}}.Encode()
}

// identify returns the user who sent a request, and whether there is one.
func (s *Server) identify(r *http.Request) (user account.User, signedIn bool, err error) {
	if s.sessions.GetString(r.Context(), roleKey) != administrator {
		return account.User{}, false, nil
	}
	return account.User{Name: administrator, Administrator: true}, true, nil
}

func isSignedIn(r *http.Request) bool {
	_, in := viewerFrom(r.Context())
	return in
}

// signIn opens a one-time link. It is the one GET that changes something: the
// link is used up. Requests that are not a person's opening it leave it alone:
// HEAD, and what a browser fetches ahead of a click.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request) error {
	token := r.FormValue("token")
	switch {
	case token == "" && isSignedIn(r):
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return nil
	case token == "":
		return errSignIn
	}
	if r.Method == http.MethodHead || strings.Contains(r.Header.Get("Sec-Purpose"), "prefetch") {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if !s.links.redeem(token) {
		return errLinkUsed
	}
	ctx := r.Context()
	// A new session token, so that one planted in the browser before is
	// worth nothing.
	if err := s.sessions.RenewToken(ctx); err != nil {
		return err
	}
	s.sessions.Put(ctx, roleKey, administrator)
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}

func (s *Server) signOut(w http.ResponseWriter, r *http.Request) error {
	if err := s.sessions.Destroy(r.Context()); err != nil {
		return err
	}
	http.Redirect(w, r, "/signin", http.StatusSeeOther)
	return nil
}
