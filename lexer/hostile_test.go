package lexer

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/hostiletest"
)

// Each rule looks at each token of a hostile text a bounded number of times, in every language. The
// work before the rules is counted, and so it is bounded. "make hostile" measures, too, that 64 KB
// take at most a second of CPU. A usual run reads a few KB of each text, and only in the languages
// with tables.
func TestHostileTexts(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds of processor time")
	}
	const looks = 40 // at each token, for each rule
	size := 2 << 10
	if hostiletest.All() {
		size = 64 << 10
	} else {
		t.Parallel()
	}
	for _, l := range Languages() {
		if l.Generic && !hostiletest.All() {
			continue
		}
		t.Run(l.ID, func(t *testing.T) {
			if _, err := l.Lex(nil); err != nil {
				t.Fatal(err)
			}
			hostiletest.Measure(t, func() string {
				worst, worstName := time.Duration(0), ""
				for _, text := range hostiletest.Texts {
					checkHostile(t, l, text, size, looks)
					if !hostiletest.All() {
						continue
					}
					source := text.Bytes(size)
					took := hostiletest.CheckCPU(t, text.Name, time.Second, func() { _, _ = l.Lex(source) })
					if took > worst {
						worst, worstName = took, text.Name
					}
				}
				return fmt.Sprintf("%d texts of %d KB, the slowest %.3f s (%q)", len(hostiletest.Texts), size>>10, worst.Seconds(), worstName)
			})
		})
	}
}

func checkHostile(t *testing.T, l *Language, text hostiletest.Text, size, looks int) {
	t.Helper()
	source := clean(text.Bytes(size), &syntax{})
	s := l.newStream(string(source.text))
	defer l.release(s)
	if err := s.scan(); err != nil {
		if !errors.Is(err, ErrLexTimeout) || l.splitter.driver != nil {
			t.Errorf("%q: %v", text.Name, err)
		}
		return
	}
	for _, rule := range l.rules {
		tokens := len(s.tokens)
		s.lookups = 0
		rule.apply(s)
		s.sweep()
		const fewTokens = 100 // allowed for a text without tokens
		if most := looks * (tokens + len(s.tokens) + fewTokens); s.lookups > most {
			t.Errorf("%q: the rule %s looks %d times at %d tokens", text.Name, rule.Name, s.lookups, tokens)
		}
	}
}

// A list of many names with one long type does not make many times as many tokens.
func TestLongListOfNames(t *testing.T) {
	golang, _ := ByName("go")
	golang.once.Do(golang.prepare)
	const names, typeTokens = 1000, 22
	s := golang.newStream("func f(" + strings.Repeat("a, ", names) + "b " + strings.Repeat("[5]", typeTokens/3) + "int) { }")
	defer golang.release(s)
	if err := s.scan(); err != nil {
		t.Fatal(err)
	}
	before := len(s.tokens)
	s.splitGroups()
	s.sweep()
	if after := len(s.tokens); after > 5*before {
		t.Errorf("%d tokens became %d, want at most 5 times as many", before, after)
	}
}

// A line of 64 KB with many functions and calls of blocks takes at most a second of CPU. The lines before it make the rule
// "reachability" look for hidden calls, see functionSyntax.hiddenCalls.
func TestUncalledOfLongLine(t *testing.T) {
	ruby, _ := ByName("ruby")
	source := "def dead\nend\nx = 1" + strings.Repeat("+1", 1200) + "\n"
	const repeat = "def a end inject { } "
	source += strings.Repeat(repeat, (64<<10-len(source))/len(repeat)) + "\n"
	start := hostiletest.CPU()
	if _, err := ruby.Lex([]byte(source)); !errors.Is(err, ErrDegraded) {
		t.Errorf("error %v, want %v: the text repeats itself", err, ErrDegraded)
	}
	if took := hostiletest.CPU() - start; took > time.Second*hostiletest.Slowdown {
		t.Errorf("%.1f s of CPU, want at most 1 s", took.Seconds())
	}
}
