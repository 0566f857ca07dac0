package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/preview"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

// uploadErrors are the error statuses of operations with an upload.
var uploadErrors = []int{
	http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusTooManyRequests,
	http.StatusServiceUnavailable, http.StatusInsufficientStorage,
}

// checkSettings are the settings of a check of a stored contest, named like the fields of an upload.
type checkSettings struct{ values url.Values }

// TransformSchema documents the settings. Huma calls it.
func (checkSettings) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties = make(map[string]*huma.Schema)
	for _, f := range slices.Concat(settings.FieldsOf(settings.Comparison{}), settings.FieldsOf(settings.Storage{})) {
		s.Properties[f.Name] = jsonSchema(f)
	}
	return s
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
		if most := settings.MaxPairCount; !isShare(f) { // max_chance, which is a number of pairs
			s.Maximum = &most
		}
		if f.AboveZero {
			s.Minimum, s.ExclusiveMinimum = nil, &zero
		}
	}
	return s
}

// isShare reports whether a number is a share, which is at most 1.
func isShare(f settings.Field) bool {
	f, _ = settings.FieldNamed(f.Name)                 // f may be of a part of settings.Settings, and Set needs the field of the whole
	return new(settings.Settings).Set(f, "1.5") != nil // Set refuses shares above 1
}

// UnmarshalJSON reads an object that fits the schema.
func (c *checkSettings) UnmarshalJSON(data []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var object map[string]any
	err := decoder.Decode(&object)
	c.values = make(url.Values)
	for name, value := range object {
		list, ok := value.([]any)
		if !ok {
			list = []any{value}
		}
		for _, v := range list {
			c.values.Add(name, fmt.Sprint(v))
		}
	}
	return err
}

func (a *API) addUploads() {
	a.addUpload(jobs.Check, huma.Operation{
		OperationID: "startCheck", Path: "/checks", Tags: []string{"checks"}, Summary: "Check an upload",
		Description: "Stores the submissions of one or more archives or source files, and compares them. The answer is a job: read it until it has ended. " +
			"Only chief judges may upload to a contest that exists; only administrators may begin a new one.",
	})
	a.addUpload(jobs.Import, huma.Operation{
		OperationID: "startImport", Path: "/imports", Tags: []string{"contests"}, Summary: "Store an upload",
		Description: "Stores the submissions of one or more archives or source files, without comparing anything. The answer is a job: read it until it has ended. The same people may use it as may check an upload.",
	})
	a.addUpload(jobs.Preview, huma.Operation{
		OperationID: "startPreview", Path: "/previews", Tags: []string{"contests"}, Summary: "Preview an upload",
		Description: "Reads one or more archives or source files as an import does, and stores nothing. The answer is a job: read it until it has ended. It then says what was read, what was skipped, and whether the detected layout is ambiguous. The same people may use it as may check an upload.",
	})

	add(a, auth.InContest(account.Chief), huma.Operation{
		OperationID: "checkAgain", Method: http.MethodPost, Path: "/contests/{id}/checks", Tags: []string{"checks"},
		Summary:       "Check a stored contest",
		Description:   "The layout, the language and the base code are those of its last check. The answer is a job: read it until it has ended.",
		DefaultStatus: http.StatusAccepted, MaxBodyBytes: request.MaxForm,
		Errors: []int{http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusInsufficientStorage},
	}, withObject((*access.Reader).Contest, func(
		ctx context.Context, c apiRequest, target contest.Contest, in *struct{ Body *checkSettings },
	) (*startedOutput, error) {
		upload := jobs.Upload{Contest: target.Name, StoredContestID: target.ID, Settings: c.api.Uploads.Defaults()}
		if in.Body != nil {
			if err := request.SetFields(&upload, in.Body.values, request.SetField); err != nil {
				return nil, err
			}
		}
		return c.startJob(ctx, upload)
	}))
}

