package pairs

import (
	"cmp"
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
)

// Match is a stretch of code that two programs share: one tile, or several tiles with short
// gaps between them, in the same order in both programs. Only the tokens of the tiles
// are equal; tokens in the gaps were inserted, deleted or changed.
type Match struct {
	Tiles []Tile // at least one, sorted
}

// Tile is a run of equal tokens in two programs: Length tokens from token Left
// of the left program and from token Right of the right program.
type Tile struct {
	Left, Right int
	Length      int
}

// Tokens returns how many tokens of the match are equal.
func (m Match) Tokens() int {
	sum := 0
	for _, t := range m.Tiles {
		sum += t.Length
	}
	return sum
}

// Matches covers two programs with the code that they share, each token used once. It finds tiles
// of at least minLength tokens by greedy string tiling (Wise 1993): longer runs first, runs of
// equal length by their places. Then it merges tiles over short gaps, and adds shorter tiles, if
// enough of the code around the gaps is equal. So a copy in which some statements were inserted or
// changed matches as a whole.
//
// A lexer.Barrier matches nothing, and no match crosses it: put one in place of every token that
// must not match, such as base code. The result is sorted by the left program. If the programs
// change sides, the matches are the same, with their sides swapped.
//
// The work is bounded (see MaxSteps). Programs that repeat a few statements thousands of times, in
// any order, have too many common runs. Their matches are coarse: tiles are not merged. If even the
// tiles take too much work, Matches takes the first tiles that one walk over the right program
// finds.
//
// To match one program with many, or to know whether matches are coarse, use a Matcher.
func Matches(left, right []lexer.Symbol, minLength int) []Match {
	return NewMatcher(left, minLength).Matches(right)
}

// Matcher matches one program with many others, one after another. A Matcher keeps its memory for
// the next match. It must not be used by several goroutines at the same time.
type Matcher struct {
	// MaxSteps bounds the work for one pair; NewMatcher sets it to the constant MaxSteps.
	MaxSteps int

	steps       stepCounter
	coarse      bool
	minLength   int
	left, right side
	seeds       windowIndex // of the left program, for the shortest runs
	runs        []run
	parts       []run
	waiting     waitingRuns
	chains      chainer
}

// side is one of the two programs that are matched.
type side struct {
	symbols []lexer.Symbol
	free    freeList
	hash    prefixHash // empty until it is needed
}

// NewMatcher returns a matcher for a program.
func NewMatcher(program []lexer.Symbol, minLength int) *Matcher {
	m := new(Matcher)
	m.Reset(program, minLength)
	return m
}

// Reset makes m a matcher for another program, as NewMatcher does. The Matcher uses its memory again.
func (m *Matcher) Reset(program []lexer.Symbol, minLength int) {
	m.MaxSteps, m.minLength = MaxSteps, max(minLength, 1)
	m.left.setSymbols(program)
	m.seeds.reset(program, seedLength(m.minLength))
}

func (s *side) setSymbols(symbols []lexer.Symbol) {
	s.symbols = symbols
	s.hash.hashes = s.hash.hashes[:0]
}

// setRight sets the right program, and marks all places of both programs as free.
func (m *Matcher) setRight(symbols []lexer.Symbol) {
	m.left.free = m.left.free.reset(len(m.left.symbols))
	m.right.setSymbols(symbols)
	m.right.free = m.right.free.reset(len(symbols))
	m.steps.left = m.MaxSteps
}

// Matches returns the matches with a program on the right, as the function Matches does.
// The matcher's program is on the left.
func (m *Matcher) Matches(right []lexer.Symbol) []Match {
	m.setRight(right)
	m.coarse = false
	shortest, ok := m.findRuns()
	if !ok {
		return m.sweep()
	}

	// The smaller program comes first, so that the order of equal runs does not depend
	// on which program is on the left.
	small, big := &m.left, &m.right
	swap := cmp.Or(cmp.Compare(len(small.symbols), len(big.symbols)), slices.Compare(small.symbols, big.symbols)) > 0
	if swap {
		small, big = big, small
		for i, r := range m.runs {
			m.runs[i] = run{r.right, r.left, r.length}
		}
	}
	tiles, ok := m.tile(small.free, big.free, m.minLength)
	if !ok {
		return m.sweep()
	}
	var matches []Match
	if shortest == m.seeds.length {
		matches, m.coarse = m.chains.merge(small, big, tiles, m.runs, m.minLength, &m.steps)
	} else {
		matches, m.coarse = singleTiles(tiles), true
	}
	if swap {
		for _, match := range matches {
			for i, t := range match.Tiles {
				match.Tiles[i] = Tile{t.Right, t.Left, t.Length}
			}
		}
	}
	sortMatches(matches)
	return matches
}

// sortMatches sorts matches by the left program.
func sortMatches(matches []Match) {
	slices.SortFunc(matches, func(a, b Match) int { return cmp.Compare(a.Tiles[0].Left, b.Tiles[0].Left) })
}

// Coarse reports whether the matches of the last pair are coarse, see Matches.
func (m *Matcher) Coarse() bool { return m.coarse }

// Steps returns the work for the last pair.
func (m *Matcher) Steps() int { return m.MaxSteps - m.steps.left }

// singleTiles makes a match of each tile.
func singleTiles(tiles []Tile) []Match {
	var matches []Match
	for i := range tiles {
		matches = append(matches, Match{tiles[i : i+1 : i+1]})
	}
	return matches
}

// Measures are the classic measures of a pair, from its matches. Shares are from 0 to
// 1; the coverage of a program without own tokens is 0.
type Measures struct {
	Similarity    float64 // (matched left + matched right) / (own left + own right): JPlag's AVG
	MaxSimilarity float64 // the larger coverage: JPlag's MAX
	CoverageLeft  float64 // matched left / own left
	CoverageRight float64
	LongestMatch  int // equal tokens of the longest match
	MatchedTokens int // equal tokens of all matches, in one of the two programs
}

// Measure computes the measures of two programs from their matches and the numbers of
// their own tokens: tokens outside base code, without barriers.
func Measure(matches []Match, ownLeft, ownRight int) Measures {
	var m Measures
	for _, match := range matches {
		tokens := match.Tokens()
		m.MatchedTokens += tokens
		m.LongestMatch = max(m.LongestMatch, tokens)
	}
	m.Similarity = share(2*m.MatchedTokens, ownLeft+ownRight)
	m.CoverageLeft = share(m.MatchedTokens, ownLeft)
	m.CoverageRight = share(m.MatchedTokens, ownRight)
	m.MaxSimilarity = max(m.CoverageLeft, m.CoverageRight)
	return m
}

// share returns part/whole, 0 for an empty whole.
func share[number int | uint64](part, whole number) float64 {
	if whole <= 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// MaxSteps bounds the work for the matches of one pair, so that no two programs take more than half
// a second. A step takes about 5 ns. No pair of honest programs in the labelled sets takes a
// fiftieth of these steps.
const MaxSteps = 64 << 20

const (
	runSteps      = 8  // to find, sort or cut one run
	hashSteps     = 32 // to compare a long run by hashes
	tokensPerStep = 4  // consecutive tokens that are compared or looked up
)

// stepCounter holds the steps left.
type stepCounter struct{ left int }

func (s *stepCounter) count(steps int) { s.left -= steps }

func (s *stepCounter) areLeft() bool { return s.left >= 0 }
