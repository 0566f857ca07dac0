package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/localpg"
)

// memoryFlag bounds the memory of a check.
type memoryFlag struct {
	Memory memorySize `setting:"" placeholder:"BYTES" help:"Memory for the programs of a check, such as 500M or 4G, at least 64M; if it is too little, problems are compared in parts, or the longest programs are left out (default: a quarter of this machine's)."`
}

// memorySize is a number of bytes on the command line, at least minMemory.
type memorySize int64

// minMemory is the least memory of a check: with less, the garbage collector takes most of the time.
const minMemory = 64_000_000

// UnmarshalText reads the value of the flag. Kong calls it.
func (m *memorySize) UnmarshalText(text []byte) error {
	var bytes count
	if err := bytes.UnmarshalText(text); err != nil {
		return err
	}
	if bytes < minMemory {
		return fmt.Errorf("%q is too little memory for a check: give 64M or more (without a letter, the number is in bytes)", text)
	}
	*m = memorySize(bytes)
	return nil
}

func (m memoryFlag) bytes() int64 {
	if m.Memory > 0 {
		return int64(m.Memory)
	}
	return localpg.MachineMemory() / 4
}

// limit asks the garbage collector to keep the process within twice the memory of the flag, unless GOMEMLIMIT is set:
// programs of earlier contests may need as much as those of the check.
func (m memoryFlag) limit() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(2 * m.bytes())
	}
}

// A check needs baseHeap bytes, and heapPerByte more for each byte of source, while it compares programs. Until the heap has this
// size, no garbage is collected: a collection would take a tenth of the processor time, and the check would soon need the freed
// memory again. Beyond this size, the heap grows by minGrowth percent before each collection.
const (
	baseHeap    = 32 << 20
	heapPerByte = 7
	minGrowth   = 25
)

// growthTo returns the percentage by which the heap may grow before the next collection, for debug.SetGCPercent, so that it
// reaches a size. live is the size after the last collection. The runtime lets a heap of less than 4 MB grow like one of 4 MB.
func growthTo(size, live int64) int {
	return max(minGrowth, int(100*(size-live)/max(live, 4<<20)))
}

// delayGC sets how often the garbage collector runs during a check, unless GOGC is set. Call stop after the check.
func delayGC(req *check.Request) (stop func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	enough := int64(baseHeap)
	for _, s := range req.Submissions {
		for _, f := range s.Files {
			enough += heapPerByte * int64(len(f.Content))
		}
	}
	var mu sync.Mutex
	stopped := false
	var setGrowth func()
	setGrowth = func() {
		mu.Lock()
		defer mu.Unlock()
		if stopped {
			return
		}
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		debug.SetGCPercent(growthTo(enough, int64(live[0].Value.Uint64())))
		// The next collection frees this object, and so calls setGrowth again. A smaller object might share its memory with others
		// and stay.
		runtime.AddCleanup(new([16]byte), func(int) { setGrowth() }, 0)
	}
	setGrowth()
	return func() {
		mu.Lock()
		defer mu.Unlock()
		stopped = true
		debug.SetGCPercent(100)
	}
}
