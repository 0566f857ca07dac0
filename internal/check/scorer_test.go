package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/settings"
)

// judgedSubmissions returns the submissions in a folder: most are accepted, and some
// have a time.
func judgedSubmissions(t *testing.T, path string) []contest.Submission {
	t.Helper()
	set := readInput(t, path, "")
	for i := range set.Submissions {
		s := &set.Submissions[i]
		s.Verdict = contest.VerdictAccepted
		if i%9 == 4 && len(set.Submissions) > 20 {
			s.Verdict = "WA"
		}
		if i%3 > 0 {
			s.Time = time.Date(2026, 1, 1, 10, i, 0, 0, time.UTC)
		}
	}
	return set.Submissions
}

// versions returns a contest in which each participant extends the program for the easy version of a
// problem for the hard version. Some programs are copies.
func versions() []contest.Submission {
	var list []contest.Submission
	for i := range 7 {
		name := fmt.Sprint("p", i)
		source := checktest.Program(uint64(100+i/2), 30)
		list = append(list,
			checktest.Submission("A easy", name, 1+i, source),
			checktest.Submission("A hard", name, 11+i, source, checktest.Program(uint64(300+i), 4)),
			checktest.Submission("B", name, 21+i, checktest.Program(uint64(200+i), 30)))
	}
	for i := range list {
		list[i].Verdict = contest.VerdictAccepted
	}
	return list
}

// acceptedParameters returns the parameters of a check of accepted submissions.
func acceptedParameters() contest.Parameters {
	p := Defaults()
	p.Verdicts = settings.Accepted
	return p
}

// store imports submissions into a contest, which sets their IDs.
func store(t *testing.T, archive *postgres.DB, name string, submissions []contest.Submission) (contestID int64) {
	t.Helper()
	id, _, err := archive.Import(t.Context(), review.CommandLine, "", contest.Import{Contest: name, Submissions: submissions})
	must(t, err)
	return id
}

func newScorer(t *testing.T, archive *postgres.DB, contestID int64, p contest.Parameters) *Scorer {
	t.Helper()
	checker := Checker{Store: archive}
	scorer, err := checker.Scorer(t.Context(), contestID, nil, p)
	must(t, err)
	return scorer
}

// load adds submissions to the Scorer and counts the skipped ones.
func load(t *testing.T, s *Scorer, submissions ...contest.Submission) (skipped int) {
	t.Helper()
	list, err := s.Load(t.Context(), submissions)
	must(t, err)
	return len(list)
}

func pairsOf(t *testing.T, s *Scorer, ids ...int64) []contest.Pair {
	t.Helper()
	pairs, err := s.Pairs(t.Context(), ids...)
	must(t, err)
	return pairs
}

// allPairs returns the pairs of all programs that reach keep.
func allPairs(t *testing.T, s *Scorer, keep float64) []contest.Pair {
	t.Helper()
	before := s.parameters
	defer func() { s.parameters = before }()
	s.parameters.Threshold, s.parameters.MaxChance, s.parameters.Keep = keep, 0, keep
	return pairsOf(t, s, slices.Collect(maps.Keys(s.submissions))...)
}

// ignoreUnscored ignores the fields of pairs that a Scorer does not set.
var ignoreUnscored = []cmp.Option{
	cmpopts.IgnoreFields(contest.Pair{}, "ID", "CheckID", "Rank", "Cluster"),
	cmpopts.IgnoreFields(contest.Scores{}, "Percentile"),
	cmpopts.IgnoreFields(contest.Side{}, "ContestID", "ParticipantID", "Number", "Hidden"),
	cmpopts.EquateApproxTime(0),
}

// pairsFrom returns the pairs whose suspicion reaches keep: a check also stores pairs
// below it that share a template.
func pairsFrom(pairs []contest.Pair, keep float64) []contest.Pair {
	return slices.DeleteFunc(pairs, func(p contest.Pair) bool { return p.Suspicion < keep })
}

