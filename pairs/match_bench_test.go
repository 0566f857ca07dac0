package pairs

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/ojcheck/ojcheck/lexer"
)

// BenchmarkMatches matches two programs of random tokens that share a quarter.
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
				Matches(left, right, minMatch)
			}
		})
	}
}

// BenchmarkMatcher matches every program of the labelled contest with all others of its problem
// and family of languages, as a check does.
func BenchmarkMatcher(b *testing.B) {
	pools := make(map[[2]string][][]lexer.Symbol)
	compared := 0
	for _, s := range samples(b) {
		pool := [2]string{s.problem(), s.language.Family}
		compared += len(pools[pool])
		pools[pool] = append(pools[pool], lexer.Symbols(s.tokens))
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, programs := range pools {
			for i, left := range programs {
				matcher := NewMatcher(left, minMatch)
				for _, right := range programs[i+1:] {
					matcher.Matches(right)
				}
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(compared), "ns/pair")
}
