package main

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// remoteServer runs a server until the test ends. It returns the address of the server, and a file with a
// token of its administrator.
func remoteServer(t *testing.T) (server, tokenFile string) {
	t.Helper()
	database := pgtest.New(t)
	link, err := url.Parse(serveFor(t, "--database-url", database))
	if err != nil {
		t.Fatal(err)
	}
	db := openDB(t, database)
	administrator, err := db.SignInByLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	token, hash := account.NewToken()
	if _, err := db.AddToken(t.Context(), review.CommandLine, administrator, account.Token{Label: "script", Scope: account.WriteScope, ExpiresAt: time.Now().Add(time.Hour)}, hash); err != nil {
		t.Fatal(err)
	}
	return "http://" + link.Host, newFile(t, "token", token+"\n")
}

// checkAddress matches the address of the page of a check.
var checkAddress = regexp.MustCompile(`http://\S+/checks/\d+`)

// A check on a server prints the same ranking and the same notes as a check on this machine, in every format.
func TestServerChecks(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	server, tokenFile := remoteServer(t)
	localDatabase := pgtest.New(t)
	const contest = "../../testdata/submissions"
	remoteFlags := []string{"--server", server, "--token-file", tokenFile, "--show-names"}
	cutOff := zipped(t, contest)
	if err := os.Truncate(cutOff, 9000); err != nil {
		t.Fatal(err)
	}
	singleFiles, err := filepath.Glob(contest + "/A-digits/*/*.cpp")
	if err != nil || len(singleFiles) < 10 {
		t.Fatalf("%d files: %v", len(singleFiles), err)
	}
	for _, tt := range []struct {
		name       string
		args       []string
		wantStatus int
	}{
		{"a folder", []string{contest}, exitDone},
		{"the first rows of a table", []string{contest + "/B-rivers", "--top", "3"}, exitDone},
		{"CSV", []string{contest + "/B-rivers", "--format", "csv", "--threshold", "0.3"}, exitDone},
		{"the CSV of Dolos", []string{contest + "/B-rivers", "--format", "dolos-csv"}, exitDone},
		{"the CSV of JPlag", []string{contest + "/B-rivers", "--format", "jplag-csv"}, exitDone},
		{"several paths and base code", []string{contest + "/A-digits", contest + "/B-rivers", "--base", contest + "/A-digits/amrit", "--contest", "two"}, exitDone},
		{"single files of the same names", singleFiles, exitDone},
		{"an archive", []string{zipped(t, contest+"/A-digits"), "--contest", "zip", "--verdicts", "accepted", "--no-templates"}, exitDone},
		{"against all others", []string{contest + "/B-rivers", "--contest", "again", "--against", "archive"}, exitDone},
		{"an archive that is cut off", []string{cutOff, "--contest", "part"}, exitFailed},
	} {
		status, want, localNotes := runOjcheck(t, append([]string{"check", "--database-url", localDatabase}, tt.args...)...)
		if status != tt.wantStatus {
			t.Fatalf("%s: on this machine: status %d: %s", tt.name, status, localNotes)
		}
		status, got, remoteNotes := runOjcheck(t, slices.Concat([]string{"check"}, tt.args, remoteFlags)...)
		if status != tt.wantStatus {
			t.Fatalf("%s: on the server: status %d: %s", tt.name, status, remoteNotes)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-this machine +server):\n%s", tt.name, d)
		}
		remoteNotes = checkAddress.ReplaceAllString(remoteNotes, `"ojcheck serve"`)
		if d := cmp.Diff(comparableLines(localNotes), comparableLines(remoteNotes)); d != "" {
			t.Errorf("%s: notes (-this machine +server):\n%s", tt.name, d)
		}
	}

	// A report has the decisions.
	db := openDB(t, localDatabase)
	newest, err := (&archive{DB: db}).newestCheck(t.Context(), "B-rivers")
	if err != nil {
		t.Fatal(err)
	}
	pairs, _, err := db.Pairs(t.Context(), newest.ID, newest.Parameters.Filter())
	if err != nil || len(pairs) == 0 {
		t.Fatalf("%d pairs: %v", len(pairs), err)
	}
	user, err := db.AddUser(t.Context(), review.CommandLine, "ann", "", false)
	if err == nil {
		_, err = db.Decide(t.Context(), review.Person{ID: user.ID, Name: user.Name}, review.KeyOf(newest.ContestID, pairs[0]), review.Review{Decision: review.Dismissed})
	}
	if err != nil {
		t.Fatal(err)
	}
	for format, want := range map[string]string{"csv": ",dismissed,1,ann,", "json": `"state":"dismissed","decided_by":1,"reviewers":["ann"]`} {
		status, got, notes := runOjcheck(t, "report", "B-rivers", "--database-url", localDatabase, "--format", format)
		if status != exitDone || !strings.Contains(got, want) {
			t.Errorf("report as %s: status %d, printed %q; want %d and %q: %s", format, status, got, exitDone, want, notes)
		}
	}
}

