package lexer

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tokensOf returns tokens with the given texts; "" is a Barrier.
func tokensOf(texts ...string) []Token {
	var tokens []Token
	for _, text := range texts {
		t := Token{Text: text}
		if text != "" {
			t.Symbol = SymbolOf(text)
		}
		tokens = append(tokens, t)
	}
	return tokens
}

// Equal runs of tokens have equal shingles, and a run across a barrier has the shingle 0.
func TestShingles(t *testing.T) {
	t.Parallel()
	tokens := tokensOf("I", "=", "N", ";", "", "I", "=", "N")
	got := Shingles(tokens, 3)
	if len(got) != 6 {
		t.Fatalf("%d shingles, want 6", len(got))
	}
	for i, crosses := range []bool{false, false, true, true, true, false} {
		if (got[i] == 0) != crosses {
			t.Errorf("shingle %d is %d, want 0 only across a barrier", i, got[i])
		}
	}
	if got[0] != got[5] {
		t.Errorf("equal runs have the shingles %d and %d, want the same", got[0], got[5])
	}
	if got[0] == got[1] {
		t.Errorf("two different runs have the shingle %d, want two different shingles", got[0])
	}
	// The value is stored in databases: if it changes, raise Version.
	if want := uint64(15415732877826563367); got[0] != want {
		t.Errorf("shingle of I = N is %d, want %d", got[0], want)
	}
}

// Sequences shorter than k have no shingles, and neither has a k below 1.
func TestShinglesOfShortSequences(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		tokens []Token
		k      int
		want   int
	}{
		{"no tokens", nil, 1, 0},
		{"too few tokens", tokensOf("I", "N"), 3, 0},
		{"exactly k tokens", tokensOf("I", "N"), 2, 1},
		{"k of 1", tokensOf("I", "N"), 1, 2},
		{"k of 0", tokensOf("I", "N"), 0, 0},
		{"negative k", tokensOf("I", "N"), -1, 0},
	} {
		if got := len(Shingles(tt.tokens, tt.k)); got != tt.want {
			t.Errorf("%s: %d shingles, want %d", tt.name, got, tt.want)
		}
	}
	if diff := cmp.Diff([]uint64{0, 0}, Shingles(tokensOf("", "I", ""), 2)); diff != "" {
		t.Errorf("shingles next to barriers (-want +got):\n%s", diff)
	}
}
