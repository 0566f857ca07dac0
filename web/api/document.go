package api

import (
	"cmp"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/web/auth"
)

const apiDescription = `The contests, checks and pairs of an installation of ojcheck, as its pages show them.

**Who may do what.** Send a token with each request: ` + "`Authorization: Bearer ojc_...`" + `. The page of your
account makes one, with the scope *read* or *write*. It may do what you may, in the contests whose member you are;
contests of others are not there (404). In contests that are reviewed blind, participants have numbers for names,
here as on the pages. A browser that is signed in may read too, and write from the pages of this server alone.

**Lists** come page by page: ask for as many rows as you want by ` + "`limit`" + `, and for the next page by the ` + "`cursor`" + ` that
` + "`next`" + ` holds. A cursor belongs to the list and the filters that gave it.

**Times** are RFC 3339 in UTC; times that are not known are null. **Shares**, such as suspicion and similarity, are
numbers from 0 to 1.

**Errors** are problem details (RFC 9457). ` + "`detail`" + ` says what is wrong and what to do about it.
Addresses that no operation has are answered by 404, methods that an address does not know by 405, and requests that
come to a server behind TLS in the clear are led to the address with it.

**Versions.** Below /api/v1 operations, parameters and fields are added; none is taken away or changes its meaning.
Pass over fields that you do not know.

Similarity is not proof. It tells where to look; people decide, after reading both programs.`

// newDocument begins the OpenAPI document, without operations.
func newDocument() *huma.OpenAPI {
	return &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info:    &huma.Info{Title: "ojcheck", Version: "1", Description: apiDescription},
		Servers: []*huma.Server{{URL: basePath}},
		Tags: []*huma.Tag{
			{Name: "contests", Description: "Contests and their submissions."},
			{Name: "checks", Description: "Checks of contests, and the jobs that run them."},
			{Name: "pairs", Description: "Pairs of programs, and what the jury says of them."},
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

// schemaName names a type in the document: apiPair is Pair, a list of them PairList.
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
	if of, ok := strings.CutPrefix(name, "List["); ok {
		name, list = strings.TrimSuffix(of[strings.LastIndex(of, ".")+1:], "]"), "List"
	}
	switch name {
	case "Failure", "SkippedItem": // whose names in the document are older
		return map[string]string{"Failure": "Failed", "SkippedItem": "Skipped"}[name] + list
	}
	name = strings.TrimPrefix(name, "api") + list
	return strings.ToUpper(name[:1]) + name[1:]
}

// addDocument finishes the document and serves it to everybody: it says nothing of this installation.
func (a *API) addDocument() error {
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
	problem.Properties["detail"].Examples = []any{"The cursor is not one of this list. Send the cursor that the page before has as next, with the same filters, or none for the first page."}
	problem.Properties["title"].Examples, problem.Properties["status"].Examples = []any{"Unprocessable Entity"}, []any{422}
	problem.Properties["errors"].Nullable = false
	delete(schemas["ProblemDetail"].Properties, "value")

	// Answers may have more fields in time; what is sent may not.
	for name, schema := range schemas {
		if of := doc.Components.Schemas.TypeFromRef("#/components/schemas/" + name); strings.HasPrefix(of.Name(), "api") || of.PkgPath() != reflect.TypeFor[API]().PkgPath() {
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
	asJSON, err := doc.MarshalJSON()
	if err != nil {
		return err
	}
	asYAML, err := doc.YAML()
	if err != nil {
		return err
	}
	a.serve("/openapi.json", "application/openapi+json", asJSON)
	a.serve("/openapi.yaml", "application/openapi+yaml", asYAML)
	return nil
}

// errorMeanings say when an operation ends with an error.
var errorMeanings = map[int]string{
	http.StatusBadRequest:            "What was sent cannot be read.",
	http.StatusUnauthorized:          "No token was sent, or one that is not known.",
	http.StatusForbidden:             "The token is for reading only, or your role does not allow this.",
	http.StatusNotFound:              "There is no such thing, or it is of a contest that you are no member of.",
	http.StatusConflict:              "Not in the state that things are in now.",
	http.StatusRequestEntityTooLarge: "More was sent than may be.",
	http.StatusUnsupportedMediaType:  "The body is of another type than the operation reads.",
	http.StatusMisdirectedRequest:    "The server does not answer under the name that was asked for.",
	http.StatusUnprocessableEntity:   "Something that was sent is not as it must be.",
	http.StatusTooManyRequests:       "Too many of your jobs are waiting.",
	http.StatusInternalServerError:   "Something failed in the server. Its log tells more.",
	http.StatusServiceUnavailable:    "The server is being stopped.",
	http.StatusInsufficientStorage:   "The disk of the server is full.",
}

// documentErrors says of an operation when it ends with which error.
func documentErrors(op *huma.Operation) {
	slices.Sort(op.Errors)
	for _, status := range slices.Compact(op.Errors) {
		response := op.Responses[statusKey(status)]
		response.Description = errorMeanings[status]
		if status == http.StatusUnauthorized {
			response.Headers = map[string]*huma.Param{"WWW-Authenticate": {Schema: &huma.Schema{Type: huma.TypeString}}}
		}
	}
}

// serve serves a part of the document.
func (a *API) serve(path, mediaType string, content []byte) {
	a.known.Handle("GET "+basePath+path, http.NotFoundHandler())
	a.Routes = append(a.Routes, auth.NewRoute("GET "+basePath+path, auth.Public, func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Content-Type", mediaType)
		_, _ = w.Write(content) // fails when the reader has gone
		return nil
	}))
}

// statusKey is a status as the document names it.
func statusKey(status int) string { return strconv.Itoa(status) }
