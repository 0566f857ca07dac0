package pairs

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// Corpus is the code of a whole contest in one family of languages. Find uses a Corpus to distinguish
// code that solves one problem from code that people write for several problems. Find only reads
// the Corpus, so several searches can use one Corpus at the same time.
type Corpus struct {
	uses           [shards]uses
	solvers        []solver
	solverNumbers  map[solver]int32
	participants   map[int]struct{}
	maxParticipant int           // the highest Program.Participant
	problems       map[int]int32 // by Program.Problem: numbers from 0, without gaps
}

// solver is a participant who has programs for a problem.
type solver struct {
	participant int32
	problem     int32 // of Corpus.problems
}

// uses lists the solvers who have each shingle in a program. A contest has millions of uses, so each takes only four
// bytes.
type uses struct {
	shingles []uint64 // ascending
	ends     []int32  // for each shingle: the end of its solvers in the list of all
	solvers  []int32  // numbers of Corpus.solvers, ascending for each shingle
}

// use says that a solver has a shingle.
type use struct {
	shingle uint64
	solver  int32
}

func (u use) compare(other use) int {
	if u.shingle != other.shingle {
		return cmp.Compare(u.shingle, other.shingle)
	}
	return cmp.Compare(u.solver, other.solver)
}

// Extend returns a corpus of the programs of c and the given programs. This takes far less time than
// making a new corpus of all programs. A nil c is an empty corpus. Extend ignores templates. The easy
// and the hard version of a problem must have the same number, or the solution of one version would
// count as code from another problem.
func (c *Corpus) Extend(programs []Program) *Corpus {
	if c == nil {
		c = &Corpus{solverNumbers: map[solver]int32{}, participants: map[int]struct{}{}, problems: map[int]int32{}}
	}
	extended := &Corpus{solvers: slices.Clone(c.solvers), solverNumbers: maps.Clone(c.solverNumbers),
		participants: maps.Clone(c.participants), maxParticipant: c.maxParticipant, problems: maps.Clone(c.problems)}
	lists := make([][]uint64, 0, 3*len(programs))
	solvers := make([]int32, len(programs))
	for i, program := range programs {
		solvers[i] = extended.number(program)
		lists = append(lists, program.structure(), program.wording(), program.variables())
	}
	newUse := func(list int, shingle uint64) use { return use{shingle, solvers[list/3]} }
	inShards(lists, newUse, use.compare, func(shard int, added []use) {
		extended.uses[shard] = c.uses[shard].merge(slices.Compact(added))
	})
	return extended
}

// number returns the number of a program's solver, and adds a new solver.
func (c *Corpus) number(program Program) int32 {
	if _, known := c.problems[program.Problem]; !known {
		c.problems[program.Problem] = int32(len(c.problems))
	}
	c.participants[program.Participant] = struct{}{}
	c.maxParticipant = max(c.maxParticipant, program.Participant)
	s := solver{int32(program.Participant), c.problems[program.Problem]}
	if _, known := c.solverNumbers[s]; !known {
		c.solverNumbers[s] = int32(len(c.solvers))
		c.solvers = append(c.solvers, s)
	}
	return c.solverNumbers[s]
}

// merge returns u with the added uses, which are sorted and distinct.
func (u uses) merge(added []use) uses {
	shingles := 0 // of added
	for i := range added {
		if i == 0 || added[i].shingle != added[i-1].shingle {
			shingles++
		}
	}
	size := len(u.shingles) + shingles
	merged := uses{make([]uint64, 0, size), make([]int32, 0, size), make([]int32, 0, len(u.solvers)+len(added))}
	for i := 0; i < len(u.shingles) || len(added) > 0; {
		shingle := uint64(math.MaxUint64)
		if i < len(u.shingles) {
			shingle = u.shingles[i]
		}
		if len(added) > 0 {
			shingle = min(shingle, added[0].shingle)
		}
		start := len(merged.solvers)
		if i < len(u.shingles) && u.shingles[i] == shingle {
			merged.solvers = append(merged.solvers, u.solversOf(i)...)
			i++
		}
		if len(added) > 0 && added[0].shingle == shingle {
			for ; len(added) > 0 && added[0].shingle == shingle; added = added[1:] {
				merged.solvers = append(merged.solvers, added[0].solver)
			}
			slices.Sort(merged.solvers[start:])
			merged.solvers = merged.solvers[:start+len(slices.Compact(merged.solvers[start:]))]
		}
		merged.shingles, merged.ends = append(merged.shingles, shingle), append(merged.ends, int32(len(merged.solvers)))
	}
	return merged
}

// solversOf returns the solvers who have the i-th shingle.
func (u *uses) solversOf(i int) []int32 {
	start := int32(0)
	if i > 0 {
		start = u.ends[i-1]
	}
	return u.solvers[start:u.ends[i]]
}

// outsideCount counts the participants who have a shingle only outside of the pool, and
// the problems for which they have this shingle.
type outsideCount struct{ participants, problems int }

// outsideCounter counts who has a shingle outside of a pool. It takes the shingles in ascending
// order.
type outsideCounter struct {
	corpus           *Corpus
	inPool           []bool  // by problem: the pool has it
	uses             *uses   // of the shard
	next             int     // place in uses: all shingles before it are smaller than the next one to count
	counted          int32   // number of shingles counted: the number of the current shingle
	seenProblems     []int32 // for each problem: the value of counted when the problem was last counted
	seenParticipants []int32 // the same for each participant; negative if the participant has that shingle in the pool
}

// outsideCounter returns a counter for one shard and a pool of the given problems. A nil Corpus
// returns a nil counter, which counts nobody.
func (c *Corpus) outsideCounter(shard int, problems []int) *outsideCounter {
	if c == nil {
		return nil
	}
	counter := &outsideCounter{
		corpus:           c,
		inPool:           make([]bool, len(c.problems)),
		uses:             &c.uses[shard],
		seenProblems:     make([]int32, len(c.problems)),
		seenParticipants: make([]int32, c.maxParticipant+1),
	}
	for _, problem := range problems {
		if n, known := c.problems[problem]; known {
			counter.inPool[n] = true
		}
	}
	return counter
}

// count counts the participants who have a shingle only outside of the pool, and the problems for which
// they have this shingle. holders are the participants who have the shingle in the pool.
func (c *outsideCounter) count(shingle uint64, holders []int) (count outsideCount) {
	if c == nil || !c.find(shingle) {
		return count
	}
	c.counted++
	for _, participant := range holders {
		if participant < len(c.seenParticipants) {
			c.seenParticipants[participant] = -c.counted
		}
	}
	for _, n := range c.uses.solversOf(c.next) {
		s := c.corpus.solvers[n]
		seen := &c.seenParticipants[s.participant]
		if c.inPool[s.problem] || *seen == -c.counted {
			continue
		}
		if *seen != c.counted {
			*seen = c.counted
			count.participants++
		}
		if c.seenProblems[s.problem] != c.counted {
			c.seenProblems[s.problem] = c.counted
			count.problems++
		}
	}
	return count
}

// find moves the field next to the place of a shingle, and reports whether the corpus has the shingle. It gallops (Bentley and Yao
// 1976): a pool has few of a corpus's shingles.
func (c *outsideCounter) find(shingle uint64) bool {
	rest := c.uses.shingles[c.next:]
	step := 1
	for step < len(rest) && rest[step] < shingle {
		step *= 2
	}
	n, found := slices.BinarySearch(rest[:min(step+1, len(rest))], shingle)
	c.next += n
	return found
}
