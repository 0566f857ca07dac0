package report_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

var update = flag.Bool("update", false, "update the golden files")

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// sources are the programs of the test document by path.
var sources = map[string]string{
	"A/ada/01-AC.cpp":   "#include <iostream>\nint main() {\n\tlong long sum = 0;\n\tfor (int i = 0; i < 10; i++) sum += i * i;\n\tstd::cout << sum << std::endl;\n}\n",
	"A/linus/02-AC.cpp": "#include <iostream>\r\n/* mine */\r\nint main()\r\n{\r\n    long long total = 0;\r\n    for (int k = 0; k < 10; k++)\r\n        total += k * k;\r\n    std::cout << total << std::endl;\r\n}\r\n",
	hostilePath:         "int main() { /* </pre></style><script>document.title = 'broken'</script> \x1b[31m */ return 1 + 2 + 3 + 4; }\n",
	longPath:            strings.Repeat("// a line\n", 200) + "int main() {\n\tint s = 0;\n\tfor (int i = 0; i < 10; i++) s += i * i;\n\tstd::cout << s << std::endl;\n}\n",
	"B/=cmd()/01-WA.py": "print('a', 'b', 'c', 'd', '\U0001F600', 1, 2, 3)\n",
	"B/-2+3/01-AC.py":   "print('z', 'y', 'x', 'w', 'v', 3, 2, 1)\n",
}

const longPath = "A/linus/03-WA.cpp"

const hostilePath = "A/<script>document.title = 'broken'<·script>/\x1b[2J \"x\".cpp"

// histogram returns a histogram with all pairs in one bin.
func histogram(problem, language string, participants int, pairs int64) contest.Histogram {
	h := contest.Histogram{Problem: problem, Language: language, Programs: participants + 1, Participants: participants, RarityParticipants: participants, Median: 0.0312, MAD: 0.01, TypicalSize: 120}
	h.Bins[1] = pairs
	return h
}

func document() report.Document {
	simple, large := histogram("B", "python", 2, 1), histogram("A", "c++", 500, 124750)
	large.Sampled = true
	simple.TypicalSize, simple.Simplicity, simple.TooSimple = 20, 1, true
	return report.Document{
		Histograms: []contest.Histogram{large, histogram("A", "java", 3, 3), simple, histogram("C \x1b[2J", "c++", 1, 0)},
		Check: contest.Check{
			Contest:          "Spring <b>Cup</b> \U0001F600",
			Digest:           "9f2c51d07a1e",
			ToolVersion:      "0.1.0",
			AlgorithmVersion: "1",
			State:            contest.Complete,
			StartedAt:        time.Date(2026, 5, 1, 20, 30, 0, 0, time.FixedZone("", 2*3600)),
			FinishedAt:       time.Date(2026, 5, 1, 20, 30, 2, 0, time.FixedZone("", 2*3600)),
			Parameters: contest.Parameters{
				ShingleLength: 10, MinMatch: 9, Threshold: 0.5, Keep: 0.1, KeepPerParticipant: 50,
				Verdicts: "judged", Participants: "official", Templates: true, Layout: "problem/participant", Base: []string{"base/template.cpp"},
			},
			Summary: contest.Summary{Problems: 2, Participants: 5, Submissions: 1234, PairsCompared: 123456, PairsStored: 3, Skipped: 2},
		},
		Skipped: []contest.SkippedItem{
			{Path: "A/ada/notes.txt", Reason: i18n.Verbatim("no known language: set one with --language")},
			{Path: "A/\x1b]0;x\a<script>.cpp", Reason: i18n.Verbatim("source is not text")},
		},
		Pairs: []contest.Pair{
			{
				Rank: 1, Problem: "A", Language: "c++",
				Left:   contest.Side{Participant: "ada", Problem: "A", Path: "A/ada/01-AC.cpp", Verdict: "AC"},
				Right:  contest.Side{Participant: "linus", Problem: "A", Path: "A/linus/02-AC.cpp", Verdict: "AC"},
				Scores: contest.Scores{Suspicion: 0.98765, Similarity: 1, MaxSimilarity: 1, CoverageLeft: 1, CoverageRight: 1, LongestMatch: 37, MatchedTokens: 37, Hamming: new(0), Percentile: new(0.99999987), Chance: new(0.0123), SharedPassages: 30, UniquePassages: 21},
			},
			{
				Rank: 2, Problem: "A", Language: "c++",
				Left:  contest.Side{Participant: "ada", Problem: "A", Path: "A/ada/01-AC.cpp", Verdict: "AC"},
				Right: contest.Side{Participant: "<script>document.title = 'broken'</script> \x1b[2J and a name that is longer than any table can bear", Problem: "A", Path: hostilePath},
				Scores: contest.Scores{Suspicion: 2. / 3, Similarity: 1. / 3, MaxSimilarity: 0.5, CoverageLeft: 0.25, CoverageRight: 0.5, LongestMatch: 9, MatchedTokens: 12, Hamming: new(21), Percentile: new(2. / 3), Chance: new(2.5), SharedPassages: 5,
					SharedTemplate: 312, OtherParticipantsWithTemplate: 1, SharedTemplateScore: 0.48217},
			},
			{
				Rank: 3, Problem: "B", Language: "python",
				Left:   contest.Side{Participant: "=cmd()", Problem: "B", Path: "B/=cmd()/01-WA.py", Verdict: "WA"},
				Right:  contest.Side{Participant: "-2+3 張偉", Problem: "B", Path: "B/-2+3/01-AC.py", Verdict: "AC"},
				Scores: contest.Scores{Suspicion: 0.5, Similarity: 0.71234567, MaxSimilarity: 0.8, CoverageLeft: 0.7, CoverageRight: 0.8, LongestMatch: 10, MatchedTokens: 10, SharedPassages: 3, UniquePassages: 3},
			},
		},
	}
}

