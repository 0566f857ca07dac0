package pgtest

import "syscall"

// minMemoryDir is the least free space in /dev/shm, in bytes: the databases of a full run need about 1 GB.
const minMemoryDir = 4 << 30

func init() {
	var stat syscall.Statfs_t
	if err := syscall.Statfs("/dev/shm", &stat); err != nil || stat.Flags&syscall.MS_NOEXEC != 0 {
		return // noexec: no place for downloaded binaries
	}
	if stat.Bavail*uint64(stat.Bsize) >= minMemoryDir {
		memoryDir = "/dev/shm"
	}
}
