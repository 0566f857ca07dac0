//go:build !race

package driver

// Tests compare every lexer with chroma.
const lexerStep = 1
