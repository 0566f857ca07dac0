package program

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// randomCode returns lines of ten random operators. Two results with different seeds share no run of
// twelve tokens.
func randomCode(seed string, lines int) string {
	operators := []string{"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">", "==", "!=", "&&", "||"}
	state := uint32(2166136261)
	for _, c := range []byte(seed) {
		state = (state ^ uint32(c)) * 16777619
	}
	next := func() string {
		state = state*1664525 + 1013904223
		return operators[state>>28]
	}
	var b strings.Builder
	for range lines {
		for range 10 {
			fmt.Fprintf(&b, "a %s ", next())
		}
		b.WriteString("\n")
	}
	return b.String()
}

// code reads a program. Everything before the first line "//own" is own template.
func code(t *testing.T, text string) *Code {
	t.Helper()
	p := read(t, "cpp", file("a.cpp", text))
	tokens := 0
	for tokens < len(p.Tokens) && p.Tokens[tokens].Start < strings.Index(text, "//own") {
		tokens++
	}
	if tokens > 0 {
		p.SetTemplate([]contest.Passage{{Tokens: tokens, Problems: []string{"B"}}})
	}
	return p.Code(8)
}

// Own templates count on neither side. Code that both sides have in a template is reported
// separately. A template of one side counts if the other side has the same code as own code.
func TestCompare(t *testing.T) {
	t.Parallel()
	solution, lib, other := randomCode("solution", 12), randomCode("lib", 20), randomCode("other", 30)
	const own = "//own\n"
	tests := []struct {
		name           string
		left, right    string
		least, most    float64 // similarity
		sharedTemplate bool
	}{
		{"no template", own + solution, own + solution, 1, 1, false},
		{"one side has a template", lib + own + solution, own + solution, 1, 1, false},
		{"different templates", lib + own + solution, other + own + solution, 1, 1, false},
		{"one template on both sides", lib + own + solution, lib + own + solution, 1, 1, true},
		{"only the template is shared", lib + own + randomCode("one", 20), lib + own + randomCode("two", 20), 0, 0.1, true},
		{"a template of one side is own code of the other", lib + own + randomCode("one", 20), own + lib + randomCode("two", 20), 0.45, 0.55, false},
		{"a solution marked as template", solution + own + randomCode("one", 2), own + solution + randomCode("two", 2), 0.7, 0.95, false},
		{"code both in the template and outside it", lib + own + lib + solution, own + lib + solution, 1, 1, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			left, right := code(t, test.left), code(t, test.right)
			for _, c := range []Comparison{Compare(left, right, 12), Compare(right, left, 12)} {
				if s := c.Measures.Similarity; s < test.least || s > test.most {
					t.Errorf("similarity = %.3f, want %.2f to %.2f", s, test.least, test.most)
				}
				if m := c.Measures; m.CoverageLeft > 1 || m.CoverageRight > 1 {
					t.Errorf("coverages %v and %v, want at most 1", m.CoverageLeft, m.CoverageRight)
				}
				if got := len(c.TemplateMatches) > 0; got != test.sharedTemplate {
					t.Errorf("template matches %v, want any: %v", c.TemplateMatches, test.sharedTemplate)
				}
			}
		})
	}
}

// SetTemplate excludes the tokens of valid passages, and ignores passages that are empty or out
// of range.
func TestSetTemplate(t *testing.T) {
	t.Parallel()
	p := read(t, "cpp", file("a.cpp", randomCode("x", 5)))
	p.SetTemplate([]contest.Passage{
		{First: 2, Tokens: 3}, {First: 0, Tokens: 0}, {First: len(p.Tokens) - 1, Tokens: 2}, {First: -1, Tokens: 2},
	})
	if len(p.Template) != 1 || p.Template[0].First != 2 {
		t.Errorf("template = %+v, want only the first passage", p.Template)
	}
	for i, exclusion := range p.Exclusions {
		if (exclusion == ExcludedTemplate) != (i >= 2 && i < 5) {
			t.Errorf("token %d has the exclusion %v; want template for 2 to 4 only", i, exclusion)
		}
	}
	if c := p.Code(8); c.OwnTokens != len(p.Tokens)-3 || len(c.Template()) != 0 {
		t.Errorf("%d own tokens of %d with %d shingles of template, want 3 tokens less and no shingle", c.OwnTokens, len(p.Tokens), len(c.Template()))
	}
}

// The variables of a template are template, but not the variables that are also used outside of it.
func TestVariablesOfTemplate(t *testing.T) {
	t.Parallel()
	p := read(t, "cpp", file("a.cpp", "while (k > 0) { k--; shared += 2; } while (n > 1) { n -= 3; shared *= 4; }"))
	variables := p.Code(8).Variables
	if len(variables) != 3 || len(p.Code(8).Template()) != 0 {
		t.Fatalf("variables %v, template %v; want three variables and no template", variables, p.Code(8).Template())
	}
	p.SetTemplate([]contest.Passage{{First: 0, Tokens: len(p.Tokens) / 2}})
	template := 0
	for _, hash := range p.Code(8).Template() {
		if slices.Contains(variables, hash) {
			template++
		}
	}
	if template != 1 {
		t.Errorf("%d of the variables are template, want only the variable of the first loop", template)
	}
}
