//go:build race

package driver

// The race detector makes chroma ten times slower and finds nothing in one goroutine: a
// part of the comparison suffices.
const every = 6
