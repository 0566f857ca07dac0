package pairs

import "github.com/ojcheck/ojcheck/lexer"

// sweepTries is the most places on the left that a sweep tries for one place on the right.
const sweepTries = 4

// sweep covers two programs with tiles in a single walk over the right one, in time linear in their
// lengths. At each place it tries the place on the left where the last tile ended, and up to
// sweepTries free places with the same next tokens. It takes the longest run that it tried. Greedy
// string tiling takes the longest runs of the whole programs first. sweep takes runs as it walks,
// so it makes more tiles, and shorter tiles.
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

// freeRun returns the run of equal tokens that starts at place i on the left and place j on the
// right. It ends where a tile uses a token on the left.
func (m *Matcher) freeRun(i int32, j int) run {
	n := int32(0)
	for int(i+n) < len(m.left.symbols) && j+int(n) < len(m.right.symbols) && m.left.free.isFree(i+n) &&
		m.left.symbols[i+n] == m.right.symbols[j+int(n)] && m.left.symbols[i+n] != lexer.Barrier {
		n++
	}
	return run{i, int32(j), n}
}
