//go:build !linux

package doctor

// Synchronised knows nothing on this system.
func Synchronised() (isSynchronised, isKnown bool) { return false, false }
