package lexer

// control is a control statement with its body, tokens[body:end].
type control struct {
	keyword     int // index of its token
	open, close int // the tokens around the head: parentheses, or keyword and brace; 0 if there is no head
	body, end   int
	statements  int  // in the body if the body is a block, otherwise -1
	isBody      bool // of another control statement, without braces
}

// parser finds the control statements of a program in a language with braces. All that it knows of other
// statements is how they end: with a semicolon, with a block, or with the line if the language allows it.
type parser struct {
	*stream
	lineEnds bool
	controls []control // inner before outer ones
	bareBody int       // index of the first token of the last body without braces; -1 for none
}

func (s *stream) newParser() *parser {
	s.findPartners(s.tokens)
	return &parser{stream: s, lineEnds: s.language.mayEndWithLine(), controls: s.controlMemory[:0], bareBody: -1}
}

// controls returns the control statements, inner before outer ones. The next call overwrites them.
func (s *stream) controls() []control {
	p := s.newParser()
	for i := 0; i < len(s.tokens); {
		i = p.statement(i)
	}
	s.controlMemory = p.controls
	return p.controls
}

// controlsIfAny returns all control statements of the program if any token has the text, otherwise nil.
func (s *stream) controlsIfAny(text string) []control {
	if !s.containsText(0, len(s.tokens), text) {
		return nil
	}
	return s.controls()
}

// statement returns the index after the statement at i. The index is always above i.
func (p *parser) statement(i int) int {
	text := p.at(i)
	switch text {
	case "{":
		end, _ := p.block(i)
		return end
	case ";":
		return i + 1
	case "else":
		return p.readControl(i, 0, 0)
	case "do":
		end := p.readControl(i, 0, 0)
		if p.at(end) == "while" && p.at(end+1) == "(" && p.partner[end+1] > 0 {
			end = int(p.partner[end+1]) + 1
			if p.at(end) == ";" {
				end++
			}
		}
		return end
	case "try":
		open, close := p.head(i)
		end := p.readControl(i, open, close)
		for p.at(end) == "catch" || p.at(end) == "finally" {
			open, close = p.head(end)
			end = p.readControl(end, open, close)
		}
		return end
	}
	if mayBeKeyword(text) && p.language.tables.headKeywords[text] {
		if open, close := p.head(i); close > 0 {
			end := p.readControl(i, open, close)
			if text == "if" && p.at(end) == "else" {
				return p.statement(end)
			}
			return end
		}
	}
	return p.simpleStatement(i)
}

// head returns the tokens around the head of the keyword at i, see control.
func (p *parser) head(i int) (open, close int) {
	if !p.language.syntax.bareHeads {
		if p.at(i+1) == "(" && p.partner[i+1] > 0 {
			return i + 1, int(p.partner[i+1])
		}
		return 0, 0
	}
	for j := i + 1; j < len(p.tokens) && !p.startsControl(p.tokens[j].text); j++ {
		switch text := p.tokens[j].text; {
		case text == "{":
			return i, j
		case text == "}":
			return 0, 0
		case p.partner[j] > int32(j):
			j = int(p.partner[j])
		}
	}
	return 0, 0
}

// readControl records the control statement at i and returns the index after its body.
func (p *parser) readControl(i, open, close int) int {
	c := control{keyword: i, open: open, close: close, body: i + 1, statements: -1, isBody: i == p.bareBody}
	switch {
	case close > 0 && open == i: // the brace begins the body
		c.body = close
	case close > 0:
		c.body = close + 1
	}
	switch {
	case c.body >= len(p.tokens):
		return len(p.tokens)
	case p.at(c.body) == "{":
		c.end, c.statements = p.block(c.body)
	case p.at(c.body) == "}":
		return c.body
	default:
		p.bareBody = c.body
		c.end = p.statement(c.body)
	}
	p.controls = append(p.controls, c)
	return c.end
}

// block returns the index after the block at i, and the number of its statements; -1 if the block is not closed.
func (p *parser) block(i int) (end, statements int) {
	last := int(p.partner[i])
	if last < 0 {
		return i + 1, -1
	}
	for j := i + 1; j < last; {
		if p.tokens[j].text == ";" {
			j++
			continue
		}
		j = p.statement(j)
		statements++
	}
	return last + 1, statements
}

// simpleStatement returns the index after a statement that is no control statement. Its functions, lambdas
// and expressions may contain control statements.
func (p *parser) simpleStatement(i int) int {
	depth := 0
	for j := i; j < len(p.tokens); {
		t := &p.tokens[j]
		if p.lineEnds && j > i && depth == 0 && p.beginsLine(j) {
			return j
		}
		switch t.text {
		case "(", "[", ")", "]":
			depth = max(0, depth+nesting(t.text))
		case ";":
			if depth == 0 {
				return j + 1
			}
		case "}":
			return max(j, i+1)
		case "{":
			end, n := p.block(j)
			if arrow := p.at(j - 1); j > i && n >= 0 && (arrow == "->" || arrow == "=>") {
				p.controls = append(p.controls, control{keyword: j - 1, body: j, end: end, statements: n})
			}
			j = end
			if depth == 0 && !p.lineEnds && !blockFollowers[p.at(j)] {
				return j
			}
			continue
		default:
			if j > i && depth == 0 && p.startsControl(t.text) {
				j = p.statement(j)
				if !p.lineEnds {
					return j
				}
				continue
			}
		}
		j++
	}
	return len(p.tokens)
}

func (p *parser) startsControl(text string) bool {
	return mayBeKeyword(text) && (text == "else" || text == "do" || text == "try" || p.language.tables.headKeywords[text])
}

// beginsLine reports whether the token at i begins a line that does not continue the statement of the line before. It is true
// also after the last token.
func (s *stream) beginsLine(i int) bool {
	return i >= len(s.tokens) || s.tokens[i].lineStart && !s.continuesLine(i)
}

// continuesLine reports whether the first token of a line belongs to the statement of the line before.
func (s *stream) continuesLine(i int) bool {
	return continuingStarts[s.at(i)] || continuingEnds[s.at(i-1)] && !(s.language.syntax.bareCalls && endsRubyValue(s.tokens, i-1))
}

var (
	continuingStarts = wordSet(". ?. ?: && || + * / ? : = == { ) ] -> => else")
	continuingEnds   = wordSet(", = + - * / && || ? : ?: -> => == < > <= >= += -= in else .")
	blockFollowers   = wordSet("; , ) ] . = :: -> + ( [ ? : == !=") // after a block: tokens that continue its statement
)
