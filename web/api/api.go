// Package api serves the JSON API, and its OpenAPI document.
package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/export"
	"github.com/ojcheck/ojcheck/web/request"
)

// basePath is the prefix of all operations. Operations and fields are only added; any other change needs a new version.
const basePath = "/api/v1"

// API is the JSON API. Huma validates the input of the operations, and documents them (OpenAPI 3.1). The
// operations are routes with policies, as pages are. API implements huma.Adapter.
type API struct {
	Options
	huma   huma.API
	policy auth.Policy // of the operation that is being added
	Routes []auth.Route
	// addresses matches the addresses of all operations, for handleNotFound.
	addresses *http.ServeMux
}

// Options are the parts of the API.
type Options struct {
	Archive  *access.Archive
	Jobs     *jobs.Queue
	Uploads  *request.Uploads
	Checker  jobs.Checker
	Exports  *export.Sender
	Exposure request.Exposure // how other machines reach the server, for the addresses of links
	// LiveEvents waits until the contest in the address has changed, and sends one server-sent event.
	LiveEvents func(http.ResponseWriter, *http.Request) error
	Log        *slog.Logger
}

// New returns the API. Its operations are in Routes.
func New(options Options) *API {
	a := &API{Options: options, addresses: http.NewServeMux()}
	jsonFormat := huma.Format{Marshal: writeJSON, Unmarshal: json.Unmarshal}
	a.huma = huma.NewAPI(huma.Config{
		OpenAPI:       newDocument(),
		Formats:       map[string]huma.Format{"application/json": jsonFormat, "json": jsonFormat},
		DefaultFormat: "application/json",
		Transformers:  []huma.Transformer{explainProblem},
	}, a)
	for _, addOperations := range []func(){
		a.addContests, a.addChecks, a.addUploads, a.addJobs, a.addExports, a.addPairs, a.addAudit, a.addParticipants, a.addCases, a.addOutcomes, a.addLinks, a.addClusters,
		a.addSubmissions, a.addSearch, a.addAlerts, a.addEvents, a.addSources,
	} {
		addOperations()
	}
	a.addDocument()
	a.Routes = append(a.Routes, auth.NewRoute(Root, auth.SignedIn, a.handleNotFound))
	return a
}

// Root is the prefix of all addresses of the API.
const Root = "/api/"

// Handle adds an operation to Routes.
func (a *API) Handle(op *huma.Operation, handler func(huma.Context)) {
	pattern := op.Method + " " + basePath + op.Path
	a.addresses.Handle(pattern, http.NotFoundHandler())
	a.Routes = append(a.Routes, auth.NewRoute(pattern, a.policy, func(w http.ResponseWriter, r *http.Request) error {
		if err := checkQuery(r, op); err != nil {
			return err
		}
		r = r.WithContext(i18n.With(r.Context(), i18n.English())) // even if the client prefers another language
		c := apiRequest{a.Archive.Reader(r.Context()), a, w, r}
		deferred := &deferredWriter{ResponseWriter: w, fail: func(err error) { a.ShowProblem(w, r, err) }}
		handler(humago.NewContext(op, r.WithContext(context.WithValue(r.Context(), apiRequestKey{}, c)), deferred))
		deferred.sendStatus()
		return nil
	}))
}

// ServeHTTP is required by huma.Adapter, but not called: the route table has the handlers.
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

// The statuses of errors of all operations, of operations that change something, and of operations with a JSON body.
var (
	commonErrors = []int{
		http.StatusUnauthorized, http.StatusMisdirectedRequest, http.StatusUnprocessableEntity, http.StatusInternalServerError,
		http.StatusServiceUnavailable,
	}
	mutationErrors = []int{http.StatusForbidden}
	bodyErrors     = []int{http.StatusBadRequest, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType}
)

