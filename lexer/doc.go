// Package lexer turns source code into a sequence of normalised tokens, so that
// two programs can be compared by what they do and not by how they are written.
package lexer
