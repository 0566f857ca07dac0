package pairs

import (
	"cmp"
	"maps"
	"slices"
)

// Corpus is the code of a whole contest in one family of languages. It distinguishes
// code that solves a problem from code that people write for several. Find only reads
// it, so several searches can use it at once.
type Corpus struct {
	uses         [shards][]use // sorted
	participants map[int]struct{}
	problems     map[int]int32 // by Program.Problem: numbers from 0, without gaps
}

// use says that a participant has a shingle in a program for a problem.
type use struct {
	shingle     uint64
	participant int32
	problem     int32 // of Corpus.problems
}

func (u use) hash() uint64 { return u.shingle }

func compareUses(a, b use) int {
	return cmp.Or(cmp.Compare(a.shingle, b.shingle), cmp.Compare(a.participant, b.participant), cmp.Compare(a.problem, b.problem))
}

// Extend returns a corpus of the programs of c and more, which takes far less time than
// to make it of all of them; a nil c is empty. Templates do not matter. Problems that
// are versions of one another (an easy and a hard one) must have the same number, or
// the solution of one would count as code from another problem.
func (c *Corpus) Extend(programs []Program) *Corpus {
	extended := &Corpus{participants: make(map[int]struct{}), problems: make(map[int]int32)}
	if c != nil {
		extended.participants, extended.problems = maps.Clone(c.participants), maps.Clone(c.problems)
	}
	for _, program := range programs {
		if _, known := extended.problems[program.Problem]; !known {
			extended.problems[program.Problem] = int32(len(extended.problems))
		}
		extended.participants[program.Participant] = struct{}{}
	}
	sorted := slices.Clone(programs)
	slices.SortStableFunc(sorted, func(a, b Program) int {
		return cmp.Or(cmp.Compare(a.Participant, b.Participant), cmp.Compare(extended.problems[a.Problem], extended.problems[b.Problem]))
	})
	var sizes [shards]int
	for _, program := range sorted {
		countShards(program.Structure, &sizes)
		countShards(program.Wording, &sizes)
	}
	inShards(func(shard int) {
		list := make([]use, 0, sizes[shard])
		for _, program := range sorted {
			problem := extended.problems[program.Problem]
			for _, shingles := range [][]uint64{program.Structure, program.Wording} {
				for _, shingle := range shingles {
					if shingle != 0 && shardOf(shingle) == shard {
						list = append(list, use{shingle, int32(program.Participant), problem})
					}
				}
			}
		}
		extended.uses[shard] = slices.Clip(sortShard(list))
		if c != nil {
			extended.uses[shard] = mergeUses(c.uses[shard], extended.uses[shard])
		}
	})
	return extended
}

// mergeUses merges two sorted lists without repetitions. The second one is short.
func mergeUses(long, short []use) []use {
	merged := make([]use, 0, len(long)+len(short))
	for _, u := range short {
		n, found := slices.BinarySearchFunc(long, u, compareUses)
		merged = append(merged, long[:n]...)
		long = long[n:]
		if !found {
			merged = append(merged, u)
		}
	}
	return append(merged, long...)
}

// outsideCounter counts for a pool, shingle by shingle in ascending order, the
// participants who have it in programs for other problems, and not in the pool.
type outsideCounter struct {
	pool []bool // by problem: whether the pool has it
	rest []use  // from the next shingle on
	seen []int  // by problem: the number of the last shingle that was found in it
	n    int    // number of the shingle
}

// outsideCount counts the participants who have a shingle only outside of the pool, and
// the problems for which they have it.
type outsideCount struct{ participants, problems int }

// outsideCounter returns a counter for one shard and a pool of some problems. A nil
// Corpus returns nil, which counts nobody.
func (c *Corpus) outsideCounter(shard int, problems []int) *outsideCounter {
	if c == nil {
		return nil
	}
	e := &outsideCounter{pool: make([]bool, len(c.problems)), rest: c.uses[shard], seen: make([]int, len(c.problems))}
	for _, problem := range problems {
		if n, known := c.problems[problem]; known {
			e.pool[n] = true
		}
	}
	return e
}

// count counts for a shingle, which the participants here, ascending, have in the pool.
func (e *outsideCounter) count(shingle uint64, here []int) outsideCount {
	if e == nil {
		return outsideCount{}
	}
	e.skipTo(shingle)
	e.n++
	found, last := outsideCount{}, int32(-1)
	for len(e.rest) > 0 && e.rest[0].shingle == shingle {
		u := e.rest[0]
		e.rest = e.rest[1:]
		for len(here) > 0 && here[0] < int(u.participant) {
			here = here[1:]
		}
		if e.pool[u.problem] || len(here) > 0 && here[0] == int(u.participant) {
			continue
		}
		if u.participant != last {
			last = u.participant
			found.participants++
		}
		if e.seen[u.problem] != e.n {
			e.seen[u.problem] = e.n
			found.problems++
		}
	}
	return found
}

// skipTo drops the uses of all smaller shingles. It gallops (Bentley and Yao
// 1976): a pool has few of a corpus's shingles.
func (e *outsideCounter) skipTo(shingle uint64) {
	step := 1
	for step < len(e.rest) && e.rest[step].shingle < shingle {
		step *= 2
	}
	end := min(step+1, len(e.rest))
	n, _ := slices.BinarySearchFunc(e.rest[:end], shingle, func(u use, s uint64) int { return cmp.Compare(u.shingle, s) })
	e.rest = e.rest[n:]
}
