//go:build unix

package hostiletest

import (
	"fmt"
	"syscall"
	"time"
)

// CPU returns the CPU time that this process and the processes that it has waited for have taken.
func CPU() (sum time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if err := syscall.Getrusage(who, &usage); err != nil {
			panic(fmt.Sprintf("getrusage: %v", err)) // only a wrong argument fails
		}
		sum += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	}
	return sum
}
