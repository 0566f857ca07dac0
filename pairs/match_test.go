package pairs

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/lexer"
)

// symbols makes a program of one token for each letter; "." is a barrier.
func symbols(letters string) []lexer.Symbol {
	list := make([]lexer.Symbol, len(letters))
	for i, letter := range []byte(letters) {
		if letter != '.' {
			list[i] = lexer.Symbol(letter)
		}
	}
	return list
}

func TestMatches(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		left, right string
		min         int
		want        []Match
	}{
		{"nothing", "", "", 3, nil},
		{"equal", "abcdef", "abcdef", 3, []Match{{0, 0, 6}}},
		{"too short", "abcxyz", "abcuvw", 4, nil},
		{"just long enough", "abcxyz", "uvwabc", 3, []Match{{0, 3, 3}}},
		{"moved blocks", "abcdefgh", "efghabcd", 3, []Match{{0, 4, 4}, {4, 0, 4}}},
		{"an insertion splits a match", "abcdefgh", "abcdXefgh", 3, []Match{{0, 0, 4}, {4, 5, 4}}},
		{"each token is used once", "abcabc", "abc", 3, []Match{{0, 0, 3}}},
		{"the longest run goes first", "abcdeXcdefg", "abcdefg", 3, []Match{{0, 0, 5}}},
		{"the rest of a run is used", "abcdXabcdefgh", "abcdefgh", 3, []Match{{5, 0, 8}}},
		{"what is left of an overlapped run counts", "wxyabcdeXcdefghij", "wxyabcdefghij", 3, []Match{{0, 0, 8}, {12, 8, 5}}},
		{"a barrier matches nothing", "abc.def", "abc.def", 3, []Match{{0, 0, 3}, {4, 4, 3}}},
		{"barriers all over", "...", "...", 1, nil},
		{"one token at a time", "ab", "ba", 1, []Match{{0, 1, 1}, {1, 0, 1}}},
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

// tilingOf is greedy string tiling as Wise (1993) wrote it down: look for the
// longest runs of unused tokens, take them, and begin again.
func tilingOf(left, right []lexer.Symbol, minLength int) []Match {
	leftUsed, rightUsed := make([]bool, len(left)), make([]bool, len(right))
	var tiles []Match
	for {
		var best Match
		for i := range left {
			for j := range right {
				n := 0
				for i+n < len(left) && j+n < len(right) && left[i+n] == right[j+n] &&
					left[i+n] != lexer.Barrier && !leftUsed[i+n] && !rightUsed[j+n] {
					n++
				}
				if n > best.Length {
					best = Match{i, j, n}
				}
			}
		}
		if best.Length < minLength {
			slices.SortFunc(tiles, func(a, b Match) int { return a.Left - b.Left })
			return tiles
		}
		for n := range best.Length {
			leftUsed[best.Left+n], rightUsed[best.Right+n] = true, true
		}
		tiles = append(tiles, best)
	}
}

func TestMatchesEqualsTiling(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		letters := []byte(".abcdefgh"[random.IntN(2) : 2+random.IntN(8)])
		write := func() string {
			var s strings.Builder
			for range random.IntN(60) {
				s.WriteByte(letters[random.IntN(len(letters))])
			}
			return s.String()
		}
		left, right, minLength := write(), write(), 1+random.IntN(5)
		if len(left) > len(right) || len(left) == len(right) && left > right {
			left, right = right, left
		}
		got := Matches(symbols(left), symbols(right), minLength)
		if diff := cmp.Diff(tilingOf(symbols(left), symbols(right), minLength), got); diff != "" {
			t.Fatalf("Matches(%q, %q, %d) (-want +got):\n%s", left, right, minLength, diff)
		}
		mirrored := Matches(symbols(right), symbols(left), minLength)
		for i, m := range mirrored {
			mirrored[i] = Match{m.Right, m.Left, m.Length}
		}
		slices.SortFunc(mirrored, func(a, b Match) int { return a.Left - b.Left })
		if diff := cmp.Diff(got, mirrored); diff != "" {
			t.Fatalf("Matches(%q, %q, %d) differs when the sides change (-left +right):\n%s", left, right, minLength, diff)
		}
	}
}

// A program of 64 KB that is one phrase over and over must not take forever,
// and still match itself.
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
			if want := []Match{{0, 0, len(program)}}; !cmp.Equal(want, matches) {
				t.Errorf("a program of %d tokens matches itself as %v", len(program), matches)
			}
		})
	}
}

func TestMeasure(t *testing.T) {
	t.Parallel()
	matches := []Match{{0, 10, 20}, {30, 40, 10}}
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

func BenchmarkMatches(b *testing.B) {
	random := rand.New(rand.NewPCG(7, 8))
	program := func(n int) []lexer.Symbol {
		list := make([]lexer.Symbol, n)
		for i := range list {
			list[i] = lexer.Symbol(1 + random.IntN(30)*random.IntN(2))
		}
		return list
	}
	for _, n := range []int{400, 4000} {
		left, right := program(n), program(n)
		copy(right[n/4:], left[n/2:3*n/4])
		b.Run(strconv.Itoa(n)+" tokens", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Matches(left, right, 9)
			}
		})
	}
}