// differing removes the pairs of identical programs, which only a check raises above all others, and numbers the
// remaining pairs.
func differing(pairs []contest.Pair) []contest.Pair {
	pairs = slices.DeleteFunc(pairs, func(p contest.Pair) bool { return p.Similarity == 1 })
	for i := range pairs {
		pairs[i].Rank = i + 1
	}
	return pairs
}

// caseOf returns the problem and the participants of a pair: a case, which has one alert.
func caseOf(p contest.Pair) string {
	two := []string{p.Left.Participant, p.Right.Participant}
	slices.Sort(two)
	return p.Problem + " " + strings.Join(two, " ")
}

// A Scorer that compares accepted submissions one by one has the pairs of a check in the end. The suspicion of
// identical programs may be lower: only a check raises it above all others.
func TestScorerEqualsCheck(t *testing.T) {
	t.Parallel()
	unchanged := func(*contest.Parameters) {}
	for _, test := range []struct {
		name        string
		submissions []contest.Submission
		change      func(*contest.Parameters)
	}{
		{"the labelled contest", judgedSubmissions(t, "../../testdata/submissions"), unchanged},
		{"participants with own templates", judgedSubmissions(t, "../../testdata/templates"), unchanged},
		{"across problems", judgedSubmissions(t, "../../testdata/templates"), func(p *contest.Parameters) { p.AcrossProblems = true }},
		{"own templates that count", judgedSubmissions(t, "../../testdata/templates"), func(p *contest.Parameters) { p.Templates = false }},
		{"versions of a problem", versions(), unchanged},
		{"copies across languages", withTranslations(t, judgedSubmissions(t, "../../testdata/submissions")), unchanged},
	} {
		p := acceptedParameters()
		test.change(&p)
		t.Run(test.name, func(t *testing.T) {
			if len(test.submissions) > 100 {
				skipIfShort(t)
			}
			t.Parallel()
			db := open(t)
			submissions := test.submissions
			contestID := store(t, db, "followed", submissions)
			random := rand.New(rand.NewPCG(1, 2))
			random.Shuffle(len(submissions), func(i, j int) { submissions[i], submissions[j] = submissions[j], submissions[i] })

			scorer := newScorer(t, db, contestID, p)
			reported := make(map[string]bool)
			skipped := 0
			for _, s := range submissions {
				skipped += load(t, scorer, s)
				for i, pair := range pairsOf(t, scorer, s.ID) {
					reported[caseOf(pair)] = true
					if !p.Lists(pair.Scores) || pair.Rank != i+1 || pair.Percentile != nil || pair.Left.SubmissionID != s.ID && pair.Right.SubmissionID != s.ID {
						t.Errorf("after %s, Pairs returns %+v: not listed by a check, not of this submission, or with a wrong rank", s.Path, pair)
					}
				}
			}

			checkID := mustCheck(t, &Checker{Store: db}, Request{Contest: "followed", Submissions: slices.Clone(submissions), Parameters: p})
			want := storedPairs(t, db, checkID, contest.PairFilter{})
			if _, unread, err := db.Skipped(t.Context(), checkID, 0, 0); err != nil || unread != skipped {
				t.Errorf("%d submissions were skipped, want %d (error %v)", skipped, unread, err)
			}
			if diff := cmp.Diff(differing(pairsFrom(slices.Clone(want), p.Keep)), differing(allPairs(t, scorer, p.Keep)), ignoreUnscored...); diff != "" {
				t.Errorf("pairs in the end (-check +scorer):\n%s", diff)
			}
			if left, err := db.NotIndexed(t.Context(), contestID, program.IndexVersion); err != nil || len(left) > len(submissions)/5 {
				t.Errorf("%d of %d programs are missing in the index (error %v), want at most a fifth", len(left), len(submissions), err)
			}
			reached := 0
			for _, pair := range want {
				if !p.Lists(pair.Scores) {
					continue
				}
				if reached++; !reported[caseOf(pair)] && !wasUnlisted(t, db, submissions, pair, p) {
					t.Errorf("the Scorer did not return %s with suspicion %v, although a check lists it", caseOf(pair), pair.Suspicion)
				}
			}
			if reached == 0 {
				t.Error("the check lists no pair, want some for a test")
			}
		})
	}
}

