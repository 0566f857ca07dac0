//go:build !linux

package doctor

// Synchronised returns false, false: ojcheck cannot ask this system about its clock.
func Synchronised() (isSynchronised, isKnown bool) { return false, false }
