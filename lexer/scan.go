package lexer

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"

	"github.com/ojcheck/ojcheck/lexer/driver"
)

// rawToken is a token before and between the rules.
type rawToken struct {
	text       string // normalised
	word       string // as in the source; in lower case if the language ignores case
	start, end int    // span in clean bytes
	lineStart  bool   // first token of its line
	directive  bool   // token of a macro definition
	replaced   bool   // the name of a macro in its own expansion, which is no use of the macro
}

// scanner turns the pieces of one text into raw tokens.
type scanner struct {
	language *Language
	text     string
	tokens   []rawToken
	newLine  bool // the next token starts a line

	branchDirectives []branchDirective // in order
	pragmas          []string          // the texts of #pragma
}

// scan reads contiguous pieces. It reads adjacent code pieces as one text, because chroma may cut between the
// characters of an operator or a number. It scans directives if the language has them; without a job it drops them. Its
// only error is ErrLexTimeout, for a directive.
func (s *scanner) scan(pieces []driver.Piece, job *splitJob) error {
	for i := 0; i < len(pieces); {
		start, end, kind := pieces[i].Start, pieces[i].End, kindOf(pieces[i].Type)
		j := i + 1
		for ; j < len(pieces) && kindOf(pieces[j].Type) == kind; j++ {
			end = pieces[j].End
		}
		switch {
		case kind == code:
			s.scanCode(start, end, pieces[i:])
		case kind == literal:
			s.add(String, start, end)
		case kind == directive && job != nil && s.language.syntax.directives:
			if err := s.scanDirectives(start, end, job); err != nil {
				return err
			}
		default:
			if kind == directive && s.language.syntax.conditionalDirectives {
				s.readConditions(start, end)
			}
			s.newLine = s.newLine || strings.Contains(s.text[start:end], "\n")
		}
		i = j
	}
	return nil
}

func (s *scanner) add(text string, start, end int) {
	word := s.text[start:end]
	if s.language.syntax.foldCase {
		word = strings.ToLower(word)
	}
	s.tokens = append(s.tokens, rawToken{text: text, word: word, start: start, end: end, lineStart: s.newLine})
	s.newLine = false
}

// scanCode reads the code from start to end. It gets all pieces from start on.
func (s *scanner) scanCode(start, end int, pieces []driver.Piece) {
	syntax := &s.language.syntax
	for i := start; i < end; {
		r, size := utf8.DecodeRuneInString(s.text[i:end])
		token, n := "", 0
		switch {
		case unicode.IsSpace(r), r == byteOrderRune:
			s.newLine = s.newLine || r == '\n' || r == '\u2028' || r == '\u2029'
			i += size
			continue
		case r == '\\' && i+1 < end && s.text[i+1] == '\n':
			i += 2 // the line continues
			continue
		case isDigit(r), r == '.' && s.startsFraction(i, end):
			token, n = Number, numberLength(s.text[i:end], isHex(s.text[i:end]), syntax.digitQuotes)
		case syntax.hexMark != "" && strings.HasPrefix(s.text[i:end], syntax.hexMark) && i+1 < end && isAlphanumeric(s.text[i+1]):
			token, n = Number, 1+numberLength(s.text[i+1:end], true, false)
		case s.isLetter(r):
			for pieces[0].End <= i {
				pieces = pieces[1:]
			}
			n = s.wordLength(i, end)
			token = s.classify(i, i+n, pieces)
		case strings.ContainsRune(syntax.sigils, r) && s.nameLength(i+size, end) > 0:
			token, n = Identifier, size+s.nameLength(i+size, end)
		default:
			n = s.operatorLength(i, end, size)
			token = s.language.operator(s.text[i : i+n])
		}
		s.add(token, i, i+n)
		i += n
	}
}

// startsFraction reports whether the point at i starts a number such as .5, rather than the name of a member.
func (s *scanner) startsFraction(i, end int) bool {
	if i+1 >= end || !isDigit(rune(s.text[i+1])) {
		return false
	}
	if n := len(s.tokens); n > 0 && s.tokens[n-1].end == i {
		r, _ := utf8.DecodeLastRuneInString(s.text[:i])
		return !s.isLetter(r) && !isDigit(r) && !strings.ContainsRune(")]}.?!\"'", r)
	}
	return true
}

