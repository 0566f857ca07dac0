//go:build unix

package contestbench

import (
	"os"
	"runtime"
	"syscall"
)

// peakMemory is the most memory that a process had at once, in bytes, as the
// operating system has counted it. On Linux that is at least what its parent
// had when it started it, so the parent must be the smaller one.
func peakMemory(used *os.ProcessState) int64 {
	usage, ok := used.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10 // others count in KiB
}
