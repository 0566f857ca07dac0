package pairs

import (
	"math/rand/v2"
	"runtime"
	"testing"
)

// manyPrograms makes programs for so many problems. Each has 300 shingles and as many
// with names: a few of what most have, some of what many have, and most of its own.
func manyPrograms(n, problems int) []Program {
	random := rand.New(rand.NewPCG(15, 16))
	hash := func(x uint64) uint64 { return (x + 1) * scatter }
	programs := make([]Program, n)
	for i := range programs {
		p := &programs[i]
		p.Participant = i / 2
		p.Problem = i % problems
		for range 300 {
			// The further down, the rarer: 1 to 10 million.
			rank := uint64(1 / (random.Float64() + 1e-7))
			if rank > 30 {
				rank = rank<<8 | uint64(p.Problem)
			}
			p.Structure = append(p.Structure, hash(rank))
			p.Wording = append(p.Wording, hash(rank<<20|uint64(random.IntN(50))))
		}
		for range 300 {
			p.Structure = append(p.Structure, random.Uint64()>>uint(random.IntN(30)))
			p.Wording = append(p.Wording, random.Uint64())
		}
	}
	return programs
}

// BenchmarkLive adds a program to 13,000, and asks for its pairs: in one problem, in
// twelve, and where all have copied from one.
func BenchmarkLive(b *testing.B) {
	for _, bench := range []struct {
		name     string
		problems int
		copied   bool
	}{{"one problem", 1, false}, {"twelve problems", 12, false}, {"one program", 1, true}} {
		b.Run(bench.name, func(b *testing.B) {
			programs := manyPrograms(14_000, bench.problems)
			for i := range programs {
				if bench.copied {
					programs[i].Structure, programs[i].Wording = programs[0].Structure, programs[0].Wording
				}
			}
			live := NewLive(false, nil)
			before := memory()
			live.Load(programs[:13_000])
			live.Pairs(0, 0.5, 50)
			b.ReportAllocs()
			next := 13_000
			for b.Loop() {
				number := live.Add(programs[next])
				live.Pairs(number, 0.5, 50)
				if next++; next == len(programs) {
					next = 13_000
				}
			}
			b.ReportMetric(float64(memory()-before)/(1<<20), "MB")
			runtime.KeepAlive(live)
			runtime.KeepAlive(programs)
		})
	}
}

// BenchmarkLiveLoad loads 13,000 programs at once.
func BenchmarkLiveLoad(b *testing.B) {
	programs := manyPrograms(13_000, 12)
	b.ReportAllocs()
	for b.Loop() {
		live := NewLive(false, nil)
		live.Load(programs)
		live.Pairs(0, 0.5, 50)
	}
}

// memory returns the bytes in use.
func memory() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
