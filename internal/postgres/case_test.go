package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// reviewer returns the user of a name, who is added if there is none.
func reviewer(t testing.TB, db *DB, name string) review.Person {
	t.Helper()
	p := review.Person{Name: name}
	err := db.pool.QueryRow(context.Background(),
		"INSERT INTO users (name, key, password, administrator) VALUES ($1, $1, '', false) ON CONFLICT (key) DO UPDATE SET name = $1 RETURNING id", name).Scan(&p.ID)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// keyOf names the case of two participants in the contest of the first.
func keyOf(problem string, a, b contest.Participant) review.Key {
	return review.Key{ContestID: a.ContestID, Problem: problem, First: min(a.ID, b.ID), Second: max(a.ID, b.ID)}
}

// jury is a contest of some participants, by number, with reviewers.
func jury(t testing.TB, db *DB, participants, reviewers int) (people []contest.Participant, users []review.Person) {
	t.Helper()
	contestID := imported(t, db, "c", contestOf(participants))
	people, err := db.Participants(context.Background(), contestID)
	if err != nil {
		t.Fatal(err)
	}
	for i := range reviewers {
		users = append(users, reviewer(t, db, fmt.Sprintf("reviewer %d", i+1)))
	}
	return people, users
}

var (
	ignoreTime  = cmpopts.IgnoreFields(review.Review{}, "At")
	ignoreEntry = cmpopts.IgnoreFields(review.Entry{}, "ID", "At")
)

func said(by review.Person, d review.Decision) review.Review {
	return review.Review{Reviewer: by, Decision: d}
}

func TestDecide(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	people, users := jury(t, db, 3, 2)
	key := keyOf("A + B", people[0], people[1])
	if got, err := db.Case(ctx, key); err != nil || !cmp.Equal(got, review.Case{Key: key, State: review.Open}) {
		t.Errorf("before anybody decides: %+v, %v", got, err)
	}
	first := review.Review{Decision: review.Confirmed, Reason: review.Copied, Note: "same typo\nin line 3",
		Basis: review.Basis{CheckID: 7, AlgorithmVersion: "9", FirstHash: "ab", SecondHash: "cd", Suspicion: 0.25, Similarity: 0.5, MaxSimilarity: 0.75, LongestMatch: 12}}
	if _, err := db.Decide(ctx, users[0], key, first); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Decide(ctx, users[1], key, said(users[1], review.Confirmed)); err != nil {
		t.Fatal(err)
	}
	first.Reviewer = users[0]
	want := review.Case{Key: key, State: review.CaseConfirmed, Reviews: []review.Review{first, said(users[1], review.Confirmed)}}
	got, err := db.Case(ctx, key)
	if diff := cmp.Diff(want, got, ignoreTime); diff != "" || err != nil {
		t.Errorf("two agree: %v (-want +got):\n%s", err, diff)
	}
	for _, r := range got.Reviews {
		if r.At.IsZero() || r.At.Location().String() != "UTC" {
			t.Errorf("decided at %v", r.At)
		}
	}
	// The first changes their mind, and so is the latest.
	got, err = db.Decide(ctx, users[0], key, said(users[0], review.Dismissed))
	want = review.Case{Key: key, State: review.Conflict, Reviews: []review.Review{said(users[1], review.Confirmed), said(users[0], review.Dismissed)}}
	if diff := cmp.Diff(want, got, ignoreTime); diff != "" || err != nil {
		t.Errorf("one changes their mind: %v (-want +got):\n%s", err, diff)
	}
	got, err = db.Withdraw(ctx, users[0], key)
	want = review.Case{Key: key, State: review.Pending, Reviews: []review.Review{said(users[1], review.Confirmed)}}
	if diff := cmp.Diff(want, got, ignoreTime); diff != "" || err != nil {
		t.Errorf("withdrawn: %v (-want +got):\n%s", err, diff)
	}
	if _, err := db.Withdraw(ctx, users[0], key); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("withdrawn again: got error %v", err)
	}
	other := keyOf("A", people[0], people[1])
	if got, err := db.Case(ctx, other); err != nil || got.State != review.Open {
		t.Errorf("at another problem: %+v, %v", got, err)
	}
}

