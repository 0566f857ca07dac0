package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// saveRanked makes a complete check of n pairs. Many of them have equal measures.
func saveRanked(t testing.TB, db *DB, n int) (checkID int64, pairs []contest.Pair) {
	t.Helper()
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(1, 2))
	submissions := contestOf(12)
	submissions[3].Participant = "Ünder_score%"
	contestID := importContest(t, db, "c", submissions)
	must(t, db.SetSettings(ctx, review.CommandLine, contestID, contest.Settings{Blind: new(false)}))
	run := beginCheck(t, db, contestID, submissions)
	for i := range n {
		left := rng.IntN(12)
		right := (left + 1 + rng.IntN(11)) % 12
		p := pair(i+1, submissions[left], submissions[right], float64(n-i/3)/float64(n))
		if left%2 != right%2 {
			p.Problem = "A + B"
		}
		p.Language = []string{"c++", "java"}[rng.IntN(2)]
		p.Similarity = float64(rng.IntN(4)) / 4
		p.MaxSimilarity = float64(rng.IntN(4)) / 4
		p.LongestMatch = rng.IntN(3)
		p.MatchedTokens = 3 + rng.IntN(3)
		p.Percentile = nil
		if d := rng.IntN(5); d > 0 {
			p.Percentile = new(float64(d) / 4)
		}
		p.SharedTemplateScore = float64(rng.IntN(3)) / 2
		p.Hamming = nil
		if d := rng.IntN(5); d > 0 {
			p.Hamming = &d
		}
		pairs = append(pairs, p)
	}
	// Store the pairs in another order than by rank.
	shuffled := slices.Clone(pairs)
	rng.Shuffle(n, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	complete(t, run, shuffled...)
	return run.ID(), pairs
}

func ranks(pairs []contest.Pair) []int {
	list := make([]int, len(pairs))
	for i, p := range pairs {
		list[i] = p.Rank
	}
	return list
}

