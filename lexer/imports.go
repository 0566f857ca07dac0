package lexer

import (
	"slices"
	"strings"
)

// maxBinding limits the tokens of a declaration that may be an import. A longer declaration is a function.
const maxBinding = 256

// importSyntax describes the import statements of a language. They are dropped because honest programs have
// similar ones, and because adding or sorting them is the cheapest disguise.
type importSyntax struct {
	keywords   string // keywords that start an import, as the first word of a statement
	lineEnds   bool   // a statement also ends with its line, outside brackets
	indented   bool   // a statement continues on the next line if that line is indented
	exceptions string // a statement with one of these operators is no import: "using x = int;"
	// A declaration is an import, too, if it starts with one of bindings and its value is a call of loader:
	// const fs = require('fs').
	bindings string
	loader   string
	foreign  string // the import of code in another language
}

func (s *stream) dropImports() {
	l, tokens := s.language, s.tokens
	imports := &l.syntax.imports
	exceptions := strings.Fields(imports.exceptions)
	atStart := true // a statement starts here
	for i := 0; i < len(tokens); {
		t := &tokens[i]
		atStart = atStart || (imports.lineEnds || l.syntax.directives) && t.lineStart
		isCall := imports.loader != "" && (s.at(i+1) == "(" || s.at(i+1) == ".") // import("fs") in JavaScript
		if atStart && l.tables.imports[t.word] && !isCall && (!l.tables.softKeywords[t.word] || s.at(i+1) == String || s.beforeWord(i)) {
			end := imports.statementEnd(tokens, i, s.text)
			if !slices.ContainsFunc(tokens[i:end], func(t rawToken) bool { return slices.Contains(exceptions, t.word) }) {
				s.dropRange(i, end)
			}
			atStart, i = true, end
			continue
		}
		if atStart && l.tables.bindings[t.word] {
			end := imports.statementEnd(tokens[:min(len(tokens), i+maxBinding)], i, s.text)
			if imports.callsLoader(tokens[i:end]) {
				s.dropRange(i, end)
				i = end
				continue
			}
		}
		atStart = t.text == ";" || t.text == "{" || t.text == "}"
		i++
	}
}

// statementEnd returns the index after the statement at i. The statement ends with its semicolon. If lineEnds is set,
// it also ends before the next line that starts outside brackets, unless a comma comes before that line.
func (r *importSyntax) statementEnd(tokens []rawToken, i int, text string) int {
	depth := 0
	for j := i; j < len(tokens); j++ {
		t := tokens[j]
		if r.lineEnds && depth == 0 && j > i && t.lineStart && tokens[j-1].text != "," &&
			!(r.indented && t.start > 0 && text[t.start-1] != '\n') {
			return j
		}
		if depth += nesting(t.text); depth < 0 {
			return j
		}
		if t.text == ";" || t.text == ";;" {
			return j + 1
		}
	}
	return len(tokens)
}

// callsLoader reports whether the statement is only a declaration like x = require("y").
func (r *importSyntax) callsLoader(statement []rawToken) bool {
	i := slices.IndexFunc(statement, func(t rawToken) bool { return t.text == "=" })
	if i < 0 || i+1 == len(statement) || statement[i+1].word != r.loader {
		return false
	}
	return !slices.ContainsFunc(statement[i+2:], func(t rawToken) bool {
		return t.text != "(" && t.text != ")" && t.text != ";" && t.text != String
	})
}
