package evidence

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

var update = flag.Bool("update", false, "write the golden files anew")

// read returns a program of several files, given as path, content, path, content, ...
func read(t testing.TB, pathsAndContents ...string) *program.Program {
	t.Helper()
	var files []contest.File
	for i := 0; i < len(pathsAndContents); i += 2 {
		files = append(files, contest.File{Path: pathsAndContents[i], Content: []byte(pathsAndContents[i+1])})
	}
	language, ok := lexer.ByPath(files[0].Path)
	if !ok {
		t.Fatalf("no language for %s", files[0].Path)
	}
	p, err := program.Read(t.Context(), files, language, false)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// minMatch is the length of the shortest match of most tests, in tokens.
const minMatch = 9

// matchesOf returns the matches of two programs of at least minLength tokens.
func matchesOf(left, right *program.Program, minLength int) []pairs.Match {
	const shingleLength = 8
	return pairs.Matches(left.Code(shingleLength).Symbols, right.Code(shingleLength).Symbols, minLength)
}

func testdata(t testing.TB, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// forestView returns a view of a program and its renamed and reordered copy, both with the same base code.
func forestView(t testing.TB) View {
	t.Helper()
	left, right := read(t, "left.cpp", testdata(t, "left.cpp")), read(t, "right.cpp", testdata(t, "right.cpp"))
	base, skipped := program.ReadBase([]contest.File{{Path: "base.cpp", Content: []byte(testdata(t, "base.cpp"))}}, nil, 10)
	if len(skipped) > 0 {
		t.Fatal(skipped)
	}
	base.Mark(left)
	base.Mark(right)
	view := Build(i18n.English(),
		Input{Participant: "Ada & <Grace>", Path: "B/ada/left.cpp", Verdict: "AC", Program: left},
		Input{Participant: "Linus", Path: "B/linus/right.cpp", Verdict: "WA", Program: right},
		matchesOf(left, right, minMatch))
	none, some := 0, 14
	view.OthersClause, view.Matches[0].OtherParticipants, view.Matches[1].OtherParticipants = "who submitted C++ for this problem", &none, &some
	return view
}

// severalFilesView returns a view of a pair in which the left program has several files, and the
// copied code is not in the first.
func severalFilesView(t testing.TB) View {
	t.Helper()
	const copied = "int twice(int x) { return x + x; }\n"
	left := read(t, "A/ada/src/main.cpp", "int a;\n", "A/ada/src/lib/twice & more.cpp", "\n"+copied)
	right := read(t, "A/linus.cpp", copied)
	return Build(i18n.English(), Input{Program: left}, Input{Program: right}, matchesOf(left, right, minMatch))
}

func render(t testing.TB, components ...templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	for _, c := range components {
		if err := c.Render(context.Background(), &b); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// The markup of each component equals its golden file, is the same each time, and obeys a strict
// content security policy.
func TestGolden(t *testing.T) {
	t.Parallel()
	view := forestView(t)
	hamming, chance := 3, 0.0123
	scores := contest.Scores{
		Suspicion: 0.9124, Similarity: 0.627, MaxSimilarity: 0.8371, CoverageLeft: 0.5024, CoverageRight: 0.8371,
		LongestMatch: 1, MatchedTokens: 2193, Hamming: &hamming, Chance: &chance,
	}
	short := contest.Scores{Similarity: 1}
	tests := []struct {
		name      string
		component templ.Component
	}{
		{"panes", Panes(view)},
		{"matchlist", MatchList(view)},
		{"matchlist-none", MatchList(View{})},
		{"matchlist-files", MatchList(severalFilesView(t))},
		{"tokens", Tokens(view)},
		{"timeline", TimelineOf(attempts())},
		{"linediff", LineDiff(view)},
		{"measures", Measures(scores, 22791, "Ada & <Grace>", "Linus")},
		{"measures-no-fingerprint", Measures(short, 9, "a\x1b[31m", "b")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := render(t, test.component)
			if again := render(t, test.component); got != again {
				t.Error("rendered twice, the component gives different bytes")
			}
			path := filepath.Join("testdata", test.name+".golden.html")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("differs from %s: if that is intended, run this test with -update (-want +got):\n%s", path, diff)
			}
			for _, forbidden := range []string{" style=", "<script", " onclick=", "javascript:"} {
				if strings.Contains(got, forbidden) {
					t.Errorf("a strict content security policy forbids %q", forbidden)
				}
			}
		})
	}
}

// outline formats a pane with its marks: ⟨ii:…⟩ is the start of match 2, ⟨…⟩ the continuation of a match,
// ¦ a line in a gap, {…} an excluded passage, and ⟨{…}⟩ one inside a match.
func outline(p Pane) []string {
	var lines []string
	for _, f := range p.Files {
		for _, l := range f.Lines {
			var b strings.Builder
			if l.Gap > 0 {
				b.WriteString("¦")
			}
			for _, r := range l.Runs {
				open, end := "", ""
				if r.Match > 0 {
					open, end = "⟨", "⟩"
				}
				if r.StartsMatch {
					open += strings.Repeat("i", r.Match) + ":"
				}
				if r.Exclusion > 0 {
					open, end = open+"{", "}"+end
				}
				if r.StartsExclusion {
					open += p.Exclusions[r.Exclusion-1].Label + ":"
				}
				b.WriteString(open)
				for _, s := range r.Spans {
					b.WriteString(s.Text)
				}
				b.WriteString(end)
			}
			lines = append(lines, b.String())
		}
	}
	return lines
}

// Build marks matches and excluded code in the text of a pane, as each case says.
func TestBuild(t *testing.T) {
	t.Parallel()
	const helper = "int twice(int x) {\n\n    return x + x; // double\n}\n"
	tests := []struct {
		name        string
		left, right []string                    // path, content, ...
		exclude     func(left *program.Program) // excludes tokens
		want        []string                    // outline of the left pane
		wantMatches []Match
		wantReasons []Exclusion // not compared if nil
	}{
		{
			name:  "a match over several lines leaves indentation and blank lines out",
			left:  []string{"a.cpp", helper},
			right: []string{"b.cpp", "int z;\nint dbl(int y) { return y + y; }\n"},
			want: []string{
				"⟨i:int twice(int x) {⟩",
				"",
				"    ⟨return x + x; // double⟩",
				"⟨}⟩",
			},
			wantMatches: []Match{{Number: 1, Tokens: 13, Pieces: 1, Left: Range{0, 1, 4}, Right: Range{0, 2, 2}}},
		},
		{
			name:  "CRLF, byte order mark and a tab",
			left:  []string{"a.cpp", "\ufeffint twice(int x) {\r\n\treturn x + x;\r\n}\r\n"},
			right: []string{"b.cpp", helper},
			want: []string{
				"⟨i:int twice(int x) {⟩",
				"\t⟨return x + x;⟩",
				"⟨}⟩",
			},
			wantMatches: []Match{{Number: 1, Tokens: 13, Pieces: 1, Left: Range{0, 1, 3}, Right: Range{0, 1, 4}}},
		},
		{
			name:  "the lines of a match are counted in its file",
			left:  []string{"a.cpp", "int a;\n", "b.cpp", "\n" + helper},
			right: []string{"c.cpp", helper},
			want: []string{
				"int a;",
				"",
				"⟨i:int twice(int x) {⟩",
				"",
				"    ⟨return x + x; // double⟩",
				"⟨}⟩",
			},
			wantMatches: []Match{{Number: 1, Tokens: 13, Pieces: 1, Left: Range{1, 2, 5}, Right: Range{0, 1, 4}}},
		},
		{
			name:  "base code over several lines is labelled once",
			left:  []string{"a.cpp", "a++;\nb +=\n    2;\n"},
			right: []string{"b.cpp", "string z;"},
			exclude: func(p *program.Program) {
				p.Exclusions = slices.Concat(make([]program.Exclusion, 3), slices.Repeat([]program.Exclusion{program.ExcludedBase}, 4))
			},
			want: []string{"a++;", "{base code:b +=}", "    {2;}"},
		},
		{
			name:  "own template and template of both are labelled with their reasons",
			left:  []string{"a.cpp", "a++;\nb++;\nc++;\nd++;\n"},
			right: []string{"b.cpp", "string z;"},
			exclude: func(p *program.Program) {
				p.SetTemplate([]contest.Passage{{First: 0, Tokens: 6, Problems: []string{"A", "<C>"}, Earlier: true}, {First: 9, Tokens: 3, Problems: []string{"D"}}})
				p.MarkSharedTemplate(9, 3)
			},
			want: []string{"{own template:a++;}", "{b++;}", "c++;", "{template of both:d++;}"},
			wantReasons: []Exclusion{
				{"own template", "own template, which ann earlier submitted for A and <C>"},
				{"template of both", "template of both, which ann also submitted for D; ben repeats it too"},
			},
		},
		{
			name:  "own template that is matched is marked as a match, the rest is grey",
			left:  []string{"a.cpp", helper + "int more;\n"},
			right: []string{"b.cpp", helper},
			exclude: func(p *program.Program) {
				p.SetTemplate([]contest.Passage{{First: 0, Tokens: len(p.Tokens), Problems: []string{"A"}}})
			},
			want:        []string{"⟨i:int twice(int x) {⟩", "", "    ⟨return x + x; // double⟩", "⟨}⟩", "{own template:int more;}"},
			wantMatches: []Match{{Number: 1, Tokens: 13, Pieces: 1, Left: Range{0, 1, 4}, Right: Range{0, 1, 4}}},
			wantReasons: []Exclusion{{"own template", "own template, which ann also submitted for A"}},
		},
		{
			name:  "code that is never called is grey, also inside matches",
			left:  []string{"a.cpp", helper + "int more;\n"},
			right: []string{"b.cpp", helper},
			exclude: func(p *program.Program) {
				p.Exclusions = slices.Repeat([]program.Exclusion{program.ExcludedUncalled}, len(p.Tokens))
			},
			want:        []string{"⟨i:{never called:int twice(int x) {}⟩", "", "    ⟨{return x + x; // double}⟩", "⟨{}}⟩", "{int more;}"},
			wantMatches: []Match{{Number: 1, Tokens: 13, Pieces: 1, Left: Range{0, 1, 4}, Right: Range{0, 1, 4}}},
			wantReasons: []Exclusion{{"never called", "never called, 16 tokens, 13 of them inside matches"}},
		},
		{
			name:  "a match of code that counts and of code that is never called",
			left:  []string{"a.cpp", "int id(int x) { return x; }\n" + helper + "int half(int y) { return y / 2; }\n"},
			right: []string{"b.cpp", "int id(int x) { return x; }\n" + helper + "int half(int y) { return y / 2; }\n"},
			exclude: func(p *program.Program) {
				p.Exclusions = make([]program.Exclusion, len(p.Tokens))
				for i := 11; i < 24; i++ { // helper
					p.Exclusions[i] = program.ExcludedUncalled
				}
			},
			want: []string{"⟨i:int id(int x) { return x; }⟩", "⟨{never called:int twice(int x) {}⟩", "", "    ⟨{return x + x; // double}⟩",
				"⟨{}}⟩", "⟨int half(int y) { return y / 2; }⟩"},
			wantMatches: []Match{{Number: 1, Tokens: 37, Pieces: 1, Left: Range{0, 1, 6}, Right: Range{0, 1, 6}}},
			wantReasons: []Exclusion{{"never called", "never called, 13 tokens, 13 of them inside matches"}},
		},
		{
			name:  "code that is never called, read from the source",
			left:  []string{"a.cpp", helper + "int main() { int n = 1" + strings.Repeat(" + n", 60) + "; }\n"},
			right: []string{"b.cpp", "string z;"},
			want: []string{"{never called:int twice(int x) {}", "", "    {return x + x; // double}", "{}}",
				"int main() { int n = 1" + strings.Repeat(" + n", 60) + "; }"},
			wantReasons: []Exclusion{{"never called", "never called, 13 tokens"}},
		},
		{
			name:  "words that the lexer drops are grey if own template follows them, unless own code precedes them",
			left:  []string{"a.cpp", "\tstatic  int a = 1;\nc++;\ninline /* why */ static int b = 2;\nc++; static int d;\n"},
			right: []string{"b.cpp", "string z;"},
			exclude: func(p *program.Program) {
				p.Exclusions = make([]program.Exclusion, len(p.Tokens))
				own := false
				for i, token := range p.Tokens {
					switch string(p.Text[token.Start:token.End]) {
					case "c":
						own = true
					case "int":
						own = false
					}
					if !own {
						p.Exclusions[i] = program.ExcludedTemplate
					}
				}
			},
			want: []string{"\t{own template:static  int a = 1;}", "c++;", "inline /* why */ {own template:static int b = 2;}", "c++; static {own template:int d;}"},
		},
		{
			name:  "a match in pieces has one number, and inserted code is not marked",
			left:  []string{"a.cpp", "int sum(int n) {\n    int s = 0;\n    { n--; n++; }\n    for (int i = 0; i < n; i++) s += i * i;\n    return s * 2 + 1; }\n"},
			right: []string{"b.cpp", "int add(int k) { int t = 0; for (int j = 0; j < k; j++) t += j * j; return t * 2 + 1; }\n"},
			want: []string{
				"⟨i:int sum(int n) {⟩",
				"    ⟨int s = 0;⟩",
				"¦    { n--; n++; }",
				"    ⟨for (int i = 0; i < n; i++) s += i * i;⟩",
				"    ⟨return s * 2 + 1; }⟩",
			},
			wantMatches: []Match{{Number: 1, Tokens: 40, Pieces: 2, Left: Range{0, 1, 5}, Right: Range{0, 1, 1}}},
		},
		{
			name:  "tokens of a macro are marked at its use, which belongs to one match",
			left:  []string{"a.cpp", "#define ALL(x) f(x, x); g(x, x);\nh(1); ALL(v) k(2);\n"},
			right: []string{"b.cpp", "h(3); f(w, w); n--; g(w, w); k(4);\n"},
			want: []string{
				"#define ALL(x) f(x, x); g(x, x);",
				"⟨i:h(1); ALL(v)⟩⟨ii: k(2);⟩",
			},
			wantMatches: []Match{{Number: 1, Tokens: 13, Pieces: 1, Left: Range{0, 2, 2}, Right: Range{0, 1, 1}}, {Number: 2, Tokens: 11, Pieces: 1, Left: Range{0, 2, 2}, Right: Range{0, 1, 1}}},
		},
		{
			name:  "a program without code",
			left:  []string{"a.cpp", "// nothing\n"},
			right: []string{"b.cpp", ""},
			want:  []string{"// nothing"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			left, right := read(t, test.left...), read(t, test.right...)
			if test.exclude != nil {
				test.exclude(left)
			}
			view := Build(i18n.English(), Input{Participant: "ann", Program: left}, Input{Participant: "ben", Program: right}, matchesOf(left, right, 6))
			if diff := cmp.Diff(test.want, outline(view.Left)); diff != "" {
				t.Errorf("left pane (-want +got):\n%s", diff)
			}
			for i := range view.Matches {
				view.Matches[i].Changes = nil // see TestChanges
			}
			if diff := cmp.Diff(test.wantMatches, view.Matches); diff != "" {
				t.Errorf("matches (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.wantReasons, view.Left.Exclusions); test.wantReasons != nil && diff != "" {
				t.Errorf("exclusions (-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzBuild checks for any programs that no character is lost, that the page is safe, that each
// match has both ends, and that the diff has all lines in order.
func FuzzBuild(f *testing.F) {
	f.Add([]byte("int main() { return 0; }"), []byte("int main(){\r\n return 0;}"))
	// This text is so long that the NUL and the invalid byte do not make it binary.
	f.Add([]byte("\ufeff/* \x00\xff\u202e */ int a, b, c, d, e;\r\r\nint sum() { return a + b + c + d + e; }\r\n"), []byte("int e, d, c, b, a;\n\n\n\n\n\n"))
	f.Add([]byte("#define A(x) f(x); if (x) g(x); for (;;) h(x);\nA(1) A(2) A(\n3)"), []byte("f(1); if (2) g(3); b = c; for (;;) h(4); f(1); d; if (1) g(1);"))
	f.Add([]byte("</pre></style><script>alert(1)</script>"), []byte("\"\\"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		if len(a) > 2000 || len(b) > 2000 {
			t.Skip("longer than needed")
		}
		language, _ := lexer.ByPath("a.cpp")
		left, err := program.Read(t.Context(), []contest.File{{Path: "a.cpp", Content: a}}, language, false)
		if err != nil {
			t.Skip(err)
		}
		right, err := program.Read(t.Context(), []contest.File{{Path: "b.cpp", Content: b}}, language, false)
		if err != nil {
			t.Skip(err)
		}
		view := Build(i18n.English(), Input{Program: left}, Input{Program: right}, matchesOf(left, right, 4))
		for _, side := range []struct {
			pane Pane
			text []byte
		}{{view.Left, a}, {view.Right, b}} {
			if got, want := visibleText(side.pane), visibleTextOfSource(side.text); got != want {
				t.Errorf("the pane shows %q, want %q", got, want)
			}
			starts := 0
			for _, line := range side.pane.Files[0].Lines {
				for _, run := range line.Runs {
					if run.StartsMatch {
						starts++
					}
				}
			}
			if starts != len(view.Matches) {
				t.Errorf("%d matches begin in the pane, want %d", starts, len(view.Matches))
			}
		}
		page := render(t, Panes(view), LineDiff(view))
		if strings.Contains(page, "<script") || strings.Contains(page, "</style") {
			t.Error("the source becomes markup of the page")
		}
		rows, ok := view.rows()
		if !ok {
			t.Fatal("rows refuses the programs because of too many lines, want a diff")
		}
		for name, column := range map[string]func(diffRow) diffCell{
			"left": func(r diffRow) diffCell { return r.Left }, "right": func(r diffRow) diffCell { return r.Right },
		} {
			next := 1
			for _, row := range rows {
				if cell := column(row); cell.Line.Number > 0 {
					if cell.Line.Number != next {
						t.Errorf("the diff has %s line %d in place of line %d", name, cell.Line.Number, next)
					}
					next++
				}
			}
		}
	})
}

func visibleText(p Pane) string {
	var lines []string
	for _, f := range p.Files {
		for _, l := range f.Lines {
			lines = append(lines, l.text())
		}
	}
	return strings.Join(lines, "\n")
}

// visibleTextOfSource computes from the source, without a view, what visibleText must return.
func visibleTextOfSource(words []byte) string {
	s := strings.TrimPrefix(string(words), byteOrderMark)
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	for i, line := range lines {
		parts := strings.Split(line, "\t") // text.Visible replaces tabs, panes keep them
		for j := range parts {
			parts[j] = text.Visible(parts[j])
		}
		lines[i] = strings.Join(parts, "\t")
	}
	return strings.Join(lines, "\n")
}

// A panic in either function of Both is one that the caller can recover from.
func TestBothPanics(t *testing.T) {
	t.Parallel()
	ok, broken := func() {}, func() { panic("broken") }
	for _, functions := range [][2]func(){{broken, ok}, {ok, broken}} {
		func() {
			defer func() {
				if p := recover(); !strings.HasPrefix(fmt.Sprint(p), "broken") {
					t.Errorf("recovered %v, want the panic", p)
				}
			}()
			Both(functions[0], functions[1])
		}()
	}
}
