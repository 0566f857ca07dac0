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

// reviewer returns the user with a name, after adding them if necessary.
func reviewer(t testing.TB, db *DB, name string) review.Person {
	t.Helper()
	p := review.Person{Name: name}
	err := db.pool.QueryRow(context.Background(),
		"INSERT INTO users (name, key, password, administrator) VALUES ($1, $1, '', false) ON CONFLICT (key) DO UPDATE SET name = $1 RETURNING id", name).Scan(&p.ID)
	must(t, err)
	return p
}

// keyOf returns the key of the case of two participants in the contest of the first.
func keyOf(problem string, a, b contest.Participant) review.Key {
	return review.Key{ContestID: a.ContestID, Problem: problem, First: min(a.ID, b.ID), Second: max(a.ID, b.ID)}
}

// jury makes a contest, and returns its participants, sorted by number, and reviewers.
func jury(t testing.TB, db *DB, participants, reviewers int) (people []contest.Participant, users []review.Person) {
	t.Helper()
	contestID := importContest(t, db, "c", contestOf(participants))
	people, err := db.Participants(context.Background(), contestID)
	must(t, err)
	for i := range reviewers {
		users = append(users, reviewer(t, db, fmt.Sprintf("reviewer %d", i+1)))
	}
	return people, users
}

var (
	ignoreTime  = cmpopts.IgnoreFields(review.Review{}, "At")
	ignoreEntry = cmpopts.IgnoreFields(review.Entry{}, "ID", "At")
)

func reviewOf(by review.Person, d review.Decision) review.Review {
	return review.Review{Reviewer: by, Decision: d}
}

func decide(t testing.TB, db *DB, by review.Person, key review.Key, r review.Review) {
	t.Helper()
	_, err := db.Decide(context.Background(), by, key, r)
	must(t, err)
}

// A reviewer can decide a case, decide it again and withdraw the review. The case's state follows
// its reviews.
func TestDecide(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	people, users := jury(t, db, 3, 2)
	key := keyOf("A + B", people[0], people[1])
	if got, err := db.Case(ctx, key); err != nil || !cmp.Equal(got, review.Case{Key: key, State: review.Open}) {
		t.Errorf("before a decision: got %+v, %v, want an open case", got, err)
	}
	first := review.Review{Decision: review.Confirmed, Reason: review.Copied, Note: "same typo\nin line 3",
		Basis: review.Basis{CheckID: 7, AlgorithmVersion: "9", FirstHash: "ab", SecondHash: "cd", Suspicion: 0.25, Similarity: 0.5, MaxSimilarity: 0.75, LongestMatch: 12}}
	decide(t, db, users[0], key, first)
	decide(t, db, users[1], key, reviewOf(users[1], review.Confirmed))
	first.Reviewer = users[0]
	want := review.Case{Key: key, State: review.CaseConfirmed, Reviews: []review.Review{first, reviewOf(users[1], review.Confirmed)}}
	got, err := db.Case(ctx, key)
	if diff := cmp.Diff(want, got, ignoreTime); diff != "" || err != nil {
		t.Errorf("two agree: %v (-want +got):\n%s", err, diff)
	}
	for _, r := range got.Reviews {
		if r.At.IsZero() || r.At.Location().String() != "UTC" {
			t.Errorf("decision time is %v, want one in UTC", r.At)
		}
	}
	// The first reviewer decides again, so their review is now the latest.
	got, err = db.Decide(ctx, users[0], key, reviewOf(users[0], review.Dismissed))
	want = review.Case{Key: key, State: review.Conflict, Reviews: []review.Review{reviewOf(users[1], review.Confirmed), reviewOf(users[0], review.Dismissed)}}
	if diff := cmp.Diff(want, got, ignoreTime); diff != "" || err != nil {
		t.Errorf("the first reviewer decided again: %v (-want +got):\n%s", err, diff)
	}
	got, err = db.Withdraw(ctx, users[0], key)
	want = review.Case{Key: key, State: review.Pending, Reviews: []review.Review{reviewOf(users[1], review.Confirmed)}}
	if diff := cmp.Diff(want, got, ignoreTime); diff != "" || err != nil {
		t.Errorf("a review was withdrawn: %v (-want +got):\n%s", err, diff)
	}
	if _, err := db.Withdraw(ctx, users[0], key); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("withdrawn again: got error %v, want ErrNotFound", err)
	}
	other := keyOf("A", people[0], people[1])
	if got, err := db.Case(ctx, other); err != nil || got.State != review.Open {
		t.Errorf("case of the same two at another problem: got %+v, %v, want an open one", got, err)
	}
}