func (s *scanner) isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return isAlphanumeric(byte(r)) && !isDigit(r) || strings.ContainsRune(s.language.syntax.letters, r)
	}
	return unicode.IsLetter(r) || !s.language.Generic && s.language.syntax.isOtherLetter(r)
}

// isOtherLetter reports whether words may contain a character beyond ASCII: compilers allow many that are no letters, such as
// emoji and invisible marks. In generic languages these may be operators.
func (s *syntax) isOtherLetter(r rune) bool {
	if r < utf8.RuneSelf || unicode.IsSpace(r) || r == byteOrderRune {
		return false
	}
	return s.anyLetters || !unicode.In(r, unicode.P, unicode.Sm) ||
		unicode.In(r, unicode.Pc, unicode.Other_ID_Start, unicode.Other_ID_Continue)
}

func (s *scanner) wordLength(i, end int) int {
	n := 0
	for i+n < end && isAlphanumeric(s.text[i+n]) {
		n++
	}
	for _, r := range s.text[i+n : end] {
		if !s.isLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) &&
			(r != '\'' || n == 0 || !s.language.syntax.primes) {
			break
		}
		n += utf8.RuneLen(r)
	}
	return n
}

// maxSigils limits the sigils before a name, so that a long row of sigils takes linear time.
const maxSigils = 8

// nameLength returns the length of the name at i after a sigil: a word, a number ($1), or a name with another
// sigil (@@x); 0 if there is none.
func (s *scanner) nameLength(i, end int) int {
	n := i
	for n < end && n < i+maxSigils && strings.IndexByte(s.language.syntax.sigils, s.text[n]) >= 0 {
		n++
	}
	if w := s.wordLength(n, end); w > 0 {
		return n - i + w
	}
	return 0
}

// classify returns the normalised text of the word with which pieces begin.
func (s *scanner) classify(start, end int, pieces []driver.Piece) string {
	word, typ := s.text[start:end], pieces[0].Type
	if s.language.syntax.foldCase {
		word = strings.ToLower(word)
	}
	tables := &s.language.tables
	text, ok := tables.words[word]
	switch {
	case s.language.Generic && typ == chroma.KeywordType:
		return Type
	case s.language.Generic && (typ.InCategory(chroma.Keyword) || typ == chroma.OperatorWord):
		return strings.Clone(word)
	case ok && s.isMember(start, end, text):
		return Identifier
	case ok:
		return text
	case tables.templates[word] && beginsTypeArguments(s.codeAfter(end, pieces)):
		return Type
	}
	return Identifier
}

// isMember reports whether a word in the tables is the name of a member: it follows an operator such as ".", or it is the
// name of a function.
func (s *scanner) isMember(start, end int, text string) bool {
	n := len(s.tokens)
	if n == 0 {
		return false
	}
	before, syntax := s.tokens[n-1], &s.language.syntax
	switch {
	case before.text == syntax.functions.keyword && end < len(s.text) && s.text[end] == '(':
		return text != "this" // a constructor of Scala
	case before.end != start || !s.language.tables.members[before.text]:
		return false
	case text == Type && before.text == ".": // perhaps of a package: collections.deque, java.util.List
		return !syntax.indented && (syntax.foldCase || s.text[start] >= 'a')
	case text == Type: // perhaps the result of a lambda: []() ->int, [x]->int{}
		return n > 1 && (s.tokens[n-2].text == Identifier || s.tokens[n-2].text == "]") &&
			!strings.HasPrefix(strings.TrimLeft(s.text[end:], " "), "{")
	}
	return !keywordsOfMembers[text]
}

// keywordsOfMembers are keywords that may follow a point.
var keywordsOfMembers = wordSet("class new await template operator this super self init type match")

// maxAngles limits the bytes of the arguments of a template, without white space, comments and strings.
const maxAngles = 512

// codeAfter returns the first maxAngles bytes of code after an offset, without white space, comments and strings; "" if they do not
// begin with an angle.
func (s *scanner) codeAfter(offset int, pieces []driver.Piece) string {
	var out []byte
	for _, p := range pieces {
		if kindOf(p.Type) != code {
			continue
		}
		for i := max(offset, p.Start); i < p.End; i++ {
			switch c := s.text[i]; {
			case strings.IndexByte(" \t\n", c) >= 0:
			case len(out) == maxAngles, len(out) == 0 && c != '<':
				return string(out)
			default:
				out = append(out, c)
			}
		}
	}
	return string(out)
}

