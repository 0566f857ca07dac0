package driver

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/alecthomas/chroma/v2"
)

// builder makes a driver, and those that it needs, when they are needed.
type builder struct {
	registry *chroma.LexerRegistry
	mu       sync.Mutex
	made     map[string]*Driver // by name; nil is one that cannot be made
}

// known tells whether there is a lexer of a name.
func (b *builder) known(name string) bool { return b.registry.Get(name) != nil }

// named returns the driver for the lexer of a name.
func (b *builder) named(name string) (*Driver, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	d, ok := b.made[name]
	if !ok {
		if lexer, regex := b.registry.Get(name).(*chroma.RegexLexer); regex {
			d, _ = b.driver(lexer, nil)
		}
		b.made[name] = d
	}
	if d == nil {
		return nil, fmt.Errorf("no rules for %q", name)
	}
	return d, nil
}

func (b *builder) driver(lexer *chroma.RegexLexer, patches map[string][]chroma.Rule) (*Driver, error) {
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
		return nil, errFunction
	}
	var err error
	r.program, err = compile(c.Regexp.String())
	return r, err
}

// compiledRules returns a copy of a lexer, with patches, and its rules as
// chroma has compiled them: a mutator that is added to the copy is shown them
// all.
func compiledRules(lexer *chroma.RegexLexer, patches map[string][]chroma.Rule) (*chroma.RegexLexer, chroma.CompiledRules, error) {
	original, err := lexer.Rules()
	if err != nil {
		return nil, nil, err
	}
	rules := original.Clone()
	for state, first := range patches {
		rules[state] = slices.Concat(first, rules[state])
	}
	look := &lookMutator{}
	rules[lookState] = []chroma.Rule{{Pattern: `\b\B`, Type: chroma.Error, Mutator: look}}
	copied, err := chroma.NewLexer(lexer.Config(), func() chroma.Rules { return rules })
	if err != nil {
		return nil, nil, err
	}
	_, err = copied.Rules()
	return copied, look.rules, err
}

// lookState is a state that no rule leads to; it carries the mutator.
const lookState = "ojcheck-look"

type lookMutator struct{ rules chroma.CompiledRules }

func (*lookMutator) Mutate(*chroma.LexerState) error { return nil }

func (l *lookMutator) MutateLexer(rules chroma.CompiledRules, state string, _ int) error {
	delete(rules, state) // or chroma would call again, for ever
	l.rules = rules
	return nil
}
