package lexer

import (
	"slices"
	"strings"
)

// longestBinding bounds the tokens of a declaration that is looked at: longer
// ones are functions, which may hold many more declarations.
const longestBinding = 256

// imports tells what the import, package and similar statements of a language
// look like. They are dropped: they are alike in honest programs, and adding
// or sorting them is the cheapest disguise.
type imports struct {
	words    string // that begin one, when first in a statement
	lineEnds bool   // a statement ends with its line too, outside brackets
	indented bool   // and goes on in the next line if that is indented
	unless   string // operators that make it something else: "using x = int;"
	// A declaration that begins with one of bindings and gives the result of
	// the call of loader is an import: const fs = require('fs').
	bindings string
	loader   string
}

// dropImports removes the import statements.
func (s *stream) dropImports() {
	l, tokens := s.language, s.tokens
	rule := &l.syntax.imports
	kept := tokens[:0]
	begin := true // a statement begins here
	for i := 0; i < len(tokens); {
		t := tokens[i]
		begin = begin || (rule.lineEnds || l.syntax.directives) && t.lineStart
		if begin && l.tables.imports[t.word] {
			end := rule.end(tokens, i, s.text)
			if rule.excepts(tokens[i:end]) {
				kept = append(kept, tokens[i:end]...)
			}
			begin, i = true, end
			continue
		}
		if begin && l.tables.bindings[t.word] {
			end := rule.end(tokens[:min(len(tokens), i+longestBinding)], i, s.text)
			if rule.loads(tokens[i:end]) {
				i = end
				continue
			}
		}
		begin = t.text == ";" || t.text == "{" || t.text == "}"
		kept = append(kept, t)
		i++
	}
	s.tokens = kept
}

// end returns the index after the statement that begins at i: after its
// semicolon, or, where lines end statements, before the first token of a line
// outside brackets and not after a comma.
func (r *imports) end(tokens []raw, i int, text string) int {
	depth := 0
	for j := i; j < len(tokens); j++ {
		t := tokens[j]
		if r.lineEnds && depth == 0 && j > i && t.lineStart && tokens[j-1].text != "," &&
			!(r.indented && t.start > 0 && text[t.start-1] != '\n') {
			return j
		}
		switch t.text {
		case "(", "{", "[":
			depth++
		case ")", "}", "]":
			if depth--; depth < 0 {
				return j
			}
		case ";", ";;":
			return j + 1
		}
	}
	return len(tokens)
}

func (r *imports) excepts(statement []raw) bool {
	unless := strings.Fields(r.unless)
	return len(unless) > 0 && slices.ContainsFunc(statement, func(t raw) bool { return slices.Contains(unless, t.word) })
}

// loads tells whether the statement is a declaration like x = require("y"),
// and nothing more.
func (r *imports) loads(statement []raw) bool {
	for i, t := range statement {
		if t.text != "=" {
			continue
		}
		call := statement[i+1:]
		if len(call) == 0 || call[0].word != r.loader {
			return false
		}
		for _, t := range call[1:] {
			switch t.text {
			case "(", ")", ";", String:
			default:
				return false
			}
		}
		return true
	}
	return false
}
