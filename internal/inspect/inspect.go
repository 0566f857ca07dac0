// Package inspect opens stored programs for display: a pair with its matches side by side, the attempts of
// both participants, and the query of a search beside a found program. The package reads and matches the
// programs again, like the check. Matches are not stored, because loading them would take longer than finding
// them again.
package inspect

import (
	"context"
	"fmt"
	"sync"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
)

// Store reads stored checks. postgres.DB, which implements it, documents the methods.
type Store interface {
	Check(ctx context.Context, id int64) (contest.Check, error)
	Base(ctx context.Context, checkID int64) ([]contest.File, error)
	FilesOf(ctx context.Context, submissionIDs []int64) (map[int64][]contest.File, error)
	Templates(ctx context.Context, checkID int64, submissionIDs []int64) (map[int64][]contest.Passage, error)
	Frequencies(ctx context.Context, checkID int64, problem, language string) ([]byte, error)
	Attempts(ctx context.Context, checkID int64, submissionIDs []int64) ([]contest.Attempt, error)
	CheckSources(ctx context.Context, checkID int64) ([]contest.CheckSource, error)
	SourceNames(ctx context.Context, checkID int64) (map[int]string, error)
	SuccessiveAttempts(ctx context.Context, checkID int64, limit int) ([][2]contest.Side, error)
	ComparedAttempts(ctx context.Context, checkID int64, problem string, languages []string) ([]contest.Side, error)
	TimedSubmissions(ctx context.Context, contestID int64, limit int) ([]facts.Submission, error)
	Lexed(ctx context.Context, version int, submissionIDs []int64) ([]contest.LexedFile, error)
}

// Inspector opens stored pairs. Each cache has at most cacheBytes, or one larger value. An Inspector is safe for
// concurrent use.
type Inspector struct {
	store       Store
	checks      *cache[int64, *openCheck]
	frequencies *cache[pool, *check.Frequencies]
	rewrites    *cache[int64, facts.Rate]    // by check
	hands       *cache[pool, *checkHands]    // by check and language
	solves      *cache[int64, *facts.Solves] // by check
	nearest     *cache[pool, *nearIndex]
	oddities    *cache[pool, *oddIndex]
	sources     *cache[pool, *poolSources]
	preparing   sync.Mutex // held while Prepare loads
}

// cacheBytes bounds each of an Inspector's caches. The frequencies of a pool take 12 bytes for each shingle
// that at least three participants have. That is 0.8 MB for 13,000 programs.
const cacheBytes = 64 << 20

func New(store Store) *Inspector {
	ins := &Inspector{store: store}
	ins.checks = newCache(cacheBytes, ins.loadCheck)
	ins.frequencies = newCache(cacheBytes, ins.loadFrequencies)
	ins.rewrites = newCache(cacheBytes, ins.loadRewriteRate)
	ins.hands = newCache(cacheBytes, ins.loadHands)
	ins.solves = newCache(cacheBytes, ins.loadSolves)
	ins.nearest = newCache(cacheBytes, ins.loadNearest)
	ins.oddities = newCache(cacheBytes, ins.loadOddities)
	ins.sources = newCache(cacheBytes, ins.loadSources)
	return ins
}

// prefixError puts the name of the failed action before *err, unless *err is nil. Callers defer the call.
func prefixError(err *error, format string, args ...any) {
	if *err != nil {
		*err = fmt.Errorf(format+": %w", append(args, *err)...)
	}
}

// openCheck holds the data that the pairs of a check share.
type openCheck struct {
	check   contest.Check
	base    *program.BaseCode
	sources []contest.CheckSource // known sources
	// baseOddities are the evidence.OddityKeys of the base code.
	baseOddities map[uint64]bool
}

func (ins *Inspector) loadCheck(ctx context.Context, id int64) (*openCheck, int, error) {
	c, err := ins.store.Check(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	files, err := ins.store.Base(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	size := 4 << 10
	for _, file := range files {
		size += 8 * len(file.Content)
	}
	var sources []contest.CheckSource
	if len(c.Summary.Sources) > 0 {
		if sources, err = ins.store.CheckSources(ctx, id); err != nil {
			return nil, 0, err
		}
	}
	for _, s := range sources {
		size += len(s.File.Content)
	}
	forced, _ := lexer.ByName(c.Parameters.Language)
	base, _ := program.ReadBase(files, forced, c.Parameters.ShingleLength)
	baseOddities := evidence.OddityKeys(files)
	const keyBytes = 16
	return &openCheck{c, base, sources, baseOddities}, size + keyBytes*len(baseOddities), nil
}

// check returns the check of a pair. A pair of an alert has no check, so it gets the default settings.
func (ins *Inspector) check(ctx context.Context, pair contest.Pair) (*openCheck, error) {
	if pair.CheckID != 0 {
		return ins.checks.get(ctx, pair.CheckID)
	}
	p := check.Defaults()
	base, _ := program.ReadBase(nil, nil, p.ShingleLength)
	return &openCheck{check: contest.Check{Parameters: p, AlgorithmVersion: check.AlgorithmVersion}, base: base}, nil
}

// isOutdated reports whether another version of the algorithm made the check.
func (c *openCheck) isOutdated() bool { return c.check.AlgorithmVersion != check.AlgorithmVersion }

// hasTemplates reports whether the check may have stored own templates that still apply.
func (c *openCheck) hasTemplates() bool {
	return c.check.ID != 0 && !c.isOutdated() && c.check.Parameters.Templates
}
