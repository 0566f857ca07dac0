package driver

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// arturo returns a driver for Arturo, whose programs can embed code of other languages.
func arturo(t *testing.T) *Driver {
	t.Helper()
	d, err := New(lexers.Get("Arturo").(*chroma.RegexLexer), lexers.GlobalLexerRegistry, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestSpellings uses a thousand spellings of one name: they share one driver.
func TestSpellings(t *testing.T) {
	t.Parallel()
	d := arturo(t)
	var text strings.Builder
	for n := range 1000 {
		name := []byte("coffeescript")
		for i := range name {
			name[i] -= 'a' - 'A' // to upper case
			if n>>i&1 == 0 {
				name[i] += 'a' - 'A'
			}
		}
		fmt.Fprintf(&text, "{!%s x\n}\n", name)
	}
	if _, _, err := d.Split(nil, text.String(), 1<<24); err != nil {
		t.Fatal(err)
	}
	if len(d.others.drivers) != 1 {
		t.Errorf("%d drivers are stored, want 1", len(d.others.drivers))
	}
}

// TestUnknownNames uses names without a lexer: they are not stored, and each costs work
// once per text.
func TestUnknownNames(t *testing.T) {
	t.Parallel()
	d := arturo(t)
	text := "{!nothing x\n}\n{!nowhere x\n}\n{!never x\n}\n{!nowhere x\n}\n{!never x\n}\n"
	_, left, err := d.Split(nil, text, 4*patternsWork)
	if err != nil || left > patternsWork {
		t.Errorf("work %d is left, error %v; want less than %d", left, err, patternsWork)
	}
	if _, _, err = d.Split(nil, text, 2*patternsWork); !errors.Is(err, ErrStopped) {
		t.Errorf("error %v, want ErrStopped", err)
	}
	if len(d.others.drivers) != 0 {
		t.Errorf("%d drivers are stored, want none", len(d.others.drivers))
	}
}
