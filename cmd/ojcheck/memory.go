package main

import (
	"os"
	"runtime/debug"

	"github.com/ojcheck/ojcheck/internal/localpg"
)

// memoryFlag bounds the memory of a check.
type memoryFlag struct {
	Memory count `setting:"" placeholder:"BYTES" help:"Memory for the programs of a check, such as 500M or 4G; if it is too little, the longest programs are left out (default: a quarter of this machine's)."`
}

func (m memoryFlag) bytes() int64 {
	if m.Memory > 0 {
		return int64(m.Memory)
	}
	return localpg.MachineMemory() / 4
}

// limit makes the garbage collector keep the process within this memory where it can. If GOMEMLIMIT is set, limit does
// nothing.
func (m memoryFlag) limit() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(m.bytes())
	}
}
