package program

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

func language(t *testing.T, name string) *lexer.Language {
	t.Helper()
	l, ok := lexer.ByName(name)
	if !ok {
		t.Fatalf("no language %q", name)
	}
	return l
}

func read(t *testing.T, name string, files ...contest.File) *Program {
	t.Helper()
	p, err := Read(files, language(t, name), false)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func file(path, content string) contest.File {
	return contest.File{Path: path, Content: []byte(content)}
}

func TestReadSeveralFiles(t *testing.T) {
	t.Parallel()
	p := read(t, "java",
		file("Graph.java", "class Graph { int n; }\n"),
		file("Main.java", "class Main { Graph g; }\n"))

	var words []string
	for _, token := range p.Tokens {
		words = append(words, string(p.Text[token.Start:token.End]))
	}
	want := "class Graph { int n ; }  class Main { Graph g ; }"
	if got := strings.Join(words, " "); got != want {
		t.Errorf("tokens stand for %q, want %q", got, want)
	}
	if len(p.Files) != 2 || string(p.Text[p.Files[1].Start:p.Files[1].End]) != "class Main { Graph g; }\n" {
		t.Errorf("files = %+v", p.Files)
	}
	barriers := 0
	for _, token := range p.Tokens {
		if token.Symbol == lexer.Barrier {
			barriers++
		}
	}
	if barriers != 1 {
		t.Errorf("%d barriers between two files, want 1", barriers)
	}
	// No shingle crosses from one file to the other.
	for i, shingle := range p.Code(4).Shingles {
		crosses := false
		for _, token := range p.Tokens[i : i+4] {
			crosses = crosses || token.Symbol == lexer.Barrier
		}
		if crosses != (shingle == 0) {
			t.Errorf("shingle %d is %#x, crosses a barrier: %v", i, shingle, crosses)
		}
	}
}

func TestReadLanguages(t *testing.T) {
	t.Parallel()
	// A header is read as C beside C++; a file of another family is read in the
	// submission's language.
	p := read(t, "cpp", file("main.cpp", "int main() {}"), file("list.c", "int x;"), file("notes.py", "int y;"))
	var got []string
	for _, f := range p.Files {
		got = append(got, f.Language.ID)
	}
	if diff := cmp.Diff([]string{"cpp", "c", "cpp"}, got); diff != "" {
		t.Errorf("languages (-want +got):\n%s", diff)
	}
}

func TestReadForcedLanguage(t *testing.T) {
	t.Parallel()
	p, err := Read([]contest.File{file("list.c", "int x;")}, language(t, "cpp"), true)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Files[0].Language.ID; got != "cpp" {
		t.Errorf("a .c file is read as %s although cpp is forced", got)
	}
}

// An unreadable file does not affect the others.
func TestReadUnreadableFile(t *testing.T) {
	t.Parallel()
	bad := file("table.h", strings.Repeat("\x00", 100))
	p := read(t, "cpp", file("main.cpp", "int x;"), bad, file("util.cpp", "int y;"))
	if len(p.Files) != 2 || len(p.Skipped) != 1 || p.Skipped[0].Path != "table.h" || p.Skipped[0].Reason == "" {
		t.Errorf("files = %+v, skipped = %+v; want only table.h skipped", p.Files, p.Skipped)
	}
	if _, err := Read([]contest.File{bad}, language(t, "cpp"), false); !errors.Is(err, lexer.ErrBinary) {
		t.Errorf("error = %v, want ErrBinary", err)
	}
}

func TestBaseCode(t *testing.T) {
	t.Parallel()
	template := "int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }\n"
	base, skipped := ReadBase([]contest.File{file("lib.cpp", template), file("lib.unknown", "?"), file("one.cpp", "int x;")}, nil, 8)
	if len(skipped) != 2 || skipped[0].Path != "lib.unknown" || skipped[1].Path != "one.cpp" {
		t.Errorf("skipped = %v, want lib.unknown and one.cpp", skipped)
	}

	p := read(t, "cpp", file("a.cpp", template+"void solve() { while (true) { cout << 1; } }\n"))
	base.Mark(p)
	for i, token := range p.Tokens {
		if want := token.End <= len(template); (p.Exclusions[i] == ExcludedBase) != want {
			t.Errorf("token %d, %q: exclusion = %v, want base code: %v", i, p.Text[token.Start:token.End], p.Exclusions[i], want)
		}
	}
	for i, symbol := range p.Code(8).Symbols {
		if (symbol == lexer.Barrier) != (p.Exclusions[i] == ExcludedBase) {
			t.Errorf("token %d: symbol %v although exclusion = %v", i, symbol, p.Exclusions[i])
		}
	}

	// Base code counts in its family of languages only.
	other := read(t, "java", file("A.java", "class A { "+template+" }"))
	base.Mark(other)
	if other.Exclusions != nil {
		t.Error("C++ base code counts in Java")
	}
}

const sieve = `#include <cstdio>
int main() {
	int n; scanf("%d", &n);
	bool composite[1000] = {};
	for (int i = 2; i * i <= n; i++)
		if (!composite[i])
			for (int j = i * i; j <= n; j += i) composite[j] = true;
	int count = 0;
	for (int i = 2; i <= n; i++) if (!composite[i]) count++;
	printf("%d\n", count);
	return 0;
}
`

// The archive stores fingerprints for years: if this one changes, raise
// FingerprintVersion.
func TestFingerprintIsStable(t *testing.T) {
	t.Parallel()
	if want := 20_102; FingerprintVersion != want {
		t.Errorf("FingerprintVersion = %d, this test expects %d: see whether the fingerprint has changed", FingerprintVersion, want)
	}
	got, ok := Fingerprint(read(t, "cpp", file("a.cpp", sieve)).Tokens)
	const want simhash.Fingerprint = 0x272cdf570d0034b4
	if !ok || got != want {
		t.Errorf("version %d: fingerprint = %v, want %v", FingerprintVersion, got, want)
	}
}

func TestFingerprintDistances(t *testing.T) {
	t.Parallel()
	fingerprint := func(source string) simhash.Fingerprint {
		f, ok := Fingerprint(read(t, "cpp", file("a.cpp", source)).Tokens)
		if !ok {
			t.Fatalf("no fingerprint of %q", source)
		}
		return f
	}
	original := fingerprint(sieve)
	renamed := fingerprint(strings.NewReplacer("composite", "marked", "count", "total", "\t", "  ", "1000", "2000").Replace(sieve))
	if renamed != original {
		t.Errorf("renaming changes %d bits", simhash.Distance(original, renamed))
	}
	edited := fingerprint(strings.Replace(sieve, "int count = 0;", "int count = 0, unused = 1;", 1))
	if d := simhash.Distance(original, edited); d == 0 || d > 16 {
		t.Errorf("one more variable changes %d bits, want few", d)
	}
	other := fingerprint("struct Node { Node *next; int key; };\nint depth(Node *node) { if (!node) return 0; return 1 + depth(node->next); }\nclass Stack { public: void push(int v) { data.push_back(v); } private: std::vector<int> data; };\n")
	if d := simhash.Distance(original, other); d < 16 {
		t.Errorf("another program is %d bits away", d)
	}
}

func TestFingerprintOfShortPrograms(t *testing.T) {
	t.Parallel()
	for _, source := range []string{"", "int x;", "int main() { return 0; }", strings.Repeat("x = 1;\n", 500)} {
		if f, ok := Fingerprint(read(t, "cpp", file("a.cpp", source)).Tokens); ok {
			t.Errorf("%.30q has the fingerprint %v", source, f)
		}
	}
}
