package check

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/hostiletest"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// BenchmarkScorer adds batches of ten submissions, about one second of a contest, to 13,000 submissions
// for the same problem. It reads and compares them without the archive.
func BenchmarkScorer(b *testing.B) {
	data := os.Getenv("OJCHECK_DATA")
	if data == "" {
		b.Skip("OJCHECK_DATA is not set: no programs to measure with")
	}
	for _, name := range []string{"contest-gcj2020-java.zip", "speed-gcj2020-java.zip"} {
		b.Run(name, func(b *testing.B) { benchmarkScorer(b, filepath.Join(data, name)) })
	}
}

func benchmarkScorer(b *testing.B, path string) {
	set, err := intake.Read(b.Context(), []string{path}, intake.Options{AcceptDoubt: true})
	must(b, err)
	for i := range set.Submissions {
		set.Submissions[i].ID = int64(i + 1)
	}
	// The benchmark adds about a hundred of the submissions, again and again; it stores all others first.
	var stored, added []contest.Submission
	for i, s := range set.Submissions {
		if i%(len(set.Submissions)/100) == 0 {
			added = append(added, s)
		} else {
			stored = append(stored, s)
		}
	}
	before := inUse()
	store := new(memoryStore)
	for _, s := range set.Submissions {
		store.participants = append(store.participants, contest.Participant{Name: s.Participant, Number: len(store.participants) + 1})
	}
	checker := Checker{Store: store}
	scorer, err := checker.Scorer(b.Context(), 1, nil, Defaults())
	must(b, err)
	start := hostiletest.CPU()
	if _, err := scorer.Load(b.Context(), stored); err != nil {
		b.Fatal(err)
	}
	b.Logf("%d programs: %.0f s of a processor to load them, %d MB", len(scorer.submissions), (hostiletest.CPU() - start).Seconds(), (inUse()-before)>>20)
	b.ReportAllocs()
	start = hostiletest.CPU()
	n, found := 0, 0
	for b.Loop() {
		var batch []contest.Submission
		var ids []int64
		for range 10 {
			s := added[n%len(added)]
			batch, ids = append(batch, s), append(ids, s.ID)
			n++
		}
		if _, err := scorer.Load(b.Context(), batch); err != nil {
			b.Fatal(err)
		}
		pairs, err := scorer.Pairs(b.Context(), ids...)
		must(b, err)
		found += len(pairs)
	}
	batches := n / 10
	b.ReportMetric(float64((hostiletest.CPU()-start).Milliseconds())/float64(batches), "cpu-ms/batch")
	b.ReportMetric(float64(found)/float64(n), "pairs/program")
	runtime.KeepAlive(scorer)
}

// inUse returns the heap bytes in use.
func inUse() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
