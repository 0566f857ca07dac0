package driver

import (
	"errors"
	"fmt"
	"time"

	"github.com/alecthomas/chroma/v2"
)

// Driver cuts texts by the rules of a chroma lexer. It is safe for concurrent use.
type Driver struct {
	lexer   *chroma.RegexLexer
	states  map[string]*state
	builder *builder // makes drivers for the nested lexers that rules name
}

// ErrFunction means that functions change the state of a lexer, so the driver cannot run it.
var ErrFunction = errors.New("its rules call functions, which the driver cannot run")

// New prepares the rules of a lexer. Patches are additional rules by state, tried before the state's own rules. The
// registry has the lexers that rules name. If functions change the state of the lexer, the error wraps ErrFunction,
// and chroma must run the lexer, see [WithMatchTimeout]. Any other error is about a wrong or unsupported rule.
func New(lexer *chroma.RegexLexer, registry *chroma.LexerRegistry, patches map[string][]chroma.Rule) (*Driver, error) {
	b := &builder{registry: registry, drivers: map[*chroma.RegexLexer]*Driver{}}
	d, err := b.newDriver(lexer, patches)
	if err != nil {
		return nil, fmt.Errorf("driver: chroma lexer %q: %w", lexer.Config().Name, err)
	}
	return d, nil
}

// WithMatchTimeout returns a copy of a lexer for use by chroma, with patches as in [New], and with the given
// time limit for every match. Without it, chroma stops a match after 250 ms and continues as if the rule did
// not match, so tokens vary on a busy machine. Lexers that a function calls keep chroma's limit.
func WithMatchTimeout(lexer *chroma.RegexLexer, registry *chroma.LexerRegistry, patches map[string][]chroma.Rule,
	limit time.Duration) (chroma.Lexer, error) {
	copied, rules, err := compileRules(lexer, patches)
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
