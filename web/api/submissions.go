package api

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

// maxSubmission limits the JSON of one submission, in bytes.
const maxSubmission = 4 << 20

// apiSubmission is a submission in the JSON of the API.
type apiSubmission struct {
	ID              int64      `json:"id" example:"93"`
	ContestID       int64      `json:"contest_id" example:"3"`
	Problem         string     `json:"problem" example:"A"`
	Participant     string     `json:"participant" doc:"The participant's name; in blind contests, a label with a number." example:"Participant 17"`
	Number          int        `json:"number" doc:"The participant's number in the contest." example:"17"`
	Kind            string     `json:"kind" enum:"official,virtual,staff" doc:"How the participant took part."`
	Path            string     `json:"path" doc:"The path from which the submission was read. A later submission from the same path replaces it."`
	Language        string     `json:"language" doc:"The ID of the language; empty if it is not known." example:"cpp"`
	LanguageVersion string     `json:"language_version" doc:"The judge system's name of the language." example:"GNU C++17"`
	Verdict         string     `json:"verdict" doc:"The verdict of the judge system; empty if it is not known." example:"AC"`
	Attempt         int        `json:"attempt" doc:"The number of the attempt: 1 is the participant's first for the problem."`
	Time            *time.Time `json:"time" doc:"When the participant submitted the program."`
	SystemID        string     `json:"system_id" doc:"The judge system's ID of the submission; empty for hidden participants."`
	Erased          string     `json:"erased,omitempty" doc:"Why the program cannot be shown any more; left out if it can, and in lists of submissions."`
	Files           []apiFile  `json:"files,omitempty" nullable:"false" doc:"The files; left out if the program is erased, and in lists of submissions."`
}

// apiAdded is the answer to a request that adds a submission.
type apiAdded struct {
	ContestID  int64          `json:"contest_id" example:"3"`
	Problem    string         `json:"problem" example:"A"`
	ProblemNew bool           `json:"problem_new" doc:"Whether the contest had no submission for this problem before. If you did not expect that, check the name of the problem."`
	Submission *apiSubmission `json:"submission,omitempty" doc:"The stored submission; left out in blind contests, because it would show which participant has which number."`
}

// newSubmission is a submission that a script sends. (Submissions in archives are read by package intake.)
type newSubmission struct {
	Problem         string     `json:"problem" minLength:"1" maxLength:"200" example:"A"`
	Participant     string     `json:"participant" minLength:"1" maxLength:"200" example:"ann"`
	Kind            string     `json:"kind,omitempty" enum:"official,virtual,staff" doc:"How the participant takes part; by default official."`
	Language        string     `json:"language,omitempty" maxLength:"100" doc:"The ID of the language, such as cpp. By default, ojcheck derives it from the file names or language_version."`
	LanguageVersion string     `json:"language_version,omitempty" maxLength:"200" doc:"The judge system's name of the language." example:"GNU C++17"`
	Verdict         string     `json:"verdict,omitempty" maxLength:"50" doc:"The verdict: AC for accepted, CE for a compile error, others as the judge system spells them." example:"AC"`
	Attempt         int        `json:"attempt,omitempty" minimum:"1" maximum:"1000000" doc:"The number of the attempt; by default, and if another submission has it, the next one of the participant for the problem."`
	Time            *time.Time `json:"time,omitempty" nullable:"false" doc:"When the participant submitted the program."`
	SystemID        string     `json:"system_id,omitempty" pattern:"^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$" doc:"The judge system's ID of the submission. A later submission with the same ID replaces it."`
	Files           []newFile  `json:"files" minItems:"1" maxItems:"100" nullable:"false"`
}

// newFile is a source file of a newSubmission.
type newFile struct {
	Path   string `json:"path" minLength:"1" maxLength:"200" doc:"The name of the file, or its path in the folder of the submission." example:"main.cpp"`
	Text   string `json:"text,omitempty" doc:"The text of the file."`
	Base64 []byte `json:"base64,omitempty" minLength:"1" doc:"The file in Base64 instead of text, if it is not UTF-8."`
}

