package postgres

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// meetings names pairs by their contest, problem and sides.
func meetings(list []contest.RelatedPair) (names []string) {
	for _, m := range list {
		names = append(names, fmt.Sprintf("%s %s %s %s %v", m.Contest, m.Problem, m.Left.Participant, m.Right.Participant, m.Suspicion))
	}
	return names
}

func TestTogether(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	// checked imports programs of ann, ben and cid at the problems A and B, and
	// finds these pairs of theirs.
	checked := func(name string, pairs func(a, b map[string]contest.Submission) []contest.Pair) (contestID, checkID int64) {
		t.Helper()
		var submissions []contest.Submission
		for _, problem := range []string{"A", "B"} {
			for _, who := range []string{"ann", "ben", "cid"} {
				submissions = append(submissions, submission(problem, who, 1, name+problem+who))
			}
		}
		contestID = imported(t, db, name, submissions)
		at := map[string]map[string]contest.Submission{"A": {}, "B": {}}
		for _, s := range submissions {
			at[s.Problem][s.Participant] = s
		}
		run := begun(t, db, contestID, submissions)
		if err := run.SavePairs(ctx, pairs(at["A"], at["B"])); err != nil {
			t.Fatal(err)
		}
		if err := run.Complete(ctx, contest.Summary{}, nil, nil); err != nil {
			t.Fatal(err)
		}
		return contestID, run.ID()
	}
	spring, _ := checked("spring", func(a, b map[string]contest.Submission) []contest.Pair {
		return []contest.Pair{pair(1, b["ben"], b["ann"], 0.7), pair(2, a["ann"], a["ben"], 0.4), pair(3, a["ann"], a["cid"], 0.3)}
	})
	checked("autumn", func(a, b map[string]contest.Submission) []contest.Pair {
		return []contest.Pair{pair(1, b["ben"], b["cid"], 0.7)}
	})
	_, checkID := checked("winter", func(a, b map[string]contest.Submission) []contest.Pair {
		return []contest.Pair{pair(1, a["ann"], a["ben"], 0.9), pair(2, a["cid"], a["ann"], 0.8), pair(3, b["ben"], b["ann"], 0.6), pair(4, b["cid"], b["ben"], 0.5)}
	})
	pairs, _, err := db.Pairs(ctx, checkID, contest.PairFilter{})
	if err != nil {
		t.Fatal(err)
	}
	here, there := " B ben ann 0.6", []string{"spring B ben ann 0.7", "spring A ann ben 0.4"}

	uncover := func(contestID int64, name string) {
		t.Helper()
		if _, err := db.pool.Exec(ctx, "UPDATE participants SET uncovered = true WHERE contest_id = $1 AND name = $2", contestID, name); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name    string
		before  func()
		pair    contest.Pair
		visible []int64
		want    []string
	}{
		{"all", nil, pairs[0], nil, append([]string{here}, there...)},
		{"some contests", nil, pairs[0], []int64{pairs[0].Left.ContestID, spring}, append([]string{here}, there...)},
		{"no other contest", nil, pairs[0], []int64{pairs[0].Left.ContestID}, []string{here}},
		{"only elsewhere", nil, pairs[1], nil, []string{"spring A ann cid 0.3"}},
		{"a name that is known there alone", func() { uncover(spring, "ann") }, pairs[0], nil, []string{here}},
		{"a name that is known in both", func() { uncover(pairs[0].Left.ContestID, "ann") }, pairs[0], nil, append([]string{here}, there...)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.before != nil {
				test.before()
			}
			p, err := db.Pair(ctx, test.pair.ID)
			if err != nil {
				t.Fatal(err)
			}
			got, err := db.RelatedPairs(ctx, p, test.visible)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, meetings(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAfter(t *testing.T) {
	t.Parallel()
	db := open(t)
	checkID, all := ranked(t, db, 60)
	pairs, _, err := db.Pairs(t.Context(), checkID, contest.PairFilter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		for _, side := range []contest.Side{p.Left, p.Right} {
			want := 0
			for _, other := range all[p.Rank:] {
				if other.Left.Participant == side.Participant || other.Right.Participant == side.Participant {
					want = other.Rank
					break
				}
			}
			got, err := db.NextPairOf(t.Context(), checkID, side.ParticipantID, p.Rank, []int64{side.ContestID})
			if err != nil || got.Rank != want {
				t.Errorf("after rank %d of %s: rank %d, %v; want %d", p.Rank, side.Participant, got.Rank, err, want)
			}
		}
	}

	old := []contest.Submission{submission("X", "zoe", 1, "old")}
	imported(t, db, "old", old)
	checkID, _ = against(t, db, "new", old...)
	pairs, _, err = db.Pairs(t.Context(), checkID, contest.PairFilter{})
	if err != nil {
		t.Fatal(err)
	}
	own := pairs[0].Right
	for _, test := range []struct {
		name    string
		visible []int64
		want    int
	}{{"all contests", nil, 2}, {"the earlier one is not the viewer's", []int64{own.ContestID}, 0}} {
		t.Run(test.name, func(t *testing.T) {
			got, err := db.NextPairOf(t.Context(), checkID, own.ParticipantID, 1, test.visible)
			if err != nil || got.Rank != test.want {
				t.Errorf("rank %d, %v; want %d", got.Rank, err, test.want)
			}
		})
	}
}
