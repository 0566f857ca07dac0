package pairs

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/lexer"
)

// symbols returns a program with one token for each letter; "." is a barrier.
func symbols(letters string) []lexer.Symbol {
	list := make([]lexer.Symbol, len(letters))
	for i, letter := range []byte(letters) {
		if letter != '.' {
			list[i] = lexer.Symbol(letter)
		}
	}
	return list
}

// single returns matches with one tile each.
func single(tiles ...Tile) []Match { return singleTiles(tiles) }

// Matches finds the longest runs first, uses each token once, and merges tiles around small
// changes.
func TestMatches(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		left, right string
		min         int
		want        []Match
	}{
		{"empty programs", "", "", 3, nil},
		{"equal programs", "abcdef", "abcdef", 3, single(Tile{0, 0, 6})},
		{"a common run that is too short", "abcxyz", "abcuvw", 4, nil},
		{"a common run that is just long enough", "abcxyz", "uvwabc", 3, single(Tile{0, 3, 3})},
		{"moved blocks", "abcdefgh", "efghabcd", 3, single(Tile{0, 4, 4}, Tile{4, 0, 4})},
		{"an insertion splits a short match", "abcdefgh", "abcdXefgh", 3, single(Tile{0, 0, 4}, Tile{4, 5, 4})},
		{"each token is used once", "abcabc", "abc", 3, single(Tile{0, 0, 3})},
		{"the longest run goes first", "abcdeXcdefg", "abcdefg", 3, single(Tile{0, 0, 5})},
		{"the rest of a run is used", "abcdXabcdefgh", "abcdefgh", 3, single(Tile{5, 0, 8})},
		{"the rest of an overlapped run counts", "wxyabcdeXcdefghij", "wxyabcdefghij", 3, single(Tile{0, 0, 8}, Tile{12, 8, 5})},
		{"a barrier matches nothing", "abc.def", "abc.def", 3, single(Tile{0, 0, 3}, Tile{4, 4, 3})},
		{"only barriers", "...", "...", 1, nil},
		{"matches of one token", "ab", "ba", 1, single(Tile{0, 1, 1}, Tile{1, 0, 1})},

		{"tiles merge over inserted code", "abcdefghijklmnopqrst", "abcdefghijXYZklmnopqrst", 3,
			[]Match{{[]Tile{{0, 0, 10}, {10, 13, 10}}}}},
		{"tiles merge over deleted code", "abcdefghijXYZklmnopqrst", "abcdefghijklmnopqrst", 3,
			[]Match{{[]Tile{{0, 0, 10}, {13, 10, 10}}}}},
		{"tiles merge over changed code", "abcdefghijXYklmnopqrst", "abcdefghijZklmnopqrst", 3,
			[]Match{{[]Tile{{0, 0, 10}, {12, 11, 10}}}}},
		{"many tiles, each too short alone, merge", "abcdABCDefghEFGHijklIJKLmnopMNOP", "abcd1ABCD2efgh3EFGH4ijkl5IJKL6mnop7MNOP", 5,
			[]Match{{[]Tile{{0, 0, 4}, {4, 5, 4}, {8, 10, 4}, {12, 15, 4}, {16, 20, 4}, {20, 25, 4}, {24, 30, 4}, {28, 35, 4}}}}},
		{"a few tiles, each too short, do not merge", "abcdABCDefghEFGH", "abcd1ABCD2efgh3EFGH", 5, nil},
		{"inserted code begins like the code behind it", "abcdefghijklmnopqrst", "abcdefghijklmXklmnopqrst", 3,
			[]Match{{[]Tile{{0, 0, 13}, {13, 17, 7}}}}},
		{"a gap has a piece that is too short for a seed",
			"abcdefghijklmnopqrstuvw#$123xyz45ABCDEFGHIJKLMNOPQRSTUVW", "abcdefghijklmnopqrstuvw#$6xyzABCDEFGHIJKLMNOPQRSTUVW", 7,
			[]Match{{[]Tile{{0, 0, 25}, {28, 26, 3}, {33, 29, 23}}}}},
		{"no merging out of order", "abcdefghijklmnopqrst", "klmnopqrstXabcdefghij", 3, single(Tile{0, 11, 10}, Tile{10, 0, 10})},
		{"no merging over a long gap", "abcdefghijklmnopqrst", "abcdefghij1234567890123456789012345klmnopqrst", 3,
			single(Tile{0, 0, 10}, Tile{10, 35, 10})},
		{"no merging over long code that differs", "abcdefghij123456789klmnopqrst", "abcdefghijABCDEFGHIklmnopqrst", 3,
			single(Tile{0, 0, 10}, Tile{19, 19, 10})},
		{"no merging over a barrier", "abcdefghij.klmnopqrst", "abcdefghijXklmnopqrst", 3, single(Tile{0, 0, 10}, Tile{11, 11, 10})},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := Matches(symbols(test.left), symbols(test.right), test.min)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("Matches(%q, %q, %d) (-want +got):\n%s", test.left, test.right, test.min, diff)
			}
		})
	}
}