// Decide, DecideCluster and Assign refuse invalid cases, users and reviews, and then change nothing.
func TestDecideRefuses(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	people, users := jury(t, db, 2, 1)
	key := keyOf("A", people[0], people[1])
	valid := reviewOf(users[0], review.Confirmed)
	changedKey := func(f func(*review.Key)) review.Key { k := key; f(&k); return k }
	changedReview := func(f func(*review.Review)) review.Review { r := valid; f(&r); return r }
	tests := []struct {
		name   string
		by     review.Person
		key    review.Key
		review review.Review
		want   error
	}{
		{"unknown contest", users[0], changedKey(func(k *review.Key) { k.ContestID = unknownID }), valid, contest.ErrNotFound},
		{"unknown participant", users[0], changedKey(func(k *review.Key) { k.Second = unknownID }), valid, contest.ErrNotFound},
		{"unknown user", review.Person{ID: unknownID, Name: "x"}, key, valid, contest.ErrNotFound},
		{"no user", review.Person{}, key, valid, contest.ErrNotFound},
		{"the same participant twice", users[0], changedKey(func(k *review.Key) { k.Second = k.First }), valid, review.ErrRefused},
		{"participants in the wrong order", users[0], changedKey(func(k *review.Key) { k.First, k.Second = k.Second, k.First }), valid, review.ErrRefused},
		{"empty problem", users[0], changedKey(func(k *review.Key) { k.Problem = "" }), valid, review.ErrRefused},
		{"problem of invalid UTF-8", users[0], changedKey(func(k *review.Key) { k.Problem = "\xff" }), valid, review.ErrRefused},
		{"no decision", users[0], key, changedReview(func(r *review.Review) { r.Decision = "" }), review.ErrRefused},
		{"unknown decision", users[0], key, changedReview(func(r *review.Review) { r.Decision = "guilty" }), review.ErrRefused},
		{"unknown reason", users[0], key, changedReview(func(r *review.Review) { r.Reason = "because" }), review.ErrRefused},
		{"note of invalid UTF-8", users[0], key, changedReview(func(r *review.Review) { r.Note = "\xff" }), review.ErrRefused},
		{"note with NUL", users[0], key, changedReview(func(r *review.Review) { r.Note = "a\x00" }), review.ErrRefused},
		{"long note", users[0], key, changedReview(func(r *review.Review) { r.Note = strings.Repeat("x", review.MaxNote+1) }), review.ErrRefused},
	}
	before := dump(t, db)
	for _, tt := range tests {
		if _, err := db.Decide(ctx, tt.by, tt.key, tt.review); !errors.Is(err, tt.want) {
			t.Errorf("%s: got error %v, want %v", tt.name, err, tt.want)
		}
	}
	sameCaseTwice := []review.KeyedReview{{Key: key, Review: valid}, {Key: key, Review: valid}}
	if _, err := db.DecideCluster(ctx, users[0], review.ClusterRef{}, sameCaseTwice); !errors.Is(err, review.ErrRefused) {
		t.Errorf("two reviews of one case: got error %v, want ErrRefused", err)
	}
	// The second case names a participant who does not exist, so neither review is stored.
	oneUnknown := []review.KeyedReview{{Key: key, Review: valid}, {Key: changedKey(func(k *review.Key) { k.Second = unknownID }), Review: valid}}
	if _, err := db.DecideCluster(ctx, users[0], review.ClusterRef{}, oneUnknown); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("one of two reviews is of an unknown participant: got error %v, want ErrNotFound", err)
	}
	if err := db.Assign(ctx, users[0], []review.Key{key}, unknownID, contest.Seal{}); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("assigned to an unknown user: got error %v, want ErrNotFound", err)
	}
	if diff := cmp.Diff(before, dump(t, db)); diff != "" {
		t.Errorf("refused calls changed the database (-before +after):\n%s", diff)
	}
	if _, err := db.DecideCluster(ctx, users[0], review.ClusterRef{}, nil); err != nil {
		t.Errorf("DecideCluster without reviews: got error %v, want nil", err)
	}
}

// After random actions in random order, each case has the state of its reviews.
func TestCaseState(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	seeds := uint64(4)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
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
				isTheirs := func(r review.Review) bool { return r.Reviewer == by }
				switch rng.IntN(6) {
				case 0:
					_, err := db.Withdraw(ctx, by, key)
					if hasReview := slices.ContainsFunc(reviews[key], isTheirs); hasReview != (err == nil) {
						t.Fatalf("withdraw: got error %v; the case had a review of this user: %v", err, hasReview)
					}
					reviews[key] = slices.DeleteFunc(reviews[key], isTheirs)
				case 1:
					agreement = 1 + rng.IntN(3)
					must(t, db.SetSettings(ctx, by, key.ContestID, contest.Settings{Agreement: new(agreement)}))
				default:
					r := reviewOf(by, review.Decisions()[rng.IntN(3)])
					r.Ruling = rng.IntN(5) == 0
					reviews[key] = append(slices.DeleteFunc(reviews[key], isTheirs), r)
					got, err := db.Decide(ctx, by, key, r)
					if want := review.StateOf(reviews[key], review.Appeal{}, agreement); err != nil || got.State != want {
						t.Fatalf("decide: got case %+v, %v; want state %v", got, err, want)
					}
				}
				for _, key := range keys {
					got, err := db.Case(ctx, key)
					want := review.Case{Key: key, State: review.StateOf(reviews[key], review.Appeal{}, agreement), Reviews: reviews[key]}
					if diff := cmp.Diff(want, got, ignoreTime, cmpopts.EquateEmpty()); diff != "" || err != nil {
						t.Fatalf("stored case: %v (-want +got):\n%s", err, diff)
					}
				}
			}
		})
	}
}

