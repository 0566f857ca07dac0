package evaluate_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/evaluate"
	"github.com/ojcheck/ojcheck/internal/intake"
)

var update = flag.Bool("update", false, "update the golden files")

// score scores a labelled set with the default parameters of a check, without some parts of it.
func score(t *testing.T, dir, pairs string, closed bool, without ...string) *evaluate.ScoredPairs {
	t.Helper()
	file, err := os.Open(pairs)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	labels, err := evaluate.ReadLabels(file)
	if err != nil {
		t.Fatal(err)
	}
	set, err := intake.Read(t.Context(), []string{dir}, intake.Options{Layout: evaluate.FileLayout})
	if err != nil {
		t.Fatal(err)
	}
	parameters := check.Defaults()
	parameters.Without = without
	scored, err := evaluate.Score(t.Context(), check.Request{
		Contest: set.Name, Submissions: set.Submissions, Skipped: set.Skipped, Parameters: parameters,
	}, labels, closed, nil)
	if err != nil {
		t.Fatal(err)
	}
	return scored
}

const (
	submissions = "../../testdata/submissions"
	ownLabels   = submissions + "/pairs.csv"
)

// A golden file has the figures of the labelled contest.
func TestFiguresOfTheLabelledContest(t *testing.T) {
	t.Parallel()
	compareFigures(t, "submissions", score(t, submissions, ownLabels, false))
}

var publishedSets = []struct {
	name   string
	closed bool
}{{"conplag-raw", false}, {"conplag-template-free", false}, {"vkcup2015", true}}

// Golden files also have the figures of published sets, which may not be redistributed:
// $OJCHECK_DATA is the directory of these sets, each with files/ beside pairs.csv.
func TestFiguresOfPublishedSets(t *testing.T) {
	t.Parallel()
	data := os.Getenv("OJCHECK_DATA")
	for _, set := range publishedSets {
		t.Run(set.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(data, set.name)
			if _, err := os.Stat(dir); data == "" || err != nil {
				t.Skip("OJCHECK_DATA names no directory with this set")
			}
			compareFigures(t, set.name, score(t, filepath.Join(dir, "files"), filepath.Join(dir, "pairs.csv"), set.closed))
		})
	}
}

// compareFigures compares the figures of a set with its golden file, and fails if one of ojcheck's
// own measures falls. It only reports those that rise, and the baselines.
func compareFigures(t *testing.T, name string, scored *evaluate.ScoredPairs) {
	t.Helper()
	golden := filepath.Join("testdata", name+".golden")
	got, own := figures(scored)
	if *update {
		if err := os.WriteFile(golden, []byte(strings.Join(got, "")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Collect(strings.Lines(string(text)))
	if len(want) != len(got) {
		t.Fatalf("%s has %d figures, not %d: run with -update", golden, len(want), len(got))
	}
	for i, line := range got {
		key, now := figure(t, line)
		before, then := figure(t, want[i])
		switch {
		case key != before:
			t.Fatalf("%s has %s in place of %s: run with -update", golden, before, key)
		case now < then && own[i]:
			t.Errorf("%s has fallen from %.4f to %.4f; run with -update if it is worth its price", key, then, now)
		case now != then:
			t.Logf("%s has changed from %.4f to %.4f; -update keeps it", key, then, now)
		}
	}
}

// figures writes the figures of a set, one on each line, and returns which of them belong to
// ojcheck's own measures.
func figures(scored *evaluate.ScoredPairs) (lines []string, own []bool) {
	for _, f := range scored.Evaluate(evaluate.Options{Folds: 5}).Measures {
		for _, figure := range []struct {
			name  string
			value evaluate.Number
		}{
			{"AUC", f.AUC}, {"AP", f.AP}, {"best-F1", f.BestF1}, {"best-F1.5", f.BestF15},
			{"folds-F1", f.LearnedF1}, {"folds-F1.5", f.LearnedF15},
			{"recall@1%", f.RecallAt1}, {"recall@0.1%", f.RecallAt01}, {"precision@n", f.RPrecision},
		} {
			lines = append(lines, fmt.Sprintf("%s %s %.4f\n", f.Measure, figure.name, float64(figure.value)))
			own = append(own, !f.Baseline)
		}
	}
	return lines, own
}

// figure parses a line: a measure, a figure and its value.
func figure(t *testing.T, line string) (key string, value float64) {
	t.Helper()
	fields := strings.Fields(line)
	if len(fields) != 3 {
		t.Fatalf("%q is no figure", line)
	}
	value, err := strconv.ParseFloat(fields[2], 64)
	if err != nil {
		t.Fatal(err)
	}
	return fields[0] + " " + fields[1], value
}

// Two runs write the same bytes.
func TestRunsAreEqual(t *testing.T) {
	t.Parallel()
	write := func() string {
		scored := score(t, submissions, ownLabels, true)
		r := scored.Evaluate(evaluate.Options{Folds: 5, ByProblem: true})
		var out bytes.Buffer
		for _, write := range []func(io.Writer) error{
			r.Table, r.JSON,
			func(w io.Writer) error { return evaluate.WriteScores(w, scored.Rows) },
			func(w io.Writer) error { return evaluate.Plot(w, scored.Rows, r.Recommended) },
		} {
			if err := write(&out); err != nil {
				t.Fatal(err)
			}
		}
		return out.String()
	}
	if diff := cmp.Diff(write(), write()); diff != "" {
		t.Errorf("two runs differ (-first +second):\n%s", diff)
	}
}

// A closed set has a row for every pair of files of one problem, and an unreadable file counts
// with zeros.
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
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pairs := filepath.Join(t.TempDir(), "labels.csv")
	if err := os.WriteFile(pairs, []byte("left,right,label\nA/deep/2.cpp,A/1.cpp,1\nA/short.cpp,B/1.cpp,0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	scored := score(t, dir, pairs, true)
	var got []string
	for _, row := range scored.Rows {
		suspicion := "zeros"
		if row.MatchedTokens > 0 {
			suspicion = fmt.Sprintf("copied %v, similarity %v, Jaccard %v", row.Copied, row.Similarity, row.Jaccard)
		} else if row.Suspicion != 0 || row.Similarity != 0 || row.Hamming != evaluate.NoDistance || row.Cosine != 0 {
			t.Errorf("%+v should count with zeros", row)
		}
		got = append(got, fmt.Sprintf("%s %s %s %s (%s)", row.Problem, row.Left, row.Right, suspicion, row.NotStoredReason))
	}
	want := []string{
		"A A/1.cpp A/nul.cpp zeros (a file was skipped)",
		"A A/1.cpp A/other.py zeros (not paired: in different languages)",
		"A A/1.cpp A/short.cpp zeros (a file was skipped)",
		"A A/deep/2.cpp A/1.cpp copied true, similarity 1, Jaccard 1 ()",
		"A A/deep/2.cpp A/nul.cpp zeros (a file was skipped)",
		"A A/deep/2.cpp A/other.py zeros (not paired: in different languages)",
		"A A/deep/2.cpp A/short.cpp zeros (a file was skipped)",
		"A A/nul.cpp A/other.py zeros (a file was skipped)",
		"A A/nul.cpp A/short.cpp zeros (a file was skipped)",
		"A A/other.py A/short.cpp zeros (a file was skipped)",
		"A A/short.cpp B/1.cpp zeros (a file was skipped)",
		"B B/1.cpp B/2.cpp copied false, similarity 1, Jaccard 1 ()",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}
