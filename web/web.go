// Package web is the server: its options, the one table of routes (routes.go),
// what guards all of them alike (protect.go), and the static files. The rooms below
// it serve the routes: ui, api and export by the access.Reader of each request,
// auth who may use which.
//
// Nothing but the sign-in page and the static files is served to those who have not
// signed in, and no GET changes anything, but for one-time links, which sign in, and
// exports, which are logged. roles_test.go walks all routes with every role.
package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"

	"github.com/alexedwards/scs/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/api"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/export"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/ui"
)

// DefaultMaxUpload is the default of Options.MaxUpload, in bytes.
const DefaultMaxUpload = 512 << 20

// Options is what a Server needs. Store, Checker, Searcher and Evidence are required.
type Options struct {
	access.Sources
	Checker jobs.Checker

	// Sessions stores who is signed in; nil keeps it in memory, until the
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
	// made otherwise are offered to be run again. "" offers none.
	Algorithm string
	// Threshold is the suspicion that the upload form proposes, 0 to 1.
	Threshold float64
	// MaxUpload limits the size of an upload in bytes; 0 is DefaultMaxUpload.
	MaxUpload int64
	// Exposure describes how clients on other machines reach the server.
	Exposure request.Exposure
	// Formats are those that the upload form offers, in its order.
	Formats []request.Format
	// TempDir is where uploads wait for their check; "" is os.TempDir().
	TempDir string
}

// Server is the http.Handler of all pages and of the API.
type Server struct {
	log      *slog.Logger
	exposure request.Exposure
	handler  http.Handler
	assets   *assets
	Jobs     *jobs.Queue
	Auth     *auth.Service
	Site     *ui.Site
	exports  *export.Sender
	api      *api.API
}

// New returns a Server. The caller must call Close.
func New(options Options) (*Server, error) {
	if options.Store == nil || options.Checker == nil || options.Searcher == nil || options.Evidence == nil {
		return nil, errors.New("web: Options needs Store, Checker, Searcher and Evidence")
	}
	log := cmp.Or(options.Log, slog.Default())
	files, err := newAssets()
	if err != nil {
		return nil, fmt.Errorf("read the embedded assets: %w", err)
	}
	s := &Server{log: log, exposure: options.Exposure, assets: files, Jobs: jobs.New(options.Checker, log)}
	archive := access.New(options.Sources)
	s.Auth = auth.New(auth.Options{
		Users: options.Store, Archive: archive, Sessions: options.Sessions, Cost: cmp.Or(options.PasswordCost, account.DefaultCost()),
		Exposure: options.Exposure, Log: log, ShowError: s.showError,
	})
	received := &request.Uploads{
		Queue: s.Jobs, MaxSize: cmp.Or(options.MaxUpload, DefaultMaxUpload), TempDir: cmp.Or(options.TempDir, os.TempDir()),
		Threshold: options.Threshold, Formats: options.Formats, Log: log,
	}
	s.exports = export.New(archive, log)
	s.api, err = api.New(api.Options{Archive: archive, Jobs: s.Jobs, Uploads: received, Checker: options.Checker, Exports: s.exports, Log: log})
	if err != nil {
		return nil, fmt.Errorf("describe the API: %w", err)
	}
	s.Site = ui.New(ui.Options{
		Archive: archive, Auth: s.Auth, Jobs: s.Jobs, Uploads: received, Assets: files.addresses,
		Version: options.ToolVersion, Algorithm: options.Algorithm,
	})
	if s.handler, err = s.protect(s.mux()); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.handler.ServeHTTP(w, r)
}

// SignInLink returns a link that signs in the first to open it as an administrator. Base is the address of the
// server, such as "http://127.0.0.1:8080".
func (s *Server) SignInLink(base string) string { return s.Auth.SignInLink(base) }

// Close takes no new checks, lets the running ones go on until ctx ends, then
// cancels them, and returns when all have ended. It also ends the pages that
// wait for progress, so call it before http.Server.Shutdown.
func (s *Server) Close(ctx context.Context) {
	s.Site.Close()
	s.Jobs.Close(ctx)
}

// showError answers with an error page, and logs what is the server's fault.
func (s *Server) showError(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		return // nobody is there to read it
	}
	if api.IsRequest(r) {
		s.api.ShowProblem(w, r, err)
		return
	}
	answer := httperr.Describe(err)
	if answer == auth.ErrSignIn && ui.AskToSignIn(w, r) {
		return
	}
	if answer.Status >= 500 {
		s.log.LogAttrs(r.Context(), slog.LevelError, "page failed",
			slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Any("error", err))
	}
	if _, sent := auth.BearerToken(r); sent { // a script reads it, not a person
		if answer == auth.ErrToken {
			w.Header().Set("WWW-Authenticate", `Bearer realm="ojcheck"`)
		}
		http.Error(w, strings.TrimSpace(answer.Message+" "+answer.Advice), answer.Status)
		return
	}
	if err := s.Site.ShowError(w, r, answer); err != nil {
		s.log.Error("error page failed", "error", err)
		http.Error(w, answer.Message, answer.Status)
	}
}
