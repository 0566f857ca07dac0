package ui_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// The page of a submission shows its program and links to its pairs and its participant, without a hidden name.
func TestSubmissionPage(t *testing.T) {
	t.Parallel()
	g := webtest.NewJurySite(t)
	g.SignInAs("vic")
	pair := g.Pairs[0]
	for _, side := range []contest.Side{pair.Left, pair.Right} {
		a := g.Page(ui.SubmissionPath(side.SubmissionID))
		webtest.Mention(t, a.Text(), fmt.Sprintf("Participant %d, problem %s", side.Number, side.Problem), "with this program, in the newest check",
			fmt.Sprintf("participant-%d/attempt-%d", side.Number, side.Attempt), string(side.Verdict))
		if strings.Contains(a.Body, side.Participant) || strings.Contains(a.Body, side.Path) {
			t.Errorf("the page has the name %q or the path %q", side.Participant, side.Path)
		}
		if links := a.All("a", "href", ui.PairPath(pair.ID)); len(links) != 1 {
			t.Errorf("%d links to the pair, want 1", len(links))
		}
		if links := a.All("a", "href", ui.ParticipantOf(side)); len(links) == 0 {
			t.Error("no link to the participant")
		}
		if lines := a.All("span", "data-line", "1"); len(lines) != 1 {
			t.Errorf("%d first lines, want 1", len(lines))
		}
		if marks := a.All("span", "class", "k"); len(marks) == 0 {
			if marks = a.All("span", "class", "kt"); len(marks) == 0 {
				t.Error("nothing is highlighted")
			}
		}
		// The participant's page links to the submission.
		if links := g.Page(ui.ParticipantOf(side)).All("a", "href", ui.SubmissionPath(side.SubmissionID)); len(links) != 1 {
			t.Errorf("%d links from the participant's page, want 1", len(links))
		}
	}
	cluster := g.Page(ui.ClusterPath(g.Check.ID, 1))
	members, err := g.DB.Cluster(t.Context(), g.Check.ID, 1)
	webtest.Must(t, err)
	for _, m := range members.Members {
		if links := cluster.All("a", "href", ui.SubmissionPath(m.Earliest.SubmissionID)); len(links) == 0 {
			t.Errorf("the page of the cluster has no link to submission %d", m.Earliest.SubmissionID)
		}
	}
	for _, path := range []string{"/submissions/999999999", "/submissions/0", "/submissions/x"} {
		g.Do("GET", path, "").WantStatus(http.StatusNotFound, "%s", path)
	}
}

// The page of a submission shows pairs of the check that the page of the contest shows, also after one that compared nothing.
func TestSubmissionPageAfterEmptyCheck(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("ben")
	run, err := j.DB.BeginCheck(t.Context(), review.CommandLine, contest.Check{ContestID: j.Check.ContestID}, nil, nil)
	webtest.Must(t, err)
	defer run.Close()
	webtest.Must(t, run.Complete(t.Context(), contest.Summary{}, nil, nil))
	pair := j.Pairs[0]
	page := j.Page(ui.SubmissionPath(pair.Left.SubmissionID))
	if links := page.All("a", "href", ui.PairPath(pair.ID)); len(links) != 1 {
		t.Errorf("%d links to the pair, want 1:\n%s", len(links), page.Text())
	}
}

// Files that cannot be read as a program are shown as text, with the reason. No page shows a name.
func TestSubmissionPageOfUnreadableFiles(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	file := func(path, content string) contest.File { return contest.File{Path: path, Content: []byte(content)} }
	tests := []struct {
		name     string
		language string
		files    []contest.File
		want     []string
	}{
		{"names in path and text", "cpp", []contest.File{file("Ada Lovelace/lovelace.cpp", "// by Grace Hopper\nint ada_lovelace() { return 0; }\n")},
			[]string{"C++ · 2 lines", "// by Participant 1", "Participant 2 ()"}},
		{"several files", "cpp", []contest.File{file("Ada Lovelace/a.h", "int x;"), file("Ada Lovelace/b.cpp", "int y;")},
			[]string{"2 files", "file-1.h", "file-2.cpp"}},
		{"binary", "cpp", []contest.File{file("a.cpp", strings.Repeat("\x00\x01\x00Lovelace", 40_000))},
			[]string{"shown as plain text: source is not text", "more bytes not shown", "1 line"}},
		{"too large", "cpp", []contest.File{file("a.cpp", strings.Repeat("lovelace;\n", 20_000))},
			[]string{"shown as plain text: source is too large", "68,930 more bytes not shown", "13,107 lines"}},
		{"many lines", "cpp", []contest.File{file("a.cpp", "int x;"+strings.Repeat("\n", 20_009))},
			[]string{"9 more bytes not shown", "20,000 lines", "C++"}},
		{"one long line", "cpp", []contest.File{file("a.cpp", strings.Repeat("Lovelace ", 80_000))},
			[]string{"source is too large", "more bytes not shown"}},
		{"unknown language", "", []contest.File{file("a.unknown", "hello")},
			[]string{"shown as plain text: its language is not known", "hello"}},
		{"empty", "cpp", []contest.File{file("a.cpp", "")}, []string{"0 lines"}},
	}
	var submissions []contest.Submission
	for i, test := range tests {
		submissions = append(submissions, contest.Submission{
			Problem: "A", Participant: "Ada Lovelace", Kind: contest.Official, Path: fmt.Sprintf("A/Ada Lovelace/%d", i), Language: test.language, Attempt: i + 1, Files: test.files,
		})
	}
	submissions = append(submissions, contest.Submission{Problem: "A", Participant: "Grace Hopper", Kind: contest.Official, Path: "A/hopper", Language: "cpp", Attempt: 1, Files: []contest.File{file("h.cpp", "int x;")}})
	contestID, _, err := in.DB.Import(t.Context(), review.CommandLine, "", contest.Import{Contest: "Autumn", Origin: "autumn.zip", Submissions: submissions})
	webtest.Must(t, err)
	in.AddMember(contestID, "vera", account.Viewer)
	in.SignIn("vera")
	for i, test := range tests {
		a := in.Page(ui.SubmissionPath(submissions[i].ID))
		webtest.Mention(t, a.Text(), append(test.want, fmt.Sprintf("Attempt %d", i+1), "not been checked yet")...)
		for _, secret := range personalData {
			if strings.Contains(a.Body, secret) {
				t.Errorf("%s: the page has %q", test.name, secret)
			}
		}
		if len(a.Body) > 3<<20 {
			t.Errorf("%s: the page has %d bytes, want at most 3 MiB", test.name, len(a.Body))
		}
		if links := a.All("a", "href", ui.SubmissionPath(submissions[(i+1)%len(tests)].ID)); len(links) != 1 {
			t.Errorf("%s: %d links to the next attempt, want 1", test.name, len(links))
		}
	}
}
