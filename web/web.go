// Package web is the server: its options, the table of all routes (routes.go), the protection of all routes
// (protect.go), and the static files. Packages ui, api and export serve the routes, and read the archive through the
// access.Reader of the request; package auth decides who may use a route.
//
// Without a sign-in the server shows only the sign-in page, the static files, the API's document, whether it is ready, and
// to the holder of a link one case. A GET changes nothing, except that the one-time link of ojcheck serve signs in, that a
// sign-in at an identity provider begins and ends, and that an export is logged. roles_test.go tries all routes with every role.
package web

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path"
	"strings"
	"time"

	"github.com/alexedwards/scs/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/graph"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/api"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/export"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/ui"
)

// defaultMaxUpload is the default of Options.MaxUpload, in bytes.
const defaultMaxUpload = 512 << 20

// Options are the parts and the settings of a Server. Store, Searcher, Evidence, Checker, Jobs and Sessions are required.
type Options struct {
	access.Parts
	Checker  jobs.Checker
	Turn     jobs.Turn // nil for none
	Jobs     jobs.Store
	Sessions scs.Store

	SignIn       auth.Methods       // ways to sign in beside passwords
	PasswordCost account.Cost       // of hashing a password; zero is account.DefaultCost
	Log          *slog.Logger       // gets the errors of the server; nil is slog.Default
	ToolVersion  string             // at the foot of every page
	Defaults     contest.Parameters // what the upload form proposes
	MaxUpload    int64              // bytes of an upload; 0 is 512 MiB
	Exposure     request.Exposure   // how clients on other machines reach the server
	Formats      []request.Format   // of the upload form, in its order
	BodyLimits   request.BodyLimits // how slowly requests may arrive, and clients take answers
	TempDir      string             // where uploads wait for their check; "" is os.TempDir()
	MinFree      int64              // bytes that uploads leave free on the disk of TempDir; 0 is request.DefaultMinFree
	Algorithm    string             // as in contest.Check: pages offer to repeat checks of other versions; "" offers nothing

	// Ready returns an error, for the log only, if the server cannot serve pages; nil is always ready.
	Ready       func(context.Context) error
	LogRequests bool          // writes a line to Log for each request
	OnRequest   func(Request) // gets each request that was answered; nil for none
}

// Server is the http.Handler of all pages and of the API.
type Server struct {
	log      *slog.Logger
	exposure request.Exposure
	bodies   request.BodyLimits
	handler  http.Handler
	assets   *assets
	Jobs     *jobs.Queue
	Auth     *auth.Service
	Site     *ui.Site
	exports  *export.Sender
	api      *api.API
	health   *health
}

