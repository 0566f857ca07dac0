package pairs

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/lexer"
)

// tileByScan is tile by definition: the longest run of what is free, then the
// leftmost, again and again.
func tileByScan(runs []run, left, right freeList, minLength int) (tiles []Tile) {
	for {
		var best run
		for _, r := range runs {
			for _, part := range freeParts(nil, r, left, right, minLength) {
				if best.length == 0 || part.isBefore(best) {
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

// Programs that repeat themselves have more runs than one band takes.
func TestTileInBands(t *testing.T) {
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
		m.commonRuns(other)
		if len(m.runs) <= unbandedRuns {
			t.Fatalf("only %d runs", len(m.runs))
		}
		lists := func() (freeList, freeList) {
			return freeList(nil).reset(len(m.program)), freeList(nil).reset(len(other))
		}
		left, right := lists()
		got := tile(m.runs, left, right, 4)
		left, right = lists()
		if diff := cmp.Diff(tileByScan(m.runs, left, right, 4), got); diff != "" {
			t.Errorf("round %d (-by scan +in bands):\n%s", round, diff)
		}
	}
}