func apiSubmissionOf(row contest.SubmissionRow) apiSubmission {
	return apiSubmission{
		ID: row.SubmissionID, ContestID: row.ContestID, Problem: row.Problem, Participant: row.Participant, Number: row.Number, Kind: string(row.Kind),
		Path: row.Path, Language: row.Language, LanguageVersion: row.LanguageVersion, Verdict: string(row.Verdict), Attempt: row.Attempt,
		Time: utc(row.Time), SystemID: row.SystemID,
	}
}

func (a *API) addSubmissions() {
	tags := []string{"contests"}
	type listInput struct {
		Problem string `query:"problem" doc:"The name of the problem, in full."`
		Number  int    `query:"number" minimum:"0" maximum:"2147483647" doc:"The number of the participant."`
		Page
	}
	add(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "listSubmissions", Method: http.MethodGet, Path: "/contests/{id}/submissions", Tags: tags,
		Summary: "List the submissions of a contest", Description: "The submissions, in the order in which they were stored. Of several submissions from one path, only the latest counts.",
	}, withObject((*access.Reader).Contest, func(
		ctx context.Context, c apiRequest, target contest.Contest, in *listInput,
	) (*listOutput[apiSubmission], error) {
		return listPage(c, in.Page, math.MaxInt64, func(after int64, limit int) ([]apiSubmission, error) {
			list, err := c.Submissions(ctx, target.ID, contest.SubmissionFilter{Problem: in.Problem, Number: in.Number}, after, limit)
			return rowsOf(list, apiSubmissionOf), err
		}, func(row apiSubmission) int64 { return row.ID })
	}))

	add(a, auth.InSubmission(account.Viewer), huma.Operation{
		OperationID: "getSubmission", Method: http.MethodGet, Path: "/submissions/{id}", Tags: tags,
		Summary: "Read a submission with its source", Description: "In blind contests names in the source are masked. Invisible characters are replaced by visible signs.",
	}, withObject(readSubmission, func(_ context.Context, _ apiRequest, s apiSubmission, _ *struct{}) (*output[apiSubmission], error) {
		return answer(s, nil)
	}))

	add(a, auth.InContest(account.Chief), huma.Operation{
		OperationID: "addSubmission", Method: http.MethodPost, Path: "/contests/{id}/submissions", Tags: tags,
		Summary:       "Add a submission to a contest",
		Description:   "The submission is stored, and the next check compares it. A submission that is sent twice is stored once. Archives are sent to /imports.",
		DefaultStatus: http.StatusCreated, MaxBodyBytes: maxSubmission, Errors: []int{http.StatusInsufficientStorage},
	}, withObject((*access.Reader).Contest, func(
		ctx context.Context, c apiRequest, target contest.Contest, in *struct{ Body newSubmission },
	) (*output[apiAdded], error) {
		s, err := in.Body.submission()
		if err != nil {
			return nil, err
		}
		others, err := c.Submissions(ctx, target.ID, contest.SubmissionFilter{Problem: s.Problem}, 0, 1)
		if err != nil {
			return nil, err
		}
		list := []contest.Submission{s}
		upload := jobs.Upload{By: c.Viewer().Person(), Contest: target.Name, TargetContestID: target.ID, Submissions: list}
		if _, err := c.api.Checker.Import(ctx, upload, func(i18n.Text, int, int) {}); err != nil {
			return nil, asUnprocessable(err)
		}
		added := apiAdded{ContestID: target.ID, Problem: s.Problem, ProblemNew: len(others) == 0}
		if target.Blind {
			return answer(added, nil)
		}
		submission, err := readSubmission(c.Reader, ctx, list[0].ID)
		added.Submission = &submission
		return answer(added, err)
	}))
}

