//go:build !race

package driver

// lexerStep is 1: tests compare every lexer with chroma.
const lexerStep = 1
