package check

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/pairs"
)

// usual are so many participants who have the same code beside their own.
func usual(n int, problem string, common string) []contest.Submission {
	var list []contest.Submission
	for i := range n {
		list = append(list, handIn(problem, fmt.Sprintf("%s-usual%02d", problem, i), 0, common, invented(uint64(5000+i), 20)))
	}
	return list
}

// others are what the long matches of a view tell, -1 for nothing. What is
// invented has idioms in common, which match over a few tokens.
func others(v evidence.View) []int {
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

func opened(t *testing.T, store archive, checkID int64, pair contest.Pair) evidence.View {
	t.Helper()
	opener, err := NewOpener(t.Context(), store, checkID)
	if err != nil {
		t.Fatal(err)
	}
	view, err := opener.Open(t.Context(), pair, nil)
	if err != nil {
		t.Fatal(err)
	}
	return view
}

func TestOthers(t *testing.T) {
	t.Parallel()
	own, common := invented(1, 30), invented(2, 15)
	copies := []contest.Submission{
		handIn("A", "ann", 0, own, invented(3, 15), common),
		handIn("A", "ben", 0, common, invented(4, 15), own),
	}
	across := Defaults()
	across.AcrossProblems = true
	tests := []struct {
		name   string
		more   []contest.Submission
		params contest.Parameters
		want   []int // of own and of common
	}{
		{"nobody else", usual(6, "A", ""), Defaults(), []int{0, 0}},
		{"one other", append(usual(1, "A", common), honest(5, "A")...), Defaults(), []int{0, 1}},
		{"fourteen others", usual(14, "A", common), Defaults(), []int{0, 14}},
		{"two attempts of one", append(usual(3, "A", common), handIn("A", "A-usual00", 5, common, invented(77, 20))), Defaults(), []int{0, 3}},
		{"another problem", append(usual(4, "B", common), usual(2, "A", common)...), Defaults(), []int{0, 2}},
		{"all problems together", append(usual(4, "B", common), usual(2, "A", common)...), across, []int{0, 6}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			store := open(t)
			tt.params.Templates = false
			c, found, _ := run(t, store, Request{Contest: "c", Submissions: append(copies[:2:2], tt.more...), Parameters: tt.params})
			view := opened(t, store, c.ID, pairOf(t, found, "A", "ann", "ben"))
			if diff := cmp.Diff(tt.want, others(view)); diff != "" {
				t.Errorf("others (-want +got):\n%s", diff)
			}
		})
	}
}

// What a check tells stays, whatever is handed in later; a later check tells
// anew. Nothing is told by a check of before it was counted, or by one whose
// tokens were others, which says so.
func TestOthersLater(t *testing.T) {
	t.Parallel()
	store := open(t)
	common := invented(2, 15)
	submissions := append(usual(3, "A", common), handIn("A", "ann", 0, invented(1, 30), common), handIn("A", "ben", 0, common, invented(9, 20), invented(1, 30)))
	first, found, _ := run(t, store, Request{Contest: "c", Submissions: submissions, Parameters: Defaults()})
	pair := pairOf(t, found, "A", "ann", "ben")
	before := opened(t, store, first.ID, pair)
	if diff := cmp.Diff([]int{0, 3}, others(before)); diff != "" {
		t.Fatalf("others (-want +got):\n%s", diff)
	}

	second, found, _ := run(t, store, Request{Contest: "c", Submissions: append(submissions, usual(9, "A", common)...), Parameters: Defaults()})
	if diff := cmp.Diff(before, opened(t, store, first.ID, pair)); diff != "" {
		t.Errorf("after more was handed in, the pair is another (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff([]int{0, 9}, others(opened(t, store, second.ID, pairOf(t, found, "A", "ann", "ben")))); diff != "" {
		t.Errorf("others in the new check (-want +got):\n%s", diff)
	}

	if _, err := store.Pool().Exec(t.Context(), "DELETE FROM check_frequencies WHERE check_id = $1", first.ID); err != nil {
		t.Fatal(err)
	}
	view := opened(t, store, first.ID, pair)
	if diff := cmp.Diff([]int{-1, -1}, others(view)); diff != "" {
		t.Errorf("others where none are kept (-want +got):\n%s", diff)
	}
	if view.Outdated() != "" {
		t.Errorf("a check of this version: %s", view.Outdated())
	}

	if _, err := store.Pool().Exec(t.Context(), "UPDATE checks SET algorithm_version = 'lexer 0' WHERE id = $1", second.ID); err != nil {
		t.Fatal(err)
	}
	view = opened(t, store, second.ID, pairOf(t, found, "A", "ann", "ben"))
	if diff := cmp.Diff([]int{-1, -1}, others(view)); diff != "" {
		t.Errorf("others of another version (-want +got):\n%s", diff)
	}
	if view.CheckAlgorithm != "lexer 0" || view.ViewAlgorithm != AlgorithmVersion || view.Outdated() == "" {
		t.Errorf("made by %q, shown by %q: %s", view.CheckAlgorithm, view.ViewAlgorithm, view.Outdated())
	}
}

// Beside an earlier program, the others are all but the left one.
func TestOthersOfAnEarlierPair(t *testing.T) {
	t.Parallel()
	store := open(t)
	own, common := invented(1, 30), invented(2, 15)
	importAndCheck(t, store, "spring", append(honest(3, "X"), handIn("X", "old", 0, common, invented(8, 15), own)))
	params := against("spring")
	params.Templates = false
	c, found, _ := run(t, store, Request{Contest: "autumn", Parameters: params,
		Submissions: append(usual(1, "A", common), handIn("A", "ann", 0, own, invented(3, 15), common))})
	_, earlier := split(found)
	for _, pair := range earlier {
		if pair.Left.Participant != "ann" {
			continue
		}
		if diff := cmp.Diff([]int{0, 1}, others(opened(t, store, c.ID, pair))); diff != "" {
			t.Errorf("others (-want +got):\n%s", diff)
		}
		return
	}
	t.Errorf("ann's earlier pair is not found: %v", named(found))
}

// A match is in as many programs as its rarest shingle, and one without a shingle
// tells nothing.
func TestRarest(t *testing.T) {
	t.Parallel()
	shingles := []uint64{1 << 60, 2 << 60, 3 << 60, 4 << 60, 5 << 60, 0, 0}
	f := &frequencies{shingles: []uint64{kept(1 << 60), kept(2 << 60), kept(4 << 60)}, counts: []int32{9, 7, 8}}
	tests := []struct {
		name  string
		tiles []pairs.Tile // shingles are of 3 tokens
		want  int
		ok    bool
	}{
		{"one shingle", []pairs.Tile{{Left: 0, Length: 3}}, 9, true},
		{"the rarest of two", []pairs.Tile{{Left: 0, Length: 4}}, 7, true},
		{"one that few have", []pairs.Tile{{Left: 0, Length: 5}}, 0, true},
		{"in two pieces", []pairs.Tile{{Left: 0, Length: 3}, {Left: 3, Length: 3}}, 8, true},
		{"a piece too short", []pairs.Tile{{Left: 0, Length: 3}, {Left: 4, Length: 2}}, 9, true},
		{"all too short", []pairs.Tile{{Left: 0, Length: 2}, {Left: 3, Length: 2}}, 0, false},
	}
	for _, tt := range tests {
		if n, ok := f.rarest(pairs.Match{Tiles: tt.tiles}, shingles, 3); n != tt.want || ok != tt.ok {
			t.Errorf("%s: %d, %v; want %d, %v", tt.name, n, ok, tt.want, tt.ok)
		}
	}
}
