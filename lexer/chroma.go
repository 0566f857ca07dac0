package lexer

import (
	"fmt"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// kind is what a piece of text is, as far as chroma is believed: its finer
// types differ from language to language and are wrong too often.
type kind uint8

const (
	code      kind = iota // also white space, and what chroma could not read
	comment               // also hashbang lines
	directive             // of a preprocessor, an attribute, a compiler option
	literal               // string, character, regular expression, or a part of one
)

// piece is a piece of clean text, as chroma cut it.
type piece struct {
	kind       kind
	typ        chroma.TokenType
	start, end int
}

// splitter cuts text into pieces. This file is all that knows how.
type splitter struct {
	lexer chroma.Lexer
}

// newSplitter prepares the chroma lexer of the given name. Patches are rules
// tried before those of the state they are keyed by, where chroma's are wrong.
// No match of a rule takes longer than the limit.
func newSplitter(name string, patches map[string][]chroma.Rule, limit time.Duration) (*splitter, error) {
	lexer := lexers.Get(name)
	if lexer == nil {
		return nil, fmt.Errorf("chroma has no lexer %q", name)
	}
	stock, ok := lexer.(*chroma.RegexLexer)
	if !ok {
		return &splitter{lexer}, nil // a wrapper, whose rules are out of reach
	}
	original, err := stock.Rules()
	if err != nil {
		return nil, fmt.Errorf("chroma lexer %q: %w", name, err)
	}
	rules := original.Clone()
	for state, first := range patches {
		rules[state] = append(append([]chroma.Rule(nil), first...), rules[state]...)
	}
	rules[patienceState] = []chroma.Rule{{Pattern: `\b\B`, Type: chroma.Error, Mutator: patience{limit}}}
	patient, err := chroma.NewLexer(stock.Config(), func() chroma.Rules { return rules })
	if err != nil {
		return nil, fmt.Errorf("chroma lexer %q: %w", name, err)
	}
	return &splitter{patient.SetRegistry(lexers.GlobalLexerRegistry)}, nil
}

// split cuts text into pieces that follow one another without gaps. It fails
// with ErrGaveUp when the deadline has passed, and when chroma stands still:
// some of its rules match nothing and lead back to themselves.
func (s *splitter) split(text string, deadline time.Time) (pieces []piece, err error) {
	// A rule that pops more states than there are makes chroma panic.
	defer func() {
		if r := recover(); r != nil {
			pieces, err = nil, fmt.Errorf("%w (chroma: %v)", ErrGaveUp, r)
		}
	}()
	next, err := s.lexer.Tokenise(nil, text)
	if err != nil {
		return nil, fmt.Errorf("%w (chroma: %w)", ErrGaveUp, err)
	}
	offset := 0
	empty := 0 // tokens in a row; a few for each state that is left are usual
	for t := next(); t != chroma.EOF && offset < len(text); t = next() {
		if time.Now().After(deadline) {
			return nil, ErrGaveUp
		}
		end := min(offset+len(t.Value), len(text)) // chroma may have added a line end
		if end > offset {
			pieces = append(pieces, piece{kindOf(t.Type), t.Type, offset, end})
			empty = 0
		} else if empty++; empty > 4096+4*len(text) {
			return nil, fmt.Errorf("%w (chroma stands still)", ErrGaveUp)
		}
		offset = end
	}
	if time.Now().After(deadline) {
		return nil, ErrGaveUp // the last match may have timed out, too
	}
	return pieces, nil
}

func kindOf(t chroma.TokenType) kind {
	switch {
	case t.InSubCategory(chroma.CommentPreproc):
		return directive
	case t.InCategory(chroma.Comment), t == chroma.LiteralStringDoc:
		return comment
	case t.InSubCategory(chroma.LiteralString):
		return literal
	}
	return code
}

// patienceState is a state that no rule leads to; it carries the mutator.
const patienceState = "ojcheck-patience"

// patience is a lexer mutator that raises the time limit of every match.
// chroma stops a match after 250 ms and goes on as if the rule did not match,
// so that on a busy machine the same text gives other tokens. With patience, a
// match that is stopped has used up all the time of split, which then fails.
type patience struct{ limit time.Duration }

func (patience) Mutate(*chroma.LexerState) error { return nil }

func (p patience) MutateLexer(rules chroma.CompiledRules, _ string, _ int) error {
	delete(rules, patienceState) // or chroma would call again, for ever
	for _, state := range rules {
		for _, rule := range state {
			if rule.Regexp != nil {
				rule.Regexp.MatchTimeout = p.limit
			}
		}
	}
	return nil
}
