package evaluate_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evaluate"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var update = flag.Bool("update", false, "update the golden files")

// score scores a labelled set with the default parameters of a check, leaving out the given parts
// or rules.
func score(t *testing.T, set labelledSet, without ...string) *evaluate.ScoredPairs {
	t.Helper()
	req, labels := set.read(t)
	req.Parameters.Omitted = without
	return scoreLabels(t, req, evaluate.LabelSet{Labels: labels, Closed: set.closed})
}

// scoreEach scores a labelled set with the default parameters, and returns a row for each pair even if the
// set is closed.
func scoreEach(t *testing.T, set labelledSet) []evaluate.Row {
	t.Helper()
	req, labels := set.read(t)
	if set.closed {
		var files []string
		for _, s := range req.Submissions {
			files = append(files, s.Path)
		}
		problems, _, err := evaluate.AssignProblems(files, labels, req.Contest)
		must(t, err)
		listed := make(map[[2]string]bool)
		for _, label := range labels {
			listed[[2]string{label.Left, label.Right}], listed[[2]string{label.Right, label.Left}] = true, true
		}
		for i, right := range files {
			for _, left := range files[:i] {
				if problems[left] == problems[right] && !listed[[2]string{left, right}] {
					labels = append(labels, evaluate.Label{Left: left, Right: right, Problem: problems[left]})
				}
			}
		}
	}
	return scoreLabels(t, req, evaluate.LabelSet{Labels: labels}).Rows
}

func scoreLabels(t *testing.T, req check.Request, labels evaluate.LabelSet) *evaluate.ScoredPairs {
	t.Helper()
	scored, err := evaluate.Score(t.Context(), req, labels, nil)
	must(t, err)
	return scored
}

// labelledSet is a set of programs with labels.
type labelledSet struct {
	name, files, pairs string
	closed             bool
}

// read reads the programs and the labels.
func (s labelledSet) read(t *testing.T) (check.Request, []evaluate.Label) {
	t.Helper()
	file, err := os.Open(s.pairs)
	must(t, err)
	defer file.Close()
	labels, err := evaluate.ReadLabels(file)
	must(t, err)
	set, err := intake.Read(t.Context(), []string{s.files}, intake.Options{Layout: evaluate.FileLayout})
	must(t, err)
	return check.Request{Contest: set.Name, Submissions: set.Submissions, Skipped: set.Skipped, Parameters: check.Defaults()}, labels
}

const submissions = "../../testdata/submissions"

var ownSet = labelledSet{name: "submissions", files: submissions, pairs: submissions + "/pairs.csv"}

// The figures of the labelled contest are at least the figures of the golden file.
func TestFiguresOfTheLabelledContest(t *testing.T) {
	t.Parallel()
	compareFigures(t, "submissions", figures(score(t, ownSet)))
}

// publishedSets returns the sets in $OJCHECK_DATA that may not be redistributed: each a directory
// with files/ and pairs.csv, and with closed.txt if all copies are listed.
func publishedSets(t *testing.T, names ...string) []labelledSet {
	t.Helper()
	data := os.Getenv("OJCHECK_DATA")
	var sets []labelledSet
	for _, name := range names {
		dir := filepath.Join(data, name)
		set := labelledSet{name: name, files: filepath.Join(dir, "files"), pairs: filepath.Join(dir, "pairs.csv")}
		if _, err := os.Stat(set.pairs); data == "" || err != nil {
			t.Skip("OJCHECK_DATA names no directory with the set " + name)
		}
		_, err := os.Stat(filepath.Join(dir, "closed.txt"))
		set.closed = err == nil
		sets = append(sets, set)
	}
	return sets
}

var allSets = []string{"conplag-raw", "conplag-template-free", "emse-gptobf", "emse-insert", "emse-refactor",
	"gcj-rewrites", "soco-c", "soco-java", "vkcup2015"}

// The average precision and ROC-AUC of suspicion and chance on every published set, as labelled and
// without contradictions, are at least the figures of the golden file.
func TestFiguresOfPublishedSets(t *testing.T) {
	t.Parallel()
	var lines []string
	for _, set := range publishedSets(t, allSets...) {
		req, labels := set.read(t)
		for _, clean := range []bool{false, true} {
			name := set.name
			if clean {
				name += " clean"
			}
			scored := scoreLabels(t, req, evaluate.LabelSet{Labels: labels, Closed: set.closed, Clean: clean})
			for _, f := range scored.Evaluate(evaluate.Options{Folds: 5}).Measures[:2] { // suspicion and chance
				lines = append(lines, fmt.Sprintf("%s %s AP %.4f\n", name, f.Measure, float64(f.AP)), fmt.Sprintf("%s %s AUC %.4f\n", name, f.Measure, float64(f.AUC)))
			}
		}
	}
	compareFigures(t, "sets", lines)
}

