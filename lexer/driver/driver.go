package driver

import (
	"errors"
	"fmt"
	"time"

	"github.com/alecthomas/chroma/v2"
)

// Driver cuts texts by the rules of a chroma lexer. It is safe for concurrent
// use.
type Driver struct {
	lexer  *chroma.RegexLexer
	states map[string]*state
	others *builder // of the lexers that rules name
}

// ErrFunction is why a lexer is not driven: what functions do with its state
// cannot be known.
var ErrFunction = errors.New("rules that call functions")

// New prepares the rules of a lexer. Patches are rules tried before those of
// the state that they are keyed by. It fails with ErrFunction, wrapped, where
// functions change the state of the lexer: such a lexer must run as it is, see
// WithMatchTimeout. Any other error is of a rule that is wrong, or that chroma writes in
// a way unknown to this package. The registry has the lexers that rules name.
func New(lexer *chroma.RegexLexer, registry *chroma.LexerRegistry, patches map[string][]chroma.Rule) (*Driver, error) {
	d, err := newBuilder(registry).driver(lexer, patches)
	if err != nil {
		return nil, fmt.Errorf("driver: chroma lexer %q: %w", lexer.Config().Name, err)
	}
	return d, nil
}

// WithMatchTimeout returns a copy of a lexer, with patches as for New, that chroma
// drives itself, and that lets every match take the time given. chroma stops a
// match after 250 ms and goes on as if the rule did not match, so that on a
// busy machine the same text has other tokens. Other lexers that a function of
// the lexer calls are not copied: theirs is still chroma's limit.
func WithMatchTimeout(lexer *chroma.RegexLexer, registry *chroma.LexerRegistry, patches map[string][]chroma.Rule, limit time.Duration) (chroma.Lexer, error) {
	copied, rules, err := compiledRules(lexer, patches)
	if err != nil {
		return nil, fmt.Errorf("driver: chroma lexer %q: %w", lexer.Config().Name, err)
	}
	for _, state := range rules {
		for _, rule := range state {
			rule.Regexp.MatchTimeout = limit
		}
	}
	return copied.SetRegistry(registry), nil
}
