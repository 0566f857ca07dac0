package program

import "github.com/ojcheck/ojcheck/internal/contest"

// Exclusion tells why a token does not count as the participant's own code in a
// comparison.
type Exclusion uint8

// The reasons to set code aside.
const (
	NotExcluded Exclusion = iota
	// ExcludedBase was handed out or is allowed for all. It is never matched.
	ExcludedBase
	// ExcludedTemplate is what the participant repeats in their other problems. It
	// counts where the other side has it as code of their own, see Compare.
	ExcludedTemplate
	// ExcludedShared is own template that both of a pair have.
	ExcludedShared
)

// SetTemplate sets the participant's own template aside. Passages that lie
// beyond the program's tokens are left out.
func (p *Program) SetTemplate(passages []contest.Passage) {
	p.Template = nil
	for _, passage := range passages {
		if passage.First < 0 || passage.Tokens < 1 || passage.First+passage.Tokens > len(p.Tokens) {
			continue
		}
		p.Template = append(p.Template, passage)
		p.setAside(passage.First, passage.Tokens, ExcludedTemplate)
	}
}

// MarkSharedTemplate notes that so many tokens of own template, from the first on, are
// own template of the other side as well.
func (p *Program) MarkSharedTemplate(first, tokens int) {
	p.setAside(first, tokens, ExcludedShared)
}

// setAside notes why so many tokens from the first on are set aside.
func (p *Program) setAside(first, tokens int, why Exclusion) {
	if p.Exclusions == nil {
		p.Exclusions = make([]Exclusion, len(p.Tokens))
	}
	for n := range tokens {
		p.Exclusions[first+n] = why
	}
}
