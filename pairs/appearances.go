package pairs

import (
	"cmp"
	"math/bits"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// appearances holds the shingles, of one kind, of earlier programs with their counts in a
// pool.
type appearances struct {
	index *index // of the pool
	known []appearance
	// For each program of the pool, and for each earlier one: the numbers of
	// its distinct shingles in known, ascending.
	pool    [][]ref
	earlier [][]ref
	total   []uint64 // for each earlier program: weight of its shingles, if the pool's program had none
}

// appearance is a shingle of an earlier program.
type appearance struct {
	posting        // its weights for a program of the pool that has it
	alone   uint32 // its weight for one that does not
}

// newAppearances looks the shingles of earlier programs up in a pool, whose index
// of shingles of that kind is x.
func newAppearances(x *index, p *Pool, earlier []Program, shingles func(Program) []uint64) *appearances {
	numbers := newNumbers(earlier, shingles)
	a := &appearances{
		index:   x,
		known:   make([]appearance, len(numbers.shingles)),
		pool:    make([][]ref, len(p.programs)),
		earlier: make([][]ref, len(earlier)),
		total:   make([]uint64, len(earlier)),
	}
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i, place := range p.places {
		workers.Go(func() error {
			a.pool[i] = numbers.of(shingles(p.programs[place]), p.programs[place].Template)
			return nil
		})
	}
	for i, program := range earlier {
		workers.Go(func() error {
			a.earlier[i] = numbers.of(shingles(program), nil)
			return nil
		})
	}
	_ = workers.Wait() // none fails
	a.weigh(numbers, p)
	for i, list := range a.earlier {
		for _, m := range list {
			a.total[i] += uint64(a.known[m.number()].alone)
		}
	}
	return a
}

// weigh counts who has the shingles, and weighs them.
func (a *appearances) weigh(numbers *numbers, p *Pool) {
	var uses []uint64 // a shingle's number, and below it a participant of the pool who has it
	for i, place := range p.places {
		for _, m := range a.pool[i] {
			uses = append(uses, uint64(m.number())<<32|uint64(uint32(p.programs[place].Participant)))
		}
	}
	slices.Sort(uses)
	uses = slices.Compact(uses)
	var outside *outsideCounter
	var holders []int
	for i := range a.known {
		shard := shardOf(numbers.shingles[i])
		if i == 0 || shard != shardOf(numbers.shingles[i-1]) {
			outside = p.opts.Corpus.outsideCounter(shard, p.problems)
		}
		for holders = holders[:0]; len(uses) > 0 && uses[0]>>32 == uint64(i); uses = uses[1:] {
			holders = append(holders, int(int32(uses[0])))
		}
		here, others := len(holders), outside.count(numbers.shingles[i], holders)
		known := &a.known[i]
		known.alone = a.index.rarity.weight(here, others)
		if here > 0 {
			known.one = a.index.rarity.weight(here-1, others)
			known.both = known.one // the earlier program is nobody's
			known.others = int32(here - 1 + others.participants)
		}
	}
}

// common returns the shared code of a program of the pool and an earlier one.
func (a *appearances) common(program, earlier int) common {
	c := common{overlap: overlap{
		totals: [2]uint64{a.index.total[program], a.total[earlier]},
		counts: [2]int{int(a.index.count[program]), len(a.earlier[earlier])},
	}}
	if a.index.templates != nil {
		c.extras = new(templateSums)
		c.templates = [2]*ownTemplate{&a.index.templates[program], new(ownTemplate)}
	}
	a.visitShared(program, earlier, func(shingle *appearance, template bool) {
		c.totals[1] += uint64(shingle.one - shingle.alone)
		if template {
			c.extras.oneSided[0].add(&shingle.posting)
			return
		}
		c.shared.add(&shingle.posting)
	})
	return c
}

// visitShared calls visit for the shingles that a program of the pool and an earlier
// one have; template is set for those that are template of the former.
func (a *appearances) visitShared(program, earlier int, visit func(shingle *appearance, template bool)) {
	inBoth(a.pool[program], a.earlier[earlier], func(l, _ ref) {
		visit(&a.known[l.number()], l.template() != 0)
	})
}

// numbers numbers shingles in ascending order.
type numbers struct {
	shingles []uint64 // distinct, ascending
	starts   []int32  // for each value of their upper bits, and one more: the first
	shift    int      // what leaves of a shingle its upper bits
}

func newNumbers(programs []Program, shingles func(Program) []uint64) *numbers {
	n := &numbers{}
	for _, program := range programs {
		n.shingles = append(n.shingles, shingles(program)...)
	}
	slices.Sort(n.shingles)
	n.shingles = slices.Compact(n.shingles)
	if len(n.shingles) > 0 && n.shingles[0] == 0 {
		n.shingles = n.shingles[1:]
	}
	upperBits := bits.Len(uint(len(n.shingles)))
	n.shift = 64 - upperBits
	n.starts = make([]int32, 1<<upperBits+1)
	for _, shingle := range n.shingles {
		n.starts[shingle>>n.shift+1]++
	}
	for i := range 1 << upperBits {
		n.starts[i+1] += n.starts[i]
	}
	return n
}

// of returns the numbers of a program's distinct shingles that have one, ascending,
// with those of its template marked.
func (n *numbers) of(shingles, template []uint64) []ref {
	var list []ref
	for _, shingle := range shingles {
		bin := shingle >> n.shift
		start := n.starts[bin]
		if i, ok := slices.BinarySearch(n.shingles[start:n.starts[bin+1]], shingle); ok {
			list = append(list, newRef(int(start)+i, false))
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	for _, shingle := range template {
		if i, ok := slices.BinarySearchFunc(list, shingle, func(m ref, s uint64) int { return cmp.Compare(n.shingles[m.number()], s) }); ok {
			list[i] = newRef(list[i].number(), true)
		}
	}
	return list
}
