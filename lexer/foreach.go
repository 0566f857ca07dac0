package lexer

import "strings"

// maxChain limits the tokens of the collection before ".forEach", and maxPattern those of the loop's variable.
const (
	maxChain   = 64
	maxPattern = 16
)

// joinForEach changes calls that run a lambda for each element to loops: Kotlin's "xs.forEach { x -> f(x) }", Java's
// "xs.forEach(x -> f(x));" and Rust's "xs.for_each(|x| f(x));" become loops over xs, and Kotlin's "repeat(n) { f(it) }" becomes a
// loop over "0 until n". In the heads of Rust's loops, the iterator of a collection becomes the collection.
func (s *stream) joinForEach() {
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		switch {
		case t.text == "for" && s.language.syntax.bareHeads:
			s.dropIterator(i)
		case t.text != Identifier:
		case eachNames[t.word] && s.language.syntax.eachLoop != "" && s.at(i-1) == "." && (s.at(i+1) == "{" || s.at(i+1) == "("):
			s.loopOver(i)
		case t.word == "for_each" && s.at(i-1) == "." && s.at(i+1) == "(" && s.at(i+2) == "|":
			s.loopOverClosure(i)
		case t.word == "repeat" && s.at(i-1) != "." && s.at(i+1) == "(" && s.beginsStatement(i):
			s.loopTimes(i)
		}
	}
}

var eachNames = wordSet("forEach foreach ForEach")

// loopOver changes "xs.forEach { x -> ... }" and "xs.forEach(x => ...);", with the name at i, to "for (x in xs) { ... }", in the
// words of the language.
func (s *stream) loopOver(i int) {
	open, inBraces := i+1, s.at(i+1) == "{"
	start, last := s.chainStart(i-1), int(s.partner[open])
	if start < 0 || last < 0 || s.at(last+1) != "" && !s.endsStatement(last+1) {
		return
	}
	from := open + 1 // of the variable: a name, or names in brackets
	arrow := max(from, int(s.partner[from])) + 1
	to := arrow
	if !inBraces && s.at(from) == "(" {
		from, to = from+1, to-1
	}
	isLambda := s.at(arrow) == "->" || s.at(arrow) == "=>"
	isImplicit := false
	if mark := s.language.syntax.lambdaArrow; mark != "" {
		isLambda = s.at(arrow) == mark
		isImplicit = inBraces && s.find(from, from+maxPattern, mark) < 0
	}
	if !isLambda && !isImplicit || from >= to || !inBraces && (s.find(from, to, ",") >= 0 || s.find(to, last, ",") >= 0) {
		return // two parameters are the key and the value of a map, or an element and its index; a second argument is "this"
	}
	words := strings.Fields(s.language.syntax.eachLoop)
	s.insertBefore(start, fixed(words[0]))
	if s.language.syntax.bareHeads {
		s.drop(i - 1)
	} else {
		s.insertBefore(start, fixed("("))
		s.tokens[i-1].text, s.tokens[i-1].lineStart = ")", false
	}
	if len(words) > 2 && s.at(from) != Type { // not with the type of the parameter
		s.insertBefore(start, fixed(words[1]))
	}
	if isImplicit {
		s.insertBefore(start, rawToken{text: Identifier, word: "it"})
	} else {
		s.insertBefore(start, s.tokens[from:to]...)
		s.dropRange(open+1, arrow+1)
	}
	s.insertBefore(start, fixed(words[len(words)-1]))
	if s.at(start) == "(" && int(s.partner[start]) == i-2 {
		s.drop(start, i-2)
	}
	s.drop(i)
	if inBraces {
		return
	}
	s.drop(open, last)
	if s.at(last-1) == "}" && int(s.partner[last-1]) == arrow+1 && s.at(last+1) == ";" {
		s.drop(last + 1)
	}
}

// loopOverClosure changes "xs.for_each(|x| ...);", with the name at i, to "for x in xs { ...; }".
func (s *stream) loopOverClosure(i int) {
	start, last := s.chainStart(i-1), int(s.partner[i+1])
	bar := s.find(i+3, i+maxPattern, "|")
	if start < 0 || last < 0 || bar < 0 || s.at(last+1) != ";" {
		return
	}
	s.insertBefore(start, fixed("for"))
	s.insertBefore(start, s.tokens[i+3:bar]...)
	s.insertBefore(start, fixed("in"))
	s.dropCall(i - 1)
	s.drop(i-1, i)
	s.dropRange(i+2, bar+1)
	if s.at(bar+1) == "{" && int(s.partner[bar+1]) == last-1 {
		s.drop(i+1, last, last+1)
	} else {
		s.tokens[i+1].text, s.tokens[last].text, s.tokens[last+1].text = "{", ";", "}"
	}
}

// loopTimes changes "repeat(n) { ... }", with the name at i, to "for (it in 0 until n) { ... }".
func (s *stream) loopTimes(i int) {
	body := int(s.partner[i+1]) + 1
	if body == 0 || s.at(body) != "{" || s.partner[body] < 0 {
		return
	}
	variable := rawToken{text: Identifier, word: "it"}
	if s.at(body+1) == Identifier && s.at(body+2) == "->" {
		variable.word = s.tokens[body+1].word
		s.dropRange(body+1, body+3)
	}
	s.tokens[i].text = "for"
	s.insertAfter(i+1, variable, fixed("in"), rawToken{text: Number, word: "0"}, rawToken{text: Identifier, word: "until"})
}

// dropIterator drops "&" and ".iter()" in the head of the loop at i: "for x in &xs {" and "for x in xs.iter() {" become
// "for x in xs {".
func (s *stream) dropIterator(i int) {
	in := s.find(i+1, i+maxPattern, "in")
	if in < 0 {
		return
	}
	if s.at(in+1) == "&" {
		s.drop(in + 1)
	}
	if body := s.find(in+1, in+maxChain, "{"); body > 0 {
		s.dropCall(body)
	}
}

// dropCall drops ".iter()" and the like before an index.
func (s *stream) dropCall(end int) {
	if s.at(end-1) != ")" || s.at(end-2) != "(" || s.at(end-3) != Identifier || s.at(end-4) != "." {
		return
	}
	switch s.tokens[end-3].word {
	case "iter", "iter_mut", "into_iter":
		s.dropRange(end-4, end)
	}
}

// chainStart returns the start of the expression that ends before i and begins a statement; -1 for none.
func (s *stream) chainStart(i int) int {
	lineEnds := s.language.mayEndWithLine()
	for j := i - 1; j >= 0 && j > i-maxChain; j-- {
		text := s.tokens[j].text
		switch text {
		case ")", "]", "}":
			if s.partner[j] < 0 || text == "}" && s.at(j+1) != "." {
				return -1
			}
			j = int(s.partner[j])
		case Identifier, Type, Number, String, "this", "self", ".", "::", "?", "!!", "..", "&":
		default:
			return -1
		}
		isStart := j == 0 || lineEnds && s.beginsLine(j)
		switch s.at(j - 1) {
		case ";", "{", "=>", "": // "" is a token of the call around it or before it
			isStart = true
		case "}":
			isStart = isStart || !lineEnds && text != "."
		}
		if isStart {
			return j
		}
	}
	return -1
}
