package ui_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/account"
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
		{"the base code of the last check", "keep_base=false&keep_base=true", uploadWith(settings.Comparison{Threshold: 0.5, MaxChance: 1})},
		{"no base code", "keep_base=false", jobs.Upload{NoBase: true, Settings: settings.Settings{Comparison: settings.Comparison{Threshold: 0.5, MaxChance: 1}}}},
	}
	c := webtest.NewContents()
	c.Contests = []string{"Spring", "Autumn, late"}
	site := c.SignedIn(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := *site
			s.T = t
			before := len(s.Checker.Uploads())
			a := s.PostParts("/contests/1/checks", partsOf(test.form)...)
			a.WantRedirect("/uploads/")
			s.Server.Jobs.Wait() // Close would refuse a job that still waits
			test.want.By, test.want.Contest = review.Person{ID: 1, Name: "administrator"}, webtest.Hostile
			test.want.TargetContestID, test.want.StoredContestID = webtest.ContestID, webtest.ContestID
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
	c.Parameters.Layout = "{problem}/{participant}/{attempt}.{ext}"
	c.Parameters.Threshold, c.Parameters.MaxChance, c.Parameters.Verdicts, c.Parameters.Against = 0.75, 3, "all", []string{"Autumn, late"}
	s := c.SignedIn(t)
	for query, want := range map[string][5]bool{
		"":                          {true, false, true, true, true},
		"?threshold=0.25":           {false, true, true, true, true},
		"?contest=x&threshold=0.25": {false, true, false, false, false},
	} {
		body := s.Page("/contests/1/checks" + query).Body
		got := [5]bool{
			strings.Contains(body, `name="threshold" value="0.75"`), strings.Contains(body, `name="threshold" value="0.25"`),
			strings.Contains(body, `<option value="all" selected>`) && strings.Contains(body, `name="against" value="3" checked`),
			strings.Contains(body, `<input type="hidden" name="keep" value="0.2">`),
			strings.Contains(body, `<input type="hidden" name="layout" value="{problem}/{participant}/{attempt}.{ext}">`),
		}
		if got != want {
			t.Errorf("%q: the form has the threshold of the last check, that of the address, other settings of the last check, its least stored suspicion, and its layout: %v, want %v", query, got, want)
		}
	}
}

// The form of a new check may also come without files, as a script sends it.
func TestCheckAgainByPlainFields(t *testing.T) {
	t.Parallel()
	s := webtest.NewContents().SignedIn(t)
	if got := webtest.TextOf(s.Page("/contests/1/checks").One("h1")); got != "New check" {
		t.Errorf("the title is %q, want that of the tab", got)
	}
	a := s.Post("/contests/1/checks", "keep_base", "false", "threshold", "0.25")
	a.WantRedirect("/uploads/")
	s.Server.Jobs.Wait()
	want := jobs.Upload{NoBase: true, Settings: settings.Settings{Comparison: settings.Comparison{Threshold: 0.25, MaxChance: 1}}}
	want.By, want.Contest = review.Person{ID: 1, Name: "administrator"}, webtest.Hostile
	want.TargetContestID, want.StoredContestID = webtest.ContestID, webtest.ContestID
	if diff := cmp.Diff([]jobs.Upload{want}, s.Checker.Uploads()); diff != "" {
		t.Errorf("checked (-want +got):\n%s", diff)
	}
}

// The form of a new check takes base code, which is deleted after the check. It names the base code of the last check, without
// what comes from known sources.
func TestCheckAgainWithBase(t *testing.T) {
	t.Parallel()
	c := webtest.NewContents()
	c.Parameters.Base = []string{"io.h", "known sources/published.cpp", "a/tree.cpp", "b.cpp", "c.cpp"}
	s := c.SignedIn(t)
	page := s.Page("/contests/1/checks")
	webtest.Mention(t, page.Text(), "Use that of the last check: io.h, a/tree.cpp, b.cpp and 1 more Files that you choose here replace it.")
	page.One("input", "type", "checkbox", "name", "keep_base", "checked", "")
	if a := s.PostParts("/contests/1/checks", webtest.Part{"keep_base", "", "false"}, webtest.Part{"base", "new.h", "int x;"}); a.Status != http.StatusSeeOther {
		t.Fatalf("status %d, want 303 to the progress page: %s", a.Status, a.Text())
	}
	s.Server.Jobs.Wait()
	uploads := s.Checker.Uploads()
	if len(uploads) != 1 || len(uploads[0].Base) != 1 || uploads[0].Base[0].Name != "new.h" || uploads[0].Base[0].Size != 6 || uploads[0].StoredContestID != webtest.ContestID {
		t.Errorf("checked %+v, want the stored contest with the base code new.h", uploads)
	}
	if left := webtest.Files(t, s.TempDir); len(left) > 0 {
		t.Errorf("files after the check: %v", left)
	}
}

// The form of a new check says that it does not compare with contests of the last check that the user may not see, or that are gone.
func TestCheckFormWithoutEarlierContests(t *testing.T) {
	t.Parallel()
	const note = "The last check also compared with contests that you may not see, or that were deleted. A new check does not."
	c := webtest.NewContents()
	c.Contests = []string{"Spring", "Autumn"}
	c.Parameters.Against = c.Contests
	s := c.SignedIn(t)
	if a := s.Page("/contests/1/checks"); strings.Contains(a.Text(), note) {
		t.Errorf("the form lacks no contest: %s", a.Text())
	}
	user := s.AddUser("carl", false)
	for id, role := range map[int64]account.Role{webtest.ContestID: account.Chief, 2: account.Viewer} {
		webtest.Must(t, s.DB.SetMember(t.Context(), review.CommandLine, id, user.ID, role))
	}
	carl := s.NewClient(t).SignIn("carl")
	a := carl.Page("/contests/1/checks")
	webtest.Mention(t, a.Text(), note)
	if box := a.One("input", "name", "against", "checked", ""); webtest.Attribute(box, "value") != "2" {
		t.Errorf("chosen contest %s, want 2, Spring", webtest.Attribute(box, "value"))
	}
	if strings.Contains(a.Text(), "Autumn") {
		t.Errorf("the form names a contest that the user may not see: %s", a.Text())
	}
	// The check does not tell him which of the participants whom he imported are in Spring: he is no chief judge there.
	if a := carl.PostParts("/contests/1/checks", partsOf("against=2")...); a.Status != http.StatusSeeOther {
		t.Fatalf("status %d, want 303 to the progress page: %s", a.Status, a.Text())
	}
	s.Server.Jobs.Wait()
	if diff := cmp.Diff([]int64{2}, s.Checker.Uploads()[0].NamesSecret); diff != "" {
		t.Errorf("contests whose names the check keeps secret (-want +got):\n%s", diff)
	}
}

// partsOf returns the fields of an encoded form as parts.
func partsOf(form string) (parts []webtest.Part) {
	for field := range strings.SplitSeq(form, "&") {
		if name, value, ok := strings.Cut(field, "="); ok {
			parts = append(parts, webtest.Part{name, "", value})
		}
	}
	return parts
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
			job := s.PostParts("/contests/1/checks").Header.Get("Location")
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
