package check

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/pairs"
)

// readSet returns the submissions of an archive or directory of $OJCHECK_DATA.
func readSet(t *testing.T, name, layout string) []contest.Submission {
	t.Helper()
	path := filepath.Join(os.Getenv("OJCHECK_DATA"), name)
	if _, err := os.Stat(path); os.Getenv("OJCHECK_DATA") == "" || err != nil {
		t.Skipf("OJCHECK_DATA names no directory with %s", name)
	}
	set, err := intake.Read(t.Context(), []string{path}, intake.Options{Layout: layout})
	if err != nil {
		t.Fatal(err)
	}
	return set.Submissions
}

// programsOf returns the last submission of each participant for a problem, as programs.
func programsOf(t *testing.T, submissions []contest.Submission, problem string) []pairs.Program {
	t.Helper()
	last := make(map[string]int)
	var chosen []contest.Submission
	for _, sub := range submissions {
		if sub.Problem != problem {
			continue
		}
		if i, ok := last[sub.Participant]; ok {
			chosen[i] = sub
			continue
		}
		last[sub.Participant] = len(chosen)
		chosen = append(chosen, sub)
	}
	reader, _ := newReader(nil, nil, nil, Defaults())
	read, _, err := reader.read(t.Context(), chosen, nil, serial(nil))
	if err != nil {
		t.Fatal(err)
	}
	var programs []pairs.Program
	for _, pool := range pools(read, Defaults(), make(map[string]*familyCorpus)) {
		programs = append(programs, pool.corpus.programs(pool.submissions)...)
	}
	return programs
}

// honest returns the programs without one of each two that are obvious copies.
func honest(t *testing.T, programs []pairs.Program) []pairs.Program {
	t.Helper()
	found, err := pairs.Find(t.Context(), programs, pairs.Options{Keep: 0.6})
	if err != nil {
		t.Fatal(err)
	}
	dropped := make(map[int]bool)
	for _, pair := range found.Pairs {
		if !dropped[pair.Left] {
			dropped[pair.Right] = true
		}
	}
	var rest []pairs.Program
	for i, program := range programs {
		if !dropped[i] {
			rest = append(rest, program)
		}
	}
	return rest
}

// countListed counts the pairs whose chance is at most the default maximum, 1.
func countListed(ctx context.Context, t *testing.T, programs []pairs.Program) (listed int) {
	t.Helper()
	p := Defaults()
	found, err := pairs.Find(ctx, programs, pairs.Options{Keep: p.Keep})
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range found.Pairs {
		if found.Tail.Chance(pair.Suspicion, pair.Evidence) <= p.MaxChance {
			listed++
		}
	}
	return listed
}

// In 200 random halves of honest pools, 0.5 to 2 pairs on average have a chance of at most 1: a
// chance of 1 means that one such pair is expected.
func TestChanceIsCalibrated(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	submissions := readSet(t, "poj104-8-problems.zip", "problem/participant")
	random := rand.New(rand.NewPCG(1, 2))
	problems := []string{"p1", "p14", "p27", "p40", "p53", "p66", "p79", "p92"}
	listed, halves := 0, 0
	for _, problem := range problems {
		pool := honest(t, programsOf(t, submissions, problem))
		for range 200 / len(problems) {
			random.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
			listed += countListed(t.Context(), t, pool[:len(pool)/2])
			halves++
		}
	}
	mean := float64(listed) / float64(halves)
	t.Logf("%d halves: %.2f pairs on average have a chance of at most 1", halves, mean)
	if mean < 0.5 || mean > 2 {
		t.Errorf("%.2f honest pairs on average have a chance of at most 1, want 0.5 to 2", mean)
	}
}

// If copies of labelled sets are planted in pools of hundreds of programs, a check with the
// default parameters lists at least eight tenths of them.
func TestPlantedCopiesAreListed(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	pools := readSet(t, "poj104-8-problems.zip", "problem/participant")
	found, planted := 0, 0
	for _, problem := range []string{"p1", "p27", "p40", "p79"} {
		submissions := pools
		for _, set := range []string{"soco-c", "emse-insert", "vkcup2015"} {
			submissions = append(submissions, copiesOf(t, set, problem)...)
		}
		inPool := submissions[:0:0]
		for _, sub := range submissions {
			if sub.Problem == problem {
				inPool = append(inPool, sub)
			}
		}
		var store memoryStore
		if _, err := (&Checker{Store: &store}).Check(t.Context(), Request{Submissions: inPool, Parameters: Defaults()}, nil); err != nil {
			t.Fatal(err)
		}
		for _, sub := range inPool {
			if strings.HasSuffix(sub.Participant, "/copy") {
				planted++
			}
		}
		for _, pair := range store.pairs {
			left, isCopy := strings.CutSuffix(pair.Left.Participant, "/copy")
			right, otherIsCopy := strings.CutSuffix(pair.Right.Participant, "/copy")
			if left == right && isCopy != otherIsCopy && Defaults().Lists(pair.Scores) {
				found++
			}
		}
	}
	t.Logf("%d of %d planted copies are listed", found, planted)
	if found*10 < planted*8 {
		t.Errorf("%d of %d planted copies are listed, want eight tenths or more", found, planted)
	}
}

// copiesOf returns up to ten labelled copies of a set in C or C++, each after its original,
// as submissions to a problem.
func copiesOf(t *testing.T, set, problem string) []contest.Submission {
	t.Helper()
	files := make(map[string]contest.Submission)
	for _, sub := range readSet(t, set+"/files", `(?P<participant>.+)`) {
		files[sub.Path] = sub
	}
	var planted []contest.Submission
	used := make(map[string]bool)
	for _, row := range readRows(t, filepath.Join(os.Getenv("OJCHECK_DATA"), set, "pairs.csv")) {
		left, right := files[row[0]], files[row[1]]
		extension := filepath.Ext(left.Path)
		if row[2] != "1" || used[row[0]] || used[row[1]] || len(planted) == 20 ||
			extension != filepath.Ext(right.Path) || extension != ".c" && extension != ".cpp" {
			continue
		}
		used[row[0]], used[row[1]] = true, true
		left.Problem, right.Problem = problem, problem
		left.Participant = set + "/" + row[0]
		right.Participant = left.Participant + "/copy"
		planted = append(planted, left, right)
	}
	return planted
}