// view builds the evidence of a pair of the test document.
func view(ctx context.Context, p contest.Pair) (evidence.View, error) {
	var programs [2]*program.Program
	for i, side := range []contest.Side{p.Left, p.Right} {
		language, _ := lexer.ByPath(side.Path)
		files := []contest.File{{Path: side.Path, Content: []byte(sources[side.Path])}}
		read, err := program.Read(ctx, files, language, false)
		if err != nil {
			return evidence.View{}, err
		}
		programs[i] = read
	}
	return evidence.Build(i18n.English(),
		evidence.Input{Participant: p.Left.Participant, Path: p.Left.Path, Verdict: p.Left.Verdict, Program: programs[0]},
		evidence.Input{Participant: p.Right.Participant, Path: p.Right.Path, Verdict: p.Right.Verdict, Program: programs[1]},
		pairs.Matches(programs[0].Code(8).Symbols, programs[1].Code(8).Symbols, 9)), nil
}

// formats are the formats of a document.
var formats = map[string]func(io.Writer, report.Document) error{
	"txt":  func(w io.Writer, d report.Document) error { return report.Table(w, d, 100) },
	"csv":  report.CSV,
	"json": report.JSON,
	"html": writeHTML,
}

func writeHTML(w io.Writer, d report.Document) error {
	return report.HTML(context.Background(), w, d, view)
}

func write(t *testing.T, format string, d report.Document) string {
	t.Helper()
	var b bytes.Buffer
	must(t, formats[format](&b, d))
	return b.String()
}

// A document equals its golden file in every format, and has the same bytes each time.
func TestGolden(t *testing.T) {
	t.Parallel()
	empty := document()
	empty.Pairs, empty.Skipped = nil, nil
	empty.Check.FinishedAt = time.Time{}
	notCompared := document()
	notCompared.Pairs = nil
	notCompared.Check.Summary = contest.Summary{Skipped: 2, Incomplete: []i18n.Text{i18n.Verbatim("spring.zip: the archive is cut off \x1b[2J")}}
	for len(notCompared.Skipped) < 21 { // with pairs, the page would hide all after the 20th; here it must show all
		notCompared.Skipped = append(notCompared.Skipped, notCompared.Skipped[0])
	}
	for name, d := range map[string]report.Document{"report": document(), "empty": empty, "nothing": notCompared} {
		for format := range formats {
			t.Run(name+"."+format, func(t *testing.T) {
				t.Parallel()
				got := write(t, format, d)
				if again := write(t, format, d); again != got {
					t.Error("written twice, the document gives different bytes")
				}
				if format == "html" {
					got = withoutAssets(t, got)
				}
				compareGolden(t, name+".golden."+format, got)
			})
		}
	}
}

// compareGolden compares a text with a file of testdata. With -update, it writes the file first.
func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		must(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("differs from %s: if that is intended, run this test with -update (-want +got):\n%.20000s", path, diff)
	}
}

// withoutAssets removes style sheet, script and their hashes, so that their changes do not
// affect the golden file.
func withoutAssets(t *testing.T, page string) string {
	t.Helper()
	for _, part := range [][2]string{{"<style>", "</style>"}, {"<script>", "</script>"}, {"style-src", "\""}} {
		before, rest, ok := strings.Cut(page, part[0])
		if !ok {
			t.Fatalf("the page has no %s", part[0])
		}
		_, after, ok := strings.Cut(rest, part[1])
		if !ok {
			t.Fatalf("%s has no end", part[0])
		}
		page = before + part[0] + "…" + part[1] + after
	}
	return page
}

