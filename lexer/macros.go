package lexer

import "slices"

const (
	longestMacro     = 48 // tokens of a body that is expanded
	longestExpansion = 96 // tokens of the arguments of a use, and of what it becomes
	deepestMacro     = 8  // macros within macros
)

// macro is a definition: #define name(parameters) body.
type macro struct {
	parameters []string
	variadic   bool // the last parameter takes all further arguments
	function   bool // it needs arguments
	body       []raw
}

// expander replaces the uses of macros as the preprocessor does, within
// bounds: what would become longer than they allow stays as it is written.
type expander struct {
	macros map[string]*macro
	budget int // tokens that may still be handled for all uses together
}

// expandMacros replaces uses of macros by their bodies, and drops the
// definitions of those. All tokens of a body have the span of the use. Long
// bodies are left where they are defined. The work, and so the tokens, are at
// most proportional to the length of the source.
func (s *stream) expandMacros() {
	if !slices.ContainsFunc(s.tokens, func(t raw) bool { return t.text == Define }) {
		return
	}
	e := &expander{macros: map[string]*macro{}, budget: 4096 + 8*len(s.tokens)}
	out := s.room()
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
		expansion, n := e.use(s.tokens[i:], nil)
		if n == 0 {
			out = append(out, t)
			i++
			continue
		}
		last := s.tokens[i+n-1]
		for j := range expansion {
			expansion[j].start, expansion[j].end = t.start, last.end
			expansion[j].lineStart = j == 0 && t.lineStart
			expansion[j].directive = false
		}
		if next := i + n; len(expansion) == 0 && t.lineStart && next < len(s.tokens) {
			s.tokens[next].lineStart = true
		}
		out = append(out, expansion...)
		i += n
	}
	s.replace(out)
}

// define reads a definition, without "#define", and tells whether uses of it
// will be expanded.
func (e *expander) define(tokens []raw) bool {
	if len(tokens) == 0 {
		return true // nothing is defined
	}
	m := &macro{body: tokens[1:]}
	name := tokens[0]
	if len(m.body) > 0 && m.body[0].text == "(" && m.body[0].start == name.end {
		m.function = true
		end := slices.IndexFunc(m.body, func(t raw) bool { return t.text == ")" })
		if end < 0 {
			return false
		}
		for _, t := range m.body[1:end] {
			switch {
			case t.text == "...":
				m.variadic = true
				if n := len(m.parameters); n == 0 || m.body[end-2].text == "," {
					m.parameters = append(m.parameters, "__VA_ARGS__")
				}
			case t.text != ",":
				m.parameters = append(m.parameters, t.word)
			}
		}
		m.body = m.body[end+1:]
	}
	if len(m.body) > longestMacro {
		delete(e.macros, name.word)
		return false
	}
	e.macros[name.word] = m
	return true
}

// use expands the use of a macro at the start of tokens, and returns how many
// tokens it takes: 0 where there is none, or none that may be expanded. Active
// macros are those whose bodies are being expanded.
func (e *expander) use(tokens []raw, active []*macro) (expansion []raw, n int) {
	if c := tokens[0].text[0]; !isAlphanumeric(c) {
		return nil, 0
	}
	m := e.macros[tokens[0].word]
	if m == nil || slices.Contains(active, m) || len(active) == deepestMacro || tokens[0].text == String {
		return nil, 0
	}
	n = 1
	var arguments [][]raw
	if m.function {
		arguments, n = m.arguments(tokens)
		if n == 0 {
			return nil, 0
		}
		for i, argument := range arguments {
			expanded, ok := e.expand(argument, active)
			if !ok {
				return nil, 0
			}
			arguments[i] = expanded
		}
	}
	body := m.substitute(arguments)
	if len(body) > longestExpansion {
		return nil, 0
	}
	expansion, ok := e.expand(body, append(slices.Clip(active), m))
	if !ok {
		return nil, 0
	}
	return expansion, n
}

// expand expands all uses in tokens. It fails where the result is too long or
// the work too much.
func (e *expander) expand(tokens []raw, active []*macro) ([]raw, bool) {
	out := make([]raw, 0, len(tokens))
	for i := 0; i < len(tokens); {
		if e.budget--; e.budget < 0 {
			return nil, false
		}
		if expansion, n := e.use(tokens[i:], active); n > 0 {
			out = append(out, expansion...)
			i += n
		} else {
			out = append(out, tokens[i])
			i++
		}
		if len(out) > longestExpansion {
			return nil, false
		}
	}
	return out, true
}

// arguments cuts the arguments of a use, and returns the tokens that it takes
// with its name and parentheses; 0 where they do not fit the macro.
func (m *macro) arguments(tokens []raw) ([][]raw, int) {
	if len(tokens) < 3 || tokens[1].text != "(" {
		return nil, 0
	}
	var arguments [][]raw
	depth, from := 0, 2
	for i := 2; i < len(tokens) && i < longestExpansion; i++ {
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

// substitute puts the arguments in the place of the parameters. A parameter
// after "#" is a literal; what "##" joins is one name.
func (m *macro) substitute(arguments [][]raw) []raw {
	out := make([]raw, 0, len(m.body))
	for i := 0; i < len(m.body) && len(out) <= longestExpansion; i++ {
		t := m.body[i]
		switch {
		case t.text == "#" && i+1 < len(m.body) && slices.Contains(m.parameters, m.body[i+1].word):
			t.text = String
			i++
		case t.text == "##" && len(out) > 0 && i+1 < len(m.body):
			out[len(out)-1].text = Identifier
			out[len(out)-1].word = ""
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
