package doctor

import "syscall"

// timeError is the state of a clock that is not synchronised, TIME_ERROR of adjtimex(2).
const timeError = 5

// ClockState reports whether the system keeps its clock synchronised, and whether that is known.
func ClockState() (isSynchronised, isKnown bool) {
	state, err := syscall.Adjtimex(&syscall.Timex{})
	return state != timeError, err == nil
}