// Pairs returns the same pages as filtering and sorting in Go, for each filter and sort key.
func TestPairs(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	checkID, all := saveRanked(t, db, 60)

	keys := map[contest.PairSort]func(contest.Pair) (key float64, ok bool){
		"":                         func(p contest.Pair) (float64, bool) { return float64(p.Rank), true },
		contest.SortRank:           func(p contest.Pair) (float64, bool) { return float64(p.Rank), true },
		contest.SortSuspicion:      func(p contest.Pair) (float64, bool) { return p.Suspicion, true },
		contest.SortWithoutSources: func(p contest.Pair) (float64, bool) { return p.Suspicion, true },
		contest.SortPercentile: func(p contest.Pair) (float64, bool) {
			if p.Percentile == nil {
				return 0, false
			}
			return *p.Percentile, true
		},
		contest.SortSimilarity:     func(p contest.Pair) (float64, bool) { return p.Similarity, true },
		contest.SortMaxSimilarity:  func(p contest.Pair) (float64, bool) { return p.MaxSimilarity, true },
		contest.SortLongestMatch:   func(p contest.Pair) (float64, bool) { return float64(p.LongestMatch), true },
		contest.SortMatchedTokens:  func(p contest.Pair) (float64, bool) { return float64(p.MatchedTokens), true },
		contest.SortSharedTemplate: func(p contest.Pair) (float64, bool) { return p.SharedTemplateScore, true },
		contest.SortHamming: func(p contest.Pair) (float64, bool) {
			if p.Hamming == nil {
				return 0, false
			}
			return float64(*p.Hamming), true
		},
	}
	filters := []struct {
		name   string
		filter contest.PairFilter
		match  func(contest.Pair) bool
	}{
		{"all", contest.PairFilter{}, func(contest.Pair) bool { return true }},
		{"problem", contest.PairFilter{Problem: "A"}, func(p contest.Pair) bool { return p.Problem == "A" }},
		{"two problems", contest.PairFilter{Problem: "A + B"}, func(p contest.Pair) bool { return p.Problem == "A + B" }},
		{"language", contest.PairFilter{Language: "java"}, func(p contest.Pair) bool { return p.Language == "java" }},
		{"suspicion", contest.PairFilter{MinSuspicion: all[30].Suspicion}, func(p contest.Pair) bool { return p.Suspicion >= all[30].Suspicion }},
		{"part of several participants' names", contest.PairFilter{Participant: "TEAM00"}, hasParticipant("team00")},
		{"one participant", contest.PairFilter{Participant: "team005"}, hasParticipant("team005")},
		{"name with LIKE wildcards", contest.PairFilter{Participant: "ünder_score%"}, hasParticipant("Ünder")},
		{"LIKE wildcard as text", contest.PairFilter{Participant: "_"}, hasParticipant("_")},
		{"several conditions", contest.PairFilter{Problem: "A + B", Language: "c++", Participant: "team", MinSuspicion: 0.3}, func(p contest.Pair) bool {
			return p.Problem == "A + B" && p.Language == "c++" && p.Suspicion >= 0.3
		}},
		{"unknown participant", contest.PairFilter{Participant: "nobody"}, func(contest.Pair) bool { return false }},
		{"name that cannot be stored", contest.PairFilter{Participant: "\x00\xff"}, func(contest.Pair) bool { return false }},
	}
	for _, f := range filters {
		for sort, key := range keys {
			if testing.Short() && f.name != "all" && sort != "" {
				continue // filters and orders are independent parts of the query
			}
			for _, descending := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s by %q, descending %t", f.name, sort, descending), func(t *testing.T) {
					t.Parallel()
					var want []contest.Pair
					for _, p := range all {
						if f.match(p) {
							want = append(want, p)
						}
					}
					slices.SortStableFunc(want, func(a, b contest.Pair) int {
						ka, oka := key(a)
						kb, okb := key(b)
						switch {
						case oka != okb && okb:
							return 1
						case oka != okb:
							return -1
						case ka == kb:
							return 0
						case (ka < kb) != descending:
							return -1
						}
						return 1
					})
					filter := f.filter
					filter.Sort, filter.Descending = sort, descending
					var got []contest.Pair
					filter.Limit = 17
					for {
						page, total, err := db.Pairs(ctx, checkID, filter)
						must(t, err)
						if total != len(want) {
							t.Fatalf("got %d pairs in all, want %d", total, len(want))
						}
						if len(page) > filter.Limit {
							t.Fatalf("got a page of %d pairs, want %d or fewer", len(page), filter.Limit)
						}
						if len(page) == 0 {
							break
						}
						got = append(got, page...)
						filter.Offset += filter.Limit
					}
					wantEqual(t, "ranks", ranks(want), ranks(got))
				})
			}
		}
	}
}

// hasParticipant returns a function that reports whether a participant of a pair has this
// part of a name.
func hasParticipant(part string) func(contest.Pair) bool {
	return func(p contest.Pair) bool {
		return strings.Contains(p.Left.Participant, part) || strings.Contains(p.Right.Participant, part)
	}
}

// Pairs refuses unknown sort keys, and does not find unknown checks and pairs.
func TestPairsRefuses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	checkID, _ := saveRanked(t, db, 3)
	if _, _, err := db.Pairs(ctx, checkID, contest.PairFilter{Sort: "id; DROP TABLE pairs"}); err == nil {
		t.Error("an unknown sort column was accepted")
	}
	if _, _, err := db.Pairs(ctx, checkID+1, contest.PairFilter{}); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("unknown check: got error %v, want ErrNotFound", err)
	}
	if _, _, err := db.PairAndCheck(ctx, 0); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("unknown pair: got error %v, want ErrNotFound", err)
	}
}

