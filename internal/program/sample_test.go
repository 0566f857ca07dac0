package program

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/lexer"
)

// randomSymbols returns n symbols of an alphabet.
func randomSymbols(rng *rand.Rand, n, alphabet int) []lexer.Symbol {
	symbols := make([]lexer.Symbol, n)
	for i := range symbols {
		symbols[i] = lexer.Symbol(1 + rng.IntN(alphabet))
	}
	return symbols
}

// sampleByDefinition implements the definition of winnowing literally.
func sampleByDefinition(symbols []lexer.Symbol) []uint32 {
	shingles := lexer.ShinglesOf(symbols, SampleShingle)
	var sample []uint32
	for len(shingles) > 0 {
		end := slices.Index(shingles, 0)
		if end < 0 {
			end = len(shingles)
		}
		run := shingles[:end]
		shingles = shingles[min(end+1, len(shingles)):]
		for i := range run {
			window := run[i:min(i+sampleWindow, len(run))]
			if i == 0 || len(window) == sampleWindow {
				sample = append(sample, uint32(slices.Min(window)))
			}
		}
	}
	slices.Sort(sample)
	return slices.Compact(sample)
}

// Sample gives the sample of the definition, for every length and with barriers.
func TestSampleEqualsDefinition(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 400 {
		for _, alphabet := range []int{1, 2, 40} {
			symbols := randomSymbols(rng, n, alphabet)
			if n > 0 && n%3 == 0 { // barriers between files; two in a row are an empty file
				for range 3 {
					symbols[rng.IntN(n)] = lexer.Barrier
				}
			}
			if diff := cmp.Diff(sampleByDefinition(symbols), Sample(symbols)); diff != "" {
				t.Fatalf("sample of %d tokens from an alphabet of %d (-want +got):\n%s", n, alphabet, diff)
			}
		}
	}
}

// guaranteedRun is a length in tokens: two programs that share a run of this length also share a sampled shingle.
const guaranteedRun = SampleShingle + sampleWindow - 1

// A program shorter than a shingle has no sample. The sample of a program with at most
// guaranteedRun tokens has one shingle.
func TestSampleOfShortPrograms(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for n, want := range map[int]int{0: 0, SampleShingle - 1: 0, SampleShingle: 1, guaranteedRun: 1} {
		if got := Sample(randomSymbols(rng, n, 1000)); len(got) != want {
			t.Errorf("%d tokens have a sample of %d shingles, want %d", n, len(got), want)
		}
	}
}

// Two programs with a common run of guaranteedRun tokens have a common sampled shingle. About 2 of
// every 17 shingles are sampled.
func TestSamplesOfSharedRuns(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	sampled, total := 0, 0
	for range 500 {
		run := randomSymbols(rng, guaranteedRun, 1000)
		var samples [2][]uint32
		for side := range samples {
			symbols := slices.Concat(randomSymbols(rng, rng.IntN(300), 1000), run, randomSymbols(rng, rng.IntN(300), 1000))
			samples[side] = Sample(symbols)
			sampled += len(samples[side])
			total += len(symbols) - SampleShingle + 1
		}
		if !slices.ContainsFunc(samples[0], func(s uint32) bool { return slices.Contains(samples[1], s) }) {
			t.Fatalf("two programs share %d tokens, but no sampled shingle", guaranteedRun)
		}
	}
	if density := float64(sampled) / float64(total); density < .11 || density > .14 {
		t.Errorf("%.3f of all shingles are sampled, want 0.11 to 0.14: 2/17, and a little more at the ends of programs", density)
	}
}

// The archive compares samples made years apart. If this sample changes, raise SampleVersion.
func TestSampleIsStable(t *testing.T) {
	t.Parallel()
	symbols := make([]lexer.Symbol, 60)
	for i := range symbols {
		symbols[i] = lexer.Symbol(i*i + 1)
	}
	if diff := cmp.Diff(expectedSample, Sample(symbols)); diff != "" {
		t.Errorf("sample (-want +got):\n%s\nraise SampleVersion", diff)
	}
}

// expectedSample is the sample of the squares below 60*60 in the current version.
var expectedSample = []uint32{761153039, 2694871884, 3039467282, 3041051426}

// BenchmarkSample measures sampling a sequence of 500 symbols.
func BenchmarkSample(b *testing.B) {
	symbols := randomSymbols(rand.New(rand.NewPCG(7, 8)), 500, 60)
	b.ReportAllocs()
	for b.Loop() {
		Sample(symbols)
	}
}

// BenchmarkFingerprint measures the fingerprint of a sequence of 500 symbols.
func BenchmarkFingerprint(b *testing.B) {
	symbols := randomSymbols(rand.New(rand.NewPCG(7, 8)), 500, 60)
	b.ReportAllocs()
	for b.Loop() {
		Fingerprint(symbols)
	}
}
