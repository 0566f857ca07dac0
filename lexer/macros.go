package lexer

import (
	"cmp"
	"regexp"
	"slices"
)

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

	used     bool // a use was expanded
	stays    bool // the definition stays in the program
	from, to int  // the tokens of the definition
}

// expander replaces macros as the preprocessor does. A use that would exceed the limits stays.
type expander struct {
	language *Language
	macros   map[string]*macro   // the macros that may be expanded at the current place
	all      map[string][]*macro // the definitions of each name, in order; of macros with parameters, of the name with a "("
	budget   int                 // tokens that may still be processed for all uses together
}

// changesMacros finds pragmas that define macros anew.
var changesMacros = regexp.MustCompile(`pop_macro|_[Pp]ragma\s*\(\s*[^"\s]`)

var includeDirective = regexp.MustCompile(`(?m)^[^\n]*(?:#|%:)[^\n]*(?:include|import)`)

// expandMacros replaces uses of macros by the bodies. All tokens of a body get the span of the use. It drops the
// definitions, except long ones, and those of macros that the program may use where they were not expanded. Work and tokens
// grow in proportion to the source.
func (s *stream) expandMacros() {
	if !s.containsText(0, len(s.tokens), Define) && !s.containsText(0, len(s.tokens), undefine) {
		return
	}
	e := &expander{language: s.language, macros: map[string]*macro{}, all: map[string][]*macro{}, budget: 4096 + 8*len(s.tokens)}
	isCertain, lastInclude := s.coarse < 0 && !changesMacros.MatchString(s.text), 0
	if includes := includeDirective.FindAllStringIndex(s.text, -1); len(includes) > 0 {
		lastInclude = includes[len(includes)-1][0]
	}
	definitions := map[string]int{} // the number of #define and #undef of each name
	for i, t := range s.tokens[1:] {
		if before := s.tokens[i].text; before == Define || before == undefine {
			definitions[t.word]++
		}
	}
	conditions, depth := s.branchDirectives, 0 // depth of conditional compilation
	out := s.scratch()
	for i := 0; i < len(s.tokens); {
		t := s.tokens[i]
		for ; len(conditions) > 0 && conditions[0].at <= t.start; conditions = conditions[1:] {
			depth += conditions[0].change
		}
		if t.text == Define || t.text == undefine {
			end := i + 1
			for end < len(s.tokens) && s.tokens[end].directive && s.tokens[end].text != Define && s.tokens[end].text != undefine {
				end++
			}
			if t.text == Define {
				isOnly := i+1 < end && definitions[s.tokens[i+1].word] == 1
				e.define(s.tokens[i+1:end], isCertain && (depth == 0 || isOnly), depth != 0 || t.start < lastInclude, len(out))
				out = append(out, s.tokens[i:end]...)
			} else if end > i+1 {
				delete(e.macros, s.tokens[i+1].word)
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
	e.dropDefinitions(s)
}

// define reads a definition after "#define", which is at an index. Its uses are expanded if it is certain that they are uses of
// this macro. A macro that drops an argument is not expanded if another definition may be in its place, of a header or for
// another branch of conditional compilation.
func (e *expander) define(tokens []rawToken, isCertain, mayBeReplaced bool, at int) {
	m := &macro{from: at, to: at + 1 + len(tokens)}
	if len(tokens) == 0 {
		e.all[Define] = append(e.all[Define], m) // nothing is defined
		return
	}
	name := tokens[0]
	isComplete := m.readBody(tokens)
	m.stays = !isComplete || len(m.body) > maxMacroBody
	key := name.word
	if m.takesArguments {
		key += "("
	}
	e.all[key] = append(e.all[key], m)
	isIgnored := func(parameter string) bool {
		return !slices.ContainsFunc(m.body, func(t rawToken) bool { return t.word == parameter })
	}
	if m.stays || !isCertain || mayBeReplaced && slices.ContainsFunc(m.parameters, isIgnored) {
		delete(e.macros, name.word)
		return
	}
	e.macros[name.word] = m
}

// readBody reads the parameters and the body of a definition after "#define". It reports whether the parameters end.
func (m *macro) readBody(tokens []rawToken) bool {
	m.body = tokens[1:]
	if len(m.body) == 0 || m.body[0].text != "(" || m.body[0].start != tokens[0].end {
		return true
	}
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
	return true
}

// dropDefinitions drops the definitions of macros that no code uses any more.
func (e *expander) dropDefinitions(s *stream) {
	var defined []*macro // in order
	for _, macros := range e.all {
		defined = append(defined, macros...)
	}
	slices.SortFunc(defined, func(a, b *macro) int { return a.from - b.from })
	var queue []*macro // definitions that stay
	keep := func(m *macro) {
		if !m.stays {
			m.stays = true
			queue = append(queue, m)
		}
	}
	use := func(key string, at int) {
		macros := e.all[key]
		for len(macros) > 0 && (macros[0].from < at || s.tokens[at].directive) {
			keep(macros[0])
			macros = macros[1:]
			e.all[key] = macros // so that each is kept once
		}
	}
	joins := false // a name may be joined at any time
	read := func(from, to int) {
		for i := from; i < to; i++ {
			t := s.tokens[i]
			joins = joins || t.text == "##"
			if t.replaced || t.text == String {
				continue
			}
			use(t.word, i)
			if t.directive || slices.Contains([]string{"(", ")", ","}, s.at(i+1)) { // also the argument of another macro
				use(t.word+"(", i)
			}
		}
	}
	end := 0
	for _, m := range defined {
		read(end, m.from)
		if end = m.to; m.stays {
			queue = append(queue, m)
		}
	}
	read(end, len(s.tokens))
	for len(queue) > 0 {
		m := queue[0]
		queue = queue[1:]
		read(m.from+2, m.to)
		if len(queue) > 0 || !joins {
			continue
		}
		for _, m := range defined {
			if !m.stays && !m.used {
				keep(m)
			}
		}
	}
	for _, m := range defined {
		if !m.stays {
			s.dropRange(m.from, m.to)
		}
	}
}

// expandUse expands the use of a macro at the start of tokens. n is the number of tokens of the use. It is 0
// if there is no use, or if expandUse must not expand it. active holds the macros that are being expanded.
func (e *expander) expandUse(tokens []rawToken, active []*macro) (expansion []rawToken, n int) {
	if !isAlphanumeric(tokens[0].text[0]) {
		return nil, 0
	}
	m := e.macros[tokens[0].word]
	if m == nil || slices.Contains(active, m) || len(active) == maxMacroDepth || tokens[0].text == String || tokens[0].replaced {
		return nil, 0
	}
	n = 1
	var arguments, expanded [][]rawToken
	if m.takesArguments {
		arguments, n = m.arguments(tokens)
		if n == 0 {
			return nil, 0
		}
		for _, argument := range arguments {
			value, ok := e.expand(argument, active)
			if !ok {
				return nil, 0
			}
			expanded = append(expanded, value)
		}
	}
	body := e.substitute(m, arguments, expanded)
	if len(body) > maxExpansion {
		return nil, 0
	}
	if expansion, ok := e.expand(body, append(slices.Clip(active), m)); ok {
		m.used = true
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
			t := tokens[i]
			t.replaced = t.replaced || slices.Contains(active, e.macros[t.word])
			out = append(out, t)
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
		case Define, undefine:
			return nil, 0
		}
	}
	return nil, 0
}

// maxJoined limits the bytes of a name that "##" joins.
const maxJoined = 1024

// substitute replaces the parameters of a macro by the expanded arguments. A parameter after "#" is a literal; "##" joins the
// words before and after it, and takes the arguments as they are.
func (e *expander) substitute(m *macro, arguments, expanded [][]rawToken) []rawToken {
	out := make([]rawToken, 0, len(m.body))
	isJoint := func(i int) bool { return 0 < i && i+1 < len(m.body) && m.body[i].text == "##" }
	isEmpty := false // the last operand is an argument without tokens
	for i := 0; i < len(m.body) && len(out) <= maxExpansion; i++ {
		joins := isJoint(i)
		if joins {
			i++
		}
		t := m.body[i]
		operand := []rawToken{t}
		p := slices.Index(m.parameters, t.word)
		switch {
		case t.text == "#" && i+1 < len(m.body) && slices.Contains(m.parameters, m.body[i+1].word):
			operand[0].text = String
			i++
		case p < 0 || t.text == String:
		case joins && m.variadic && p == len(m.parameters)-1 && len(out) > 0 && out[len(out)-1].text == ",":
			joins, operand = false, expanded[p]
			if len(operand) == 0 {
				out = out[:len(out)-1]
			}
		case joins || isJoint(i+1):
			operand = arguments[p]
		default:
			operand = expanded[p]
		}
		if joins && !isEmpty && len(operand) > 0 && len(out) > 0 {
			out[len(out)-1] = e.join(out[len(out)-1], operand[0])
			out = append(out, operand[1:]...)
			continue
		}
		isEmpty = len(operand) == 0 && (isEmpty || !joins)
		out = append(out, operand...)
	}
	return out
}

// join returns the token that "##" makes of two.
func (e *expander) join(a, b rawToken) rawToken {
	a.text, a.word, a.replaced = Identifier, a.word+b.word, false
	if len(a.word) > maxJoined {
		a.word = ""
	}
	a.text = cmp.Or(e.language.tables.words[a.word], e.language.tables.operators[a.word], Identifier)
	return a
}
