package lexer

import "strings"

// Define is the text of the token that begins a macro definition in C and C++.
const Define = "#define"

// undefine is the text of the token that ends the scope of a macro definition. The rule "macros" drops it.
const undefine = "#undef"

// scanDirectives scans the directives in [start, end), one per line. It scans the bodies of
// macro definitions, which chroma reads as directives. It drops all other directives, because they do not say what the
// program does.
func (s *scanner) scanDirectives(start, end int, job *splitJob) error {
	for start < end {
		stop := end
		if n := strings.IndexByte(s.text[start:end], '\n'); n >= 0 {
			stop = start + n
		}
		if err := s.scanDirective(start, stop, job); err != nil {
			return err
		}
		if stop < end {
			s.newLine = true
			stop++
		}
		start = stop
	}
	return nil
}

// branchDirective is a directive that begins or ends a branch of conditional compilation.
type branchDirective struct {
	at     int // offset in the clean text
	change int // of the number of open groups of branches: 1 for #if, 0 for #else, -1 for #endif
}

// readConditions records the branchDirectives among the directives in [start, end). A directive without a word,
// such as one with a comment before its word, may be any directive. It counts as an #endif without an #if, so
// that findBranches fails.
func (s *scanner) readConditions(start, end int) {
	for line := range strings.Lines(s.text[start:end]) {
		if body, ok := strings.CutPrefix(strings.TrimLeft(line, " \t\v\f"), "#"); ok {
			body = strings.TrimLeft(body, " \t\v\f")
			word := body[:len(body)-len(strings.TrimLeft(body, "abcdefghijklmnopqrstuvwxyz"))]
			switch word {
			case "if", "ifdef", "ifndef":
				s.branchDirectives = append(s.branchDirectives, branchDirective{start, 1})
			case "elif", "elifdef", "elifndef", "else":
				s.branchDirectives = append(s.branchDirectives, branchDirective{start, 0})
			case "endif", "":
				if strings.TrimSpace(body) == "" {
					break // a "#" alone does nothing
				}
				s.branchDirectives = append(s.branchDirectives, branchDirective{start, -1})
			}
		}
		start += len(line)
	}
}

// scanDirective scans a macro definition, or drops another directive.
func (s *scanner) scanDirective(start, end int, job *splitJob) error {
	s.readConditions(start, end)
	body := strings.TrimLeft(s.text[start:end], " \t\v\f")
	hash := end - len(body)
	body, ok := strings.CutPrefix(body, "#")
	if !ok {
		return nil
	}
	body = strings.TrimLeft(body, " \t\v\f")
	text := Define
	if strings.HasPrefix(body, "undef") {
		text = undefine
	}
	body, ok = strings.CutPrefix(body, text[1:])
	if !ok {
		if strings.HasPrefix(body, "pragma") {
			s.pragmas = append(s.pragmas, body)
		}
		return nil
	}
	at := end - len(body)
	s.newLine = true
	first := len(s.tokens)
	s.add(text, hash, at)
	pieces, err := job.pieces(body, at)
	if err != nil {
		return err
	}
	for i := range pieces {
		pieces[i].Start += at
		pieces[i].End += at
	}
	_ = s.scan(pieces, nil) // drops directives inside the body, which C does not allow
	for i := range s.tokens[first:] {
		s.tokens[first+i].directive = true
	}
	s.newLine = true
	return nil
}