// An import to a server stores all submissions, and a second import changes nothing.
func TestServerImports(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	server, tokenFile := remoteServer(t)
	for range 2 {
		status, out, notes := runOjcheck(t, "import", "../../testdata/submissions", "--contest", "spring", "--server", server, "--token-file", tokenFile)
		if want := "contest \"spring\": 153 submissions of 45 participants for 4 problems are stored there\n"; status != exitDone || out != want {
			t.Errorf("status %d, printed %q; want status %d and %q: %s", status, out, exitDone, want, notes)
		}
	}
	// Single files come with their folders.
	args := []string{"import", "--contest", "files", "--server", server, "--token-file", tokenFile}
	dir := t.TempDir()
	for _, name := range []string{"D/ann.cpp", "D/bob.cpp", "E/ann.cpp"} {
		if err := writeFiles(dir, map[string][]byte{name: []byte("int main() { return 0; }")}); err != nil {
			t.Fatal(err)
		}
		args = append(args, filepath.Join(dir, name))
	}
	status, out, notes := runOjcheck(t, args...)
	if want := "contest \"files\": 3 submissions of 2 participants for 2 problems are stored there\n"; status != exitDone || out != want {
		t.Errorf("status %d, printed %q; want status %d and %q: %s", status, out, exitDone, want, notes)
	}
}

// A search on a server, and the list of its contests, print what they print on this machine.
func TestServerSearches(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	t.Parallel()
	server, tokenFile := remoteServer(t)
	localDatabase := pgtest.New(t)
	here, there := []string{"--database-url", localDatabase}, []string{"--server", server, "--token-file", tokenFile}
	const program = "../../testdata/submissions/B-rivers/anika/01-AC.cpp"
	for _, contest := range []string{"A-digits", "B-rivers"} {
		args := []string{"check", "-q", "../../testdata/submissions/" + contest}
		mustRun(t, slices.Concat(args, here)...)
		mustRun(t, slices.Concat(args, there, []string{"--show-names"})...)
	}
	day := regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)
	for _, args := range [][]string{
		{"search", program},
		{"search", program, "--format", "json"},
		{"search", program, "--format", "csv", "--contest", "B-rivers", "--language", "c++17"},
		{"contest", "list"},
	} {
		status, want, localNotes := runOjcheck(t, slices.Concat(args, here)...)
		if status != exitDone || strings.Count(want, "\n") < 3 {
			t.Fatalf("%q on this machine: status %d, printed %q: %s", args, status, want, localNotes)
		}
		status, got, notes := runOjcheck(t, slices.Concat(args, there)...)
		if status != exitDone || notes != localNotes {
			t.Errorf("%q on the server: status %d, notes %q; want %d and %q", args, status, notes, exitDone, localNotes)
		}
		if d := cmp.Diff(day.ReplaceAllString(want, "DAY"), day.ReplaceAllString(got, "DAY")); d != "" {
			t.Errorf("%q (-this machine +server):\n%s", args, d)
		}
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--distance", "5"}, "a server searches by its own distance"},
		{[]string{"--top", "0"}, "a server lists 1 to 100 rows"},
		{[]string{"--contest", "A-digits", "--contest", "B-rivers"}, "a server searches one contest or all"},
		{[]string{"--contest", "C"}, `no contest is called "C": there are "`},
		{[]string{"--language", "klingon"}, `unknown language "klingon"`},
		{here, "the server has a database of its own"},
	} {
		status, _, notes := runOjcheck(t, slices.Concat([]string{"search", program}, there, test.args)...)
		if status != exitUsage || !strings.Contains(notes, test.want) {
			t.Errorf("%q: status %d, printed %q; want %d and %q", test.args, status, notes, exitUsage, test.want)
		}
	}
	status, _, notes := runOjcheck(t, slices.Concat([]string{"search", program, "--top", "1"}, there)...)
	if status != exitDone || !strings.Contains(notes, "programs; --top lists up to 100") {
		t.Errorf("--top 1: status %d, printed %q; want the number of programs that are not listed", status, notes)
	}
}

