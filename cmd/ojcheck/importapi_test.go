package main

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
)

// importAPI returns the command line that imports the contest of ccstest.SmallContest.
func importAPI(address, database string) []string {
	return []string{"import", "api", address, "--contest", "regional26", "--quiet", "--database-url", database}
}

// wantImports imports a contest twice. The first import fails, because the system lists one submission more
// at the end. The second imports that submission.
func wantImports(t *testing.T, address string) {
	t.Helper()
	database := pgtest.New(t)
	for _, want := range []struct {
		status int
		text   string
	}{
		{exitFailed, "the system lists 1 submission more than when the import began"},
		{exitDone, "1 submission added"},
	} {
		status, out, errs := runOjcheck(t, importAPI(address, database)...)
		if text := out + errs; status != want.status || !strings.Contains(text, want.text) {
			t.Errorf("status %d, want %d and %q:\n%s", status, want.status, want.text, text)
		}
	}
}

// A submission that arrives during an import is not imported.
func TestImportOfGrowingContest(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	late := scenario.Submissions[len(scenario.Submissions)-1]
	scenario.Submissions = scenario.Submissions[:len(scenario.Submissions)-1]
	scenario.Judgements = nil
	system := ccstest.NewServer(t, scenario)
	target, err := url.Parse(system.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}
	var first sync.Once
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/files") {
			first.Do(func() { system.AddSubmission(late) })
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	wantImports(t, server.URL)
}

// A system that is still loading lists only some of its submissions.
func TestImportOfPartialList(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	server := ccstest.NewServer(t, scenario)
	server.Fail("/submissions", 1, ccstest.Fault{ListLength: len(scenario.Submissions) - 1})
	wantImports(t, server.URL)
}

// If the account can no longer read sources, submissions that the system does not list may be hidden: checks do not leave
// them out.
func TestImportByAccountThatLostRights(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	server := ccstest.NewServer(t, scenario)
	database := pgtest.New(t)
	args := importAPI(server.URL, database)
	mustRun(t, args...)
	server.Delete("submissions", "101")
	server.Fail("/files", -1, ccstest.Fault{Status: http.StatusForbidden})
	if status, _, errs := runOjcheck(t, args...); status != exitFailed || !strings.Contains(errs, "may be hidden and are not left out") {
		t.Errorf("status %d, want %d because the account lost its rights:\n%s", status, exitFailed, errs)
	}
	var superseded int
	db := openDB(t, database)
	if err := db.Pool().QueryRow(t.Context(), "SELECT count(*) FROM submissions WHERE superseded").Scan(&superseded); err != nil || superseded > 0 {
		t.Errorf("%d submissions are left out, want none: %v", superseded, err)
	}
}

// Checks leave out a submission that the system has deleted, after the next import. The archive still has it; if the
// system lists it again, it counts again.
func TestImportOfDeletedSubmission(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	scenario := ccstest.SmallContest()
	server := ccstest.NewServer(t, scenario)
	database := pgtest.New(t)
	pairsWith := func(path string) int {
		t.Helper()
		mustRun(t, importAPI(server.URL, database)...)
		pairs := mustRun(t, "check", "--contest", "Regional 2026", "--quiet", "--format", "csv", "--participants", "all", "--database-url", database)
		return strings.Count(pairs, path)
	}
	before := pairsWith("submissions/101")
	if before == 0 {
		t.Fatal("submission 101 is in no pair")
	}
	server.Delete("submissions", "101")
	if n := pairsWith("submissions/101"); n != 0 {
		t.Errorf("a deleted submission is in %d pairs", n)
	}
	server.AddSubmission(scenario.Submissions[0])
	if n := pairsWith("submissions/101"); n != before {
		t.Errorf("a submission that is back is in %d pairs, want %d", n, before)
	}
}

// If the system renames a team and exchanges the labels of problems, they are still the same participant and problems.
func TestImportOfRenamed(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	server := ccstest.NewServer(t, scenario)
	database := pgtest.New(t)
	db := openDB(t, database)
	describe := func() (participants, problems int, first string) {
		t.Helper()
		mustRun(t, importAPI(server.URL, database)...)
		if err := db.Pool().QueryRow(t.Context(), `
			SELECT (SELECT count(*) FROM participants), (SELECT count(*) FROM problems),
				(SELECT participant_id || ' ' || participant || ' ' || problem_id || ' ' || problem FROM submission_sides WHERE system_id = '101' AND NOT superseded)`).
			Scan(&participants, &problems, &first); err != nil {
			t.Fatal(err)
		}
		return participants, problems, first
	}
	participants, problems, first := describe()
	team := scenario.Teams[slices.IndexFunc(scenario.Teams, func(team ccstest.Team) bool { return team.ID == scenario.Submissions[0].Team })]
	team.Name, team.DisplayName = "Renamed", ""
	server.AddTeam(team)
	server.Set("problems", "asteroids", "label", "B")
	server.Set("problems", "bottles", "label", "A")
	words := strings.Fields(first)
	nowParticipants, nowProblems, now := describe()
	if want := words[0] + " Renamed " + words[len(words)-2] + " B"; now != want || nowParticipants != participants || nowProblems != problems {
		t.Errorf("the first submission was %q and is %q, want %q; %d participants and %d problems, want %d and %d",
			first, now, want, nowParticipants, nowProblems, participants, problems)
	}
}
