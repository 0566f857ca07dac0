package pairs

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/hostiletest"
	"github.com/ojcheck/ojcheck/lexer"
)

// Matching two random programs that repeat a few statements takes hardly more than MaxSteps. The
// matches are valid, and a second call finds the same ones. "make hostile" matches programs of 65,536
// tokens, and measures that they take at most half a second of CPU.
func TestHostilePrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds of processor time")
	}
	const overshoot = 1 << 20 // steps that one operation may take before the counter is checked
	size := 20 << 10
	if hostiletest.All() {
		size = 64 << 10
	} else {
		t.Parallel()
	}
	for _, a := range hostiletest.Repertoires {
		t.Run(a.Name, func(t *testing.T) {
			var programs [2][]lexer.Symbol
			for i := range programs {
				programs[i] = symbolsOfWords(a.Program(uint64(i), size))[:size]
			}
			m := NewMatcher(programs[0], minMatch)
			var got []Match
			hostiletest.Measure(t, func() string {
				hostiletest.CheckCPU(t, a.Name, time.Second/2, func() { got = m.Matches(programs[1]) })
				return fmt.Sprintf("%d tokens, %d matches, %d thousand steps, coarse: %v", size, len(got), m.Steps()>>10, m.Coarse())
			})
			if m.Steps() > MaxSteps+overshoot {
				t.Errorf("%d steps, want at most %d", m.Steps(), MaxSteps)
			}
			checkMatches(t, programs[0], programs[1], got, minMatch)
			if diff := cmp.Diff(got, NewMatcher(programs[0], minMatch).Matches(programs[1])); diff != "" {
				t.Errorf("the second result differs (-first +second):\n%s", diff)
			}
		})
	}
}

// With no steps at all, a Matcher finds matches in one walk. A program matches itself as a whole,
// and the matches of random programs are valid.
func TestSweep(t *testing.T) {
	t.Parallel()
	sweep := func(left, right []lexer.Symbol) []Match {
		m := NewMatcher(left, minMatch)
		m.MaxSteps = 0
		matches := m.Matches(right)
		if !m.Coarse() {
			t.Error("matches without steps are not coarse")
		}
		checkMatches(t, left, right, matches, minMatch)
		return matches
	}
	for _, a := range hostiletest.Repertoires {
		left, right := symbolsOfWords(a.Program(1, 3000)), symbolsOfWords(a.Program(2, 3000))
		sweep(left, right)
		if got := sweep(left, left); len(got) != 1 || got[0].Tokens() != len(left) {
			t.Errorf("%s: a program of %d tokens matches itself in %d matches, of %d tokens the first", a.Name, len(left), len(got), got[0].Tokens())
		}
	}
}

func symbolsOfWords(program string) (symbols []lexer.Symbol) {
	for word := range strings.FieldsSeq(program) {
		symbols = append(symbols, lexer.SymbolOf(word))
	}
	return symbols
}
