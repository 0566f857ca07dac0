package lexer

// maxSignature limits the tokens of a function before its parameters, and maxBody those of a body that is one
// expression.
const (
	maxSignature = 24
	maxBody      = 256
)

// joinBodies drops the type of a function's result and changes a body that only returns an expression to the
// expression: Kotlin's "fun f(a: Int): Int { return a }" becomes "fun f(a: Int) = a", and Scala's "def f(a: Int): Int = { a }" "def
// f(a: Int) = a".
func (s *stream) joinBodies() {
	p := s.newParser()
	for i, t := range s.tokens {
		if t.text == "def" {
			s.joinBlockBody(i, p)
		}
		if t.text != "fun" {
			continue
		}
		open := s.find(i+1, i+maxSignature, "(")
		if open < 0 || p.partner[open] < 0 {
			continue
		}
		body := int(p.partner[open]) + 1
		if s.at(body) == ":" {
			colon := body
			if body = s.skipType(colon + 1); s.at(body) != "=" && s.at(body) != "{" {
				continue
			}
			s.dropRange(colon, body)
		}
		if s.at(body) != "{" || s.at(body+1) != "return" {
			continue
		}
		last := int(p.partner[body])
		if last < 0 || last == body+2 || last > body+maxBody {
			continue
		}
		p.controls = p.controls[:0]
		if _, statements := p.block(body); statements != 1 {
			continue
		}
		s.tokens[body+1].text, s.tokens[body+1].lineStart = "=", false
		s.drop(body, last)
		if s.at(last-1) == ";" {
			s.drop(last - 1)
		}
	}
}

// joinBlockBody drops the type of the result of Scala's function at i, and the braces and the return of a body with one statement.
func (s *stream) joinBlockBody(i int, p *parser) {
	assign := i + 2
	for s.at(assign) == "(" && p.partner[assign] > 0 {
		assign = int(p.partner[assign]) + 1
	}
	if colon := assign; s.at(colon) == ":" {
		if assign = s.skipType(colon + 1); s.at(assign) != "=" {
			return
		}
		s.dropRange(colon, assign)
	}
	open := assign + 1
	if s.at(assign) != "=" || s.at(open) != "{" || s.at(open+1) == "case" {
		return
	}
	last := int(p.partner[open])
	if last < 0 || last > open+maxBody {
		return
	}
	p.controls = p.controls[:0]
	if _, statements := p.block(open); statements != 1 {
		return
	}
	s.drop(open, last)
	s.tokens[open+1].lineStart = false
	if s.at(open+1) == "return" && last > open+2 {
		s.drop(open + 1)
	}
	if s.at(last-1) == ";" {
		s.drop(last - 1)
	}
}
