package web

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// uploadErrors are those of operations that take an upload.
var uploadErrors = []int{
	http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusTooManyRequests,
	http.StatusServiceUnavailable, http.StatusInsufficientStorage,
}

// checkSettings are those of a check of what is kept. They are named as the fields
// of an upload.
type checkSettings struct {
	Verdicts       string   `json:"verdicts,omitempty" enum:"judged,accepted,all" doc:"Which submissions to compare by their verdict: all but compile errors, accepted ones, or all. By default judged."`
	Participants   string   `json:"participants,omitempty" enum:"official,all" doc:"Whose submissions to compare. By default official."`
	AcrossProblems bool     `json:"across_problems,omitempty" doc:"Compare submissions of different problems too."`
	Earlier        bool     `json:"earlier,omitempty" doc:"Compare with all earlier contests that you may see."`
	Against        []int64  `json:"against,omitempty" nullable:"false" doc:"Compare with the earlier contests of these IDs."`
	NoTemplates    bool     `json:"no_templates,omitempty" doc:"Count what participants repeat in their other problems."`
	Threshold      *float64 `json:"threshold,omitempty" nullable:"false" minimum:"0" maximum:"1" doc:"Suspicion from which pairs are listed."`
	Keep           *float64 `json:"keep,omitempty" nullable:"false" exclusiveMinimum:"0" maximum:"1" doc:"Suspicion from which pairs are stored."`
}

func (a *api) addUploads() {
	add(a, signedIn, huma.Operation{ // takeUpload asks for more
		OperationID: "startCheck", Method: http.MethodPost, Path: "/checks", Tags: []string{"checks"},
		Summary: "Check an upload",
		Description: "Stores the submissions of one or more archives or source files, and compares them. The answer is a job: read it until it has ended. " +
			"An upload to a contest that exists is for its chief judges; a new contest is begun by an administrator.",
		DefaultStatus: http.StatusAccepted, Errors: uploadErrors,
	}, func(_ context.Context, c apiRequest, _ *struct{}) (*startedOutput, error) {
		return c.takeUpload(false)
	})
	add(a, signedIn, huma.Operation{
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

	add(a, inContest(account.Chief), huma.Operation{
		OperationID: "checkAgain", Method: http.MethodPost, Path: "/contests/{id}/checks", Tags: []string{"checks"},
		Summary:       "Check what is kept of a contest",
		Description:   "The layout, the language and the base code are those of its last check. The answer is a job: read it until it has ended.",
		DefaultStatus: http.StatusAccepted, MaxBodyBytes: maxForm,
		Errors: []int{http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusInsufficientStorage},
	}, func(ctx context.Context, c apiRequest, in *struct{ Body *checkSettings }) (*startedOutput, error) {
		of, err := byID(c.r, c.Contest)
		if err != nil {
			return nil, err
		}
		upload := Upload{Contest: of.Name, Stored: of.ID, Threshold: c.api.Uploads.Threshold}
		if in.Body != nil {
			in.Body.apply(&upload)
		}
		return c.startJob(ctx, upload, func() {})
	})
}

func (s checkSettings) apply(u *Upload) {
	u.Verdicts, u.Participants, u.AcrossProblems, u.Earlier, u.NoTemplates = s.Verdicts, s.Participants, s.AcrossProblems, s.Earlier, s.NoTemplates
	for _, id := range s.Against {
		u.Against = append(u.Against, strconv.FormatInt(id, 10))
	}
	if s.Threshold != nil {
		u.Threshold = *s.Threshold
	}
	if s.Keep != nil {
		u.Keep = *s.Keep
	}
}

// takeUpload reads an upload and starts its check, or its import.
func (c apiRequest) takeUpload(unchecked bool) (*startedOutput, error) {
	if err := c.RequireUpload(c.r.Context()); err != nil {
		return nil, err
	}
	if kind, _, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type")); kind != "multipart/form-data" {
		return nil, &httperr.Error{
			Status:  http.StatusUnsupportedMediaType,
			Message: "An upload is a form of the type multipart/form-data.",
			Advice:  "Send the files as its parts named file: curl -F file=@finals.zip.",
		}
	}
	upload, remove, err := c.api.Uploads.receive(c.w, c.r, c.Reader, setAPIField)
	if err != nil {
		return nil, err
	}
	upload.Unchecked = unchecked
	return c.startJob(c.r.Context(), upload, remove)
}

// startJob starts the job of an upload, whose Against are IDs still. Remove
// deletes what was uploaded.
func (c apiRequest) startJob(ctx context.Context, upload Upload, remove func()) (*startedOutput, error) {
	if err := c.checkAgainst(ctx, upload); err != nil {
		remove()
		return nil, err
	}
	id, err := c.api.Uploads.start(ctx, c.Reader, upload, remove)
	if err != nil {
		return nil, err
	}
	return c.started(id)
}

// checkAgainst refuses earlier contests that the viewer may not see.
func (c apiRequest) checkAgainst(ctx context.Context, upload Upload) error {
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
func (a *api) uploadBody(checked bool) *huma.RequestBody {
	text := func(description string, values ...any) *huma.Schema {
		return &huma.Schema{Type: huma.TypeString, Description: description, Enum: values}
	}
	flag := func(description string) *huma.Schema { return text(description+" By default false.", "true", "false") }
	list := func(of *huma.Schema, most int, description string) *huma.Schema {
		return &huma.Schema{Type: huma.TypeArray, Items: of, MaxItems: &most, Description: description}
	}
	file := &huma.Schema{Type: huma.TypeString, Extensions: map[string]any{"contentMediaType": "application/octet-stream"}}
	var formats []any
	for _, f := range a.Uploads.Formats {
		formats = append(formats, f.Name)
	}
	properties := map[string]*huma.Schema{
		"file":     list(file, maxFiles, "The archives (.zip, .tar, .tar.gz, .tgz, .tar.zst) or source files: several are one contest. At most "+httperr.ByteSize(a.Uploads.MaxSize)+" together with all else."),
		"contest":  text("The name of the contest: a new one, or one that the submissions are added to. By default that of the first file."),
		"from":     text("The format of the files, as --from of the command line takes it. Recognised by itself where this is not given.", formats...),
		"layout":   text("How folders and files are named, as --layout of the command line takes it. Recognised by itself where this is not given."),
		"language": text("The ID of the language of all files, such as cpp. By default each file's own."),
		"blind":    text("Whether a new contest is reviewed blind. By default true.", "true", "false"),
	}
	if checked {
		properties["base"] = list(file, maxBaseFiles, "Base code: source files or archives whose code is set aside.")
		properties["verdicts"] = text("Which submissions to compare by their verdict. By default judged.", "judged", "accepted", "all")
		properties["participants"] = text("Whose submissions to compare. By default official.", "official", "all")
		properties["across_problems"] = flag("Compare submissions of different problems too.")
		properties["earlier"] = flag("Compare with all earlier contests that you may see.")
		properties["against"] = list(text("ID of a contest."), 1000, "Compare with these earlier contests.")
		properties["no_templates"] = flag("Count what participants repeat in their other problems.")
		properties["threshold"] = text("Suspicion from which pairs are listed, 0 to 1.")
		properties["keep"] = text("Suspicion from which pairs are stored, above 0 to 1.")
	}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: &huma.Schema{Type: huma.TypeObject, Properties: properties, Required: []string{"file"}, AdditionalProperties: false}},
	}}
}
