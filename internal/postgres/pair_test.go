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

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// ranked is a complete check with pairs that are equal in much.
func ranked(t testing.TB, db *DB, n int) (checkID int64, pairs []contest.Pair) {
	t.Helper()
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(1, 2))
	submissions := contestOf(12)
	submissions[3].Participant = "Ünder_score%"
	contestID := imported(t, db, "c", submissions)
	if err := db.SetBlind(ctx, review.CommandLine, contestID, false); err != nil {
		t.Fatal(err)
	}
	run := begun(t, db, contestID, submissions)
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
			p.Percentile = pointer(float64(d) / 4)
		}
		p.SharedTemplateScore = float64(rng.IntN(3)) / 2
		p.Hamming = nil
		if d := rng.IntN(5); d > 0 {
			p.Hamming = &d
		}
		pairs = append(pairs, p)
	}
	// Not stored in the order of rank.
	shuffled := slices.Clone(pairs)
	rng.Shuffle(n, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	if err := run.SavePairs(ctx, shuffled); err != nil {
		t.Fatal(err)
	}
	if err := run.Complete(ctx, contest.Summary{}, nil, nil); err != nil {
		t.Fatal(err)
	}
	return run.ID(), pairs
}

func ranks(pairs []contest.Pair) []int {
	list := make([]int, len(pairs))
	for i, p := range pairs {
		list[i] = p.Rank
	}
	return list
}

func TestPairs(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	checkID, all := ranked(t, db, 60)

	keys := map[contest.PairSort]func(contest.Pair) (key float64, ok bool){
		"":                    func(p contest.Pair) (float64, bool) { return float64(p.Rank), true },
		contest.SortRank:      func(p contest.Pair) (float64, bool) { return float64(p.Rank), true },
		contest.SortSuspicion: func(p contest.Pair) (float64, bool) { return p.Suspicion, true },
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
		keep   func(contest.Pair) bool
	}{
		{"all", contest.PairFilter{}, func(contest.Pair) bool { return true }},
		{"problem", contest.PairFilter{Problem: "A"}, func(p contest.Pair) bool { return p.Problem == "A" }},
		{"two problems", contest.PairFilter{Problem: "A + B"}, func(p contest.Pair) bool { return p.Problem == "A + B" }},
		{"language", contest.PairFilter{Language: "java"}, func(p contest.Pair) bool { return p.Language == "java" }},
		{"suspicion", contest.PairFilter{MinSuspicion: all[30].Suspicion}, func(p contest.Pair) bool { return p.Suspicion >= all[30].Suspicion }},
		{"participant", contest.PairFilter{Participant: "TEAM00"}, participant("team00")},
		{"one participant", contest.PairFilter{Participant: "team005"}, participant("team005")},
		{"participant with signs", contest.PairFilter{Participant: "ünder_score%"}, participant("Ünder")},
		{"sign that is no wildcard", contest.PairFilter{Participant: "_"}, participant("_")},
		{"everything", contest.PairFilter{Problem: "A + B", Language: "c++", Participant: "team", MinSuspicion: 0.3}, func(p contest.Pair) bool {
			return p.Problem == "A + B" && p.Language == "c++" && p.Suspicion >= 0.3
		}},
		{"nobody", contest.PairFilter{Participant: "nobody"}, func(contest.Pair) bool { return false }},
		{"what cannot be stored", contest.PairFilter{Participant: "\x00\xff"}, func(contest.Pair) bool { return false }},
	}
	for _, f := range filters {
		for sort, key := range keys {
			for _, descending := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s by %q %t", f.name, sort, descending), func(t *testing.T) {
					t.Parallel()
					var want []contest.Pair
					for _, p := range all {
						if f.keep(p) {
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
						if err != nil {
							t.Fatal(err)
						}
						if total != len(want) {
							t.Fatalf("total %d, want %d", total, len(want))
						}
						if len(page) > filter.Limit {
							t.Fatalf("a page of %d", len(page))
						}
						if len(page) == 0 {
							break
						}
						got = append(got, page...)
						filter.Offset += filter.Limit
					}
					if diff := cmp.Diff(ranks(want), ranks(got)); diff != "" {
						t.Errorf("ranks (-want +got):\n%s", diff)
					}
				})
			}
		}
	}
}

func participant(part string) func(contest.Pair) bool {
	return func(p contest.Pair) bool {
		return strings.Contains(p.Left.Participant, part) || strings.Contains(p.Right.Participant, part)
	}
}

func TestPairsRefuses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	checkID, _ := ranked(t, db, 3)
	if _, _, err := db.Pairs(ctx, checkID, contest.PairFilter{Sort: "id; DROP TABLE pairs"}); err == nil {
		t.Error("sorted by anything")
	}
	if _, _, err := db.Pairs(ctx, checkID+1, contest.PairFilter{}); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("no such check: got error %v, want ErrNotFound", err)
	}
	if _, err := db.Pair(ctx, 0); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("no such pair: got error %v, want ErrNotFound", err)
	}
}

// largeCheck is a complete check of 5,000 submissions with 100,000 pairs, of which
// a jury has looked at 3,000.
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
	contestID := imported(b, db, "c", submissions)
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
			run := begun(b, db, contestID, submissions)
			if err := run.SavePairs(ctx, pairs); err != nil {
				b.Fatal(err)
			}
			if err := run.Complete(ctx, contest.Summary{}, nil, nil); err != nil {
				b.Fatal(err)
			}
			checkID = run.ID()
		}
	})
	users = []review.Person{reviewer(b, db, "one"), reviewer(b, db, "two")}
	listed, _, err := db.Pairs(ctx, checkID, contest.PairFilter{Limit: 3000})
	if err != nil {
		b.Fatal(err)
	}
	var decided [2][]review.NewReview
	var assigned []review.Key
	for i, p := range listed {
		key := review.KeyOf(contestID, p)
		decided[i%2] = append(decided[i%2], review.NewReview{Key: key, Review: said(users[i%2], review.Decisions()[i%3])})
		if i%7 == 0 {
			assigned = append(assigned, key)
		}
	}
	for i, by := range users {
		if _, err := db.DecideAll(ctx, by, decided[i]); err != nil {
			b.Fatal(err)
		}
	}
	if err := db.Assign(ctx, users[0], assigned, users[1].ID); err != nil {
		b.Fatal(err)
	}
	return checkID, users
}

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
		{"confirmed", contest.PairFilter{Limit: 50, State: "dismissed"}},
		{"reviewer", contest.PairFilter{Limit: 50, Reviewer: users[0].ID}},
		{"assigned", contest.PairFilter{Limit: 50, Assigned: users[1].ID}},
		{"visible", contest.PairFilter{Limit: 50, Visible: []int64{1}}},
		{"by similarity", contest.PairFilter{Limit: 50, Sort: contest.SortSimilarity, Descending: true}},
		{"by percentile", contest.PairFilter{Limit: 50, Sort: contest.SortPercentile}},
		{"by longest match, last page", contest.PairFilter{Limit: 50, Sort: contest.SortLongestMatch, Offset: 99_950}},
		{"waiting ones of a member by similarity, far on", contest.PairFilter{Limit: 50, Offset: 90_000, State: contest.StateWaiting, Visible: []int64{1}, Sort: contest.SortSimilarity}},
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
}