// endsType matches what follows a type such as T&& in a list of arguments.
var endsType = regexp.MustCompile(`^(?:[,>]|\.\.\.)`)

// beginsTypeArguments reports whether code begins with arguments in angle brackets. It does not if no partner follows before the
// end of the statement, the condition or the parentheses: then the angle is an operator.
func beginsTypeArguments(text string) bool {
	angles, parentheses := 0, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '(':
			parentheses++
		case c == ')':
			parentheses--
		case parentheses > 0:
		case strings.HasPrefix(text[i:], "<<"), strings.HasPrefix(text[i:], "<="), strings.HasPrefix(text[i:], "->"):
			i++
		case c == '<':
			angles++
		case c == '>':
			angles--
		}
		switch {
		case angles == 0:
			return c == '>'
		case parentheses < 0:
			return false
		case parentheses > 0:
		case strings.IndexByte(";{}?", c) >= 0, strings.HasPrefix(text[i:], "||"),
			strings.HasPrefix(text[i:], "&&") && !endsType.MatchString(text[i+2:]):
			return false
		}
	}
	return false
}

// operatorLength returns the length of the longest operator at i. Without an operator, it returns size, the
// length of the character at i.
func (s *scanner) operatorLength(i, end, size int) int {
	tables := &s.language.tables
	n := size
	for i+n < end && n < tables.longestOperator && tables.continuesOperator[s.text[i+n]] {
		n++
	}
	for ; n > size; n-- {
		if _, ok := tables.operators[s.text[i:i+n]]; ok {
			return n
		}
	}
	return size
}

// ascii has each ASCII character at its own index. Tokens refer to it, so that they do not keep the source in memory.
var ascii = func() string {
	b := make([]byte, utf8.RuneSelf)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}()

// operator returns the shared text of an operator.
func (l *Language) operator(text string) string {
	if c := text[0]; len(text) == 1 && c < utf8.RuneSelf {
		return l.tables.characters[c]
	}
	if other, ok := l.tables.words[text]; ok {
		return other
	}
	if shared, ok := l.tables.operators[text]; ok {
		return shared
	}
	return strings.Clone(text)
}

func isHex(text string) bool { return strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") }

// numberLength returns the length of the number at the start of text: 0x1f, 10L, 1.5, 1e-9.
func numberLength(text string, hex, quotes bool) int {
	point := false
	i := 0
	for i < len(text) {
		c := text[i]
		next := byte(0)
		if i+1 < len(text) {
			next = text[i+1]
		}
		switch {
		case isAlphanumeric(c):
			i++
			exponent := c|0x20 == 'e' && !hex || c|0x20 == 'p' && hex
			if exponent && (next == '+' || next == '-') && i+1 < len(text) && isDigit(rune(text[i+1])) {
				i++
			}
		case c == '.' && !point && (i == 0 || mayFollowPoint(text[i+1:])):
			point = true
			i++
		case c == '\'' && quotes && isAlphanumeric(next):
			i++
		default:
			return i
		}
	}
	return i
}

// mayFollowPoint reports whether rest can follow the point in a number: digits, an exponent, a suffix, or the
// end. Two points begin a range, and a word names a method of the number.
func mayFollowPoint(rest string) bool {
	if rest == "" {
		return true
	}
	switch c := rest[0]; {
	case isDigit(rune(c)):
		return true
	case c == '.' || c >= utf8.RuneSelf:
		return false
	case !isAlphanumeric(c):
		return true
	case c == 'e' || c == 'E':
		digits := strings.TrimLeft(rest[1:], "+-")
		return digits != "" && isDigit(rune(digits[0]))
	default:
		return strings.IndexByte("fFlLdD", c) >= 0 && (len(rest) == 1 || !isAlphanumeric(rest[1]))
	}
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_'
}

// mayBeKeyword reports whether a text is neither a class nor an operator. It is quicker than a look-up.
func mayBeKeyword(text string) bool {
	return text != "" && (text[0] >= 'a' && text[0] <= 'z' || text[0] == '_')
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }
