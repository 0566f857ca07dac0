package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// renamed returns a program with changed names and layout.
func renamed(source string) string {
	for from, to := range map[string]string{"a": "alpha", "b": "beta", "v": "data", "f": "solve", "i": "step"} {
		source = regexp.MustCompile(`\b`+from+`\b`).ReplaceAllString(source, to)
	}
	return "// all mine\n" + strings.ReplaceAll(source, "\n", "\n\n")
}

// Three programs of an earlier contest.
var (
	zoes = checktest.Program(1, 30)
	yans = checktest.Program(2, 30)
	xias = checktest.Program(3, 30)
)

// bystanders returns the programs of honest participants for a problem, all different.
func bystanders(name string, n int, problem string, seed uint64) []contest.Submission {
	var list []contest.Submission
	for i := range n {
		list = append(list, checktest.Submission(problem, fmt.Sprintf("%s %d", name, i), 10+i, checktest.Program(seed+uint64(i), 30)))
	}
	return list
}

// spring returns an earlier contest; two participants have the same program.
func spring() []contest.Submission {
	list := []contest.Submission{
		checktest.Submission("P", "zoe", 1, zoes), checktest.Submission("P", "wim", 2, zoes), checktest.Submission("Q", "yan", 3, yans), checktest.Submission("Q", "xia", 3, xias),
	}
	list = append(list, bystanders("Ada", 6, "P", 2000)...)
	return list
}

// autumn returns the checked contest: ben has zoe's program in disguise, dan has one
// of yan's functions inside other code, and xia submits her own program again.
func autumn() []contest.Submission {
	list := []contest.Submission{
		checktest.Submission("A", "ben", 1, renamed(zoes)),
		checktest.Submission("A", "dan", 2, checktest.Program(11, 25), yans, checktest.Program(12, 25)),
		checktest.Submission("A", "eve", 3, checktest.Program(13, 30)),
		checktest.Submission("A", "fay", 4, checktest.Program(14, 30)),
		checktest.Submission("A", "gus", 5, renamed(checktest.Program(14, 30))), // a copy of fay's
		checktest.Submission("B", "xia", 6, xias),
	}
	list = append(list, bystanders("Bob", 8, "A", 3000)...)
	return list
}

func importAndCheck(t *testing.T, store archive, name string, submissions []contest.Submission) {
	t.Helper()
	run(t, store, Request{Contest: name, Submissions: submissions, Parameters: Defaults()})
}

// against returns the parameters of a check against contests.
func against(names ...string) contest.Parameters {
	p := Defaults()
	p.Against = names
	p.Keep = 0.3 // idioms alone give generated programs nearly as much
	return p
}

// pairNames describes the pairs: "ben A, zoe P of spring".
func pairNames(found []contest.Pair) []string {
	var list []string
	for _, p := range found {
		name := p.Left.Participant + " " + p.Left.Problem + ", " + p.Right.Participant + " " + p.Right.Problem
		if p.Earlier() {
			name += " of " + p.Right.Contest
		}
		list = append(list, name)
	}
	return list
}

// split separates a contest's own pairs from pairs with earlier contests. In the own
// pairs it clears the fields that differ between two checks.
func split(found []contest.Pair) (own, earlier []contest.Pair) {
	for _, p := range found {
		if p.Earlier() {
			earlier = append(earlier, p)
			continue
		}
		p.ID, p.CheckID, p.Rank = 0, 0, 0
		own = append(own, p)
	}
	return own, earlier
}