// largeCheck makes a complete check of 5,000 submissions with 100,000 pairs. Reviewers have
// decided 3,000 of them.
func largeCheck(b *testing.B, db *DB) (checkID int64, users []review.Person) {
	b.Helper()
	ctx := context.Background()
	const n = 5000
	submissions := contestOf(n)
	for i := range submissions {
		if i%3 == 0 {
			submissions[i].Verdict = "WA"
		}
	}
	contestID := importContest(b, db, "c", submissions)
	rng := rand.New(rand.NewPCG(3, 4))
	var pairs []contest.Pair
	for i := range 100_000 {
		left := i % n
		p := pair(i+1, submissions[left], submissions[(left+1+i/n)%n], 1-float64(i)/100_000)
		p.Similarity, p.MaxSimilarity = rng.Float64(), rng.Float64()
		p.LongestMatch = rng.IntN(500)
		p.MatchedTokens = p.LongestMatch + rng.IntN(500)
		if i%100 == 0 {
			p.Cluster = 1 + i/1000
		}
		pairs = append(pairs, p)
	}
	b.Run("save 100000", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			run := beginCheck(b, db, contestID, submissions)
			complete(b, run, pairs...)
			checkID = run.ID()
		}
	})
	users = []review.Person{reviewer(b, db, "one"), reviewer(b, db, "two")}
	listed, _, err := db.Pairs(ctx, checkID, contest.PairFilter{Limit: 3000})
	must(b, err)
	var decided [2][]review.KeyedReview
	var assigned []review.Key
	for i, p := range listed {
		key := review.KeyOf(contestID, p)
		decided[i%2] = append(decided[i%2], review.KeyedReview{Key: key, Review: reviewOf(users[i%2], review.Decisions()[i%3])})
		if i%7 == 0 {
			assigned = append(assigned, key)
		}
	}
	for i, by := range users {
		if _, err := db.DecideCluster(ctx, by, review.ClusterRef{}, decided[i]); err != nil {
			b.Fatal(err)
		}
	}
	must(b, db.Assign(ctx, users[0], assigned, users[1].ID, contest.Seal{}))
	return checkID, users
}

