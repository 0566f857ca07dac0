//go:build unix

package localpg

import (
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"
)

const (
	maxBuffers = 4096 // MB; more than the indexes of thirty million programs take
	minBuffers = 128  // MB; PostgreSQL's own default

	unknownMemory = 4 << 30 // bytes
)

// sharedBuffers is the setting shared_buffers: a quarter of the memory, as
// PostgreSQL's manual advises, within bounds. It is anonymous memory, of which
// only what is touched costs; but the kernel refuses more than there is.
// The file system is that of the machine, from its root on.
func sharedBuffers(root fs.FS) string {
	quarter := memory(root) >> 20 / 4
	return fmt.Sprintf("%dMB", max(minBuffers, min(quarter, maxBuffers)))
}

// memory is how many bytes this machine has, or this container may have;
// 4 GB where the system does not tell by files as Linux does.
func memory(root fs.FS) int64 {
	bytes := int64(unknownMemory)
	if info, err := fs.ReadFile(root, "proc/meminfo"); err == nil {
		for line := range strings.Lines(string(info)) {
			f := strings.Fields(line) // "MemTotal: 24684084 kB"
			if len(f) != 3 || f[0] != "MemTotal:" || f[2] != "kB" {
				continue
			}
			if kb, err := strconv.ParseInt(f[1], 10, 64); err == nil && 0 < kb && kb < math.MaxInt64>>10 {
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
