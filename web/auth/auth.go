// Package auth signs users in and out, by session or token, and admits requests to routes by their policies.
package auth

import (
	"context"
	"log/slog"
	"net/http"
	"runtime"
	"sync"

	"github.com/alexedwards/scs/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// Methods are the ways to sign in. The one-time link of ojcheck serve always works.
type Methods struct {
	OIDC        *OIDC // nil for no identity provider
	Header      TrustedHeader
	NoPasswords bool // whether passwords are refused
}

// Options are the parts and settings of a Service.
type Options struct {
	Users        access.Accounts
	Archive      *access.Archive // to find the contest of a route
	SessionStore scs.Store
	Cost         account.Cost     // of hashing a password
	Exposure     request.Exposure // how clients reach the server: directly or by a proxy
	Log          *slog.Logger
	Methods      Methods
	// ShowError answers a request that fails before its handler.
	ShowError func(w http.ResponseWriter, r *http.Request, err error)
}

// Service signs users in and out, and admits requests to routes.
type Service struct {
	options    Options
	Sessions   *scs.SessionManager
	limits     *signInLimits
	linkLimits *limits // on requests to the addresses of links to evidence, see ByLink
	oidcLimits *limits // on sign-ins by the provider that clients begin; pages of other sites can make a browser begin some
	hashing    *hashQueue
	provider   *provider // nil if there is none

	unusedLinks sync.Map // the SHA-256 hashes of tokens of one-time links
}

func New(o Options) *Service {
	return &Service{
		options: o, Sessions: newSessions(o), limits: newSignInLimits(),
		linkLimits: newLimits(linkBurst, linkInterval, maxKeys),
		oidcLimits: newLimits(AddressBurst, addressInterval, maxKeys),
		hashing:    newHashQueue(int64(min(runtime.GOMAXPROCS(0), maxHashes)), maxHashQueue),
		provider:   newProvider(o.Methods.OIDC),
	}
}

// ErrSignIn refuses a request of somebody who has not signed in.
var ErrSignIn = httperr.New(http.StatusUnauthorized, "Sign in", "ojcheck shows nothing without signing in.",
	"Sign in at /signin, or open the one-time link that ojcheck serve printed when it started. "+
		"If the link was used already, start ojcheck serve again for a new one.")

var errLinkUsed = httperr.New(http.StatusGone, "Link already used", "A sign-in link works only once.",
	"Start ojcheck serve again: it prints a new link. "+
		"If you opened this one in this browser, you are signed in already.")

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

// Policy says who may use a route. The zero value admits only administrators, so that nothing is open by oversight.
type Policy struct {
	Public   bool         // admits everybody
	signedIn bool         // admits everybody with an account
	noTokens bool         // refuses tokens, whatever their scope
	byLink   bool         // the address has the secret of a link; each client may send few requests
	ReadOnly bool         // the route changes nothing, whatever its method: tokens with read scope may use it
	role     account.Role // the lowest role that is admitted in the contest of the address
	// ContestOf finds the contest by the ID in the address. Users without a role in the contest get 404.
	ContestOf func(r *access.Reader, ctx context.Context, id int64) (contestID int64, err error)
}

// The simplest policies.
var (
	Public         = Policy{Public: true}
	SignedIn       = Policy{signedIn: true}
	Administrators = Policy{}
)

// ByLink admits everybody to the address of a link, but limits the requests of each client. The handler checks the secret.
var ByLink = Policy{Public: true, noTokens: true, byLink: true}

// NoTokens closes a route to tokens.
func NoTokens(p Policy) Policy { p.noTokens = true; return p }

// ReadOnly lets tokens with read scope use a route whose method is not GET, but which changes nothing.
func ReadOnly(p Policy) Policy { p.ReadOnly = true; return p }

// InContest admits users with the role in the contest /contests/{id}.
func InContest(role account.Role) Policy {
	return Policy{role: role, ContestOf: func(_ *access.Reader, _ context.Context, id int64) (int64, error) { return id, nil }}
}

// InCheck admits users with the role in the contest of the check /checks/{id}.
func InCheck(role account.Role) Policy {
	return Policy{role: role, ContestOf: (*access.Reader).ContestOfCheck}
}

// InPair admits users with the role in the contest of the check that found the pair /pairs/{id}. If a side is from an earlier
// contest, access.Reader checks whether the user may see it.
func InPair(role account.Role) Policy {
	return Policy{role: role, ContestOf: (*access.Reader).ContestOfPair}
}

// InSubmission admits users with the role in the contest of the submission /submissions/{id}.
func InSubmission(role account.Role) Policy {
	return Policy{role: role, ContestOf: (*access.Reader).ContestOfSubmission}
}

// Admit returns the request with the viewer's role in the contest of the route, or the reason to refuse it.
func (s *Service) Admit(r *http.Request, p Policy) (*http.Request, error) {
	v, signedIn := access.ViewerFrom(r.Context())
	isToken, isRead := v.Scope != "", p.ReadOnly || r.Method == http.MethodGet || r.Method == http.MethodHead
	switch {
	case isToken && p.noTokens:
		return r, errPeopleOnly
	case isToken && !isRead && !v.Scope.CanWrite():
		return r, errScope
	case p.byLink:
		return r, s.allowClient(r, s.linkLimits)
	case p.Public:
		return r, nil
	case !signedIn:
		return r, ErrSignIn
	case p.signedIn, p.ContestOf == nil && v.May(account.Administrator):
		return r, nil
	case p.ContestOf == nil:
		return r, httperr.ErrForbidden
	}
	id, err := request.PathID(r, "id")
	if err != nil {
		return r, err
	}
	reader := s.options.Archive.Reader(r.Context())
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
