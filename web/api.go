package web

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/ojcheck/ojcheck/web/httperr"
)

// apiPath is where the JSON API begins. What is below it changes by additions
// alone; anything else would be another version.
const apiPath = "/api/v1"

// api is the JSON API: operations of huma, which reads and checks what is sent and
// documents it (OpenAPI 3.1), as rows of the route table, so that they are open to
// whom the pages are. It is the huma.Adapter that makes a row of an operation.
type api struct {
	server *Server
	huma   huma.API
	access access // of the operation that is being added
	routes []route
	known  *http.ServeMux // the addresses of all operations, for what is answered elsewhere
}

func newAPI(s *Server) (*api, error) {
	a := &api{server: s, known: http.NewServeMux()}
	a.huma = huma.NewAPI(huma.Config{
		OpenAPI:       newDocument(s),
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
	a.routes = append(a.routes, route{apiRoot, signedIn, a.nowhere})
	return a, nil
}

// apiRoot is all below which nothing is a page.
const apiRoot = "/api/"

// Handle makes a row of an operation.
func (a *api) Handle(op *huma.Operation, handler func(huma.Context)) {
	pattern := op.Method + " " + apiPath + op.Path
	a.known.Handle(pattern, http.NotFoundHandler())
	a.routes = append(a.routes, route{pattern, a.access, func(w http.ResponseWriter, r *http.Request) error {
		if err := checkQuery(r, op); err != nil {
			return err
		}
		c := call{a.server.read(r), w, r}
		held := &heldAnswer{ResponseWriter: w, refuse: func(err error) { a.server.showProblem(w, r, err) }}
		handler(humago.NewContext(op, r.WithContext(context.WithValue(r.Context(), callOf{}, c)), held))
		held.release()
		return nil
	}})
}

// ServeHTTP is asked for by huma.Adapter; requests come by the route table.
func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }

// call is a request for an operation, with the reader for whoever sent it.
type call struct {
	reader
	w http.ResponseWriter
	r *http.Request
}

// callOf is the key of the call in the context of a request.
type callOf struct{}

// always are the errors that every operation may end with, and writing those of
// operations that change something.
var (
	always  = []int{http.StatusUnauthorized, http.StatusMisdirectedRequest, http.StatusUnprocessableEntity, http.StatusInternalServerError}
	writing = []int{http.StatusForbidden}
	// jsonBody are those of operations that are sent JSON.
	jsonBody = []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType}
)

// add adds an operation, which is open to whom access says. Errors that op lists
// are those beside always and writing.
func add[I, O any](a *api, access access, op huma.Operation, handle func(context.Context, call, *I) (*O, error)) {
	a.access = access
	op.Errors = slices.Concat(op.Errors, always)
	if op.Method != http.MethodGet && !access.reads {
		op.Errors = slices.Concat(op.Errors, writing)
	}
	if access.contestOf != nil {
		op.Errors = append(op.Errors, http.StatusNotFound)
	}
	if _, sent := reflect.TypeFor[I]().FieldByName("Body"); sent {
		op.Errors = slices.Concat(op.Errors, jsonBody)
		op.BodyReadTimeout = -1 // as long as it takes, like the forms of the pages
	}
	for name, what := range map[string]string{"id": "ID, from 1", "number": "Number, from 1", "job": "ID of a job"} {
		if strings.Contains(op.Path, "{"+name+"}") {
			op.Parameters = append(op.Parameters, pathParameter(name, what))
		}
	}
	slices.SortFunc(op.Parameters, func(x, y *huma.Param) int { return strings.Compare(x.Name, y.Name) })
	huma.Register(a.huma, op, func(ctx context.Context, in *I) (*O, error) {
		c := ctx.Value(callOf{}).(call)
		out, err := handle(ctx, c, in)
		if err != nil {
			return nil, a.server.problem(c.r, err)
		}
		return out, nil
	})
}

// pathParameter documents a part of an address. The handlers read it themselves:
// an address with another one is not there, rather than wrong.
func pathParameter(name, what string) *huma.Param {
	schema := &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: new(1.0)}
	if name == "job" {
		schema = &huma.Schema{Type: huma.TypeString}
	}
	return &huma.Param{Name: name, In: "path", Required: true, Description: what, Schema: schema}
}

var errNoOperation = &httperr.Error{
	Status:  http.StatusNotFound,
	Message: "There is no such operation.",
	Advice:  "The operations are listed in " + apiPath + "/openapi.json.",
}

// nowhere answers for every address below /api/ that no operation has, or that
// has others alone.
func (a *api) nowhere(w http.ResponseWriter, r *http.Request) error {
	var allowed []string
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := a.known.Handler(other); pattern != "" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		return errNoOperation
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	return &httperr.Error{
		Status:  http.StatusMethodNotAllowed,
		Message: "This address does not know " + r.Method + ".",
		Advice:  "Use " + listed(allowed) + ".",
	}
}
