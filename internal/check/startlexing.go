package check

import (
	"bytes"
	"context"
	"errors"
	"hash/maphash"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
)

// maxLexedBytes is the limit for the symbols of lexedFiles in bytes. Those of 13,000 programs take 42 MB.
const maxLexedBytes = 64 << 20

// lexedFiles holds files that are lexed before a check reads them. Equal files are lexed once. A nil lexedFiles is empty.
type lexedFiles struct {
	end   func() // ends the lexing, and waits until it has ended
	mu    sync.Mutex
	seed  maphash.Seed
	files map[contentKey]*sharedFile
	bytes int
}

// contentKey identifies the files of equal content in one language, apart from collisions.
type contentKey struct {
	hash     uint64
	language *lexer.Language
}

// sharedFile is a file that some submissions have not taken yet.
type sharedFile struct {
	content []byte
	lexed   *program.LexedFile
	err     error
	waiting int // number of submissions that have not taken the file yet
}

// StartLexing begins to lex the submissions of a request that c will check, while the caller opens c.Store. Until the check
// begins, the request must not change. The lexing ends when ctx ends, when stop is called, or when the submissions are stored.
func (c *Checker) StartLexing(ctx context.Context, req *Request) (stop func()) {
	if len(req.Parameters.Omitted) == 0 {
		req.lexed = c.startLexing(ctx, *req)
	}
	return req.lexed.stop
}

// storeAndLex stores the contest of a request. The database has no lexed files of a new contest, so storeAndLex meanwhile lexes its
// files on the processors that would wait for the database.
func (c *Checker) storeAndLex(ctx context.Context, req Request, progress Progress) (int64, *lexedFiles, error) {
	lexed := req.lexed
	if _, err := c.Store.ContestByName(ctx, req.Contest); !errors.Is(err, contest.ErrNotFound) || len(req.Parameters.Omitted) > 0 {
		lexed.stop()
		lexed.release()
		contestID, err := c.store(ctx, req, progress)
		return contestID, nil, err
	}
	if lexed == nil {
		lexed = c.startLexing(ctx, req)
	}
	defer lexed.stop()
	contestID, err := c.store(ctx, req, progress)
	return contestID, lexed, err
}

// startLexing begins to lex the submissions of a request.
func (c *Checker) startLexing(ctx context.Context, req Request) *lexedFiles {
	ctx, cancel := context.WithCancel(ctx)
	var workers sync.WaitGroup
	lexed := &lexedFiles{seed: maphash.MakeSeed(), files: make(map[contentKey]*sharedFile), end: func() {
		cancel()
		workers.Wait()
	}}
	lex, limit := c.lex.orDefault(), maxLexedBytes
	if c.Memory > 0 {
		limit = int(min(maxLexedBytes, c.Memory))
	}
	submissions, isForced := req.Submissions, req.Parameters.Language != ""
	var next atomic.Int64
	for range max(1, runtime.GOMAXPROCS(0)-1) {
		workers.Go(func() {
			for hasRoom := true; hasRoom && ctx.Err() == nil; {
				i := int(next.Add(1)) - 1
				if i >= len(submissions) {
					return
				}
				hasRoom = lexed.add(ctx, &submissions[i], isForced, lex) < limit
			}
		})
	}
	return lexed
}

// stop ends the lexing.
func (lexed *lexedFiles) stop() {
	if lexed != nil {
		lexed.end()
	}
}

// add lexes the files of a submission, and returns how many bytes the symbols of all files so far take. It does not
// read the fields of the submission that Store.Import sets.
func (lexed *lexedFiles) add(ctx context.Context, s *contest.Submission, isForced bool, lex lexFunc) int {
	language, ok := lexer.ByName(s.Language)
	if !ok {
		return 0
	}
	files := s.Files
	_, _ = program.ReadSequence(ctx, files, language, isForced, func(i int, l *lexer.Language) (*program.LexedFile, error) {
		content := files[i].Content
		f := lexed.find(content, l, 1)
		if f == nil {
			f = &sharedFile{content: content, waiting: 1}
			f.lexed, f.err = lex(content, l)
			lexed.put(f, l)
		}
		return f.lexed, f.err
	})
	lexed.mu.Lock()
	defer lexed.mu.Unlock()
	return lexed.bytes
}

func (lexed *lexedFiles) put(f *sharedFile, language *lexer.Language) {
	lexed.mu.Lock()
	defer lexed.mu.Unlock()
	lexed.files[contentKey{maphash.Bytes(lexed.seed, f.content), language}] = f
	if f.lexed != nil {
		lexed.bytes += 8 * len(f.lexed.Symbols)
	}
}

// find returns the file with a content; nil if there is none. It adds change to the submissions that wait for the file: 1 for
// one that will take it later, -1 for one that takes it now. It removes a file for which no submission waits.
func (lexed *lexedFiles) find(content []byte, language *lexer.Language, change int) *sharedFile {
	lexed.mu.Lock()
	defer lexed.mu.Unlock()
	key := contentKey{maphash.Bytes(lexed.seed, content), language}
	f := lexed.files[key]
	if f == nil || !bytes.Equal(f.content, content) {
		return nil
	}
	if f.waiting += change; f.waiting == 0 {
		delete(lexed.files, key)
	}
	return f
}

// withFallback returns a function that takes a file from lexed, for one submission. If lexed does not have the file, the function
// calls lex.
func (lexed *lexedFiles) withFallback(lex lexFunc) lexFunc {
	if lexed == nil {
		return lex
	}
	lex = lex.orDefault()
	return func(content []byte, language *lexer.Language) (*program.LexedFile, error) {
		if f := lexed.find(content, language, -1); f != nil {
			return f.lexed, f.err
		}
		return lex(content, language)
	}
}

// release removes all files.
func (lexed *lexedFiles) release() {
	if lexed != nil {
		clear(lexed.files)
	}
}
