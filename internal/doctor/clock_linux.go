package doctor

import "syscall"

// unsynchronised is the state TIME_ERROR of adjtimex(2).
const unsynchronised = 5

// ClockState reports whether the system keeps its clock synchronised, and whether that is known.
func ClockState() (isSynchronised, isKnown bool) {
	state, err := syscall.Adjtimex(&syscall.Timex{})
	return state != unsynchronised, err == nil
}
