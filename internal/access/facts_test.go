package access_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/program"
)

// factsStore has one contest without participants.
type factsStore struct {
	access.Store
	start time.Time
}

func (s factsStore) Contest(_ context.Context, id int64) (contest.Contest, error) {
	return contest.Contest{ID: id, Metadata: contest.Metadata{StartsAt: s.start}}, nil
}

func (factsStore) Participants(context.Context, int64) ([]contest.Participant, error) {
	return nil, errors.New("the connection is lost")
}

func (factsStore) HistogramsOf(_ context.Context, pairs []contest.Pair) (map[int64]contest.Histogram, error) {
	return map[int64]contest.Histogram{pairs[0].ID: {Participants: 42}}, nil
}

func (factsStore) ProgramHashes(context.Context, []int64) (map[int64]string, error) {
	return map[int64]string{0: "", 1: ""}, nil
}

// slowFinder finds in time no program that is unlike the participant's others, and no rewrites.
type slowFinder struct {
	access.FactFinder
	err         error
	submissions []facts.Submission
}

func (slowFinder) SharedFunctions(_ context.Context, _ contest.Pair, others int, _ [2]*program.Program, _ *blind.Masker) ([]facts.Fact, error) {
	return nil, fmt.Errorf("find functions beside %d others: the program is erased", others)
}

func (f slowFinder) UnlikeOwnPrograms(context.Context, int64, contest.Side) ([]facts.Fact, error) {
	return nil, f.err
}
func (f slowFinder) Timeline(context.Context, contest.Pair) (line evidence.Timeline, err error) {
	return line, nil
}

func (f slowFinder) Solves(context.Context, int64) (*facts.Solves, error) {
	return facts.NewSolves(f.submissions), nil
}

// A fact that fails is logged and left out, and the others stay: also those about times if only the left program has no time.
// Facts fails only if the request ended.
func TestFactsThatFail(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	submissions := []facts.Submission{{Participant: 2, Number: 2, Problem: "A", At: start.Add(time.Minute), Accepted: true}}
	for i := range 40 {
		submissions = append(submissions, facts.Submission{Participant: int64(i + 3), Number: i + 3, Problem: "A", At: start.Add(time.Hour), Accepted: true})
	}
	var log bytes.Buffer
	slow := fmt.Errorf("read the styles of check 1: %w", context.DeadlineExceeded)
	member := access.WithViewer(t.Context(), access.Viewer{Roles: map[int64]account.Role{1: account.Viewer}})
	reader := access.New(access.Parts{Store: factsStore{start: start}, Facts: access.FactOptions{
		Enabled: true,
		Finder:  slowFinder{err: slow, submissions: submissions},
		Log:     slog.New(slog.NewTextHandler(&log, nil)),
	}}).Reader(member)
	side := func(id int64, name string, at time.Time) contest.Side {
		return contest.Side{ContestID: 1, ParticipantID: id, Participant: name, Problem: "A", Time: at}
	}
	pair := contest.Pair{ID: 5, CheckID: 1, Left: side(1, "ann", time.Time{}), Right: side(2, "bob", start.Add(time.Minute))}
	list, err := reader.Facts(t.Context(), pair, contest.Check{ID: 1, ContestID: 1}, evidence.View{}, nil)
	if err != nil || len(list) != 1 || list[0].Kind() != facts.KindQuickSolve {
		t.Errorf("got the facts %v, %v; want that bob was quick", list, err)
	}
	for _, want := range []string{"facts=functions", "beside 40 others: the program is erased", `facts="unlike own programs"`, "facts=places", "pair=5", "deadline exceeded", "the connection is lost"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log does not mention %q:\n%s", want, log.String())
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := reader.Facts(ended, pair, contest.Check{ID: 1, ContestID: 1}, evidence.View{}, nil); err == nil {
		t.Error("Facts does not fail after the end of the request")
	}
}
