package main

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
)

// remoteServer runs a server, and returns its address and a file with a token of
// its administrator.
func remoteServer(t *testing.T) (server, tokenFile string) {
	t.Helper()
	database := pgtest.New(t)
	link, err := url.Parse(serveFor(t, "--database-url", database))
	if err != nil {
		t.Fatal(err)
	}
	db, err := postgres.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	boss, err := db.FirstAdministrator(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	token, hash := account.NewToken()
	if _, err := db.AddToken(t.Context(), review.CommandLine, account.Token{UserID: boss.ID, Label: "script", Scope: account.WriteScope, ExpiresAt: time.Now().Add(time.Hour)}, hash); err != nil {
		t.Fatal(err)
	}
	tokenFile = filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(tokenFile, []byte(token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return "http://" + link.Host, tokenFile
}

// ojcheckRun runs a command line.
func ojcheckRun(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, notes bytes.Buffer
	status = run(t.Context(), args, nil, &out, &notes)
	return status, out.String(), notes.String()
}

// checkPage is the address of the page of a check.
var checkPage = regexp.MustCompile(`http://\S+/checks/\d+`)

// A server prints the same ranking and the same notes as this machine, in every
// format.
func TestServerChecks(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	server, tokenFile := remoteServer(t)
	here := pgtest.New(t)
	const contest = "../../testdata/submissions"
	remotely := []string{"--server", server, "--token-file", tokenFile}
	for _, tt := range []struct {
		name string
		args []string
	}{
		{"a folder", []string{contest}},
		{"a table cut off", []string{contest, "--top", "3"}},
		{"CSV", []string{contest, "--format", "csv", "--threshold", "0.3"}},
		{"as Dolos writes it", []string{contest, "--format", "dolos-csv"}},
		{"as JPlag writes it", []string{contest, "--format", "jplag-csv"}},
		{"several paths and base code", []string{contest + "/A-digits", contest + "/B-rivers", "--base", contest + "/A-digits/amrit", "--contest", "two"}},
		{"an archive", []string{zipped(t, contest), "--verdicts", "accepted", "--no-templates"}},
		{"against all others", []string{contest, "--contest", "again", "--against", "archive"}},
	} {
		local := append([]string{"check", "--database-url", here}, tt.args...)
		status, want, notes := ojcheckRun(t, local...)
		if status != exitDone {
			t.Fatalf("%s: here, status %d: %s", tt.name, status, notes)
		}
		status, got, notesThere := ojcheckRun(t, append(append([]string{"check"}, tt.args...), append(remotely, "--show-names")...)...)
		if status != exitDone {
			t.Fatalf("%s: there, status %d: %s", tt.name, status, notesThere)
		}
		got = strings.ReplaceAll(got, ",open,0,", ",,,") // here is no jury
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-here +there):\n%s", tt.name, d)
		}
		notesThere = checkPage.ReplaceAllString(notesThere, `"ojcheck serve"`)
		if d := cmp.Diff(lines(notes), lines(notesThere)); d != "" {
			t.Errorf("%s: notes (-here +there):\n%s", tt.name, d)
		}
	}
}

// A server stores what is sent to it.
func TestServerImports(t *testing.T) {
	t.Parallel()
	server, tokenFile := remoteServer(t)
	for range 2 {
		status, out, notes := ojcheckRun(t, "import", "../../testdata/submissions", "--contest", "spring", "--server", server, "--token-file", tokenFile)
		if want := "contest \"spring\": 153 submissions of 45 participants for 4 problems are stored there\n"; status != exitDone || out != want {
			t.Errorf("status %d, printed %q, want %q: %s", status, out, want, notes)
		}
	}
}

// lines are those of a text, less what counts differently here and there: of how
// many pairs the table is, and what else is stored.
func lines(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "listed: ") && !strings.HasPrefix(line, "stored as contest ") {
			list = append(list, line)
		}
	}
	return list
}

// What cannot work is refused with what to do about it.
func TestServerRefuses(t *testing.T) {
	t.Parallel()
	server, tokenFile := remoteServer(t)
	wrong := filepath.Join(t.TempDir(), "wrong")
	if err := os.WriteFile(wrong, []byte("ojc_ABCDEFGHIJKLMNOPQRSTUVWXYZ"), 0o600); err != nil {
		t.Fatal(err)
	}
	one := filepath.Join(t.TempDir(), "one.cpp")
	if err := os.WriteFile(one, []byte("int main() {}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		args   []string
		status int
		want   string
	}{
		{"an unknown token", []string{"check", one, "--server", server, "--token-file", wrong}, exitFailed, "token is not known"},
		{"nobody there", []string{"check", one, "--server", "http://127.0.0.1:1", "--token-file", tokenFile}, exitFailed, "refused"},
		{"no TLS", []string{"check", one, "--server", "http://judge.example", "--token-file", tokenFile}, exitUsage, "https://judge.example"},
		{"a path in the address", []string{"check", one, "--server", server + "/contests", "--token-file", tokenFile}, exitUsage, "has no path"},
		{"no token", []string{"check", one, "--server", server}, exitUsage, "OJCHECK_TOKEN"},
		{"another command", []string{"serve", "--server", server}, exitUsage, "unknown flag --server"},
		{"a database beside it", []string{"check", one, "--server", server, "--token-file", tokenFile, "--data-dir", "x"}, exitUsage, "database of its own"},
		{"names for nobody", []string{"check", one, "--show-names"}, exitUsage, "--server"},
		{"an import of what is no contest", []string{"import", one + "x", "--server", server, "--token-file", tokenFile}, exitFailed, "there is no file"},
		{"no such file", []string{"check", one + "x", "--server", server, "--token-file", tokenFile}, exitFailed, "there is no file"},
		{"nothing to compare", []string{"check", one, "--server", server, "--token-file", tokenFile}, exitFailed, "nothing to compare"},
		{"an unknown contest", []string{"check", one, "--server", server, "--token-file", tokenFile, "--against", "nowhere"}, exitUsage, "nowhere"},
	} {
		status, out, notes := ojcheckRun(t, tt.args...)
		if status != tt.status || out != "" || !strings.Contains(notes, tt.want) {
			t.Errorf("%s: status %d, printed %q, notes %q, want %q", tt.name, status, out, notes, tt.want)
		}
	}
}
