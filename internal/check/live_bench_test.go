//go:build unix

package check

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// BenchmarkLive adds submissions to a contest of 13,000, all for one problem, as
// they are read and compared but for the archive. It tells how much of a processor
// it takes to follow 10 submissions a second.
func BenchmarkLive(b *testing.B) {
	data := os.Getenv("OJCHECK_DATA")
	if data == "" {
		b.Skip("OJCHECK_DATA names no programs to measure with")
	}
	set, err := intake.Read(b.Context(), []string{filepath.Join(data, "speed-gcj2020-java.zip")}, intake.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for i := range set.Submissions {
		set.Submissions[i].ID = int64(i + 1)
	}
	// Every 130th comes later, and again and again.
	var there, coming []contest.Submission
	for i, s := range set.Submissions {
		if i%130 == 0 {
			coming = append(coming, s)
		} else {
			there = append(there, s)
		}
	}
	before := inUse()
	store := new(listed)
	for _, s := range set.Submissions {
		store.participants = append(store.participants, contest.Participant{Name: s.Participant, Number: len(store.participants) + 1})
	}
	checker := Checker{Store: store}
	live, _, err := checker.Live(b.Context(), 1, nil, Defaults())
	if err != nil {
		b.Fatal(err)
	}
	start := processorTime()
	if _, err := live.Load(b.Context(), there); err != nil {
		b.Fatal(err)
	}
	loaded := processorTime() - start
	all := slices.Clone(coming)
	if _, _, err := live.Add(b.Context(), all[:1]); err != nil {
		b.Fatal(err)
	}
	b.Logf("%d programs: %.0f s of a processor to load them, %d MB", live.Len(), loaded.Seconds(), (inUse()-before)>>20)
	b.ReportAllocs()
	start = processorTime()
	n, told, slowest := 0, 0, time.Duration(0)
	for b.Loop() {
		s := []contest.Submission{coming[n%len(coming)]}
		began := processorTime()
		pairs, _, err := live.Add(b.Context(), s)
		if err != nil {
			b.Fatal(err)
		}
		slowest = max(slowest, processorTime()-began)
		told += len(pairs)
		n++
	}
	each := (processorTime() - start) / time.Duration(n)
	b.ReportMetric(float64(each.Microseconds())/1000, "cpu-ms/add")
	b.ReportMetric(float64(slowest.Microseconds())/1000, "most-cpu-ms")
	b.ReportMetric(100*10*each.Seconds(), "%-of-core-at-10/s")
	b.ReportMetric(float64(told)/float64(n), "pairs/add")
	runtime.KeepAlive(live)
}

// listed is a store that knows participants and keeps nothing.
type listed struct {
	notebook
	participants []contest.Participant
}

func (l *listed) Participants(context.Context, int64) ([]contest.Participant, error) {
	return l.participants, nil
}

// processorTime returns what the process has taken of processors.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// inUse returns the bytes in use.
func inUse() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
