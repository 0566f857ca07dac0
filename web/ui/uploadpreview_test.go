package ui_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/preview"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// The page of an upload shows what was read and skipped, escaped, with doubts and a button for the proposed layout. The
// list of contests leads to it.
func TestPreview(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	s.Checker.OnPreview = func(u jobs.Upload) (preview.Preview, error) {
		in := preview.Input{
			Contest: u.Contest, Format: "hydro", FormatReason: i18n.Verbatim("it is a <b>"),
			Doubt:   preview.Doubt{Message: i18n.Verbatim("the participants may be files."), Layout: "{id}_{participant}.{ext}"},
			Skipped: []contest.SkippedItem{{Path: "a.exe", Reason: i18n.Verbatim("not text")}, {Path: "b.exe", Reason: i18n.Verbatim("not text")}},
		}
		for _, who := range []string{"ann", "bob", "cy", "dee", "eve", webtest.Hostile} {
			in.Submissions = append(in.Submissions, contest.Submission{Participant: who, Problem: "A", Attempt: 1, Language: "cpp", Verdict: "AC", Path: who + ".cpp"})
		}
		return preview.New(in), nil
	}
	path := s.StartPreview(webtest.Part{"file", "finals.zip", "archive"}, webtest.Part{"threshold", "", "0.7"}, webtest.Part{"verdicts", "", "all"})
	a := s.Page(path)
	for name, want := range map[string]string{"threshold": "0.7", "verdicts": "all"} {
		if got := webtest.Attribute(a.One("input", "type", "hidden", "name", name), "value"); got != want {
			t.Errorf("the button sends %s %q, want the setting of the upload, %q", name, got, want)
		}
	}
	webtest.Mention(t, a.Text(), "Upload of finals.zip", "6 participants, 1 problem, 6 submissions; for example <script>", "because it is a <b>",
		"6 submissions by 6 participants: 6 C++", "and 1 more", "Skipped: 2 files", "a.exe, b.exe", "not text", "The participants may be files.", "Look again with this layout")
	if got := webtest.Attribute(a.One("input", "type", "hidden", "name", "layout"), "value"); got != "{id}_{participant}.{ext}" {
		t.Errorf("the button reads with the layout %q, want the proposed one", got)
	}
	webtest.Mention(t, s.Page("/").Text(), "Upload of finals.zip Waiting for you to look at it")
	if len(s.Checker.Uploads()) != 0 {
		t.Error("the upload was checked")
	}

	// Discarded, it is gone.
	s.Do("POST", path+"/cancel", "", "Sec-Fetch-Site", "same-origin")
	if left := webtest.Files(t, s.TempDir); len(left) > 0 {
		t.Errorf("files left: %v, want none", left)
	}
	s.Do("GET", path, "").WantStatus(http.StatusNotFound, "a discarded upload")
	if strings.Contains(s.Page("/").Text(), "finals.zip") {
		t.Error("a discarded upload is still listed")
	}
}

// An upload that nothing can be read from shows only why, and leads to the form for another file.
func TestPreviewOfUnreadableUpload(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	s.Checker.OnPreview = func(jobs.Upload) (preview.Preview, error) {
		return preview.Preview{}, &jobs.Failure{Message: i18n.Verbatim("It is not a zip archive."), Advice: i18n.Verbatim("Discard this upload."), Unreadable: true}
	}
	path := s.StartPreview(webtest.Part{"file", "finals.zip", "archive"}, webtest.Part{"threshold", "", "0.7"})
	a := s.Page(path)
	webtest.Mention(t, a.Text(), "It is not a zip archive. Discard this upload.")
	if forms := a.All("form", "action", path); len(forms) > 0 || len(a.All("fieldset")) > 0 {
		t.Error("the page offers settings for an upload that cannot be read")
	}
	a.One("form", "action", path+"/cancel")
	if a = s.Do("POST", path+"/cancel", "", "Sec-Fetch-Site", "same-origin"); !strings.HasPrefix(a.Header.Get("Location"), "/contests/new?") ||
		!strings.Contains(a.Header.Get("Location"), "threshold=0.7") || strings.Contains(a.Header.Get("Location"), "finals") {
		t.Errorf("it leads to %q, want the form with the settings, without the name of the file", a.Header.Get("Location"))
	}
}

