package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// hashesAtOnce bounds the passwords hashed at the same time, at 64 MiB each.
const hashesAtOnce = 4

// ErrWrongPassword says nothing of whether there is such an account.
var ErrWrongPassword = errors.New("the name or the password is wrong, or the account is disabled")

// TooManyAttemptsError refuses a sign-in because of earlier attempts.
type TooManyAttemptsError struct{ wait time.Duration }

func (e *TooManyAttemptsError) Error() string {
	return fmt.Sprintf("There were too many attempts to sign in. Try again in %s.", text.Count(e.Seconds(), "second"))
}

// Seconds is the wait, rounded up.
func (e *TooManyAttemptsError) Seconds() int64 {
	return int64((e.wait + time.Second - 1) / time.Second)
}

// Authenticate returns the user of a name and password, ErrWrongPassword, or a *TooManyAttemptsError.
func (s *Service) Authenticate(r *http.Request, name, password string) (account.User, error) {
	ctx := r.Context()
	client := s.exposure.Client(r)
	if wait, ok := s.limits.allow(time.Now(), client, name); !ok {
		s.log.Warn("too many attempts to sign in", "from", client)
		return account.User{}, &TooManyAttemptsError{wait}
	}
	user, stored, err := s.store.UserByName(ctx, name)
	if err != nil && !errors.Is(err, contest.ErrNotFound) {
		return account.User{}, err
	}
	if err := s.hashing.Acquire(ctx, 1); err != nil {
		return account.User{}, err
	}
	ok, outdated := account.VerifyPassword(password, stored, s.cost)
	s.hashing.Release(1)
	if !ok || user.Disabled {
		s.log.Warn("a sign-in was refused", "from", client)
		return account.User{}, ErrWrongPassword
	}
	s.limits.clear(client, name)
	if outdated {
		if err := s.rehash(r, user, stored, password); err != nil {
			return account.User{}, err
		}
	}
	return user, nil
}

// rehash stores a password by a hash of the current cost.
func (s *Service) rehash(r *http.Request, user account.User, stored, password string) error {
	hash, err := s.HashPassword(r, password)
	if invalid := new(account.InvalidError); errors.As(err, &invalid) {
		return nil // chosen under other rules, which let it be
	}
	if err != nil {
		return err
	}
	return s.store.Rehash(r.Context(), user.ID, stored, hash)
}

// HashPassword returns the hash to store. The error is an *account.InvalidError for a forbidden password.
func (s *Service) HashPassword(r *http.Request, password string) (string, error) {
	if err := s.hashing.Acquire(r.Context(), 1); err != nil {
		return "", err
	}
	defer s.hashing.Release(1)
	return account.HashPassword(password, s.cost)
}

// oneTimeLinks are the unused links by the hash of their token. They end with the server.
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

// redeem reports whether the token was unused, and uses it.
func (l *oneTimeLinks) redeem(token string) bool {
	hash := sha256.Sum256([]byte(token))
	l.mu.Lock()
	defer l.mu.Unlock()
	ok := l.unused[hash]
	delete(l.unused, hash)
	return ok
}

// SignInLink returns a new link that signs in whoever opens it first, as an
// administrator. Base is the address of the server.
func (s *Service) SignInLink(base string) string {
	return strings.TrimSuffix(base, "/") + "/signin?" + url.Values{"token": {s.links.issue()}}.Encode()
}

// OpenLink signs in by a one-time link, and uses it up. HEAD requests and those that a browser sends before a click
// leave the link unused.
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