// No control character of a name or program reaches the output, and no markup reaches the page.
func TestHostileTextIsInert(t *testing.T) {
	t.Parallel()
	for format := range formats {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			got := write(t, format, document())
			if i := strings.IndexFunc(got, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f }); i >= 0 {
				t.Errorf("the output contains a control character: %q", got[i:i+10])
			}
			if format != "html" {
				return
			}
			if n := strings.Count(got, "<script"); n != 1 {
				t.Errorf("the page has %d script elements, want only its own", n)
			}
			if n := strings.Count(got, "</style"); n != 1 {
				t.Errorf("the page has %d ends of a style sheet, want only its own", n)
			}
		})
	}
}

// No line of the table is wider than the terminal.
func TestTableFits(t *testing.T) {
	t.Parallel()
	for line := range strings.Lines(write(t, "txt", document())) {
		if width := uniseg.StringWidth(strings.TrimSuffix(line, "\n")); width > 100 {
			t.Errorf("a line is %d columns wide, want at most 100: %s", width, line)
		}
	}
}

// On a narrow terminal, the table has fewer columns, so that names have room.
func TestTableDropsColumns(t *testing.T) {
	t.Parallel()
	for width, want := range map[int]string{
		0:   "rank problem language left right suspicion percentile chance similarity max longest tokens",
		120: "rank problem language left right suspicion percentile chance similarity max longest tokens",
		90:  "rank problem language left right suspicion percentile chance max",
		80:  "rank problem language left right suspicion chance max",
	} {
		var b bytes.Buffer
		must(t, report.Table(&b, document(), width))
		head, _, _ := strings.Cut(b.String(), "\n")
		if got := strings.Join(strings.Fields(head), " "); got != want {
			t.Errorf("on %d columns the table shows %q, want %q", width, got, want)
		}
	}
}

// In CSV, no name is a formula for a spreadsheet.
func TestCSVGuardsAgainstFormulas(t *testing.T) {
	t.Parallel()
	d := document()
	for _, name := range []string{"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1", "plain", "a=b"} {
		d.Pairs[0].Left.Participant = name
		records, err := csv.NewReader(strings.NewReader(write(t, "csv", d))).ReadAll()
		must(t, err)
		got := records[1][3]
		guarded := strings.HasPrefix(got, "'") || strings.HasPrefix(got, "␉") // no longer the start of a formula
		if want := name != "plain" && name != "a=b"; guarded != want {
			t.Errorf("%q is written as %q, want it guarded: %v", name, got, want)
		}
	}
}

