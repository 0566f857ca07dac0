package program

import (
	"errors"
	"fmt"
	"slices"
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
	p, err := Read(t.Context(), files, language(t, name), false)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func file(path, content string) contest.File {
	return contest.File{Path: path, Content: []byte(content)}
}

// A program of several files has a barrier between them, and no shingle crosses it.
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
		t.Errorf("words of the tokens are %q, want %q", got, want)
	}
	if len(p.Files) != 2 || string(p.Text[p.Files[1].Start:p.Files[1].End]) != "class Main { Graph g; }\n" {
		t.Errorf("files = %+v, want two with their places in the text", p.Files)
	}
	isBarrier := func(token lexer.Token) bool { return token.Symbol == lexer.Barrier }
	for i, shingle := range p.Code(4).Shingles() {
		if crosses := slices.ContainsFunc(p.Tokens[i:i+4], isBarrier); crosses != (shingle == 0) {
			t.Errorf("shingle %d is %#x and crosses a barrier: %v; only such shingles are 0", i, shingle, crosses)
		}
	}
}

// A file is read in the language of its name if this language is in the submission's family, else
// in the submission's language.
func TestReadLanguages(t *testing.T) {
	t.Parallel()
	p := read(t, "cpp", file("main.cpp", "int main() {}"), file("list.c", "int x;"), file("notes.py", "int y;"))
	var got []string
	for _, f := range p.Files {
		got = append(got, f.Language.ID)
	}
	if diff := cmp.Diff([]string{"cpp", "c", "cpp"}, got); diff != "" {
		t.Errorf("languages (-want +got):\n%s", diff)
	}
}

// A forced language applies to all files.
func TestReadForcedLanguage(t *testing.T) {
	t.Parallel()
	p, err := Read(t.Context(), []contest.File{file("list.c", "int x;")}, language(t, "cpp"), true)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Files[0].Language.ID; got != "cpp" {
		t.Errorf("a .c file is read as %s although cpp is forced", got)
	}
}

// An unreadable file is skipped, and the others are read.
func TestReadUnreadableFile(t *testing.T) {
	t.Parallel()
	bad := file("table.h", strings.Repeat("\x00", 100))
	p := read(t, "cpp", file("main.cpp", "int x;"), bad, file("util.cpp", "int y;"))
	if len(p.Files) != 2 || len(p.Skipped) != 1 || p.Skipped[0].Path != "table.h" || p.Skipped[0].Reason.IsZero() {
		t.Errorf("files = %+v, skipped = %+v; want only table.h skipped", p.Files, p.Skipped)
	}
	if _, err := Read(t.Context(), []contest.File{bad}, language(t, "cpp"), false); !errors.Is(err, lexer.ErrBinary) {
		t.Errorf("error = %v, want ErrBinary", err)
	}
}

