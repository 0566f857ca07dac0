package inspect

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// submissionsWith returns submissions of n participants who all have the common code.
func submissionsWith(n int, problem string, common string) []contest.Submission {
	var list []contest.Submission
	for i := range n {
		list = append(list, checktest.Submission(problem, fmt.Sprintf("%s-sharing%02d", problem, i), 0, common, checktest.Program(uint64(5000+i), 20)))
	}
	return list
}

// othersOf returns the number of other participants at each long match of a view; -1 if the match has
// no number. Short matches are idioms of the generated programs.
func othersOf(v evidence.View) []int {
	var list []int
	for _, m := range v.Matches {
		if m.Tokens < 60 {
			continue
		}
		n := -1
		if m.OtherParticipants != nil {
			n = *m.OtherParticipants
		}
		list = append(list, n)
	}
	return list
}

// Each match has the number of other participants with the same code in the same pool, each counted once.
func TestOthers(t *testing.T) {
	t.Parallel()
	own, common := checktest.Program(1, 30), checktest.Program(2, 15)
	copies := []contest.Submission{
		checktest.Submission("A", "ann", 0, own, checktest.Program(3, 15), common),
		checktest.Submission("A", "ben", 0, common, checktest.Program(4, 15), own),
	}
	across := check.Defaults()
	across.AcrossProblems = true
	tests := []struct {
		name   string
		more   []contest.Submission
		params contest.Parameters
		want   []int // at the matches of own and of common
	}{
		{"nobody else has it", submissionsWith(6, "A", ""), check.Defaults(), []int{0, 0}},
		{"one other has common", append(submissionsWith(1, "A", common), checktest.Honest(5, "A")...), check.Defaults(), []int{0, 1}},
		{"fourteen others have common", submissionsWith(14, "A", common), check.Defaults(), []int{0, 14}},
		{"two attempts of one participant count once", append(submissionsWith(3, "A", common), checktest.Submission("A", "A-sharing00", 5, common, checktest.Program(77, 20))), check.Defaults(), []int{0, 3}},
		{"another problem does not count", append(submissionsWith(4, "B", common), submissionsWith(2, "A", common)...), check.Defaults(), []int{0, 2}},
		{"a check across problems", append(submissionsWith(4, "B", common), submissionsWith(2, "A", common)...), across, []int{0, 6}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			store := open(t)
			tt.params.Templates = false
			_, found := run(t, store, "c", tt.params, append(copies[:2:2], tt.more...))
			view := pairView(t, store, checktest.PairOf(t, found, "A", "ann", "ben"))
			wantEqual(t, "others", tt.want, othersOf(view))
		})
	}
}

// Later submissions do not change the numbers of a check, and a later check has its own. A check
// without stored frequencies has no numbers. A check of another version has no numbers either, and
// its view says that it is outdated.
func TestOthersLater(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	store := open(t)
	common := checktest.Program(2, 15)
	submissions := append(submissionsWith(3, "A", common), checktest.Submission("A", "ann", 0, checktest.Program(1, 30), common), checktest.Submission("A", "ben", 0, common, checktest.Program(9, 20), checktest.Program(1, 30)))
	first, found := run(t, store, "c", check.Defaults(), submissions)
	pair := checktest.PairOf(t, found, "A", "ann", "ben")
	before := pairView(t, store, pair)
	if diff := cmp.Diff([]int{0, 3}, othersOf(before)); diff != "" {
		t.Fatalf("others (-want +got):\n%s", diff)
	}

	second, found := run(t, store, "c", check.Defaults(), append(submissions, submissionsWith(9, "A", common)...))
	built := cmp.Transformer("Tokens", func(tokens func() evidence.TokenPane) evidence.TokenPane { return tokens() })
	if diff := cmp.Diff(before, pairView(t, store, pair), built, cmp.AllowUnexported(evidence.View{}), cmpopts.IgnoreFields(evidence.View{}, "Programs")); diff != "" {
		t.Errorf("later submissions changed the pair (-before +after):\n%s", diff)
	}
	wantEqual(t, "others in the new check", []int{0, 9}, othersOf(pairView(t, store, checktest.PairOf(t, found, "A", "ann", "ben"))))

	if _, err := store.Pool().Exec(t.Context(), "DELETE FROM check_frequencies WHERE check_id = $1", first.ID); err != nil {
		t.Fatal(err)
	}
	view := pairView(t, store, pair)
	wantEqual(t, "others without stored frequencies", []int{-1, -1}, othersOf(view))
	if view.Outdated(i18n.English()) != "" {
		t.Errorf("a check of this version counts as outdated: %s", view.Outdated(i18n.English()))
	}

	if _, err := store.Pool().Exec(t.Context(), "UPDATE checks SET algorithm_version = 'lexer 0' WHERE id = $1", second.ID); err != nil {
		t.Fatal(err)
	}
	view = pairView(t, store, checktest.PairOf(t, found, "A", "ann", "ben"))
	wantEqual(t, "others of another version", []int{-1, -1}, othersOf(view))
	if view.CheckAlgorithm != "lexer 0" || view.ViewAlgorithm != check.AlgorithmVersion || view.Outdated(i18n.English()) == "" {
		t.Errorf("check by %q, view by %q, outdated: %q; want it outdated", view.CheckAlgorithm, view.ViewAlgorithm, view.Outdated(i18n.English()))
	}
}

// In a pair with an earlier program, all participants except the left one count as others.
func TestOthersOfAnEarlierPair(t *testing.T) {
	t.Parallel()
	store := open(t)
	own, common := checktest.Program(1, 30), checktest.Program(2, 15)
	run(t, store, "spring", check.Defaults(), append(checktest.Honest(3, "X"), checktest.Submission("X", "old", 0, common, checktest.Program(8, 15), own)))
	params := check.Defaults()
	params.Against = []string{"spring"}
	params.Keep = 0.3 // programs of checktest share idioms, which give them a suspicion of nearly 0.3
	params.Templates = false
	_, found := run(t, store, "autumn", params,
		append(submissionsWith(1, "A", common), checktest.Submission("A", "ann", 0, own, checktest.Program(3, 15), common)))
	for _, pair := range found {
		if !pair.Earlier() || pair.Left.Participant != "ann" {
			continue
		}
		wantEqual(t, "others", []int{0, 1}, othersOf(pairView(t, store, pair)))
		return
	}
	t.Errorf("no pair of ann with an earlier contest among %v", found)
}
