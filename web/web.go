// Package web serves the pages of ojcheck: the list of contests, the upload of
// an archive with its progress, the ranking of a check, a pair side by side, the
// alerts of a contest while it runs, and the search for a program in all contests.
//
// It knows nothing of the database or of how programs are compared: it
// declares what it needs as the interfaces Store, Checker and Searcher and the
// function Options.Evidence, and cmd/ojcheck hands it the real ones.
//
// Each page is a handler (contest.go), a view-model that holds what the page
// shows, and a templ component (contest.templ) that shows it. All routes stand
// in routes.go. Pages work without JavaScript; static/app.js only makes them
// quicker to use.
//
// Nothing but the sign-in page and the static files is served to those who
// have not signed in (session.go, by a cookie; bearer.go, by a token), and no
// GET changes anything, with two exceptions: opening a one-time link signs in, and
// what is handed out as a file is written into the log.
// Each route says who may use it (access.go), and roles_test.go walks all of
// them with every role.
package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"

	"github.com/alexedwards/scs/v2"
	"golang.org/x/sync/semaphore"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// DefaultMaxUpload is the size of the largest upload in bytes where
// Options.MaxUpload says nothing else.
const DefaultMaxUpload = 512 << 20

// Options is what a Server needs. Store, Checker, Searcher and Evidence must be
// given.
type Options struct {
	Store    Store
	Checker  Checker
	Searcher Searcher
	// Evidence reads both programs of a pair and matches them. It is called
	// when a pair is opened or exported, and with a CheckID of 0 for an alert,
	// which no check has found. Where a side is hidden, the names are
	// masked inside its program; nil are none.
	Evidence func(ctx context.Context, pair contest.Pair, names *blind.Masker) (evidence.View, error)
	// Attempts returns all that the two of a pair handed in for its problem, and
	// what is like what; nil leaves it out.
	Attempts func(ctx context.Context, pair contest.Pair) (evidence.Timeline, error)

	// Sessions keeps who is signed in; nil keeps it in memory, until the
	// server ends.
	Sessions scs.Store
	// PasswordCost is how much it takes to hash a password; zero is
	// account.DefaultCost.
	PasswordCost account.Cost
	// Log hears of errors that are the server's; nil is slog.Default.
	Log *slog.Logger
	// ToolVersion is shown at the foot of every page.
	ToolVersion string
	// Algorithm names how programs are compared now, as contest.Check does; checks
	// that were made otherwise are offered to be made anew. "" offers it for none.
	Algorithm string
	// Threshold is the suspicion that the upload form proposes, 0 to 1.
	Threshold float64
	// MaxUpload limits the size of an upload in bytes; 0 is DefaultMaxUpload.
	MaxUpload int64
	// Reach says how those at other machines come to the server.
	Reach Reach
	// Formats are those that the upload form offers, in its order.
	Formats []Format
	// TempDir is where uploads wait for their check; "" is os.TempDir().
	TempDir string
}

// Format is a way in which archives of contests are laid out.
type Format struct {
	Name  string // as Upload.From takes it
	Title string // for people
	// LaidOut: it is of folders, which Upload.Layout may explain.
	LaidOut bool
}

// Server is the http.Handler of all pages.
type Server struct {
	Options
	handler  http.Handler
	assets   *assets
	api      *api
	jobs     *jobs
	marks    *liveMarks
	links    *links
	limits   *signInLimits
	hashing  *semaphore.Weighted
	sessions *scs.SessionManager
}

// New returns a server of the pages. Close must be called when it is not
// needed any more.
func New(options Options) (*Server, error) {
	if options.Store == nil || options.Checker == nil || options.Searcher == nil || options.Evidence == nil {
		return nil, errors.New("web: Options needs Store, Checker, Searcher and Evidence")
	}
	options.Log = cmp.Or(options.Log, slog.Default())
	options.PasswordCost = cmp.Or(options.PasswordCost, account.DefaultCost())
	options.MaxUpload = cmp.Or(options.MaxUpload, DefaultMaxUpload)
	options.TempDir = cmp.Or(options.TempDir, os.TempDir())

	files, err := newAssets()
	if err != nil {
		return nil, fmt.Errorf("read the embedded assets: %w", err)
	}
	s := &Server{
		Options: options,
		assets:  files,
		jobs:    newJobs(options.Checker, options.Log),
		marks:   newLiveMarks(options.Store.LiveVersions),
		links:   newLinks(),
		limits:  newSignInLimits(),
		hashing: semaphore.NewWeighted(hashesAtOnce),
	}
	s.sessions = s.newSessions()
	if s.api, err = newAPI(s); err != nil {
		return nil, fmt.Errorf("describe the API: %w", err)
	}
	if s.handler, err = s.protect(s.mux()); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.handler.ServeHTTP(w, r)
}

// Close takes no new checks, lets the running ones go on until ctx ends, then
// cancels them, and returns when all have ended. It also ends the pages that
// wait for progress, so call it before http.Server.Shutdown.
func (s *Server) Close(ctx context.Context) {
	s.marks.close()
	s.jobs.close(ctx)
}
