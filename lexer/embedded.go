package lexer

import (
	"slices"
	"strconv"
	"strings"
)

const (
	maxEmbedded  = 2  // depth: a program in a string of a program in a string
	maxArguments = 16 // tokens of a call's other arguments: more tokens could hide code

	// minLiteral is the length in bytes from which on a literal is read as a program if the program runs some literal, and it is
	// not certain which.
	minLiteral = 100
)

// standardObjects have the functions that run literals as members.
var standardObjects = wordSet("builtins __builtins__ globalThis window global")

// readEmbedded replaces a literal that certainly runs, as in exec("..."), by the program in it. It drops the
// call and, if a variable holds the literal, the assignment. It takes linear time.
func (s *stream) readEmbedded() {
	s.sourceSize = len(s.text)
	for depth := 0; depth < maxEmbedded && s.coarse < 0; depth++ {
		if programs := s.findEmbedded(); len(programs) == 0 || !s.scanEmbedded(programs) {
			return
		}
	}
}

// embeddedProgram is a program that replaces the tokens [from, to). The literals among the tokens [first, last)
// contain the program. If there are no literals, the tokens [from, to) are only dropped.
type embeddedProgram struct{ from, to, first, last int }

// scanEmbedded replaces calls by programs. It appends the programs to text, and their places in the source to
// origins. If the programs are too long or take more work than the source has left, it changes nothing and returns false.
func (s *stream) scanEmbedded(programs []embeddedProgram) bool {
	text, origins := []byte(s.text), s.origins
	if origins == nil {
		text, origins = append(text, '\n'), []int32{int32(len(text))}
	}
	prefix := s.language.syntax.codePrefix
	out := s.scratch()
	copied, searched, column := 0, 0, 0 // tokens copied; tokens searched for line starts; the column of the last line start
	for _, p := range programs {
		if p.from < copied { // in the arguments of another call
			continue
		}
		out = append(out, s.tokens[copied:p.from]...)
		copied = p.to
		indent := 0
		if s.language.syntax.indented {
			for ; searched <= p.from; searched++ {
				if s.tokens[searched].lineStart {
					column = s.column(s.tokens[searched].start)
				}
			}
			if indent = column; !s.tokens[p.from].lineStart {
				indent++ // the call is in the block of its line
			}
		}
		start := len(text)
		if text, origins = s.appendProgram(text, origins, p, indent); len(text) > s.sourceSize+MaxBytes {
			return false
		}
		content := prefix + string(text[start:])
		pieces, err := s.job.pieces(content, 0)
		if err != nil || s.job.coarseStart >= 0 {
			return false
		}
		isBlock := s.tokens[p.from].lineStart || strings.Contains(content, "\n")
		scanner := &scanner{language: s.language, text: content, newLine: isBlock}
		_ = scanner.scan(pieces, nil) // without directives there is no error
		for _, t := range scanner.tokens {
			t.start += start - len(prefix)
			t.end += start - len(prefix)
			out = append(out, t)
		}
	}
	s.text, s.origins = string(text), origins
	s.replace(append(out, s.tokens[copied:]...))
	s.joinLines()
	return true
}

// appendProgram appends the program to text, with indent blanks before each line, and its places in the source to origins.
func (s *stream) appendProgram(text []byte, origins []int32, p embeddedProgram, indent int) ([]byte, []int32) {
	start := len(text)
	for _, t := range s.tokens[p.first:p.last] {
		if t.text == String {
			text, origins = appendLiteral(text, origins, t, start, indent)
		}
	}
	for i := start - s.sourceSize; i < len(origins) && s.origins != nil; i++ {
		if at := int(origins[i]); at >= s.sourceSize { // in a program from a literal
			origins[i] = s.origins[at-s.sourceSize]
		}
	}
	return text, origins
}

// findEmbedded returns the calls that run literals, in their order in the program. If a call is of another form, it adds all long
// literals but documentation.
func (s *stream) findEmbedded() (programs []embeddedProgram) {
	var assigned map[string]embeddedProgram
	isUncertain := false
	for i, t := range s.tokens {
		if !s.language.tables.evalFunctions[t.word] {
			continue
		}
		if before := s.at(i - 1); before == "->" || before == "::" || before == "." && !standardObjects[s.word(i-2)] {
			continue
		}
		if assigned == nil {
			s.findPartners(s.tokens)
			assigned = s.assignedLiterals()
		}
		p, ok := s.readRun(i)
		if !ok {
			isUncertain = isUncertain || s.at(i+1) != "{"
			continue
		}
		if p.last == p.first {
			variable := s.tokens[p.first].word
			literal := assigned[variable]
			if literal.to == 0 {
				isUncertain = true
				continue
			}
			if literal.last > literal.first {
				programs = append(programs, literal)
				literal.last = literal.first // the program is read only once
				assigned[variable] = literal
			}
		}
		programs = append(programs, p)
	}
	for i, t := range s.tokens {
		isStatement := t.lineStart && s.mayFollowStatement(i+1)
		if isUncertain && t.text == String && len(t.word) >= minLiteral && !isStatement && s.literalsEnd(i) > i {
			programs = append(programs, embeddedProgram{i, i + 1, i, i + 1})
		}
	}
	slices.SortStableFunc(programs, func(a, b embeddedProgram) int { return a.from - b.from })
	return programs
}