// tilingOf is greedy string tiling as Wise (1993) describes it: it takes the longest common run of
// unused tokens, again and again.
func tilingOf(left, right []lexer.Symbol, minLength int) []Tile {
	leftUsed, rightUsed := make([]bool, len(left)), make([]bool, len(right))
	var tiles []Tile
	for {
		var best Tile
		for i := range left {
			for j := range right {
				n := 0
				for i+n < len(left) && j+n < len(right) && left[i+n] == right[j+n] &&
					left[i+n] != lexer.Barrier && !leftUsed[i+n] && !rightUsed[j+n] {
					n++
				}
				if n > best.Length {
					best = Tile{i, j, n}
				}
			}
		}
		if best.Length < minLength {
			slices.SortFunc(tiles, func(a, b Tile) int { return a.Left - b.Left })
			return tiles
		}
		for n := range best.Length {
			leftUsed[best.Left+n], rightUsed[best.Right+n] = true, true
		}
		tiles = append(tiles, best)
	}
}

// tilesOf returns the tiles that a Matcher finds before it merges them. left is the smaller program.
func tilesOf(left, right []lexer.Symbol, minLength int) []Tile {
	m := NewMatcher(left, minLength)
	m.setRight(right)
	m.findRuns()
	tiles, _ := m.tile(m.left.free, m.right.free, minLength)
	slices.SortFunc(tiles, func(a, b Tile) int { return a.Left - b.Left })
	return tiles
}

// A Matcher finds the tiles that greedy string tiling finds.
func TestTilesEqualTiling(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		left, right, minLength := randomPair(random)
		want, got := tilingOf(symbols(left), symbols(right), minLength), tilesOf(symbols(left), symbols(right), minLength)
		if !reflect.DeepEqual(want, got) {
			t.Fatalf("tilesOf(%q, %q, %d) (-want +got):\n%s", left, right, minLength, cmp.Diff(want, got))
		}
	}
}

// randomPair returns two programs of few or many different letters, the smaller program first, and the
// length of the shortest match.
func randomPair(random *rand.Rand) (left, right string, minLength int) {
	letters := []byte(".abcdefghijklmnop"[random.IntN(2) : 2+random.IntN(16)])
	write := func() string {
		var s strings.Builder
		for range random.IntN(90) {
			s.WriteByte(letters[random.IntN(len(letters))])
		}
		return s.String()
	}
	left, right = write(), write()
	if random.IntN(2) == 0 { // a copy in pieces
		var s strings.Builder
		for i := 0; i < len(left); {
			n := min(1+random.IntN(9), len(left)-i)
			s.WriteString(left[i : i+n])
			s.WriteString(right[:min(random.IntN(6), len(right))])
			i += n
		}
		right = s.String()
	}
	if len(left) > len(right) || len(left) == len(right) && left > right {
		left, right = right, left
	}
	return left, right, 1 + random.IntN(6)
}

// check checks that Matches does what its documentation says. It returns the number of merged matches.
func check(t *testing.T, left, right []lexer.Symbol, minLength int) (merged int) {
	t.Helper()
	got := Matches(left, right, minLength)
	usedLeft, usedRight, merged := checkMatches(t, left, right, got, minLength)
	for _, tile := range tilesOf(left, right, minLength) {
		if !usedLeft[tile.Left] || !usedRight[tile.Right+tile.Length-1] {
			t.Errorf("the tile %+v is in no match of %+v", tile, got)
		}
	}
	mirrored := Matches(right, left, minLength)
	for _, m := range mirrored {
		for i, tile := range m.Tiles {
			m.Tiles[i] = Tile{tile.Right, tile.Left, tile.Length}
		}
	}
	slices.SortFunc(mirrored, func(a, b Match) int { return a.Tiles[0].Left - b.Tiles[0].Left })
	if diff := cmp.Diff(got, mirrored); diff != "" {
		t.Errorf("matches differ if the sides are swapped (-original +swapped):\n%s", diff)
	}
	return merged
}

// checkMatches checks that the tokens of matches are equal, none is used twice, and matches are in order
// and long enough. It returns the tokens that they use, and the number of merged matches.
func checkMatches(t *testing.T, left, right []lexer.Symbol, got []Match, minLength int) (usedLeft, usedRight []bool, merged int) {
	t.Helper()
	usedLeft, usedRight = make([]bool, len(left)), make([]bool, len(right))
	for n, m := range got {
		if len(m.Tiles) == 0 || n > 0 && m.Tiles[0].Left <= got[n-1].Tiles[0].Left {
			t.Fatalf("a match is empty or out of order in %+v", got)
		}
		if len(m.Tiles) > 1 {
			merged++
			if m.Tokens() < minChainTiles*minLength {
				t.Errorf("%+v has %d tokens, too few for a merged match", m, m.Tokens())
			}
		} else if m.Tokens() < minLength {
			t.Errorf("%+v is too short to stand alone", m)
		}
		for i, tile := range m.Tiles {
			if i > 0 {
				last := m.Tiles[i-1]
				if tile.Left < last.Left+last.Length || tile.Right < last.Right+last.Length ||
					slices.Contains(left[last.Left:tile.Left], lexer.Barrier) || slices.Contains(right[last.Right:tile.Right], lexer.Barrier) {
					t.Errorf("%+v is out of order, or crosses a barrier", m)
				}
			}
			for k := range tile.Length {
				if i, j := tile.Left+k, tile.Right+k; left[i] != right[j] || left[i] == lexer.Barrier || usedLeft[i] || usedRight[j] {
					t.Fatalf("%+v: tokens %d and %d differ, or are used twice", got, i, j)
				}
				usedLeft[tile.Left+k], usedRight[tile.Right+k] = true, true
			}
		}
	}
	return usedLeft, usedRight, merged
}

