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
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/api"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// These tests share a site: each says whether the contest is blind, and has a problem of its own.
func TestAddSubmission(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	for name, test := range map[string]func(*testing.T, *apiSite){
		"stored once": testStoredOnce, "blind": testAddedBlind, "at once": testAddedAtOnce, "refused": testAddRefuses,
	} {
		t.Run(name, func(t *testing.T) { test(t, s.with(t)) })
	}
}

// A submission is stored once, however often it is sent. The log has the sender.
func testStoredOnce(t *testing.T, s *apiSite) {
	webtest.Must(t, s.DB.SetSettings(t.Context(), s.Person("cid"), s.Check.ContestID, contest.Settings{Blind: new(false)}))
	post := func(body string) (added api.ApiAdded) {
		t.Helper()
		a := s.call(s.writeToken, "POST", "/contests/{contest}/submissions", body, "application/json")
		if err := json.Unmarshal([]byte(a.Body), &added); err != nil || a.Status != http.StatusCreated || added.Submission == nil {
			t.Fatalf("status %d: %v: %s", a.Status, err, a.Body)
		}
		return added
	}
	add := func(body string) api.ApiSubmission { return *post(body).Submission }
	const first = `{"problem":"Z","participant":"zoe","verdict":"wa","files":[{"path":"b.cpp","text":"int b;"},{"path":"a.h","text":"int a;"}]}`
	const second = `{"problem":"Z","participant":"zoe","system_id":"run-7","verdict":"AC","files":[{"path":"main.py","base64":"cHJpbnQoMSk="}]}`
	firstAnswer, secondAnswer := post(first), post(first)
	if !firstAnswer.ProblemNew || secondAnswer.ProblemNew {
		t.Errorf("problem_new is %v, then %v; want true, then false", firstAnswer.ProblemNew, secondAnswer.ProblemNew)
	}
	firstStored, firstRepeated, secondStored := *firstAnswer.Submission, *secondAnswer.Submission, add(second)
	if firstStored.ID != firstRepeated.ID || firstStored.Attempt != 1 || firstRepeated.Attempt != 1 {
		t.Errorf("sent twice: got %+v and %+v, want the same ID and attempt 1", firstStored, firstRepeated)
	}
	rejudged := add(strings.Replace(second, "AC", "CE", 1))
	if secondStored.Attempt != 2 || rejudged.Attempt != 2 || rejudged.Verdict != "CE" {
		t.Errorf("judged again: got %+v, then %+v; want attempt 2 twice, then the verdict CE", secondStored, rejudged)
	}
	if secondStored.SystemID != "run-7" || secondStored.Participant != "zoe" || secondStored.Path != "submissions/run-7" {
		t.Errorf("stored: got %+v, want run-7 of zoe at submissions/run-7", secondStored)
	}
	stored, _, err := s.DB.StoredSubmissions(t.Context(), s.Check.ContestID)
	webtest.Must(t, err)
	var got []contest.Submission
	for _, row := range stored {
		if row.Problem == "Z" {
			row.ID = 0
			got = append(got, row)
		}
	}
	if len(got) != 2 {
		t.Fatalf("stored submissions: got %+v, want 2", got)
	}
	hashPath := got[0].Path // without an ID, it ends with a hash of the files
	want := []contest.Submission{
		{Problem: "Z", Participant: "zoe", Kind: contest.Official, Path: hashPath, Language: got[0].Language, Verdict: "WA", Attempt: 1,
			Files: []contest.File{{Path: hashPath + "/a.h", Content: []byte("int a;")}, {Path: hashPath + "/b.cpp", Content: []byte("int b;")}}},
		{Problem: "Z", Participant: "zoe", Kind: contest.Official, Path: "submissions/run-7", Language: got[1].Language, Verdict: "CE", Attempt: 2, SystemID: "run-7",
			Files: []contest.File{{Path: "submissions/run-7/main.py", Content: []byte("print(1)")}}},
	}
	if diff := cmp.Diff(want, got); diff != "" || !strings.HasPrefix(hashPath, "submissions/") {
		t.Errorf("stored at %s (-want +got):\n%s", hashPath, diff)
	}
	log, _, err := s.DB.AuditLog(t.Context(), s.Check.ContestID, review.LogFilter{}, 0, 1)
	webtest.Must(t, err)
	isUpload := func(e review.Entry) bool { return e.Action == review.ActionUpload && e.Actor.Name == "boss" }
	if !slices.ContainsFunc(log, isUpload) {
		t.Errorf("the log has no upload by the sender, boss: %+v", log)
	}
}

// In a blind contest, the answer does not have the participant's number.
func testAddedBlind(t *testing.T, s *apiSite) {
	webtest.Must(t, s.DB.SetSettings(t.Context(), s.Person("cid"), s.Check.ContestID, contest.Settings{Blind: new(true)}))
	participants, err := s.DB.Participants(t.Context(), s.Check.ContestID)
	webtest.Must(t, err)
	for _, name := range []string{participants[0].Name, "zoe"} {
		a := s.call(s.writeToken, "POST", "/contests/{contest}/submissions", `{"problem":"A-digits","participant":"`+name+`","files":[{"path":"a.cpp","text":"int a;"}]}`, "application/json")
		want := fmt.Sprintf(`{"contest_id":%d,"problem":"A-digits","problem_new":false}`, s.Check.ContestID)
		if a.Status != http.StatusCreated || strings.TrimSpace(a.Body) != want || a.Header.Get("Location") != "" {
			t.Errorf("%s: status %d at %q: %s, want %s", name, a.Status, a.Header.Get("Location"), a.Body, want)
		}
	}
}

