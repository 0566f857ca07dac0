package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// uploadErrors are those of operations that take an upload.
var uploadErrors = []int{
	http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusTooManyRequests,
	http.StatusServiceUnavailable, http.StatusInsufficientStorage,
}

// checkSettings are the settings of a check of stored submissions, by the fields of an upload.
type checkSettings struct{ values url.Values }

// TransformSchema is called by huma.
func (checkSettings) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties = make(map[string]*huma.Schema)
	for _, f := range storedFields() {
		s.Properties[f.Name] = jsonSchema(f)
	}
	return s
}

// storedFields are the settings of a check of stored submissions.
func storedFields() []settings.Field {
	return append(settings.FieldsOf(settings.Comparison{}), settings.FieldsOf(settings.Storage{})...)
}

// jsonSchema documents a setting in JSON.
func jsonSchema(f settings.Field) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, Description: f.Doc}
	for _, choice := range f.Choices {
		s.Enum = append(s.Enum, choice)
	}
	zero, one := 0.0, 1.0
	switch f.Kind {
	case settings.Flag:
		s.Type = huma.TypeBoolean
	case settings.List:
		s.Type, s.Items = huma.TypeArray, &huma.Schema{Type: huma.TypeInteger, Format: "int64"}
	case settings.Number:
		s.Type, s.Format, s.Minimum, s.Maximum = huma.TypeNumber, "double", &zero, &one
		if f.Above {
			s.Minimum, s.ExclusiveMinimum = nil, &zero
		}
	}
	return s
}

// UnmarshalJSON reads what fits the schema.
func (c *checkSettings) UnmarshalJSON(data []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var given map[string]any
	err := decoder.Decode(&given)
	c.values = make(url.Values)
	for name, value := range given {
		if list, ok := value.([]any); ok {
			for _, v := range list {
				c.values.Add(name, fmt.Sprint(v))
			}
		} else {
			c.values.Set(name, fmt.Sprint(value))
		}
	}
	return err
}

func (a *API) addUploads() {
	add(a, auth.SignedIn, huma.Operation{ // takeUpload asks for more
		OperationID: "startCheck", Method: http.MethodPost, Path: "/checks", Tags: []string{"checks"},
		Summary: "Check an upload",
		Description: "Stores the submissions of one or more archives or source files, and compares them. The answer is a job: read it until it has ended. " +
			"An upload to a contest that exists is for its chief judges; a new contest is begun by an administrator.",
		DefaultStatus: http.StatusAccepted, Errors: uploadErrors,
	}, func(_ context.Context, c apiRequest, _ *struct{}) (*startedOutput, error) {
		return c.takeUpload(false)
	})
	add(a, auth.SignedIn, huma.Operation{
		OperationID: "startImport", Method: http.MethodPost, Path: "/imports", Tags: []string{"contests"},
		Summary:       "Store an upload",
		Description:   "Stores the submissions of one or more archives or source files, without comparing anything. The answer is a job: read it until it has ended. It is open to the same people as checking an upload.",
		DefaultStatus: http.StatusAccepted, Errors: uploadErrors,
	}, func(_ context.Context, c apiRequest, _ *struct{}) (*startedOutput, error) {
		return c.takeUpload(true)
	})
	// Described here and not by the inputs of the operations, which read it as a
	// stream: huma would hold it in memory.
	for _, path := range []string{"/checks", "/imports"} {
		a.huma.OpenAPI().Paths[path].Post.RequestBody = a.uploadBody(path == "/checks")
	}

	add(a, auth.InContest(account.Chief), huma.Operation{
		OperationID: "checkAgain", Method: http.MethodPost, Path: "/contests/{id}/checks", Tags: []string{"checks"},
		Summary:       "Check a stored contest",
		Description:   "The layout, the language and the base code are those of its last check. The answer is a job: read it until it has ended.",
		DefaultStatus: http.StatusAccepted, MaxBodyBytes: request.MaxForm,
		Errors: []int{http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusInsufficientStorage},
	}, with((*access.Reader).Contest, func(ctx context.Context, c apiRequest, of contest.Contest, in *struct{ Body *checkSettings }) (*startedOutput, error) {
		upload := jobs.Upload{Contest: of.Name, Stored: of.ID, Settings: c.api.Uploads.Defaults()}
		if in.Body != nil {
			if err := request.SetFields(&upload, in.Body.values); err != nil {
				return nil, err
			}
		}
		return c.startJob(ctx, upload, func() {})
	}))
}

// takeUpload reads an upload and starts its check, or its import.
func (c apiRequest) takeUpload(unchecked bool) (*startedOutput, error) {
	if err := c.RequireUpload(); err != nil {
		return nil, err
	}
	if kind, _, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type")); kind != "multipart/form-data" {
		return nil, &httperr.Error{
			Status:  http.StatusUnsupportedMediaType,
			Message: "An upload is a form of the type multipart/form-data.",
			Advice:  "Send the files as its parts named file: curl -F file=@finals.zip.",
		}
	}
	upload, remove, err := c.api.Uploads.Receive(c.w, c.r, c.Reader, setField)
	if err != nil {
		return nil, err
	}
	upload.ImportOnly = unchecked
	return c.startJob(c.r.Context(), upload, remove)
}

