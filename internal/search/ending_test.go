package search_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/hostiletest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/search"
)

// slowArchive ends a context when a search asks for the files of a submission, and returns files that are slow to read.
type slowArchive struct {
	*postgres.DB
	end func()
}

func (a slowArchive) FilesOf(_ context.Context, submissions []int64) (map[int64][]contest.File, error) {
	a.end()
	var files []contest.File
	for i := range 50 {
		files = append(files, contest.File{Path: fmt.Sprintf("%02d.js", i), Content: []byte(strings.Repeat("/* ", 20_000))})
	}
	return map[int64][]contest.File{submissions[0]: files}, nil
}

// A search ends soon after its context, even in the middle of a slow program. The test is not parallel, because it
// measures the CPU time of the process.
func TestSlowSearchEndsWithContext(t *testing.T) {
	db := open(t)
	file := contest.File{Path: "a.js", Content: []byte(hostiletest.Repertoires[0].Program(1, 200))}
	submission := contest.Submission{Problem: "A", Participant: "ann", Kind: contest.Official, Path: "A/a.js", Language: "javascript", Attempt: 1,
		Files: []contest.File{file}}
	if _, err := (&check.Checker{Store: db}).Check(t.Context(), check.Request{Contest: "slow", Submissions: []contest.Submission{submission}, Parameters: check.Defaults()}, nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var ended time.Duration
	finder := db.finder()
	finder.Archive = slowArchive{db.DB, func() {
		ended = hostiletest.CPU()
		cancel()
	}}
	_, err := finder.Search(ctx, search.Request{File: file})
	if ended == 0 {
		t.Fatalf("the search reads no program; error %v", err)
	}
	hostiletest.CheckEnd(t, ended)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

// A search that ends while it reads the searched program is no mistake of the user.
func TestProgramEndsWithContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	file := contest.File{Path: "a.js", Content: []byte(hostiletest.Repertoires[0].Program(1, 200))}
	if _, _, err := (search.Request{File: file}).Program(ctx); !errors.Is(err, context.Canceled) || errors.As(err, new(*search.RequestError)) {
		t.Errorf("error %v, want that of the context", err)
	}
}
