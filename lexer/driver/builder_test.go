package driver

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// arturo returns a driver for Arturo. Programs in Arturo can embed code of other languages.
func arturo(t *testing.T) *Driver {
	t.Helper()
	d, err := New(lexers.Get("Arturo").(*chroma.RegexLexer), lexers.GlobalLexerRegistry, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A thousand spellings of the name of one embedded language share one driver.
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
	if _, _, err := d.Split(text.String(), 1<<24); err != nil {
		t.Fatal(err)
	}
	if len(d.builder.drivers) != 1 {
		t.Errorf("%d drivers are stored, want 1", len(d.builder.drivers))
	}
}

// Looking up an unknown embedded language costs work once per text, and stores no driver.
func TestUnknownNames(t *testing.T) {
	t.Parallel()
	d := arturo(t)
	// Three unknown languages, two of them twice.
	text := "{!nothing x\n}\n{!nowhere x\n}\n{!never x\n}\n{!nowhere x\n}\n{!never x\n}\n"
	_, workLeft, err := d.Split(text, 4*patternsWork)
	if err != nil || workLeft > patternsWork {
		t.Errorf("work left %d (error %v), want at most %d", workLeft, err, patternsWork)
	}
	if _, _, err = d.Split(text, 2*patternsWork); !errors.Is(err, ErrStopped) {
		t.Errorf("with too little work: error %v, want ErrStopped", err)
	}
	if len(d.builder.drivers) != 0 {
		t.Errorf("%d drivers are stored, want none", len(d.builder.drivers))
	}
}
