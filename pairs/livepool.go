package pairs

import "slices"

// livePool is the programs of a Live that are paired with each other.
type livePool struct {
	version      int
	programs     []*liveProgram // by slot; nil where there is none any more
	owners       []int32        // by slot: the number of the participant
	free         []int          // slots that are not used
	participants map[*person]int
	kinds        [kinds]liveIndex
	rarity       *rarity
	bound        bool            // what is kept of weights is no more than they are
	sums         [kinds][]sums   // by slot: what is shared with the program that is asked for
	extras       [kinds][]extras // the same, of what is template
}

func newLivePool(version int) *livePool {
	return &livePool{
		version:      version,
		participants: make(map[*person]int),
		kinds:        [kinds]liveIndex{newLiveIndex(), newLiveIndex()},
	}
}

// add gives a program a slot.
func (p *livePool) add(x *liveProgram) (slot int) {
	p.participants[x.owner]++
	if last := len(p.free) - 1; last >= 0 {
		slot, p.free = p.free[last], p.free[:last]
		p.programs[slot], p.owners[slot] = x, int32(x.owner.number)
		return slot
	}
	p.programs = append(p.programs, x)
	p.owners = append(p.owners, int32(x.owner.number))
	return len(p.programs) - 1
}

func (p *livePool) remove(x *liveProgram) {
	p.programs[x.slot] = nil
	p.free = append(p.free, x.slot)
	if p.participants[x.owner]--; p.participants[x.owner] == 0 {
		delete(p.participants, x.owner)
	}
}

// weighAmong sets the number of participants among whom it is counted who has a
// shingle. Where they are fewer than before, shingles weigh less than is kept.
func (p *livePool) weighAmong(participants int, f formula) {
	if p.rarity == nil || p.rarity.participants != participants {
		p.bound = p.bound && p.rarity != nil && participants >= p.rarity.participants
		p.rarity = newRarity(participants, nil, f)
	}
}

// weigh brings what is kept of weights up to date where it may be too much.
func (p *livePool) weigh() {
	if !p.bound {
		for kind := range p.kinds {
			p.kinds[kind].bound(p.programs, kind, p.rarity)
		}
		p.bound = true
	}
}

// simplicity returns that of the pool's problem.
func (p *livePool) simplicity() float64 {
	type entry struct {
		owner   *person
		problem int
	}
	longest := make(map[entry]int, len(p.participants))
	for _, x := range p.programs {
		if x != nil {
			e := entry{x.owner, x.problem}
			longest[e] = max(longest[e], x.code[structureKind].count)
		}
	}
	sizes := make([]int, 0, len(longest))
	for _, size := range longest {
		sizes = append(sizes, size)
	}
	return Simplicity(TypicalSize(sizes))
}

// addUp sums what a program shares with each of the others.
func (p *livePool) addUp(x *liveProgram, kind int) {
	index := &p.kinds[kind]
	p.sums[kind] = slices.Grow(p.sums[kind][:0], len(p.programs))[:len(p.programs)]
	p.extras[kind] = slices.Grow(p.extras[kind][:0], len(p.programs))[:len(p.programs)]
	clear(p.sums[kind])
	clear(p.extras[kind])
	sums, extras := p.sums[kind], p.extras[kind]
	for _, shingle := range x.code[kind].shingles {
		kept := &index.postings[shingle.number()]
		index.weigh(kept, p.rarity) // so that no program weighs less than what it shares
		if kept.participants < 2 {
			continue
		}
		weights := posting{both: p.rarity.weight(int(kept.participants)-2, index.outside(kept)), one: kept.weight}
		add := func(holder marked) {
			if (holder | shingle).template() != 0 {
				extras[holder.number()].add(shingle.template(), holder.template(), &weights)
			} else {
				sums[holder.number()].add(&weights)
			}
		}
		add(kept.first)
		if shingle.template() != 0 {
			for _, holder := range index.others(kept) {
				add(holder)
			}
			continue
		}
		for _, holder := range index.others(kept) {
			if holder.template() != 0 {
				add(holder)
				continue
			}
			s := &sums[holder.number()]
			s.weight += weights.both
			s.own += weights.one
			s.shingles++
		}
	}
}

// common returns what a program has in common with the one that was added up, given
// what the shingles of both weigh.
func (p *livePool) common(kind int, other, x *liveProgram, otherWeight, weight *weighed) common {
	return common{
		overlap: overlap{
			shared: p.sums[kind][other.slot],
			totals: [2]uint64{otherWeight.own, weight.own},
			counts: [2]int{other.code[kind].count, x.code[kind].count},
		},
		extras:    &p.extras[kind][other.slot],
		templates: [2]*ownTemplate{&otherWeight.template, &weight.template},
	}
}

// weighed is what the shingles of a program weigh.
type weighed struct {
	own      uint64
	template ownTemplate
}

// weighed returns what the shingles of a program weigh now.
func (p *livePool) weighed(x *liveProgram, kind int) weighed {
	own, template := p.kinds[kind].total(&x.code[kind], p.rarity)
	return weighed{own, template}
}

// least returns the least that they weigh, without looking at them.
func (p *livePool) least(x *liveProgram, kind int) weighed {
	least, code := &p.kinds[kind].least[x.slot], &x.code[kind]
	return weighed{least.own, ownTemplate{least.template, len(code.shingles) - code.count}}
}
