//go:build race

package driver

// With the race detector, chroma is ten times slower, and code of one goroutine has no races. So
// tests compare only every sixth lexer with chroma.
const lexerStep = 6
