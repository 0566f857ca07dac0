package localpg

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"
)

// unknownMemory is the assumed memory, in bytes, of a machine that does not say how much it has.
const unknownMemory = 4 << 30

// MachineMemory returns the memory, in bytes, of this machine or this container; unknownMemory on systems
// other than Linux.
func MachineMemory() int64 { return memory(os.DirFS("/")) }

func memory(root fs.FS) int64 {
	bytes := int64(unknownMemory)
	if info, err := fs.ReadFile(root, "proc/meminfo"); err == nil {
		for line := range strings.Lines(string(info)) {
			var kb int64
			if _, err := fmt.Sscanf(line, "MemTotal: %d kB", &kb); err == nil && 0 < kb && kb < math.MaxInt64>>10 {
				bytes = kb << 10
			}
		}
	}
	for _, name := range []string{"sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		limit, err := fs.ReadFile(root, name)
		if err != nil {
			continue
		}
		if n, err := strconv.ParseInt(strings.TrimSpace(string(limit)), 10, 64); err == nil && n > 0 { // or "max"
			bytes = min(bytes, n)
		}
	}
	return bytes
}
