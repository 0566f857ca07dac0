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

// lines reads up to n complete lines of a feed, without empty ones.
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
			t.Fatalf("%v in %q", err, text)
		}
		list = append(list, line)
	}
	return list
}

func TestVersions(t *testing.T) {
	t.Parallel()
	for _, version := range ccstest.Versions() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			scenario := ccstest.SmallContest()
			scenario.Version = version
			s := ccstest.NewServer(t, scenario)
			status, _ := get(t, s, "contests/regional26/access")
			if has := status == http.StatusOK; has != (version >= ccstest.V2022) {
				t.Errorf("access answers %d", status)
			}
			_, body := get(t, s, "contests/regional26/submissions?team_id=t3&problem_id=asteroids")
			var list []map[string]any
			if err := json.Unmarshal([]byte(body), &list); err != nil || len(list) != 1 {
				t.Fatalf("filtered submissions: %v in %s", err, body)
			}
			if got, want := list[0]["time"], "2026-03-14T10:35:00.000+01"; got != want {
				t.Errorf("time is %v, want %v", got, want)
			}
			first := lines(t, s, "", s.EventCount())
			_, old := first[0]["op"]
			if old != (version == ccstest.V2020) {
				t.Errorf("the feed begins with %v", first[0])
			}
			since, key := "?since_token=", "token"
			if old {
				since, key = "?since_id=", "id"
			}
			rest := lines(t, s, since+first[4][key].(string), s.EventCount()-5)
			if diff := cmp.Diff(first[5:], rest); diff != "" {
				t.Errorf("the rest of the feed differs (-first +later):\n%s", diff)
			}
		})
	}
}

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
		what := line["type"].(string)
		if line["data"] == nil {
			what += " deleted"
		}
		events = append(events, what)
	}
	want := []string{"submissions", "judgements", "judgements deleted", "judgements", "submissions deleted", "state"}
	if diff := cmp.Diff(want, events); diff != "" {
		t.Errorf("the feed sent (-want +got):\n%s", diff)
	}
	if status, _ := get(t, s, "contests/regional26/submissions/500/files"); status != http.StatusNotFound {
		t.Errorf("the archive of a deleted submission: %d", status)
	}
}

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
		t.Errorf("answers %v, then %s", got, page)
	}
	r, err := http.Get(s.URL + teams)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if _, err := io.ReadAll(r.Body); err == nil {
		t.Error("a connection that breaks gives a whole body")
	}
	s.CutFeed(3)
	cut := lines(t, s, "", 100)
	if len(cut) != 3 || !cmp.Equal(cut, lines(t, s, "", 3)) {
		t.Errorf("a cut feed had %d lines: %v", len(cut), cut)
	}
	token := cut[2]["token"].(string)
	s.ForgetTokens()
	if status, _ := get(t, s, "contests/regional26/event-feed?since_token="+token); status != http.StatusBadRequest {
		t.Errorf("a forgotten token: %d", status)
	}
	if n := s.Requests()[teams]; n != 4 {
		t.Errorf("%d requests were counted", n)
	}
}

// TestDisorder checks that each event comes twice, and that the events of one object stay in
// order.
func TestDisorder(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	inOrder := ccstest.NewServer(t, scenario)
	scenario.Disorder = true
	s := ccstest.NewServer(t, scenario)
	if s.EventCount() != 2*inOrder.EventCount() {
		t.Fatalf("%d events, in order %d", s.EventCount(), inOrder.EventCount())
	}
	early := false
	seen := map[any]bool{}
	for _, line := range lines(t, s, "", s.EventCount()) {
		data := line["data"].(map[string]any)
		seen[data["id"]] = true
		early = early || line["type"] == "judgements" && !seen[data["submission_id"]]
	}
	if !early {
		t.Error("no judgement comes before its submission")
	}
}

func TestUsers(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	scenario.DOMjudge = true
	scenario.Users = []ccstest.User{{Name: "reader", Password: "secret"}, {Token: "abc", NoFiles: true, SourceCode: true}}
	s := ccstest.NewServer(t, scenario)
	const submission = "contests/regional26/submissions/101"
	for _, test := range []struct {
		name, authorization, path string
		status                    int
		contains                  bool
	}{
		{"nobody", "", submission, 401, false},
		{"wrong", "Bearer x", submission, 401, false},
		{"basic", "Basic cmVhZGVyOnNlY3JldA==", submission, 200, true},
		{"basic, archive", "Basic cmVhZGVyOnNlY3JldA==", submission + "/files", 200, true},
		{"basic, source code", "Basic cmVhZGVyOnNlY3JldA==", submission + "/source-code", 403, false},
		{"token", "Bearer abc", submission, 200, false},
		{"token, archive", "Bearer abc", submission + "/files", 403, false},
		{"token, source code", "Bearer abc", submission + "/source-code", 200, false},
		{"token, access", "Bearer abc", "contests/regional26/access", 200, false},
		{"basic, access", "Basic cmVhZGVyOnNlY3JldA==", "contests/regional26/access", 200, true},
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
			if contains := strings.Contains(string(body), "files") || strings.HasPrefix(string(body), "PK"); contains != test.contains {
				t.Errorf("files are listed: %t, want %t", contains, test.contains)
			}
		})
	}
}
