package pairs

import (
	"cmp"
	"math/bits"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// partBits is how many upper bits of a shingle say which part it belongs to:
// as few bits of work in flight, as many parts as workers can be.
const partBits = 4

// part is the index of those shingles whose upper bits are the same.
type part struct {
	postings  []posting // start and end are those of the part's holders
	holders   []marked
	total     []uint64
	count     []int32
	templates []ownTemplate // nil where no program has any

	rarity *rarity
}

// occurrence says that a program has a shingle.
type occurrence struct {
	shingle uint64
	program marked
}

// invert makes the parts of an index on all processors. One part after another
// is sorted, so that what all programs have is never there as one list.
func invert(programs []Program, shingles func(Program) []uint64, rarity *rarity, elsewhere func() *elsewhere) []*part {
	parts := make([]*part, 1<<partBits)
	templates := make([]map[uint64]struct{}, len(programs))
	for i, program := range programs {
		if len(program.Template) > 0 {
			templates[i] = make(map[uint64]struct{}, len(program.Template))
			for _, shingle := range program.Template {
				templates[i][shingle] = struct{}{}
			}
		}
	}
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for n := range parts {
		workers.Go(func() error {
			list := occurrencesIn(n, programs, shingles, templates)
			parts[n] = newPart(list, programs, rarity, elsewhere())
			return nil
		})
	}
	_ = workers.Wait() // none fails
	return parts
}

// occurrencesIn lists the distinct shingles of all programs that belong to a
// part, equal ones together in the order of the programs.
func occurrencesIn(part int, programs []Program, shingles func(Program) []uint64, templates []map[uint64]struct{}) []occurrence {
	size := 0
	for _, program := range programs {
		size += len(shingles(program))
	}
	list := make([]occurrence, 0, size>>partBits+size>>(partBits+3))
	for i, program := range programs {
		for _, shingle := range shingles(program) {
			if shingle == 0 || int(shingle>>(64-partBits)) != part {
				continue
			}
			_, inTemplate := templates[i][shingle]
			list = append(list, occurrence{shingle, mark(i, inTemplate)})
		}
	}
	list = sortOccurrences(list)
	return slices.Compact(list)
}

// sortOccurrences sorts by shingle and then by program. Shingles are hashes, so
// most of the order is had by throwing them into as many bins as there are
// occurrences, or nearly so, by their bits below those of the part.
func sortOccurrences(list []occurrence) []occurrence {
	binBits := max(bits.Len(uint(len(list)))-2, 0)
	bin := func(o occurrence) int { return int(o.shingle << partBits >> (64 - binBits)) }
	if binBits == 0 {
		bin = func(occurrence) int { return 0 }
	}
	ends := make([]int32, 1<<binBits+1)
	for _, o := range list {
		ends[bin(o)+1]++
	}
	for i := range 1 << binBits {
		ends[i+1] += ends[i]
	}
	sorted := make([]occurrence, len(list))
	for _, o := range list {
		b := bin(o)
		sorted[ends[b]] = o
		ends[b]++
	}
	start := int32(0)
	for _, end := range ends[:1<<binBits] {
		slices.SortFunc(sorted[start:end], func(a, b occurrence) int {
			if a.shingle != b.shingle {
				return cmp.Compare(a.shingle, b.shingle)
			}
			return cmp.Compare(a.program, b.program)
		})
		start = end
	}
	return sorted
}

// newPart indexes sorted occurrences.
func newPart(occurrences []occurrence, programs []Program, rarity *rarity, elsewhere *elsewhere) *part {
	p := &part{total: make([]uint64, len(programs)), count: make([]int32, len(programs)), rarity: rarity}
	var participants []int // that have a shingle
	for len(occurrences) > 0 {
		shingle, n := occurrences[0].shingle, 0
		participants = participants[:0]
		for ; n < len(occurrences) && occurrences[n].shingle == shingle; n++ {
			participant := programs[occurrences[n].program.number()].Participant
			if len(participants) == 0 || participants[len(participants)-1] != participant {
				participants = append(participants, participant)
			}
		}
		p.add(occurrences[:n], len(participants), elsewhere.of(shingle, participants))
		occurrences = occurrences[n:]
	}
	return p
}

// add takes in all occurrences of one shingle, in the order of the programs.
// participants of the pool have it, and others outside of it.
func (p *part) add(occurrences []occurrence, participants int, others outside) {
	one := p.rarity.weight(participants-1, others)
	for _, o := range occurrences {
		i := o.program.number()
		if o.program.template() == 0 {
			p.total[i] += uint64(one)
			p.count[i]++
			continue
		}
		if p.templates == nil {
			p.templates = make([]ownTemplate, len(p.total))
		}
		p.templates[i].total += uint64(one)
		p.templates[i].count++
	}
	if participants == 1 {
		return
	}
	shared := posting{
		both:   p.rarity.weight(participants-2, others),
		one:    one,
		others: int32(participants - 2 + others.participants),
		start:  int32(len(p.holders)),
	}
	for _, o := range occurrences {
		p.holders = append(p.holders, o.program)
		shared.template = shared.template || o.program.template() != 0
	}
	shared.end = int32(len(p.holders))
	p.postings = append(p.postings, shared)
}
