package driver

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/alecthomas/chroma/v2"
)

// rule is a compiled rule of chroma.
type rule struct {
	program *program
	mutator chroma.Mutator
	emitter *emitter // nil emits nothing
}

// mutate changes the state of the lexer. chroma panics if a rule pops more states than there are.
func (r *rule) mutate(lexer *chroma.LexerState) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", ErrStopped, p)
		}
	}()
	if err := r.mutator.Mutate(lexer); err != nil {
		return fmt.Errorf("%w: %w", ErrStopped, err)
	}
	return nil
}

// state has for each ASCII character, and for all others together, the rules that can match, in order.
type state struct {
	name      string
	lists     [][]*rule
	listIndex [129]uint16 // character to index in lists; the last entry is for all beyond ASCII
}

func newState(name string, rules []*rule) *state {
	s := &state{name: name}
	for c := range s.listIndex {
		var candidates []*rule
		for _, r := range rules {
			if f := r.program.first; f == nil || c < 128 && f.ascii.has(rune(c)) || c == 128 && !f.beyondASCII.isEmpty() {
				candidates = append(candidates, r)
			}
		}
		i := slices.IndexFunc(s.lists, func(list []*rule) bool { return slices.Equal(list, candidates) })
		if i < 0 {
			i = len(s.lists)
			s.lists = append(s.lists, candidates)
		}
		s.listIndex[c] = uint16(i)
	}
	return s
}

// at returns the rules that can match at a character.
func (s *state) at(c rune) []*rule { return s.lists[s.listIndex[min(uint32(c), 128)]] }

// emitter describes the pieces for a match or one of its groups.
type emitter struct {
	kind      emitterKind
	typ       chroma.TokenType
	groups    []*emitter // for the groups of the match, from 1 on; nil emits nothing
	name      string     // of a state or a lexer
	nameGroup int        // the group with a lexer's name
	codeGroup int        // the group with the code for this lexer
}

type emitterKind uint8

const (
	emitToken    emitterKind = iota // one piece of the type
	emitGroups                      // the pieces of the groups
	emitSelf                        // the pieces of the same lexer, starting in the named state
	emitOther                       // the pieces of the named lexer
	emitNamed                       // the pieces of the groups; the lexer that nameGroup names splits codeGroup
	emitFunction                    // unknown: a function of the lexer decides
)

// newEmitter converts an emitter of chroma. Chroma's types of emitters are private, but their fields are exported.
func newEmitter(e chroma.Emitter) *emitter {
	if e == nil {
		return nil
	}
	if typ, ok := e.(chroma.TokenType); ok {
		return &emitter{kind: emitToken, typ: typ}
	}
	serialisable, ok := e.(chroma.SerialisableEmitter)
	if !ok {
		return &emitter{kind: emitFunction}
	}
	value := reflect.Indirect(reflect.ValueOf(e))
	switch serialisable.EmitterKind() {
	case "bygroups":
		return &emitter{kind: emitGroups, groups: newEmitters(value)}
	case "usingself":
		return &emitter{kind: emitSelf, name: value.FieldByName("State").String()}
	case "using":
		return &emitter{kind: emitOther, name: value.FieldByName("Lexer").String()}
	case "usingbygroup":
		return &emitter{
			kind: emitNamed, groups: newEmitters(value),
			nameGroup: int(value.FieldByName("SublexerNameGroup").Int()),
			codeGroup: int(value.FieldByName("CodeGroup").Int()),
		}
	}
	return &emitter{kind: emitFunction}
}

func newEmitters(value reflect.Value) []*emitter {
	list, _ := reflect.TypeAssert[chroma.Emitters](value.FieldByName("Emitters"))
	out := make([]*emitter, len(list))
	for i, e := range list {
		if out[i] = newEmitter(e); out[i] != nil && out[i].kind == emitGroups {
			out[i] = &emitter{kind: emitToken, typ: chroma.Error} // as in chroma, where groups inside a group are an error
		}
	}
	return out
}
