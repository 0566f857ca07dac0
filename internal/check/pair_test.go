package check

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/pairs"
)

// byPath orders the two sides of each pair by path, so that tests know which side is left. In pairs with
// an earlier contest, the side of that contest stays right.
func byPath(found []contest.Pair) []contest.Pair {
	list := slices.Clone(found)
	for i := range list {
		if p := &list[i]; !p.Earlier() && p.Right.Path < p.Left.Path {
			p.Left, p.Right = p.Right, p.Left
			p.CoverageLeft, p.CoverageRight = p.CoverageRight, p.CoverageLeft
		}
	}
	return list
}

// withoutNumbers clears the fields that depend on the numbers of participants, and sorts the pairs without
// them. The numbers differ if a contest is imported step by step.
func withoutNumbers(found []contest.Pair) []contest.Pair {
	list := byPath(found)
	for i := range list {
		list[i].Rank, list[i].Cluster = 0, 0
	}
	slices.SortFunc(list, func(a, b contest.Pair) int {
		return cmp.Or(cmp.Compare(b.Suspicion, a.Suspicion), cmp.Compare(a.Problem, b.Problem),
			cmp.Compare(a.Left.Path, b.Left.Path), cmp.Compare(a.Right.Path, b.Right.Path))
	})
	return list
}

// The order of participants with equal programs reveals no names: sides, ranks, IDs and
// clusters follow the numbers. The same input gives the same numbers in every database.
func TestOrderRevealsNoNames(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	const people = 12
	var submissions []contest.Submission
	for i := range people {
		submissions = append(submissions, checktest.Submission("A", fmt.Sprintf("%c-team", 'a'+i), 0, checktest.Program(2, 40)))
	}
	var tables []string
	for range 2 {
		store := open(t)
		id := mustCheck(t, &Checker{Store: store}, Request{Contest: "autumn", Submissions: slices.Clone(submissions), Parameters: Defaults()})
		c, err := store.Check(t.Context(), id)
		must(t, err)
		participants, err := store.Participants(t.Context(), c.ContestID)
		must(t, err)
		for i, p := range participants { // by number
			if i > 0 && p.ID <= participants[i-1].ID {
				t.Errorf("participant %d has the ID %d, the participant before %d", p.Number, p.ID, participants[i-1].ID)
			}
		}
		if slices.IsSortedFunc(participants, func(a, b contest.Participant) int { return cmp.Compare(a.Name, b.Name) }) {
			t.Fatal("the numbers follow the names")
		}

		found := storedPairs(t, store, id, contest.PairFilter{Problem: "A"})
		var got, want [][2]int
		for _, p := range found {
			got = append(got, [2]int{p.Left.Number, p.Right.Number})
			if p.Left.SubmissionID >= p.Right.SubmissionID {
				t.Errorf("left submission %d of participant %d, right submission %d of participant %d: want the lower ID left", p.Left.SubmissionID, p.Left.Number, p.Right.SubmissionID, p.Right.Number)
			}
		}
		for left := 1; left <= people; left++ {
			for right := left + 1; right <= people; right++ {
				want = append(want, [2]int{left, right})
			}
		}
		wantEqual(t, "numbers of the sides, by rank", want, got)

		cluster, err := store.Cluster(t.Context(), id, found[0].Cluster)
		if err != nil || len(cluster.Members) != people {
			t.Fatalf("the cluster has %d members (error %v), want all", len(cluster.Members), err)
		}
		for i, m := range cluster.Members {
			if m.Participant.Number != i+1 {
				t.Errorf("member %d of the cluster is participant %d", i+1, m.Participant.Number)
			}
		}

		all := storedPairs(t, store, id, contest.PairFilter{})
		var table bytes.Buffer
		must(t, report.CSV(&table, report.Document{Check: c, Pairs: all}))
		tables = append(tables, table.String())
	}
	if diff := gocmp.Diff(tables[0], tables[1]); diff != "" {
		t.Errorf("two databases give different exports (-one +other):\n%s", diff)
	}
}

// privateTemplates lists each pair of participants who share a private template once: those with the
// most tokens first, then by number. A private template is an own template that few others have.
func TestPrivateTemplatesByNumber(t *testing.T) {
	t.Parallel()
	by := func(name string, number int) *submission {
		return &submission{Submission: contest.Submission{Participant: name}, number: number}
	}
	ann, ben, cat := by("ann", 3), by("ben", 2), by("cat", 1)
	sharing := func(left, right *submission, tokens int) foundPair {
		return foundPair{left: left, right: right, scored: pairs.Pair{SharedTemplate: 1}, shared: sharedTemplate{tokens: tokens}}
	}
	named, count := privateTemplates([]foundPair{sharing(ann, ben, 50), sharing(cat, ann, 50), sharing(ben, ann, 40), sharing(cat, ben, 60)})
	want := []contest.PrivateTemplate{{Left: "cat", Right: "ben", Tokens: 60}, {Left: "cat", Right: "ann", Tokens: 50}, {Left: "ben", Right: "ann", Tokens: 50}}
	if diff := gocmp.Diff(want, named); diff != "" || count != 3 {
		t.Errorf("private templates, %d counted (-want +got):\n%s", count, diff)
	}
}
