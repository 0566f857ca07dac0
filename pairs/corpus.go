package pairs

import (
	"cmp"
	"slices"
)

// Corpus is the code of a whole contest in one family of languages: what tells
// whether a shingle belongs to a problem or to the people. It is only read by
// Find, so several can use it at once.
type Corpus struct {
	uses         [parts][]use // sorted
	participants int
}

// use says that a participant has a shingle in a program for a problem.
type use struct {
	shingle     uint64
	participant int32
	problem     int32
}

func (u use) hash() uint64 { return u.shingle }

// NewCorpus makes a corpus of programs, of which it does not look at the
// templates. Problems that are versions of one another (an easy and a hard one)
// must bear one number: a solution that both have is not code from elsewhere.
func NewCorpus(programs []Program) *Corpus {
	sorted := slices.Clone(programs)
	slices.SortStableFunc(sorted, func(a, b Program) int {
		return cmp.Or(cmp.Compare(a.Participant, b.Participant), cmp.Compare(a.Problem, b.Problem))
	})
	c := &Corpus{}
	for i, program := range sorted {
		if i == 0 || program.Participant != sorted[i-1].Participant {
			c.participants++
		}
	}
	inParts(func(part int) {
		size := 0
		for _, program := range sorted {
			size += countIn(part, program.Structure) + countIn(part, program.Wording)
		}
		list := make([]use, 0, size)
		for _, program := range sorted {
			for _, shingles := range [][]uint64{program.Structure, program.Wording} {
				for _, shingle := range shingles {
					if shingle != 0 && partOf(shingle) == part {
						list = append(list, use{shingle, int32(program.Participant), int32(program.Problem)})
					}
				}
			}
		}
		c.uses[part] = slices.Clip(sortPart(list))
	})
	return c
}

// elsewhere counts, shingle by shingle in ascending order, who has it for other
// problems than a pool's, and not in the pool.
type elsewhere struct {
	pool map[int32]bool // its problems
	rest []use          // of the shingles from the next one on
	seen []int32        // problems that were counted
}

// outside is who has a shingle, but not in the pool.
type outside struct{ participants, problems int }

// elsewhere counts in one part. It is nil, which counts none, for no corpus.
func (c *Corpus) elsewhere(part int, problems map[int32]bool) *elsewhere {
	if c == nil {
		return nil
	}
	return &elsewhere{pool: problems, rest: c.uses[part]}
}

// of counts for a shingle that the given participants, in their order, have in
// the pool.
func (e *elsewhere) of(shingle uint64, here []int) outside {
	if e == nil {
		return outside{}
	}
	e.skipTo(shingle)
	e.seen = e.seen[:0]
	participants, last := 0, int32(-1)
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
			participants++
		}
		if !slices.Contains(e.seen, u.problem) {
			e.seen = append(e.seen, u.problem)
		}
	}
	return outside{participants, len(e.seen)}
}

// skipTo drops the uses of all smaller shingles. It gallops (Bentley and Yao
// 1976): a pool has few of a corpus's shingles.
func (e *elsewhere) skipTo(shingle uint64) {
	step := 1
	for step < len(e.rest) && e.rest[step].shingle < shingle {
		step *= 2
	}
	end := min(step+1, len(e.rest))
	n, _ := slices.BinarySearchFunc(e.rest[:end], shingle, func(u use, s uint64) int { return cmp.Compare(u.shingle, s) })
	e.rest = e.rest[n:]
}
