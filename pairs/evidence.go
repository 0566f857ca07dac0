package pairs

// Evidence is what a suspicion rests on, in distinct shingles. Base code is not
// counted, nor is what is own template of both.
type Evidence struct {
	Shared  int // shingles that both programs have
	Unique  int // those of them that no other participant of the contest has
	Wording int // shingles that both have with the same names in them
}

// evidence collects the evidence for two programs, by their places in the set
// that Find was given.
func (p *Pool) evidence(left, right int) Evidence {
	var e Evidence
	a, b := p.ranks[left], p.ranks[right]
	p.structure.visitShared(a, b, func(posting *posting, template bool) {
		if template {
			return
		}
		e.Shared++
		if posting.others == 0 {
			e.Unique++
		}
	})
	p.wording.visitShared(a, b, func(_ *posting, template bool) {
		if !template {
			e.Wording++
		}
	})
	return e
}

// visitShared visits the shingles that two programs share, and tells whether
// each is template of both.
func (x *index) visitShared(a, b int, visit func(p *posting, template bool)) {
	inBoth(x.shared(a), x.shared(b), func(l, r marked) {
		visit(&x.postings[l.number()], (l&r).template() != 0)
	})
}

// inBoth visits the numbers that two ascending lists have in common, as each has
// them.
func inBoth(left, right []marked, visit func(l, r marked)) {
	for len(left) > 0 && len(right) > 0 {
		switch l, r := left[0].number(), right[0].number(); {
		case l < r:
			left = left[1:]
		case l > r:
			right = right[1:]
		default:
			visit(left[0], right[0])
			left, right = left[1:], right[1:]
		}
	}
}