// For random programs, Matches does what its documentation says.
func TestMatchesAreAsDocumented(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	merged, rounds := 0, 3000
	if testing.Short() {
		rounds = 300
	}
	for range rounds {
		left, right, minLength := randomPair(random)
		merged += check(t, symbols(left), symbols(right), minLength)
		if t.Failed() {
			t.Fatalf("left %q, right %q, shortest match %d", left, right, minLength)
		}
	}
	if merged < rounds/10 {
		t.Errorf("%d merged matches: too few to test anything", merged)
	}
}

// FuzzMatches checks that Matches does what its documentation says, for any programs.
func FuzzMatches(f *testing.F) {
	f.Add("abcdefghijklmnopqrst", "abcdefghijXYZklmnopqrst", 3)
	f.Add("abcd.efgh", "abcdefgh", 2)
	f.Add(strings.Repeat("ab", 60), strings.Repeat("ab", 50)+"c", 4)
	f.Fuzz(func(t *testing.T, left, right string, minLength int) {
		if len(left)+len(right) > 2000 || minLength < 1 || minLength > 50 {
			return
		}
		a, b := symbols(left), symbols(right)
		if len(a) > len(b) || len(a) == len(b) && slices.Compare(a, b) > 0 {
			a, b = b, a
		}
		check(t, a, b, minLength)
	})
}

// A Matcher that is used again finds the same matches as a new one.
func TestMatcherIsReused(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		program, _, minLength := randomPair(random)
		matcher := NewMatcher(symbols(program), minLength)
		for range 20 {
			_, other, _ := randomPair(random)
			if diff := cmp.Diff(Matches(symbols(program), symbols(other), minLength), matcher.Matches(symbols(other))); diff != "" {
				t.Fatalf("matches of %q with %q (-new matcher +used again):\n%s", program, other, diff)
			}
		}
	}
}

// A program of 30,000 tokens that repeats one phrase matches itself, without taking too long.
func TestMatchesOfRepetition(t *testing.T) {
	t.Parallel()
	phrases := map[string]string{
		"one token":   "a",
		"two tokens":  "ab",
		"a statement": "abcdabce",
	}
	for name, phrase := range phrases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			program := symbols(strings.Repeat(phrase, 30000/len(phrase)))
			matches := Matches(program, program, 9)
			if want := single(Tile{0, 0, len(program)}); !cmp.Equal(want, matches) {
				t.Errorf("a program of %d tokens matches itself as %v, want one whole match", len(program), matches)
			}
		})
	}
}

// Two programs that repeat a phrase with other tokens between do not take too long either. They
// have too many pieces to chain.
func TestMatchesOfBrokenRepetition(t *testing.T) {
	t.Parallel()
	for _, period := range []int{6, 14} {
		t.Run(strconv.Itoa(period)+" tokens", func(t *testing.T) {
			t.Parallel()
			program := func(random *rand.Rand) []lexer.Symbol {
				var list []lexer.Symbol
				for len(list) < 6000 {
					for i := range period {
						list = append(list, lexer.Symbol(1+i))
					}
					list = append(list, lexer.Symbol(100+random.IntN(1e6)))
				}
				return list
			}
			check(t, program(rand.New(rand.NewPCG(1, 1))), program(rand.New(rand.NewPCG(2, 2))), 9)
		})
	}
}

// Measure computes coverage and similarity from the matched tokens.
func TestMeasure(t *testing.T) {
	t.Parallel()
	matches := []Match{{[]Tile{{0, 10, 15}, {20, 27, 5}}}, {[]Tile{{30, 40, 10}}}}
	want := Measures{
		Similarity:    0.4,
		MaxSimilarity: 0.6,
		CoverageLeft:  0.6,
		CoverageRight: 0.3,
		LongestMatch:  20,
		MatchedTokens: 30,
	}
	if diff := cmp.Diff(want, Measure(matches, 50, 100)); diff != "" {
		t.Errorf("Measure (-want +got):\n%s", diff)
	}
	if got := Measure(nil, 0, 0); got != (Measures{}) {
		t.Errorf("Measure of nothing = %+v, want zeros", got)
	}
}