// addUpload adds an operation that takes an upload. takeUpload checks the role of the viewer.
func (a *API) addUpload(task jobs.Task, op huma.Operation) {
	op.Method, op.DefaultStatus, op.Errors = http.MethodPost, http.StatusAccepted, uploadErrors
	add(a, auth.SignedIn, op, func(_ context.Context, c apiRequest, _ *struct{}) (*startedOutput, error) { return c.takeUpload(task) })
	// The body is documented here, not in the input type, because huma would then hold the body in memory.
	a.huma.OpenAPI().Paths[op.Path].Post.RequestBody = a.uploadBody(task == jobs.Check)
}

// takeUpload reads an upload and starts its job.
func (c apiRequest) takeUpload(task jobs.Task) (*startedOutput, error) {
	if err := c.RequireUpload(); err != nil {
		return nil, err
	}
	if kind, _, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type")); kind != "multipart/form-data" {
		return nil, httperr.English(http.StatusUnsupportedMediaType, "The content type of an upload must be multipart/form-data.",
			"Send each file as a part named file: curl -F file=@finals.zip.")
	}
	upload, err := c.api.Uploads.Receive(c.w, c.r, c.Reader, jobs.Upload{}, setField)
	if err != nil {
		return nil, err
	}
	upload.Task = task
	return c.startJob(c.r.Context(), upload)
}

// startJob starts the job of an upload. upload.Against has IDs of contests, not names.
func (c apiRequest) startJob(ctx context.Context, upload jobs.Upload) (*startedOutput, error) {
	if err := c.checkEarlierContests(ctx, upload); err != nil {
		upload.RemoveFiles(c.api.Log)
		return nil, err
	}
	id, err := c.api.Uploads.Start(ctx, c.Reader, upload, jobs.Snapshot{})
	if err != nil {
		return nil, err
	}
	j, ok := c.api.Jobs.Find(id)
	if !ok { // the queue keeps only the last 100 jobs that have ended
		return nil, errNoJob
	}
	snapshot, _ := j.Watch()
	return &startedOutput{basePath + "/jobs/" + id, apiJobOf(snapshot)}, nil
}

// checkEarlierContests refuses earlier contests that the viewer may not see, and the contest itself.
func (c apiRequest) checkEarlierContests(ctx context.Context, upload jobs.Upload) error {
	if len(upload.Against) == 0 {
		return nil
	}
	list, err := c.Contests(ctx)
	if err != nil {
		return err
	}
	for _, id := range upload.Against {
		i := slices.IndexFunc(list, func(k contest.Contest) bool { return strconv.FormatInt(k.ID, 10) == id })
		switch {
		case i < 0:
			return httperr.Unprocessable(fmt.Sprintf("There is no contest %q to compare with.", id), "Give the IDs of contests that you may see.")
		case list[i].Name == upload.Contest:
			return httperr.Unprocessable(fmt.Sprintf("Contest %s cannot be compared with itself.", id),
				"Its own submissions are compared in any case: leave it out.")
		}
	}
	return nil
}

// uploadBody documents the form of an upload.
func (a *API) uploadBody(isCheck bool) *huma.RequestBody {
	field := func(description string, values ...any) *huma.Schema {
		return &huma.Schema{Type: huma.TypeString, Description: description, Enum: values}
	}
	list := func(items *huma.Schema, maxItems int, description string) *huma.Schema {
		return &huma.Schema{Type: huma.TypeArray, Items: items, MaxItems: &maxItems, Description: description}
	}
	// In OpenAPI 3.1, contentMediaType marks binary data. Generators of clients still need the format, as in OpenAPI 3.0.
	file := &huma.Schema{Type: huma.TypeString, Format: "binary", Extensions: map[string]any{"contentMediaType": "application/octet-stream"}}
	manifest := *file
	manifest.Description = "A table (.csv) of the submissions: their paths, participants, problems and more. It replaces format and layout."
	properties := map[string]*huma.Schema{
		"file": list(file, request.MaxFiles, "The archives (.zip, .tar, .tar.gz, .tgz, .tar.zst) or source files of one contest. "+
			"The whole request may have at most "+i18n.English().Bytes(a.Uploads.MaxSize)+"."),
		"manifest": &manifest,
		"contest":  field("The name of the contest: a new one, or one that the submissions are added to. By default the name of the first file."),
		"blind":    field("Whether a new contest is reviewed blind. By default true.", "true", "false"),
	}
	fields := settings.FieldsOf(settings.Input{})
	if isCheck {
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
			switch {
			case f.AboveZero:
				s.Description = strings.TrimSuffix(f.Doc, ".") + ", above 0 and at most 1."
			case isShare(f):
				s.Description = strings.TrimSuffix(f.Doc, ".") + ", 0 to 1."
			}
		default:
			s.Enum = jsonSchema(f).Enum
		}
		properties[f.Name] = s
	}
	for _, l := range lexer.Languages() {
		properties["language"].Enum = append(properties["language"].Enum, l.ID)
	}
	for _, f := range a.Uploads.Formats {
		properties["from"].Enum = append(properties["from"].Enum, f.Name)
	}
	form := &huma.Schema{Type: huma.TypeObject, Properties: properties, Required: []string{"file"}, AdditionalProperties: false}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: form}}}
}