// add adds an operation, and completes op.Errors and the parameters of the path.
func add[I, O any](
	a *API, policy auth.Policy, op huma.Operation, handle func(context.Context, apiRequest, *I) (*O, error),
) {
	a.policy = policy
	op.Errors = slices.Concat(op.Errors, commonErrors)
	if op.Method != http.MethodGet && !policy.ReadOnly {
		op.Errors = slices.Concat(op.Errors, mutationErrors)
	}
	if policy.ContestOf != nil {
		op.Errors = append(op.Errors, http.StatusNotFound)
	}
	if _, hasBody := reflect.TypeFor[I]().FieldByName("Body"); hasBody {
		op.Errors = slices.Concat(op.Errors, bodyErrors)
		op.BodyReadTimeout = -1 // request.LimitBody limits the time, as for pages
	}
	for name, description := range map[string]string{"id": "ID, from 1", "number": "Number, from 1", "link": "ID of a link, from 1", "job": "ID of a job", "source": "ID of a known source"} {
		if strings.Contains(op.Path, "{"+name+"}") {
			op.Parameters = append(op.Parameters, pathParameter(name, description))
		}
	}
	slices.SortFunc(op.Parameters, func(x, y *huma.Param) int { return strings.Compare(x.Name, y.Name) })
	huma.Register(a.huma, op, func(ctx context.Context, input *I) (*O, error) {
		c := ctx.Value(apiRequestKey{}).(apiRequest)
		var output *O
		var err error
		if op.MaxBodyBytes > request.MaxForm && !policy.ReadOnly {
			err = a.Uploads.AdmitAgain(c.r)
		}
		if err == nil {
			output, err = handle(ctx, c, input)
		}
		if err != nil {
			return nil, detailsOf(a.problem(c.w, c.r, err))
		}
		return output, nil
	})
}

// withObject returns a handler that reads the object with the ID in the address, and calls handle with the object.
func withObject[T, I, O any](
	read func(*access.Reader, context.Context, int64) (T, error), handle func(context.Context, apiRequest, T, *I) (*O, error),
) func(context.Context, apiRequest, *I) (*O, error) {
	return func(ctx context.Context, c apiRequest, input *I) (*O, error) {
		object, err := request.ByID(c.r, func(ctx context.Context, id int64) (T, error) { return read(c.Reader, ctx, id) })
		if err != nil {
			return nil, err
		}
		return handle(ctx, c, object, input)
	}
}

// output is the answer of an operation, in the form that huma needs.
type output[T any] struct{ Body T }

func answer[T any](body T, err error) (*output[T], error) { return &output[T]{body}, err }

// pathParameter documents a variable part of the path. Huma does not validate it: handlers parse it, so that
// an invalid one gives 404, not 422.
func pathParameter(name, description string) *huma.Param {
	schema := &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: new(1.0)}
	if name == "job" {
		schema = &huma.Schema{Type: huma.TypeString}
	}
	return &huma.Param{Name: name, In: "path", Required: true, Description: description, Schema: schema}
}

var ErrNoOperation = httperr.English(http.StatusNotFound, "There is no such operation.",
	"The operations are listed in "+basePath+"/openapi.json.")

// handleNotFound answers requests below /api/ that match no operation: with 405 if other methods match, else with 404.
func (a *API) handleNotFound(w http.ResponseWriter, r *http.Request) error {
	var allowed []string
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut} {
		variant := r.Clone(r.Context())
		variant.Method = method
		if _, pattern := a.addresses.Handler(variant); pattern != "" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		return ErrNoOperation
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	return httperr.English(http.StatusMethodNotAllowed, "This address does not know "+r.Method+".",
		"Use "+i18n.English().Join(allowed)+".")
}

// deferredWriter delays WriteHeader until the first Write, because huma sets the status before it encodes the
// answer, and encoding may fail.
type deferredWriter struct {
	http.ResponseWriter
	status int // 0 if no status waits to be sent
	fail   func(error)
}

func (w *deferredWriter) WriteHeader(status int) { w.status = status }

func (w *deferredWriter) Write(b []byte) (int, error) {
	w.sendStatus()
	return w.ResponseWriter.Write(b)
}

