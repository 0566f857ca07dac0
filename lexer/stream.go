package lexer

// stream is the tokens of one source on their way through the rules.
type stream struct {
	language *Language
	text     string // clean
	tokens   []raw
	dropped  int // index of the first token to be swept away, plus 1; 0 is none

	spare   []raw   // room for tokens, see room
	most    int     // tokens that there ever were
	partner []int32 // room for the result of pairs
	open    []int32
}

// stream returns an empty stream, which release takes back.
func (l *Language) stream(text string) *stream {
	s, ok := l.streams.Get().(*stream)
	if !ok {
		s = &stream{language: l}
	}
	s.text = text
	return s
}

// release makes the room of a stream available to others.
func (l *Language) release(s *stream) {
	clear(s.tokens[:min(s.most, cap(s.tokens))]) // or their words would keep the text in memory
	clear(s.spare[:min(s.most, cap(s.spare))])
	*s = stream{language: l, tokens: s.tokens[:0], spare: s.spare[:0], partner: s.partner, open: s.open}
	l.streams.Put(s)
}

// room returns an empty slice to build other tokens in, for replace.
func (s *stream) room() []raw { return s.spare[:0] }

// replace takes tokens that were built in room.
func (s *stream) replace(tokens []raw) {
	s.spare, s.tokens = s.tokens, tokens
	s.most = max(s.most, len(tokens))
}

// at returns the text of the token at i, or "" outside.
func (s *stream) at(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	return s.tokens[i].text
}

// drop marks a token as dropped; sweep removes it. Until then its text is "".
func (s *stream) drop(i int) {
	s.tokens[i].text = ""
	if s.dropped == 0 || i < s.dropped {
		s.dropped = i + 1
	}
}

// dropRange drops the tokens from one index up to, not including, another.
func (s *stream) dropRange(from, to int) {
	for ; from < to; from++ {
		s.drop(from)
	}
}

// sweep removes what was dropped. Where that began a line, the next token does
// in its place.
func (s *stream) sweep() {
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
