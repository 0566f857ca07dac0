package pairs

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// EarlierPrograms holds programs of other contests to compare with programs of a pool.
type EarlierPrograms struct {
	// Programs have numbers of participants and problems of their own, which only say
	// which of them are attempts of one participant at one problem. Their Template
	// does not matter.
	Programs []Program
	// Candidates lists for each program of the pool the places in Programs to compare
	// with it.
	Candidates [][]int32
	// Progress, if set, is called as Options.Progress is.
	Progress func(done int)
}

// EarlierPairs is the result of FindEarlier.
type EarlierPairs struct {
	// Pairs are ranked as Result.Pairs are. Left is a program of the pool, Right
	// a place in Earlier.Programs. The best pair of attempts stands for two
	// participants.
	Pairs []Pair
	// Dropped counts the pairs that reach Options.Keep and are not among Pairs,
	// because of Options.KeepPerParticipant; HighestDropped is the highest
	// suspicion of these.
	Dropped        int
	HighestDropped float64
}

// FindEarlier scores programs of a pool with earlier ones, and returns the pairs
// whose suspicion reaches Options.Keep, the first Options.KeepPerParticipant for
// each participant of the pool at a problem.
//
// The earlier programs do not count as participants: they change neither what is rare
// in the pool nor how simple its problem is, so the pool's own pairs stay the same. A
// shingle that both programs have is weighed by the other participants of the contest
// who have it; what only the earlier program has, by all who have it. So code that the
// whole contest has, from its statement or teachers, counts little, and code that only
// the earlier contest has counts most.
//
// It uses all processors and returns early, with the context's error, when ctx
// ends. Options.Wanted does not matter: Candidates lists what to compare.
func (p *Pool) FindEarlier(ctx context.Context, earlier EarlierPrograms) (EarlierPairs, error) {
	a := &earlierSearch{
		pool:      p,
		earlier:   earlier,
		structure: newAppearances(p.structure, p, earlier.Programs, Program.structure),
		wording:   newAppearances(p.wording, p, earlier.Programs, Program.wording),
	}
	ranked, err := a.search(ctx)
	if err != nil {
		return EarlierPairs{}, err
	}
	var result EarlierPairs
	counts := make(map[[2]int]int, len(p.entries)) // pairs of a participant at a problem
	for _, c := range ranked {
		left := p.programs[c.left]
		entry := [2]int{left.Participant, left.Problem}
		if most := p.opts.KeepPerParticipant; most > 0 && counts[entry] >= most {
			result.Dropped++
			result.HighestDropped = max(result.HighestDropped, c.suspicion.float())
			continue
		}
		counts[entry]++
		result.Pairs = append(result.Pairs, a.pair(c))
	}
	return result, nil
}

// earlierSearch is a pool that is compared with earlier programs.
type earlierSearch struct {
	pool               *Pool
	earlier            EarlierPrograms
	structure, wording *appearances
}

// search scores the candidates of all entries, and returns those that reach
// Options.Keep, ranked.
func (a *earlierSearch) search(ctx context.Context) ([]candidate, error) {
	found := make([][]candidate, len(a.pool.entries))
	var done atomic.Int64
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i, e := range a.pool.entries {
		workers.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			found[i] = a.score(e, a.pool.opts.Keep)
			n := int(done.Add(int64(e.end - e.start)))
			if a.earlier.Progress != nil {
				a.earlier.Progress(n)
			}
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, err
	}
	return rank(slices.Concat(found...)), nil
}

// score returns the best pair of attempts with each earlier participant at each
// earlier problem, where it reaches keep.
func (a *earlierSearch) score(e entry, keep float64) []candidate {
	var scored []candidate
	for program := e.start; program < e.end; program++ {
		place := a.pool.places[program]
		for _, earlier := range a.earlier.Candidates[place] {
			structure := a.structure.common(program, int(earlier))
			if structure.empty() {
				continue
			}
			wording := a.wording.common(program, int(earlier))
			suspicion := a.pool.formula.suspicion(&structure, &wording, a.pool.simplicity)
			if suspicion > 0 && suspicion.float() >= keep {
				scored = append(scored, candidate{left: int32(place), right: earlier, suspicion: suspicion})
			}
		}
	}
	return bestOfEach(scored, a.earlier.Programs)
}

// bestOfEach returns the best candidate for each earlier participant and problem.
func bestOfEach(scored []candidate, earlier []Program) []candidate {
	byEntry := func(c, d candidate) int {
		one, other := &earlier[c.right], &earlier[d.right]
		return cmp.Or(cmp.Compare(one.Participant, other.Participant), cmp.Compare(one.Problem, other.Problem))
	}
	slices.SortFunc(scored, func(c, d candidate) int { return cmp.Or(byEntry(c, d), byRank(c, d)) })
	return slices.CompactFunc(scored, func(c, d candidate) bool { return byEntry(c, d) == 0 })
}

// pair makes a pair of a candidate.
func (a *earlierSearch) pair(c candidate) Pair {
	program, earlier := a.pool.ranks[c.left], int(c.right)
	var e Evidence
	a.structure.visitShared(program, earlier, func(appearance *appearance, _ bool) {
		e.Shared++
		if appearance.others == 0 {
			e.Unique++
		}
	})
	a.wording.visitShared(program, earlier, func(*appearance, bool) { e.Wording++ })
	return Pair{Left: int(c.left), Right: earlier, Suspicion: c.suspicion.float(), Evidence: e}
}
