package auth

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// hashesAtOnce is how many passwords are hashed at the same time, at 64 MiB
// each. Others wait.
const hashesAtOnce = 4

// errWrongPassword says nothing of whether there is such an account.
var ErrWrongPassword = errors.New("the name or the password is wrong, or the account is disabled")

// tooManyError is what those are told who try to sign in too often.
type TooManyAttemptsError struct{ wait time.Duration }

func (e *TooManyAttemptsError) Error() string {
	return fmt.Sprintf("There were too many attempts to sign in. Try again in %s.", text.Count(e.Seconds(), "second"))
}

// seconds is the wait, rounded up.
func (e *TooManyAttemptsError) Seconds() int64 {
	return int64((e.wait + time.Second - 1) / time.Second)
}

// authenticate returns the user whose name and password these are. The error is
// errWrongPassword where there is none, or a *tooManyError.
func (s *Service) Authenticate(r *http.Request, name, password string) (account.User, error) {
	ctx := r.Context()
	client := s.exposure.Client(r)
	if wait, ok := s.limits.allow(time.Now(), client, name); !ok {
		s.log.Warn("too many attempts to sign in", "from", client)
		return account.User{}, &TooManyAttemptsError{wait}
	}
	user, kept, err := s.store.UserByName(ctx, name)
	if err != nil && !errors.Is(err, contest.ErrNotFound) {
		return account.User{}, err
	}
	if err := s.hashing.Acquire(ctx, 1); err != nil {
		return account.User{}, err
	}
	ok, outdated := account.VerifyPassword(password, kept, s.cost)
	s.hashing.Release(1)
	if !ok || user.Disabled {
		s.log.Warn("a sign-in was refused", "from", client)
		return account.User{}, ErrWrongPassword
	}
	s.limits.succeeded(client, name)
	if outdated {
		if err := s.rehash(r, user, kept, password); err != nil {
			return account.User{}, err
		}
	}
	return user, nil
}

// rehash keeps a password by a hash that takes as much as new ones do.
func (s *Service) rehash(r *http.Request, user account.User, kept, password string) error {
	hash, err := s.HashPassword(r, password)
	if invalid := new(account.InvalidError); errors.As(err, &invalid) {
		return nil // chosen under other rules, which let it be
	}
	if err != nil {
		return err
	}
	return s.store.Rehash(r.Context(), user.ID, kept, hash)
}

// hash returns what is to be kept of a password. The error is an
// *account.InvalidError where it cannot be chosen.
func (s *Service) HashPassword(r *http.Request, password string) (string, error) {
	if err := s.hashing.Acquire(r.Context(), 1); err != nil {
		return "", err
	}
	defer s.hashing.Release(1)
	return account.HashPassword(password, s.cost)
}