// Submissions that arrive at the same time get different attempt numbers.
func testAddedAtOnce(t *testing.T, s *apiSite) {
	var clients sync.WaitGroup
	for i := range 6 {
		clients.Go(func() {
			a := s.call(s.writeToken, "POST", "/contests/{contest}/submissions", fmt.Sprintf(`{"problem":"Y","participant":"zoe","files":[{"path":"a.cpp","text":"int a%d;"}]}`, i), "application/json")
			if a.Status != http.StatusCreated {
				t.Errorf("status %d: %s", a.Status, a.Body)
			}
		})
	}
	clients.Wait()
	list, err := s.DB.Submissions(t.Context(), s.Check.ContestID, contest.SubmissionFilter{Problem: "Y"}, 0, 100)
	webtest.Must(t, err)
	var got []int
	for _, submission := range list {
		got = append(got, submission.Attempt)
	}
	slices.Sort(got)
	if want := []int{1, 2, 3, 4, 5, 6}; !slices.Equal(got, want) {
		t.Errorf("attempts %v, want %v", got, want)
	}
}

// Submissions are refused if they could not be read again, or if a path leads out of their folder.
func testAddRefuses(t *testing.T, s *apiSite) {
	for name, body := range map[string]string{
		"an empty source":  `{"problem":"X","participant":"zoe","files":[{"path":"a.cpp","text":" "}]}`,
		"a backslash":      `{"problem":"X","participant":"zoe","files":[{"path":"..\\a.cpp","text":"int a;"}]}`,
		"an ID of dots":    `{"problem":"X","participant":"zoe","system_id":"..","files":[{"path":"a.cpp","text":"int a;"}]}`,
		"an ID with a dot": `{"problem":"X","participant":"zoe","system_id":".7","files":[{"path":"a.cpp","text":"int a;"}]}`,
	} {
		a := s.call(s.writeToken, "POST", "/contests/{contest}/submissions", body, "application/json")
		a.WantStatus(http.StatusUnprocessableEntity, "%s", name)
	}
	for path, test := range map[string]struct{ body, want string }{
		"/contests/{contest}/submissions": {`{"problem":"X","participant":"zoe","files":[{"path":"b.cpp","text":"int b;"},{"path":"a.cpp","text":"int a;","base64":"aW50IGE7"}]}`, "a.cpp"},
		"/contests/{contest}/sources":     {strings.Replace(sourceBody, `"text":`, `"base64":"aW50IGE7","text":`, 1), "two programs"},
		"/search":                         {`{"text":"int a;","base64":"aW50IGE7"}`, "two programs"},
	} {
		if a := s.call(s.writeToken, "POST", path, test.body, "application/json"); a.Status != http.StatusUnprocessableEntity || !strings.Contains(a.Body, test.want) {
			t.Errorf("%s, with text and base64: status %d, want 422 and %q: %s", path, a.Status, test.want, a.Body)
		}
	}
}

// Every accepted submission can be stored: its names are one line, and its files are sorted, below its path.
func FuzzNewSubmission(f *testing.F) {
	f.Add("A", "ann", "main.cpp", "b.cpp", "cpp", "AC")
	f.Add(" ", "\u202e", "../x", "/etc/passwd", "klingon", "")
	f.Add("A\x00", "a\nb", "a//b", "a/./b", "", "\xff")
	f.Add("A", "ann", "a", "a", "GNU C++17", "wa")
	f.Fuzz(func(t *testing.T, problem, participant, first, second, language, verdict string) {
		if max(len(problem), len(participant), len(first), len(second), len(language), len(verdict)) > 4*200 {
			t.Skip("the API refuses texts of more than 200 characters before it reads them")
		}
		sent := api.NewSubmission{Problem: problem, Participant: participant, Language: language, Verdict: verdict,
			Files: []api.NewFile{{Path: first, Text: "x"}, {Path: second, Base64: []byte("y")}}}
		read, err := api.ReadSubmission(sent)
		if shown := new(httperr.Error); err != nil {
			if !errors.As(err, &shown) || shown.Status != http.StatusUnprocessableEntity || shown.Advice == nil {
				t.Fatalf("got error %v, want 422 with advice", err)
			}
			return
		}
		if read.Problem == "" || read.Participant == "" || request.OneLine(read.Problem) != read.Problem || request.OneLine(read.Participant) != read.Participant || request.OneLine(string(read.Verdict)) != string(read.Verdict) {
			t.Errorf("an empty or unprintable name in %+v", read)
		}
		for i, file := range read.Files {
			if !strings.HasPrefix(file.Path, read.Path+"/") || strings.Contains(file.Path, "..") && strings.Contains("/"+file.Path+"/", "/../") {
				t.Errorf("the file %q is not below %q", file.Path, read.Path)
			}
			if i > 0 && read.Files[i-1].Path >= file.Path {
				t.Errorf("%q is before %q: want them sorted, without duplicates", read.Files[i-1].Path, file.Path)
			}
		}
	})
}

// A cursor is read as it was written; other texts are refused.
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
			t.Errorf("a cursor for %d is read as %d: %v", after, got, err)
		}
		if got, err := api.ParseCursor(r, cursor, math.MaxInt64); err == nil && cursor != "" && api.NewCursor(r, got) != cursor || got < 0 {
			t.Errorf("the cursor %q is read as %d, which is not written so", cursor, got)
		}
	})
}