// startJob starts the job of an upload, whose Against are still IDs. Remove deletes what was uploaded.
func (c apiRequest) startJob(ctx context.Context, upload jobs.Upload, remove func()) (*startedOutput, error) {
	if err := c.checkAgainst(ctx, upload); err != nil {
		remove()
		return nil, err
	}
	id, err := c.api.Uploads.Start(ctx, c.Reader, upload, remove)
	if err != nil {
		return nil, err
	}
	return c.started(id)
}

// checkAgainst refuses earlier contests that the viewer may not see.
func (c apiRequest) checkAgainst(ctx context.Context, upload jobs.Upload) error {
	if len(upload.Against) == 0 {
		return nil
	}
	list, err := c.Contests(ctx)
	if err != nil {
		return err
	}
	var known []string
	for _, of := range list {
		known = append(known, strconv.FormatInt(of.ID, 10))
	}
	for _, id := range upload.Against {
		if !slices.Contains(known, id) {
			return &httperr.Error{
				Status:  http.StatusUnprocessableEntity,
				Message: fmt.Sprintf("There is no contest %q to compare with.", id),
				Advice:  "Give the IDs of contests that you may see.",
			}
		}
	}
	return nil
}

// uploadBody documents the form of an upload.
func (a *API) uploadBody(checked bool) *huma.RequestBody {
	field := func(description string, values ...any) *huma.Schema {
		return &huma.Schema{Type: huma.TypeString, Description: description, Enum: values}
	}
	list := func(of *huma.Schema, most int, description string) *huma.Schema {
		return &huma.Schema{Type: huma.TypeArray, Items: of, MaxItems: &most, Description: description}
	}
	file := &huma.Schema{Type: huma.TypeString, Extensions: map[string]any{"contentMediaType": "application/octet-stream"}}
	properties := map[string]*huma.Schema{
		"file":    list(file, request.MaxFiles, "The archives (.zip, .tar, .tar.gz, .tgz, .tar.zst) or source files: several are one contest. At most "+text.Bytes(a.Uploads.MaxSize)+" together with all else."),
		"contest": field("The name of the contest: a new one, or one that the submissions are added to. By default that of the first file."),
		"blind":   field("Whether a new contest is reviewed blind. By default true.", "true", "false"),
	}
	fields := settings.FieldsOf(settings.Input{})
	if checked {
		properties["base"] = list(file, request.MaxBaseFiles, "Base code: source files or archives whose code is set aside.")
		fields = settings.Fields
	}
	for _, f := range fields {
		s := field(f.Doc)
		switch f.Kind {
		case settings.Flag:
			s = field(f.Doc+" By default false.", "true", "false")
		case settings.List:
			s = list(field("ID of a contest."), 1000, f.Doc)
		case settings.Number:
			s.Description = strings.TrimSuffix(f.Doc, ".") + ", 0 to 1."
			if f.Above {
				s.Description = strings.TrimSuffix(f.Doc, ".") + ", above 0 to 1."
			}
		default:
			s.Enum = jsonSchema(f).Enum
		}
		properties[f.Name] = s
	}
	for _, f := range a.Uploads.Formats {
		properties["from"].Enum = append(properties["from"].Enum, f.Name)
	}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: &huma.Schema{Type: huma.TypeObject, Properties: properties, Required: []string{"file"}, AdditionalProperties: false}},
	}}
}

// setField takes one setting as the API documents it: unlike a form of the pages, it refuses unknown ones.
func setField(u *jobs.Upload, name, value string) error {
	f, ok := settings.FieldNamed(name)
	isFlag := name == "blind" || ok && f.Kind == settings.Flag
	switch {
	case isFlag && value != "true" && value != "false":
		return httperr.Unprocessable(fmt.Sprintf("The field %s is %q.", name, value), "Give true or false, or leave it out.")
	case name == "file" || name == "base":
		return httperr.Unprocessable("The field "+name+" is no file.", "Send it with a file name: curl -F "+name+"=@finals.zip.")
	case !ok && !isFlag && name != "contest":
		return httperr.Unprocessable(fmt.Sprintf("There is no field %q.", name), "The fields are those that the document lists: "+strings.Join(apiFields(), ", ")+".")
	}
	err := request.SetField(u, name, value)
	if err != nil && ok && f.Kind == settings.Text {
		return httperr.Unprocessable(fmt.Sprintf("The field %s is %q.", name, value), "Give one of those that the document lists, or leave it out.")
	}
	return err
}

// apiFields are the names of all fields of an upload, sorted.
func apiFields() []string {
	names := []string{"base", "blind", "contest", "file"}
	for _, f := range settings.Fields {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
}