// wasUnlisted reports whether no check would have listed a pair when the later of its programs was
// added. It runs a check of the programs up to that one.
func wasUnlisted(t *testing.T, db *postgres.DB, submissions []contest.Submission, pair contest.Pair, p contest.Parameters) bool {
	t.Helper()
	last := 0
	for i, s := range submissions {
		if s.ID == pair.Left.SubmissionID || s.ID == pair.Right.SubmissionID {
			last = i
		}
	}
	p.Keep = 0.01
	_, found, _ := run(t, db, Request{Contest: fmt.Sprint("until ", last), Submissions: slices.Clone(submissions[:last+1]), Parameters: p})
	for _, then := range found {
		if caseOf(then) == caseOf(pair) {
			return !p.Lists(then.Scores)
		}
	}
	return true
}

// The pairs of a Scorer depend on its programs, not on the order in which they were added and
// removed.
func TestScorerInAnyOrder(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	for _, path := range []string{"../../testdata/submissions/B-rivers", "../../testdata/templates"} {
		db := open(t)
		submissions := judgedSubmissions(t, path)
		contestID := store(t, db, "followed", submissions)
		all := newScorer(t, db, contestID, acceptedParameters())
		load(t, all, slices.Clone(submissions)...)
		want := allPairs(t, all, 0.01)
		if len(want) < 10 {
			t.Fatalf("%d pairs, want 10 or more for a test", len(want))
		}
		random := rand.New(rand.NewPCG(3, 4))
		scorer := newScorer(t, db, contestID, acceptedParameters())
		places := random.Perm(len(submissions))
		for i, place := range append(places, places[:len(places)/4]...) { // some twice
			load(t, scorer, submissions[place])
			pairsOf(t, scorer, submissions[place].ID)
			if i%5 == 0 { // remove some and add them again
				other := submissions[places[random.IntN(i+1)%len(places)]]
				scorer.Remove(other.ID)
				scorer.Remove(other.ID)
				pairsOf(t, scorer, other.ID, submissions[place].ID)
				load(t, scorer, other)
			}
		}
		if len(scorer.submissions) != len(all.submissions) {
			t.Errorf("%s: %d programs, want %d", path, len(scorer.submissions), len(all.submissions))
		}
		if diff := cmp.Diff(want, allPairs(t, scorer, 0.01), ignoreUnscored...); diff != "" {
			t.Errorf("%s: pairs after removals (-want +got):\n%s", path, diff)
		}
		single := make(map[string]float64) // suspicions by case, from the programs one at a time
		before := scorer.parameters
		scorer.parameters.Threshold, scorer.parameters.MaxChance, scorer.parameters.Keep = 0.01, 0, 0.01
		for id := range scorer.submissions {
			for _, pair := range pairsOf(t, scorer, id) {
				single[caseOf(pair)] = max(single[caseOf(pair)], pair.Suspicion)
			}
		}
		scorer.parameters = before
		together := make(map[string]float64)
		for _, pair := range want {
			together[caseOf(pair)] = max(together[caseOf(pair)], pair.Suspicion)
		}
		if diff := cmp.Diff(together, single); diff != "" {
			t.Errorf("%s: pairs (-all programs at once +one at a time):\n%s", path, diff)
		}
		for _, s := range submissions {
			scorer.Remove(s.ID)
		}
		if len(scorer.submissions) != 0 || len(allPairs(t, scorer, 0.01)) > 0 {
			t.Errorf("after the removal of all, %d programs or some pairs are left, want none", len(scorer.submissions))
		}
	}
}