// A user who presses "Check", far below the box that they must tick first, is led to the box, with a sentence.
func TestBrowserConfirmDoubt(t *testing.T) {
	t.Parallel()
	b := webtest.NewBrowser(t)
	b.Checker.OnPreview = func(u jobs.Upload) (preview.Preview, error) {
		return preview.New(preview.Input{
			Contest: u.Contest, Format: "dir", Submissions: []contest.Submission{{Participant: "7_AC_ann", Problem: "A", Path: "A/7_AC_ann.cpp"}},
			Doubt: preview.Doubt{Message: i18n.Verbatim("7_AC_ann seems to hold a verdict.")},
		}), nil
	}
	b.Run(browsertest.Emulate(browsertest.Screen{Width: 390, Height: 844}), webtest.Click(`a[href="/contests/new"]`), webtest.See("form.upload"),
		chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{webtest.FileToUpload(t)}), webtest.Click("form.upload button.main"), webtest.See("form.continue"))
	const sentence = "#confirm-first"
	seen := func() bool {
		return webtest.Eval[bool](b, `(() => {
			const box = document.querySelector("`+sentence+`").getBoundingClientRect();
			return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && document.activeElement.name === "yes";
		})()`)
	}
	if seen() {
		t.Error("the page asks before the user presses a button")
	}
	b.Run(webtest.Click(`button[value="check"]`), webtest.See(sentence))
	if !seen() {
		t.Error("the button does not lead to the box and its sentence")
	}
	b.Run(webtest.Click(`input[name="yes"]`), chromedp.WaitNotVisible(chromedp.CSS(sentence)), webtest.Click(`button[value="check"]`), webtest.See(".ranking"))
	if got := b.Checker.Uploads(); len(got) != 1 || !got[0].Yes {
		t.Errorf("the checker got %+v, want one upload that is confirmed", got)
	}
}

// An upload with an ambiguous layout is checked only if its user says that the detected layout is right: the page asks
// for it, also after a check without it.
func TestConfirmDoubt(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	doubtful := true
	s.Checker.OnPreview = func(u jobs.Upload) (preview.Preview, error) {
		in := preview.Input{Contest: u.Contest, Format: "dir", Submissions: []contest.Submission{{Participant: "7_AC_ann", Problem: "A", Path: "A/7_AC_ann.cpp"}}}
		if doubtful {
			in.Doubt = preview.Doubt{Message: i18n.Verbatim("7_AC_ann seems to hold a verdict."), Layout: "{problem}/{id}_{verdict}_{participant}.{ext}"}
		}
		return preview.New(in), nil
	}
	s.Checker.OnCheck = func(_ context.Context, u jobs.Upload, _ func(i18n.Text, int, int)) (int64, error) {
		if !u.Yes {
			return 0, &jobs.Failure{Message: i18n.Verbatim("7_AC_ann seems to hold a verdict."), Doubtful: true}
		}
		return 1, nil
	}
	path := s.StartPreview(webtest.Part{"file", "finals.zip", "archive"})
	a := s.Page(path)
	webtest.Mention(t, a.Text(), "What was read is right 1 participant, 1 problem, 1 submission; for example 7_AC_ann for A")
	a.One("input", "type", "checkbox", "name", "yes", "required", "")
	a.One("button", "value", "look", "formnovalidate", "")

	path = s.StartCheck(path)
	s.Server.Jobs.Wait()
	a = s.Page(path)
	webtest.Mention(t, a.Text(), "finals could not be checked", "7_AC_ann seems to hold a verdict", "What was read is right")
	a.One("input", "type", "checkbox", "name", "yes", "required", "")

	s.StartCheck(path, webtest.Part{"yes", "", "true"})
	s.Server.Jobs.Wait()
	if got := s.Checker.Uploads(); len(got) != 2 || got[0].Yes || !got[1].Yes {
		t.Errorf("the checker got %+v, want a second upload that is confirmed", got)
	}
	doubtful = false
	if page := s.Page(s.StartPreview(webtest.Part{"file", "finals.zip", "archive"})); strings.Contains(page.Text(), "What was read is right") {
		t.Error("the page of an upload without a doubt asks for a confirmation")
	}
}