func TestDecideRefuses(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	people, users := jury(t, db, 2, 1)
	key := keyOf("A", people[0], people[1])
	valid := said(users[0], review.Confirmed)
	change := func(f func(*review.Key)) review.Key { k := key; f(&k); return k }
	with := func(f func(*review.Review)) review.Review { r := valid; f(&r); return r }
	tests := []struct {
		name   string
		by     review.Person
		key    review.Key
		review review.Review
		want   error
	}{
		{"no such contest", users[0], change(func(k *review.Key) { k.ContestID = 4711 }), valid, contest.ErrNotFound},
		{"no such participant", users[0], change(func(k *review.Key) { k.Second = 4711 }), valid, contest.ErrNotFound},
		{"no such user", review.Person{ID: 4711, Name: "x"}, key, valid, contest.ErrNotFound},
		{"nobody", review.Person{}, key, valid, contest.ErrNotFound},
		{"one participant", users[0], change(func(k *review.Key) { k.Second = k.First }), valid, review.ErrRefused},
		{"the wrong way round", users[0], change(func(k *review.Key) { k.First, k.Second = k.Second, k.First }), valid, review.ErrRefused},
		{"no problem", users[0], change(func(k *review.Key) { k.Problem = "" }), valid, review.ErrRefused},
		{"problem that is no text", users[0], change(func(k *review.Key) { k.Problem = "\xff" }), valid, review.ErrRefused},
		{"no decision", users[0], key, with(func(r *review.Review) { r.Decision = "" }), review.ErrRefused},
		{"unknown decision", users[0], key, with(func(r *review.Review) { r.Decision = "guilty" }), review.ErrRefused},
		{"unknown reason", users[0], key, with(func(r *review.Review) { r.Reason = "because" }), review.ErrRefused},
		{"note that is no text", users[0], key, with(func(r *review.Review) { r.Note = "\xff" }), review.ErrRefused},
		{"note with NUL", users[0], key, with(func(r *review.Review) { r.Note = "a\x00" }), review.ErrRefused},
		{"long note", users[0], key, with(func(r *review.Review) { r.Note = strings.Repeat("x", review.MaxNote+1) }), review.ErrRefused},
	}
	before := dump(t, db)
	for _, tt := range tests {
		if _, err := db.Decide(ctx, tt.by, tt.key, tt.review); !errors.Is(err, tt.want) {
			t.Errorf("%s: got error %v, want %v", tt.name, err, tt.want)
		}
	}
	twice := []review.NewReview{{Key: key, Review: valid}, {Key: key, Review: valid}}
	if _, err := db.DecideAll(ctx, users[0], twice); !errors.Is(err, review.ErrRefused) {
		t.Errorf("twice: got error %v", err)
	}
	// The second is nowhere, so neither is decided.
	half := []review.NewReview{{Key: key, Review: valid}, {Key: change(func(k *review.Key) { k.Second = 4711 }), Review: valid}}
	if _, err := db.DecideAll(ctx, users[0], half); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("one that is nowhere: got error %v", err)
	}
	if err := db.Assign(ctx, users[0], []review.Key{key}, 4711); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("assigned to no user: got error %v", err)
	}
	if diff := cmp.Diff(before, dump(t, db)); diff != "" {
		t.Errorf("refused, and yet (-before +after):\n%s", diff)
	}
	if got, err := db.DecideAll(ctx, users[0], nil); err != nil || len(got) != 0 {
		t.Errorf("nothing: %v, %v", got, err)
	}
}

// Whatever is done, in whichever order, the state of each case is the standing
// of its reviews.
func TestStateIsStanding(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			db := open(t)
			people, users := jury(t, db, 4, 3)
			rng := rand.New(rand.NewPCG(seed, 5))
			agreement := 2
			var keys []review.Key
			for i := range people {
				for j := range i {
					keys = append(keys, keyOf("A", people[i], people[j]))
				}
			}
			reviews := make(map[review.Key][]review.Review)
			for range 60 {
				key, by := keys[rng.IntN(len(keys))], users[rng.IntN(len(users))]
				of := func(r review.Review) bool { return r.Reviewer == by }
				switch rng.IntN(6) {
				case 0:
					_, err := db.Withdraw(ctx, by, key)
					if had := slices.ContainsFunc(reviews[key], of); had != (err == nil) {
						t.Fatalf("withdraw: got error %v, had one: %v", err, had)
					}
					reviews[key] = slices.DeleteFunc(reviews[key], of)
				case 1:
					agreement = 1 + rng.IntN(3)
					if err := db.SetAgreement(ctx, by, key.ContestID, agreement); err != nil {
						t.Fatal(err)
					}
				default:
					r := said(by, review.Decisions()[rng.IntN(3)])
					r.Ruling = rng.IntN(5) == 0
					reviews[key] = append(slices.DeleteFunc(reviews[key], of), r)
					got, err := db.Decide(ctx, by, key, r)
					if want := review.StateOf(reviews[key], agreement); err != nil || got.State != want {
						t.Fatalf("decided: %v, %v; want %v", got, err, want)
					}
				}
				for _, key := range keys {
					got, err := db.Case(ctx, key)
					want := review.Case{Key: key, State: review.StateOf(reviews[key], agreement), Reviews: reviews[key]}
					if diff := cmp.Diff(want, got, ignoreTime, cmpopts.EquateEmpty()); diff != "" || err != nil {
						t.Fatalf("%v (-want +got):\n%s", err, diff)
					}
				}
			}
		})
	}
}

