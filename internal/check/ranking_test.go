package check

import (
	"encoding/csv"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// label is a row of pairs.csv.
type label struct {
	left, right, problem string
	copied               bool
	level                int
}

// key identifies two participants at one problem.
func key(problem, left, right string) string {
	return problem + ": " + min(left, right) + ", " + max(left, right)
}

func participant(path string) string { return filepath.Base(filepath.Dir(path)) }

// readRows reads a CSV file, without the line of column names.
func readRows(t *testing.T, name string) [][]string {
	t.Helper()
	file, err := os.Open(name)
	must(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	must(t, err)
	return rows[1:]
}

func readLabels(t *testing.T, name string) []label {
	t.Helper()
	var labels []label
	for _, row := range readRows(t, name) {
		level, err := strconv.Atoi(row[4])
		must(t, err)
		labels = append(labels, label{row[0], row[1], row[3], row[2] == "1", level})
	}
	return labels
}

// The ranking of the labelled contest equals a golden file, which shows every change of
// a score. Every copy, however disguised, ranks above every honest pair of its problem.
func TestRankingOfTheLabelledContest(t *testing.T) {
	t.Parallel()
	const dir = "../../testdata/submissions"
	set := readInput(t, dir, "")
	req := Request{Contest: "submissions", Submissions: set.Submissions, Skipped: set.Skipped, Parameters: Defaults()}
	req.Parameters.Keep = 0.01
	_, found, _ := run(t, open(t), req)

	copies := make(map[string]label)
	for _, l := range readLabels(t, filepath.Join(dir, "pairs.csv")) {
		if l.copied {
			copies[key(l.problem, participant(l.left), participant(l.right))] = l
		}
	}
	honest := make(map[string]contest.Pair) // the most suspicious honest pair of each problem
	seen := make(map[string]bool)
	var ranking strings.Builder
	for _, pair := range found {
		k := key(pair.Problem, pair.Left.Participant, pair.Right.Participant)
		l, copied := copies[k]
		seen[k] = true
		if pair.Suspicion >= 0.2 || copied {
			fmt.Fprintf(&ranking, "%.3f level %d %s %s\n", pair.Suspicion, l.level, pair.Left.Path, pair.Right.Path)
		}
		if !copied {
			if _, ok := honest[pair.Problem]; !ok {
				honest[pair.Problem] = pair
			}
			continue
		}
		if pair.Left.Path != l.left || pair.Right.Path != l.right {
			t.Errorf("%s: the pair is %s and %s, want %s and %s", k, pair.Left.Path, pair.Right.Path, l.left, l.right)
		}
		if above, ok := honest[pair.Problem]; ok {
			t.Errorf("level %d copy %s has suspicion %.3f, below the honest %s and %s with %.3f",
				l.level, k, pair.Suspicion, above.Left.Path, above.Right.Path, above.Suspicion)
		}
	}
	for k, l := range copies {
		if !seen[k] {
			t.Errorf("level %d copy %s is not found", l.level, k)
		}
	}

	golden := filepath.Join("testdata", "ranking.golden")
	if *update {
		must(t, os.WriteFile(golden, []byte(ranking.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	must(t, err)
	wantEqual(t, "the ranking has changed; run with -update if it is better", strings.Split(string(want), "\n"), strings.Split(ranking.String(), "\n"))
}

// Two identical programs of two lines, one with comments and another layout, are above all other pairs of their
// problem. Their chance shows that programs so short may be identical by chance.
func TestIdenticalProgramsLead(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	statements := []string{"x = f(y)", "y += 2", "if x < y: x = y", "for i in range(x): y = i", "u[x] = y", "while y: y -= x", "g(x, u[y])",
		"print(x, y)", "x, y = y, x", "u.append(x * y)", "del u[x]", "y = not x", "assert x", "x = [y]", "u = {x: y}", "y = -x % 7"}
	long := func() string {
		var text strings.Builder
		for range 40 {
			text.WriteString(statements[random.IntN(len(statements))] + "\n")
		}
		return text.String()
	}
	copied := long()
	programs := map[string]string{
		"short":     "a, b = map(int, input().split())\nprint(sum(x * b for x in range(a)))\n",
		"commented": "# sum up\na,b=map(int,input().split())  # read\n\nprint(sum(x*b for x in range(a)))\n# done\n",
		"copied":    copied,
		"changed":   copied + "print(u[x] ** y)\n",
	}
	for i := range 20 {
		programs[fmt.Sprintf("honest%d", i)] = long()
	}
	var submissions []contest.Submission
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		path := "A/" + name + ".py"
		submissions = append(submissions, contest.Submission{Problem: "A", Participant: name, Path: path, Language: "py",
			Files: []contest.File{{Path: path, Content: []byte(programs[name])}}})
	}
	found := checkInMemory(t, submissions)
	if len(found) < 2 {
		t.Fatalf("%d pairs, want 2 or more", len(found))
	}
	first, second := found[0], found[1]
	if first.Left.Participant != "commented" || first.Right.Participant != "short" || first.Suspicion <= second.Suspicion {
		t.Errorf("%s and %s with %v are before %s and %s with %v, want the identical programs first", first.Left.Participant,
			first.Right.Participant, first.Suspicion, second.Left.Participant, second.Right.Participant, second.Suspicion)
	}
	if second.Left.Participant != "changed" || second.Right.Participant != "copied" || *first.Chance <= *second.Chance {
		t.Errorf("the chance is %v, then %v of %s and %s, want a higher one for the short programs than for the copy",
			*first.Chance, *second.Chance, second.Left.Participant, second.Right.Participant)
	}
}
