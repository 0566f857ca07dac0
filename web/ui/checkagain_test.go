package ui_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// Stored submissions can be checked again without an upload.
func TestCheckAgain(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, form string
		want       jobs.Upload
	}{
		{"default settings", "", uploadWith(settings.Comparison{Threshold: 0.5, MaxChance: 1})},
		{"settings", "verdicts=all&participants=all&threshold=0.25&max_chance=0.01&across_problems=1&no_templates=1",
			uploadWith(settings.Comparison{Verdicts: "all", Participants: "all", Threshold: 0.25, MaxChance: 0.01, AcrossProblems: true, NoTemplates: true})},
		{"chosen contests", "against=3&against=2&against=1&against=77", uploadWith(settings.Comparison{Threshold: 0.5, MaxChance: 1, Against: []string{"Autumn, late", "Spring"}})},
		{"all contests", "earlier=1&against=3", uploadWith(settings.Comparison{Threshold: 0.5, MaxChance: 1, Earlier: true})},
		{"another name is not taken", "contest=Spring", uploadWith(settings.Comparison{Threshold: 0.5, MaxChance: 1})},
	}
	c := webtest.NewContents()
	c.Contests = []string{"Spring", "Autumn, late"}
	site := c.SignedIn(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := *site
			s.T = t
			before := len(s.Checker.Uploads())
			a := s.Do("POST", "/contests/1/checks", test.form, "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin")
			if a.Status != http.StatusSeeOther || !strings.HasPrefix(a.Header.Get("Location"), "/uploads/") {
				t.Fatalf("status %d to %q, want 303 to the progress page: %s", a.Status, a.Header.Get("Location"), a.Text())
			}
			s.Server.Jobs.Wait() // Close would refuse a job that still waits
			test.want.By, test.want.Contest, test.want.StoredContestID = review.Person{ID: 1, Name: "administrator"}, webtest.Hostile, webtest.ContestID
			if diff := cmp.Diff([]jobs.Upload{test.want}, s.Checker.Uploads()[before:]); diff != "" {
				t.Errorf("checked (-want +got):\n%s", diff)
			}
		})
	}
}

// The form of a new check has the settings of the last check, and instead those of the address. That of a retry has all.
func TestCheckFormKeepsSettings(t *testing.T) {
	t.Parallel()
	c := webtest.NewContents()
	c.Contests = []string{"Spring", "Autumn, late"}
	c.Parameters.Threshold, c.Parameters.MaxChance, c.Parameters.Verdicts, c.Parameters.Against = 0.75, 3, "all", []string{"Autumn, late"}
	s := c.SignedIn(t)
	for query, want := range map[string][4]bool{
		"": {true, false, true, true}, "?threshold=0.25": {false, true, true, true}, "?contest=x&threshold=0.25": {false, true, false, false}} {
		body := s.Page("/contests/1/checks" + query).Body
		got := [4]bool{
			strings.Contains(body, `name="threshold" value="0.75"`), strings.Contains(body, `name="threshold" value="0.25"`),
			strings.Contains(body, `<option value="all" selected>`) && strings.Contains(body, `name="against" value="3" checked`),
			strings.Contains(body, `<input type="hidden" name="keep" value="0.2">`),
		}
		if got != want {
			t.Errorf("%q: the form has the threshold of the last check, that of the address, other settings of the last check, and its least stored suspicion: %v, want %v", query, got, want)
		}
	}
}

// A contest without a result names its running check once.
func TestRunningFirstCheck(t *testing.T) {
	t.Parallel()
	for name, checks := range map[string][]contest.CheckState{"before the check is stored": nil, "after it": {contest.Running}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := webtest.NewContents()
			c.States = checks
			s := c.SignedIn(t)
			started := make(chan string, 1)
			s.Checker.OnCheck = blockingCheck(started)
			job := s.Do("POST", "/contests/1/checks", "", "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin").Header.Get("Location")
			<-started
			a := s.Page("/contests/1")
			webtest.Mention(t, webtest.TextOf(a.One("p", "class", "running")), "Checking")
			webtest.Mention(t, a.Text(), "appears here when it is complete.")
			if strings.Contains(a.Text(), "is running") {
				t.Errorf("the page names the running check twice: %s", a.Text())
			}
			s.Do("POST", job+"/cancel", "", "Sec-Fetch-Site", "same-origin")
		})
	}
}

// uploadWith returns an upload with settings.
func uploadWith(c settings.Comparison) jobs.Upload {
	return jobs.Upload{Settings: settings.Settings{Comparison: c}}
}
