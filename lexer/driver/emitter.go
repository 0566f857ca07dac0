package driver

import (
	"reflect"

	"github.com/alecthomas/chroma/v2"
)

// emitter tells what becomes of a match or of one of its groups.
type emitter struct {
	kind   emitterKind
	typ    chroma.TokenType
	groups []*emitter // of the groups of the match, from 1 on; nil drops one
	name   string     // of a state, or of a lexer
	named  int        // the group that names a lexer
	code   int        // the group that is for it
}

type emitterKind uint8

const (
	emitToken    emitterKind = iota // a token of the type
	emitGroups                      // what the groups become
	emitSelf                        // what the same lexer makes of it, from the state
	emitOther                       // what the lexer of the name makes of it
	emitNamed                       // what the groups become, and one what another lexer makes of it
	emitFunction                    // not to be known
)

// newEmitter reads one of chroma's. Their types are not exported, but what
// they hold is.
func newEmitter(e chroma.Emitter) *emitter {
	if e == nil {
		return nil
	}
	if typ, ok := e.(chroma.TokenType); ok {
		return &emitter{kind: emitToken, typ: typ}
	}
	known, ok := e.(chroma.SerialisableEmitter)
	if !ok {
		return &emitter{kind: emitFunction}
	}
	value := reflect.Indirect(reflect.ValueOf(e))
	switch known.EmitterKind() {
	case "bygroups":
		return &emitter{kind: emitGroups, groups: newEmitters(value)}
	case "usingself":
		return &emitter{kind: emitSelf, name: value.FieldByName("State").String()}
	case "using":
		return &emitter{kind: emitOther, name: value.FieldByName("Lexer").String()}
	case "usingbygroup":
		return &emitter{
			kind: emitNamed, groups: newEmitters(value),
			named: int(value.FieldByName("SublexerNameGroup").Int()),
			code:  int(value.FieldByName("CodeGroup").Int()),
		}
	}
	return &emitter{kind: emitFunction}
}

func newEmitters(value reflect.Value) []*emitter {
	list, _ := value.FieldByName("Emitters").Interface().(chroma.Emitters)
	out := make([]*emitter, len(list))
	for i, e := range list {
		if out[i] = newEmitter(e); out[i] != nil && out[i].kind == emitGroups {
			out[i] = &emitter{kind: emitToken, typ: chroma.Error} // a group has no groups
		}
	}
	return out
}
