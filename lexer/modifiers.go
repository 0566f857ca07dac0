package lexer

// maxScope limits the tokens in parentheses after a modifier.
const maxScope = 16

// dropModifiers drops words for access, linkage and constness, with a colon after them ("public:") or a scope
// ("pub(crate)", "private(set)"). Before another parenthesis the word stays ("synchronized (lock)").
func (s *stream) dropModifiers() {
	for i, t := range s.tokens {
		if !mayBeKeyword(t.text) || !s.language.tables.modifiers[t.text] {
			continue
		}
		switch s.at(i + 1) {
		case "(":
			s.dropRange(i, s.scopeEnd(i))
		case ":", "default": // as in "export default"
			s.dropRange(i, i+2)
		default:
			s.drop(i)
		}
	}
}

// scopeEnd returns the index after the scope of the modifier at i; i if what is in parentheses after it is no scope.
func (s *stream) scopeEnd(i int) int {
	if !scopes[s.word(i+2)] || s.language.tables.headKeywords[s.tokens[i].text] {
		return i
	}
	for j := i + 3; j < i+maxScope; j++ {
		if s.at(j) == ")" {
			if s.at(j+1) == "=>" { // parameters: static (set) => set
				return i
			}
			return j + 1
		}
	}
	return i
}

// scopes are the first words of scopes.
var scopes = wordSet("crate super self in set")
