package driver

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
)

// builder makes drivers of a registry's lexers on demand.
type builder struct {
	registry *chroma.LexerRegistry
	mu       sync.Mutex
	// drivers are nil for lexers that have none. The key is not the lexer's name,
	// which a text may spell in thousands of ways.
	drivers map[*chroma.RegexLexer]*Driver
}

func newBuilder(registry *chroma.LexerRegistry) *builder {
	return &builder{registry: registry, drivers: map[*chroma.RegexLexer]*Driver{}}
}

// driverFor returns the driver of a lexer of the registry.
func (b *builder) driverFor(lexer chroma.Lexer) (*Driver, error) {
	rules, ok := lexer.(*chroma.RegexLexer)
	if !ok {
		return nil, errNoRules
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	d, ok := b.drivers[rules]
	if !ok {
		d, _ = b.newDriver(rules, nil)
		b.drivers[rules] = d
	}
	if d == nil {
		return nil, fmt.Errorf("lexer %q: %w", rules.Config().Name, errNoRules)
	}
	return d, nil
}

var errNoRules = errors.New("its rules cannot be run by a driver")

// find returns the lexer that chroma finds by a name, or nil, and the work spent. A
// name or an alias in any case costs none; chroma tries any other name as a file name
// with the patterns of all lexers.
func (b *builder) find(name string) (chroma.Lexer, int) {
	lexer := b.registry.Get(name)
	if lexer != nil {
		config := lexer.Config()
		same := func(known string) bool { return strings.EqualFold(known, name) }
		if same(config.Name) || slices.ContainsFunc(config.Aliases, same) {
			return lexer, 0
		}
	}
	return lexer, patternsWork
}

// patternsWork is the work of trying a name with all patterns, about 2 ms.
const patternsWork = 1 << 19

func (b *builder) newDriver(lexer *chroma.RegexLexer, patches map[string][]chroma.Rule) (*Driver, error) {
	copied, compiled, err := compiledRules(lexer, patches)
	if err != nil {
		return nil, err
	}
	d := &Driver{lexer: copied, others: b, states: make(map[string]*state, len(compiled))}
	rules := map[*chroma.CompiledRule]*rule{} // states share rules
	for _, name := range slices.Sorted(maps.Keys(compiled)) {
		list := compiled[name]
		own := make([]*rule, len(list))
		for i, c := range list {
			if rules[c] == nil {
				if rules[c], err = newRule(c); err != nil {
					return nil, fmt.Errorf("state %s: %w", name, err)
				}
			}
			own[i] = rules[c]
		}
		d.states[name] = newState(name, own)
	}
	return d, nil
}

func newRule(c *chroma.CompiledRule) (*rule, error) {
	r := &rule{mutator: c.Mutator, emitter: newEmitter(c.Type)}
	if _, ok := c.Mutator.(chroma.SerialisableMutator); c.Mutator != nil && !ok {
		return nil, ErrFunction
	}
	var err error
	r.program, err = compile(c.Regexp.String())
	return r, err
}

// compiledRules returns a copy of a lexer with patches, and its rules as compiled by
// chroma: chroma passes them all to a mutator that is added to the copy.
func compiledRules(lexer *chroma.RegexLexer, patches map[string][]chroma.Rule) (*chroma.RegexLexer, chroma.CompiledRules, error) {
	original, err := lexer.Rules()
	if err != nil {
		return nil, nil, err
	}
	rules := original.Clone()
	for state, first := range patches {
		rules[state] = slices.Concat(first, rules[state])
	}
	capture := &captureMutator{}
	rules[captureState] = []chroma.Rule{{Pattern: `\b\B`, Type: chroma.Error, Mutator: capture}}
	copied, err := chroma.NewLexer(lexer.Config(), func() chroma.Rules { return rules })
	if err != nil {
		return nil, nil, err
	}
	_, err = copied.Rules()
	return copied, capture.rules, err
}

// captureState is an unreachable state with the mutator.
const captureState = "ojcheck-capture"

type captureMutator struct{ rules chroma.CompiledRules }

func (*captureMutator) Mutate(*chroma.LexerState) error { return nil }

func (l *captureMutator) MutateLexer(rules chroma.CompiledRules, state string, _ int) error {
	delete(rules, state) // or chroma would call again for ever
	l.rules = rules
	return nil
}
