package lexer

import "strings"

// maxAscription limits the tokens of an ascription: the type that a program writes after a name.
const maxAscription = 24

// dropAscriptions drops the type of a variable that gets a value: "val x: Int = 1" becomes "val x = 1". It drops C++'s type after
// the parameters: "auto f() -> int {" becomes "auto f() {", like "int f() {". In languages where all types are optional, it also
// drops the types of parameters, results and members. So it does in PHP.
func (s *stream) dropAscriptions() {
	if s.language.syntax.optionalTypes {
		s.dropOptionalTypes()
		return
	}
	if s.language.syntax.typedNames {
		s.dropTypesBeforeNames()
		return
	}
	for i := 0; i+1 < len(s.tokens); i++ {
		switch text := s.tokens[i].text; {
		case text == "var" && s.language.syntax.shortVariables:
			s.shortenVariable(i)
		case text == ":" && s.at(i-1) == Identifier && binders[s.at(i-2)]:
			if end := s.skipType(i + 1); s.at(end) == "=" {
				s.dropRange(i, end)
				i = end
			}
		case text == "->" && s.at(i-1) == ")" && s.language.syntax.functions.form == typedFunctions:
			if end := s.skipType(i + 1); s.at(end) == "{" {
				s.dropRange(i, end)
			}
		}
	}
}

// shortenVariable changes Go's "var x, y T = a, b" at i to "x, y := a, b", and "var x int" to "x := 0".
func (s *stream) shortenVariable(i int) {
	name := i + 1
	for s.hasTextsAt(name, Identifier, ",") {
		name += 2
	}
	end := s.skipType(name + 1)
	switch {
	case s.at(name) != Identifier:
	case s.at(end) == "=":
		s.drop(i)
		s.dropRange(name+1, end)
		s.tokens[end].text = ":="
	case name == i+1 && end == name+2 && s.at(name+1) == Type:
		zero := rawToken{text: Number, word: "0"}
		switch word := s.tokens[name+1].word; {
		case word == "string":
			zero = rawToken{text: String, word: `""`}
		case word == "bool":
			zero = fixed("false")
		case !numericTypes[word]:
			return
		}
		s.drop(i)
		s.tokens[name+1].text = ":="
		s.insertAfter(name+1, zero)
	}
}

// binders precede a declared variable.
var binders = wordSet("var let mut const")

// skipType returns the index after the type at i, at most the end of its line; i if it is longer than maxAscription.
func (s *stream) skipType(i int) int {
	depth := 0
	for j := i; j < len(s.tokens) && j < i+maxAscription; j++ {
		if depth == 0 && j > i && s.mayEndBefore(j) {
			return j
		}
		switch s.tokens[j].text {
		case "(", "[", "<":
			depth++
		case ")", "]", ">":
			if depth--; depth < 0 {
				return j
			}
		case Type, Identifier, ".", "?", "!", "&", "*", "->", "=>", "::", "|", Number, "mut", "dyn":
		case ",", ":", ";":
			if depth == 0 {
				return j
			}
		default:
			return j
		}
	}
	return i
}

// dropTypesBeforeNames drops PHP's types: "function f(?int $a, B ...$c): int {" becomes "function f($a, ...$c) {", and the member
// "int $d;" becomes "$d;".
func (s *stream) dropTypesBeforeNames() {
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		if s.isVariable(i) {
			if start := s.typeStart(i); start < i {
				switch s.at(start - 1) {
				case ";", "{", "}":
					s.dropRange(start, i)
				}
			}
			continue
		}
		if t.text != "function" && t.text != "fn" {
			continue
		}
		open := s.find(i+1, i+4, "(")
		if open < 0 || s.partner[open] < 0 {
			continue
		}
		last := int(s.partner[open])
		for from := open + 1; from < last; {
			next := s.find(from, last, ",")
			if next < 0 {
				next = last
			}
			for name := from; name < min(next, from+maxAscription); name++ {
				if s.isVariable(name) {
					for ; name > from && (s.at(name-1) == "&" || s.at(name-1) == "..."); name-- {
					}
					s.dropRange(from, name)
					break
				}
			}
			from = next + 1
		}
		if s.at(last+1) == "use" && s.at(last+2) == "(" {
			last = max(last, int(s.partner[last+2]))
		}
		if s.at(last+1) == ":" {
			if end := s.find(last+2, last+maxAscription, "{", "=>", ";"); end > 0 {
				s.dropRange(last+1, end)
			}
		}
	}
}

// isVariable reports whether the token at i is a name that begins with $.
func (s *stream) isVariable(i int) bool {
	return s.at(i) == Identifier && strings.HasPrefix(s.tokens[i].word, "$")
}

// typeStart returns the start of the type that ends before i; i if there is none.
func (s *stream) typeStart(i int) int {
	start := i
	for start > max(0, i-maxAscription) {
		switch s.at(start - 1) {
		case Type, "array", "null", "?", "|":
		case Identifier:
			if s.isVariable(start - 1) {
				return i
			}
		default:
			return start
		}
		start--
	}
	return start
}
