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

// ampleWork is enough for all undamaged texts here. Damaged texts that need more are too
// slow: chroma takes ten times as long as the driver for the same work.
const ampleWork = 1 << 20

// splitByChroma cuts a text by chroma itself.
func splitByChroma(lexer chroma.Lexer, text string) (pieces []Piece, err error) {
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

// compare cuts a text by the driver and by chroma, and reports whether the driver stops early. If
// the driver stops, compare does not ask chroma, which might take too long or never end.
func compare(t *testing.T, d *Driver, byChroma chroma.Lexer, text string) (stopped bool) {
	t.Helper()
	got, _, err := d.Split(text, ampleWork)
	if errors.Is(err, ErrStopped) {
		return true
	}
	if err != nil {
		t.Errorf("the driver has error %v for %q", err, text)
	}
	want, err := splitByChroma(byChroma, text)
	if err != nil {
		t.Errorf("chroma has error %v for %q, but the driver does not stop", err, text)
	}
	if !slices.Equal(want, got) {
		t.Errorf("%q is cut differently (-chroma +driver):\n%s", text, cmp.Diff(want, got))
	}
	return false
}

// withoutDriver lists the lexers of chroma that have no driver, because Go functions change the
// state of these lexers.
const withoutDriver = "Haxe Raku"

// TestDriverEqualsChroma compares driver and chroma for each lexer, without time limits, on parts
// of programs: in the lexer's language and in others, intact and damaged. The driver may stop at 8
// inputs and one more for each hundred. Today it stops at 9 of 1,192, because the rules of Jungle,
// JSONata and Spade match the empty text again and again, or lead to an unknown state.
func TestDriverEqualsChroma(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	var allInputs, allStopped atomic.Int64
	t.Cleanup(func() { // after all subtests
		if n, most := allStopped.Load(), 8+allInputs.Load()/100; n > most {
			t.Errorf("the driver stops at %d of %d inputs, want at most %d", n, allInputs.Load(), most)
		}
	})
	var texts []string
	byExtension := map[string][]string{}
	for _, path := range sources(t) {
		text := read(t, path)
		texts = append(texts, text)
		byExtension[filepath.Ext(path)] = append(byExtension[filepath.Ext(path)], text)
	}
	for i, lexer := range lexers.GlobalLexerRegistry.Lexers {
		rules, ok := lexer.(*chroma.RegexLexer)
		if !ok || i%lexerStep != 0 {
			continue
		}
		name := lexer.Config().Name
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, byChroma := driverAndChroma(t, rules)
			if d == nil {
				return
			}
			random := rand.New(rand.NewPCG(1, uint64(len(name))))
			var chosen []string
			for _, glob := range lexer.Config().Filenames {
				ofLexer := byExtension[strings.TrimPrefix(glob, "*")]
				chosen = append(chosen, ofLexer[:min(2, len(ofLexer))]...)
			}
			for range 4 {
				chosen = append(chosen, texts[random.IntN(len(texts))])
			}
			inputs, stopped := 0, 0
			for _, text := range chosen {
				for _, text := range []string{part(random, text, 600), damage(random, part(random, text, 200))} {
					inputs++
					if compare(t, d, byChroma, text) {
						stopped++
					}
				}
			}
			if stopped == inputs {
				t.Errorf("the driver stops at all of %d inputs", inputs)
			}
			allInputs.Add(int64(inputs))
			allStopped.Add(int64(stopped))
		})
	}
}

// driverAndChroma returns a driver and a lexer of chroma for the same rules. Both are nil for the
// lexers in withoutDriver.
func driverAndChroma(t *testing.T, rules *chroma.RegexLexer) (*Driver, chroma.Lexer) {
	t.Helper()
	d, err := New(rules, lexers.GlobalLexerRegistry, nil)
	if slices.Contains(strings.Fields(withoutDriver), rules.Config().Name) {
		if !errors.Is(err, ErrFunction) {
			t.Fatalf("error %v, want %v", err, ErrFunction)
		}
		return nil, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	byChroma, err := WithMatchTimeout(rules, lexers.GlobalLexerRegistry, nil, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return d, byChroma
}

// sources returns the paths of the programs in the repository.
func sources(t testing.TB) []string {
	var paths []string
	for _, pattern := range []string{"../testdata/twins/*/*", "../../testdata/submissions/*/*/*"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, error %v", pattern, len(files), err)
		}
		paths = append(paths, files...)
	}
	return paths
}

func read(t testing.TB, path string) string {
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return cleanText(string(src))
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// cleanText returns a text that Split accepts.
func cleanText(text string) string { return strings.ToValidUTF8(lineEnds.Replace(text), "?") }

// part returns up to size bytes from a random place of a text.
func part(random *rand.Rand, text string, size int) string {
	if len(text) > size {
		from := random.IntN(len(text) - size)
		text = text[from : from+size]
	}
	return cleanText(text)
}

// damage changes a few characters of a text.
func damage(random *rand.Rand, text string) string {
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

const maxFuzzed = 300 // bytes of a text: chroma itself is slow

// FuzzDriver checks that driver and chroma cut any text alike, for any lexer, given by its index.
func FuzzDriver(f *testing.F) {
	type pair struct {
		driver   *Driver
		byChroma chroma.Lexer
	}
	pairs := map[string]pair{}
	all := lexers.GlobalLexerRegistry.Lexers
	paths, err := filepath.Glob("../testdata/twins/*/a.*")
	if err != nil || len(paths) == 0 {
		f.Fatalf("%d files, error %v", len(paths), err)
	}
	byExtension := map[string][]string{} // read once: every worker comes here
	for _, path := range paths {
		text := read(f, path)
		byExtension[filepath.Ext(path)] = append(byExtension[filepath.Ext(path)], text[:min(len(text), maxFuzzed)])
	}
	for i, lexer := range all {
		for _, glob := range lexer.Config().Filenames {
			for _, text := range byExtension[strings.TrimPrefix(glob, "*")] {
				f.Add(uint16(i), text)
			}
		}
	}
	f.Fuzz(func(t *testing.T, number uint16, text string) {
		if len(text) > maxFuzzed {
			t.Skip("long texts only cost time")
		}
		rules, ok := all[int(number)%len(all)].(*chroma.RegexLexer)
		if !ok {
			t.Skip("this lexer has no driver")
		}
		name := rules.Config().Name
		p, ok := pairs[name]
		if !ok {
			p.driver, p.byChroma = driverAndChroma(t, rules)
			pairs[name] = p
		}
		if p.driver == nil {
			t.Skip("this lexer has no driver")
		}
		compare(t, p.driver, p.byChroma, cleanText(text))
	})
}
