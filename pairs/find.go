package pairs

import (
	"context"
	"sync"
	"sync/atomic"
)

// Options are the settings of a Pool.
type Options struct {
	// Keep is the least suspicion or least SharedTemplate of the pairs that Find returns, 0 to 1.
	// With 0, Find returns all pairs that share anything.
	Keep float64
	// KeepPerParticipant limits the pairs of each participant for one problem. Find returns a pair
	// only if it is among the KeepPerParticipant most suspicious pairs of one of its participants,
	// or shares a private template. 0 means no limit.
	KeepPerParticipant int
	// SampleAbove is the largest number of pairs that Find scores without sampling. If a pool has more
	// pairs, Find scores only a sample of the pairs that cannot reach Keep. This affects only
	// Result.Distribution. Find scores all pairs if SampleAbove is 0, or if a program has a Template.
	SampleAbove int64
	// Corpus is the code of the whole contest. Code that is also in programs for other problems
	// counts less, because it does not solve this problem. Corpus is nil for a pool without a contest.
	// Corpus and pool number participants and problems alike.
	Corpus *Corpus
	// MinFrequency is the least number of participants who have a shingle of Result.Frequencies. If
	// MinFrequency is 0, Result.Frequencies is empty.
	MinFrequency int
	// Across means that Find pairs only programs of different families of languages. Two participants
	// then have at most one pair for each combination of their problems and families.
	Across bool
	// OmitParts has the names of the Parts to omit from the suspicion, to measure the effect of a part.
	OmitParts []string
	// Wanted, if not nil, limits the search to pairs with at least one wanted program: program i is
	// wanted if Wanted[i] is true. Result.Distribution is empty if Wanted is not nil. To find the
	// pairs of ten new programs among 13,000 takes a quarter of the time for all pairs.
	Wanted []bool
	// Progress, if set, is called from time to time with the number of programs that have all pairs
	// scored. Calls may come from several goroutines.
	Progress func(done int)
}

// Pair is two programs of a pool. Left and Right are their indexes in the pool, and Left is smaller.
type Pair struct {
	Left, Right int
	Suspicion   float64 // 0 to 1
	// Unraised is the suspicion before Find raises it because the two programs are identical. Tail.Chance
	// takes Unraised: the programs may be so short that they are identical by chance.
	Unraised float64
	// SharedTemplate says how much rare code of their own templates the two programs share, 0 to 1.
	// Suspicion does not contain SharedTemplate.
	SharedTemplate float64
	Evidence       Evidence
}

// Result is the result of Find.
type Result struct {
	// Pairs are ranked by suspicion, then by the programs' places in the pool. Two participants
	// have at most one pair for each combination of their problems: their best pair of attempts.
	Pairs []Pair
	// Dropped counts the pairs that reach Options.Keep but are not in Pairs because of
	// Options.KeepPerParticipant. HighestDropped is their highest suspicion.
	Dropped        int
	HighestDropped float64
	// Distribution counts, by suspicion, one pair of two participants for each combination of their
	// problems, including pairs that share nothing.
	Distribution Distribution
	// Tail says how suspicious honest pairs are by chance.
	Tail Tail
	// Sampled says that Distribution has only a sample of the pairs below
	// Options.Keep, because of Options.SampleAbove.
	Sampled bool
	// Participants is the number of participants of the pool, including those who have only
	// programs without shingles.
	Participants int
	// RarityParticipants is the number of participants among whom rarity was counted: the
	// participants of Options.Corpus, or of the pool if Corpus is nil.
	RarityParticipants int
	// TypicalSize is the median size of the participants' longest programs, in distinct
	// shingles. Simplicity computes from it how simple the problem is.
	TypicalSize int
	// Frequencies lists, in the order of the shingles, how many participants of the pool have a
	// shingle in Structure, in their template or not. It lists the shingles that at least
	// Options.MinFrequency participants have.
	Frequencies []Frequency
}

// Find returns the result of [Pool.Find] for a pool of programs.
func Find(ctx context.Context, programs []Program, opts Options) (Result, error) {
	return NewPool(programs, opts).Find(ctx)
}

// Find returns all pairs of a pool with a suspicion of at least Options.Keep. It walks an inverted
// index (Zobel and Moffat 2006 survey the technique): for each program it looks up the programs
// that have one of its rarer shingles, and adds up what they share. The shingles that a sixth of
// the pool has would take most of the time, and have little weight. Find keeps these shingles as rows
// of bits. The rows give an upper bound of the suspicion of a pair. If the bound reaches Options.Keep,
// Find adds up what the two rows share. (Bayardo, Ma and Srikant 2007 use frequent features in the same
// way.) Attempts of one participant are mostly alike, so the index holds most of them as changes of the
// attempt before. Two programs that share none of their Structure have suspicion 0, even if they share
// Wording.
//
// Programs that are identical but for comments and layout are never below other pairs: Find raises their
// suspicion above the highest of the pairs of different programs that it returns. For two participants with
// several attempts this holds if their most suspicious pair of attempts is identical. With Options.Wanted Find does
// not know the highest suspicion, and raises none.
//
// Find uses all processors and returns early, with the context's error, when ctx
// ends. The result does not depend on the number of processors.
func (p *Pool) Find(ctx context.Context) (Result, error) {
	bound := p.newUpperBound()
	step := p.sampleStep(bound)
	list, counts, err := p.search(ctx, bound, step)
	if err != nil {
		return Result{}, err
	}
	raised := p.raiseIdentical(list, counts)
	result := Result{
		Dropped:            list.dropped,
		HighestDropped:     list.highestDropped.float(),
		Participants:       p.participants(),
		RarityParticipants: p.structure.rarity.participants,
		TypicalSize:        p.typicalSize(),
		Frequencies:        p.structure.frequencies,
		Tail:               p.Tail(),
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
			c := list.candidates[i]
			result.Pairs[i] = p.pair(c)
			if before, ok := raised[[2]int32{c.left, c.right}]; ok {
				result.Pairs[i].Unraised = before.float()
			}
		}
	})
	return result, err
}

// search scores every entry against the entries before it.
func (p *Pool) search(ctx context.Context, bound *upperBound, step sampleStep) (*shortlist, *suspicionCounts, error) {
	list := p.newShortlist(p.opts.KeepPerParticipant, firstShortenAt)
	var counts suspicionCounts
	var guard sync.Mutex // of list and counts
	var done atomic.Int64
	scratches := sync.Pool{New: func() any { return p.newScratch(bound, step) }}
	err := inChunks(ctx, len(p.entries), 16, func(start, end int) {
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		for e := start; e < end; e++ {
			if p.entries[e].wanted {
				p.score(e, s)
				p.collect(e, s)
			}
		}
		guard.Lock()
		list.add(s.found)
		counts.move(&s.counts)
		guard.Unlock()
		s.found = s.found[:0]
		if p.opts.Progress != nil {
			p.opts.Progress(int(done.Add(p.countPrograms(p.entries[start:end]))))
		}
	})
	if err != nil {
		return nil, nil, err
	}
	list.shorten()
	return list, &counts, nil
}