// setField sets one setting of an upload. Unlike the forms of pages, the API refuses unknown fields.
func setField(u *jobs.Upload, name, value string) error {
	f, ok := settings.FieldNamed(name)
	isFlag := name == "blind" || ok && f.Kind == settings.Flag
	switch {
	case isFlag && value != "true" && value != "false":
		return httperr.Unprocessable(fmt.Sprintf("The field %s is %q.", name, value), "Give true or false, or leave it out.")
	case name == "file" || name == "base" || name == "manifest":
		return httperr.Unprocessable("The field "+name+" must be a file.", "Send it with a file name: curl -F "+name+"=@finals.zip.")
	case !ok && !isFlag && name != "contest":
		return httperr.Unprocessable(fmt.Sprintf("There is no field %q.", name),
			"The fields are: "+strings.Join(uploadFieldNames(), ", ")+".")
	}
	err := request.SetField(u, name, value)
	if err != nil && ok {
		return httperr.Unprocessable(fmt.Sprintf("The field %s is %q.", name, value),
			"Give a value as the OpenAPI document says, or leave it out.")
	}
	return err
}

// uploadFieldNames returns the sorted names of all fields of an upload.
func uploadFieldNames() []string {
	names := []string{"base", "blind", "contest", "file", "manifest"}
	for _, f := range settings.Fields {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
}

// maxSkipped is the largest number of skipped items that a failed job or a preview lists.
const maxSkipped = 1000

func apiJobOf(s jobs.Snapshot) apitypes.Job {
	job := apitypes.Job{
		ID: s.ID, Kind: "check", Contest: s.Upload.Contest, State: string(s.State), Stage: s.Stage.String(), Done: s.StepsDone, Total: s.StepsTotal,
		CheckID: s.CheckID, ContestID: s.ContestID,
	}
	switch s.Upload.Task {
	case jobs.Import:
		job.Kind = "import"
	case jobs.Preview:
		job.Kind = "preview"
	}
	if s.Preview != nil {
		job.Preview = apiPreviewOf(*s.Preview)
	}
	if errors.Is(s.Err, context.Canceled) {
		job.State = "cancelled"
	}
	if f := s.Failure(); f != nil {
		skipped := rowsOf(f.Skipped[:min(len(f.Skipped), maxSkipped)], apiSkippedItemOf)
		job.Error = &apitypes.Failure{Message: f.Message.String(), Layout: f.Layout, Doubtful: f.Doubtful, Skipped: skipped}
		job.Error.Advice = f.Advice.String()
	}
	return job
}

func apiPreviewOf(p preview.Preview) *apitypes.Preview {
	skipped := []apitypes.SkippedItem{}
	for _, g := range p.Skipped {
		for _, path := range g.Paths[:min(len(g.Paths), maxSkipped-len(skipped))] {
			skipped = append(skipped, apitypes.SkippedItem{Path: path, Reason: g.Reason.String()})
		}
	}
	return &apitypes.Preview{
		Format: p.Format, Why: p.FormatReason.String(), Layout: p.Layout, LayoutWhy: p.LayoutReason.String(), Doubt: p.Doubt.Message.String(), LayoutToTry: p.Doubt.Layout,
		Participants: p.Participants, Submissions: p.Submissions, ProblemCount: p.ProblemCount,
		Problems: rowsOf(p.Problems, func(problem preview.Problem) apitypes.PreviewProblem {
			return apitypes.PreviewProblem{
				Name: problem.Name, Title: problem.Problem.Title, Participants: problem.Participants, Submissions: problem.Submissions,
				Languages: preview.Tallies(i18n.English(), problem.ByLanguage), FirstRows: rowsOf(problem.FirstRows, func(s preview.Row) apitypes.PreviewRow {
					return apitypes.PreviewRow{
						Participant: s.Participant, Attempt: s.Attempt, Verdict: string(s.Verdict), Language: s.Language,
						Time: utc(s.Time), Kind: string(s.Kind), Files: s.Files, Path: s.Path,
					}
				}),
			}
		}),
		Skipped: skipped, Incomplete: rowsOf(p.Incomplete, i18n.Text.String),
	}
}

func (a *API) addJobs() {
	add(a, auth.SignedIn, huma.Operation{
		OperationID: "listJobs", Method: http.MethodGet, Path: "/jobs", Tags: []string{"checks"},
		Summary: "List jobs",
		Description: "Your jobs, or all jobs for an administrator, the oldest first: waiting and running jobs, and the last 100 that have ended. " +
			"A restarted server continues the jobs that have not ended.",
	}, func(_ context.Context, c apiRequest, _ *struct{}) (*listOutput[apitypes.Job], error) {
		list := slices.DeleteFunc(c.api.Jobs.All(), func(s jobs.Snapshot) bool { return !c.Viewer().CanSeeJobsOf(s.By) })
		return &listOutput[apitypes.Job]{apitypes.List[apitypes.Job]{Items: rowsOf(list, apiJobOf)}}, nil
	})

	type progressInput struct {
		Wait  int    `query:"wait" minimum:"0" maximum:"60" doc:"Wait at most this many seconds for the job to end."`
		Until string `query:"until" default:"end" enum:"end,change" doc:"change: wait until the job's progress changes, or it ends."`
	}
	add(a, auth.SignedIn, huma.Operation{
		OperationID: "getJob", Method: http.MethodGet, Path: "/jobs/{job}", Tags: []string{"checks"},
		Summary: "Get a job", Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, c apiRequest, in *progressInput) (*output[apitypes.Job], error) {
		j, err := c.job()
		if err != nil {
			return nil, err
		}
		ctx, cancel := context.WithTimeout(ctx, time.Duration(in.Wait)*time.Second)
		defer cancel()
		snapshot, changed := j.Watch()
		for waiting := in.Wait > 0; waiting && !snapshot.HasEnded(); snapshot, changed = j.Watch() {
			select {
			case <-changed:
				waiting = in.Until == "end"
			case <-ctx.Done():
				waiting = false
			case <-c.api.Jobs.Closed():
				waiting = false
			}
		}
		return answer(apiJobOf(snapshot), nil)
	})

	add(a, auth.SignedIn, huma.Operation{
		OperationID: "cancelJob", Method: http.MethodPost, Path: "/jobs/{job}/cancel", Tags: []string{"checks"},
		Summary: "Cancel a job", Description: "The job ends soon after. A job that has ended does not change.",
		DefaultStatus: http.StatusAccepted, Errors: []int{http.StatusNotFound},
	}, func(_ context.Context, c apiRequest, _ *struct{}) (*output[apitypes.Job], error) {
		j, err := c.job()
		if err != nil {
			return nil, err
		}
		err = c.api.Jobs.Cancel(j)
		snapshot, _ := j.Watch()
		return answer(apiJobOf(snapshot), err)
	})
}

// job returns the job with the ID in the address.
func (c apiRequest) job() (*jobs.Job, error) {
	j, err := c.api.Jobs.FindFor(c.Viewer(), c.r.PathValue("job"))
	if err != nil {
		return nil, errNoJob
	}
	return j, nil
}

var errNoJob = httperr.English(http.StatusNotFound, "No job of yours has this ID.", "The last 100 ended jobs can be read.")

// startedOutput is the answer of an operation that starts a job.
type startedOutput struct {
	Location string `header:"Location" doc:"The address of the job."`
	Body     apitypes.Job
}
