package pairs

import "github.com/ojcheck/ojcheck/lexer"

// sweepTries bounds the places that a sweep tries for one place.
const sweepTries = 4

// sweep covers two programs with tiles in a single walk over the right one, in a time that is
// linear in their lengths. At each place it tries to go on where the last tile ended, and some
// free places on the left with the same next tokens, and takes the longest run. Unlike greedy
// string tiling it takes what it finds first, and so more tiles, and shorter ones.
func (m *Matcher) sweep() []Match {
	m.coarse = true
	m.left.free = m.left.free.reset(len(m.left.symbols))
	m.right.free = m.right.free.reset(len(m.right.symbols))
	places := make([]int32, len(m.seeds.groups)) // of each group: the first one that may be free
	for g := range places {
		places[g] = m.seeds.groups[g].first
	}
	var tiles []Tile
	var last run
	end := 0 // of the last tile, on the right
	for j, hash := range windows(m.right.symbols, m.seeds.length) {
		if j < end {
			continue
		}
		best := m.freeRun(last.left+last.length+int32(j-end), j)
		tries := 0
		for g := m.seeds.heads[m.seeds.slot(hash)]; g != none && tries < sweepTries; g = m.seeds.groups[g].nextGroup {
			if m.seeds.groups[g].hash != hash {
				continue
			}
			tries++
			for places[g] != none && !m.left.free.isFree(places[g]) {
				places[g] = m.seeds.next[places[g]]
			}
			if places[g] != none {
				if r := m.freeRun(places[g], j); r.length > best.length {
					best = r
				}
			}
		}
		if int(best.length) >= m.minLength {
			m.left.free.use(best.left, best.length)
			tiles = append(tiles, best.asTile())
			last, end = best, j+int(best.length)
		}
	}
	matches := singleTiles(tiles)
	sortMatches(matches)
	return matches
}

// freeRun returns the run of equal tokens from two places on that no tile uses.
func (m *Matcher) freeRun(i int32, j int) run {
	n := int32(0)
	for int(i+n) < len(m.left.symbols) && j+int(n) < len(m.right.symbols) && m.left.free.isFree(i+n) &&
		m.left.symbols[i+n] == m.right.symbols[j+int(n)] && m.left.symbols[i+n] != lexer.Barrier {
		n++
	}
	return run{i, int32(j), n}
}
