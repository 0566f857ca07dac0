package pairs

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/lexer"
)

// tileByScan does the same as tile by its definition: again and again, it takes the longest free part
// of a run, and the leftmost of parts of equal length.
func tileByScan(runs []run, left, right freeList, minLength int) (tiles []Tile) {
	for {
		var best run
		for _, r := range runs {
			for _, part := range freeParts(nil, r, left, right, minLength, new(stepCounter)) {
				if part.length > best.length || part.length == best.length && part.place() < best.place() {
					best = part
				}
			}
		}
		if best.length == 0 {
			return tiles
		}
		left.use(best.left, best.length)
		right.use(best.right, best.length)
		tiles = append(tiles, best.asTile())
	}
}

// tile gives the tiles of its definition for programs that repeat themselves. Such programs have
// many runs that overlap.
func TestTileOfOverlappingRuns(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 6 {
		phrase := make([]lexer.Symbol, 40+20*round)
		for i := range phrase {
			phrase[i] = lexer.Symbol(1 + random.IntN(12))
		}
		repeated := func() (program []lexer.Symbol) {
			for range 60 {
				from, to := random.IntN(20), len(phrase)-random.IntN(20)
				program = append(program, phrase[from:to]...)
				program = append(program, lexer.Symbol(100+random.IntN(1000)))
			}
			return append(program, slices.Repeat(phrase, 8)...)
		}
		m := NewMatcher(repeated(), 4)
		other := repeated()
		m.setRight(other)
		m.findRuns()
		if len(m.runs) <= 1<<12 {
			t.Fatalf("%d runs, want more than %d", len(m.runs), 1<<12)
		}
		got, _ := m.tile(m.left.free, m.right.free, 4)
		m.setRight(other)
		if diff := cmp.Diff(tileByScan(m.runs, m.left.free, m.right.free, 4), got); diff != "" {
			t.Errorf("round %d (-by scan +tile):\n%s", round, diff)
		}
	}
}
