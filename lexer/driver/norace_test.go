//go:build !race

package driver

// Every lexer is compared with chroma.
const every = 1
