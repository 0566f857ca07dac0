package lexer

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/hostiletest"
)

// Each rule looks at each token of a hostile text a bounded number of times, in every language. The
// work before the rules is counted, and so it is bounded. "make hostile" measures, too, that 64 KB
// take at most a second of CPU. A usual run reads a few KB of each text, and only in the languages
// with tables.
func TestHostileTexts(t *testing.T) {
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
	source := clean(text.Bytes(size))
	s := l.newStream(string(source.text))
	defer l.release(s)
	if _, err := s.scan(); err != nil {
		if !errors.Is(err, ErrLexTimeout) || l.splitter.driver != nil {
			t.Errorf("%q: %v", text.Name, err)
		}
		return
	}
	for _, rule := range l.rules {
		tokens := len(s.tokens)
		s.looks = 0
		rule.apply(s)
		s.sweep()
		const fewTokens = 100 // allowed for a text without tokens
		if most := looks * (tokens + len(s.tokens) + fewTokens); s.looks > most {
			t.Errorf("%q: the rule %s looks %d times at %d tokens", text.Name, rule.Name, s.looks, tokens)
		}
	}
}
