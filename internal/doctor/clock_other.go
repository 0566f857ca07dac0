//go:build !linux

package doctor

// ClockState returns false, false, because ojcheck cannot ask this system about its clock.
func ClockState() (isSynchronised, isKnown bool) { return false, false }
