//go:build race

package driver

// lexerStep is 6: tests compare only every sixth lexer with chroma. With the race detector chroma
// is ten times slower, and code of one goroutine has no races.
const lexerStep = 6
