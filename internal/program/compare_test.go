package program

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// randomCode returns lines of ten operators. The codes of two seeds share no run of twelve
// tokens.
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

// code reads a program. Code before the first "//own" line is own template.
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
		{"beside one template", lib + own + solution, own + solution, 1, 1, false},
		{"beside two templates", lib + own + solution, other + own + solution, 1, 1, false},
		{"beside one template of both", lib + own + solution, lib + own + solution, 1, 1, true},
		{"nothing but a template of both", lib + own + randomCode("one", 20), lib + own + randomCode("two", 20), 0, 0.1, true},
		{"a template handed over", lib + own + randomCode("one", 20), own + lib + randomCode("two", 20), 0.45, 0.55, false},
		{"a solution called a template", solution + own + randomCode("one", 2), own + solution + randomCode("two", 2), 0.7, 0.95, false},
		{"code that stands in the template and beside it", lib + own + lib + solution, own + lib + solution, 1, 1, false},
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
					t.Errorf("coverages are %v and %v", m.CoverageLeft, m.CoverageRight)
				}
				if got := len(c.TemplateMatches) > 0; got != test.sharedTemplate {
					t.Errorf("matches in a template of both: %v, want some: %v", c.TemplateMatches, test.sharedTemplate)
				}
			}
		})
	}
}

func TestSetTemplate(t *testing.T) {
	t.Parallel()
	p := read(t, "cpp", file("a.cpp", randomCode("x", 5)))
	p.SetTemplate([]contest.Passage{{First: 2, Tokens: 3}, {First: 0, Tokens: 0}, {First: len(p.Tokens) - 1, Tokens: 2}, {First: -1, Tokens: 2}})
	if len(p.Template) != 1 || p.Template[0].First != 2 {
		t.Errorf("template = %+v, want only the first passage", p.Template)
	}
	for i, why := range p.Exclusions {
		if (why == ExcludedTemplate) != (i >= 2 && i < 5) {
			t.Errorf("token %d is excluded as %v", i, why)
		}
	}
	if c := p.Code(8); c.OwnTokens != len(p.Tokens)-3 || len(c.Template()) != 0 {
		t.Errorf("%d own tokens of %d with a template of 3 tokens and %d shingles", c.OwnTokens, len(p.Tokens), len(c.Template()))
	}
}
