package driver

import (
	"fmt"
	"slices"

	"github.com/alecthomas/chroma/v2"
)

// rule is a compiled rule of chroma.
type rule struct {
	program *program
	mutator chroma.Mutator
	emitter *emitter // nil emits nothing
}

// mutate changes the state of the lexer. chroma panics if a rule pops more states than
// there are.
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

// state is a state of a lexer: for each ASCII character, and for all others together,
// the rules that can match there, in order.
type state struct {
	name  string
	lists [][]*rule
	list  [129]uint16 // character to index in lists; the last entry is for all beyond ASCII
}

func newState(name string, rules []*rule) *state {
	s := &state{name: name}
	for c := range s.list {
		var found []*rule
		for _, r := range rules {
			if f := &r.program.first; c < 128 && f.ascii.has(rune(c)) || c == 128 && f.other {
				found = append(found, r)
			}
		}
		i := slices.IndexFunc(s.lists, func(list []*rule) bool { return slices.Equal(list, found) })
		if i < 0 {
			i = len(s.lists)
			s.lists = append(s.lists, found)
		}
		s.list[c] = uint16(i)
	}
	return s
}

// at returns the rules that can match at a character.
func (s *state) at(c rune) []*rule {
	return s.lists[s.list[min(uint32(c), 128)]]
}