// readSubmission reads a submission with its files.
func readSubmission(r *access.Reader, ctx context.Context, id int64) (apiSubmission, error) {
	side, _, err := r.Submission(ctx, id)
	if err != nil {
		return apiSubmission{}, err
	}
	list, err := r.Submissions(ctx, side.ContestID, contest.SubmissionFilter{ID: id}, 0, 1)
	if err != nil {
		return apiSubmission{}, err
	}
	if len(list) == 0 {
		return apiSubmission{}, contest.ErrNotFound
	}
	s := apiSubmissionOf(list[0])
	pane, err := r.Program(ctx, side, "")
	if errors.Is(err, contest.ErrErased) {
		s.Erased, err = i18n.English().T(contest.ErasedReason), nil
	}
	s.Files = filesOf(pane, true)
	return s, err
}

// submission returns the submission to store. Its path contains the judge system's ID, or else a hash of the
// content. So a submission that is sent twice has the same path, and is stored once.
func (s newSubmission) submission() (contest.Submission, error) {
	result := contest.Submission{
		Problem: request.OneLine(s.Problem), Participant: request.OneLine(s.Participant),
		Kind:            contest.ParticipantKind(cmp.Or(s.Kind, string(contest.Official))),
		LanguageVersion: request.OneLine(s.LanguageVersion), Verdict: contest.Verdict(strings.ToUpper(request.OneLine(s.Verdict))),
		Attempt: cmp.Or(s.Attempt, contest.NextAttempt), SystemID: s.SystemID,
	}
	if err := request.SetLanguage(&result.Language, s.Language); err != nil {
		return result, httperr.Unprocessable(fmt.Sprintf("There is no language %q.", s.Language), "Give an ID such as cpp, or leave it out.")
	}
	if result.Problem == "" || result.Participant == "" {
		return result, httperr.Unprocessable("The problem or the participant has no name.", "Give both.")
	}
	if s.Time != nil {
		if !contest.ValidTime(*s.Time) {
			return result, httperr.Unprocessable("The time is before the year 1 or after the year 9999 in UTC.", "Correct it, or leave it out.")
		}
		result.Time = s.Time.UTC()
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %q\n", result.Problem, result.Participant)
	slices.SortFunc(s.Files, func(a, b newFile) int { return strings.Compare(a.Path, b.Path) })
	for i, f := range s.Files {
		content, err := contentOf(f.Text, f.Base64)
		switch {
		case !fs.ValidPath(f.Path) || f.Path == "." || request.OneLine(f.Path) != f.Path || strings.Contains(f.Path, `\`):
			return result, httperr.Unprocessable(fmt.Sprintf("The path %q is not valid.", f.Path),
				"Give a file name, or a relative path with slashes.")
		case i > 0 && s.Files[i-1].Path == f.Path:
			return result, httperr.Unprocessable(fmt.Sprintf("There are two files %q.", f.Path), "Give each its own path.")
		case err != nil:
			return result, httperr.Unprocessable(fmt.Sprintf("The file %q has both text and base64.", f.Path), "Give one of them.")
		case len(bytes.TrimSpace(content)) == 0:
			return result, httperr.Unprocessable(fmt.Sprintf("The file %q is empty.", f.Path), "Send its source as text, or as base64.")
		}
		fmt.Fprintf(sum, "%q %d\n", f.Path, len(content))
		_, _ = sum.Write(content) // never fails
		result.Files = append(result.Files, contest.File{Path: f.Path, Content: content})
	}
	result.Path = "submissions/" + cmp.Or(s.SystemID, hex.EncodeToString(sum.Sum(nil)[:16]))
	for i := range result.Files {
		result.Files[i].Path = result.Path + "/" + result.Files[i].Path
	}
	return result, nil
}

// contentOf returns a program that a request has as text or as Base64.
func contentOf(text string, base64 []byte) ([]byte, error) {
	switch {
	case base64 == nil:
		return []byte(text), nil
	case text != "":
		return nil, httperr.Unprocessable("There are two programs, one as text and one as base64.", "Give one of them.")
	}
	return base64, nil
}

// asUnprocessable turns a *jobs.Failure, which the user can correct, into an error with its message and
// advice. It returns any other error unchanged.
func asUnprocessable(err error) error {
	if f, ok := errors.AsType[*jobs.Failure](err); ok {
		return &httperr.Error{Status: http.StatusUnprocessableEntity, Message: f.Message.Err(), Advice: f.Advice.Err()}
	}
	return err
}
