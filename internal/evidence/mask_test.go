package evidence

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/text/unicode/norm"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/pairs"
)

// views renders all components that show a program's text.
func views(t *testing.T, v View) string {
	return render(t, Panes(v), MatchList(v), Tokens(v), LineDiff(v))
}

// readableText returns the text and the attributes of markup.
func readableText(t *testing.T, markup string) string {
	t.Helper()
	var b strings.Builder
	for z := html.NewTokenizer(strings.NewReader(markup)); z.Next() != html.ErrorToken; {
		token := z.Token()
		if token.Type == html.TextToken {
			b.WriteString(token.Data)
		}
		for _, a := range token.Attr {
			b.WriteString("\n" + a.Val + "\n")
		}
	}
	return b.String()
}

// A word of everyday code is masked only in comments and strings of the participant whose name it is.
func TestMaskEverydayWords(t *testing.T) {
	t.Parallel()
	elif := contest.Participant{ID: 1, Number: 17, Name: "Elif Long", Hidden: true}
	names := blind.Labels{}.NewMasker([]contest.Participant{elif, {ID: 2, Number: 4, Name: "print", Hidden: true}})
	masker := names.ForParticipants(elif)
	const text = "if x > 3:\n    print(1)\nelif x > 2:  # print by Elif\n    print('elif', elif_, 'Elif Long')\n"
	python := read(t, "left.py", text)
	view := Build(i18n.English(), Input{Program: python, Masker: masker}, Input{Program: read(t, "right.py", "print(2)\n")}, nil)
	programs := render(t, code(view, leftSide, view.Left.Files[0]))
	if n := strings.Count(programs, `<span class="masked">`); n != 3 || !strings.Contains(programs, ">elif</span> ") || !strings.Contains(programs, "elif_") {
		t.Errorf("%d labels, want 3, in the comment and the strings:\n%s", n, programs)
	}
	if !view.Left.HidesNames() || view.Right.HidesNames() {
		t.Errorf("HidesNames is %t for the left program and %t for the right one, want true and false", view.Left.HidesNames(), view.Right.HidesNames())
	}
	rec := contest.Participant{ID: 3, Number: 5, Name: "Rec", Hidden: true}
	ocaml := Build(i18n.English(), Input{Program: read(t, "left.ml", "let rec f x = f x\n"), Masker: names.ForParticipants(rec)}, Input{Program: python}, nil)
	if shown := render(t, code(ocaml, leftSide, ocaml.Left.Files[0])); strings.Contains(shown, "masked") {
		t.Errorf("a keyword that is no word of everyday code is masked:\n%s", shown)
	}
	// Of other languages, ojcheck has no table of keywords: there every word that is a name is masked.
	fish := Build(i18n.English(), Input{Program: read(t, "left.fish", "elif\n"), Masker: masker}, Input{Program: python}, nil)
	if shown := render(t, code(fish, leftSide, fish.Left.Files[0])); strings.Contains(shown, "elif") {
		t.Errorf("a word of a language without a table is not masked:\n%s", shown)
	}
	// Without colours, nobody knows what is a comment.
	large := Build(i18n.English(), Input{Program: read(t, "large.py", text+strings.Repeat("x = 1\n", maxHighlighted/6)), Masker: masker},
		Input{Program: python}, nil)
	if n := strings.Count(render(t, code(large, leftSide, large.Left.Files[0])), `<span class="masked">`); n != 5 {
		t.Errorf("%d labels in a large program, want 5", n)
	}
}

// A masked identifier of a match is one identifier in the code of a known source, too.
func TestMaskedMatchCode(t *testing.T) {
	t.Parallel()
	zoe := contest.Participant{ID: 1, Number: 17, Name: "Zoë Quxley", Hidden: true}
	masker := blind.Labels{}.NewMasker([]contest.Participant{zoe}).ForParticipants(zoe)
	const copied = "int zoe_sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * quxley(i); return s; }\n"
	left, right := read(t, "left.cpp", copied), read(t, "right.cpp", copied)
	view := Build(i18n.English(), Input{Program: left, Masker: masker}, Input{Program: right}, matchesOf(left, right, minMatch))
	want := strings.NewReplacer("zoe", "participant_17", "quxley", "participant_17").Replace(copied)
	if _, got, ok := view.MatchCode(1); !ok || got != want {
		t.Errorf("the code of the match is %q, %t; want %q", got, ok, want)
	}
}

// Nothing in the matches and oddities of a searched program says whether a name in it is the one that a label of the found program hides.
func TestMaskedNamesAreNotCompared(t *testing.T) {
	t.Parallel()
	zoe := contest.Participant{ID: 1, Number: 17, Name: "Quxley", Hidden: true}
	masker := blind.Labels{}.NewMasker([]contest.Participant{zoe}).ForParticipants(zoe)
	const code = "int solve(int n) {\n\tint sum = 0; // all\n\tfor (int i = 0; i < n; i++) sum += i * i;\n\tputs(\"x\");\n\treturn sum;\n}\n"
	for _, replace := range [][]string{
		{"all", "by quxley"}, {"\"x\"", "\"quxley\""}, {"sum", "quxley"}, {"sum", "quxley_sum"},
		{"all", "by quxley", "\"x\"", "\"quxley\"", "sum", "quxley"},
	} {
		found := strings.NewReplacer(replace...).Replace(code)
		changes := func(guess string) string {
			query, right := read(t, "query.cpp", strings.ReplaceAll(found, "quxley", guess)), read(t, "found.cpp", found)
			view := Build(i18n.English(), Input{Program: query}, Input{Program: right, Masker: masker}, matchesOf(query, right, minMatch))
			return render(t, MatchList(view)) + render(t, Oddities(view))
		}
		if right, wrong := changes("quxley"), changes("vorkia"); right != wrong {
			t.Errorf("%q: with the name, the matches are\n%s\nwith another name\n%s", replace, right, wrong)
		}
	}
}

