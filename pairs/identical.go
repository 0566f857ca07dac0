package pairs

import "slices"

// checksums tell the shingles of programs apart when they are no longer in memory. The order of the shingles does not matter.
type checksums struct {
	sum  uint64 // of the shingles
	hash uint64 // the sum of the shingles, mixed as in SplitMix64 (Steele, Lea and Flood 2014)
}

func newChecksums(shingles []uint64) (c checksums) {
	for _, shingle := range shingles {
		c.sum += shingle
		shingle = (shingle ^ shingle>>30) * 0xbf58476d1ce4e5b9
		shingle = (shingle ^ shingle>>27) * 0x94d049bb133111eb
		c.hash += shingle ^ shingle>>31
	}
	return c
}

// setContents sets contents to a hash of each program's code with its names, in no order; 0 if the
// program has no shingles. A file has the contents of its program.
func (p *Pool) setContents() {
	p.contents = make([]uint64, len(p.places))
	for i := range p.contents {
		whole := p.numbers[p.places[i]]
		if structure := p.structure.checksums[whole].hash; structure != 0 {
			p.contents[i] = max(1, structure^p.wording.checksums[whole].hash*0x9e3779b97f4a7c15)
		}
	}
}

// identical reports whether two programs, or the programs of two files, are identical but for comments, layout and literals.
func (p *Pool) identical(a, b int) bool {
	return p.contents != nil && p.contents[a] == p.contents[b] && p.contents[a] != 0
}

// isIdentical reports whether the two programs of a candidate are identical, and share code.
func (p *Pool) isIdentical(c candidate) bool {
	return c.suspicion > 0 && p.identical(p.numbers[c.left], p.numbers[c.right])
}

// isBetter reports whether a candidate is a better pair of attempts of its two entries than another candidate. If neither
// reaches Options.Keep, identical programs are better than others, because raiseIdentical raises them.
func (p *Pool) isBetter(c, other candidate) bool {
	if max(c.worth(), other.worth()).float() < p.opts.Keep {
		if identical := p.isIdentical(c); identical != p.isIdentical(other) {
			return identical
		}
	}
	return byRank(c, other) < 0
}

// raiseIdentical raises the candidates of identical programs above all others, and moves them in counts. It removes
// candidates that still do not reach Options.Keep. raised has the former suspicions, by the candidates' places.
//
// The shortlist is made before the raise, so short programs that many participants have displace no other pairs.
func (p *Pool) raiseIdentical(list *shortlist, counts *suspicionCounts) (raised map[[2]int32]score) {
	if p.contents == nil {
		return nil
	}
	above := score(0) // the least suspicion of identical programs
	for _, c := range list.candidates {
		if !p.isIdentical(c) {
			above = min(c.suspicion+1, scoreOf(1))
			break
		}
	}
	raised = make(map[[2]int32]score)
	remaining := list.candidates[:0]
	for _, c := range list.candidates {
		before := c.suspicion
		if before < above && p.isIdentical(c) {
			c.suspicion = above
		}
		if c.worth().float() < p.opts.Keep {
			continue
		}
		if c.suspicion > before {
			raised[[2]int32{c.left, c.right}] = before
			counts.exact[before.bin()]--
			counts.exact[c.suspicion.bin()]++
		}
		remaining = append(remaining, c)
	}
	list.candidates = rank(remaining)
	return raised
}

// repeatsAmong is the number of attempts before an attempt among which findRepeats looks for the same code.
const repeatsAmong = 16

// findRepeats finds attempts with the same shingles and variables as an earlier attempt of their entry. [Pool.Find] skips them:
// they score the same with every program, and the earlier of two equal attempts counts. If only some programs are wanted, it
// skips none. Among 13,000 programs for one problem, a fifth are repeats.
func (p *Pool) findRepeats() {
	p.isRepeat = make([]bool, len(p.places))
	if p.wanted != nil {
		return
	}
	for _, e := range p.entries {
		for i := e.start + 1; i < e.end; i++ {
			for j := i - 1; j >= max(e.start, i-repeatsAmong) && !p.isRepeat[i]; j-- {
				p.isRepeat[i] = !p.isRepeat[j] && p.structure.equal(i, j) && p.wording.equal(i, j) && p.variables.equal(i, j)
			}
		}
	}
}

// equal reports whether two programs have the same shingles.
func (x *index) equal(a, b int) bool {
	return x.checksums[a] == x.checksums[b] && x.own[a] == x.own[b] && (x.templates == nil || x.templates[a] == x.templates[b]) &&
		slices.Equal(x.shared(a), x.shared(b))
}
