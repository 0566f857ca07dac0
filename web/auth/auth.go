// Package auth signs users in and out, by session or token, and admits requests to
// routes by their policies.
package auth

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/alexedwards/scs/v2"
	"golang.org/x/sync/semaphore"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// userStore is the part of access.AccountStore that signing in needs.
type userStore interface {
	User(ctx context.Context, id int64) (account.User, error)
	UserByName(ctx context.Context, name string) (user account.User, password string, err error)
	UserByToken(ctx context.Context, hash account.TokenHash) (account.User, account.Scope, error)
	FirstAdministrator(ctx context.Context) (account.User, error)
	Roles(ctx context.Context, userID int64) (map[int64]account.Role, error)
	Rehash(ctx context.Context, id int64, old, new string) error
}

// Options is what a Service needs.
type Options struct {
	Users    userStore
	Archive  *access.Archive // for the contests that routes lead to
	Sessions scs.Store       // nil keeps them in memory
	Cost     account.Cost    // of hashing a password
	Exposure request.Exposure
	Log      *slog.Logger
	// ShowError answers a request that failed before it came to a handler.
	ShowError func(w http.ResponseWriter, r *http.Request, err error)
}

// Service signs users in and out, and admits requests to routes.
type Service struct {
	store     userStore
	archive   *access.Archive
	Sessions  *scs.SessionManager
	cost      account.Cost
	exposure  request.Exposure
	log       *slog.Logger
	links     *oneTimeLinks
	limits    *signInLimits
	hashing   *semaphore.Weighted
	showError func(w http.ResponseWriter, r *http.Request, err error)
}

// New returns a Service.
func New(o Options) *Service {
	return &Service{
		store: o.Users, archive: o.Archive, Sessions: newSessions(o), cost: o.Cost, exposure: o.Exposure, log: o.Log,
		links: newOneTimeLinks(), limits: newSignInLimits(), hashing: semaphore.NewWeighted(hashesAtOnce), showError: o.ShowError,
	}
}

var ErrSignIn = &httperr.Error{
	Status: http.StatusUnauthorized, Title: "Sign in",
	Message: "ojcheck shows nothing without signing in.",
	Advice:  "Sign in at /signin, or open the one-time link that ojcheck serve printed when it started. If it was used already, start ojcheck serve again for a new one.",
}

var errLinkUsed = &httperr.Error{
	Status: http.StatusGone, Title: "This link was used",
	Message: "A sign-in link works once, and until ojcheck serve ends.",
	Advice:  "Start ojcheck serve again: it prints a new link. If you opened this one before in this browser, you are signed in, and the contests are one click away.",
}

// Route is a row of the route table.
type Route struct {
	Pattern string
	Policy  Policy
	Handle  func(http.ResponseWriter, *http.Request) error
}

// NewRoute returns a row of the route table.
func NewRoute(pattern string, policy Policy, handle func(http.ResponseWriter, *http.Request) error) Route {
	return Route{pattern, policy, handle}
}

// Policy says who may use a route. The zero value admits administrators only, so that nothing is open by oversight.
type Policy struct {
	Public   bool         // everybody
	signedIn bool         // everybody with an account
	noTokens bool         // tokens are refused, whatever their scope
	ReadOnly bool         // it changes nothing, whatever its method: tokens with read scope may use it
	role     account.Role // needed in the contest of the address, or a higher one
	// ContestOf finds that contest by the ID in the address. For others than its members, the page does not exist.
	ContestOf func(r *access.Reader, ctx context.Context, id int64) (contestID int64, err error)
}

// The kinds of access.
var (
	Public         = Policy{Public: true}
	SignedIn       = Policy{signedIn: true}
	Administrators = Policy{}
)

// NoTokens closes a route to tokens.
func NoTokens(p Policy) Policy {
	p.noTokens = true
	return p
}

// ReadOnly lets tokens with read scope use a route that changes nothing although it is no GET.
func ReadOnly(p Policy) Policy {
	p.ReadOnly = true
	return p
}

// InContest admits who has the role in the contest /contests/{id}.
func InContest(role account.Role) Policy {
	return Policy{role: role, ContestOf: func(_ *access.Reader, _ context.Context, id int64) (int64, error) { return id, nil }}
}

// InCheck admits who has the role in the contest of the check /checks/{id}.
func InCheck(role account.Role) Policy {
	return Policy{role: role, ContestOf: (*access.Reader).ContestOfCheck}
}

// InPair admits who has the role in the contest whose check found the pair /pairs/{id}. access.Reader decides whether
// they may also see a side of an earlier contest.
func InPair(role account.Role) Policy {
	return Policy{role: role, ContestOf: (*access.Reader).ContestOfPair}
}

// InSubmission admits who has the role in the contest of the submission /submissions/{id}.
func InSubmission(role account.Role) Policy {
	return Policy{role: role, ContestOf: (*access.Reader).ContestOfSubmission}
}

// Admit returns the request with the viewer's role in the contest of the route, or the reason to refuse it.
func (s *Service) Admit(r *http.Request, p Policy) (*http.Request, error) {
	v, in := access.ViewerFrom(r.Context())
	if err := checkScope(v.Scope, r, p); err != nil {
		return r, err
	}
	switch {
	case p.Public:
		return r, nil
	case !in:
		return r, ErrSignIn
	case p.signedIn:
		return r, nil
	case p.ContestOf == nil:
		if !v.May(account.Administrator) {
			return r, httperr.ErrForbidden
		}
		return r, nil
	}
	id, err := request.PathID(r)
	if err != nil {
		return r, err
	}
	reader := s.archive.Reader(r.Context())
	contestID, err := p.ContestOf(reader, r.Context(), id)
	if err != nil {
		return r, err
	}
	switch v.Role = reader.Role(contestID); {
	case !v.May(account.Viewer):
		return r, contest.ErrNotFound
	case !v.May(p.role):
		return r, httperr.ErrForbidden
	}
	return r.WithContext(access.WithViewer(r.Context(), v)), nil
}
