//go:build race

package driver

// The race detector makes chroma ten times slower, and finds nothing in what
// one goroutine does: a part of the comparison is enough.
const every = 6