// readRun reads the call of the function at i, which runs the literals in [p.first, p.last) or, if p.last is p.first, the
// value of the variable at p.first. ok is false if the call is of another form.
func (s *stream) readRun(i int) (p embeddedProgram, ok bool) {
	p = embeddedProgram{from: i, first: i + 1}
	if s.at(i+1) == "(" {
		if p.to = int(s.partner[i+1]) + 1; p.to == 0 {
			return p, false
		}
		p.first++
		if s.tokens[i].word == "Function" { // the program is the last argument
			p.first = max(p.first, p.to-2)
		} else if s.tokens[p.first].word == "compile" && s.at(p.first+1) == "(" {
			p.first += 2
		}
	}
	if s.at(i-1) == "new" {
		p.from--
	} else if s.at(i-1) == "." {
		p.from -= 2
	}
	p.last = s.literalsEnd(p.first)
	after := p.last
	if after == p.first && s.at(after) == Identifier {
		after++
	}
	ok = after > p.first
	if p.to == 0 {
		p.to = after
		return p, ok && s.mayFollowStatement(after)
	}
	return p, ok && s.areArguments(i+2, p.first) && s.areArguments(after, p.to)
}

// assignedLiterals returns one assignment of each variable. If the variable has only this assignment, and the
// value consists of literals, the field to is set. Otherwise to is 0.
func (s *stream) assignedLiterals() map[string]embeddedProgram {
	found := map[string]embeddedProgram{}
	for i, t := range s.tokens {
		operator := s.at(i + 1)
		if t.text != Identifier || !strings.HasSuffix(operator, "=") || comparisons[operator] {
			continue
		}
		p := embeddedProgram{from: i, first: i + 2, last: s.literalsEnd(i + 2)}
		if before := s.at(i - 1); before == "var" || before == "my" {
			p.from--
		}
		if _, again := found[t.word]; !again && operator == "=" && p.last > p.first && s.mayFollowStatement(p.last) {
			p.to = p.last
		}
		found[t.word] = p
	}
	return found
}

var comparisons = wordSet("== != === !== <= >= <=>")

// literalsEnd returns the index after the literals at i, which operators may join.
func (s *stream) literalsEnd(i int) int {
	for s.at(i) == String {
		if _, _, mark := literalValue(s.tokens[i].word); mark == "" {
			return i
		}
		if i++; (s.at(i) == "+" || s.at(i) == ".") && s.at(i+1) == String {
			i++
		}
	}
	return i
}

// mayFollowStatement reports whether a whole statement may end before i.
func (s *stream) mayFollowStatement(i int) bool {
	return i >= len(s.tokens) || s.tokens[i].lineStart || s.at(i) == ";" || s.at(i) == "}"
}

// areArguments reports whether the tokens [from, to) may be further arguments of a call that runs a program:
// few names, literals and calls without arguments, as in exec("...", globals()).
func (s *stream) areArguments(from, to int) bool {
	for i := from; i < to; i++ {
		switch s.at(i) {
		case String, Identifier:
			if i == from && s.at(i-1) != "(" {
				return false
			}
		case "(":
			if s.at(i+1) != ")" && s.tokens[i-1].word != "compile" {
				return false
			}
		case ",", ")":
		default:
			return false
		}
	}
	return to-from <= maxArguments
}

// sourceOffset returns the offset in the source for an offset in text.
func (s *stream) sourceOffset(offset int) int {
	if offset < s.sourceSize || s.origins == nil {
		return offset
	}
	return int(s.origins[offset-s.sourceSize])
}

// literalValue returns where the value of a literal starts and ends, and the mark that ends the literal. The
// mark is "" for an unknown form.
func literalValue(literal string) (start, end int, mark string) {
	quote := strings.IndexAny(literal, "\"'`")
	if quote < 0 || strings.Trim(literal[:quote], "rRuUbB") != "" {
		return 0, 0, ""
	}
	mark = literal[quote : quote+1]
	if triple := strings.Repeat(mark, 3); strings.HasPrefix(literal[quote:], triple) && len(literal) >= quote+6 {
		mark = triple
	}
	start, end = quote+len(mark), len(literal)-len(mark)
	if start > end || literal[end:] != mark {
		return 0, 0, ""
	}
	return start, end, mark
}

// appendLiteral appends the value of a literal to text. It appends the place of each byte, and of the literal's end,
// to origins. Each line that begins at the offset from or later is indented by indent blanks.
func appendLiteral(text []byte, origins []int32, t rawToken, from, indent int) ([]byte, []int32) {
	i, end, mark := literalValue(t.word)
	isRaw := strings.ContainsAny(t.word[:i-len(mark)], "rR")
	add := func(value string) {
		text = append(text, value...)
		for range len(value) {
			origins = append(origins, int32(t.start+i))
		}
	}
	if n := len(text); n > from {
		text, origins = text[:n-1], origins[:len(origins)-1] // the line end after the previous literal
	}
	for n := 0; i < end && len(text) < MaxBytes*3; i += n {
		value := t.word[i : i+1]
		if n = 1; value == `\` && !isRaw {
			value, n = unescape(t.word[i:end])
		}
		if value != "\n" && (len(text) == from || text[len(text)-1] == '\n') {
			add(strings.Repeat(" ", indent))
		}
		add(value)
	}
	add("\n")
	return text, origins
}

// unescape returns the value and the length of the escape at the start of text. Control characters become blanks.
func unescape(text string) (value string, n int) {
	r, _, tail, err := strconv.UnquoteChar(text, 0)
	switch {
	case err != nil && len(text) > 1 && text[1] != '\n':
		return text[1:2], 2
	case err != nil:
		return " ", min(2, len(text))
	case r < ' ' && r != '\n' && r != '\t':
		r = ' '
	}
	return string(r), len(text) - len(tail)
}
