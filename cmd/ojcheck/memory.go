package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/localpg"
)

// memoryFlag bounds the memory of a check.
type memoryFlag struct {
	Memory count `setting:"" placeholder:"BYTES" help:"Memory for the programs of a check, such as 500M or 4G; if it is too little, problems are compared in parts, or the longest programs are left out (default: a quarter of this machine's)."`
}

func (m memoryFlag) bytes() int64 {
	if m.Memory > 0 {
		return int64(m.Memory)
	}
	return localpg.MachineMemory() / 4
}

// limit asks the garbage collector to keep the process within the memory of the flag, unless GOMEMLIMIT is
// set.
func (m memoryFlag) limit() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(m.bytes())
	}
}

// A check needs baseHeap bytes, and heapPerByte more for each byte of source, while it compares programs. Until the heap has this
// size, no garbage is collected: that would take a tenth of the processor time, and the check would need as much memory
// later. Beyond this size, the heap grows by collectAt percent before each collection.
const (
	baseHeap    = 32 << 20
	heapPerByte = 7
	collectAt   = 25
)

// collectLater sets how often the garbage collector runs during a check, unless GOGC is set.
func collectLater(req *check.Request) (stop func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	enough := uint64(baseHeap)
	for _, s := range req.Submissions {
		for _, f := range s.Files {
			enough += heapPerByte * uint64(len(f.Content))
		}
	}
	var stopped atomic.Bool
	var setPercent func()
	setPercent = func() {
		if stopped.Load() {
			return
		}
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}} // after the last collection
		metrics.Read(live)
		percent := 100 * enough / max(live[0].Value.Uint64(), 1<<20)
		debug.SetGCPercent(int(max(percent, 100+collectAt) - 100))
		runtime.AddCleanup(new([16]byte), func(int) { setPercent() }, 0) // after the next collection
	}
	setPercent()
	return func() { stopped.Store(true) }
}