// BenchmarkPairs measures a page of pairs in a check of 100,000 pairs, for each filter.
func BenchmarkPairs(b *testing.B) {
	ctx := context.Background()
	db := open(b)
	checkID, users := largeCheck(b, db)
	for _, bb := range []struct {
		name   string
		filter contest.PairFilter
	}{
		{"first page", contest.PairFilter{Limit: 50}},
		{"last page", contest.PairFilter{Limit: 50, Offset: 99_950}},
		{"threshold", contest.PairFilter{Limit: 50, MinSuspicion: 0.5}},
		{"problem", contest.PairFilter{Limit: 50, Problem: "A"}},
		{"language", contest.PairFilter{Limit: 50, Language: "c++"}},
		{"verdict", contest.PairFilter{Limit: 50, Verdict: "WA"}},
		{"part of a name", contest.PairFilter{Limit: 50, Participant: "team01"}},
		{"number", contest.PairFilter{Limit: 50, Number: 17}},
		{"own sides", contest.PairFilter{Limit: 50, Sides: contest.OwnSides}},
		{"earlier contest", contest.PairFilter{Limit: 50, Contest: "c"}},
		{"cluster", contest.PairFilter{Limit: 50, Cluster: 5}},
		{"open", contest.PairFilter{Limit: 50, State: "open"}},
		{"waiting", contest.PairFilter{Limit: 50, State: contest.StateWaiting}},
		{"queue", contest.PairFilter{Limit: 50, State: contest.StateMine, Queue: contest.ReviewQueue{User: users[0].ID}}},
		{"dismissed", contest.PairFilter{Limit: 50, State: "dismissed"}},
		{"reviewer", contest.PairFilter{Limit: 50, Reviewer: users[0].ID}},
		{"assigned", contest.PairFilter{Limit: 50, Assigned: users[1].ID}},
		{"visible", contest.PairFilter{Limit: 50, Visible: []int64{1}}},
		{"by similarity", contest.PairFilter{Limit: 50, Sort: contest.SortSimilarity, Descending: true}},
		{"by percentile", contest.PairFilter{Limit: 50, Sort: contest.SortPercentile}},
		{"by longest match, last page", contest.PairFilter{Limit: 50, Sort: contest.SortLongestMatch, Offset: 99_950}},
		{"visible and waiting, by similarity, last pages", contest.PairFilter{Limit: 50, Offset: 90_000, State: contest.StateWaiting, Visible: []int64{1}, Sort: contest.SortSimilarity}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := db.Pairs(ctx, checkID, bb.filter); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	queue := contest.ReviewQueue{User: users[0].ID}
	b.Run("next to review", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := db.NextToReview(ctx, checkID, contest.PairFilter{}, queue, 0, 1); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("contests", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := db.ContestsPage(ctx, contest.ContestFilter{Queue: queue}, 0, 50); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, seal := range map[string]contest.Seal{"progress": {}, "progress, sealed": {Viewer: users[0].ID, AlsoSettled: true}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := db.Progress(ctx, checkID, nil, queue, seal); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// RelatedPairs returns the other pairs of two participants in the same check, whichever is left.
func TestRelatedPairs(t *testing.T) {
	t.Parallel()
	db := open(t)
	at := make(map[string]contest.Submission)
	var submissions []contest.Submission
	for _, problem := range []string{"A", "B"} {
		for _, who := range []string{"ann", "ben", "cid"} {
			submissions = append(submissions, submission(problem, who, 1, problem+who))
		}
	}
	contestID := importContest(t, db, "c", submissions)
	for _, s := range submissions {
		at[s.Problem+s.Participant] = s
	}
	run := beginCheck(t, db, contestID, submissions)
	complete(t, run, pair(1, at["Aann"], at["Aben"], 0.9), pair(2, at["Acid"], at["Aann"], 0.8), pair(3, at["Bben"], at["Bann"], 0.6))
	pairs, _, err := db.Pairs(t.Context(), run.ID(), contest.PairFilter{})
	must(t, err)
	for i, want := range [][]contest.Pair{{pairs[2]}, {}, {pairs[0]}} {
		got, err := db.RelatedPairs(t.Context(), pairs[i])
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("pair %d: %v (-want +got):\n%s", i+1, err, diff)
		}
	}
}

// NextPairs returns the participant's first pair after a rank that the viewer may see.
func TestNextPairs(t *testing.T) {
	t.Parallel()
	db := open(t)
	checkID, all := saveRanked(t, db, 60)
	pairs, _, err := db.Pairs(t.Context(), checkID, contest.PairFilter{})
	must(t, err)
	for _, p := range pairs {
		both := []string{p.Left.Participant, p.Right.Participant}
		for _, side := range []contest.Side{p.Left, p.Right} {
			want := 0
			for _, other := range all[p.Rank:] {
				isOfLeft, isOfRight := slices.Contains(both, other.Left.Participant), slices.Contains(both, other.Right.Participant)
				if isOfLeft != isOfRight && (other.Left.Participant == side.Participant || other.Right.Participant == side.Participant) {
					want = other.Rank
					break
				}
			}
			next, err := db.NextPairs(t.Context(), checkID, []int64{p.Left.ParticipantID, p.Right.ParticipantID}, p.Rank, []int64{side.ContestID})
			got := next[side.ParticipantID]
			if err != nil || got.Rank != want {
				t.Errorf("after rank %d of %s: got rank %d, %v; want %d", p.Rank, side.Participant, got.Rank, err, want)
			}
		}
	}

	old := []contest.Submission{submission("X", "zoe", 1, "old")}
	importContest(t, db, "old", old)
	checkID, _ = checkAgainst(t, db, "new", old...)
	pairs, _, err = db.Pairs(t.Context(), checkID, contest.PairFilter{})
	must(t, err)
	own := pairs[0].Right
	for _, test := range []struct {
		name    string
		visible []int64
		want    int
	}{{"all contests", nil, 2}, {"earlier contest invisible", []int64{own.ContestID}, 0}} {
		t.Run(test.name, func(t *testing.T) {
			next, err := db.NextPairs(t.Context(), checkID, []int64{own.ParticipantID}, 1, test.visible)
			got := next[own.ParticipantID]
			if err != nil || got.Rank != test.want {
				t.Errorf("got rank %d, %v; want %d", got.Rank, err, test.want)
			}
		})
	}
}

// A pair across contests shows both names or hides both. A filter by a participant's name does
// not find pairs that hide the name.
func TestPairsAcrossContests(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                          string
		blind, earlierBlind           bool // the contest; the earlier contest
		hidden                        bool // want both sides hidden
		leftHasNumber, rightHasNumber bool
		found                         int // pairs found by the earlier participant's name
	}{
		{"both contests blind", true, true, true, true, true, 0},
		{"earlier contest not blind", true, false, true, true, false, 0},
		{"only earlier contest blind", false, true, true, false, true, 0},
		{"neither contest blind", false, false, false, true, true, 1},
	}
	db := open(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			olds := []contest.Submission{submission("X", "zoe", 1, "old")}
			earlierID := importContest(t, db, tt.name+": earlier", olds)
			submissions := contestOf(2)
			contestID := importContest(t, db, tt.name, submissions)
			run := beginCheck(t, db, contestID, submissions)
			must(t, run.SaveEarlierSubmissions(ctx, "", idsOf(olds)))
			complete(t, run, pair(1, submissions[1], olds[0], 0.5))
			for id, blind := range map[int64]bool{earlierID: tt.earlierBlind, contestID: tt.blind} {
				must(t, db.SetSettings(ctx, review.CommandLine, id, contest.Settings{Blind: new(blind)}))
			}
			pairs, _, err := db.Pairs(ctx, run.ID(), contest.PairFilter{})
			if err != nil || len(pairs) != 1 {
				t.Fatalf("got %d pairs, %v; want 1", len(pairs), err)
			}
			p := pairs[0]
			if p.Left.Hidden != tt.hidden || p.Right.Hidden != tt.hidden {
				t.Errorf("sides are hidden: %v and %v, want %v for both", p.Left.Hidden, p.Right.Hidden, tt.hidden)
			}
			if (p.Left.Number != 0) != tt.leftHasNumber || (p.Right.Number != 0) != tt.rightHasNumber {
				t.Errorf("sides have the numbers %d and %d, want them set: %v and %v", p.Left.Number, p.Right.Number,
					tt.leftHasNumber, tt.rightHasNumber)
			}
			if _, total, err := db.Pairs(ctx, run.ID(), contest.PairFilter{Participant: "zoe"}); err != nil || total != tt.found {
				t.Errorf("found %d pairs by the name, %v; want %d", total, err, tt.found)
			}
			after, err := db.NextPairs(ctx, run.ID(), []int64{p.Right.ParticipantID}, 0, nil)
			next := after[p.Right.ParticipantID]
			if err != nil || (next.ID != 0) != tt.rightHasNumber {
				t.Errorf("the next pair of the earlier participant is %d, %v; a pair is wanted: %t", next.ID, err, tt.rightHasNumber)
			}
		})
	}
}

// The database refuses changes that would leave a pair with a side that is not in its check.
func TestPairsNeedTheirSides(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	contestID, submissions := newContest(t, db, "c", 5)
	run := beginCheck(t, db, contestID, submissions[:4])
	other := beginCheck(t, db, contestID, submissions)
	err := errors.Join(
		run.SavePairs(ctx, []contest.Pair{pair(1, submissions[0], submissions[1], 0.5), pair(2, submissions[2], submissions[0], 0.4)}),
		other.SavePairs(ctx, []contest.Pair{pair(1, submissions[3], submissions[4], 0.5)}))
	must(t, err)
	tests := []struct {
		name, statement string
		refused         bool
	}{
		{"left side from another check", "UPDATE pairs SET left_submission = @stranger WHERE check_id = @run AND rank = 1", true},
		{"missing right side", "UPDATE pairs SET right_submission = 4711 WHERE check_id = @run AND rank = 2", true},
		{"pair moved to a check without its sides", "UPDATE pairs SET check_id = @run, rank = 10 WHERE check_id = @other", true},
		{"pair of no check", "UPDATE pairs SET check_id = 4711 WHERE check_id = @run", true},
		{"left side removed", "DELETE FROM check_submissions WHERE check_id = @run AND submission_id = (SELECT left_submission FROM pairs WHERE check_id = @run AND rank = 2)", true},
		{"right side removed", "DELETE FROM check_submissions WHERE check_id = @run AND submission_id = (SELECT right_submission FROM pairs WHERE check_id = @run AND rank = 1)", true},
		{"all sides removed", "DELETE FROM check_submissions", true},
		{"side replaced", "UPDATE check_submissions SET submission_id = @stranger WHERE check_id = @run AND submission_id = (SELECT min(left_submission) FROM pairs WHERE check_id = @run)", true},
		{"side that no pair of the check has", "DELETE FROM check_submissions WHERE check_id = @run AND submission_id = (SELECT min(left_submission) FROM pairs WHERE check_id = @other)", false},
		{"sides the other way round", "UPDATE pairs SET left_submission = right_submission, right_submission = left_submission", false},
		{"update without a change", "UPDATE check_submissions SET submission_id = submission_id", false},
		{"check removed with its pairs", "DELETE FROM checks WHERE id = @run", false},
	}
	for _, tt := range tests {
		result, err := db.pool.Exec(ctx, tt.statement, pgx.NamedArgs{"run": run.ID(), "other": other.ID(), "stranger": submissions[4].ID})
		if tt.refused != hasCode(err, foreignKeyViolation) || !tt.refused && err != nil {
			t.Errorf("%s: got error %v, want a refusal: %v", tt.name, err, tt.refused)
		}
		if !tt.refused && result.RowsAffected() == 0 {
			t.Errorf("%s: no row changed, so the test proves nothing", tt.name)
		}
	}
	if n := rowsOf(t, db, "pairs")["pairs"]; n != 1 {
		t.Errorf("got %d pairs, want only the pair of the other check", n)
	}
}

// If one transaction stores a pair and another removes a side of the pair, the second transaction is
// refused.
func TestPairsAndSidesConcurrently(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	contestID, submissions := newContest(t, db, "c", 2)
	const remove = "DELETE FROM check_submissions WHERE check_id = $1 AND submission_id = $2"
	save := func(tx pgx.Tx, run contest.Run) error {
		_, err := tx.Exec(ctx, `
			INSERT INTO pairs (check_id, rank, problem, language, left_submission, right_submission, left_participant, right_participant, suspicion, similarity,
				max_similarity, coverage_left, coverage_right, longest_match, matched_tokens)
			VALUES ($1, 1, 'A', 'c++', $2, $3, 1, 2, 0, 0, 0, 0, 0, 0, 0)`, run.ID(), submissions[0].ID, submissions[1].ID)
		return err
	}
	removal := func(tx pgx.Tx, run contest.Run) error {
		_, err := tx.Exec(ctx, remove, run.ID(), submissions[1].ID)
		return err
	}
	for _, tt := range []struct {
		name          string
		first, second func(pgx.Tx, contest.Run) error
	}{
		{"pair first", save, removal},
		{"removal first", removal, save},
	} {
		run := beginCheck(t, db, contestID, submissions)
		second := make(chan error, 1)
		err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
			if err := tt.first(tx, run); err != nil {
				return err
			}
			go func() {
				second <- pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return tt.second(tx, run) })
			}()
			waitForLock(t, db)
			return nil
		})
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if err := <-second; !hasCode(err, foreignKeyViolation) {
			t.Errorf("%s: the second got error %v, want a refusal", tt.name, err)
		}
	}
}