// An upload is read again with the settings, the manifest and the base code that the user sends or keeps; files that it
// no longer needs are deleted. The address of the first page leads to the last.
func TestLookAgain(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	first := s.StartPreview(webtest.Part{"file", "finals.zip", "archive"})
	look := func(from string, parts ...webtest.Part) string {
		t.Helper()
		a := s.PostParts(from, append(parts, webtest.Part{"do", "", "look"}, webtest.Part{"contest", "", "Autumn"})...)
		to := a.Header.Get("Location")
		if a.Status != http.StatusSeeOther || !strings.HasPrefix(to, "/uploads/") {
			t.Fatalf("status %d to %q: %s", a.Status, to, a.Text())
		}
		s.Events(to, func(ui.ProgressEvent) {})
		return to
	}
	onDisk := func() (names []string) {
		for path := range webtest.Files(t, s.TempDir) {
			names = append(names, path[strings.LastIndex(path, "/")+1:])
		}
		slices.Sort(names)
		return names
	}
	second := look(first, webtest.Part{"layout", "", "participant/problem"}, webtest.Part{"manifest", "who.csv", "path"}, webtest.Part{"base", "lib.cpp", "x"})
	a := s.Page(second)
	webtest.Mention(t, a.Text(), "Use who.csv", "Use lib.cpp")
	if got := webtest.Attribute(a.One("input", "name", "layout"), "value"); got != "participant/problem" {
		t.Errorf("the layout is %q, want that of the form", got)
	}
	third := look(second, webtest.Part{"kept", "", "manifest"})
	if got := onDisk(); !slices.Equal(got, []string{"finals.zip", "who.csv"}) {
		t.Errorf("on the disk: %q, want the archive and the manifest", got)
	}
	got := s.Checker.Previews()
	if len(got) != 3 || got[2].Manifest.Name != "who.csv" || len(got[2].Base) != 0 || got[2].Contest != "Autumn" || got[2].Files[0] != got[0].Files[0] {
		t.Errorf("previews %+v, want the third with the first archive and the manifest, without base code", got)
	}
	a = s.PostParts(second, webtest.Part{"do", "", "check"})
	if to := a.Header.Get("Location"); to != second+"?done=elsewhere" {
		t.Errorf("checking an upload that was read again leads to %q", to)
	}
	if a := s.Do("GET", second+"?done=elsewhere", ""); a.Header.Get("Location") != third+"?done=elsewhere" {
		t.Errorf("from there it leads to %q, want the upload as it is read now", a.Header.Get("Location"))
	}
	webtest.Mention(t, s.Page(third+"?done=elsewhere").Text(), "nothing was checked")
	s.StartCheck(third)
	s.Server.Jobs.Wait()
	if got := s.Checker.Uploads(); len(got) != 1 || got[0].Manifest.Name != "" || got[0].Contest != "Autumn" {
		t.Errorf("the checker got %+v, want Autumn without a manifest", got)
	}
	for _, path := range []string{first, second, third} {
		if a := s.Do("GET", path, ""); a.Status != http.StatusSeeOther {
			t.Errorf("%s: status %d, want a redirect to the next page", path, a.Status)
		}
	}
	if left := webtest.Files(t, s.TempDir); len(left) > 0 {
		t.Errorf("files left: %v, want none", left)
	}
}
