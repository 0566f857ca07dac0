package lexer

// dropLambdaParameters drops the names of parameters that a lambda can do without: Kotlin's "{ x -> f(x) }" becomes
// "{ f(x) }", like "{ f(it) }", and Swift's "{ a, b in a < b }" becomes "{ a < b }", like "{ $0 < $1 }".
func (s *stream) dropLambdaParameters() {
	arrow := s.language.syntax.lambdaArrow
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		if t.text != "{" || s.at(i+1) != Identifier || s.opensCases(i) {
			continue
		}
		end := i + 2
		for arrow == "in" && s.at(end) == "," && s.at(end+1) == Identifier {
			end += 2
		}
		if s.at(end) == arrow {
			s.dropRange(i+1, end+1)
		}
	}
}

// opensCases reports whether the brace at i opens the cases of Kotlin's when.
func (s *stream) opensCases(i int) bool {
	head := i - 1
	if s.at(head) == ")" && s.partner[head] >= 0 {
		head = int(s.partner[head]) - 1
	}
	return s.at(head) == "when"
}