// Nor is a part of a name, for a spreadsheet that separates cells at semicolons.
func TestCSVGuardsAfterSemicolons(t *testing.T) {
	t.Parallel()
	d := document()
	d.Pairs[0].Left.Participant = `a;=cmd|' '!A1;b; "-1`
	records, err := csv.NewReader(strings.NewReader(write(t, "csv", d))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := records[1][3], `a;'=cmd|' '!A1;b; "'-1`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// JSON rounds scores, keeps paths as they are, and has null for what is unknown.
func TestJSON(t *testing.T) {
	t.Parallel()
	var got map[string]any
	must(t, json.Unmarshal([]byte(write(t, "json", document())), &got))
	second := got["pairs"].([]any)[1].(map[string]any)
	if second["suspicion"] != 0.6667 {
		t.Errorf("suspicion = %v, want it rounded to 0.6667", second["suspicion"])
	}
	if path := second["right"].(map[string]any)["path"]; path != hostilePath {
		t.Errorf("path = %q, want %q", path, hostilePath)
	}
	third := got["pairs"].([]any)[2].(map[string]any)
	for _, key := range []string{"hamming", "percentile", "chance"} {
		if value, ok := third[key]; !ok || value != nil {
			t.Errorf("%s = %v, want null", key, value)
		}
	}
	first := got["pairs"].([]any)[0].(map[string]any)
	if first["percentile"] != 0.999999 {
		t.Errorf("percentile = %v, want it rounded down to 0.999999: 1 means all", first["percentile"])
	}
	if python := got["problems"].([]any)[2].(map[string]any); python["too_simple"] != true || python["pairs"] != 1.0 {
		t.Errorf("problem B in Python is %v, want it too simple", python)
	}
}

// The report marks pairs like the lists of the web pages. It says where to find marked pairs that are
// not listed.
func TestHTMLMarks(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		score     float64 // of the second pair's shared template
		private   int
		threshold float64
		maxChance float64
		tags      []string
		saysWhere bool // the page says where to find marked pairs that are not listed
	}{
		{"too simple", 0.49, 0, 0.5, 0, []string{"simple"}, false},
		{"a private template", 0.5, 1, 0.5, 0, []string{"template", "simple"}, true},
		{"a private template below the threshold", 0.1, 1, 0.5, 0, []string{"simple"}, true},
		{"threshold 0, listed up to a maximum chance", 0.5, 1, 0, 1, []string{"template", "simple"}, true},
		{"thresholds of 0: all are listed", 0.5, 1, 0, 0, []string{"template", "simple"}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := document()
			d.Pairs[1].SharedTemplateScore = test.score
			d.Check.Parameters.Threshold, d.Check.Parameters.MaxChance = test.threshold, test.maxChance
			if d.Check.Summary.PrivateCount = test.private; test.private > 0 {
				d.Check.Summary.PrivateTemplates = []contest.PrivateTemplate{{Left: "ada", Right: "linus", Tokens: 312}}
			}
			page := write(t, "html", d)
			var tags []string
			for _, part := range strings.Split(page, `<small class="tag" title="`)[1:] {
				_, text, _ := strings.Cut(part, ">")
				name, _, _ := strings.Cut(text, "<")
				tags = append(tags, name)
			}
			// Once in the ranking, and once above the evidence.
			if diff := cmp.Diff(slices.Concat(test.tags, test.tags), tags); diff != "" {
				t.Errorf("tags (-want +got):\n%s", diff)
			}
			const where = "A report with threshold 0 and without a limit of the chance lists all of them."
			if got := strings.Contains(page, where); got != test.saysWhere {
				t.Errorf("the page says %q: %v, want %v", where, got, test.saysWhere)
			}
		})
	}
}

// A pair with an erased program has its measures in the report, and no programs.
func TestHTMLWithErasedProgram(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	d := document()
	err := report.HTML(context.Background(), &b, d, func(ctx context.Context, p contest.Pair) (evidence.View, error) {
		if p.Rank == d.Pairs[0].Rank {
			return evidence.View{}, fmt.Errorf("read it: %w", contest.ErrErased)
		}
		return view(ctx, p)
	})
	must(t, err)
	page := b.String()
	if got := strings.Count(page, `<details class="pair"`); got != len(d.Pairs) {
		t.Errorf("the page has %d pairs, want %d", got, len(d.Pairs))
	}
	if got := strings.Count(page, "A program was erased"); got != 1 {
		t.Errorf("the page says of %d pairs that a program was erased, want 1", got)
	}
}

// HTML writes the evidence of one pair before it asks for the evidence of the next ones.
func TestHTMLStreams(t *testing.T) {
	t.Parallel()
	d := document()
	for len(d.Pairs) < 100 {
		d.Pairs = append(d.Pairs, d.Pairs[0])
	}
	var b bytes.Buffer
	calls, written := 0, 0
	err := report.HTML(context.Background(), &b, d, func(ctx context.Context, p contest.Pair) (evidence.View, error) {
		calls++
		if calls == len(d.Pairs) {
			written = strings.Count(b.String(), `<details class="pair"`)
		}
		return view(ctx, p)
	})
	must(t, err)
	if calls != len(d.Pairs) {
		t.Errorf("%d calls for evidence, want %d", calls, len(d.Pairs))
	}
	if written < len(d.Pairs)/2 {
		t.Errorf("only %d pairs were written before HTML asked for the last one, want %d or more", written, len(d.Pairs)/2)
	}
}

// Every format returns the errors of its writer. HTML also returns the errors of the evidence and
// of the context.
func TestErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken on purpose")
	for format, run := range formats {
		t.Run("write "+format, func(t *testing.T) {
			t.Parallel()
			if err := run(failingWriter{broken}, document()); !errors.Is(err, broken) {
				t.Errorf("error = %v, want that of the writer", err)
			}
		})
	}
	t.Run("evidence", func(t *testing.T) {
		t.Parallel()
		err := report.HTML(context.Background(), io.Discard, document(), func(context.Context, contest.Pair) (evidence.View, error) {
			return evidence.View{}, broken
		})
		if !errors.Is(err, broken) {
			t.Errorf("error = %v, want that of the evidence", err)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(context.Background())
		err := report.HTML(ctx, io.Discard, document(), func(ctx context.Context, p contest.Pair) (evidence.View, error) {
			cancel()
			return view(ctx, p)
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error = %v, want context.Canceled", err)
		}
	})
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