// Reviewers who decide at once, each all cases in an order of their own, while
// the agreement changes, neither lose a word nor wait for each other for ever.
func TestDecideAtOnce(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	people, users := jury(t, db, 5, 4)
	var keys []review.Key
	for i := range people {
		for j := range i {
			keys = append(keys, keyOf("A", people[i], people[j]))
		}
	}
	errs := make([]error, len(users)+1)
	var wg sync.WaitGroup
	for i, by := range users {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(i), 6))
			for range 5 {
				var all []review.NewReview
				for _, k := range rng.Perm(len(keys)) {
					all = append(all, review.NewReview{Key: keys[k], Review: said(by, review.Confirmed)})
				}
				_, err := db.DecideAll(ctx, by, all[:3])
				_, err2 := db.DecideAll(ctx, by, all)
				errs[i] = errors.Join(errs[i], err, err2)
			}
		})
	}
	wg.Go(func() {
		for n := range 8 {
			errs[len(users)] = errors.Join(errs[len(users)], db.SetAgreement(ctx, users[0], people[0].ContestID, 1+n%4))
		}
	})
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		c, err := db.Case(ctx, key)
		if err != nil || len(c.Reviews) != len(users) || c.State != review.CaseConfirmed {
			t.Errorf("%d reviews, %v, %v", len(c.Reviews), c.State, err)
		}
	}
	if _, total, err := db.AuditLog(ctx, people[0].ContestID, 0, 1); err != nil || total < 4*5*(3+len(keys)) {
		t.Errorf("%d entries, %v", total, err)
	}
}

func TestAssign(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	people, users := jury(t, db, 3, 2)
	keys := []review.Key{keyOf("A", people[0], people[1]), keyOf("A", people[1], people[2])}
	if err := db.Assign(ctx, users[0], keys, users[1].ID); err != nil {
		t.Fatal(err)
	}
	if err := db.Assign(ctx, users[0], keys, users[1].ID); err != nil { // changes nothing
		t.Fatal(err)
	}
	if err := db.Assign(ctx, users[0], keys[1:], 0); err != nil {
		t.Fatal(err)
	}
	for i, want := range []review.Person{users[1], {}} {
		if c, err := db.Case(ctx, keys[i]); err != nil || c.Assigned != want || c.State != review.Open {
			t.Errorf("case %d: %+v, %v; want it assigned to %v", i, c, err, want)
		}
	}
	entries, total, err := db.AuditLog(ctx, people[0].ContestID, 0, 1)
	want := []review.Entry{{Actor: users[0], ContestID: people[0].ContestID, Action: review.ActionAssign, Problem: "A",
		First:   review.ParticipantRef{ContestID: people[0].ContestID, Number: numberOf(people, keys[1].First)},
		Second:  review.ParticipantRef{ContestID: people[0].ContestID, Number: numberOf(people, keys[1].Second)},
		Details: review.Details{State: review.Open}}}
	if diff := cmp.Diff(want, entries, ignoreEntry); diff != "" || err != nil || total != 5 { // with the two of the import
		t.Errorf("%d entries, %v (-want +got):\n%s", total, err, diff)
	}
}

func numberOf(people []contest.Participant, id int64) int {
	for _, p := range people {
		if p.ID == id {
			return p.Number
		}
	}
	return 0
}