// Reviewers decide all cases concurrently, each in another order, while the agreement
// changes: no review is lost, and there is no deadlock.
func TestDecideConcurrently(t *testing.T) {
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
				var all []review.KeyedReview
				for _, k := range rng.Perm(len(keys)) {
					all = append(all, review.KeyedReview{Key: keys[k], Review: reviewOf(by, review.Confirmed)})
				}
				_, err := db.DecideCluster(ctx, by, review.ClusterRef{}, all[:3])
				_, err2 := db.DecideCluster(ctx, by, review.ClusterRef{}, all)
				errs[i] = errors.Join(errs[i], err, err2)
			}
		})
	}
	wg.Go(func() {
		for n := range 8 {
			errs[len(users)] = errors.Join(errs[len(users)], db.SetSettings(ctx, users[0], people[0].ContestID, contest.Settings{Agreement: new(1 + n%4)}))
		}
	})
	wg.Wait()
	must(t, errors.Join(errs...))
	for _, key := range keys {
		c, err := db.Case(ctx, key)
		if err != nil || len(c.Reviews) != len(users) || c.State != review.CaseConfirmed {
			t.Errorf("got %d reviews, state %v, error %v; want %d, confirmed", len(c.Reviews), c.State, err, len(users))
		}
	}
	// Each of 4 reviewers decided 5 times 3 cases, then all.
	decisions := review.LogFilter{Actions: []review.Action{review.ActionDecide}}
	if _, total, err := db.AuditLog(ctx, people[0].ContestID, decisions, 0, 1); err != nil || total != 4*5*2 {
		t.Errorf("the log has %d decisions, error %v; want %d", total, err, 4*5*2)
	}
}

// Cases can be assigned to a user and to nobody, and the log has an entry for each change.
func TestAssign(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	people, users := jury(t, db, 3, 2)
	keys := []review.Key{keyOf("A", people[0], people[1]), keyOf("A", people[1], people[2])}
	must(t, db.Assign(ctx, users[0], append(keys, keys[0]), users[1].ID, contest.Seal{})) // one case is named twice
	must(t, db.Assign(ctx, users[0], keys, users[1].ID, contest.Seal{}))                  // changes nothing
	must(t, db.Assign(ctx, users[0], keys[1:], 0, contest.Seal{}))
	for i, want := range []review.Person{users[1], {}} {
		if c, err := db.Case(ctx, keys[i]); err != nil || c.Assigned != want || c.State != review.Open {
			t.Errorf("case %d: got %+v, %v; want it open and assigned to %v", i, c, err, want)
		}
	}
	entries, total, err := db.AuditLog(ctx, people[0].ContestID, review.LogFilter{}, 0, 1)
	want := []review.Entry{{Actor: users[0], ContestID: people[0].ContestID, Action: review.ActionAssign, Problem: "A",
		First:   review.ParticipantRef{ContestID: people[0].ContestID, Number: participantNumber(people, keys[1].First)},
		Second:  review.ParticipantRef{ContestID: people[0].ContestID, Number: participantNumber(people, keys[1].Second)},
		Details: review.Details{State: review.Open}}}
	if diff := cmp.Diff(want, entries, ignoreEntry); diff != "" || err != nil || total != 5 { // with the two entries of the import
		t.Errorf("got %d entries, want 5, error %v (-want +got):\n%s", total, err, diff)
	}
}

func participantNumber(people []contest.Participant, id int64) int {
	for _, p := range people {
		if p.ID == id {
			return p.Number
		}
	}
	return 0
}