// compareFigures compares figures, one on each line, with a golden file. The test fails for figures that
// have fallen, and logs figures that have risen.
func compareFigures(t *testing.T, name string, got []string) {
	t.Helper()
	golden := filepath.Join("testdata", name+".golden")
	if *update {
		must(t, os.WriteFile(golden, []byte(strings.Join(got, "")), 0o644))
	}
	text, err := os.ReadFile(golden)
	must(t, err)
	want := slices.Collect(strings.Lines(string(text)))
	if len(want) != len(got) {
		t.Fatalf("%s has %d figures, not %d: run with -update", golden, len(want), len(got))
	}
	for i, line := range got {
		key, value := figure(t, line)
		oldKey, oldValue := figure(t, want[i])
		switch {
		case key != oldKey:
			t.Fatalf("%s has %s in place of %s: run with -update", golden, oldKey, key)
		case value < oldValue:
			t.Errorf("%s has fallen from %.4f to %.4f; run with -update if the change is intended", key, oldValue, value)
		case value != oldValue:
			t.Logf("%s has changed from %.4f to %.4f; -update stores it", key, oldValue, value)
		}
	}
}

// figures returns the figures of the suspicion, one on each line.
func figures(scored *evaluate.ScoredPairs) (lines []string) {
	f := scored.Evaluate(evaluate.Options{Folds: 5}).Measures[0]
	for _, figure := range []struct {
		name  string
		value evaluate.Number
	}{
		{"AUC", f.AUC}, {"AP", f.AP}, {"best-F1", f.BestF1}, {"best-F1.5", f.BestF15},
		{"folds-F1", f.LearnedF1}, {"folds-F1.5", f.LearnedF15},
		{"recall@1%", f.RecallAt1}, {"recall@0.1%", f.RecallAt01}, {"precision@n", f.RPrecision},
	} {
		lines = append(lines, fmt.Sprintf("%s %.4f\n", figure.name, float64(figure.value)))
	}
	return lines
}

// figure splits a line into the name of a figure and its value.
func figure(t *testing.T, line string) (key string, value float64) {
	t.Helper()
	fields := strings.Fields(line)
	if len(fields) < 2 {
		t.Fatalf("%q is not a figure", line)
	}
	last := len(fields) - 1
	value, err := strconv.ParseFloat(fields[last], 64)
	must(t, err)
	return strings.Join(fields[:last], " "), value
}

// Two runs of an evaluation write the same bytes.
func TestRunsAreEqual(t *testing.T) {
	t.Parallel()
	write := func() string {
		closedSet := ownSet
		closedSet.closed = true
		scored := score(t, closedSet)
		r := scored.Evaluate(evaluate.Options{Folds: 5, ByProblem: true})
		var out bytes.Buffer
		for _, write := range []func(io.Writer) error{
			r.Table, r.JSON,
			func(w io.Writer) error { return evaluate.WriteScores(w, scored.Rows) },
			func(w io.Writer) error { return evaluate.Plot(w, scored.Rows, r.Recommended) },
		} {
			must(t, write(&out))
		}
		return out.String()
	}
	if diff := cmp.Diff(write(), write()); diff != "" {
		t.Errorf("two runs differ (-first +second):\n%s", diff)
	}
}

// A closed set counts every pair of files for one problem, with zeros if a file is unreadable.
func TestClosedSetIsComplete(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program := `#include <cstdio>
int main() {
	int n, best = 0; scanf("%d", &n);
	for (int i = 0; i < n; i++) { int x; scanf("%d", &x); if (x > best) best = x; }
	printf("%d\n", best);
}
`
	for name, text := range map[string]string{
		"A/1.cpp": program, "A/deep/2.cpp": program, "A/short.cpp": "int x;", "A/nul.cpp": strings.Repeat("\x00", 900),
		"A/other.py": "n = int(input())\nxs = [int(input()) for _ in range(n)]\nprint(max(xs))\n", "A/notes.txt": "hello",
		"B/1.cpp": program, "B/2.cpp": "// nothing\n" + program,
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must(t, os.WriteFile(name, []byte(text), 0o644))
	}
	pairs := filepath.Join(t.TempDir(), "labels.csv")
	must(t, os.WriteFile(pairs, []byte("left,right,label\nA/deep/2.cpp,A/1.cpp,1\nA/short.cpp,B/1.cpp,0\n"), 0o644))
	set := labelledSet{files: dir, pairs: pairs, closed: true}
	want := func(otherLanguage string) []string {
		return []string{
			"A 7 zeros (a file was skipped)",
			"A 2 zeros (" + otherLanguage + ")",
			"A A/deep/2.cpp A/1.cpp copied true, similarity 1, Jaccard 1 ()",
			"A A/short.cpp B/1.cpp zeros (a file was skipped)",
			"B B/1.cpp B/2.cpp copied false, similarity 1, Jaccard 1 ()",
		}
	}
	if diff := cmp.Diff(want("suspicion below --keep 0.15"), rowsOf(t, score(t, set))); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want("not paired: in different languages"), rowsOf(t, score(t, set, "across-languages"))); diff != "" {
		t.Errorf("rows without pairs across languages (-want +got):\n%s", diff)
	}
}