// Panes, match list, tokens and diff contain no hidden name, however the program writes it.
func TestMask(t *testing.T) {
	t.Parallel()
	masker := blind.Labels{}.NewMasker([]contest.Participant{
		{ID: 1, Number: 17, Name: "Zoë Quxley", Affiliation: "Wibble College", Hidden: true},
		{ID: 2, Number: 4, Name: "Frob Vork", Hidden: true},
	}).ForParticipants(contest.Participant{ID: 1, Number: 17, Hidden: true}, contest.Participant{ID: 2, Number: 4, Hidden: true})
	const copied = "int solve(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i * i; return sum; }\n"
	tests := []struct {
		name, text string
		labels     int // number of labels that replace names in text; the left program has text twice
	}{
		{"in a comment", "// by Zoë Quxley\n", 1},
		{"single words in other case", "/* ZOË, or quxley */\n", 2},
		{"decomposed characters", norm.NFD.String("// Zoë Quxley\n"), 1},
		{"without accents", "// zoe quxley\n", 1},
		{"in a string", "const char *who = \"Frob Vork\";\n", 1},
		{"identifier in a match", strings.Replace(copied, "sum", "zoe_quxley", 1), 1},
		{"words joined to one", "struct ZoeQuxley { int x; };\n", 1},
		{"CRLF", "// Frob\r\n// Vork\r\n", 2},
		{"affiliation", "// Wibble College\n", 1},
		{"parts of the name are coloured differently", "#define frob /*vork*/ 1\n", 1},
		{"at the start and the end", "vork = frob", 2},
		{"after a byte order mark", "\ufeff// Frob Vork\n", 1},
		{"beside invalid UTF-8", "// \xffFrob\xfe Vork\n", 1},
		{"beside a direction mark", "// \u202eFrob\u202c\n", 1},
	}
	name := regexp.MustCompile(`(?i)zo[eë]|zoe\x{308}|quxley|frob|vork|wibble`)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			left, right := read(t, "left.cpp", tt.text+"\n"+copied+tt.text), read(t, "right.cpp", copied)
			matches := matchesOf(left, right, minMatch)
			view := Build(i18n.English(), Input{Program: left, Masker: masker}, Input{Program: right, Masker: masker}, matches)
			shown := readableText(t, views(t, view))
			if found := name.FindString(shown); found != "" {
				t.Errorf("the markup contains the hidden name %q", found)
			}
			if n := strings.Count(render(t, Panes(view)), `<span class="masked">`); n != 2*tt.labels {
				t.Errorf("%d labels are shown, want %d", n, 2*tt.labels)
			}
			unmasked := Build(i18n.English(), Input{Program: left}, Input{Program: right}, matches)
			if n := len(unmasked.Matches); n != len(view.Matches) || unmasked.Left.lines() != view.Left.lines() {
				t.Errorf("masked: %d matches and %d lines, unmasked: %d and %d; want the same", len(view.Matches), view.Left.lines(), n, unmasked.Left.lines())
			}
		})
	}
}

// A name that is partly in a match is masked in both parts, and the match keeps its number.
func TestMaskAtMatchEdge(t *testing.T) {
	t.Parallel()
	masker := blind.Labels{}.NewMasker([]contest.Participant{{ID: 1, Number: 3, Name: "Frob Vork", Hidden: true}})
	left := read(t, "left.cpp", "frob = vork + 1 - 2 * 3 / 4;\n")
	right := read(t, "right.cpp", "int x() = a + 1 - 2 * 3 / 4;\n")
	view := Build(i18n.English(), Input{Program: left, Masker: masker}, Input{Program: right, Masker: masker},
		[]pairs.Match{{Tiles: []pairs.Tile{{Left: 2, Right: 4, Length: 8}}}})
	got := render(t, code(view, leftSide, view.Left.Files[0]))
	const want = `<span class="line in m0" data-line="1" data-in="1"><span class="masked">Participant 3</span>` +
		`<mark class="match m0" data-match="1"><a class="badge m0 raised" id="l1" href="#r1" data-about="8 tokens: 3 literals changed" aria-label="Match 1: 8 tokens, on the other side line 1">1</a>` +
		`<span class="masked">Participant 3</span> + <span class="mi">1</span>`
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// If a program contains no hidden name, a masker changes nothing.
func TestMaskWithoutNames(t *testing.T) {
	t.Parallel()
	masker := blind.Labels{}.NewMasker([]contest.Participant{{ID: 1, Number: 3, Name: "Frob Vork", Hidden: true}}).ForParticipants(contest.Participant{ID: 1, Number: 3, Hidden: true})
	left, right := read(t, "left.cpp", testdata(t, "left.cpp")), read(t, "right.cpp", testdata(t, "right.cpp"))
	matches := matchesOf(left, right, minMatch)
	unmasked := views(t, Build(i18n.English(), Input{Program: left}, Input{Program: right}, matches))
	masked := views(t, Build(i18n.English(), Input{Program: left, Masker: masker}, Input{Program: right, Masker: masker}, matches))
	if unmasked != masked {
		t.Error("the markup with a masker differs from the markup without a masker")
	}
}
