package pairs

import (
	"cmp"
	"maps"
	"slices"
)

// Corpus is the code of a whole contest in one family of languages. Find uses a Corpus to distinguish
// code that solves one problem from code that people write for several problems. Find only reads
// the Corpus, so several searches can use one Corpus at the same time.
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

func (u use) compare(other use) int {
	if u.shingle != other.shingle {
		return cmp.Compare(u.shingle, other.shingle)
	}
	return cmp.Or(cmp.Compare(u.participant, other.participant), cmp.Compare(u.problem, other.problem))
}

// Extend returns a corpus of the programs of c and the given programs. This takes far less time than
// making a new corpus of all programs. A nil c is an empty corpus. Extend ignores templates. The easy
// and the hard version of a problem must have the same number, or the solution of one version would
// count as code from another problem.
func (c *Corpus) Extend(programs []Program) *Corpus {
	extended := &Corpus{participants: make(map[int]struct{}), problems: make(map[int]int32)}
	if c != nil {
		extended.participants, extended.problems = maps.Clone(c.participants), maps.Clone(c.problems)
	}
	lists := make([][]uint64, 0, 3*len(programs))
	users := make([]use, 0, 3*len(programs)) // for each list: its use, without the shingle
	for _, program := range programs {
		if _, known := extended.problems[program.Problem]; !known {
			extended.problems[program.Problem] = int32(len(extended.problems))
		}
		extended.participants[program.Participant] = struct{}{}
		user := use{participant: int32(program.Participant), problem: extended.problems[program.Problem]}
		lists = append(lists, program.Structure, program.Wording, program.Variables)
		users = append(users, user, user, user)
	}
	newUse := func(list int, shingle uint64) use {
		return use{shingle, users[list].participant, users[list].problem}
	}
	inShards(lists, newUse, func(shard int, uses []use) {
		uses = slices.Compact(uses)
		if c != nil {
			uses = mergeUses(c.uses[shard], uses)
		}
		extended.uses[shard] = slices.Clip(uses)
	})
	return extended
}

// mergeUses merges two sorted lists and drops duplicates. The second list is short.
func mergeUses(long, short []use) []use {
	merged := make([]use, 0, len(long)+len(short))
	for _, u := range short {
		n, found := slices.BinarySearchFunc(long, u, use.compare)
		merged = append(merged, long[:n]...)
		long = long[n:]
		if !found {
			merged = append(merged, u)
		}
	}
	return append(merged, long...)
}

// outsideCount counts the participants who have a shingle only outside of the pool, and
// the problems for which they have this shingle.
type outsideCount struct{ participants, problems int }

// outsideCounter counts who has a shingle outside of a pool. It takes the shingles in ascending
// order.
type outsideCounter struct {
	inPool   []bool // by problem: the pool has it
	uses     []use  // from the next shingle on
	lastSeen []int  // by problem: the value of counted at the last shingle with a use for the problem
	counted  int    // number of shingles counted
}

// outsideCounter returns a counter for one shard and a pool of the given problems. A nil Corpus
// returns a nil counter, which counts nobody.
func (c *Corpus) outsideCounter(shard int, problems []int) *outsideCounter {
	if c == nil {
		return nil
	}
	counter := &outsideCounter{
		inPool:   make([]bool, len(c.problems)),
		uses:     c.uses[shard],
		lastSeen: make([]int, len(c.problems)),
	}
	for _, problem := range problems {
		if n, known := c.problems[problem]; known {
			counter.inPool[n] = true
		}
	}
	return counter
}

// count counts the participants who have a shingle only outside of the pool, and the problems for which
// they have this shingle. holders are the participants who have the shingle in the pool, ascending.
func (c *outsideCounter) count(shingle uint64, holders []int) outsideCount {
	if c == nil {
		return outsideCount{}
	}
	c.skipTo(shingle)
	c.counted++
	count, last := outsideCount{}, int32(-1)
	for ; len(c.uses) > 0 && c.uses[0].shingle == shingle; c.uses = c.uses[1:] {
		u := c.uses[0]
		for len(holders) > 0 && holders[0] < int(u.participant) {
			holders = holders[1:]
		}
		if c.inPool[u.problem] || len(holders) > 0 && holders[0] == int(u.participant) {
			continue
		}
		if u.participant != last {
			last = u.participant
			count.participants++
		}
		if c.lastSeen[u.problem] != c.counted {
			c.lastSeen[u.problem] = c.counted
			count.problems++
		}
	}
	return count
}

// skipTo drops the uses of all smaller shingles. It gallops (Bentley and Yao
// 1976): a pool has few of a corpus's shingles.
func (c *outsideCounter) skipTo(shingle uint64) {
	step := 1
	for step < len(c.uses) && c.uses[step].shingle < shingle {
		step *= 2
	}
	end := min(step+1, len(c.uses))
	n, _ := slices.BinarySearchFunc(c.uses[:end], shingle, func(u use, s uint64) int { return cmp.Compare(u.shingle, s) })
	c.uses = c.uses[n:]
}
