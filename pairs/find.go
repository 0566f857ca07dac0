package pairs

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Options are the settings of Find.
type Options struct {
	// Keep is the suspicion from which a pair is returned, from above 0 to 1.
	// The lower it is, the more pairs have to be looked at.
	Keep float64
	// KeepPerParticipant bounds the pairs that each participant has for one
	// problem: a pair is returned while it is among the first so many of one
	// of its two. 0 is no bound.
	KeepPerParticipant int
	// Progress, if set, is told now and then how many programs have been
	// compared with all others. Calls may come from several goroutines.
	Progress func(done int)
}

// Pair is two programs of a pool, as indices into it, Left before Right.
type Pair struct {
	Left, Right int
	Suspicion   float64 // 0 to 1
}

// HistogramBins is the number of equal bins of Result.Histogram.
const HistogramBins = 50

// Result is what Find found in a pool.
type Result struct {
	// Pairs are ranked by suspicion, then by the programs' places in the pool.
	// The best pair of attempts stands for two participants.
	Pairs []Pair
	// Compared counts the pairs of participants, once for each two problems.
	Compared int64
	// Histogram counts them by suspicion: bin i from i/HistogramBins up to the
	// next. All those below Options.Keep are in bin 0.
	Histogram [HistogramBins]int64
}

// Find returns the pairs of a pool whose suspicion reaches opts.Keep: the
// same as a comparison of all pairs would, by prefix filtering (Bayardo, Ma
// and Srikant 2007). Two programs can only cover each other so far if they
// share one of their rarer shingles, so only those are looked up.
//
// It uses all processors and returns early, with the context's error, when ctx
// ends. The result does not depend on the number of processors.
func Find(ctx context.Context, programs []Program, opts Options) (Result, error) {
	p := newPool(programs)
	found, err := p.search(ctx, opts)
	if err != nil {
		return Result{}, err
	}
	return p.rank(found, opts), nil
}

// search scores the candidates of all programs. Each program is compared with
// those before it.
func (p *pool) search(ctx context.Context, opts Options) ([]Pair, error) {
	limit := boundOf(opts.Keep)
	prefixes := make([][]int32, len(p.programs))
	for i := range p.programs {
		prefixes[i] = p.prefix(i, limit)
	}
	leading := p.leading(prefixes)

	const chunk = 64 // programs that a worker takes at a time
	found := make([][]Pair, (len(p.programs)+chunk-1)/chunk)
	var done atomic.Int64
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	seen := newSeenPool(len(p.programs))
	for c := range found {
		workers.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			mark := seen.get()
			defer seen.put(mark)
			end := min((c+1)*chunk, len(p.programs))
			for a := c * chunk; a < end; a++ {
				found[c] = p.scoreCandidates(found[c], a, prefixes[a], leading, mark, opts.Keep)
			}
			if opts.Progress != nil {
				opts.Progress(int(done.Add(int64(end - c*chunk))))
			}
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, err
	}
	return slices.Concat(found...), nil
}

// prefix returns the leading shingles of a program, the rarest, of which
// another program must have one to reach the limit.
func (p *pool) prefix(program int, limit bound) []int32 {
	shared := p.shared[program]

	// By weight: the longest tail that, all shared, stays below the limit.
	weighted := len(shared)
	var o overlap
	for ; weighted > 0; weighted-- {
		others := p.others[shared[weighted-1]]
		o.weight += p.weights.of(others)
		o.own += p.weights.of(others + 1)
		if ratio(o.weight, o.weight+p.total[program]-o.own) >= limit.coverage {
			break
		}
	}

	// By number: the same with plain coverage.
	plain := len(shared)
	for ; plain > 0; plain-- {
		if share(len(shared)-plain+1, p.count[program]) >= limit.plain {
			break
		}
	}
	return shared[:max(weighted, plain)]
}

// leading is the inverse of prefixes: for each shingle number, the programs
// that have it in their prefix.
func (p *pool) leading(prefixes [][]int32) *postings {
	lists := make([][]int32, len(p.others))
	for program, prefix := range prefixes {
		for _, shingle := range prefix {
			lists[shingle] = append(lists[shingle], int32(program))
		}
	}
	return newPostings(lists)
}

// scoreCandidates appends to found the pairs of program a with earlier ones
// that reach keep. Candidates are those that share a shingle of a's prefix, or
// have one of a's shingles in their own.
func (p *pool) scoreCandidates(found []Pair, a int, prefix []int32, leading *postings, seen *seen, keep float64) []Pair {
	seen.next()
	score := func(list []int32) {
		for _, member := range list {
			b := int(member)
			if b >= a {
				break // lists are ascending
			}
			if !seen.first(b) || p.programs[a].Participant == p.programs[b].Participant {
				continue
			}
			if s := p.overlap(b, a).suspicion(); s >= keep {
				found = append(found, Pair{b, a, s})
			}
		}
	}
	for _, shingle := range prefix {
		score(p.members.list(shingle))
	}
	for _, shingle := range p.shared[a][len(prefix):] {
		score(leading.list(shingle))
	}
	return found
}

// rank reduces the pairs of programs to those that stand for two
// participants, counts them, and applies the bound per participant.
func (p *pool) rank(found []Pair, opts Options) Result {
	entries := p.entries()
	slices.SortFunc(found, byRank)
	result := Result{Compared: p.compared()}
	taken := make(map[[2]int]struct{})
	kept := make(map[int]int) // for each entry, the pairs it has
	for _, pair := range found {
		left, right := entries[pair.Left], entries[pair.Right]
		key := [2]int{min(left, right), max(left, right)}
		if _, ok := taken[key]; ok {
			continue
		}
		taken[key] = struct{}{}
		result.Histogram[bin(pair.Suspicion)]++
		if k := opts.KeepPerParticipant; k > 0 && kept[left] >= k && kept[right] >= k {
			continue
		}
		kept[left]++
		kept[right]++
		result.Pairs = append(result.Pairs, pair)
	}
	result.Histogram[0] += result.Compared - int64(len(taken))
	return result
}

// byRank orders pairs by suspicion, the highest first, then by place.
func byRank(a, b Pair) int {
	return cmp.Or(
		cmp.Compare(b.Suspicion, a.Suspicion),
		cmp.Compare(a.Left, b.Left),
		cmp.Compare(a.Right, b.Right),
	)
}

// bin returns the histogram bin of a suspicion.
func bin(suspicion float64) int {
	return min(int(suspicion*HistogramBins), HistogramBins-1)
}

// entries numbers what is reported once: a participant at one problem.
func (p *pool) entries() []int {
	numbers := make(map[[2]int]int)
	entries := make([]int, len(p.programs))
	for i, program := range p.programs {
		key := [2]int{program.Participant, program.Problem}
		if _, ok := numbers[key]; !ok {
			numbers[key] = len(numbers)
		}
		entries[i] = numbers[key]
	}
	return entries
}

// compared counts the pairs of entries of different participants.
func (p *pool) compared() int64 {
	entries := make(map[[2]int]struct{})
	perParticipant := make(map[int]int64)
	for _, program := range p.programs {
		key := [2]int{program.Participant, program.Problem}
		if _, ok := entries[key]; !ok {
			entries[key] = struct{}{}
			perParticipant[program.Participant]++
		}
	}
	pairs := func(n int64) int64 { return n * (n - 1) / 2 }
	total := pairs(int64(len(entries)))
	for _, n := range perParticipant {
		total -= pairs(n)
	}
	return total
}