// New returns a Server. The caller must call Close.
func New(options Options) (*Server, error) {
	if options.Store == nil || options.Searcher == nil || options.Evidence == nil ||
		options.Checker == nil || options.Jobs == nil || options.Sessions == nil {
		return nil, errors.New("web: Options needs Store, Searcher, Evidence, Checker, Jobs and Sessions")
	}
	log := cmp.Or(options.Log, slog.Default())
	files, err := newAssets()
	if err != nil {
		return nil, fmt.Errorf("read the embedded assets: %w", err)
	}
	options.Facts.Log = cmp.Or(options.Facts.Log, log)
	archive := access.New(options.Parts)
	s := &Server{
		log: log, exposure: options.Exposure, bodies: options.BodyLimits, assets: files,
		Jobs: jobs.New(options.Checker, options.Jobs, options.Turn, log), exports: export.New(archive, log),
		health: &health{check: options.Ready, log: log},
	}
	s.Auth = auth.New(auth.Options{
		Users: options.Store, Archive: archive, SessionStore: options.Sessions, Cost: cmp.Or(options.PasswordCost, account.DefaultCost()),
		Exposure: options.Exposure, Log: log, Methods: options.SignIn, ShowError: s.showError,
	})
	uploads := &request.Uploads{
		Queue: s.Jobs, MaxSize: cmp.Or(options.MaxUpload, defaultMaxUpload), TempDir: cmp.Or(options.TempDir, os.TempDir()),
		MinFree: cmp.Or(options.MinFree, request.DefaultMinFree), Parameters: options.Defaults, Formats: options.Formats,
		AdmitAgain: s.Auth.AdmitAgain, Log: log,
	}
	s.Site = ui.New(ui.Options{
		Archive: archive, Auth: s.Auth, Jobs: s.Jobs, Uploads: uploads, Assets: files.addresses, Exposure: options.Exposure,
		Version: options.ToolVersion, Algorithm: options.Algorithm,
	})
	s.api = api.New(api.Options{
		Archive: archive, Jobs: s.Jobs, Uploads: uploads, Checker: options.Checker, Exports: s.exports, Exposure: options.Exposure,
		LiveEvents: s.Site.LiveEvents, Log: log,
	})
	protected, err := s.protect(s.mux())
	if err != nil {
		return nil, err
	}
	s.handler = s.health.serve(s.observe(withLanguage(protected), options.LogRequests, options.OnRequest))
	return s, nil
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close refuses new checks, waits for the running ones, and stops them when ctx ends: see jobs.Queue. Close also ends
// the requests that wait for progress, so call Close before http.Server.Shutdown.
func (s *Server) Close(ctx context.Context) {
	s.health.unready.Store(true)
	s.Site.Close()
	s.Jobs.Close(ctx)
}

// showError answers with an error page, and logs faults of the server.
func (s *Server) showError(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		return // the client has closed the connection
	}
	if api.IsRequest(r) {
		s.api.ShowProblem(w, r, err)
		return
	}
	if closed, ok := errors.AsType[*access.ClosedLinkError](err); ok {
		if err = s.Site.ShowClosedLink(w, r, closed); err == nil {
			return
		}
	}
	answer := httperr.Describe(err)
	answer.SetHeader(w.Header())
	if answer == auth.ErrSignIn && ui.AskToSignIn(w, r) {
		return
	}
	if answer.Status >= 500 {
		s.log.LogAttrs(r.Context(), slog.LevelError, "page failed",
			slog.String("request", request.ID(r.Context())), slog.String("method", r.Method),
			slog.String("path", request.LoggedPath(r)), slog.Any("error", err))
	}
	if _, hasToken := auth.BearerToken(r); hasToken { // a script reads the error, not a person
		if answer == auth.ErrToken {
			w.Header().Set("WWW-Authenticate", `Bearer realm="ojcheck"`)
		}
		http.Error(w, answer.Text(), answer.Status)
		return
	}
	if err := s.Site.ShowError(w, r, answer); err != nil {
		s.log.Error("error page failed", "error", err)
		http.Error(w, i18n.From(r.Context()).Err(answer.Message), answer.Status)
	}
}

//go:embed static
var static embed.FS

// assets serves styles, scripts and the icon. An address has a hash of the content, so that browsers may store a file for
// ever and still get every change.
type assets struct {
	byAddress map[string][]byte
	addresses map[string]string // by file name
}

func newAssets() (*assets, error) {
	a := &assets{byAddress: make(map[string][]byte), addresses: make(map[string]string)}
	names, err := fs.ReadDir(static, "static")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		content, err := static.ReadFile("static/" + name.Name())
		if err != nil {
			return nil, err
		}
		a.add(name.Name(), content)
	}
	a.add("theme.css", []byte(evidence.ThemeCSS))
	a.add("evidence.css", []byte(evidence.CSS))
	a.add("graph.css", []byte(graph.CSS))
	a.add("evidence.js", []byte(evidence.JS))
	return a, nil
}

func (a *assets) add(name string, content []byte) {
	hash := sha256.Sum256(content)
	ext := path.Ext(name)
	address := "/static/" + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(hash[:6]) + ext
	a.byAddress[address] = content
	a.addresses[name] = address
}

func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	content, ok := a.byAddress[r.URL.Path]
	if !ok {
		http.Error(w, "There is no such file.", http.StatusNotFound)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	http.ServeContent(w, r, path.Base(r.URL.Path), time.Time{}, bytes.NewReader(content))
}
