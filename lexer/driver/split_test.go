package driver

import (
	"errors"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// lua returns a driver for Lua, with first as an additional rule before all others.
func lua(t *testing.T, first chroma.Rule) *Driver {
	t.Helper()
	patches := map[string][]chroma.Rule{"root": {first}}
	d, err := New(lexers.Get("Lua").(*chroma.RegexLexer), lexers.GlobalLexerRegistry, patches)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A rule that pops more states than there are stops the driver; chroma would panic.
func TestRulePanics(t *testing.T) {
	t.Parallel()
	d := lua(t, chroma.Rule{Pattern: "leave", Type: chroma.Name, Mutator: chroma.Pop(9)})
	if _, _, err := d.Split("leave", ampleWork); !errors.Is(err, ErrStopped) {
		t.Errorf("error %v, want ErrStopped", err)
	}
}

// A mistake in this package, here a wrong program, panics. It is not reported as a text that cannot
// be cut.
func TestMachinePanics(t *testing.T) {
	t.Parallel()
	d := lua(t, chroma.Rule{Pattern: "leave", Type: chroma.Name})
	for _, list := range d.states["root"].lists {
		for _, r := range list {
			r.program = &program{}
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("Split does not panic")
		}
	}()
	_, _, err := d.Split("leave", ampleWork)
	t.Errorf("Split returns error %v, want a panic", err)
}
