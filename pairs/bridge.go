package pairs

import "slices"

// bridges returns those ties, ascending, without which two members cannot be
// reached from one another (Tarjan 1974): a tie down the tree of a walk in depth
// is one where nothing behind it has a tie to what was reached before it. The
// ties are given by the two members whom they hold together.
func bridges(ties map[[2]int]int) []int {
	w := walk{neighbours: make(map[int][]neighbour), reached: make(map[int]int)}
	for two, tie := range ties {
		w.neighbours[two[0]] = append(w.neighbours[two[0]], neighbour{two[1], tie})
		w.neighbours[two[1]] = append(w.neighbours[two[1]], neighbour{two[0], tie})
	}
	for member := range w.neighbours {
		if w.reached[member] == 0 {
			w.from(member, -1)
		}
	}
	slices.Sort(w.bridges)
	return w.bridges
}

// neighbour is a member who is tied to another one.
type neighbour struct{ member, tie int }

// walk goes through a group in depth.
type walk struct {
	neighbours map[int][]neighbour
	reached    map[int]int // when a member was reached, from 1
	bridges    []int
}

// from goes on from a member, who was reached by a tie, and returns when the
// first was reached whom the member and those behind have a tie to, other than
// that one.
func (w *walk) from(member, by int) (first int) {
	w.reached[member] = len(w.reached) + 1
	first = w.reached[member]
	for _, next := range w.neighbours[member] {
		if next.tie == by {
			continue
		}
		behind := w.reached[next.member]
		if behind == 0 {
			behind = w.from(next.member, next.tie)
			if behind > w.reached[member] {
				w.bridges = append(w.bridges, next.tie)
			}
		}
		first = min(first, behind)
	}
	return first
}
