package program

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

const primeSum = `#include <iostream>
#include <vector>
int main() {
	int n, sum = 0;
	std::cin >> n;
	std::vector<bool> composite(n + 1, false);
	for (int i = 2; i <= n; i++) {
		if (!composite[i]) {
			sum += i;
			for (long long j = 1LL * i * i; j <= n; j += i) composite[j] = true;
		}
	}
	std::cout << sum << std::endl;
	for (int i = n; i > 0; i--) if (i % 3 == 1 && !composite[i]) std::cout << i << ' ';
}
`

// HashesWithin and the template have the hashes of which each occurrence is in a passage.
func TestHashesWithin(t *testing.T) {
	t.Parallel()
	const length = 10
	code := read(t, "cpp", file("a.cpp", primeSum)).Code(length)
	random := rand.New(rand.NewPCG(1, 2))
	shingles := 0
	for range 200 {
		var passages []contest.Passage
		for first := random.IntN(40); first+2 < len(code.Symbols); first += 3 + random.IntN(60) {
			tokens := min(1+random.IntN(50), len(code.Symbols)-first)
			passages = append(passages, contest.Passage{First: first, Tokens: tokens})
			first += tokens
		}
		within := make(map[uint64]bool) // by hash: whether all its occurrences are in passages
		add := func(hash uint64, first, tokens int) {
			isWithin := slices.ContainsFunc(passages, func(p contest.Passage) bool {
				return p.First <= first && first+tokens <= p.First+p.Tokens
			})
			if before, known := within[hash]; hash != 0 {
				within[hash] = isWithin && (before || !known)
			}
		}
		for i, hash := range code.Shingles() {
			add(hash, i, length)
		}
		for i, hash := range code.Wording() {
			add(hash, i, WordingLength)
		}
		for i, span := range code.spans {
			add(code.Variables[i], int(span.first), int(span.last-span.first)+1)
		}
		maps.DeleteFunc(within, func(_ uint64, isWithin bool) bool { return !isWithin })
		want, got := slices.Sorted(maps.Keys(within)), code.HashesWithin(passages, func(uint64) bool { return true })
		if !slices.Equal(want, got) {
			t.Fatalf("%v: %v, want %v", passages, got, want)
		}
		marked := *code
		if marked.SetTemplate(passages); !slices.Equal(want, marked.Template()) {
			t.Fatalf("%v: the template has %v, want %v", passages, marked.Template(), want)
		}
		shingles += len(got)
		if none := code.HashesWithin(passages, func(uint64) bool { return false }); len(none) > 0 {
			t.Fatalf("%d shingles that are not accepted", len(none))
		}
	}
	if shingles < 1000 {
		t.Errorf("%d shingles: too few to test anything", shingles)
	}
}

// A long passage of a source is found in every program; a short one only in a program near a source.
func TestSourcePassages(t *testing.T) {
	t.Parallel()
	const length = 10
	source := read(t, "cpp", file("a.cpp", primeSum)).Code(length)
	loop := `int main() { int a = 1; while (a < 900) { a = a * 2 + 1; }
	for (int i = a; i > 0; i--) if (i % 3 == 1 && !composite[i]) std::cout << i << ' ';
}`
	same, short := read(t, "cpp", file("b.cpp", primeSum)).Code(length), read(t, "cpp", file("c.cpp", loop)).Code(length)
	sources := NewSources([]*Code{nil, source}, length)
	for _, test := range []struct {
		name   string
		code   *Code
		isNear bool
		least  int // tokens
		most   int
	}{
		{"the same program", same, false, len(source.Symbols), len(source.Symbols)},
		{"a short passage", short, false, 0, 0},
		{"a short passage of a program near a source", short, true, 15, 45},
	} {
		tokens := 0
		for _, passage := range sources.Passages(test.code, test.isNear) {
			tokens += passage.Tokens
			if place := sources.MainSource(test.code, passage); place != 1 {
				t.Errorf("%s: most of it is in source %d, want 1", test.name, place)
			}
		}
		if tokens < test.least || tokens > test.most {
			t.Errorf("%s: %d tokens in passages, want %d to %d", test.name, tokens, test.least, test.most)
		}
	}
}
