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

// builder makes a driver, and those that it needs, when they are needed.
type builder struct {
	registry *chroma.LexerRegistry
	mu       sync.Mutex
	// made has those for the lexers of the registry; nil is one that cannot be
	// made. The key is the lexer and not its name, which a text may spell in
	// thousands of ways.
	made map[*chroma.RegexLexer]*Driver
}

func newBuilder(registry *chroma.LexerRegistry) *builder {
	return &builder{registry: registry, made: map[*chroma.RegexLexer]*Driver{}}
}

// driven returns the driver for a lexer of the registry.
func (b *builder) driven(lexer chroma.Lexer) (*Driver, error) {
	rules, ok := lexer.(*chroma.RegexLexer)
	if !ok {
		return nil, errNoRules
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	d, ok := b.made[rules]
	if !ok {
		d, _ = b.driver(rules, nil)
		b.made[rules] = d
	}
	if d == nil {
		return nil, fmt.Errorf("lexer %q: %w", rules.Config().Name, errNoRules)
	}
	return d, nil
}

var errNoRules = errors.New("no rules that can be driven")

// find returns the lexer that chroma finds by a name, or nil, and the work of
// that. A name or an alias, in any case, is found at once; all other names are
// tried as file names with the patterns of all lexers.
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

// patternsWork is the work of trying a name with all patterns, some 2 ms.
const patternsWork = 1 << 19

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
		return nil, ErrFunction
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
