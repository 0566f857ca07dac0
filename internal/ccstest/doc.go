// Package ccstest is a contest system for tests: a server of the ICPC Contest
// API (https://ccs-specs.icpc.io), over real HTTP, in any of the versions that
// are about and in the manner of DOMjudge.
//
// A Scenario says what the contest holds when the server starts. The contest can
// grow while it runs (grow.go), and the server can be made to fail in the ways in
// which servers and networks do (fault.go). It counts what it is asked for.
//
// The same scenario and the same calls give the same answers, byte for byte, and
// the same event feed.
package ccstest