func TestAgainst(t *testing.T) {
	t.Parallel()
	store := open(t)
	importAndCheck(t, store, "spring", spring())
	importAndCheck(t, store, "winter, and snow", primes())
	alone, found, _ := run(t, store, Request{Contest: "autumn", Submissions: autumn(), Parameters: against()})
	want, _ := split(found)
	if len(want) == 0 || alone.Summary.Earlier != nil {
		t.Fatalf("%d own pairs, %+v: the test proves nothing", len(want), alone.Summary)
	}

	copies := []string{"ben A, zoe P of spring", "ben A, wim P of spring", "dan A, yan Q of spring"}
	tests := []struct {
		name    string
		against []string
		stored  []string // Parameters.Against
		want    []string
		summary contest.EarlierSummary
	}{
		{"archive", []string{"archive"}, []string{"archive"}, copies, contest.EarlierSummary{Contests: 2, Pairs: 3}},
		{"by name", []string{"spring"}, []string{"spring"}, copies, contest.EarlierSummary{Contests: 1, Pairs: 3}},
		{"two by name", []string{" spring , spring", "winter, and snow"}, []string{"spring", "winter, and snow"}, copies, contest.EarlierSummary{Contests: 2, Pairs: 3}},
		{"one that has nothing of it", []string{"winter, and snow"}, []string{"winter, and snow"}, nil, contest.EarlierSummary{Contests: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, found, _ := run(t, store, Request{Contest: "autumn", Submissions: autumn(), Parameters: against(tt.against...)})
			own, earlier := split(found)
			if diff := cmp.Diff(want, own); diff != "" {
				t.Errorf("the contest's own pairs (-without +with earlier ones):\n%s", diff)
			}
			got := pairNames(earlier)
			slices.Sort(got)
			if diff := cmp.Diff(slices.Sorted(slices.Values(tt.want)), got); diff != "" {
				t.Errorf("pairs with earlier contests (-want +got):\n%s", diff)
			}
			for i, p := range found {
				if p.Left.Contest != "" || p.Rank != i+1 || p.Percentile != nil && *p.Percentile > 1 {
					t.Errorf("pair %+v", p)
				}
				if p.Earlier() && (p.Problem != "A" || p.Suspicion < 0.5 || p.Percentile == nil || p.Hamming == nil) {
					t.Errorf("pair with an earlier contest: %+v", p)
				}
			}
			if diff := cmp.Diff(tt.stored, c.Parameters.Against); diff != "" {
				t.Errorf("parameters (-want +got):\n%s", diff)
			}
			if c.Summary.Earlier == nil {
				t.Fatal("there is no summary of the earlier contests")
			}
			tt.summary.Submissions = c.Summary.Earlier.Submissions
			if diff := cmp.Diff(tt.summary, *c.Summary.Earlier); diff != "" || c.Summary.PairsStored != len(found) {
				t.Errorf("summary %+v (-want +got):\n%s", c.Summary, diff)
			}
			if least := min(len(tt.want), 3); c.Summary.Earlier.Submissions < least {
				t.Errorf("compared with %d submissions, want %d or more", c.Summary.Earlier.Submissions, least)
			}
			if c.Summary.PairsCompared != alone.Summary.PairsCompared || c.Digest == alone.Digest {
				t.Errorf("%d pairs compared, want %d; digest %s, alone %s", c.Summary.PairsCompared, alone.Summary.PairsCompared, c.Digest, alone.Digest)
			}
		})
	}
}

