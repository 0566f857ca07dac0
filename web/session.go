package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/alexedwards/scs/v2/memstore"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// sessionLifetime is how long a sign-in lasts: a weekend of contest work.
const sessionLifetime = 72 * time.Hour

// sessionCookie is the name of the cookie that a session is known by.
const sessionCookie = "ojcheck"

// What a session keeps of the one who signed in.
const (
	userKey  = "user"  // ID
	epochKey = "epoch" // of the user, as it was at the sign-in
	linkKey  = "link"  // whether it was by a one-time link
)

func (s *Server) newSessions() *scs.SessionManager {
	m := scs.New()
	m.Store = s.Sessions
	if m.Store == nil {
		// Without the background sweep, which would outlive the server:
		// an expired session is refused all the same.
		m.Store = memstore.NewWithCleanupInterval(0)
	}
	m.Lifetime = sessionLifetime
	m.HashTokenInStore = true
	m.Cookie.Name = sessionCookie
	m.Cookie.HttpOnly = true
	m.Cookie.SameSite = http.SameSiteLaxMode
	m.Cookie.Secure = s.Reach.secure()
	m.ErrorFunc = func(w http.ResponseWriter, r *http.Request, err error) {
		s.showError(w, r, fmt.Errorf("session: %w", err))
	}
	return m
}

// begin signs a user in. The session gets a new token, so that one planted in
// the browser before is worth nothing.
func (s *Server) begin(ctx context.Context, user account.User, byLink bool) error {
	if err := s.sessions.RenewToken(ctx); err != nil {
		return err
	}
	s.sessions.Put(ctx, userKey, user.ID)
	s.sessions.Put(ctx, epochKey, user.Epoch)
	s.sessions.Put(ctx, linkKey, byLink)
	return nil
}

// byLink reports whether the session began by a one-time link.
func (s *Server) byLink(ctx context.Context) bool { return s.sessions.GetBool(ctx, linkKey) }

// identify returns who sent a request; ok is false for nobody. The user is
// looked up for each request, so that one who is disabled, or has signed out
// everywhere, is out at once.
func (s *Server) identify(r *http.Request) (v viewer, ok bool, err error) {
	ctx := r.Context()
	if token, sent := bearer(r); sent {
		return s.identifyToken(ctx, token)
	}
	id := s.sessions.GetInt64(ctx, userKey)
	if id == 0 {
		return viewer{}, false, nil
	}
	user, err := s.Store.User(ctx, id)
	if errors.Is(err, contest.ErrNotFound) {
		return viewer{}, false, nil
	}
	if err != nil || user.Disabled || user.Epoch != s.sessions.GetInt(ctx, epochKey) {
		return viewer{}, false, err
	}
	return viewer{User: user}, true, nil
}
