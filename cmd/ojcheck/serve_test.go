package main

import (
	"archive/zip"
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
)

// serveFor runs "ojcheck serve" until the test ends, and returns the one-time
// link that it prints.
func serveFor(t *testing.T, flags ...string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	done := make(chan int, 1)
	go func() {
		args := append([]string{"serve", "--addr", "127.0.0.1:0", "--database-url", pgtest.New(t)}, flags...)
		done <- run(ctx, args, nil, writer, t.Output())
		writer.Close()
	}()
	t.Cleanup(func() {
		cancel()
		if status := <-done; status != exitDone {
			t.Errorf("serve ends with status %d", status)
		}
	})
	link := regexp.MustCompile(`https?://\S+/signin\S+`)
	lines := bufio.NewScanner(reader)
	for lines.Scan() {
		if found := link.FindString(lines.Text()); found != "" {
			go io.Copy(io.Discard, reader)
			return found
		}
	}
	t.Fatal("serve prints no link")
	return ""
}

// zipped makes a zip archive of a directory.
func zipped(t *testing.T, dir string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "spring-contest.zip")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(file)
	if err := archive.AddFS(os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// showNames shows the names of the participants of all contests in a database.
func showNames(t *testing.T, url string) {
	t.Helper()
	db, err := postgres.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	contests, err := db.Contests(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range contests {
		if err := db.SetBlind(t.Context(), review.CommandLine, c.ID, false); err != nil {
			t.Fatal(err)
		}
	}
}

// TestEndToEnd walks through the pages as a judge would: it signs in, uploads
// an archive, waits for the end, opens the first pair, clicks a match, and
// downloads the CSV. PostgreSQL, HTTP and the browser are real.
func TestEndToEnd(t *testing.T) {
	t.Parallel()
	tab := browsertest.New(t)
	complaints := browsertest.ConsoleErrors(t, tab)
	do := func(steps ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		if err := chromedp.Do(tab, steps...); err != nil {
			t.Fatal(err)
		}
	}

	url := pgtest.New(t)
	do(browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}),
		chromedp.Navigate(serveFor(t, "--database-url", url)),
		chromedp.Click(chromedp.CSS(`main a[href="/contests/new"]`)),
		chromedp.WaitVisible(chromedp.CSS(`form[action="/uploads"]`)),
		chromedp.SetUploadFiles(chromedp.CSS(`input[type=file][name=file]`), []string{zipped(t, "../../testdata/submissions")}),
		chromedp.Click(chromedp.CSS(`form[action="/uploads"] button.main`)),
		chromedp.WaitVisible(chromedp.CSS(`table.ranking`)))
	if got := inPage[string](t, tab, `document.body.innerText`); !strings.Contains(got, "150 submissions") {
		t.Errorf("the ranking does not say what was understood:\n%s", got)
	}
	capture(t, tab, "ranking")

	downloads := t.TempDir()
	do(allowDownloads(downloads), chromedp.Click(chromedp.CSS(`a[href*="pairs.csv"]`)))
	csv := strings.TrimPrefix(waitForFile(t, downloads, ".csv"), "\ufeff") // the mark is for spreadsheets
	_, first, _ := strings.Cut(csv, "\n")
	fields := strings.Split(first, ",")
	if !strings.HasPrefix(csv, "rank,problem,") || !strings.HasPrefix(first, "1,D-vault,") || len(fields) < 7 {
		t.Fatalf("the CSV begins with %.200q", csv)
	}

	do(chromedp.Click(chromedp.CSS(`table.ranking tbody tr a`)), chromedp.WaitVisible(chromedp.CSS(`.pane[data-side="r"]`)))
	if got := inPage[string](t, tab, `document.querySelector("h1").innerText`); got != fields[3]+" and "+fields[5] {
		t.Errorf("the first pair is headed %q", got)
	}

	// The rest looks for participants by name, which are hidden at first.
	showNames(t, url)

	// A core copied into a large template: a click on it in the one program
	// brings the other to it, which stands further down.
	ranking := inPage[string](t, tab, `(a => a.origin + a.pathname)(document.querySelector("nav.pager a[data-key=u]"))`)
	do(chromedp.Navigate(ranking+"?participant=palmtree&problem=D-vault"),
		chromedp.Click(chromedp.CSS(`table.ranking tbody tr a`)),
		chromedp.WaitVisible(chromedp.CSS(`.pane[data-side="r"]`)))
	const places = `["l", "r"].map(side => document.querySelector('.pane[data-side="' + side + '"]').scrollTop)`
	if at := inPage[[]float64](t, tab, places); at[0] != 0 || at[1] != 0 {
		t.Fatalf("the panes are scrolled to %v at first", at)
	}
	do(chromedp.Click(chromedp.CSS(`.pane[data-side="l"] .match[data-match="1"] .badge`)))
	if at := inPage[[]float64](t, tab, places); at[0] != 0 || at[1] == 0 {
		t.Errorf("after a click on the left match the panes are scrolled to %v, want the right one to move", at)
	}

	// Functions in another order, as the README shows them.
	do(chromedp.Navigate(ranking+"?participant=ivo&problem=B-rivers"),
		chromedp.Click(chromedp.CSS(`table.ranking tbody tr a`)),
		chromedp.WaitVisible(chromedp.CSS(`.pane[data-side="r"]`)))
	capture(t, tab, "pair")
	for _, complaint := range complaints() {
		t.Errorf("the browser complains: %s", complaint)
	}
}

func inPage[T any](t *testing.T, tab context.Context, script string) T {
	t.Helper()
	value, err := chromedp.Run(tab, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return value
}

// allowDownloads lets the browser save files to a directory.
func allowDownloads(dir string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
			Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
		})
		return err
	})
}

// waitForFile waits until a file with the extension is whole, and returns its
// content.
func waitForFile(t *testing.T, dir, extension string) string {
	t.Helper()
	for range 300 {
		// An unfinished download has another extension.
		if names, _ := filepath.Glob(filepath.Join(dir, "*"+extension)); len(names) == 1 {
			content, err := os.ReadFile(names[0])
			if err != nil {
				t.Fatal(err)
			}
			return string(content)
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("no %s was downloaded", extension)
	return ""
}

// capture keeps a picture of the page in $OJCHECK_SCREENSHOTS, for people to
// look at and for the README, where that is set.
func capture(t *testing.T, tab context.Context, name string) {
	t.Helper()
	dir := os.Getenv("OJCHECK_SCREENSHOTS")
	if dir == "" {
		return
	}
	for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844}, {Width: 1440, Height: 900, Dark: true}} {
		if err := chromedp.Do(tab, browsertest.Emulate(screen)); err != nil {
			t.Fatal(err)
		}
		png, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		file := fmt.Sprintf("%s-%d.png", name, screen.Width)
		if screen.Dark {
			file = fmt.Sprintf("%s-%d-dark.png", name, screen.Width)
		}
		if err := os.WriteFile(filepath.Join(dir, file), png, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := chromedp.Do(tab, browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900})); err != nil {
		t.Fatal(err)
	}
}
