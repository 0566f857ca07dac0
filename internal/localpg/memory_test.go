//go:build unix

package localpg

import (
	"testing"
	"testing/fstest"
)

// sharedBuffers is a quarter of the memory of the machine or the container, within bounds.
func TestSharedBuffers(t *testing.T) {
	t.Parallel()
	const (
		meminfo = "proc/meminfo"
		v2      = "sys/fs/cgroup/memory.max"
		v1      = "sys/fs/cgroup/memory/memory.limit_in_bytes"
	)
	tests := map[string]struct {
		files map[string]string
		want  string
	}{
		"24 GB":                            {map[string]string{meminfo: "MemTotal:       24684084 kB\nMemFree:        100 kB\n"}, "4096MB"},
		"2 GB":                             {map[string]string{meminfo: "MemTotal:       2097152 kB\n"}, "512MB"},
		"256 MB":                           {map[string]string{meminfo: "MemTotal:       262144 kB\n"}, "128MB"},
		"a container of 1 GB":              {map[string]string{meminfo: "MemTotal:       24684084 kB\n", v2: "1073741824\n"}, "256MB"},
		"a container without a limit":      {map[string]string{meminfo: "MemTotal:       2097152 kB\n", v2: "max\n"}, "512MB"},
		"an old container":                 {map[string]string{meminfo: "MemTotal:       24684084 kB\n", v1: "2147483648\n"}, "512MB"},
		"an old container without a limit": {map[string]string{meminfo: "MemTotal:       2097152 kB\n", v1: "9223372036854771712\n"}, "512MB"},
		"no files of Linux":                {nil, "1024MB"},
		"invalid values":                   {map[string]string{meminfo: "MemTotal:       much kB\nMemTotal: 0 kB\n", v2: "-1\n"}, "1024MB"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := fstest.MapFS{}
			for path, content := range tt.files {
				root[path] = &fstest.MapFile{Data: []byte(content)}
			}
			if got := sharedBuffers(root); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
