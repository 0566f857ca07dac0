package lexer

import "slices"

const (
	maxMacroBody  = 48 // tokens of an expanded body
	maxExpansion  = 96 // tokens of a use with its arguments; also tokens of its expansion
	maxMacroDepth = 8  // macros within macros
)

// macro is a definition: #define name(parameters) body.
type macro struct {
	parameters     []string
	variadic       bool // the last parameter takes all further arguments
	takesArguments bool
	body           []rawToken
}

// expander replaces macros as the preprocessor does. A use that would exceed the limits stays.
type expander struct {
	macros map[string]*macro
	budget int // tokens that may still be processed for all uses together
}

// expandMacros replaces uses of macros by the bodies. All tokens of a body get the span of the use. It drops
// the definitions, except long ones. Work and tokens grow in proportion to the source.
func (s *stream) expandMacros() {
	if !s.containsText(0, len(s.tokens), Define) {
		return
	}
	e := &expander{macros: map[string]*macro{}, budget: 4096 + 8*len(s.tokens)}
	out := s.scratch()
	for i := 0; i < len(s.tokens); {
		t := s.tokens[i]
		if t.text == Define {
			end := i + 1
			for end < len(s.tokens) && s.tokens[end].directive && s.tokens[end].text != Define {
				end++
			}
			if !e.define(s.tokens[i+1 : end]) {
				out = append(out, s.tokens[i:end]...)
			}
			i = end
			continue
		}
		expansion, n := e.expandUse(s.tokens[i:], nil)
		if n == 0 {
			out = append(out, t)
			i++
			continue
		}
		i += n
		for j := range expansion {
			expansion[j].start, expansion[j].end = t.start, s.tokens[i-1].end
			expansion[j].lineStart = j == 0 && t.lineStart
			expansion[j].directive = false
		}
		if len(expansion) == 0 && t.lineStart && i < len(s.tokens) {
			s.tokens[i].lineStart = true
		}
		out = append(out, expansion...)
	}
	s.replace(out)
}

// define reads a definition after "#define", and reports whether its uses will be expanded.
func (e *expander) define(tokens []rawToken) bool {
	if len(tokens) == 0 {
		return true // nothing is defined
	}
	m := &macro{body: tokens[1:]}
	name := tokens[0]
	if len(m.body) > 0 && m.body[0].text == "(" && m.body[0].start == name.end {
		m.takesArguments = true
		end := slices.IndexFunc(m.body, func(t rawToken) bool { return t.text == ")" })
		if end < 0 {
			return false
		}
		for _, t := range m.body[1:end] {
			switch {
			case t.text == "...":
				m.variadic = true
				if before := m.body[end-2].text; before == "(" || before == "," {
					m.parameters = append(m.parameters, "__VA_ARGS__")
				}
			case t.text != ",":
				m.parameters = append(m.parameters, t.word)
			}
		}
		m.body = m.body[end+1:]
	}
	if len(m.body) > maxMacroBody {
		delete(e.macros, name.word)
		return false
	}
	e.macros[name.word] = m
	return true
}

// expandUse expands the use of a macro at the start of tokens. n is the number of tokens of the use. It is 0
// if there is no use, or if expandUse must not expand it. active holds the macros that are being expanded.
func (e *expander) expandUse(tokens []rawToken, active []*macro) (expansion []rawToken, n int) {
	if !isAlphanumeric(tokens[0].text[0]) {
		return nil, 0
	}
	m := e.macros[tokens[0].word]
	if m == nil || slices.Contains(active, m) || len(active) == maxMacroDepth || tokens[0].text == String {
		return nil, 0
	}
	n = 1
	var arguments [][]rawToken
	if m.takesArguments {
		arguments, n = m.arguments(tokens)
		if n == 0 {
			return nil, 0
		}
		for i, argument := range arguments {
			var ok bool
			if arguments[i], ok = e.expand(argument, active); !ok {
				return nil, 0
			}
		}
	}
	body := m.substitute(arguments)
	if len(body) > maxExpansion {
		return nil, 0
	}
	if expansion, ok := e.expand(body, append(slices.Clip(active), m)); ok {
		return expansion, n
	}
	return nil, 0
}

// expand expands all uses in tokens. It fails if the result is too long or takes too much work.
func (e *expander) expand(tokens []rawToken, active []*macro) ([]rawToken, bool) {
	out := make([]rawToken, 0, len(tokens))
	for i := 0; i < len(tokens); {
		if e.budget--; e.budget < 0 {
			return nil, false
		}
		if expansion, n := e.expandUse(tokens[i:], active); n > 0 {
			out = append(out, expansion...)
			i += n
		} else {
			out = append(out, tokens[i])
			i++
		}
		if len(out) > maxExpansion {
			return nil, false
		}
	}
	return out, true
}

// arguments returns the arguments of a use, and the number of its tokens; 0 if they do not fit the macro.
func (m *macro) arguments(tokens []rawToken) ([][]rawToken, int) {
	if len(tokens) < 3 || tokens[1].text != "(" {
		return nil, 0
	}
	var arguments [][]rawToken
	depth, from := 0, 2
	for i := 2; i < len(tokens) && i < maxExpansion; i++ {
		switch tokens[i].text {
		case "(":
			depth++
		case ",":
			if depth == 0 && !(m.variadic && len(arguments)+1 >= len(m.parameters)) {
				arguments = append(arguments, tokens[from:i])
				from = i + 1
			}
		case ")":
			if depth--; depth >= 0 {
				continue
			}
			if i > 2 || len(m.parameters) > 0 {
				arguments = append(arguments, tokens[from:i])
			}
			if m.variadic && len(arguments)+1 == len(m.parameters) {
				arguments = append(arguments, nil)
			}
			if len(arguments) != len(m.parameters) {
				return nil, 0
			}
			return arguments, i + 1
		case Define:
			return nil, 0
		}
	}
	return nil, 0
}

// substitute replaces the parameters by the arguments. A parameter after "#" is a literal; "##" joins its
// operands to one name.
func (m *macro) substitute(arguments [][]rawToken) []rawToken {
	out := make([]rawToken, 0, len(m.body))
	for i := 0; i < len(m.body) && len(out) <= maxExpansion; i++ {
		t := m.body[i]
		switch {
		case t.text == "#" && i+1 < len(m.body) && slices.Contains(m.parameters, m.body[i+1].word):
			t.text = String
			i++
		case t.text == "##" && len(out) > 0 && i+1 < len(m.body):
			out[len(out)-1].text, out[len(out)-1].word = Identifier, ""
			i++
			continue
		default:
			if p := slices.Index(m.parameters, t.word); p >= 0 && t.text != String {
				out = append(out, arguments[p]...)
				continue
			}
		}
		out = append(out, t)
	}
	return out
}
