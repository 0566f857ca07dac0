package api_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/api"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// A submission is stored once, however often it is sent, by whoever sent it.
func TestAddSubmission(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	if err := s.DB.SetBlind(t.Context(), s.Person("cid"), s.Check.ContestID, false); err != nil {
		t.Fatal(err)
	}
	post := func(body string) (added api.ApiAdded) {
		t.Helper()
		a := s.call(s.writes, "POST", "/contests/{contest}/submissions", body, "application/json")
		if err := json.Unmarshal([]byte(a.Body), &added); err != nil || a.Status != http.StatusCreated || added.Submission == nil {
			t.Fatalf("status %d: %v: %s", a.Status, err, a.Body)
		}
		return added
	}
	add := func(body string) api.ApiSubmission { return *post(body).Submission }
	const first = `{"problem":"Z","participant":"zoe","verdict":"wa","files":[{"path":"b.cpp","text":"int b;"},{"path":"a.h","text":"int a;"}]}`
	const second = `{"problem":"Z","participant":"zoe","system_id":"run-7","verdict":"AC","files":[{"path":"main.py","base64":"cHJpbnQoMSk="}]}`
	fresh, known := post(first), post(first)
	if !fresh.ProblemNew || known.ProblemNew {
		t.Errorf("the problem is new at first alone: %v, then %v", fresh.ProblemNew, known.ProblemNew)
	}
	one, again, two := *fresh.Submission, *known.Submission, add(second)
	if one.ID != again.ID || one.Attempt != 1 || again.Attempt != 1 {
		t.Errorf("sent twice: %+v and %+v", one, again)
	}
	rejudged := add(strings.Replace(second, "AC", "CE", 1))
	if two.Attempt != 2 || rejudged.Attempt != 2 || rejudged.Verdict != "CE" {
		t.Errorf("judged again: %+v and %+v", two, rejudged)
	}
	if two.SystemID != "run-7" || two.Participant != "zoe" || two.Path != "submissions/run-7" {
		t.Errorf("as it is stored: %+v", two)
	}
	stored, _, err := s.DB.StoredSubmissions(t.Context(), s.Check.ContestID)
	if err != nil {
		t.Fatal(err)
	}
	var got []contest.Submission
	for _, one := range stored {
		if one.Problem == "Z" {
			one.ID = 0
			got = append(got, one)
		}
	}
	if len(got) != 2 {
		t.Fatalf("stored are %+v", got)
	}
	hashed := got[0].Path
	want := []contest.Submission{
		{Problem: "Z", Participant: "zoe", Kind: contest.Official, Path: hashed, Language: got[0].Language, Verdict: "WA", Attempt: 1,
			Files: []contest.File{{Path: hashed + "/a.h", Content: []byte("int a;")}, {Path: hashed + "/b.cpp", Content: []byte("int b;")}}},
		{Problem: "Z", Participant: "zoe", Kind: contest.Official, Path: "submissions/run-7", Language: got[1].Language, Verdict: "CE", Attempt: 2, SystemID: "run-7",
			Files: []contest.File{{Path: "submissions/run-7/main.py", Content: []byte("print(1)")}}},
	}
	if diff := cmp.Diff(want, got); diff != "" || !strings.HasPrefix(hashed, "submissions/") {
		t.Errorf("stored at %s (-want +got):\n%s", hashed, diff)
	}
	log, _, err := s.DB.AuditLog(t.Context(), s.Check.ContestID, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	by := 0
	for _, e := range log {
		if e.Action == review.ActionUpload && e.Actor.Name == "boss" {
			by++
		}
	}
	if by == 0 {
		t.Errorf("the log does not say who has sent them: %+v", log)
	}
}

// Who sends a name to a blind contest is not told whose number it is.
func TestAddSubmissionBlind(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	participants, err := s.DB.Participants(t.Context(), s.Check.ContestID)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{participants[0].Name, "zoe"} {
		a := s.call(s.writes, "POST", "/contests/{contest}/submissions", `{"problem":"A-digits","participant":"`+name+`","files":[{"path":"a.cpp","text":"int a;"}]}`, "application/json")
		want := fmt.Sprintf(`{"contest_id":%d,"problem":"A-digits","problem_new":false}`, s.Check.ContestID)
		if a.Status != http.StatusCreated || strings.TrimSpace(a.Body) != want || a.Header.Get("Location") != "" {
			t.Errorf("%s: status %d at %q: %s, want %s", name, a.Status, a.Header.Get("Location"), a.Body, want)
		}
	}
}

// Submissions that come at once are numbered one after another.
func TestAddSubmissionsAtOnce(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	const many = 6
	var all sync.WaitGroup
	for i := range many {
		all.Go(func() {
			a := s.call(s.writes, "POST", "/contests/{contest}/submissions", fmt.Sprintf(`{"problem":"Z","participant":"zoe","files":[{"path":"a.cpp","text":"int a%d;"}]}`, i), "application/json")
			if a.Status != http.StatusCreated {
				t.Errorf("status %d: %s", a.Status, a.Body)
			}
		})
	}
	all.Wait()
	list, err := s.DB.Submissions(t.Context(), s.Check.ContestID, contest.SubmissionFilter{Problem: "Z"}, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, k := range list {
		got = append(got, k.Attempt)
	}
	slices.Sort(got)
	if want := []int{1, 2, 3, 4, 5, 6}; !slices.Equal(got, want) {
		t.Errorf("attempts %v, want %v", got, want)
	}
}

// What would not be read again, or lead elsewhere, is refused.
func TestAddSubmissionRefuses(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	for name, body := range map[string]string{
		"an empty source":  `{"problem":"Z","participant":"zoe","files":[{"path":"a.cpp","text":" "}]}`,
		"a backslash":      `{"problem":"Z","participant":"zoe","files":[{"path":"..\\a.cpp","text":"int a;"}]}`,
		"an ID of dots":    `{"problem":"Z","participant":"zoe","system_id":"..","files":[{"path":"a.cpp","text":"int a;"}]}`,
		"an ID with a dot": `{"problem":"Z","participant":"zoe","system_id":".7","files":[{"path":"a.cpp","text":"int a;"}]}`,
	} {
		a := s.call(s.writes, "POST", "/contests/{contest}/submissions", body, "application/json")
		if a.Status != http.StatusUnprocessableEntity {
			t.Errorf("%s: status %d: %s", name, a.Status, a.Body)
		}
	}
}

// What is read of a submission can be stored, whatever was sent.
func FuzzNewSubmission(f *testing.F) {
	f.Add("A", "ann", "main.cpp", "b.cpp", "cpp", "AC")
	f.Add(" ", "\u202e", "../x", "/etc/passwd", "klingon", "")
	f.Add("A\x00", "a\nb", "a//b", "a/./b", "", "\xff")
	f.Add("A", "ann", "a", "a", "GNU C++17", "wa")
	f.Fuzz(func(t *testing.T, problem, participant, first, second, language, verdict string) {
		sent := api.NewSubmission{Problem: problem, Participant: participant, Language: language, Verdict: verdict,
			Files: []api.NewFile{{Path: first, Text: "x"}, {Path: second, Base64: []byte("y")}}}
		read, err := api.ReadSubmission(sent)
		if told := new(httperr.Error); err != nil {
			if !errors.As(err, &told) || told.Status != http.StatusUnprocessableEntity || told.Advice == "" {
				t.Fatalf("%v does not say what to do", err)
			}
			return
		}
		if read.Problem == "" || read.Participant == "" || request.OneLine(read.Problem) != read.Problem || request.OneLine(read.Participant) != read.Participant || request.OneLine(string(read.Verdict)) != string(read.Verdict) {
			t.Errorf("%+v", read)
		}
		for i, file := range read.Files {
			if !strings.HasPrefix(file.Path, read.Path+"/") || strings.Contains(file.Path, "..") && strings.Contains("/"+file.Path+"/", "/../") {
				t.Errorf("the file %q", file.Path)
			}
			if i > 0 && read.Files[i-1].Path >= file.Path {
				t.Errorf("%q stands before %q", read.Files[i-1].Path, file.Path)
			}
		}
	})
}

// A cursor is read as it was written, and nothing else is one.
func FuzzCursor(f *testing.F) {
	r, err := http.NewRequest("GET", "/api/v1/contests?name=x&limit=3", nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add("", int64(1))
	f.Add("AAAA", int64(1<<40))
	f.Add(api.NewCursor(r, 7), int64(0))
	f.Add("cE0LEu0OAe000000000000", int64(0)) // bits beyond the last byte
	f.Fuzz(func(t *testing.T, cursor string, after int64) {
		if got, err := api.ParseCursor(r, api.NewCursor(r, after), math.MaxInt64); after >= 0 && (err != nil || got != after) {
			t.Errorf("%d is read as %d: %v", after, got, err)
		}
		if got, err := api.ParseCursor(r, cursor, math.MaxInt64); err == nil && cursor != "" && api.NewCursor(r, got) != cursor || got < 0 {
			t.Errorf("%q is read as %d", cursor, got)
		}
	})
}
