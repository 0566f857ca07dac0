package lexer

import (
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/lexer/driver"
)

// misread returns the index of the first piece of JavaScript or Go that is certainly or perhaps wrong, or the number of pieces.
// Everything before the first wrong slash is read correctly, so its tokens show what the slash is.
func (l *Language) misread(text string, pieces []driver.Piece) int {
	foreign, isScript := l.syntax.imports.foreign, l.Family == "javascript"
	if !isScript && foreign == "" {
		return len(pieces)
	}
	scanner := &scanner{language: l, text: text}
	_ = scanner.scan(pieces, nil) // without directives there is no error
	s := &stream{language: l, tokens: scanner.tokens}
	s.findPartners(s.tokens)
	isImport := false
	for i, t := range s.tokens {
		isExpression, isWrong := t.text == String && t.word[0] == '/', false
		switch {
		case isScript && (isExpression || t.text[0] == '/'):
			divides, isCertain := s.mayDivide(i)
			isWrong = divides == isExpression || !isCertain
		case t.text == "import":
			isImport = true
		case isImport && t.text == String && strings.Trim(t.word, "\"`") == foreign:
			isWrong = true // comments before it are code
		default:
			isImport = isImport && (t.text == String || t.text == Identifier || t.text == "." || t.text == "(" || t.text == ";")
		}
		if isWrong {
			return slices.IndexFunc(pieces, func(p driver.Piece) bool { return p.End > t.start })
		}
	}
	return len(pieces)
}

// mayDivide reports whether a slash at i divides, because an operand ends before it. Otherwise it begins a regular expression.
func (s *stream) mayDivide(i int) (divides, isCertain bool) {
	switch i--; s.at(i) {
	case Identifier, Number, Type, "]", "this", "super", "true", "false", "null", "undefined", "NaN", "Infinity":
		return true, true
	case String: // perhaps the part of a template before a hole
		word := s.tokens[i].word
		return word[0] == '"' || word[0] == '\'' || !strings.HasSuffix(word, "${"), true
	case ")":
		head := int(s.partner[i]) - 1
		if s.at(head) == "await" {
			head-- // for await (x of y)
		}
		return !s.language.tables.headKeywords[s.at(head)] || s.isAfterPoint(head), true
	case "++", "--", "!": // after an operand, "!" only asserts in TypeScript
		if s.tokens[i].lineStart {
			return false, true
		}
		return s.mayDivide(i)
	case "return", "case", "in", "instanceof", "typeof", "throw", "void", "delete", "new", "do", "else", "default":
		return s.isAfterPoint(i), true
	}
	if s.language.tables.softKeywords[s.at(i)] {
		return true, true // a name, because no word follows
	}
	return s.isAfterPoint(i), s.at(i) != "}" && !mayBeKeyword(s.at(i))
}

func (s *stream) isAfterPoint(i int) bool { return s.at(i-1) == "." || s.at(i-1) == "?." }
