package pairs

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
)

// Match is a run of equal tokens in two programs: Length tokens from token
// Left of the one and from token Right of the other.
type Match struct {
	Left, Right int
	Length      int
}

// Matches covers two programs with their longest common runs of at least
// minLength tokens, each token used once: greedy string tiling (Wise 1993).
// Longer runs are taken first, equal ones in the order of their places, so the
// result does not depend on chance. A lexer.Barrier matches nothing: put one
// in place of every token that is not to be matched, such as base code.
//
// The result is sorted by Left, and the same, mirrored, when the programs
// change sides. Programs that repeat one phrase thousands of times have more
// common runs than can be looked at; there the minimum length is doubled until
// they are few enough.
func Matches(left, right []lexer.Symbol, minLength int) []Match {
	// Equal runs are taken in the order of their places in the smaller
	// program, so that it does not matter which one is called left.
	swap := cmp.Or(cmp.Compare(len(left), len(right)), slices.Compare(left, right)) > 0
	if swap {
		left, right = right, left
	}
	matches := cover(left, right, max(minLength, 1))
	if swap {
		for i, m := range matches {
			matches[i] = Match{m.Right, m.Left, m.Length}
		}
	}
	slices.SortFunc(matches, func(a, b Match) int { return cmp.Compare(a.Left, b.Left) })
	return matches
}

func cover(left, right []lexer.Symbol, minLength int) []Match {
	for {
		if runs, ok := commonRuns(left, right, minLength); ok {
			return tile(runs, len(left), len(right), minLength)
		}
		minLength *= 2
	}
}

// maxRuns bounds the common runs that are looked at: some tenths of a second.
const maxRuns = 2 << 20

// commonRuns lists the maximal common runs of minLength or more tokens. It
// gives up where there are more than maxRuns.
func commonRuns(left, right []lexer.Symbol, minLength int) (runs []Match, ok bool) {
	leftHash, rightHash := newPrefixHash(left), newPrefixHash(right)
	index := newWindowIndex(right, rightHash, minLength)
	for i := 0; i+minLength <= len(left); i++ {
		if leftHash.barrierIn(i, minLength) {
			continue
		}
		for group := range index.groupsOf(leftHash.of(i, minLength)) {
			if group.before != lexer.Barrier && group.before == before(left, i) {
				continue // these runs began earlier
			}
			for j := group.first; j != none; j = index.next[j] {
				if len(runs) == maxRuns {
					return nil, false
				}
				runs = append(runs, Match{i, int(j), commonLength(leftHash, i, rightHash, int(j))})
			}
		}
	}
	return runs, true
}

// tile takes the runs from the longest down. What earlier tiles left of a run
// goes back into the queue as runs of its own.
func tile(runs []Match, leftLen, rightLen, minLength int) []Match {
	queue := runQueue(runs)
	heap.Init(&queue)
	left, right := newFreeList(leftLen), newFreeList(rightLen)
	var tiles []Match
	for len(queue) > 0 {
		run := heap.Pop(&queue).(Match)
		free := freeParts(run, left, right, minLength)
		if len(free) == 1 && free[0] == run {
			left.use(run.Left, run.Length)
			right.use(run.Right, run.Length)
			tiles = append(tiles, run)
			continue
		}
		for _, part := range free {
			heap.Push(&queue, part)
		}
	}
	return tiles
}

// freeParts lists the parts of a run, minLength or longer, that no tile uses
// on either side.
func freeParts(run Match, left, right freeList, minLength int) []Match {
	var parts []Match
	for n := 0; n < run.Length; {
		// The next place that is free on both sides.
		skip := max(left.next(run.Left+n)-run.Left, right.next(run.Right+n)-run.Right)
		if skip > n {
			n = skip
			continue
		}
		start := n
		for n < run.Length && left.isFree(run.Left+n) && right.isFree(run.Right+n) {
			n++
		}
		if n-start >= minLength {
			parts = append(parts, Match{run.Left + start, run.Right + start, n - start})
		}
	}
	return parts
}

// runQueue is a heap with the longest run first, then the leftmost.
type runQueue []Match

func (q runQueue) Len() int      { return len(q) }
func (q runQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q runQueue) Less(i, j int) bool {
	a, b := q[i], q[j]
	if a.Length != b.Length {
		return a.Length > b.Length
	}
	if a.Left != b.Left {
		return a.Left < b.Left
	}
	return a.Right < b.Right
}
func (q *runQueue) Push(x any) { *q = append(*q, x.(Match)) }
func (q *runQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
