package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// Measurable names what contest.Parameters.Without can leave out, to measure
// what it is worth: the rules of the normalisation, then the parts of the
// suspicion.
func Measurable() []string {
	var names []string
	for _, rule := range lexer.Rules() {
		names = append(names, rule.Name)
	}
	for _, part := range pairs.Parts() {
		names = append(names, part.Name)
	}
	return names
}

func validateWithout(names []string) error {
	for _, name := range names {
		if !slices.Contains(Measurable(), name) {
			return fmt.Errorf("nothing is called %q that could be left out: there are %s", name, strings.Join(Measurable(), ", "))
		}
	}
	return nil
}

// languages are the languages that submissions are read in, without the rules
// that are left out.
type languages map[string]*lexer.Language

func newLanguages(without []string) languages {
	list := make(languages)
	for _, l := range lexer.Languages() {
		if list[l.ID] = l; len(without) > 0 {
			list[l.ID] = l.OmitRules(without...)
		}
	}
	return list
}

// byName finds a language as lexer.ByName does.
func (l languages) byName(name string) (*lexer.Language, bool) {
	language, ok := lexer.ByName(name)
	if !ok {
		return nil, false
	}
	return l[language.ID], true
}
