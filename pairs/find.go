package pairs

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Options are the settings of a Pool.
type Options struct {
	// Keep is the suspicion, or the share of a template, from which a pair is
	// returned, 0 to 1. With 0 all are that share anything.
	Keep float64
	// KeepPerParticipant bounds the pairs that each participant has for one
	// problem: a pair is returned while it is among the first so many of one
	// of its two, or shares a private template. 0 is no bound.
	KeepPerParticipant int
	// CountAll is the number of pairs up to which all are scored. In a larger
	// pool those that cannot reach Keep are not, but for a sample that stands
	// for the others in Result.Distribution; nothing else depends on it. 0
	// scores all, and so does a pool where somebody has a Template.
	CountAll int64
	// Corpus is the contest that the pool is of: it tells what of the code is
	// no solution of the problem but stands in programs for others too. nil for
	// a pool that stands alone. Its numbers of participants and problems are
	// those of the pool.
	Corpus *Corpus
	// Frequencies is the number of participants from which on a shingle is told
	// in Result.Frequencies; 0 tells of none.
	Frequencies int
	// Without names the Parts of the suspicion that are left out, to measure
	// what they are worth.
	Without []string
	// Wanted, if not nil, tells for each program whether its pairs are wanted:
	// those of two programs that are not are left out. Result.Distribution is
	// empty then. Where few programs came since the last search, theirs take a
	// quarter of the time of all pairs.
	Wanted []bool
	// Progress, if set, is called now and then with the number of programs whose
	// pairs were scored. Calls may come from several goroutines.
	Progress func(done int)
}

// Pair is two programs of a pool, as indices into it, Left before Right.
type Pair struct {
	Left, Right int
	Suspicion   float64 // 0 to 1
	// SharedTemplate tells how much of an own template the two share that
	// others do not have, 0 to 1. It is no part of Suspicion.
	SharedTemplate float64
	Evidence       Evidence
}

// Result is what Find found in a pool.
type Result struct {
	// Pairs are ranked by suspicion, then by the programs' places in the pool.
	// The best pair of attempts stands for two participants.
	Pairs []Pair
	// Dropped counts the pairs that reach Options.Keep and are not among Pairs,
	// because of Options.KeepPerParticipant; Highest is the suspicion of the
	// first of them.
	Dropped        int
	HighestDropped float64
	// Distribution is that of the suspicion of all pairs of participants, once
	// for each two problems, also of those that share nothing.
	Distribution Distribution
	// Sampled tells that the pairs below Options.Keep are counted in
	// Distribution by a sample, because of Options.CountAll.
	Sampled bool
	// Participants counts those of the pool, also those whose programs have no
	// shingles.
	Participants int
	// RarityAmong is the number of participants among whom it was counted who
	// has a shingle: those of Options.Corpus, or of a pool that stands alone.
	RarityAmong int
	// TypicalSize is that of the longest programs of the participants, in
	// distinct shingles. Simplicity makes out of it how simple the problem is.
	TypicalSize int
	// Frequencies tells, sorted by shingle, how many participants of the pool
	// have each of the Structure's shingles that at least Options.Frequencies
	// have; whether it is their template does not matter.
	Frequencies []Frequency
}

// Find returns what [Pool.Find] finds in a pool of programs.
func Find(ctx context.Context, programs []Program, opts Options) (Result, error) {
	return NewPool(programs, opts).Find(ctx)
}

// Find returns the pairs of a pool whose suspicion reaches Options.Keep, all of
// them. It walks an inverted index (Zobel and Moffat 2006 survey the technique):
// for each program, the programs that have one of its rarer shingles are looked
// up and their shares added up. What an eighth of the pool has is most of the
// work and little of the weight: those shingles are rows of bits, which bound
// what a pair can come to and are gone through where that reaches Options.Keep
// (Bayardo, Ma and Srikant 2007 bound pairs by their frequent features so). Two
// programs that share none of their Structure are taken for strangers, whatever
// their Wording.
//
// It uses all processors and returns early, with the context's error, when ctx
// ends. The result does not depend on the number of processors.
func (p *Pool) Find(ctx context.Context) (Result, error) {
	bound := p.newUpperBound(p.opts.Keep)
	step := p.sampleStep(p.opts.CountAll, bound)
	list, counts, err := p.search(ctx, bound, step)
	if err != nil {
		return Result{}, err
	}
	result := Result{
		Dropped:        list.beyond,
		HighestDropped: list.highest.float(),
		Participants:   p.participants(),
		RarityAmong:    p.structure.rarity.participants,
		TypicalSize:    p.typicalSize(),
		Frequencies:    p.frequencies,
	}
	if p.wanted == nil {
		result.Sampled = step > 1
		result.Distribution = newDistribution(counts.all())
	}
	result.Pairs, err = p.pairs(ctx, list.candidates)
	return result, err
}

// search scores every entry against those before it.
func (p *Pool) search(ctx context.Context, bound *upperBound, step sampleStep) (*shortlist, *suspicionCounts, error) {
	const chunk = 16 // entries that a worker takes at a time
	list := p.newShortlist(p.opts.KeepPerParticipant, shortlistRoom)
	var counts suspicionCounts
	var guard sync.Mutex // of list and counts
	var done atomic.Int64
	scratches := sync.Pool{New: func() any { return p.newScratch() }}
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for start := 0; start < len(p.entries); start += chunk {
		workers.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			s := scratches.Get().(*scratch)
			defer scratches.Put(s)
			programs := 0
			for e := start; e < min(start+chunk, len(p.entries)); e++ {
				if p.entries[e].wanted {
					p.score(e, s, bound, step)
					p.collect(e, s, p.opts.Keep, step)
				}
				programs += p.entries[e].end - p.entries[e].start
			}
			guard.Lock()
			list.add(s.found)
			counts.move(&s.counts)
			guard.Unlock()
			s.found = s.found[:0]
			if p.opts.Progress != nil {
				p.opts.Progress(int(done.Add(int64(programs))))
			}
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, nil, err
	}
	list.shorten()
	return list, &counts, nil
}

// pairs writes candidates out in full.
func (p *Pool) pairs(ctx context.Context, candidates []candidate) ([]Pair, error) {
	if len(candidates) == 0 {
		return nil, nil
	}
	const chunk = 1000 // that a worker takes at a time
	pairs := make([]Pair, len(candidates))
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for start := 0; start < len(candidates); start += chunk {
		workers.Go(func() error {
			for i := start; i < min(start+chunk, len(candidates)); i++ {
				pairs[i] = p.pair(candidates[i])
			}
			return ctx.Err()
		})
	}
	return pairs, workers.Wait()
}
