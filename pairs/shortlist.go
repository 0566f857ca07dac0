package pairs

import (
	"cmp"
	"slices"
)

// shortlist keeps the candidates that are among the first so many of one of
// their two entries, or share a private template: to repeat a copy in other
// problems is no way to hide it. Where all programs of a large pool are alike
// there are as many candidates as pairs, so those that cannot be kept any more
// are dropped on the way: who has so many better ones already has them at the
// end.
type shortlist struct {
	limit      int     // for each entry; 0 is none
	entries    []int32 // for each program, by its place in the set that Find was given: its entry
	candidates []candidate
	room       int // candidates from which it is shortened
	beyond     int // candidates dropped
	highest    score
}

// shortlistRoom is the number of candidates from which a list is shortened: 32 MB.
const shortlistRoom = 1 << 21

func (p *Pool) newShortlist(limit, room int) *shortlist {
	l := &shortlist{limit: limit, entries: make([]int32, len(p.places)), room: room}
	for i, e := range p.entries {
		for program := e.start; program < e.end; program++ {
			l.entries[p.places[program]] = int32(i)
		}
	}
	return l
}

// add takes in candidates, in any order.
func (l *shortlist) add(found []candidate) {
	l.candidates = append(l.candidates, found...)
	if l.limit > 0 && len(l.candidates) >= l.room {
		l.shorten()
		l.room = max(l.room, 2*len(l.candidates)) // so that it gets shorter by half at least
	}
}

// shorten ranks the candidates, drops those beyond the limit of both their
// entries, counts them, and notes the highest suspicion among them.
func (l *shortlist) shorten() {
	l.candidates = rank(l.candidates)
	if l.limit <= 0 {
		return
	}
	taken := make([]int, len(l.entries)) // by entry, of which there are no more
	kept := l.candidates[:0]
	for _, c := range l.candidates {
		left, right := l.entries[c.left], l.entries[c.right]
		if taken[left] >= l.limit && taken[right] >= l.limit && c.sharedTemplate.float() < PrivateTemplate {
			l.beyond++
			l.highest = max(l.highest, c.suspicion)
			continue
		}
		taken[left]++
		taken[right]++
		kept = append(kept, c)
	}
	l.candidates = kept
}

// rank returns candidates in the order of byRank. Large pools have millions, so
// they are thrown into the bins of a tally first.
func rank(candidates []candidate) []candidate {
	bin := func(c candidate) int { return fineSteps - c.suspicion.bin() }
	var ends [fineSteps + 2]int
	for _, c := range candidates {
		ends[bin(c)+1]++
	}
	for i := range fineSteps + 1 {
		ends[i+1] += ends[i]
	}
	ranked := make([]candidate, len(candidates))
	for _, c := range candidates {
		ranked[ends[bin(c)]] = c
		ends[bin(c)]++
	}
	start := 0
	for _, end := range ends[:fineSteps+1] {
		slices.SortFunc(ranked[start:end], byRank)
		start = end
	}
	return ranked
}

// byRank orders pairs by suspicion, the highest first, then by the template that
// they share, then by place.
func byRank(a, b candidate) int {
	if a.suspicion != b.suspicion {
		return cmp.Compare(b.suspicion, a.suspicion)
	}
	return cmp.Or(
		cmp.Compare(b.sharedTemplate, a.sharedTemplate),
		cmp.Compare(a.left, b.left),
		cmp.Compare(a.right, b.right),
	)
}
