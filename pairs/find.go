package pairs

import (
	"context"
	"sync"
	"sync/atomic"
)

// Options are the settings of a Pool.
type Options struct {
	// Keep is the suspicion, or the share of a template, from which on Find returns a
	// pair, 0 to 1. With 0 it returns all pairs that share anything.
	Keep float64
	// KeepPerParticipant bounds the pairs of each participant for one problem: Find
	// returns a pair only if it is within this bound for one of its participants, or
	// shares a private template. 0 is no bound.
	KeepPerParticipant int
	// CountAll is the number of pairs up to which Find scores all. In a larger pool it
	// scores only a sample of the pairs that cannot reach Keep, for
	// Result.Distribution; nothing else depends on it. Find scores all pairs if it is 0,
	// or if a program has a Template.
	CountAll int64
	// Corpus is the code of the whole contest: code that is in programs for other
	// problems too is no solution of this one. It is nil for a pool without a contest. It
	// numbers participants and problems as the pool does.
	Corpus *Corpus
	// Frequencies is the number of participants from which on a shingle is in
	// Result.Frequencies; 0 leaves it empty.
	Frequencies int
	// Across pairs only programs of different families of languages. Two participants then
	// have one pair for each two families of two problems.
	Across bool
	// Without names the Parts to omit from the suspicion, to measure what they are worth.
	Without []string
	// Wanted, if not nil, limits the search to pairs with at least one program
	// whose place is set. Result.Distribution is empty then. The pairs of ten new
	// programs among 13,000 take a quarter of the time of all pairs.
	Wanted []bool
	// Progress, if set, is called now and then with the number of programs whose
	// pairs were scored. Calls may come from several goroutines.
	Progress func(done int)
}

// Pair is two programs of a pool, by their places in it, Left before Right.
type Pair struct {
	Left, Right int
	Suspicion   float64 // 0 to 1
	// SharedTemplate is how much of an own template only these two have, 0 to 1. It is no
	// part of Suspicion.
	SharedTemplate float64
	Evidence       Evidence
}

// Result is the result of Find.
type Result struct {
	// Pairs are ranked by suspicion, then by the programs' places in the pool.
	// Two participants have one pair for each two problems: their best pair of attempts.
	Pairs []Pair
	// Dropped counts the pairs that reach Options.Keep but are not in Pairs because of
	// Options.KeepPerParticipant. HighestDropped is their highest suspicion.
	Dropped        int
	HighestDropped float64
	// Distribution is of the suspicion of all pairs of participants, once for each two
	// problems, including pairs that share nothing.
	Distribution Distribution
	// Tail says how suspicious honest pairs are by chance.
	Tail Tail
	// Sampled says that Distribution has only a sample of the pairs below
	// Options.Keep, because of Options.CountAll.
	Sampled bool
	// Participants counts those of the pool, including those whose programs have
	// no shingles.
	Participants int
	// RarityAmong is the number of participants among whom rarity was counted:
	// those of Options.Corpus, or of a pool without one.
	RarityAmong int
	// TypicalSize is the median size of the participants' longest programs, in distinct
	// shingles. Simplicity computes from it how simple the problem is.
	TypicalSize int
	// Frequencies lists, by shingle, how many participants of the pool have it in
	// Structure, in their template or not, from Options.Frequencies on.
	Frequencies []Frequency
}

// Find returns the result of [Pool.Find] for a pool of programs.
func Find(ctx context.Context, programs []Program, opts Options) (Result, error) {
	return NewPool(programs, opts).Find(ctx)
}

// Find returns all pairs of a pool with a suspicion of at least Options.Keep. It walks
// an inverted index (Zobel and Moffat 2006 survey the technique): for each program it
// looks up the programs that have one of its rarer shingles, and adds up what they share.
// The shingles that an eighth of the pool has would take most of the time and have little
// weight: they are rows of bits, which bound the suspicion of a pair and are compared only
// if it may reach Options.Keep (Bayardo, Ma and Srikant 2007 bound pairs by their frequent
// features so). Two programs that share none of their Structure have no suspicion,
// whatever their Wording.
//
// It uses all processors and returns early, with the context's error, when ctx
// ends. The result does not depend on the number of processors.
func (p *Pool) Find(ctx context.Context) (Result, error) {
	bound := p.newUpperBound()
	step := p.sampleStep(bound)
	list, counts, err := p.search(ctx, bound, step)
	if err != nil {
		return Result{}, err
	}
	result := Result{
		Dropped:        list.dropped,
		HighestDropped: list.highestDropped.float(),
		Participants:   p.participants(),
		RarityAmong:    p.structure.rarity.participants,
		TypicalSize:    p.typicalSize(),
		Frequencies:    p.structure.frequencies,
		Tail:           p.Tail(),
	}
	if p.wanted == nil {
		result.Sampled = step > 1
		result.Distribution = newDistribution(counts.all())
	}
	if len(list.candidates) > 0 {
		result.Pairs = make([]Pair, len(list.candidates))
	}
	err = inChunks(ctx, len(result.Pairs), 1000, func(start, end int) {
		for i := start; i < end; i++ {
			result.Pairs[i] = p.pair(list.candidates[i])
		}
	})
	return result, err
}

// search scores every entry against those before it.
func (p *Pool) search(ctx context.Context, bound *upperBound, step sampleStep) (*shortlist, *suspicionCounts, error) {
	list := p.newShortlist(p.opts.KeepPerParticipant, shortlistRoom)
	var counts suspicionCounts
	var guard sync.Mutex // of list and counts
	var done atomic.Int64
	scratches := sync.Pool{New: func() any { return p.newScratch() }}
	err := inChunks(ctx, len(p.entries), 16, func(start, end int) {
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		for e := start; e < end; e++ {
			if p.entries[e].wanted {
				p.score(e, s, bound, step)
				p.collect(e, s, step)
			}
		}
		guard.Lock()
		list.add(s.found)
		counts.move(&s.counts)
		guard.Unlock()
		s.found = s.found[:0]
		if p.opts.Progress != nil {
			p.opts.Progress(int(done.Add(int64(p.entries[end-1].end - p.entries[start].start))))
		}
	})
	if err != nil {
		return nil, nil, err
	}
	list.shorten()
	return list, &counts, nil
}
