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

// lexedAhead holds files that are lexed before a check reads them. A nil lexedAhead is empty.
type lexedAhead struct {
	end   func() // ends the lexing, and waits until it has ended
	mu    sync.Mutex
	files map[*byte]aheadFile // by the first byte of the content
	bytes int
}

type aheadFile struct {
	language *lexer.Language
	lexed    *program.LexedFile
	err      error
}

// LexAhead begins to lex the submissions of a request that c will check, while the caller opens c.Store. Until the check
// begins, the request must not change. The lexing ends with the first of ctx, stop, and the storing of the submissions.
func (c *Checker) LexAhead(ctx context.Context, req *Request) (stop func()) {
	if len(req.Parameters.Omitted) == 0 {
		req.ahead = c.lexAhead(ctx, *req)
	}
	return req.ahead.stop
}

// storeAndLex stores the contest of a request. If the contest is new, the cache has no lexed files of it. Then files are
// lexed on the processors that would wait for the database.
func (c *Checker) storeAndLex(ctx context.Context, req Request, progress Progress) (int64, *lexedAhead, error) {
	ahead := req.ahead
	if _, err := c.Store.Metadata(ctx, req.Contest); !errors.Is(err, contest.ErrNotFound) || len(req.Parameters.Omitted) > 0 {
		ahead.stop()
		ahead.release()
		contestID, err := c.store(ctx, req, progress)
		return contestID, nil, err
	}
	if ahead == nil {
		ahead = c.lexAhead(ctx, req)
	}
	defer ahead.stop()
	contestID, err := c.store(ctx, req, progress)
	return contestID, ahead, err
}

// lexAhead begins to lex the submissions of a request.
func (c *Checker) lexAhead(ctx context.Context, req Request) *lexedAhead {
	ctx, cancel := context.WithCancel(ctx)
	var workers sync.WaitGroup
	ahead := &lexedAhead{files: make(map[*byte]aheadFile), end: func() {
		cancel()
		workers.Wait()
	}}
	lex, limit := c.lex.orDefault(), maxAhead
	if c.Memory > 0 {
		limit = int(min(maxAhead, c.Memory))
	}
	submissions, isForced := req.Submissions, req.Parameters.Language != ""
	var next atomic.Int64
	for range max(1, runtime.GOMAXPROCS(0)-1) {
		workers.Go(func() {
			for isWithin := true; isWithin && ctx.Err() == nil; {
				i := int(next.Add(1)) - 1
				if i >= len(submissions) {
					return
				}
				isWithin = ahead.add(ctx, &submissions[i], isForced, lex) < limit
			}
		})
	}
	return ahead
}

// stop ends the lexing.
func (a *lexedAhead) stop() {
	if a != nil {
		a.end()
	}
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
	lex = lex.orDefault()
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
