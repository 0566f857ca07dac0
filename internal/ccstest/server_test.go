package ccstest_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/ccstest"
)

// get requests a path, and returns the status and the body.
func get(t *testing.T, s *ccstest.Server, path string) (int, string) {
	t.Helper()
	r, err := http.Get(s.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return r.StatusCode, string(body)
}

// lines reads up to n complete lines of the event feed. It skips empty lines.
func lines(t *testing.T, s *ccstest.Server, query string, n int) []map[string]any {
	t.Helper()
	r, err := http.Get(s.URL + "contests/regional26/event-feed" + query)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		t.Fatalf("feed%s answers %s", query, r.Status)
	}
	var list []map[string]any
	reader := bufio.NewReader(r.Body)
	for len(list) < n {
		text, err := reader.ReadBytes('\n')
		if err != nil {
			break // the connection broke
		}
		if len(text) == 1 {
			continue
		}
		var line map[string]any
		if err := json.Unmarshal(text, &line); err != nil {
			t.Fatalf("parse the line %q: %v", text, err)
		}
		list = append(list, line)
	}
	return list
}

// In each version of the API, the server has the endpoints and the JSON of that version. It resumes the feed.
func TestVersions(t *testing.T) {
	t.Parallel()
	for _, version := range ccstest.Versions() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			scenario := ccstest.SmallContest()
			scenario.Version = version
			s := ccstest.NewServer(t, scenario)
			status, _ := get(t, s, "contests/regional26/access")
			if hasAccess := status == http.StatusOK; hasAccess != (version >= ccstest.V2022) {
				t.Errorf("version %s: the endpoint access answers %d, want it to exist: %v", version, status, !hasAccess)
			}
			_, body := get(t, s, "contests/regional26/submissions")
			var list []map[string]any
			if err := json.Unmarshal([]byte(body), &list); err != nil || len(list) != 12 {
				t.Fatalf("submissions: %s (error %v), want 12", body, err)
			}
			if got, want := list[4]["time"], "2026-03-14T10:35:00.000+01"; got != want {
				t.Errorf("time is %v, want %v", got, want)
			}
			whole := lines(t, s, "", s.EventCount())
			_, isOldForm := whole[0]["op"]
			if isOldForm != (version == ccstest.V2020) {
				t.Errorf("version %s: the feed begins with %v, want the old form: %v", version, whole[0], !isOldForm)
			}
			since, key := "?since_token=", "token"
			if isOldForm {
				since, key = "?since_id=", "id"
			}
			resumed := lines(t, s, since+whole[4][key].(string), s.EventCount()-5)
			if diff := cmp.Diff(whole[5:], resumed); diff != "" {
				t.Errorf("the feed after the fifth token differs from the whole feed (-whole +resumed):\n%s", diff)
			}
		})
	}
}

// The feed announces everything that a test adds, changes or deletes.
func TestGrow(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.SmallContest())
	before := s.EventCount()
	s.AddSubmission(ccstest.Submission{ID: "500", Team: "t1", Problem: "bottles", Language: "cpp", ContestTime: time.Hour,
		Files: []ccstest.File{{Name: "x.cpp", Content: "int main() {}\n"}}}, ccstest.Judgement{ID: "j500", Submission: "500", Type: "AC"})
	s.Rejudge("j500", ccstest.Judgement{ID: "j501", Submission: "500", Type: "WA"})
	s.Delete("submissions", "500")
	s.EndContest()
	var events []string
	for _, line := range lines(t, s, "", s.EventCount())[before:] {
		event := line["type"].(string)
		if line["data"] == nil {
			event += " deleted"
		}
		events = append(events, event)
	}
	want := []string{"submissions", "judgements", "judgements deleted", "judgements", "submissions deleted", "state"}
	if diff := cmp.Diff(want, events); diff != "" {
		t.Errorf("the feed sent (-want +got):\n%s", diff)
	}
	if status, _ := get(t, s, "contests/regional26/submissions/500/files"); status != http.StatusNotFound {
		t.Errorf("the archive of a deleted submission: status %d, want 404", status)
	}
}

