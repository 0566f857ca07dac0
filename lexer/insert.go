package lexer

import "slices"

// mark returns a token that stands at the place of another one.
func mark(text string, at raw) raw {
	return raw{text: text, word: text, start: at.start, end: at.end}
}

// insertion is tokens that are to stand behind the token at an index.
type insertion struct {
	index  int
	tokens []raw
}

// insert makes the insertions, those behind one token in the order given, and
// removes what was dropped.
func (s *stream) insert(insertions []insertion) {
	if len(insertions) == 0 {
		return
	}
	s.dropped = 1 // indices will change
	slices.SortStableFunc(insertions, func(a, b insertion) int { return a.index - b.index })
	out := s.room()
	for i := -1; i < len(s.tokens); i++ {
		if i >= 0 {
			out = append(out, s.tokens[i])
		}
		for len(insertions) > 0 && insertions[0].index == i {
			out = append(out, insertions[0].tokens...)
			insertions = insertions[1:]
		}
	}
	s.replace(out)
	s.sweep()
}
