// Package disk reports the free space of a disk.
package disk

import "fmt"

// RequireFree returns an error unless the disk of a directory has at least the given number of free bytes.
func RequireFree(dir string, bytes int64) error {
	free, err := Free(dir)
	if err == nil && free < bytes {
		err = fmt.Errorf("the disk of %s has %d MB free, and %d MB are needed", dir, free>>20, bytes>>20)
	}
	return err
}
