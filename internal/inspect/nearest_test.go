package inspect

import (
	"context"
	"errors"
	"testing"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
)

// The nearest program to a rewrite is somebody else's attempt, also one that its author replaced, or a known
// source if that is nearer. Two who share it do not make it usual, others who are as near do.
func TestNearest(t *testing.T) {
	t.Parallel()
	answer, copied, mine := checktest.Program(7, 40), checktest.Program(8, 40), checktest.Program(9, 40)
	submissions := append(checktest.Honest(20, "A"),
		attempt("ann", 1, 10, "WA", mine), attempt("ann", 2, 20, "AC", answer),
		attempt("ben", 1, 11, "WA", copied), attempt("ben", 2, 12, "AC", checktest.Program(10, 40)),
		attempt("cat", 1, 13, "WA", mine, checktest.Program(11, 30)), attempt("cat", 2, 14, "AC", copied, checktest.Program(12, 4)),
		attempt("dan", 1, 15, "AC", checktest.Program(13, 40)), attempt("eve", 1, 16, "AC", checktest.Program(13, 40)))
	source := contest.KnownSource{Problem: "A", Kind: contest.Generated, Name: "answer 2", File: checktest.Submission("A", "source", 0, answer).Files[0]}
	store := open(t)
	c, _ := run(t, store, "c", check.Defaults(), submissions, source)
	sides, err := store.ComparedAttempts(t.Context(), c.ID, "A", []string{"cpp"})
	must(t, err)
	idOf := func(name string, number int) int64 {
		for _, s := range sides {
			if s.Participant == name && s.Attempt == number {
				return s.SubmissionID
			}
		}
		t.Fatalf("no attempt %d of %s", number, name)
		return 0
	}
	i := New(store)
	for _, test := range []struct {
		participant, near string
		attempt           int
		others            facts.Rate
	}{
		{"ann", "answer 2", 0, facts.Rate{Count: 2, Total: 24}}, // dan and eve are as near to each other
		{"cat", "ben", 1, facts.Rate{Count: 3, Total: 23}},
	} {
		near, err := i.Nearest(t.Context(), c.ID, idOf(test.participant, 2), idOf(test.participant, 1))
		must(t, err)
		if near.Side.Participant+near.Source.Name != test.near || near.Side.Attempt != test.attempt || near.Others != test.others || near.Share < 0.8 || near.ShareBefore > 0.2 {
			t.Errorf("%s is near %+v", test.participant, near)
		}
	}
}

// attemptStore has maxBaseline participants with two attempts each, of which the first cannot be read.
type attemptStore struct{ Store }

func (attemptStore) Check(context.Context, int64) (contest.Check, error) {
	return contest.Check{ID: 1, AlgorithmVersion: check.AlgorithmVersion, Parameters: contest.Parameters{ShingleLength: 10}}, nil
}

func (attemptStore) Base(context.Context, int64) ([]contest.File, error) { return nil, nil }

func (attemptStore) ComparedAttempts(context.Context, int64, string, []string) (sides []contest.Side, err error) {
	for n := range 2 * maxBaseline {
		sides = append(sides, contest.Side{
			SubmissionID: int64(n), ParticipantID: int64(n / 2), Number: n / 2, Attempt: n % 2, Language: "cpp"})
	}
	return sides, nil
}

func (attemptStore) FilesOf(_ context.Context, ids []int64) (map[int64][]contest.File, error) {
	files := make(map[int64][]contest.File)
	for _, id := range ids {
		if id%2 == 1 {
			files[id] = []contest.File{{Path: "main.cpp", Content: []byte(checktest.Program(uint64(id), 10))}}
		}
	}
	return files, nil
}

func (attemptStore) Lexed(context.Context, int, []int64) ([]contest.LexedFile, error) {
	return nil, nil
}

// If ctx ends while attempts are read, the attempts that lack are not taken for some that cannot be read.
func TestReadSetsCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ins := New(attemptStore{})
	c, err := ins.checks.get(t.Context(), 1)
	must(t, err)
	if sets, err := ins.readSets(ctx, c, []contest.Side{{SubmissionID: 1, Language: "cpp"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("%d sets and error %v, want the error of the context", len(sets), err)
	}
}

// Attempts that cannot be read leave the others of their participants in the sample.
func TestNearestRatesWhoHasUnreadableAttempts(t *testing.T) {
	t.Parallel()
	index, _, err := New(attemptStore{}).loadNearest(t.Context(), pool{1, "A", "c++"})
	must(t, err)
	if len(index.baseline) != maxBaseline || index.isSampled {
		t.Errorf("%d participants are the baseline, sampled: %v; want all %d", len(index.baseline), index.isSampled, maxBaseline)
	}
}
