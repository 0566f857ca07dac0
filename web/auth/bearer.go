package auth

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// bearer returns the token that a script has sent in place of a session:
// "Authorization: Bearer ojc_...". What others put into this header, such as a
// proxy with a sign-in of its own, is left alone.
func BearerToken(r *http.Request) (token account.TokenHash, sent bool) {
	scheme, words, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return account.TokenHash{}, false
	}
	return account.HashToken(strings.TrimSpace(words))
}

// withoutCookies serves requests with a token by tokens, and others by rest.
// With a token, cookies count for nothing and are never made; so no page of
// another site can have sent such a request from a browser that is signed in,
// and there is nothing to protect it from.
func WithoutCookies(tokens, rest http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, sent := BearerToken(r); !sent {
			rest.ServeHTTP(w, r)
			return
		}
		r = r.Clone(r.Context())
		r.Header.Del("Cookie")
		tokens.ServeHTTP(w, r)
	})
}

var ErrToken = &httperr.Error{
	Status: http.StatusUnauthorized, Title: "Unknown token",
	Message: "This token is not known, or it has expired or been revoked, or its account is disabled.",
	Advice:  "Make a new one on the page of your account.",
}

// identifyToken returns the user whose token this is.
func (s *Service) identifyToken(ctx context.Context, token account.TokenHash) (access.Viewer, bool, error) {
	user, scope, err := s.store.UserByToken(ctx, token)
	if errors.Is(err, contest.ErrNotFound) {
		err = ErrToken
	}
	return access.Viewer{User: user, Scope: scope}, err == nil, err
}

var (
	errScope = &httperr.Error{
		Status: http.StatusForbidden, Title: "Not what the token is for",
		Message: "This token is for reading alone.",
		Advice:  "Make one with the scope “write” on the page of your account.",
	}
	errPeopleOnly = &httperr.Error{
		Status: http.StatusForbidden, Title: "Not by a token",
		Message: "Accounts, members and tokens are looked after by people who have signed in.",
	}
)

// checkScope tells why a route is closed to a token of that scope; "" is a
// sign-in, which opens all that the role does.
func checkScope(scope account.Scope, r *http.Request, p Policy) error {
	switch {
	case scope == "":
		return nil
	case p.noTokens:
		return errPeopleOnly
	case r.Method != http.MethodGet && r.Method != http.MethodHead && !p.ReadOnly && !scope.CanWrite():
		return errScope
	}
	return nil
}
