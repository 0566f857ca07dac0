package postgres

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// TestPairFilter tests each field of a filter. In a blind contest it finds participants by
// number, and by name only if they are revealed.
func TestPairFilter(t *testing.T) {
	skipIfShort(t, "takes a second")
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	olds := []contest.Submission{submission("X", "zoe", 1, "old"), submission("X", "yan", 1, "older")}
	oldID := importContest(t, db, "old", olds[:1])
	// The name of this contest is the ID of another.
	olderID := importContest(t, db, fmt.Sprint(oldID), olds[1:])
	submissions := contestOf(5)
	submissions[4].Verdict = "WA"
	contestID := importContest(t, db, "new", submissions)
	run := beginCheck(t, db, contestID, submissions)
	pairs := []contest.Pair{
		pair(1, submissions[0], submissions[1], 0.9), // confirmed
		pair(2, submissions[2], submissions[1], 0.8), // pending, assigned to reviewer two
		pair(3, submissions[2], submissions[3], 0.7), // withdrawn, so open
		pair(4, submissions[3], submissions[4], 0.6), // conflict
		pair(5, submissions[0], submissions[2], 0.5), // no case
		pair(6, submissions[0], olds[0], 0.4),        // dismissed
		pair(7, submissions[1], olds[1], 0.3),        // unclear
	}
	pairs[0].Chance = new(0.5)
	pairs[2].Problem = "A + B"
	for i := range pairs[:5] {
		pairs[i].Cluster = 1 + i%2
	}
	err := errors.Join(run.SaveEarlierSubmissions(ctx, "", idsOf(olds)), run.SavePairs(ctx, pairs),
		run.Complete(ctx, contest.Summary{Earlier: &contest.EarlierSummary{}}, nil, nil))
	must(t, err)
	listed, _, err := db.Pairs(ctx, run.ID(), contest.PairFilter{})
	if err != nil || len(listed) != len(pairs) {
		t.Fatalf("got %d pairs, %v; want %d", len(listed), err, len(pairs))
	}
	one, two := reviewer(t, db, "one"), reviewer(t, db, "two")
	decide := func(by review.Person, rank int, d review.Decision) error {
		_, err := db.Decide(ctx, by, review.KeyOf(contestID, listed[rank-1]), reviewOf(by, d))
		return err
	}
	third := review.KeyOf(contestID, listed[2])
	err = errors.Join(decide(one, 1, review.Confirmed), decide(two, 1, review.Confirmed), decide(one, 2, review.Confirmed),
		decide(one, 3, review.Confirmed), decide(one, 4, review.Confirmed), decide(two, 4, review.Dismissed),
		decide(one, 6, review.Dismissed), decide(two, 7, review.Unclear),
		func() error { _, err := db.Withdraw(ctx, one, third); return err }(),
		db.Assign(ctx, one, []review.Key{review.KeyOf(contestID, listed[1]), third}, two.ID, contest.Seal{}))
	// A decision on the same two participants at another problem does not count for the third pair.
	other := third
	other.Problem = "A"
	_, err2 := db.Decide(ctx, one, other, reviewOf(one, review.Dismissed))
	// Nor does one on the participants of the sixth pair at a problem without pairs.
	earlier := review.KeyOf(contestID, listed[5])
	earlier.Problem = "Z"
	_, err3 := db.Decide(ctx, one, earlier, reviewOf(one, review.Confirmed))
	revealed := listed[0].Left // team000, of pairs 1, 5 and 6
	err = errors.Join(err, err2, err3, db.SetRevealed(ctx, one, contestID, revealed.Number, true))
	must(t, err)
	hidden := listed[3].Left // team003, of pairs 3 and 4
	zoe := listed[5].Right
	tests := []struct {
		name   string
		filter contest.PairFilter
		want   []int
	}{
		{"verdict of the right side", contest.PairFilter{Verdict: "WA"}, []int{4}},
		{"verdict of both sides", contest.PairFilter{Verdict: "AC"}, []int{1, 2, 3, 4, 5, 6, 7}},
		{"verdict in lower case", contest.PairFilter{Verdict: "wa"}, []int{4}},
		{"verdict that no submission has", contest.PairFilter{Verdict: "TLE"}, nil},
		{"number", contest.PairFilter{Number: hidden.Number}, []int{3, 4}},
		{"number in an earlier contest", contest.PairFilter{Number: zoe.Number, NumberContestID: oldID}, []int{6}},
		{"number in an invisible earlier contest", contest.PairFilter{Number: zoe.Number, NumberContestID: oldID, Visible: []int64{contestID}}, nil},
		{"number in a contest with a large ID", contest.PairFilter{Number: zoe.Number, NumberContestID: math.MaxInt64}, nil},
		{"unknown number", contest.PairFilter{Number: 99}, nil},
		{"hidden name", contest.PairFilter{Participant: "team003"}, nil},
		{"hidden name of an earlier contest", contest.PairFilter{Participant: "zoe"}, nil},
		{"part of a name that hidden participants have too", contest.PairFilter{Participant: "EAM00"}, []int{1, 5}},
		{"number as a name", contest.PairFilter{Participant: fmt.Sprint(hidden.Number)}, wantNumber(listed, hidden.Number)},
		{"label", contest.PairFilter{Participant: fmt.Sprintf(" participant  %d", hidden.Number)}, wantNumber(listed, hidden.Number)},
		{"two numbers", contest.PairFilter{Participant: fmt.Sprintf("%d %d", hidden.Number, listed[3].Right.Number)}, []int{4}},
		{"two labels, in the other order", contest.PairFilter{Participant: fmt.Sprintf("participant %d, Participant %d", listed[3].Right.Number, hidden.Number)}, []int{4}},
		{"a name and a number", contest.PairFilter{Participant: fmt.Sprintf("team000 %d", listed[4].Right.Number)}, []int{5}},
		{"one number twice", contest.PairFilter{Participant: fmt.Sprintf("%d %d", hidden.Number, hidden.Number)}, nil},
		{"a hidden name and a number", contest.PairFilter{Participant: fmt.Sprintf("team003 %d", listed[3].Right.Number)}, nil},
		{"a number and an unknown one", contest.PairFilter{Participant: fmt.Sprintf("%d 99", hidden.Number)}, nil},
		{"part of the label", contest.PairFilter{Participant: "participant"}, nil},
		{"state open", contest.PairFilter{State: "open"}, []int{3, 5}},
		{"state waiting", contest.PairFilter{State: contest.StateWaiting}, []int{2, 3, 4, 5}},
		{"queue of a reviewer", contest.PairFilter{State: contest.StateMine, Queue: contest.ReviewQueue{User: one.ID, ConflictsOf: []int64{}}}, []int{3, 5}},
		{"queue of a chief judge", contest.PairFilter{State: contest.StateMine, Queue: contest.ReviewQueue{User: one.ID, ConflictsOf: []int64{contestID}}}, []int{3, 4, 5}},
		{"queue of an administrator", contest.PairFilter{State: contest.StateMine, Queue: contest.ReviewQueue{User: two.ID}}, []int{2, 3, 4, 5}},
		{"queue of a chief judge of another contest", contest.PairFilter{State: contest.StateMine, Queue: contest.ReviewQueue{User: two.ID, ConflictsOf: []int64{oldID}}}, []int{2, 3, 5}},
		{"queue without a user", contest.PairFilter{State: contest.StateMine}, []int{2, 3, 4, 5}},
		{"state pending", contest.PairFilter{State: "pending"}, []int{2}},
		{"state conflict", contest.PairFilter{State: "conflict"}, []int{4}},
		{"state confirmed", contest.PairFilter{State: "confirmed"}, []int{1}},
		{"state dismissed", contest.PairFilter{State: "dismissed"}, []int{6}},
		{"state unclear", contest.PairFilter{State: "unclear"}, []int{7}},
		{"unknown state", contest.PairFilter{State: "guilty"}, nil},
		{"reviewer", contest.PairFilter{Reviewer: two.ID}, []int{1, 4, 7}},
		{"decided or assigned", contest.PairFilter{HasCase: true}, []int{1, 2, 3, 4, 6, 7}},
		{"user without reviews", contest.PairFilter{Reviewer: unknownID}, nil},
		{"assigned", contest.PairFilter{Assigned: two.ID}, []int{2, 3}},
		{"assigned, pending, and by reviewer", contest.PairFilter{Assigned: two.ID, State: "pending", Reviewer: one.ID}, []int{2}},
		{"earlier contest by name", contest.PairFilter{Contest: "old"}, []int{6}},
		{"earlier contest by ID", contest.PairFilter{Contest: fmt.Sprint(olderID)}, []int{7}},
		{"a text that is a contest's name and another's ID", contest.PairFilter{Contest: fmt.Sprint(oldID)}, []int{7}},
		{"unknown contest", contest.PairFilter{Contest: "4711"}, nil},
		{"one earlier contest visible", contest.PairFilter{Visible: []int64{contestID, oldID}}, []int{1, 2, 3, 4, 5, 6}},
		{"no contest visible", contest.PairFilter{Visible: []int64{}}, []int{1, 2, 3, 4, 5}},
		{"invisible earlier contest", contest.PairFilter{Visible: []int64{contestID}, Contest: "old"}, nil},
		{"verdict that is not UTF-8", contest.PairFilter{Verdict: "\xff"}, nil},
		{"many conditions", contest.PairFilter{Problem: listed[1].Problem, Language: listed[1].Language, Verdict: "AC", State: contest.StateWaiting, Reviewer: one.ID,
			Number: listed[1].Right.Number, Sides: contest.OwnSides, Visible: []int64{contestID}, Sort: contest.SortSimilarity, MinSuspicion: 0.1, Limit: 5}, []int{2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, total, err := db.Pairs(ctx, run.ID(), tt.filter)
			var want []int64
			for _, p := range got {
				want = append(want, p.ID)
			}
			ids, counted, err2 := db.PairIDs(ctx, run.ID(), tt.filter)
			if diff := cmp.Diff(want, ids, cmpopts.EquateEmpty()); diff != "" || counted != total || err2 != nil {
				t.Errorf("PairIDs counts %d, %v; IDs of Pairs (-want +got):\n%s", counted, err2, diff)
			}
			if diff := cmp.Diff(tt.want, ranks(got), cmpopts.EquateEmpty()); diff != "" || total != len(tt.want) || err != nil {
				t.Errorf("got %d pairs in all, %v; ranks (-want +got):\n%s", total, err, diff)
			}
			wider := contest.PairFilter{Problem: tt.filter.Problem, Language: tt.filter.Language, Visible: tt.filter.Visible}
			wantPools, err := db.ListedPools(ctx, run.ID(), wider)
			also, alsoTotal, pools, err2 := db.PairsAndPools(ctx, run.ID(), tt.filter, wider)
			if diff := cmp.Diff(got, also) + cmp.Diff(wantPools, pools); diff != "" || alsoTotal != total || errors.Join(err, err2) != nil {
				t.Errorf("PairsAndPools counts %d, %v; pairs and pools (-Pairs and ListedPools +PairsAndPools):\n%s", alsoTotal, errors.Join(err, err2), diff)
			}
		})
	}
	// firstPairs compares FirstPairs with Pairs, for everybody in the check.
	firstPairs := func(t *testing.T) {
		for _, visible := range [][]int64{nil, {contestID, oldID}, {contestID}} {
			var of []contest.PairsOf
			var want []contest.FirstPairs
			for _, id := range []int64{contestID, oldID, olderID} {
				people, err := db.Participants(ctx, id)
				must(t, err)
				for i, p := range people {
					limit := i%3 + 1
					pairs, total, err := db.Pairs(ctx, run.ID(), contest.PairFilter{Number: p.Number, NumberContestID: id, Visible: visible, Limit: limit})
					must(t, err)
					of = append(of, contest.PairsOf{CheckID: run.ID(), ParticipantID: p.ID, Limit: limit})
					want = append(want, contest.FirstPairs{Pairs: pairs, Total: total})
				}
			}
			of, want = append(of, contest.PairsOf{ParticipantID: of[0].ParticipantID, Limit: 1}), append(want, contest.FirstPairs{}) // no check
			got, err := db.FirstPairs(ctx, of, visible)
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
				t.Errorf("visible contests %v: %v (-want +got):\n%s", visible, err, diff)
			}
		}
	}
	t.Run("FirstPairs finds the pairs that Pairs lists", firstPairs)
	t.Run("Reviewers lists users who decided", func(t *testing.T) {
		reviewer(t, db, "three") // this user has decided nothing
		zed := reviewer(t, db, "zed")
		assign := func(to int64) {
			t.Helper()
			must(t, db.Assign(ctx, one, []review.Key{review.KeyOf(contestID, listed[5])}, to, contest.Seal{}))
		}
		assign(zed.ID) // a pair with the old contest
		for _, tt := range []struct {
			contest int64
			visible []int64
			want    []review.Person
		}{{contestID, nil, []review.Person{one, two, zed}}, {contestID, []int64{contestID, oldID}, []review.Person{one, two, zed}},
			{contestID, []int64{contestID}, []review.Person{one, two}}, {oldID, nil, nil}} {
			got, err := db.Reviewers(ctx, tt.contest, tt.visible, contest.Seal{})
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
				t.Errorf("reviewers of contest %d, visible %v: %v (-want +got):\n%s", tt.contest, tt.visible, err, diff)
			}
		}
		assign(0)
	})
	t.Run("PairsToReview counts the pairs that Pairs lists", func(t *testing.T) {
		for name, queue := range map[string]contest.ReviewQueue{
			"reviewer":                       {User: one.ID, ConflictsOf: []int64{}},
			"chief judge":                    {User: one.ID, ConflictsOf: []int64{contestID}},
			"administrator":                  {User: two.ID},
			"chief judge of another contest": {User: two.ID, ConflictsOf: []int64{oldID}},
		} {
			_, total, err := db.Pairs(ctx, run.ID(), contest.PairFilter{State: contest.StateMine, Queue: queue})
			counts, err2 := db.pairsToReview(ctx, []int64{contestID}, nil, queue, contest.Seal{})
			if err := errors.Join(err, err2); err != nil || counts[contestID] != total {
				t.Errorf("%s: PairsToReview counts %d, Pairs lists %d, %v", name, counts[contestID], total, err)
			}
		}
	})
	t.Run("NextToReview finds pairs that Pairs lists", func(t *testing.T) {
		queue := contest.ReviewQueue{User: one.ID, ConflictsOf: []int64{}}
		mine, _, err := db.Pairs(ctx, run.ID(), contest.PairFilter{State: contest.StateMine, Queue: queue})
		if err != nil || len(mine) == 0 {
			t.Fatalf("%d pairs in the queue: %v", len(mine), err)
		}
		waits := make(map[int64]bool)
		for _, p := range mine {
			waits[p.ID] = true
		}
		for _, filter := range []contest.PairFilter{{}, {Sort: contest.SortSimilarity, Descending: true}, {Problem: "B"}, {Problem: "none"}} {
			ranking, _, err := db.PairIDs(ctx, run.ID(), filter)
			must(t, err)
			for at := range len(ranking) + 1 {
				from := int64(0)
				if at > 0 {
					from = ranking[at-1]
				}
				var wantID int64
				var want int
				for i := range ranking { // from the position at on, then from the top
					position := (max(at, 1)-1+i)%len(ranking) + 1
					if id := ranking[position-1]; waits[id] && id != from {
						wantID, want = id, position
						break
					}
				}
				id, position, err := db.NextToReview(ctx, run.ID(), filter, queue, from, at)
				if err != nil || id != wantID || position != want {
					t.Errorf("%+v from position %d: pair %d at %d, %v; want pair %d at %d", filter, at, id, position, err, wantID, want)
				}
			}
		}
	})
	t.Run("ClusterStates counts the pairs that Pairs lists", func(t *testing.T) {
		for _, seal := range []contest.Seal{{}, {Viewer: one.ID, AlsoSettled: true}, {Viewer: two.ID}, {Viewer: 4711, AlsoSettled: true}} {
			for _, queue := range []contest.ReviewQueue{{User: one.ID, ConflictsOf: []int64{}}, {User: one.ID, ConflictsOf: []int64{contestID}}, {User: two.ID}, {}} {
				if seal.Viewer != 0 {
					queue.User = seal.Viewer
				}
				wantStates, wantToReview := make(map[int]review.StateCounts), make(map[int]int)
				for _, number := range []int{1, 2} {
					wantStates[number] = make(review.StateCounts)
					for _, state := range review.States() {
						_, total, err := db.Pairs(ctx, run.ID(), contest.PairFilter{Cluster: number, State: string(state), Seal: seal})
						must(t, err)
						if total > 0 {
							wantStates[number][state] = total
						}
					}
					_, total, err := db.Pairs(ctx, run.ID(), contest.PairFilter{Cluster: number, State: contest.StateMine, Queue: queue, Seal: seal})
					must(t, err)
					wantToReview[number] = total
				}
				states, toReview, err := db.ClusterStates(ctx, run.ID(), []int{1, 2, 3}, queue, seal)
				if diff := cmp.Diff(wantStates, states) + cmp.Diff(wantToReview, toReview); diff != "" || err != nil {
					t.Errorf("queue %v, seal %v: %v (-want +got):\n%s", queue, seal, err, diff)
				}
			}
		}
	})
	t.Run("Progress counts the pairs that Pairs lists", func(t *testing.T) {
		for _, rank := range []int{1, 6} { // the sixth is with the old contest
			key := review.KeyOf(contestID, listed[rank-1])
			_, err := db.pool.Exec(ctx, `
				INSERT INTO links (case_id, pair_id, participant_id, recipient, hides, hash, once, ends_at, created_by, stated_at, statement)
				SELECT id, $5::bigint, $3, '', 'nothing', sha256($5::bigint::text::bytea), false, now(), $6, now(), 'statement' FROM cases
				WHERE contest_id = $1 AND problem = $2 AND first_participant = $3 AND second_participant = $4`,
				key.ContestID, key.Problem, key.First, key.Second, listed[rank-1].ID, one.ID)
			must(t, err)
		}
		for _, visible := range [][]int64{nil, {contestID, oldID}, {contestID}} {
			for _, seal := range []contest.Seal{{}, {Viewer: one.ID, AlsoSettled: true}, {Viewer: 4711, AlsoSettled: true}} {
				queue := contest.ReviewQueue{User: max(seal.Viewer, one.ID), ConflictsOf: []int64{}}
				count := func(filter contest.PairFilter) int {
					t.Helper()
					filter.Visible, filter.Seal = visible, seal
					_, total, err := db.Pairs(ctx, run.ID(), filter)
					must(t, err)
					return total
				}
				want := review.Progress{
					Unlisted: 2,
					Listed:   count(contest.PairFilter{}),
					ToReview: count(contest.PairFilter{State: contest.StateMine, Queue: queue}),
					// Each has one statement.
					NewStatements: count(contest.PairFilter{State: contest.StateStatement}),
				}
				switch {
				case seal.Viewer == 4711:
					want.Unlisted = 0
				case len(visible) == 1: // without the earlier contest
					want.Unlisted = 1
				}
				for _, state := range []string{"confirmed", "dismissed", "unclear"} {
					want.Settled += count(contest.PairFilter{State: state})
				}
				for _, person := range []review.Person{one, two} {
					if seal.Viewer == 0 || seal.Viewer == person.ID {
						want.Reviewers = append(want.Reviewers, review.ReviewerPairs{Reviewer: person, Pairs: count(contest.PairFilter{Reviewer: person.ID})})
					}
				}
				got, err := db.Progress(ctx, run.ID(), visible, queue, seal)
				if diff := cmp.Diff(want, got); diff != "" || err != nil {
					t.Errorf("visible contests %v, seal %v: %v (-want +got):\n%s", visible, seal, err, diff)
				}
				toReview, err := db.pairsToReview(ctx, []int64{contestID}, visible, queue, seal)
				if err != nil || toReview[contestID] != want.ToReview {
					t.Errorf("visible contests %v, seal %v: %d pairs to review, %v; want %d", visible, seal, toReview[contestID], err, want.ToReview)
				}
			}
		}
	})
	t.Run("no queue has undecided pairs with an erased program", func(t *testing.T) {
		queue := contest.ReviewQueue{User: two.ID} // has pairs 2 to 5
		filter := contest.PairFilter{State: contest.StateMine, Queue: queue}
		for _, tt := range []struct {
			erase    contest.Submission
			want     []int // ranks
			listed   int   // pairs of the progress, without those that stay open for ever
			clusters map[int]int
		}{
			{submissions[0], []int{2, 3, 4}, 6, map[int]int{1: 1, 2: 2}}, // left of the pair 5
			{submissions[1], []int{2, 3, 4}, 6, map[int]int{1: 1, 2: 2}}, // right of the pair 2, which another reviewer has decided
			{submissions[3], []int{2, 4}, 5, map[int]int{1: 0, 2: 2}},    // of the pairs 3 and 4; 4 is in conflict
		} {
			execute(t, db, "DELETE FROM submission_files WHERE submission_id = $1", tt.erase.ID)
			pairs, total, err := db.Pairs(ctx, run.ID(), filter)
			if diff := cmp.Diff(tt.want, ranks(pairs), cmpopts.EquateEmpty()); diff != "" || err != nil || total != len(tt.want) {
				t.Errorf("Pairs counts %d, %v (-want +got):\n%s", total, err, diff)
			}
			wantNext := 0
			if len(tt.want) > 0 {
				wantNext = tt.want[0]
			}
			if _, next, err := db.NextToReview(ctx, run.ID(), contest.PairFilter{}, queue, 0, 1); err != nil || next != wantNext {
				t.Errorf("the next pair is %d, %v; want %d", next, err, wantNext)
			}
			if progress, err := db.Progress(ctx, run.ID(), nil, queue, contest.Seal{}); err != nil || progress.ToReview != len(tt.want) || progress.Listed != tt.listed {
				t.Errorf("Progress: %d of %d pairs to review, %v; want %d of %d", progress.ToReview, progress.Listed, err, len(tt.want), tt.listed)
			}
			if counts, err := db.pairsToReview(ctx, []int64{contestID}, nil, queue, contest.Seal{}); err != nil || counts[contestID] != len(tt.want) {
				t.Errorf("PairsToReview: %d, %v; want %d", counts[contestID], err, len(tt.want))
			}
			_, toReview, err := db.ClusterStates(ctx, run.ID(), []int{1, 2}, queue, contest.Seal{})
			if diff := cmp.Diff(tt.clusters, toReview); diff != "" || err != nil {
				t.Errorf("ClusterStates: %v (-want +got):\n%s", err, diff)
			}
		}
	})
	t.Run("RankedParticipants counts the pairs that Pairs lists", func(t *testing.T) {
		everybody, err := db.Participants(ctx, contestID)
		must(t, err)
		for _, visible := range [][]int64{nil, {contestID}} {
			for _, seal := range []contest.Seal{{}, {Viewer: 4711, AlsoSettled: true}} {
				all, _, err := db.Pairs(ctx, run.ID(), contest.PairFilter{Visible: visible})
				confirmed, _, err2 := db.Pairs(ctx, run.ID(), contest.PairFilter{Visible: visible, State: "confirmed", Seal: seal})
				must(t, errors.Join(err, err2))
				want := make(map[int64]contest.RankedParticipant)
				for _, p := range everybody {
					w := contest.RankedParticipant{Participant: p}
					for _, pair := range all {
						for _, side := range []contest.Side{pair.Left, pair.Right} {
							if side.ParticipantID != p.ID || side.Number == 0 { // without a number, the other side hides it
								continue
							}
							if w.Listed++; w.PairID == 0 {
								w.PairID, w.Suspicion, w.Chance = pair.ID, pair.Suspicion, pair.Chance
							}
						}
					}
					for _, pair := range confirmed {
						if p.ID == pair.Left.ParticipantID || p.ID == pair.Right.ParticipantID {
							w.Confirmed++
						}
					}
					want[p.ID] = w
				}
				got, total, err := db.RankedParticipants(ctx, run.ID(), contest.ParticipantFilter{Visible: visible, Seal: seal})
				if err != nil || total != len(want) || len(got) != len(want) {
					t.Fatalf("got %d of %d participants, %v; want %d", len(got), total, err, len(want))
				}
				for i, p := range got {
					if diff := cmp.Diff(want[p.ID], p, cmpopts.EquateEmpty()); diff != "" {
						t.Errorf("visible %v, seal %v (-want +got):\n%s", visible, seal, diff)
					}
					if i > 0 && p.Suspicion > got[i-1].Suspicion {
						t.Errorf("%s with %v follows %v", p.Name, p.Suspicion, got[i-1].Suspicion)
					}
				}
			}
		}
		for part, want := range map[string]int{"team003": 0, "team000": 1, fmt.Sprint(hidden.Number): 1} {
			if _, total, err := db.RankedParticipants(ctx, run.ID(), contest.ParticipantFilter{Participant: part}); err != nil || total != want {
				t.Errorf("participant %q: %d found, %v; want %d", part, total, err, want)
			}
		}
		for _, sort := range []contest.ParticipantSort{contest.ParticipantsByListed, contest.ParticipantsByConfirmed, contest.ParticipantsByNumber} {
			page, total, err := db.RankedParticipants(ctx, run.ID(), contest.ParticipantFilter{Sort: sort, Offset: 1, Limit: 2})
			if err != nil || total != len(everybody) || len(page) != 2 {
				t.Errorf("by %s: a page of %d of %d participants, %v", sort, len(page), total, err)
			}
		}
		page, total, err := db.RankedParticipants(ctx, run.ID(), contest.ParticipantFilter{Offset: 100, Limit: 2})
		if err != nil || total != len(everybody) || len(page) != 0 {
			t.Errorf("beyond the last: %d of %d participants, %v; want none of %d", len(page), total, err, len(everybody))
		}
	})
	t.Run("earlier contest not blind", func(t *testing.T) {
		must(t, db.SetSettings(ctx, one, oldID, contest.Settings{Blind: new(false)}))
		for part, want := range map[string][]int{"zoe": {6}, fmt.Sprint(zoe.Number): nil} {
			got, _, err := db.Pairs(ctx, run.ID(), contest.PairFilter{Participant: part, Sides: contest.EarlierSides, Contest: "old"})
			for _, p := range got { // the other side may have that number
				if want == nil && p.Left.Number == zoe.Number {
					want = []int{p.Rank}
				}
			}
			if diff := cmp.Diff(want, ranks(got), cmpopts.EquateEmpty()); diff != "" || err != nil {
				t.Errorf("participant %q: %v; ranks (-want +got):\n%s", part, err, diff)
			}
		}
		firstPairs(t)
	})
}

// wantNumber returns the ranks of the pairs with a participant of this number in any contest.
func wantNumber(pairs []contest.Pair, number int) (want []int) {
	for _, p := range pairs {
		if p.Left.Number == number || p.Right.Number == number {
			want = append(want, p.Rank)
		}
	}
	return want
}