// Base code is excluded from programs of its family of languages. Base files that cannot be used
// are skipped.
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

	other := read(t, "java", file("A.java", "class A { "+template+" }"))
	base.Mark(other)
	if other.Exclusions != nil {
		t.Error("base code in C++ is excluded from a program in Java")
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

func fingerprintOf(t *testing.T, source string) (simhash.Fingerprint, bool) {
	t.Helper()
	return Fingerprint(lexer.Symbols(read(t, "cpp", file("a.cpp", source)).Tokens))
}

// The archive stores fingerprints for years.
func TestFingerprintIsStable(t *testing.T) {
	t.Parallel()
	got, ok := fingerprintOf(t, sieve)
	const want simhash.Fingerprint = 0x272cdf570d0034b4
	if !ok || got != want {
		t.Errorf("fingerprint = %v, want %v: raise lexer.Version, simhash.Version or the last digits of FingerprintVersion, "+
			"whichever changed it, and correct this test", got, want)
	}
}

// Renaming does not change a fingerprint, a small edit changes few bits, and the fingerprint of
// another program differs in many.
func TestFingerprintDistances(t *testing.T) {
	t.Parallel()
	fingerprint := func(source string) simhash.Fingerprint {
		f, ok := fingerprintOf(t, source)
		if !ok {
			t.Fatalf("no fingerprint of %q", source)
		}
		return f
	}
	original := fingerprint(sieve)
	renamed := fingerprint(strings.NewReplacer("composite", "marked", "count", "total", "\t", "  ", "1000", "2000").Replace(sieve))
	if renamed != original {
		t.Errorf("renaming changes %d bits, want none", simhash.Distance(original, renamed))
	}
	edited := fingerprint(strings.Replace(sieve, "int count = 0;", "int count = 0, unused = 1;", 1))
	if d := simhash.Distance(original, edited); d == 0 || d > 16 {
		t.Errorf("one more variable changes %d bits, want 1 to 16", d)
	}
	other := fingerprint("struct Node { Node *next; int key; };\n" +
		"int depth(Node *node) { if (!node) return 0; return 1 + depth(node->next); }\n" +
		"class Stack { public: void push(int v) { data.push_back(v); } private: std::vector<int> data; };\n")
	if d := simhash.Distance(original, other); d < 16 {
		t.Errorf("another program is %d bits away, want 16 or more", d)
	}
}

// Programs with too few different shingles have no fingerprint.
func TestFingerprintOfShortPrograms(t *testing.T) {
	t.Parallel()
	for _, source := range []string{"", "int x;", "int main() { return 0; }", strings.Repeat("x = 1;\n", 500)} {
		if f, ok := fingerprintOf(t, source); ok {
			t.Errorf("%.30q has the fingerprint %v, want none", source, f)
		}
	}
}

// Functions lists the functions of all files with their tokens. Only in a single file functions are known not to run.
func TestFunctions(t *testing.T) {
	t.Parallel()
	dead, main := "int dead(int a) { return a; }\n", "int main() { return 1"+strings.Repeat(" + 1", 60)+"; }\n"
	for _, test := range []struct {
		files []contest.File
		want  []string
	}{
		{[]contest.File{file("a.cpp", "int n;\n"+dead+main)}, []string{"dead(entry false, uncalled true): int dead ( int a ) { return a ; }", "main(entry true, uncalled false): int main ( ) {"}},
		{[]contest.File{file("a.cpp", dead), file("b.cpp", main)}, []string{"dead(entry false, uncalled false): int dead ( int a ) { return a ; }", "main(entry true, uncalled false): int main ( ) {"}},
	} {
		p := read(t, "cpp", test.files...)
		var got []string
		for _, f := range p.Functions() {
			var words []string
			for _, token := range p.Tokens[f.First : f.First+min(f.Tokens, 11)] {
				words = append(words, string(p.Text[token.Start:token.End]))
			}
			if f.IsEntry {
				words = words[:5]
			}
			got = append(got, fmt.Sprintf("%s(entry %v, uncalled %v): %s", f.Name, f.IsEntry, f.IsUncalled, strings.Join(words, " ")))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%d files (-want +got):\n%s", len(test.files), diff)
		}
	}
}

// The longest files of a program are compared alone, in order, without the shingles between files. Short files, and a program
// of one file, are not.
func TestFilesOfCode(t *testing.T) {
	t.Parallel()
	const most = 20
	var files []contest.File
	for i := range most + 5 {
		files = append(files, file(fmt.Sprintf("%02d.cpp", i), strings.Repeat(fmt.Sprintf("int f%d() { return %d; }\n", i, i), 5+(i+3)%most)))
	}
	files = append(files, file("short.cpp", "int main() { return 0; }\n"))
	code := read(t, "cpp", files...).Code(10)
	got := code.Files(most)
	if len(got) != most {
		t.Fatalf("%d files are compared alone, want %d", len(got), most)
	}
	shingles := 0
	for i, f := range got {
		if len(f.Symbols) < minFileTokens || slices.Contains(f.Symbols, lexer.Barrier) {
			t.Errorf("file %d has the symbols %v, want at least %d of one file", i, f.Symbols, minFileTokens)
		}
		shingles += len(f.Shingles())
		for _, shingle := range slices.Concat(f.Shingles(), f.Wording()) {
			if shingle == 0 {
				t.Errorf("file %d has no shingle at some token, want one at each", i)
			}
		}
	}
	if all := len(code.Shingles()); shingles >= all {
		t.Errorf("the files have %d shingles, want fewer than the %d of the program", shingles, all)
	}
	if got := read(t, "cpp", files[0]).Code(10).Files(most); got != nil {
		t.Errorf("a program of one file has %d files to compare alone, want none", len(got))
	}
}
