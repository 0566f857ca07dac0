package driver

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/google/go-cmp/cmp"
)

// enough is work for all honest texts that are compared, and not so much that
// chroma, which takes ten times as long for a unit, keeps one waiting.
const enough = 1 << 20

// stock cuts a text by chroma itself.
func stock(lexer chroma.Lexer, text string) (pieces []Piece, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("chroma: %v", p)
		}
	}()
	next, err := lexer.Tokenise(nil, text)
	if err != nil {
		return nil, err
	}
	offset := 0
	for t := next(); t != chroma.EOF && offset < len(text); t = next() {
		end := min(offset+len(t.Value), len(text))
		if end > offset {
			pieces = append(pieces, Piece{t.Type, offset, end})
		}
		offset = end
	}
	return pieces, nil
}

// compare cuts a text in both ways. What the driver stops at, chroma would
// work at for too long, or for ever; it says that it stopped.
func compare(t *testing.T, d *Driver, patient chroma.Lexer, text string) (stopped bool) {
	t.Helper()
	got, _, err := d.Split(nil, text, enough)
	if errors.Is(err, ErrStopped) {
		return true
	}
	if err != nil {
		t.Errorf("error %v for %q", err, text)
	}
	want, err := stock(patient, text)
	if err != nil {
		t.Errorf("%v, and the driver does not notice, for %q", err, text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%q is cut in another way (-chroma +driver):\n%s", text, diff)
	}
	return false
}

// notDriven are the lexers that the driver does not take, because functions
// change their state.
const notDriven = "Haxe Raku"

// TestAsChroma compares with chroma, for each of its lexers, on parts of
// programs, some in the lexer's language and some not, as they are and spoilt.
// The patience is more than a machine can need. The driver may stop at few of
// them: today at 9 of 1,192, at which the rules of Jungle, JSONata and Spade
// match nothing for ever or lead to a state that there is not.
func TestAsChroma(t *testing.T) {
	t.Parallel()
	var allInputs, allStopped atomic.Int64
	t.Cleanup(func() { // when all lexers are through
		if n, most := allStopped.Load(), 8+allInputs.Load()/100; n > most {
			t.Errorf("stopped at %d of %d inputs, which is more than %d", n, allInputs.Load(), most)
		}
	})
	var texts []string
	own := map[string][]string{} // by extension
	for _, path := range sources(t) {
		text := read(t, path)
		texts = append(texts, text)
		own[filepath.Ext(path)] = append(own[filepath.Ext(path)], text)
	}
	for i, lexer := range lexers.GlobalLexerRegistry.Lexers {
		rules, ok := lexer.(*chroma.RegexLexer)
		if !ok || i%every != 0 {
			continue
		}
		name := lexer.Config().Name
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, patient := both(t, rules)
			if d == nil {
				return
			}
			random := rand.New(rand.NewPCG(1, uint64(len(name))))
			var chosen []string
			for _, glob := range lexer.Config().Filenames {
				mine := own[strings.TrimPrefix(glob, "*")]
				chosen = append(chosen, mine[:min(2, len(mine))]...)
			}
			for range 4 {
				chosen = append(chosen, texts[random.IntN(len(texts))])
			}
			inputs, stopped := 0, 0
			for _, text := range chosen {
				for _, text := range []string{part(random, text, 600), spoil(random, part(random, text, 200))} {
					inputs++
					if compare(t, d, patient, text) {
						stopped++
					}
				}
			}
			if stopped == inputs {
				t.Errorf("stopped at all of %d inputs", inputs)
			}
			allInputs.Add(int64(inputs))
			allStopped.Add(int64(stopped))
		})
	}
}

// both returns the two ways to use a lexer.
func both(t *testing.T, rules *chroma.RegexLexer) (*Driver, chroma.Lexer) {
	t.Helper()
	d, err := New(rules, lexers.GlobalLexerRegistry, nil)
	if slices.Contains(strings.Fields(notDriven), rules.Config().Name) {
		if !errors.Is(err, ErrFunction) {
			t.Fatalf("error %v, want %v", err, ErrFunction)
		}
		return nil, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	patient, err := WithMatchTimeout(rules, lexers.GlobalLexerRegistry, nil, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return d, patient
}

// sources returns the paths of the programs in the repository.
func sources(t testing.TB) []string {
	var paths []string
	for _, pattern := range []string{"../testdata/twins/*/*", "../../testdata/submissions/*/*/*"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files, error %v", pattern, len(found), err)
		}
		paths = append(paths, found...)
	}
	return paths
}

func read(t testing.TB, path string) string {
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return fit(string(src))
}

// fit makes a text what Split asks for.
func fit(text string) string {
	return strings.ToValidUTF8(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "?")
}

// part returns so many bytes of a text, if it has them, from anywhere.
func part(random *rand.Rand, text string, size int) string {
	if len(text) > size {
		from := random.IntN(len(text) - size)
		text = text[from : from+size]
	}
	return fit(text)
}

// spoil changes a few characters of a text.
func spoil(random *rand.Rand, text string) string {
	const strange = "\"'`\\\n/*#{}[]()<>$@%é世\t:=-+"
	runes := []rune(text)
	for range 1 + random.IntN(6) {
		if len(runes) == 0 {
			break
		}
		at := random.IntN(len(runes))
		switch random.IntN(3) {
		case 0:
			runes = slices.Delete(runes, at, min(len(runes), at+1+random.IntN(5)))
		case 1:
			runes = slices.Insert(runes, at, []rune(strange)[random.IntN(len([]rune(strange)))])
		case 2:
			runes = slices.Insert(runes, at, slices.Clone(runes[at:min(len(runes), at+10)])...)
		}
	}
	return string(runes)
}

// FuzzDriver compares with chroma for the lexer of a number.
func FuzzDriver(f *testing.F) {
	type pair struct {
		driver  *Driver
		patient chroma.Lexer
	}
	made := map[string]pair{}
	all := lexers.GlobalLexerRegistry.Lexers
	for i, lexer := range all {
		for _, glob := range lexer.Config().Filenames {
			found, err := filepath.Glob("../testdata/twins/*/a" + strings.TrimPrefix(glob, "*"))
			if err != nil {
				f.Fatal(err)
			}
			for _, path := range found {
				f.Add(uint16(i), read(f, path))
			}
		}
	}
	f.Fuzz(func(t *testing.T, number uint16, text string) {
		if len(text) > 2000 {
			t.Skip("long texts only cost time")
		}
		rules, ok := all[int(number)%len(all)].(*chroma.RegexLexer)
		if !ok {
			t.Skip("not driven")
		}
		name := rules.Config().Name
		p, ok := made[name]
		if !ok {
			p.driver, p.patient = both(t, rules)
			made[name] = p
		}
		if p.driver == nil {
			t.Skip("not driven")
		}
		compare(t, p.driver, p.patient, fit(text))
	})
}
