package check

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
)

// maxAhead bounds the bytes of the symbols in a lexedAhead. Those of 13,000 programs take 42 MB.
const maxAhead = 64 << 20

// lexedAhead holds files that were lexed while the server stored the submissions. A nil lexedAhead is empty.
type lexedAhead struct {
	mu    sync.Mutex
	files map[*byte]aheadFile // by the first byte of the content
	bytes int
}

type aheadFile struct {
	language *lexer.Language
	lexed    *program.LexedFile
	err      error
}

// storeAndLex stores the contest of a request. If the contest is new, the cache has no lexed files of it. Then storeAndLex
// lexes files on the processors that would wait for the server.
func (c *Checker) storeAndLex(ctx context.Context, req Request, progress Progress) (int64, *lexedAhead, error) {
	_, err := c.Store.Metadata(ctx, req.Contest)
	if !errors.Is(err, contest.ErrNotFound) || len(req.Parameters.Omitted) > 0 {
		contestID, err := c.store(ctx, req, progress)
		return contestID, nil, err
	}
	storing, stored := context.WithCancel(ctx)
	defer stored()
	ahead := &lexedAhead{files: make(map[*byte]aheadFile)}
	lex, limit := c.lex.orLex(), maxAhead
	if c.Memory > 0 {
		limit = int(min(maxAhead, c.Memory))
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range max(1, runtime.GOMAXPROCS(0)-1) {
		workers.Go(func() {
			for isWithin := true; isWithin && storing.Err() == nil; {
				i := int(next.Add(1)) - 1
				if i >= len(req.Submissions) {
					return
				}
				isWithin = ahead.add(storing, &req.Submissions[i], req.Parameters.Language != "", lex) < limit
			}
		})
	}
	contestID, err := c.store(ctx, req, progress)
	stored()
	workers.Wait()
	return contestID, ahead, err
}

// add lexes the files of a submission, and returns the bytes of all symbols. It does not read the fields of the submission
// that Store.Import sets.
func (a *lexedAhead) add(ctx context.Context, s *contest.Submission, isForced bool, lex lexFunc) (bytes int) {
	language, ok := lexer.ByName(s.Language)
	if !ok {
		return 0
	}
	files := s.Files
	_, _ = program.ReadSequence(ctx, files, language, isForced, func(i int, l *lexer.Language) (*program.LexedFile, error) {
		lexed, err := lex(files[i].Content, l)
		if len(files[i].Content) > 0 {
			a.mu.Lock()
			defer a.mu.Unlock()
			a.files[&files[i].Content[0]] = aheadFile{l, lexed, err}
			if lexed != nil {
				a.bytes += 8 * len(lexed.Symbols)
			}
			bytes = a.bytes
		}
		return lexed, err
	})
	return bytes
}

// withFallback returns a function that takes a file out of a. If a does not have the file, the function calls lex.
func (a *lexedAhead) withFallback(lex lexFunc) lexFunc {
	if a == nil {
		return lex
	}
	lex = lex.orLex()
	return func(content []byte, language *lexer.Language) (*program.LexedFile, error) {
		if f, ok := a.take(content); ok && f.language == language {
			return f.lexed, f.err
		}
		return lex(content, language)
	}
}

func (a *lexedAhead) take(content []byte) (f aheadFile, ok bool) {
	if len(content) > 0 {
		a.mu.Lock()
		defer a.mu.Unlock()
		f, ok = a.files[&content[0]]
		delete(a.files, &content[0])
	}
	return f, ok
}

// release removes all files.
func (a *lexedAhead) release() {
	if a != nil {
		clear(a.files)
	}
}