// The server shows each fault as often as a test asks for it.
func TestFaults(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	scenario.Disorder = true
	s := ccstest.NewServer(t, scenario)
	const teams = "contests/regional26/teams"
	s.Fail("teams", 2, ccstest.Fault{Status: http.StatusTooManyRequests, RetryAfter: "3"})
	s.Fail("teams", 1, ccstest.Fault{Page: true})
	s.Fail("teams", 1, ccstest.Fault{Cut: true})
	var got []int
	for range 2 {
		status, _ := get(t, s, teams)
		got = append(got, status)
	}
	status, page := get(t, s, teams)
	if got = append(got, status); !cmp.Equal(got, []int{429, 429, 200}) || !strings.Contains(page, "<title>") {
		t.Errorf("statuses %v, want 429 twice and 200; the last body is %s, want a web page", got, page)
	}
	r, err := http.Get(s.URL + teams)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if _, err := io.ReadAll(r.Body); err == nil {
		t.Error("a body that is cut off is read without an error")
	}
	s.CutFeed(3)
	cut := lines(t, s, "", 100)
	if len(cut) != 3 || !cmp.Equal(cut, lines(t, s, "", 3)) {
		t.Errorf("a feed cut after 3 lines has %d lines: %v", len(cut), cut)
	}
	token := cut[2]["token"].(string)
	s.ForgetTokens()
	if status, _ := get(t, s, "contests/regional26/event-feed?since_token="+token); status != http.StatusBadRequest {
		t.Errorf("a forgotten token: status %d, want 400", status)
	}
	if n := s.Requests()[teams]; n != 4 {
		t.Errorf("%d requests for the teams were counted, want 4", n)
	}
}

// With Disorder, each event comes twice, and some judgement comes before its submission.
func TestDisorder(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	inOrder := ccstest.NewServer(t, scenario)
	scenario.Disorder = true
	s := ccstest.NewServer(t, scenario)
	if s.EventCount() != 2*inOrder.EventCount() {
		t.Fatalf("%d events, want twice the %d that are in order", s.EventCount(), inOrder.EventCount())
	}
	hasEarlyJudgement := false
	seen := map[any]bool{}
	for _, line := range lines(t, s, "", s.EventCount()) {
		data := line["data"].(map[string]any)
		seen[data["id"]] = true
		hasEarlyJudgement = hasEarlyJudgement || line["type"] == "judgements" && !seen[data["submission_id"]]
	}
	if !hasEarlyJudgement {
		t.Error("no judgement comes before its submission")
	}
}

// Each user sees what the account may see, and gets 401 or 403 for the rest.
func TestUsers(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	scenario.DOMjudge = true
	scenario.Users = []ccstest.User{{Name: "reader", Password: "secret"}, {Token: "abc", NoFiles: true, SourceCode: true}}
	s := ccstest.NewServer(t, scenario)
	const submissions = "contests/regional26/submissions"
	const submission = submissions + "/101"
	for _, test := range []struct {
		name, authorization, path string
		status                    int
		hasFiles                  bool // the answer lists or contains files
	}{
		{"no credentials", "", submissions, 401, false},
		{"wrong token", "Bearer x", submissions, 401, false},
		{"password", "Basic cmVhZGVyOnNlY3JldA==", submissions, 200, true},
		{"password, archive", "Basic cmVhZGVyOnNlY3JldA==", submission + "/files", 200, true},
		{"password, source code", "Basic cmVhZGVyOnNlY3JldA==", submission + "/source-code", 403, false},
		{"token", "Bearer abc", submissions, 200, false},
		{"token, archive", "Bearer abc", submission + "/files", 403, false},
		{"token, source code", "Bearer abc", submission + "/source-code", 200, false},
		{"token, access", "Bearer abc", "contests/regional26/access", 200, false},
		{"password, access", "Basic cmVhZGVyOnNlY3JldA==", "contests/regional26/access", 200, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r, err := http.NewRequest(http.MethodGet, s.URL+test.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", test.authorization)
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			body, err := io.ReadAll(answer.Body)
			if err != nil {
				t.Fatal(err)
			}
			if answer.StatusCode != test.status {
				t.Errorf("status %d, want %d", answer.StatusCode, test.status)
			}
			if hasFiles := strings.Contains(string(body), "files") || strings.HasPrefix(string(body), "PK"); hasFiles != test.hasFiles {
				t.Errorf("the answer has files: %t, want %t", hasFiles, test.hasFiles)
			}
		})
	}
}
