package pairs

import (
	"cmp"
	"slices"
)

// shortlist holds the candidates that are within the limit of one of their two entries, or share a
// private template. So nobody can hide a copy by repeating it in other problems. In a large pool of
// similar programs every pair is a candidate, so the list is shortened from time to time. A
// candidate that exceeds both limits now also exceeds them at the end.
type shortlist struct {
	limit          int     // for each entry; 0 is no limit
	keep           float64 // see Options.Keep: identical programs below it do not count as dropped
	entries        []int32 // for each place of a program: its entry
	candidates     []candidate
	shortenAt      int // length from which on the list is shortened
	dropped        int
	highestDropped score
}

// firstShortenAt is the length at which a new list is first shortened: 8 MB, and as much again while it is shortened.
const firstShortenAt = 1 << 19

func (p *Pool) newShortlist(limit, shortenAt int) *shortlist {
	l := &shortlist{limit: limit, keep: p.opts.Keep, entries: make([]int32, len(p.places)), shortenAt: shortenAt}
	for number, place := range p.places {
		l.entries[place] = p.entryOf[number]
	}
	return l
}

// add adds candidates, in any order.
func (l *shortlist) add(found []candidate) {
	l.candidates = append(l.candidates, found...)
	if l.limit > 0 && len(l.candidates) >= l.shortenAt {
		l.shorten()
		l.shortenAt = max(l.shortenAt, 2*len(l.candidates)) // so that half of the list is new next time
	}
}

// shorten ranks the candidates. It drops and counts the candidates that exceed the limits
// of both their entries.
func (l *shortlist) shorten() {
	l.candidates = rank(l.candidates)
	if l.limit <= 0 {
		return
	}
	counts := make([]int, len(l.entries)) // by entry
	l.candidates = slices.DeleteFunc(l.candidates, func(c candidate) bool {
		left, right := l.entries[c.left], l.entries[c.right]
		if counts[left] >= l.limit && counts[right] >= l.limit && c.sharedTemplate.float() < MinSharedTemplate {
			if c.worth().float() >= l.keep {
				l.dropped++
				l.highestDropped = max(l.highestDropped, c.suspicion)
			}
			return true
		}
		counts[left]++
		counts[right]++
		return false
	})
}

// rank sorts candidates by byRank. Large pools have millions of them, so it distributes them among bins, and sorts each bin.
func rank(candidates []candidate) []candidate {
	bin := func(c candidate) int { return fineSteps - c.suspicion.bin() }
	ends := make([]int32, fineSteps+2)
	for _, c := range candidates {
		ends[bin(c)+1]++
	}
	accumulate(ends)
	sorted := make([]candidate, len(candidates))
	for _, c := range candidates {
		end := &ends[bin(c)]
		sorted[*end] = c
		*end++
	}
	sortBins(sorted, ends[:fineSteps+1], byRank)
	return sorted
}

// byRank orders candidates by suspicion, the highest first, then by the template
// that they share, then by place.
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
