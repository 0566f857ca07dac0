package lexer

import "slices"

// stream holds the tokens of one source while the rules change them.
type stream struct {
	language   *Language
	text       string // clean
	splices    []int  // see cleanText
	job        *splitJob
	tokens     []rawToken
	dropped    int        // index of the first dropped token plus 1; 0 for none
	inserted   []rawToken // memory of insertions
	insertions []insertion
	coarse     int    // offset from which the text was read coarsely, or -1
	uncalled   []span // functions that cannot run, in order

	branchDirectives []branchDirective // of conditional compilation, in order
	pragmas          []string          // the texts of #pragma

	sourceSize int     // bytes of text that are the source; programs from the source's literals follow
	origins    []int32 // for each byte of these programs: its place in the source

	spare   []rawToken // memory for scratch
	peak    int        // largest number of tokens so far
	partner []int32    // of each bracket, see findPartners
	open    []int32    // memory for findPartners

	controlMemory []control // reused by controls

	lookups int // number of calls of at: the work of rules, for tests
}

// newStream returns an empty stream for a text; release recycles it.
func (l *Language) newStream(text string) *stream {
	s, ok := l.streams.Get().(*stream)
	if !ok {
		s = &stream{language: l}
	}
	s.text = text
	return s
}

func (l *Language) release(s *stream) {
	clear(s.tokens[:min(s.peak, cap(s.tokens))]) // or their words would keep the text in memory
	clear(s.spare[:min(s.peak, cap(s.spare))])
	*s = stream{
		language: l, tokens: s.tokens[:0], spare: s.spare[:0], inserted: s.inserted, insertions: s.insertions,
		partner: s.partner, open: s.open, controlMemory: s.controlMemory,
	}
	l.streams.Put(s)
}

// scratch returns an empty slice for the tokens given to replace.
func (s *stream) scratch() []rawToken { return s.spare[:0] }

// replace replaces all tokens by the tokens built in scratch.
func (s *stream) replace(tokens []rawToken) {
	s.spare, s.tokens = s.tokens, tokens
	s.peak = max(s.peak, len(tokens))
}

// at returns the text of the token at i, or "" outside.
func (s *stream) at(i int) string {
	s.lookups++
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	return s.tokens[i].text
}

// word returns the word of the token at i, or "" outside.
func (s *stream) word(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	return s.tokens[i].word
}

// isName reports whether the token at i is a name with the word.
func (s *stream) isName(i int, word string) bool {
	return s.at(i) == Identifier && s.tokens[i].word == word
}

// hasTextsAt reports whether the tokens from i on have the texts.
func (s *stream) hasTextsAt(i int, texts ...string) bool {
	for k, text := range texts {
		if s.at(i+k) != text {
			return false
		}
	}
	return true
}

// containsText reports whether one of tokens [from, to) has the text.
func (s *stream) containsText(from, to int, text string) bool {
	for i := from; i < to; i++ {
		if s.tokens[i].text == text {
			return true
		}
	}
	return false
}