// rowsOf describes the rows of a scored set. It fails if a row without a match has a score.
func rowsOf(t *testing.T, scored *evaluate.ScoredPairs) (got []string) {
	t.Helper()
	for _, row := range scored.Rows {
		suspicion := "zeros"
		if row.MatchedTokens > 0 {
			suspicion = fmt.Sprintf("copied %v, similarity %v, Jaccard %v", row.Copied, row.Similarity, row.Jaccard)
		} else if row.Suspicion != 0 || row.Similarity != 0 || row.Hamming != evaluate.MaxDistance || row.Cosine != 0 {
			t.Errorf("%+v has no match, but not all its scores are zero", row)
		}
		sides := row.Left + " " + row.Right
		if row.Left == "" {
			sides = fmt.Sprint(row.Pairs)
		}
		got = append(got, fmt.Sprintf("%s %s %s (%s)", row.Problem, sides, suspicion, row.NotStoredReason))
	}
	return got
}

// A closed set has the same figures whether its honest pairs are counted or listed, except the
// baselines.
func TestCountedPairs(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	closedSet := ownSet
	closedSet.closed = true
	counted := score(t, closedSet)
	listed := &evaluate.ScoredPairs{Rows: scoreEach(t, closedSet), Files: counted.Files, Parameters: counted.Parameters, Skipped: counted.Skipped}
	if 2*len(counted.Rows) > len(listed.Rows) {
		t.Errorf("%d rows for %d pairs, want at most half as many", len(counted.Rows), len(listed.Rows))
	}
	ignoreBaselines := cmpopts.IgnoreSliceElements(func(f evaluate.Figures) bool { return f.Baseline })
	equal := cmp.Comparer(func(a, b evaluate.Number) bool { return a == b || a != a && b != b })
	opts := evaluate.Options{Folds: 5, ByProblem: true}
	if diff := cmp.Diff(listed.Evaluate(opts), counted.Evaluate(opts), ignoreBaselines, equal, cmpopts.IgnoreUnexported(evaluate.Figures{})); diff != "" {
		t.Errorf("figures (-listed +counted):\n%s", diff)
	}
}

// A closed set of 7.6 million pairs has about as many rows as a check stores pairs, and takes less than a
// minute.
func TestLargeClosedSet(t *testing.T) {
	data := os.Getenv("OJCHECK_DATA")
	archive := filepath.Join(data, "speed-gcj2020-java.zip")
	if _, err := os.Stat(archive); data == "" || err != nil || testing.Short() {
		t.Skip("OJCHECK_DATA has no speed-gcj2020-java.zip, or -short")
	}
	set, err := intake.Read(t.Context(), []string{archive}, intake.Options{Layout: evaluate.FileLayout})
	must(t, err)
	req := check.Request{Contest: "large", Parameters: check.Defaults(), Submissions: set.Submissions[:3900]}
	author := func(path string) string { return path[:strings.IndexByte(path, '_')] }
	var labels []evaluate.Label
	for i, s := range req.Submissions[1:] {
		if before := req.Submissions[i]; author(before.Path) == author(s.Path) && len(labels) < 200 {
			labels = append(labels, evaluate.Label{Left: before.Path, Right: s.Path, Copied: true})
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	scored, err := evaluate.Score(ctx, req, evaluate.LabelSet{Labels: labels, Closed: true}, nil)
	must(t, err)
	// Counted pairs have a row for each suspicion in ten-thousandths.
	if most := len(labels) + req.Parameters.KeepFor(3900)*3900 + 10_000; len(scored.Rows) > most {
		t.Errorf("%d rows, want at most %d", len(scored.Rows), most)
	}
	r := scored.Evaluate(evaluate.Options{Folds: 5})
	if r.Pairs != 3900*3899/2 || r.Copies != len(labels) || r.Measures[0].AUC < 0.95 {
		t.Errorf("%d pairs, %d copies of %d, AUC %v; want all pairs and copies, and an AUC of 0.95 or more", r.Pairs, r.Copies, len(labels), r.Measures[0].AUC)
	}
}

// BenchmarkScoreClosedSet scores 7.6 million pairs of generated programs.
func BenchmarkScoreClosedSet(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	operator := func() byte { return "+-*/%&|^"[random.IntN(8)] }
	req := check.Request{Contest: "generated", Parameters: check.Defaults()}
	for i := range 3900 {
		var text strings.Builder
		text.WriteString("int main() {\n")
		for range 40 {
			fmt.Fprintf(&text, "x = a %c b %c (c %c d) %c e;\n", operator(), operator(), operator(), operator())
		}
		text.WriteString("}\n")
		path := fmt.Sprintf("A/%04d.cpp", i)
		req.Submissions = append(req.Submissions, contest.Submission{Path: path, Participant: path, Language: "cpp",
			Files: []contest.File{{Path: path, Content: []byte(text.String())}}})
	}
	labels := []evaluate.Label{{Left: req.Submissions[0].Path, Right: req.Submissions[1].Path, Copied: true}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := evaluate.Score(b.Context(), req, evaluate.LabelSet{Labels: labels, Closed: true}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