// No stage reports more than its total, and each stage ends at its total.
func TestAgainstProgress(t *testing.T) {
	t.Parallel()
	store := open(t)
	importAndCheck(t, store, "spring", spring())
	last := make(map[Stage][2]int)
	checker := Checker{Store: store, Earlier: store}
	_, err := checker.Check(t.Context(), Request{Contest: "autumn", Submissions: autumn(), Parameters: against("spring")}, func(stage Stage, done, total int) {
		if done > total {
			t.Errorf("%s %d of %d", stage, done, total)
		}
		last[stage] = [2]int{done, total}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, stage := range []Stage{Searching, ReadingEarlier, Comparing, ComparingEarlier, Matching, Saving} {
		if n := last[stage]; n[1] == 0 || n[0] != n[1] && stage != ComparingEarlier { // a pool without candidates reports nothing
			t.Errorf("%s ends at %d of %d", stage, n[0], n[1])
		}
	}
}

// An earlier program stays in memory until the last pool is compared with it.
func TestReleaseEarlier(t *testing.T) {
	t.Parallel()
	first, second := &pool{solutions: []*solution{{}, {}}}, &pool{solutions: []*solution{{}}}
	set := &earlierSet{
		submissions: map[int64]*earlierSubmission{
			1: {solution: new(solution), pending: 2}, 2: {solution: new(solution), pending: 2}, 3: {solution: new(solution), pending: 1},
		},
		candidates: map[*solution][]int64{first.solutions[0]: {1, 2}, first.solutions[1]: {1}, second.solutions[0]: {2, 3}},
	}
	held := func() (ids []int64) {
		for id := range int64(4) {
			if s := set.submissions[id]; s != nil && s.solution != nil {
				ids = append(ids, id)
			}
		}
		return ids
	}
	for i, want := range [][]int64{{2, 3}, nil} {
		set.release([]*pool{first, second}[i])
		if diff := cmp.Diff(want, held()); diff != "" {
			t.Errorf("held after pool %d (-want +got):\n%s", i+1, diff)
		}
	}
}

// Base code does not count in earlier programs either.
func TestAgainstBaseCode(t *testing.T) {
	t.Parallel()
	store := open(t)
	importAndCheck(t, store, "spring", spring())
	_, found, _ := run(t, store, Request{Contest: "autumn", Submissions: autumn(), Parameters: against("archive"),
		Base: []contest.File{{Path: "lib.cpp", Content: []byte("#include <vector>\nusing namespace std;\n" + yans)}}})
	_, earlier := split(found)
	got := pairNames(earlier)
	slices.Sort(got)
	if diff := cmp.Diff([]string{"ben A, wim P of spring", "ben A, zoe P of spring"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Two checks with the same digest have the same pairs; a new contest in the archive
// changes the digest.
func TestAgainstDigest(t *testing.T) {
	t.Parallel()
	store := open(t)
	importAndCheck(t, store, "spring", spring())
	check := func() (contest.Check, []string) {
		c, found, _ := run(t, store, Request{Contest: "autumn", Submissions: autumn(), Parameters: against("archive")})
		return c, pairNames(found)
	}
	first, pairs := check()
	second, same := check()
	if diff := cmp.Diff(pairs, same); diff != "" || first.Digest != second.Digest {
		t.Errorf("digests %s and %s (-first +second):\n%s", first.Digest, second.Digest, diff)
	}
	importAndCheck(t, store, "nothing like it", primes())
	if c, _ := check(); c.Digest != first.Digest {
		t.Error("the digest changed without new programs to compare with")
	}
	importAndCheck(t, store, "summer", []contest.Submission{checktest.Submission("Z", "kim", 1, renamed(zoes)), checktest.Submission("Z", "lou", 1, yans)})
	third, more := check()
	if third.Digest == first.Digest || len(more) != len(pairs)+2 {
		t.Errorf("digests %s and %s, %d and %d pairs", first.Digest, third.Digest, len(pairs), len(more))
	}

	// The same archive in another database, filled in another order.
	other := open(t)
	importAndCheck(t, other, "summer", []contest.Submission{checktest.Submission("Z", "kim", 1, renamed(zoes)), checktest.Submission("Z", "lou", 1, yans)})
	importAndCheck(t, other, "autumn", autumn())
	importAndCheck(t, other, "spring", spring())
	c, found, _ := run(t, other, Request{Contest: "autumn", Submissions: autumn(), Parameters: against("archive")})
	if diff := cmp.Diff(more, pairNames(found)); diff != "" {
		t.Errorf("in an archive filled in another order (-want +got):\n%s", diff)
	}
	_ = c
}

// A check reports a contest without index entries of this version.
func TestAgainstNotIndexed(t *testing.T) {
	t.Parallel()
	store := open(t)
	submissions := spring()
	if _, _, err := store.Import(t.Context(), review.CommandLine, "", "spring", "", submissions, nil, nil); err != nil {
		t.Fatal(err)
	}
	c, _, _ := run(t, store, Request{Contest: "autumn", Submissions: autumn(), Parameters: against("archive")})
	if diff := cmp.Diff(&contest.EarlierSummary{Contests: 1, NotIndexed: []string{"spring"}}, c.Summary.Earlier); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if notes := strings.Join(c.Summary.Notes(c.Parameters), "\n"); !strings.Contains(notes, "nothing can be found in spring") {
		t.Errorf("notes: %s", notes)
	}
}

// A check excludes some pairs with earlier programs.
func TestAgainstExcludes(t *testing.T) {
	t.Parallel()
	store := open(t)
	python := submission("P", "pia", "P/pia.py", strings.Repeat("for a in b:\n    print(a * 7 + f(b), [x for x in a if x])\n", 20))
	python.Language = "python"
	importAndCheck(t, store, "spring", append(spring(), python))
	asC := submission("A", "ann", "A/ann.c", zoes)
	asC.Language = "c"
	tests := []struct {
		name string
		own  contest.Submission
		want []string
	}{
		{"their own program", checktest.Submission("A", "xia", 1, renamed(xias)), nil},
		{"their own program that another had too", checktest.Submission("A", "zoe", 1, renamed(zoes)), []string{"zoe A, wim P of spring"}},
		{"another family", checktest.Submission("A", "ann", 1, string(python.Files[0].Content)), nil},
		{"another language of the family", asC, []string{"ann A, wim P of spring", "ann A, zoe P of spring"}},
		{"honest work", checktest.Submission("A", "ann", 1, checktest.Program(90, 40)), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, found, _ := run(t, store, Request{Contest: tt.name, Submissions: append(bystanders("Bob", 8, "A", 3000), tt.own), Parameters: against("spring")})
			_, earlier := split(found)
			got := pairNames(earlier)
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