func TestCases(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	old := []contest.Submission{submission("X", "zoe", 1, "old")}
	oldID := imported(t, db, "old", old)
	theirs, err := db.Participants(ctx, oldID)
	if err != nil {
		t.Fatal(err)
	}
	people, users := jury(t, db, 3, 2)
	contestID := people[0].ContestID
	a, b, c := keyOf("A", people[0], people[1]), keyOf("B", people[0], people[1]), keyOf("A", people[2], theirs[0])
	open := keyOf("C", people[0], people[1])
	_, err = db.DecideAll(ctx, users[0], []review.NewReview{
		{Key: b, Review: said(users[0], review.Dismissed)}, {Key: c, Review: said(users[0], review.Confirmed)}, {Key: open, Review: said(users[0], review.Unclear)}})
	_, err2 := db.Withdraw(ctx, users[0], open)
	err = errors.Join(err, err2, db.Assign(ctx, users[0], []review.Key{a, b}, users[1].ID), db.Reveal(ctx, users[0], contestID, 1))
	if err != nil {
		t.Fatal(err)
	}
	if people, err = db.Participants(ctx, contestID); err != nil {
		t.Fatal(err)
	}
	if people[0].Hidden || !people[1].Hidden || !theirs[0].Hidden {
		t.Fatalf("participants are %+v and %+v", people, theirs)
	}
	list := func(k review.Key, state review.State, assigned review.Person, earlier string, reviews ...review.Review) review.CaseEntry {
		l := review.CaseEntry{Case: review.Case{Key: k, State: state, Assigned: assigned, Reviews: reviews}, Earlier: earlier}
		for _, p := range append(people, theirs...) {
			if p.ID == k.First {
				l.FirstParticipant = p
			} else if p.ID == k.Second {
				l.SecondParticipant = p
			}
		}
		return l
	}
	ofA, ofB := list(a, review.Open, users[1], ""), list(b, review.CaseDismissed, users[1], "", said(users[0], review.Dismissed))
	ofC := list(c, review.Pending, review.Person{}, "old", said(users[0], review.Confirmed))
	tests := []struct {
		name   string
		filter review.Filter
		want   []review.CaseEntry
		total  int
	}{
		{"all", review.Filter{}, []review.CaseEntry{ofC, ofA, ofB}, 3}, // the contest that was there first, then by number
		{"page", review.Filter{Offset: 1, Limit: 1}, []review.CaseEntry{ofA}, 3},
		{"state", review.Filter{State: review.CaseDismissed}, []review.CaseEntry{ofB}, 1},
		{"problem", review.Filter{Problem: "A"}, []review.CaseEntry{ofC, ofA}, 2},
		{"reviewer", review.Filter{Reviewer: users[0].ID}, []review.CaseEntry{ofC, ofB}, 2},
		{"assigned", review.Filter{Assigned: users[1].ID}, []review.CaseEntry{ofA, ofB}, 2},
		{"of this contest alone", review.Filter{Visible: []int64{contestID}}, []review.CaseEntry{ofA, ofB}, 2},
		{"no text", review.Filter{Problem: "\xff"}, nil, 0},
	}
	for _, tt := range tests {
		got, total, err := db.Cases(ctx, contestID, tt.filter)
		if diff := cmp.Diff(tt.want, got, ignoreTime); diff != "" || total != tt.total || err != nil {
			t.Errorf("%s: %d of them, %v (-want +got):\n%s", tt.name, total, err, diff)
		}
	}

	pairs := []contest.Pair{
		{Problem: "B", Left: contest.Side{ParticipantID: people[1].ID}, Right: contest.Side{ParticipantID: people[0].ID}},
		{Problem: "A", Left: contest.Side{ParticipantID: people[2].ID}, Right: contest.Side{ParticipantID: theirs[0].ID}},
		{Problem: "D", Left: contest.Side{ParticipantID: people[0].ID}, Right: contest.Side{ParticipantID: people[1].ID}}}
	got, err := db.CasesByPairs(ctx, contestID, pairs)
	nobody := keyOf("D", people[0], people[1])
	want := map[review.Key]review.Case{b: ofB.Case, c: ofC.Case, nobody: {Key: nobody, State: review.Open}}
	if diff := cmp.Diff(want, got, ignoreTime); diff != "" || err != nil {
		t.Errorf("cases of pairs: %v (-want +got):\n%s", err, diff)
	}
}
