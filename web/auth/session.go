package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/alexedwards/scs/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// sessionLifetime is how long a sign-in lasts: a weekend of contest work.
const sessionLifetime = 72 * time.Hour

// SessionCookie is the name of the session cookie.
const SessionCookie = "ojcheck"

// The keys of the values of a session.
const (
	userKey  = "user"  // ID
	epochKey = "epoch" // account.User.Epoch at the sign-in: a higher one ends the session
	linkKey  = "link"  // whether the user signed in by a one-time link
)

func newSessions(o Options) *scs.SessionManager {
	m := scs.New()
	m.Store = o.SessionStore
	m.Lifetime = sessionLifetime
	m.HashTokenInStore = true
	m.Cookie.Name = SessionCookie
	m.Cookie.HttpOnly = true
	m.Cookie.SameSite = http.SameSiteLaxMode
	m.Cookie.Secure = o.Exposure.ServesTLS()
	m.ErrorFunc = func(w http.ResponseWriter, r *http.Request, err error) {
		w.Header().Del("Location") // set by a handler that changed the session, and then redirected
		o.ShowError(w, r, fmt.Errorf("session: %w", err))
		if answer, ok := w.(*firstAnswer); ok {
			answer.isComplete = true
		}
	}
	return m
}

// firstAnswer discards what a handler writes after ErrorFunc has answered. This happens because the session is stored just
// before the handler's first write, and the handler does not learn that storing failed.
type firstAnswer struct {
	http.ResponseWriter
	isComplete bool // whether ErrorFunc has answered
}

func (a *firstAnswer) WriteHeader(status int) {
	if !a.isComplete {
		a.ResponseWriter.WriteHeader(status)
	}
}

func (a *firstAnswer) Write(b []byte) (int, error) {
	if a.isComplete {
		return len(b), nil
	}
	return a.ResponseWriter.Write(b)
}

// Unwrap is for http.ResponseController.
func (a *firstAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Begin signs a user in, other than by a one-time link.
func (s *Service) Begin(ctx context.Context, user account.User) error {
	err := s.renew(ctx, user)
	if err == nil {
		s.Sessions.Remove(ctx, linkKey)
	}
	return err
}

// renew signs the user in to the session, or keeps this session when a change of the account ends all others. The session gets
// a new token, so an old one that somebody else put into the browser is useless.
func (s *Service) renew(ctx context.Context, user account.User) error {
	if err := s.Sessions.RenewToken(ctx); err != nil {
		return err
	}
	s.Sessions.Put(ctx, userKey, user.ID)
	s.Sessions.Put(ctx, epochKey, user.Epoch)
	return nil
}

// SignedInByLink reports whether the session began by a one-time link.
func (s *Service) SignedInByLink(ctx context.Context) bool { return s.Sessions.GetBool(ctx, linkKey) }

// End signs the viewer out.
func (s *Service) End(ctx context.Context) error { return s.Sessions.Destroy(ctx) }

// identify returns the viewer who sent a request; ok is false if nobody is signed in. It reads the user for each request,
// so that a change of the account takes effect at once.
func (s *Service) identify(r *http.Request) (v access.Viewer, ok bool, err error) {
	ctx := r.Context()
	if token, hasToken := BearerToken(r); hasToken {
		user, scope, err := s.options.Users.UserByToken(ctx, token)
		if errors.Is(err, contest.ErrNotFound) {
			err = ErrToken
		}
		return access.Viewer{User: user, Scope: scope}, err == nil, err
	}
	if person, sent := s.options.Methods.Header.identity(r); sent {
		user, err := s.options.Users.UserOfIdentity(ctx, person, person.Subject)
		return access.Viewer{User: user}, err == nil && !user.Disabled, err
	}
	id := s.Sessions.GetInt64(ctx, userKey)
	if id == 0 {
		return v, false, nil
	}
	user, err := s.options.Users.User(ctx, id)
	if errors.Is(err, contest.ErrNotFound) {
		return v, false, nil
	}
	if err != nil || user.Disabled || user.Epoch != s.Sessions.GetInt(ctx, epochKey) {
		return v, false, err
	}
	return access.Viewer{User: user}, true, nil
}

// viewer is identify, and also reads the viewer's roles.
func (s *Service) viewer(r *http.Request) (v access.Viewer, signedIn bool, err error) {
	if v, signedIn, err = s.identify(r); err != nil || !signedIn {
		return v, false, err
	}
	if v.Administrator {
		v.Role = account.Administrator
	} else {
		v.Roles, err = s.options.Users.Roles(r.Context(), v.ID)
	}
	return v, true, err
}

// AdmitAgain reads the viewer of an admitted request again, after an upload, which may take hours to arrive. It returns an error
// if the viewer was signed out meanwhile, or has lost a role.
func (s *Service) AdmitAgain(r *http.Request) error {
	before, _ := access.ViewerFrom(r.Context())
	// The context of r has the session as the request found it, so read the session into another one.
	session, err := s.Sessions.Load(context.Background(), s.Sessions.Token(r.Context()))
	if err != nil {
		return err
	}
	v, signedIn, err := s.viewer(r.WithContext(session))
	switch {
	case err != nil:
		return err
	case !signedIn:
		return ErrSignIn
	case v.Administrator:
		return nil
	case before.Administrator:
		return httperr.ErrForbidden
	}
	for id, role := range before.Roles {
		if !v.Roles[id].May(role) {
			return httperr.ErrForbidden
		}
	}
	return nil
}

// WithViewer loads the session and puts the viewer into the context of requests.
func (s *Service) WithViewer(next http.Handler) http.Handler {
	withSession := s.Sessions.LoadAndSave(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, signedIn, err := s.viewer(r)
		if err != nil {
			s.options.ShowError(w, r, err)
			return
		}
		if signedIn {
			r = r.WithContext(access.WithViewer(r.Context(), v))
		}
		next.ServeHTTP(w, r)
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		withSession.ServeHTTP(&firstAnswer{ResponseWriter: w}, r)
	})
}

