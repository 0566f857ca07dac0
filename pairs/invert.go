package pairs

// inverted is the index of the shingles of one part.
type inverted struct {
	postings  []posting // start and end are of its own holders
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

func (o occurrence) hash() uint64 { return o.shingle }

// invert makes the index part by part.
func invert(programs []Program, shingles func(Program) []uint64, rarity *rarity, elsewhere func(part int) *elsewhere, told *[parts]*frequencies) []*inverted {
	templates := make([]map[uint64]struct{}, len(programs))
	for i, program := range programs {
		if len(program.Template) > 0 {
			templates[i] = make(map[uint64]struct{}, len(program.Template))
			for _, shingle := range program.Template {
				templates[i][shingle] = struct{}{}
			}
		}
	}
	var sizes [parts]int
	for _, program := range programs {
		countParts(shingles(program), &sizes)
	}
	list := make([]*inverted, parts)
	inParts(func(part int) {
		occurrences := occurrencesIn(part, sizes[part], programs, shingles, templates)
		list[part] = newInverted(occurrences, programs, rarity, elsewhere(part), told[part])
	})
	return list
}

// occurrencesIn lists the distinct shingles of all programs that belong to a
// part, of size shingles, equal ones together in the order of the programs.
func occurrencesIn(part, size int, programs []Program, shingles func(Program) []uint64, templates []map[uint64]struct{}) []occurrence {
	list := make([]occurrence, 0, size)
	for i, program := range programs {
		for _, shingle := range shingles(program) {
			if shingle == 0 || partOf(shingle) != part {
				continue
			}
			_, inTemplate := templates[i][shingle]
			list = append(list, occurrence{shingle, mark(i, inTemplate)})
		}
	}
	return sortPart(list)
}

// newInverted indexes sorted occurrences, and notes in told how many have them.
func newInverted(occurrences []occurrence, programs []Program, rarity *rarity, elsewhere *elsewhere, told *frequencies) *inverted {
	p := &inverted{total: make([]uint64, len(programs)), count: make([]int32, len(programs)), rarity: rarity}
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
		told.add(shingle, len(participants))
		p.add(occurrences[:n], len(participants), elsewhere.of(shingle, participants))
		occurrences = occurrences[n:]
	}
	return p
}

// add takes in all occurrences of one shingle, in the order of the programs.
// participants of the pool have it, and others outside of it.
func (p *inverted) add(occurrences []occurrence, participants int, others outside) {
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
