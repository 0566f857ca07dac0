// Package api serves the JSON API, and its OpenAPI document.
package api

import (
	"context"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/export"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// basePath is where the API begins. Below it things are only added; anything else would be another version.
const basePath = "/api/v1"

// API is the JSON API: operations of huma, which validates input and documents it (OpenAPI 3.1), as rows of the
// route table, so that they have the same policies as pages. It is the huma.Adapter.
type API struct {
	Options
	huma   huma.API
	access auth.Policy // of the operation that is being added
	Routes []auth.Route
	known  *http.ServeMux // the addresses of all operations, for what is answered elsewhere
}

// Options is what the API needs.
type Options struct {
	Archive *access.Archive
	Jobs    *jobs.Queue
	Uploads *request.Uploads
	Checker jobs.Checker
	Exports *export.Sender
	Log     *slog.Logger
}

// New returns the API. Its operations are in Routes.
func New(options Options) (*API, error) {
	a := &API{Options: options, known: http.NewServeMux()}
	a.huma = huma.NewAPI(huma.Config{
		OpenAPI:       newDocument(),
		Formats:       apiFormats(),
		DefaultFormat: "application/json",
		Transformers:  []huma.Transformer{explainProblem},
	}, a)
	a.addContests()
	a.addChecks()
	a.addUploads()
	a.addJobs()
	a.addExports()
	a.addPairs()
	a.addCases()
	a.addClusters()
	a.addSubmissions()
	a.addSearch()
	a.addAlerts()
	if err := a.addDocument(); err != nil {
		return nil, err
	}
	a.Routes = append(a.Routes, auth.NewRoute(Root, auth.SignedIn, a.handleNotFound))
	return a, nil
}

// Root is the prefix of all addresses of the API.
const Root = "/api/"

// Handle makes a row of an operation.
func (a *API) Handle(op *huma.Operation, handler func(huma.Context)) {
	pattern := op.Method + " " + basePath + op.Path
	a.known.Handle(pattern, http.NotFoundHandler())
	a.Routes = append(a.Routes, auth.NewRoute(pattern, a.access, func(w http.ResponseWriter, r *http.Request) error {
		if err := checkQuery(r, op); err != nil {
			return err
		}
		c := apiRequest{a.Archive.Reader(r.Context()), a, w, r}
		deferred := &deferredWriter{ResponseWriter: w, fail: func(err error) { a.ShowProblem(w, r, err) }}
		handler(humago.NewContext(op, r.WithContext(context.WithValue(r.Context(), apiRequestKey{}, c)), deferred))
		deferred.release()
		return nil
	}))
}

// ServeHTTP is required by huma.Adapter; requests come by the route table.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }

// apiRequest is a request for an operation, with the Reader for its viewer.
type apiRequest struct {
	*access.Reader
	api *API
	w   http.ResponseWriter
	r   *http.Request
}

// apiRequestKey is the key of the apiRequest in the context of a request.
type apiRequestKey struct{}

// The errors that operations may end with: all, those that change something, and
// those that are sent JSON.
var (
	commonErrors   = []int{http.StatusUnauthorized, http.StatusMisdirectedRequest, http.StatusUnprocessableEntity, http.StatusInternalServerError}
	mutationErrors = []int{http.StatusForbidden}
	bodyErrors     = []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType}
)

// add adds an operation, whose op.Errors come beside commonErrors, mutationErrors and bodyErrors.
func add[I, O any](a *API, who auth.Policy, op huma.Operation, handle func(context.Context, apiRequest, *I) (*O, error)) {
	a.access = who
	op.Errors = slices.Concat(op.Errors, commonErrors)
	if op.Method != http.MethodGet && !who.ReadOnly {
		op.Errors = slices.Concat(op.Errors, mutationErrors)
	}
	if who.ContestOf != nil {
		op.Errors = append(op.Errors, http.StatusNotFound)
	}
	if _, sent := reflect.TypeFor[I]().FieldByName("Body"); sent {
		op.Errors = slices.Concat(op.Errors, bodyErrors)
		op.BodyReadTimeout = -1 // as long as it takes, like the forms of the pages
	}
	for name, what := range map[string]string{"id": "ID, from 1", "number": "Number, from 1", "job": "ID of a job"} {
		if strings.Contains(op.Path, "{"+name+"}") {
			op.Parameters = append(op.Parameters, pathParameter(name, what))
		}
	}
	slices.SortFunc(op.Parameters, func(x, y *huma.Param) int { return strings.Compare(x.Name, y.Name) })
	huma.Register(a.huma, op, func(ctx context.Context, in *I) (*O, error) {
		c := ctx.Value(apiRequestKey{}).(apiRequest)
		out, err := handle(ctx, c, in)
		if err != nil {
			return nil, a.problem(c.r, err)
		}
		return out, nil
	})
}

// with adapts an operation on what the ID in the address names.
func with[T, I, O any](read func(*access.Reader, context.Context, int64) (T, error), handle func(context.Context, apiRequest, T, *I) (*O, error)) func(context.Context, apiRequest, *I) (*O, error) {
	return func(ctx context.Context, c apiRequest, in *I) (*O, error) {
		id, err := request.PathID(c.r)
		if err != nil {
			return nil, err
		}
		named, err := read(c.Reader, ctx, id)
		if err != nil {
			return nil, err
		}
		return handle(ctx, c, named, in)
	}
}

// output is the answer of an operation, as huma takes it.
type output[T any] struct{ Body T }

func answer[T any](body T, err error) (*output[T], error) { return &output[T]{body}, err }

// pathParameter documents a part of an address. Handlers parse it: a wrong one is not found, rather than refused.
func pathParameter(name, what string) *huma.Param {
	schema := &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: new(1.0)}
	if name == "job" {
		schema = &huma.Schema{Type: huma.TypeString}
	}
	return &huma.Param{Name: name, In: "path", Required: true, Description: what, Schema: schema}
}

var ErrNoOperation = &httperr.Error{
	Status:  http.StatusNotFound,
	Message: "There is no such operation.",
	Advice:  "The operations are listed in " + basePath + "/openapi.json.",
}

// handleNotFound answers below /api/ where no operation has the address, or only with other methods.
func (a *API) handleNotFound(w http.ResponseWriter, r *http.Request) error {
	var allowed []string
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := a.known.Handler(other); pattern != "" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		return ErrNoOperation
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	return &httperr.Error{
		Status:  http.StatusMethodNotAllowed,
		Message: "This address does not know " + r.Method + ".",
		Advice:  "Use " + text.Join(allowed) + ".",
	}
}
