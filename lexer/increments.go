package lexer

import "strings"

// longestOperand bounds the tokens of a variable that is changed: a[i][j + 1].
const longestOperand = 32

// joinIncrements makes changes of a variable alike: "++i", "i += 1", "i = i +
// 1" and, in Pascal, "inc(i)" read "i++"; "x = x + e" and "x = e + x" read "x
// += e". Only whole statements and parts of loop heads are looked at: inside
// an expression "++i" and "i++" mean different things.
func (s *stream) joinIncrements() {
	assign := s.language.assign()
	for i := 0; i < len(s.tokens); i++ {
		switch text := s.tokens[i].text; text {
		case "++", "--":
			if i+1 < len(s.tokens) && s.tokens[i+1].text == Identifier && s.beginsStatement(i) {
				if end := s.operandEnd(i + 1); end > 0 && s.endsStatement(end) {
					s.moveBehind(i, end)
				}
			}
		case assign:
			s.joinAssignment(i)
		case "+=", "-=":
			s.shortenByOne(i)
		case Identifier:
			if s.language.syntax.incByCall {
				s.joinCall(i)
			}
		}
	}
	s.sweep()
}

// moveBehind moves the token at i behind those up to end. Spans stay in their
// places.
func (s *stream) moveBehind(i, end int) {
	t := s.tokens[i]
	for j := i; j+1 < end; j++ {
		s.tokens[j].text, s.tokens[j].word = s.tokens[j+1].text, s.tokens[j+1].word
	}
	s.tokens[end-1].text, s.tokens[end-1].word = t.text, t.word
}

// joinAssignment reads x = x op e, whose "=" stands at i, as x op= e.
func (s *stream) joinAssignment(i int) {
	begin := s.operandBegin(i)
	if begin < 0 || !s.beginsStatement(begin) {
		return
	}
	n := i - begin
	end := i + 1 + n
	if end < len(s.tokens) && s.sameWords(begin, i+1, n) {
		operator := s.at(end)
		level := s.language.tables.levels[operator]
		if !compound(operator) || level == 0 || !s.tighter(end+1, level, operator) {
			return
		}
		s.dropRange(i, end)
		s.tokens[end].text = operators[operator]
		s.bare(end + 1)
		s.shortenByOne(end)
		return
	}
	// x = e + x, where e is one token.
	operator := s.at(i + 2)
	last := i + 3 + n
	if (operator == "+" || operator == "*") && (s.at(i+1) == Number || s.at(i+1) == Identifier) &&
		last <= len(s.tokens) && s.sameWords(begin, i+3, n) && s.endsStatement(last) {
		s.tokens[i].text = operators[operator]
		s.dropRange(i+2, last)
		s.shortenByOne(i)
	}
}

// bare drops the parentheses round an expression that begins at i and ends the
// statement: they were there for the operator before it.
func (s *stream) bare(i int) {
	if s.at(i) != "(" {
		return
	}
	depth := 0
	for j := i; j < len(s.tokens) && j < i+4*longestOperand; j++ {
		switch s.tokens[j].text {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				if s.endsStatement(j + 1) {
					s.drop(i)
					s.drop(j)
				}
				return
			}
		}
	}
}

// operators are those that a compound assignment has, with it.
var operators = map[string]string{
	"+": "+=", "-": "-=", "*": "*=", "/": "/=", "%": "%=", "&": "&=", "|": "|=", "^": "^=",
	"<<": "<<=", ">>": ">>=", ">>>": ">>>=", "//": "//=", "**": "**=", "~": "~=", "..": "..=",
}

func compound(operator string) bool { return operators[operator] != "" }

// tighter tells whether all operators of the expression at i bind tighter than
// the level, or not looser where the operator is a sum or a product.
func (s *stream) tighter(i, level int, operator string) bool {
	depth := 0
	for j := i; j < len(s.tokens) && j < i+4*longestOperand; j++ {
		if depth == 0 && s.endsStatement(j) {
			return j > i
		}
		switch text := s.tokens[j].text; text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		default:
			own, binary := s.language.tables.levels[text]
			if depth > 0 || !binary || j == i {
				continue
			}
			if own < level || own == level && !(operator == "+" || operator == "*" && text == "*") {
				return false
			}
		}
	}
	return i < len(s.tokens) && depth == 0
}

