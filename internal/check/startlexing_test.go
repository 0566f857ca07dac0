package check

import (
	"context"
	"errors"
	"hash/maphash"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/lexer"
)

// newContestStore has no contest yet. Its Import waits until a file is lexed, and sets IDs and attempts.
type newContestStore struct {
	memoryStore
	lexed chan struct{}
}

func (s *newContestStore) ContestByName(context.Context, string) (contest.Contest, error) {
	return contest.Contest{}, contest.ErrNotFound
}

func (s *newContestStore) Import(ctx context.Context, _ review.Person, _ review.Action, in contest.Import) (int64, int, error) {
	for i := range in.Submissions {
		in.Submissions[i].ID, in.Submissions[i].Attempt = int64(i)+1, 1
	}
	select {
	case <-s.lexed:
		return 1, 0, nil
	case <-ctx.Done():
		return 0, 0, ctx.Err()
	}
}

// A check of a new contest lexes files while the database starts and stores them, each file once, and finds the same pairs as
// a check of a known contest.
func TestLexWhileStoring(t *testing.T) {
	t.Parallel()
	list := checktest.Honest(4, "A", "B")
	var known memoryStore
	for i := range list {
		list[i].ID, list[i].Attempt = int64(i)+1, 1
	}
	mustCheck(t, &Checker{Store: &known}, Request{Submissions: list, Parameters: Defaults()})
	for i, memory := range []int64{0, 0, 1, 1 << 30, 1 << 30} {
		store := &newContestStore{lexed: make(chan struct{})}
		stop := sync.OnceFunc(func() { close(store.lexed) })
		var calls atomic.Int64
		checker := Checker{Memory: memory, lex: func(content []byte, language *lexer.Language) (*program.LexedFile, error) {
			calls.Add(1)
			stop()
			return program.Lex(content, language)
		}}
		request := Request{Submissions: checktest.Honest(4, "A", "B"), Parameters: Defaults()}
		if i%2 == 0 { // before there is a store
			defer checker.StartLexing(t.Context(), &request)()
			<-store.lexed
		}
		checker.Store = store
		mustCheck(t, &checker, request)
		if memory == 1 { // all programs are left out
			continue
		}
		if n := int(calls.Load()); n != len(list) {
			t.Errorf("memory %d: lexed %d times, want %d", memory, n, len(list))
		}
		if diff := cmp.Diff(known.pairs, store.pairs); diff != "" {
			t.Errorf("memory %d: pairs of a known and a new contest (-known +new):\n%s", memory, diff)
		}
	}
}

// Nothing lexes any more after a check that ends while its files are stored.
func TestLexWhileStoringEnds(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	var running, calls atomic.Int64
	checker := Checker{Store: &newContestStore{}, lex: func(content []byte, language *lexer.Language) (*program.LexedFile, error) {
		running.Add(1)
		defer running.Add(-1)
		calls.Add(1)
		interrupt()
		return program.Lex(content, language)
	}}
	_, err := checker.Check(ctx, Request{Submissions: checktest.Honest(40, "A", "B"), Parameters: Defaults()}, nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if n, most := calls.Load(), int64(runtime.GOMAXPROCS(0)); running.Load() != 0 || n > most {
		t.Errorf("%d files were lexed and %d still are, want at most %d and 0", n, running.Load(), most)
	}
}

// StartLexing lexes nothing more after its stop, and the check of a known contest takes nothing from it.
func TestStartLexingOfKnownContest(t *testing.T) {
	t.Parallel()
	started := make(chan struct{})
	start := sync.OnceFunc(func() { close(started) })
	var calls atomic.Int64
	checker := Checker{Store: &memoryStore{}, lex: func(content []byte, language *lexer.Language) (*program.LexedFile, error) {
		calls.Add(1)
		start()
		return program.Lex(content, language)
	}}
	request := Request{Submissions: checktest.Honest(4, "A", "B"), Parameters: Defaults()}
	stop := checker.StartLexing(t.Context(), &request)
	<-started
	stop()
	before := calls.Load()
	for i := range request.Submissions {
		request.Submissions[i].ID, request.Submissions[i].Attempt = int64(i)+1, 1
	}
	mustCheck(t, &checker, request)
	if got, want := calls.Load()-before, int64(len(request.Submissions)); got != want || len(request.lexed.files) > 0 {
		t.Errorf("the check lexed %d files and left %d, want %d and 0", got, len(request.lexed.files), want)
	}
}

// Equal files in two languages are lexed once in each.
func TestLexEqualFilesOfTwoLanguages(t *testing.T) {
	t.Parallel()
	calls := 0
	lex := func(content []byte, language *lexer.Language) (*program.LexedFile, error) {
		calls++
		return program.Lex(content, language)
	}
	inCpp := newSubmission("A", "ann", "ann.cpp", sieve)
	inC := newSubmission("A", "ben", "ben.c", sieve)
	inC.Language = "c"
	lexed := &lexedFiles{seed: maphash.MakeSeed(), files: make(map[contentKey]*sharedFile)}
	for range 2 {
		lexed.add(t.Context(), &inCpp, false, lex)
		lexed.add(t.Context(), &inC, false, lex)
	}
	for range 2 {
		for _, s := range []contest.Submission{inCpp, inC} {
			language, _ := lexer.ByName(s.Language)
			if _, err := lexed.withFallback(lex)(s.Files[0].Content, language); err != nil {
				t.Fatal(err)
			}
		}
	}
	if calls != 2 || len(lexed.files) != 0 {
		t.Errorf("lexed %d times and left %d files, want 2 and 0", calls, len(lexed.files))
	}
}
