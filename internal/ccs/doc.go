// Package ccs holds the ICPC Contest API as data: what a contest control
// system, such as DOMjudge, Kattis or PC^2, says of a contest, in versions
// 2020-03 to 2026-01, and what ojcheck keeps of it.
//
// A Model takes what the system says piece by piece: whole collections, as a
// GET of an endpoint gives them (Load), and notifications, as the event feed
// gives them (Apply). The pieces may come in any order, more than once, and
// may change or take back what was said before; the Model that results depends
// on the last word on each object alone. For each submission it then says what
// ojcheck keeps of it, or why it cannot be taken.
//
// Parsing is tolerant where systems differ from the specification or from one
// another: properties that are not known are passed over, identifiers may be
// numbers, times may lack parts. What is not tolerated is an object without an
// identifier that could name it in a path. All that is kept is bounded.
//
// Passwords, which account objects may hold, are never kept: not even in
// memory, once Apply or Load has returned.
//
// The package does no I/O. The specification is that of the ICPC,
// https://ccs-specs.icpc.io.
package ccs
