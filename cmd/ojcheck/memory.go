package main

import (
	"os"
	"runtime/debug"

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

// saveMemory makes the garbage collector run more often than by default, unless GOGC is set. A check calls it
// before it compares programs, because that stage needs the most memory but allocates little. A check of
// 13,000 programs needs about 400 MB with 25 percent and 450 MB with 50, and hardly more processor time. The
// stage that reads programs would take a tenth more time.
func saveMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(25)
	}
}
