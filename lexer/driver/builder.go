package driver

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/alecthomas/chroma/v2"
)

// builder makes drivers of a registry's lexers on demand.
type builder struct {
	registry *chroma.LexerRegistry
	mu       sync.Mutex
	// drivers has nil for a lexer that cannot be driven. The key is not the lexer's name, because texts may
	// spell the name in thousands of ways, in upper and lower case.
	drivers map[*chroma.RegexLexer]*Driver
}

// driverFor returns the driver of a lexer of the registry. Its error wraps ErrStopped.
func (b *builder) driverFor(lexer chroma.Lexer) (*Driver, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	rules, ok := lexer.(*chroma.RegexLexer)
	if _, isBuilt := b.drivers[rules]; ok && !isBuilt {
		b.drivers[rules], _ = b.newDriver(rules, nil)
	}
	if b.drivers[rules] == nil {
		return nil, fmt.Errorf("%w: a nested lexer has no driver", ErrStopped)
	}
	return b.drivers[rules], nil
}

func (b *builder) newDriver(lexer *chroma.RegexLexer, patches map[string][]chroma.Rule) (*Driver, error) {
	copied, compiled, err := compileRules(lexer, patches)
	if err != nil {
		return nil, err
	}
	d := &Driver{lexer: copied, builder: b, states: make(map[string]*state, len(compiled))}
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

// compileRules returns a copy of a lexer with patches, and the rules of the copy as chroma has compiled them.
// Chroma passes compiled rules only to mutators, so compileRules adds a mutator to the copy.
func compileRules(lexer *chroma.RegexLexer, patches map[string][]chroma.Rule) (
	*chroma.RegexLexer, chroma.CompiledRules, error) {
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

// captureState is the state that has the captureMutator. No rule leads to this state.
const captureState = "ojcheck-capture"

type captureMutator struct{ rules chroma.CompiledRules }

func (*captureMutator) Mutate(*chroma.LexerState) error { return nil }

func (m *captureMutator) MutateLexer(rules chroma.CompiledRules, state string, _ int) error {
	delete(rules, state) // otherwise chroma would call MutateLexer without end
	m.rules = rules
	return nil
}