// A Load that fails after it has read the programs can be called again with the same submissions.
func TestScorerLoadsAgain(t *testing.T) {
	t.Parallel()
	submissions := checktest.Honest(1, "A")
	submissions[0].ID = 1
	store := new(memoryStore) // the participant is not stored yet
	scorer, err := (&Checker{Store: store}).Scorer(t.Context(), 1, nil, Defaults())
	must(t, err)
	if _, err := scorer.Load(t.Context(), submissions); err == nil || len(submissions[0].Files) == 0 {
		t.Fatalf("Load of an unknown participant: error %v, %d files; want an error and the files", err, len(submissions[0].Files))
	}
	store.participants = []contest.Participant{{Name: submissions[0].Participant, Number: 1}}
	skipped, err := scorer.Load(t.Context(), submissions)
	if err != nil || len(skipped) > 0 || len(scorer.submissions) != 1 || submissions[0].Files != nil {
		t.Errorf("Load again: error %v, skipped %v, %d programs; want one program", err, skipped, len(scorer.submissions))
	}
}

// A Load during which the database fails to store what it read can be called again: watch does so until the database is back.
func TestScorerLoadsAgainAfterFailedSave(t *testing.T) {
	t.Parallel()
	db := open(t)
	submissions := checktest.Honest(2, "A")
	scorer := newScorer(t, db, store(t, db, "autumn", submissions), Defaults())
	scorer.reader.cache = &failingOnce{Store: scorer.reader.cache}
	if _, err := scorer.Load(t.Context(), slices.Clone(submissions)); !errors.Is(err, contest.ErrUnavailable) {
		t.Errorf("Load while the database is not available: error %v, want %v", err, contest.ErrUnavailable)
	}
	if _, err := scorer.Load(t.Context(), submissions); err != nil || len(scorer.submissions) != 2 {
		t.Errorf("Load again: error %v, %d programs; want 2 programs", err, len(scorer.submissions))
	}
}

// failingOnce is a cache that fails to store lexed files once.
type failingOnce struct {
	Store
	hasFailed bool
}

func (c *failingOnce) SaveLexed(ctx context.Context, version int, files []contest.LexedFile) error {
	if !c.hasFailed {
		c.hasFailed = true
		return contest.ErrUnavailable
	}
	return c.Store.SaveLexed(ctx, version, files)
}

// A Scorer returns a pair with an earlier contest's program as soon as its copy is added.
func TestScorerAgainst(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	db := open(t)
	importAndCheck(t, db, "spring", spring())
	submissions := autumn()
	contestID := store(t, db, "autumn", submissions)
	p := against("spring")
	p.Threshold = p.Keep
	scorer := newScorer(t, db, contestID, p)
	reported := make(map[string]bool)
	for _, s := range slices.Clone(submissions) {
		load(t, scorer, s)
		for _, name := range pairNames(pairsOf(t, scorer, s.ID)) {
			reported[name] = true
		}
	}
	for _, want := range []string{"ben A, zoe P of spring", "ben A, wim P of spring", "dan A, yan Q of spring"} {
		if !reported[want] {
			t.Errorf("the Scorer did not return the pair %s", want)
		}
	}
	if !reported["fay A, gus A"] && !reported["gus A, fay A"] {
		t.Error("the Scorer did not return the contest's own pair of fay and gus")
	}
	checker := Checker{Store: db}
	checkID := mustCheck(t, &checker, Request{Contest: "autumn", Submissions: slices.Clone(submissions), Parameters: p})
	want := storedPairs(t, db, checkID, contest.PairFilter{})
	if diff := cmp.Diff(pairsFrom(want, p.Keep), allPairs(t, scorer, p.Keep), ignoreUnscored...); diff != "" {
		t.Errorf("pairs in the end (-check +scorer):\n%s", diff)
	}
	if _, err := checker.Scorer(t.Context(), contestID, nil, against("autumn")); err == nil {
		t.Error("Scorer accepts the contest itself as an earlier contest, want an error")
	}
}