// comparableLines returns the lines of a text, without the two lines that differ on a server: they say how
// many pairs the table lists, and what else is stored.
func comparableLines(text string) (list []string) {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "listed: ") && !strings.HasPrefix(line, "stored as contest ") {
			list = append(list, line)
		}
	}
	return list
}

// Impossible requests are refused with advice.
func TestServerRefuses(t *testing.T) {
	t.Parallel()
	server, tokenFile := remoteServer(t)
	wrong, part := newFile(t, "wrong", "ojc_ABCDEFGHIJKLMNOPQRSTUVWXYZ"), newFile(t, "part", "ojc_ABC\n")
	one := newFile(t, "one.cpp", "int main() {}")
	for _, tt := range []struct {
		name   string
		args   []string
		status int
		want   string
	}{
		{"an unknown token", []string{"check", one, "--server", server, "--token-file", wrong}, exitFailed, "token is not known"},
		{"a part of a token", []string{"check", one, "--server", server, "--token-file", part}, exitUsage, "the given token is not whole: every token begins with ojc_ and has 30 characters or more; copy it again, or create another"},
		{"no server at the address", []string{"check", one, "--server", "http://127.0.0.1:1", "--token-file", tokenFile}, exitFailed, "refused"},
		{"no TLS", []string{"check", one, "--server", "http://judge.example", "--token-file", tokenFile}, exitUsage, "https://judge.example"},
		{"a path in the address", []string{"check", one, "--server", server + "/contests", "--token-file", tokenFile}, exitUsage, "has no path"},
		{"no token", []string{"check", one, "--server", server}, exitUsage, "OJCHECK_TOKEN"},
		{"another command", []string{"serve", "--server", server}, exitUsage, "run it on the machine of the server"},
		{"a server and a database", []string{"check", one, "--server", server, "--token-file", tokenFile, "--data-dir", "x"}, exitUsage, "database of its own"},
		{"names without a server", []string{"check", one, "--show-names"}, exitUsage, "--server"},
		{"an import of a missing file", []string{"import", one + "x", "--server", server, "--token-file", tokenFile}, exitFailed, "there is no file"},
		{"a check of a missing file", []string{"check", one + "x", "--server", server, "--token-file", tokenFile}, exitFailed, "there is no file"},
		{"nothing to compare", []string{"check", one, "--server", server, "--token-file", tokenFile}, exitFailed, "nothing to compare"},
		{"an empty program", []string{"search", os.DevNull, "--server", server, "--token-file", tokenFile}, exitUsage, "is empty: give the source of a program"},
		{"memory of the server", []string{"check", one, "--server", server, "--token-file", tokenFile, "--memory", "64M"}, exitUsage, "--memory is for a check on this machine"},
		{"an unknown contest", []string{"check", one, "--server", server, "--token-file", tokenFile, "--against", "nowhere"}, exitUsage, "nowhere"},
	} {
		status, out, notes := runOjcheck(t, tt.args...)
		if status != tt.status || out != "" || !strings.Contains(notes, tt.want) {
			t.Errorf("%s: status %d, printed %q, notes %q; want status %d, nothing printed, and %q in the notes",
				tt.name, status, out, notes, tt.status, tt.want)
		}
	}
}