func (w *deferredWriter) sendStatus() {
	if w.status != 0 {
		w.ResponseWriter.WriteHeader(w.status)
		w.status = 0
	}
}

// Unwrap is for http.ResponseController.
func (w *deferredWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// writeJSON writes a value. If the value cannot be encoded, writeJSON answers with a problem.
func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	if deferred, ok := w.(*deferredWriter); ok && err != nil {
		deferred.status = 0
		deferred.fail(err)
		return nil
	}
	if err == nil {
		_, err = w.Write(b.Bytes())
	}
	return err
}

// IsRequest reports whether a request is for the API, where errors are problem details (RFC 9457).
func IsRequest(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, Root) }

var errNoToken = httperr.English(http.StatusUnauthorized, "The request has no token of ojcheck.",
	"Make a token on the page of your account, and send it with each request: Authorization: Bearer ojc_...")

// problem describes an error, sets its headers, and logs faults of the server.
func (a *API) problem(w http.ResponseWriter, r *http.Request, err error) *httperr.Error {
	failure := httperr.Describe(err)
	failure.SetHeader(w.Header())
	if failure == auth.ErrSignIn {
		failure = errNoToken
	}
	if failure.Status >= 500 && !(errors.Is(err, context.Canceled) && r.Context().Err() != nil) {
		a.Log.LogAttrs(r.Context(), slog.LevelError, "operation failed",
			slog.String("request", request.ID(r.Context())), slog.String("method", r.Method), slog.String("path", r.URL.Path),
			slog.Any("error", err))
	}
	shown := *failure
	if failure.Status == http.StatusNotFound && failure.Title != "" { // the advice is for people on pages
		shown.Advice = httperr.EnglishMessage("Lists such as GET " + basePath + "/contests have the IDs of what is there.")
	}
	if failure.Status == http.StatusInternalServerError {
		shown.Message = httperr.EnglishMessage("The server failed.")
	}
	return &shown
}

// ShowProblem answers with the problem details of an error that no operation returned to huma.
func (a *API) ShowProblem(w http.ResponseWriter, r *http.Request, err error) {
	failure := a.problem(w, r, err)
	if failure.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="ojcheck"`)
	}
	WriteProblem(w, failure)
}

// WriteProblem answers with the problem details of an error. The caller has set other headers.
func WriteProblem(w http.ResponseWriter, failure *httperr.Error) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(failure.Status)
	_ = json.NewEncoder(w).Encode(detailsOf(failure)) // fails if the client is gone
}

func detailsOf(failure *httperr.Error) *huma.ErrorModel {
	return &huma.ErrorModel{Status: failure.Status, Title: http.StatusText(failure.Status), Detail: failure.Text()}
}

// explainProblem adds advice to the errors of huma. It removes their copy of the input, because the copy may be large.
func explainProblem(_ huma.Context, _ string, v any) (any, error) {
	p, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	for _, e := range p.Errors {
		e.Value = nil
	}
	switch {
	case p.Status == http.StatusRequestEntityTooLarge && !strings.Contains(p.Detail, "."): // huma's text; those of ojcheck are sentences
		p.Detail = "What was sent is too large. Send less at once."
	case p.Status == http.StatusRequestTimeout:
		p.Detail = request.ErrSlow.Text()
	case p.Status == http.StatusUnsupportedMediaType && len(p.Errors) > 0:
		p.Detail = "The body is of a type that this operation does not read. Send JSON, and say so: Content-Type: application/json."
		p.Errors = nil
	case p.Status == http.StatusBadRequest && len(p.Errors) > 0:
		p.Detail = "The body is no JSON. Correct what is listed under errors."
	case p.Status == http.StatusBadRequest && p.Detail == "request body is required":
		p.Detail = "The body is missing. Send JSON, as the description of the operation says."
	case len(p.Errors) > 0:
		p.Detail = "Something of the request is not as it must be. Correct what is listed under errors."
	}
	return p, nil
}
