package inspect

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/hand"
)

// handStore has a contest in which the first participant submitted for very many problems, and others for
// five.
type handStore struct {
	Store
	problems, others int
	languages        []string // asked for
	read, reads      int      // programs, and calls of FilesOf
}

func (s *handStore) ComparedAttempts(_ context.Context, _ int64, _ string, languages []string) (sides []contest.Side, err error) {
	s.languages = languages
	for participant := range s.others + 1 {
		problems := 5
		if participant == 0 {
			problems = s.problems
		}
		for k := range problems {
			sides = append(sides, contest.Side{
				SubmissionID: int64(len(sides) + 1), ParticipantID: int64(participant + 1), Participant: fmt.Sprint("p", participant),
				Problem: fmt.Sprint("problem", k), Language: "cpp", Attempt: 1,
			})
		}
	}
	return sides, nil
}

func (s *handStore) FilesOf(_ context.Context, ids []int64) (map[int64][]contest.File, error) {
	files := make(map[int64][]contest.File)
	for _, id := range ids {
		text := ""
		for line := range 30 {
			text += fmt.Sprintf("s%d = a%d + b%d * %d;\n", line, id, id%7, id*31)
		}
		files[id] = []contest.File{{Path: "main.cpp", Content: []byte(text)}}
	}
	s.read += len(ids)
	s.reads++
	return files, nil
}

// Prepare starts to load the styles of a check, and does not wait. Pages then find them in memory.
func TestPrepare(t *testing.T) {
	t.Parallel()
	store := &waitingStore{handStore: handStore{problems: 5, others: 5}, isOpen: make(chan struct{})}
	i := New(store)
	side := contest.Side{SubmissionID: 1, ParticipantID: 1, Participant: "somebody", Problem: "problem0", Language: "cpp"}
	for range 2 {
		i.Prepare(contest.Pair{CheckID: 1, Left: side, Right: side})
	}
	close(store.isOpen)
	if _, err := i.UnlikeOwnPrograms(t.Context(), 1, side); err != nil {
		t.Fatal(err)
	}
	if n := store.loads.Load(); n != 1 {
		t.Errorf("the styles were read %d times, want once", n)
	}
}

// waitingStore is a handStore whose ComparedAttempts waits until isOpen is closed.
type waitingStore struct {
	handStore
	isOpen chan struct{}
	loads  atomic.Int32 // calls of ComparedAttempts
}

func (s *waitingStore) ComparedAttempts(ctx context.Context, check int64, problem string, languages []string) ([]contest.Side, error) {
	s.loads.Add(1)
	<-s.isOpen
	return s.handStore.ComparedAttempts(ctx, check, problem, languages)
}

// Of a participant with very many problems, UnlikeOwnPrograms reads a bounded number of programs, and the cache keeps
// as few. It asks for one family of languages only, and reads the programs of many participants together.
func TestUnlikeOwnReadsASample(t *testing.T) {
	t.Parallel()
	store := &handStore{problems: 5000, others: 60}
	i := New(store)
	hands, size, err := i.loadHands(t.Context(), pool{checkID: 1, language: "c++"})
	must(t, err)
	if !slices.Contains(store.languages, "cpp") || slices.Contains(store.languages, "java") {
		t.Errorf("asked for the languages %v", store.languages)
	}
	if got, most := store.read, 5*store.others+hand.MaxOwn+1; got > most {
		t.Errorf("read %d programs of the contest, want at most %d", got, most)
	}
	if most := store.read/handBatch + 1; store.reads > most {
		t.Errorf("read %d programs of the contest %d times, want at most %d", store.read, store.reads, most)
	}
	kept := 0
	for _, own := range hands.own {
		kept += len(own)
	}
	if most := 5*store.others + hand.MaxOwn + 1; kept > most || size < 32*kept {
		t.Errorf("kept %d programs, %d bytes; want at most %d programs", kept, size, most)
	}
	store.read = 0
	side := contest.Side{SubmissionID: 1, ParticipantID: 1, Participant: "somebody", Problem: "problem0", Language: "cpp"}
	if _, err := i.UnlikeOwnPrograms(t.Context(), 1, side); err != nil {
		t.Fatal(err)
	}
	if most := 5*store.others + 2*(hand.MaxOwn+1); store.read == 0 || store.read > most {
		t.Errorf("read %d programs, want at most %d", store.read, most)
	}
}