// shortenByOne reads "+= 1" at i, when it ends the statement, as "++".
func (s *stream) shortenByOne(i int) {
	text := s.tokens[i].text
	if text != "+=" && text != "-=" {
		return
	}
	one := i + 1
	for one < len(s.tokens) && s.tokens[one].text == "" {
		one++
	}
	if s.at(one) != Number || strings.TrimRight(s.tokens[one].word, "lLuU") != "1" || !s.endsStatement(one+1) {
		return
	}
	s.tokens[i].text = "++"
	if text == "-=" {
		s.tokens[i].text = "--"
	}
	s.drop(one)
}

// joinCall reads Pascal's inc(x) at i as x++, and inc(x, e) as x += e.
func (s *stream) joinCall(i int) {
	word := s.tokens[i].word
	if word != "inc" && word != "dec" || s.at(i+1) != "(" || !s.beginsStatement(i) {
		return
	}
	end := s.operandEnd(i + 2)
	sign := map[string][2]string{"inc": {"++", "+="}, "dec": {"--", "-="}}[word]
	switch {
	case end > 0 && s.at(end) == ")":
		s.dropRange(i, i+2)
		s.tokens[end].text = sign[0]
	case end > 0 && s.at(end) == ",":
		depth := 0
		for j := end + 1; j < len(s.tokens) && j < end+2*longestOperand; j++ {
			switch s.tokens[j].text {
			case "(", "[":
				depth++
			case ")", "]":
				if depth--; depth < 0 {
					s.dropRange(i, i+2)
					s.tokens[end].text = sign[1]
					s.drop(j)
					s.shortenByOne(end)
					return
				}
			}
		}
	}
}

// operandEnd returns the index after the variable that begins at i: a name,
// its elements and members; 0 where there is none.
func (s *stream) operandEnd(i int) int {
	if s.at(i) != Identifier {
		return 0
	}
	depth := 0
	for j := i + 1; j < i+longestOperand; j++ {
		switch s.at(j) {
		case "[":
			depth++
		case "]":
			if depth--; depth < 0 {
				return j
			}
		case "":
			return 0
		default:
			if depth > 0 {
				continue
			}
			if text := s.at(j); (text == "." || text == "->" || text == "^") && s.at(j+1) == Identifier {
				j++
				continue
			} else if text == "^" && s.language.syntax.incByCall {
				continue
			}
			return j
		}
		if j+1 == len(s.tokens) && depth == 0 {
			return j + 1
		}
	}
	return 0
}

// operandBegin returns the index of the variable that ends before i; -1 where
// there is none.
func (s *stream) operandBegin(i int) int {
	depth := 0
	for j := i - 1; j >= 0 && j >= i-longestOperand; j-- {
		switch text := s.tokens[j].text; {
		case text == "]":
			depth++
		case text == "[":
			if depth--; depth < 0 {
				return -1
			}
		case depth > 0:
		case text == Identifier || text == "this" || text == "self":
			if before := s.at(j - 1); before != "." && before != "->" {
				return j
			}
			j--
		default:
			return -1
		}
	}
	return -1
}

// sameWords tells whether n tokens at i and at j stand for the same.
func (s *stream) sameWords(i, j, n int) bool {
	for k := range n {
		if j+k >= len(s.tokens) || s.tokens[i+k].text != s.tokens[j+k].text || s.tokens[i+k].word != s.tokens[j+k].word {
			return false
		}
	}
	return true
}

// beginsStatement tells whether a statement, or a part of a loop's head, may
// begin at i.
func (s *stream) beginsStatement(i int) bool {
	if i == 0 || s.tokens[i].lineStart {
		return true
	}
	switch s.tokens[i-1].text {
	case ";", "{", "}", ")", ",", ":", "else", "do", "then", "begin", "repeat", "->", "=>":
		return true
	case "(":
		return s.at(i-2) == "for"
	}
	return false
}

// endsStatement tells whether a statement, or a part of a loop's head, may end
// before i.
func (s *stream) endsStatement(i int) bool {
	if i >= len(s.tokens) {
		return true
	}
	switch s.tokens[i].text {
	case ";", "}", ")", ",", "end", "else", "until":
		return true
	case "{":
		return s.language.syntax.bareHeads
	}
	return s.tokens[i].lineStart && s.language.endsWithLine()
}
