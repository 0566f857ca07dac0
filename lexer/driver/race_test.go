//go:build race

package driver

// With the race detector, chroma is ten times slower, and code of one goroutine has no races. So
// only every sixth lexer is compared with chroma.
const every = 6