// IsSignedIn reports whether a signed-in user sent the request.
func IsSignedIn(r *http.Request) bool {
	_, signedIn := access.ViewerFrom(r.Context())
	return signedIn
}

// BearerToken returns the hash of the token in "Authorization: Bearer ojc_...". Other values may be for a proxy.
func BearerToken(r *http.Request) (token account.TokenHash, sent bool) {
	scheme, text, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return token, false
	}
	return account.HashToken(strings.TrimSpace(text))
}

// SplitByToken passes requests with a token to withToken, without their cookies, and all other requests to withoutToken.
// Requests with a token need no protection from other sites, which cannot make a browser send a token.
func SplitByToken(withToken, withoutToken http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, hasToken := BearerToken(r); !hasToken {
			withoutToken.ServeHTTP(w, r)
			return
		}
		r = r.Clone(r.Context())
		r.Header.Del("Cookie")
		withToken.ServeHTTP(w, r)
	})
}

// ErrToken refuses a token that is not valid.
var ErrToken = httperr.New(http.StatusUnauthorized, "Unknown token",
	"This token is not known, or it has expired or been revoked, or its account is disabled.",
	"Create a new one on the page of your account.")

var (
	errScope = httperr.New(http.StatusForbidden, "Insufficient token scope", "This token may only read.",
		"Create one with the scope “write” on the page of your account.")
	errPeopleOnly = &httperr.Error{
		Status: http.StatusForbidden, Title: "Sign-in required",
		Message: i18n.Errorf("Only people who have signed in may manage accounts, members and tokens."),
	}
)

// TrustedHeader is a header such as X-Remote-User. A proxy that signs people in sets the header to a person's name.
type TrustedHeader struct {
	Name string         // "" trusts no header
	From []netip.Prefix // addresses of the proxy; a header from other addresses is ignored
}

// identity returns the person whom the proxy names.
func (h TrustedHeader) identity(r *http.Request) (id account.Identity, ok bool) {
	if h.Name == "" {
		return id, false
	}
	values := r.Header.Values(h.Name)
	sender, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || len(values) != 1 || values[0] == "" { // if there are two values, one is from the client
		return id, false
	}
	address := sender.Addr().Unmap().WithZone("")
	if !slices.ContainsFunc(h.From, func(p netip.Prefix) bool { return p.Contains(address) }) {
		return id, false
	}
	return account.Identity{Issuer: "header " + http.CanonicalHeaderKey(h.Name), Subject: values[0]}, true
}
