package pairs

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
)

// EarlierPrograms holds programs outside of a pool to compare with its programs, such as those of earlier contests or
// known sources.
type EarlierPrograms struct {
	// Programs number their participants and problems independently of the pool. The numbers only
	// show which programs are attempts of one participant at one problem. FindEarlier ignores their
	// Template.
	Programs []Program
	// Candidates lists, for each program of the pool, the indexes in Programs of the programs
	// to compare it with. If Candidates is nil, each is compared with all Programs.
	Candidates [][]int32
	// Progress, if set, is called as Options.Progress is.
	Progress func(done int)
}

// EarlierPairs is the result of FindEarlier.
type EarlierPairs struct {
	// Pairs are ranked as Result.Pairs are. Left is a program of the pool, Right an index of
	// EarlierPrograms.Programs. Two participants have at most one pair for each combination of
	// their problems: their best pair of attempts.
	Pairs []Pair
	// Dropped counts the pairs that reach Options.Keep but are not in Pairs because of
	// Options.KeepPerParticipant. HighestDropped is their highest suspicion.
	Dropped        int
	HighestDropped float64
}

// FindEarlier scores programs of a pool with earlier programs. It returns the pairs with a suspicion of
// at least Options.Keep; for each participant and problem of the pool, it returns only the first
// Options.KeepPerParticipant pairs.
//
// The earlier programs do not count as participants: they change neither what is rare in the pool
// nor how simple its problem is, so the pool's own pairs stay the same. The weight of a shingle
// that both programs have depends on how many other participants of the contest have it. The weight
// of a shingle that only the earlier program has depends on how many participants have it. So code
// that the whole contest has, from its statement or teachers, counts little, and code that only the
// earlier contest has counts most.
//
// FindEarlier uses all processors and returns early, with the context's error, when ctx ends. It
// ignores Options.Wanted, because Candidates lists what to compare.
func (p *Pool) FindEarlier(ctx context.Context, earlier EarlierPrograms) (EarlierPairs, error) {
	return p.NewEarlierSearch(earlier).Find(ctx)
}

// EarlierSearch compares a pool with programs that are not in it.
type EarlierSearch struct {
	pool                          *Pool
	earlier                       EarlierPrograms
	structure, wording, variables *earlierIndex
}

// NewEarlierSearch looks the shingles of earlier programs up in a pool. Neither these programs nor the
// pool may change while the search is used.
func (p *Pool) NewEarlierSearch(earlier EarlierPrograms) *EarlierSearch {
	times := 1
	if p.formula.repeats {
		times = MaxTimes
	}
	s := &EarlierSearch{
		pool:      p,
		earlier:   earlier,
		structure: newEarlierIndex(p.structure, p, earlier.Programs, Program.structure, times),
		wording:   newEarlierIndex(p.wording, p, earlier.Programs, Program.wording, 1),
		variables: newEarlierIndex(p.variables, p, earlier.Programs, Program.variables, 1),
	}
	if earlier.Candidates == nil {
		s.structure.listHolders()
		s.wording.listHolders()
	}
	return s
}

// Find returns the result of [Pool.FindEarlier].
func (s *EarlierSearch) Find(ctx context.Context) (EarlierPairs, error) {
	p, earlier := s.pool, s.earlier
	found := make([][]candidate, len(p.entries))
	var done atomic.Int64
	err := inChunks(ctx, len(p.entries), 16, func(start, end int) {
		var structure, wording []common // with each earlier program
		if earlier.Candidates == nil {
			structure, wording = s.structure.newCommons(), s.wording.newCommons()
		}
		for i := start; i < end; i++ {
			found[i] = s.bestPairs(p.entries[i], structure, wording)
		}
		n := int(done.Add(p.countPrograms(p.entries[start:end])))
		if earlier.Progress != nil {
			earlier.Progress(n)
		}
	})
	if err != nil {
		return EarlierPairs{}, err
	}
	var result EarlierPairs
	ranked := rank(slices.Concat(found...))
	chosen := ranked[:0]
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
		chosen = append(chosen, c)
	}
	result.Pairs = make([]Pair, len(chosen))
	err = inChunks(ctx, len(chosen), 100, func(start, end int) {
		for i := start; i < end; i++ {
			result.Pairs[i] = s.pair(chosen[i])
		}
	})
	return result, err
}

// bestPairs returns, for each earlier participant and problem, the best pair of attempts if that pair reaches
// Options.Keep. If all earlier programs are candidates, bestPairs uses the memory of structure and wording.
func (s *EarlierSearch) bestPairs(e entry, structure, wording []common) []candidate {
	var scored []candidate
	for program := e.start; program < e.end; program++ {
		place := s.pool.places[program]
		add := func(earlier int32, structure, wording *common) {
			if suspicion := s.suspicion(program, int(earlier), structure, wording); suspicion > 0 && suspicion.float() >= s.pool.opts.Keep {
				scored = append(scored, candidate{left: int32(place), right: earlier, suspicion: suspicion})
			}
		}
		if s.earlier.Candidates == nil {
			s.structure.addUp(program, structure)
			s.wording.addUp(program, wording)
			for i := range s.earlier.Programs {
				add(int32(i), &structure[i], &wording[i])
			}
			continue
		}
		for _, earlier := range s.earlier.Candidates[place] {
			structure, wording := s.structure.common(program, int(earlier)), s.wording.common(program, int(earlier))
			add(earlier, &structure, &wording)
		}
	}
	return bestOfEach(scored, s.earlier.Programs)
}

// suspicion returns the suspicion of a program of the pool and an earlier program that share structure and
// wording; 0 if the suspicion cannot reach Options.Keep.
func (s *EarlierSearch) suspicion(program, earlier int, structure, wording *common) score {
	if structure.empty() {
		return 0
	}
	structure.ofFile = s.pool.isFile(program)
	shares := s.pool.formula.shares(structure, wording, s.pool.simplicity)
	if shares.largest < s.pool.formula.minShareFor(s.pool.opts.Keep)-rounding {
		return 0
	}
	variables := s.variables.common(program, earlier)
	return s.pool.formula.adjusted(shares, &variables, s.pool.simplicity)
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

func (s *EarlierSearch) pair(c candidate) Pair {
	program, earlier := s.pool.numbers[c.left], int(c.right)
	evidence := newEvidence(s.structure.shared(program, earlier), s.wording.shared(program, earlier))
	suspicion := c.suspicion.float()
	return Pair{Left: int(c.left), Right: earlier, Suspicion: suspicion, Unraised: suspicion, Evidence: evidence}
}
