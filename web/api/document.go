package api

import (
	"cmp"
	_ "embed"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/web/auth"
)

//go:embed description.md
var apiDescription string

// newDocument returns the OpenAPI document without operations.
func newDocument() *huma.OpenAPI {
	return &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "ojcheck", Version: "1", Description: strings.TrimSpace(apiDescription),
			License: &huma.License{Name: "Apache 2.0", Identifier: "Apache-2.0"},
		},
		Servers: []*huma.Server{{URL: basePath}},
		Tags: []*huma.Tag{
			{Name: "contests", Description: "Contests and their submissions."},
			{Name: "checks", Description: "Checks of contests, and the jobs that run them."},
			{Name: "pairs", Description: "Pairs of programs, and the decisions of the jury."},
			{Name: "sources", Description: "Known sources: programs that participants may have taken code from."},
			{Name: "exports", Description: "Files for people and other programs."},
			{Name: "search", Description: "Search for a program."},
		},
		Security: []map[string][]string{{"token": {}}, {"session": {}}},
		Components: &huma.Components{
			Schemas: huma.NewMapRegistry("#/components/schemas/", schemaName),
			SecuritySchemes: map[string]*huma.SecurityScheme{
				"token":   {Type: "http", Scheme: "bearer", BearerFormat: "ojc_...", Description: "A token of your account."},
				"session": {Type: "apiKey", In: "cookie", Name: auth.SessionCookie, Description: "The session of a browser that is signed in."},
			},
		},
	}
}

// schemaName names a type in the document: Pair for apiPair, and PairList for a list of apiPair.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t {
	case reflect.TypeFor[huma.ErrorModel]():
		return "Problem"
	case reflect.TypeFor[huma.ErrorDetail]():
		return "ProblemDetail"
	}
	name, list := cmp.Or(t.Name(), hint), ""
	if element, ok := strings.CutPrefix(name, "List["); ok {
		name, list = strings.TrimSuffix(element[strings.LastIndex(element, ".")+1:], "]"), "List"
	}
	if oldName := map[string]string{"Failure": "Failed", "SkippedItem": "Skipped"}[name]; oldName != "" {
		return oldName + list // the document keeps the names of its first version
	}
	name = strings.TrimPrefix(name, "api") + list
	return strings.ToUpper(name[:1]) + name[1:]
}

// addDocument completes the document and serves it. Everybody may read it, because it says nothing about this
// installation.
func (a *API) addDocument() {
	doc := a.huma.OpenAPI()
	schemas := doc.Components.Schemas.Map()
	problem := schemas["Problem"]
	problem.Required = []string{"detail", "status", "title"}
	problem.Description = "What is wrong, and what to do about it (RFC 9457)."
	for _, name := range []string{"type", "instance"} {
		delete(problem.Properties, name)
	}
	problem.Properties["title"].Description = "The name of the status."
	problem.Properties["detail"].Description = "What is wrong this time, and what to do about it."
	problem.Properties["detail"].Examples = []any{errCursor.Text()}
	problem.Properties["title"].Examples, problem.Properties["status"].Examples = []any{"Unprocessable Entity"}, []any{422}
	problem.Properties["errors"].Nullable = false
	delete(schemas["ProblemDetail"].Properties, "value")

	// Answers may get more fields; the bodies of requests may not. Types of answers are called "api...", or are of other
	// packages; all other types are of bodies.
	for name, schema := range schemas {
		goType := doc.Components.Schemas.TypeFromRef("#/components/schemas/" + name)
		isBody := goType.Name() == "" || goType.PkgPath() == reflect.TypeFor[API]().PkgPath() && !strings.HasPrefix(goType.Name(), "api")
		if !isBody {
			schema.AdditionalProperties = nil
		}
	}
	for _, path := range doc.Paths {
		for _, op := range []*huma.Operation{path.Get, path.Post, path.Put, path.Delete} {
			if op != nil {
				documentErrors(op)
			}
		}
	}
	a.serve("/openapi.json", "application/openapi+json", doc.MarshalJSON)
	a.serve("/openapi.yaml", "application/openapi+yaml", doc.YAML)
}

// errorMeanings say what the status of an error means.
var errorMeanings = map[int]string{
	http.StatusBadRequest:            "What was sent cannot be read.",
	http.StatusUnauthorized:          "No token was sent, or one that is not known.",
	http.StatusForbidden:             "The token is for reading only, or your role does not allow this.",
	http.StatusNotFound:              "There is no such thing, or it is of a contest that you are no member of.",
	http.StatusRequestTimeout:        "The body arrived too slowly.",
	http.StatusConflict:              "The request does not fit the present state, such as a check that still runs.",
	http.StatusRequestEntityTooLarge: "More was sent than may be.",
	http.StatusUnsupportedMediaType:  "The body is of another type than the operation reads.",
	http.StatusMisdirectedRequest:    "The server does not answer under the name that was asked for.",
	http.StatusUnprocessableEntity:   "Something that was sent is not as it must be.",
	http.StatusTooManyRequests:       "Too many of your jobs or searches are waiting, or of your uploads under way.",
	http.StatusInternalServerError:   "The server failed. Its log has the reason.",
	http.StatusServiceUnavailable:    "The database is restarting or busy, or the server is being stopped.",
	http.StatusInsufficientStorage:   "The disk of the server or of its database is full.",
}

// documentErrors describes the errors of an operation.
func documentErrors(op *huma.Operation) {
	slices.Sort(op.Errors)
	for _, status := range slices.Compact(op.Errors) {
		response := op.Responses[strconv.Itoa(status)]
		response.Description = errorMeanings[status]
		if status == http.StatusUnauthorized {
			response.Headers = map[string]*huma.Param{"WWW-Authenticate": {Schema: &huma.Schema{Type: huma.TypeString}}}
		}
	}
}

// serve adds a route for a file of the document, which the first request encodes: that takes 15 ms.
func (a *API) serve(path, mediaType string, encode func() ([]byte, error)) {
	encode = sync.OnceValues(encode)
	a.addresses.Handle("GET "+basePath+path, http.NotFoundHandler())
	a.Routes = append(a.Routes, auth.NewRoute("GET "+basePath+path, auth.Public, func(w http.ResponseWriter, r *http.Request) error {
		content, err := encode()
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", mediaType)
		_, _ = w.Write(content) // fails if the client is gone
		return nil
	}))
}