// Cases returns the decided or assigned cases that pass a filter. CasesByPairs returns the cases of
// pairs.
func TestCases(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	old := []contest.Submission{submission("X", "zoe", 1, "old")}
	oldID := importContest(t, db, "old", old)
	oldPeople, err := db.Participants(ctx, oldID)
	must(t, err)
	people, users := jury(t, db, 3, 2)
	contestID := people[0].ContestID
	a, b, c := keyOf("A", people[0], people[1]), keyOf("B", people[0], people[1]), keyOf("A", people[2], oldPeople[0])
	withdrawn := keyOf("C", people[0], people[1])
	_, err = db.DecideCluster(ctx, users[0], review.ClusterRef{}, []review.KeyedReview{
		{Key: b, Review: reviewOf(users[0], review.Dismissed)}, {Key: c, Review: reviewOf(users[0], review.Confirmed)}, {Key: withdrawn, Review: reviewOf(users[0], review.Unclear)}})
	_, err2 := db.Withdraw(ctx, users[0], withdrawn)
	err = errors.Join(err, err2, db.Assign(ctx, users[0], []review.Key{a, b}, users[1].ID, contest.Seal{}), db.SetRevealed(ctx, users[0], contestID, 1, true))
	must(t, err)
	people, err = db.Participants(ctx, contestID)
	must(t, err)
	if people[0].Hidden || !people[1].Hidden || !oldPeople[0].Hidden {
		t.Fatalf("participants are %+v and %+v; want only the first one visible", people, oldPeople)
	}
	entryOf := func(k review.Key, state review.State, assigned review.Person, earlier string, reviews ...review.Review) review.CaseEntry {
		entry := review.CaseEntry{Case: review.Case{Key: k, State: state, Assigned: assigned, Reviews: reviews}, EarlierContest: earlier}
		for _, p := range append(people, oldPeople...) {
			if p.ID == k.First {
				entry.FirstParticipant = p
			} else if p.ID == k.Second {
				entry.SecondParticipant = p
			}
		}
		return entry
	}
	ofA, ofB := entryOf(a, review.Open, users[1], ""), entryOf(b, review.CaseDismissed, users[1], "", reviewOf(users[0], review.Dismissed))
	ofC := entryOf(c, review.Pending, review.Person{}, "old", reviewOf(users[0], review.Confirmed))
	tests := []struct {
		name   string
		filter review.Filter
		want   []review.CaseEntry
	}{
		// Sorted by problem, then by the contest ID and the number of the first participant.
		{"all", review.Filter{}, []review.CaseEntry{ofC, ofA, ofB}},
		{"state", review.Filter{State: review.CaseDismissed}, []review.CaseEntry{ofB}},
		{"participant", review.Filter{Participant: c.Second}, []review.CaseEntry{ofC}},
		{"without other contests", review.Filter{Visible: []int64{contestID}}, []review.CaseEntry{ofA, ofB}},
	}
	for _, tt := range tests {
		got, err := db.Cases(ctx, contestID, tt.filter)
		if diff := cmp.Diff(tt.want, got, ignoreTime); diff != "" || err != nil {
			t.Errorf("%s: error %v (-want +got):\n%s", tt.name, err, diff)
		}
	}

	pairs := []contest.Pair{
		{Problem: "B", Left: contest.Side{ParticipantID: people[1].ID}, Right: contest.Side{ParticipantID: people[0].ID}},
		{Problem: "A", Left: contest.Side{ParticipantID: people[2].ID}, Right: contest.Side{ParticipantID: oldPeople[0].ID}},
		{Problem: "D", Left: contest.Side{ParticipantID: people[0].ID}, Right: contest.Side{ParticipantID: people[1].ID}}}
	for i := range pairs {
		pairs[i].Left.ContestID = contestID
	}
	got, err := db.CasesByPairs(ctx, pairs)
	undecided := keyOf("D", people[0], people[1])
	want := map[review.Key]review.Case{b: ofB.Case, c: ofC.Case, undecided: {Key: undecided, State: review.Open}}
	if diff := cmp.Diff(want, got, ignoreTime); diff != "" || err != nil {
		t.Errorf("cases of pairs: %v (-want +got):\n%s", err, diff)
	}
	for key, one := range want {
		one.Reviews = slices.Clone(one.Reviews)
		for i := range one.Reviews {
			one.Reviews[i].Note, one.Reviews[i].Basis = "", review.Basis{}
		}
		want[key] = one
	}
	got, err = db.BriefCasesByPairs(ctx, pairs, users[0].ID)
	if diff := cmp.Diff(want, got, ignoreTime); diff != "" || err != nil {
		t.Errorf("brief cases of pairs: %v (-want +got):\n%s", err, diff)
	}
	decide(t, db, users[1], b, review.Review{Decision: review.Confirmed, Ruling: true})
	got, err = db.BriefCasesByPairs(ctx, pairs, 0)
	if err != nil || len(got[b].Reviews) != 1 || !got[b].Reviews[0].Ruling || len(got[c].Reviews) != 0 {
		t.Errorf("brief cases for nobody: got reviews %+v and %+v, %v, want the ruling alone", got[b].Reviews, got[c].Reviews, err)
	}
}