// PairAndCheck returns the same as Pair and CheckAndContest, and PairsByID the same pairs as Pairs.
func TestPairAndCheck(t *testing.T) {
	t.Parallel()
	db := open(t)
	checkID, _ := saveRanked(t, db, 60)
	pairs, _, err := db.Pairs(t.Context(), checkID, contest.PairFilter{Limit: 3})
	must(t, err)
	check, err := db.CheckAndContest(t.Context(), checkID)
	must(t, err)
	ids := []int64{unknownID}
	for _, want := range pairs {
		ids = append(ids, want.ID)
		gotPair, gotCheck, err := db.PairAndCheck(t.Context(), want.ID)
		if diff := cmp.Diff(want, gotPair) + cmp.Diff(check, gotCheck); err != nil || diff != "" {
			t.Errorf("pair and check: error %v (-want +got):\n%s", err, diff)
		}
	}
	if _, _, err := db.PairAndCheck(t.Context(), unknownID); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("an unknown pair: got error %v, want ErrNotFound", err)
	}
	byID, err := db.PairsByID(t.Context(), ids)
	if err != nil || len(byID) != len(pairs) || cmp.Diff(pairs[0], byID[pairs[0].ID]) != "" {
		t.Errorf("got %d pairs by ID, %v; want %d", len(byID), err, len(pairs))
	}
}
