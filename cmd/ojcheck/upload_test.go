package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// A judge uploads files. Their names contain the participant, the problem and the verdict, but the page takes
// the whole names for participants and proposes a pattern. The judge reads the files again with the pattern,
// and checks the contest. PostgreSQL, HTTP and the browser are real.
func TestUploadInTwoSteps(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	sources, err := filepath.Glob("../../testdata/submissions/[AB]-*/*/*AC.cpp")
	if err != nil || len(sources) < 20 {
		t.Fatalf("%d programs, %v", len(sources), err)
	}
	for i, source := range sources {
		content, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Dir(source)
		name := fmt.Sprintf("%d_AC_%s_%c.cpp", 1000+i, filepath.Base(folder), filepath.Base(filepath.Dir(folder))[0])
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const layout = "{id}_{verdict}_{participant}_{problem}.{ext}"
	j := newJuror(t)
	j.open(serveFor(t), `main a[href="/contests/new"]`)
	j.leave("form.upload", click(`main a[href="/contests/new"]`))
	j.leave("main", chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{zipped(t, dir)}), click(`form.upload button.main`))
	j.do(chromedp.WaitVisible(chromedp.CSS(".doubt")))
	j.assertText(".doubt", "The participants may be names of files: 1000_AC_", "With the layout "+layout)
	j.assertText(".lead", fmt.Sprintf("%d participants, 1 problem, %[1]d submissions", len(sources)))
	j.checkPage("upload-doubt")

	// A wrong pattern is an error that keeps the upload.
	j.leave("main", fill(`.panel input[name="layout"]`, "{participant}/{id}.cpp"), press("\r"))
	j.do(chromedp.WaitVisible(chromedp.CSS(".failure")))
	j.assertText(".failure", "No path matches the layout {participant}/{id}.cpp", "field Layout")
	j.checkPage("upload-failed")
	j.leave("main", fill(`.panel input[name="layout"]`, layout), click(`button[value="look"]`))
	j.do(chromedp.WaitVisible(chromedp.CSS(".facts")))
	j.assertText(".lead", fmt.Sprintf("2 problems, %d submissions; for example ", len(sources)))
	j.assertText(".facts", "Verdicts", fmt.Sprintf("%d AC", len(sources)))
	if j.text(".doubt") != "" {
		j.Error("the page still doubts the participants")
	}
	j.leave("main", fill(`.panel input[name="contest"]`, "Two steps"), click(`button[value="check"]`))
	j.do(chromedp.WaitVisible(chromedp.CSS("table.ranking")))
	j.assertText("h1", "Two steps")
	j.assertText("main", fmt.Sprintf("%d submissions", len(sources)))
}

// A new user tries the sample contest from the empty page, and reads the help. PostgreSQL, HTTP and the
// browser are real.
func TestSampleContest(t *testing.T) {
	t.Parallel()
	j := newJuror(t)
	j.open(serveFor(t), `form[action="/contests/sample"]`)
	j.assertText("main", "No contests yet", "Upload a contest")
	j.checkPage("empty")
	j.leave("main", click(`form[action="/contests/sample"] button`))
	j.do(chromedp.WaitVisible(chromedp.CSS("table.ranking")))
	j.assertText("h1", "Sample contest")
	j.assertText("main", "150 submissions", "kasia")
	j.leave("h1", click(`header a[href="/help"]`))
	j.assertText("h1", "Help")
	j.checkPage("help")
	j.open(j.origin()+"/", "table.contests")
	j.assertText("table.contests", "Sample contest")
}
