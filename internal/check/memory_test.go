package check

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// Where the memory is too little, the longest programs are left out, in whatever order they come.
func TestMemory(t *testing.T) {
	t.Parallel()
	java, _ := lexer.ByName("java")
	var all []*submission
	for i := range 20 {
		text := strings.Repeat("a = b + c; ", 10*(i/2+1)) // two of each length
		p, err := program.Read(t.Context(), []contest.File{{Path: "Main.java", Content: []byte(text)}}, java, false)
		must(t, err)
		all = append(all, &submission{Submission: contest.Submission{Path: fmt.Sprintf("%02d", i)}, code: p.Code(10)})
	}
	bound := int64(0)
	for _, sub := range all[:7] {
		bound += memoryOf(sub.code)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		m := &memoryBound{bytes: bound}
		submissions := make([]*submission, len(all))
		for i, sub := range all {
			submissions[i] = &submission{Submission: sub.Submission, code: sub.code}
		}
		random.Shuffle(len(submissions), func(i, j int) { submissions[i], submissions[j] = submissions[j], submissions[i] })
		for _, sub := range submissions {
			m.add(sub)
		}
		compared, skipped := m.drop(submissions)
		var paths []string
		for _, sub := range compared {
			paths = append(paths, sub.Path)
		}
		slices.Sort(paths)
		if diff := cmp.Diff([]string{"00", "01", "02", "03", "04", "05", "06"}, paths); diff != "" {
			t.Fatalf("compared (-want +got):\n%s", diff)
		}
		if len(skipped) != 13 || !strings.Contains(skipped[0].Reason.String(), "--memory") {
			t.Fatalf("skipped %+v, want 13 with the advice", skipped)
		}
	}
}

// limitRepeats shortens only long lists with many repetitions.
func TestFewTimes(t *testing.T) {
	t.Parallel()
	short, long := []uint64{3, 1, 3}, slices.Repeat([]uint64{3, 1, 0}, longList)
	times := func(shingle uint64) []uint64 { return slices.Repeat([]uint64{shingle}, pairs.MaxTimes) }
	varied := make([]uint64, longList)
	for i := range varied {
		varied[i] = uint64(longList - i)
	}
	for _, tt := range []struct{ list, want []uint64 }{{short, short}, {long, slices.Concat(times(0), times(1), times(3))}, {varied, varied}} {
		if diff := cmp.Diff(tt.want, limitRepeats(tt.list)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	if long[0] != 3 {
		t.Error("limitRepeats changes its argument")
	}
}

// Where all programs do not fit, the problems are compared in parts: no program is left out, and copies are found.
func TestParts(t *testing.T) {
	t.Parallel()
	db := open(t)
	var submissions []contest.Submission
	problems := []string{"A", "B", "C", "D"}
	for _, problem := range problems {
		for participant, source := range map[string]string{"ana": sieve, "bo": disguised, "cy": division} {
			submissions = append(submissions, newSubmission(problem, participant, problem+"/"+participant+".cpp", source))
		}
	}
	run := func(memory int64, across bool) (contest.Check, []contest.Pair, []contest.SkippedItem) {
		t.Helper()
		p := Defaults()
		p.AcrossProblems = across
		return runWith(t, &Checker{Store: db, Memory: memory}, db,
			Request{Contest: "spring", Submissions: slices.Clone(submissions), Parameters: p})
	}
	bytes := int64(0) // of the programs for one problem
	for _, source := range []string{sieve, disguised, division} {
		cpp, _ := lexer.ByName("cpp")
		p, err := program.Read(t.Context(), []contest.File{{Path: "a.cpp", Content: []byte(source)}}, cpp, false)
		must(t, err)
		bytes += memoryOf(p.Code(Defaults().ShingleLength))
	}
	for _, tt := range []struct {
		problems, skipped, parts int // problems that fit together
		across                   bool
	}{{4, 0, 0, false}, {3, 0, 2, false}, {2, 0, 2, false}, {1, 0, 4, false}, {0, 4, 4, false}, {2, 6, 0, true}} {
		memory := max(bytes*int64(tt.problems), bytes-1)
		check, pairs, skipped := run(memory, tt.across)
		if check.Summary.Parts != tt.parts || len(skipped) != tt.skipped || check.Summary.Submissions != len(submissions)-tt.skipped {
			t.Errorf("want %+v of %d submissions; got %d parts, %d submissions, skipped %v", tt, len(submissions), check.Summary.Parts, check.Summary.Submissions, skipped)
		}
		if isTold := len(check.Summary.Warnings(i18n.English(), check.Parameters)) > 0; isTold != (tt.parts > 0) {
			t.Errorf("%+v: the check says that it worked in parts: %t", tt, isTold)
		}
		found := make(map[string]int)
		for i, pair := range pairs {
			if pair.Rank != i+1 {
				t.Errorf("%+v: pair %d has rank %d", tt, i+1, pair.Rank)
			}
			if pair.Left.Participant != "cy" && pair.Right.Participant != "cy" && pair.Cluster > 0 {
				found[pair.Problem]++
			}
		}
		if !tt.across && tt.skipped == 0 {
			if diff := cmp.Diff(map[string]int{"A": 1, "B": 1, "C": 1, "D": 1}, found); diff != "" {
				t.Errorf("%+v: clustered pairs of ana and bo (-want +got):\n%s", tt, diff)
			}
		}
	}
}
