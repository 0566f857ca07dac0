package lexer

// plainClosures drops the types of a closure's parameters and result, and the braces round its value: Rust's "|x: i32| -> i32 {
// return x + 1; }" becomes "|x| x + 1".
func (s *stream) plainClosures() {
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		if t.text != "|" && t.text != "||" || s.endsOperand(i-1) {
			continue
		}
		bar := i
		if t.text == "|" {
			bar = s.find(i+1, i+maxPattern, "|")
		}
		if bar < 0 {
			continue
		}
		for colon := s.find(i+1, bar, ":"); colon > 0; {
			end := s.find(colon, bar+1, ",", "|")
			s.dropRange(colon, end)
			colon = s.find(end, bar, ":")
		}
		open := bar + 1
		if s.at(open) == "->" {
			if open = s.skipType(open + 1); s.at(open) != "{" {
				continue
			}
			s.dropRange(bar+1, open)
		}
		if s.at(open) != "{" || s.partner[open] < 0 {
			continue
		}
		from, closing := open+1, int(s.partner[open])
		if s.at(from) == "return" {
			from++
		}
		end := closing
		if s.at(closing-1) == ";" && from > open+1 {
			end--
		}
		if end > from && s.isValue(from, end) {
			s.dropRange(open, from)
			s.dropRange(end, closing+1)
		}
	}
}