// beginsStatement reports whether a statement, or a part of a loop's head, may start at i.
func (s *stream) beginsStatement(i int) bool {
	if i == 0 || s.mayEndBefore(i) {
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

// endsStatement reports whether a statement, or a part of a loop's head, may end before i.
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
	return s.mayEndBefore(i)
}

// mayEndBefore reports whether the line before the token at i may have ended a statement.
func (s *stream) mayEndBefore(i int) bool {
	return s.tokens[i].lineStart && s.language.mayEndWithLine()
}

// nesting returns 1 for an opening bracket, -1 for a closing bracket, otherwise 0.
func nesting(text string) int {
	switch text {
	case "(", "[", "{":
		return 1
	case ")", "]", "}":
		return -1
	}
	return 0
}

// find returns the index of the first of tokens [from, to) that has one of the texts; -1 if there is none. After findPartners, it
// skips what is inside brackets that open among these tokens.
func (s *stream) find(from, to int, texts ...string) int {
	for i := from; i < min(to, len(s.tokens)); i++ {
		if slices.Contains(texts, s.tokens[i].text) {
			return i
		}
		i = max(i, int(s.partner[i]))
	}
	return -1
}

// findPartners sets partner: for each bracket among the tokens to the index of its partner, and to -1 for all other tokens
// and for brackets without a partner in their block.
func (s *stream) findPartners(tokens []rawToken) {
	partner := slices.Grow(s.partner[:0], len(tokens))[:len(tokens)]
	open := s.open[:0]
	braces := 0
	for i, t := range tokens {
		partner[i] = -1
		if len(t.text) != 1 {
			continue
		}
		var opener string
		switch t.text[0] {
		case '{':
			braces++
			fallthrough
		case '(', '[':
			open = append(open, int32(i))
			continue
		case ')':
			opener = "("
		case ']':
			opener = "["
		case '}':
			if braces == 0 {
				continue
			}
			for tokens[open[len(open)-1]].text != "{" {
				open = open[:len(open)-1]
			}
			braces--
			opener = "{"
		default:
			continue
		}
		if n := len(open); n > 0 && tokens[open[n-1]].text == opener {
			partner[i], partner[open[n-1]] = open[n-1], int32(i)
			open = open[:n-1]
		}
	}
	s.partner, s.open = partner, open
}

// drop gives tokens the text "", which marks them as dropped; sweep removes them after the rule.
func (s *stream) drop(indices ...int) {
	for _, i := range indices {
		s.tokens[i].text = ""
		if s.dropped == 0 || i < s.dropped {
			s.dropped = i + 1
		}
	}
}

func (s *stream) dropRange(from, to int) {
	for i := from; i < to; i++ {
		s.drop(i)
	}
}

// move moves a token's text to another place, and shifts the texts between. The places keep their spans.
func (s *stream) move(from, to int) {
	text, word := s.tokens[from].text, s.tokens[from].word
	step := 1
	if to < from {
		step = -1
	}
	for i := from; i != to; i += step {
		s.tokens[i].text, s.tokens[i].word = s.tokens[i+step].text, s.tokens[i+step].word
	}
	s.tokens[to].text, s.tokens[to].word = text, word
}

// swap exchanges tokens [start, i) and [j, end). All from start to end get the span of the whole.
func (s *stream) swap(start, i, j, end int) {
	swapped := append(s.scratch(), s.tokens[j:end]...)
	swapped = append(swapped, s.tokens[i:j]...)
	swapped = append(swapped, s.tokens[start:i]...)
	from, to, lineStart := s.tokens[start].start, s.tokens[end-1].end, s.tokens[start].lineStart
	for k, t := range swapped {
		s.tokens[start+k] = rawToken{text: t.text, word: t.word, start: from, end: to, lineStart: k == 0 && lineStart}
	}
}

// sweep adds inserted tokens and removes dropped ones. If a dropped token started a line, the next token now starts the line.
func (s *stream) sweep() {
	if len(s.insertions) > 0 {
		s.addInserted()
	}
	if s.dropped == 0 {
		return
	}
	to := s.dropped - 1
	s.dropped = 0
	for i := to; i < len(s.tokens); {
		lineStart := false
		for ; i < len(s.tokens) && s.tokens[i].text == ""; i++ {
			lineStart = lineStart || s.tokens[i].lineStart
		}
		run := i
		for i < len(s.tokens) && s.tokens[i].text != "" {
			i++
		}
		if lineStart && run < i {
			s.tokens[run].lineStart = true
		}
		to += copy(s.tokens[to:], s.tokens[run:i])
	}
	s.tokens = s.tokens[:to]
}

// fixed returns a keyword, operator or bracket for insertBefore and insertAfter.
func fixed(text string) rawToken { return rawToken{text: text, word: text} }

// insertion adds tokens after the token at an index.
type insertion struct {
	index    int // -1 for the beginning
	from, to int // the tokens are inserted[from:to]
}

// insertBefore adds copies of tokens before the token at i when the rule ends. They get its span, and the first starts its line.
func (s *stream) insertBefore(i int, tokens ...rawToken) {
	s.insert(i-1, s.tokens[i], tokens)
	s.tokens[i].lineStart = false
}

// insertAfter adds copies of tokens after the token at i when the rule ends. They get its span.
func (s *stream) insertAfter(i int, tokens ...rawToken) {
	place := s.tokens[i]
	place.lineStart = false
	s.insert(i, place, tokens)
}

func (s *stream) insert(i int, place rawToken, tokens []rawToken) {
	from := len(s.inserted)
	for k, t := range tokens {
		s.inserted = append(s.inserted,
			rawToken{text: t.text, word: t.word, start: place.start, end: place.end, lineStart: k == 0 && place.lineStart})
	}
	s.insertions = append(s.insertions, insertion{i, from, len(s.inserted)})
}

// addInserted adds the tokens of all insertions. Insertions after one token keep their order.
func (s *stream) addInserted() {
	insertions := s.insertions
	slices.SortStableFunc(insertions, func(a, b insertion) int { return a.index - b.index })
	out := s.scratch()
	for i := -1; i < len(s.tokens); i++ {
		if i >= 0 {
			out = append(out, s.tokens[i])
		}
		for len(insertions) > 0 && insertions[0].index == i {
			out = append(out, s.inserted[insertions[0].from:insertions[0].to]...)
			insertions = insertions[1:]
		}
	}
	s.replace(out)
	clear(s.inserted) // or their words would keep the text in memory
	s.inserted, s.insertions = s.inserted[:0], s.insertions[:0]
	s.dropped = min(s.dropped, 1) // sweep looks at all tokens if one was dropped, because indices have changed
}
