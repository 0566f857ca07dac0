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
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// userStore is what signing in reads and writes. It is that of access.AccountStore.
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
