package main

import (
	"os"
	"runtime"
	"runtime/debug"

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

// collector sets how often the garbage collector runs during a check, unless GOGC is set.
type collector struct{ savesMemory bool }

// savingPercent is for the stages that need the most memory but allocate little. A check of 13,000 programs needs
// about 400 MB with 25 percent and 450 MB with 50, and hardly more processor time. The stage that reads programs
// would take a tenth more time.
const savingPercent = 25

// enter sets the garbage collector for a stage. While pairs are matched, the heap may grow to the size that it had while
// programs were compared, because the index is no longer needed.
func (c *collector) enter(stage check.Stage) {
	switch {
	case os.Getenv("GOGC") != "":
	case stage == check.Indexing && !c.savesMemory:
		c.savesMemory = true
		debug.SetGCPercent(savingPercent)
	case stage == check.Matching && c.savesMemory:
		c.savesMemory = false
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		runtime.GC()
		runtime.ReadMemStats(&after)
		percent := int((100+savingPercent)*before.NextGC/after.NextGC) - 100
		debug.SetGCPercent(min(max(savingPercent, percent), 100))
	}
}
