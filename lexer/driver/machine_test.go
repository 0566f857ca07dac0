package driver

import (
	"strings"
	"testing"
	"time"

	"github.com/dlclark/regexp2/v2"
	"github.com/google/go-cmp/cmp"
)

// patterns use all instructions of the machine. Each has a text to match.
var patterns = []struct{ pattern, text string }{
	{`a`, "a"}, {`[^a]b`, "cb"}, {`é+x`, "ééx"}, {`[^\W\d]\w*`, "früh "}, {`.`, "\n"},
	{`abc|abd|ab`, "abd"}, {`(?:ab|a)(?:bc|c)`, "abc"}, {`(a|ab)(c|bcd)(d*)`, "abcd"},
	{`a*ab`, "aaab"}, {`a+?b`, "aab"}, {`a{2,3}?a`, "aaaa"}, {`(?:ab){2,3}`, "abababab"}, {`(?:ab){2,3}?c`, "abababc"},
	{`(?:a|b){3}`, "abab"}, {`(a?)*b`, "aab"}, {`(?:a??)*?b`, "aab"}, {`(?:a*)+b`, "aab"}, {`(|a)+b`, "aab"},
	{`(?>a+)ab`, "aaab"}, {`(?>a+|b)c`, "aac"}, {`(?=ab)a`, "ab"}, {`(?!ab)a`, "ac"}, {`(?!ab)a`, "ab"}, {`((?=(a+))a)+`, "aaa"},
	{`b(?<=ab)c`, "bc"}, {`#(?<=^[ \t]*#)x`, "#x"}, {`a(?<!ba)`, "a"}, {`b(?<=(a|b){1,2})`, "b"}, {`c(?<=a.*?c)`, "c"}, {`c(?<=\1(c))`, "c"},
	{`(a)\1b`, "aab"}, {`(?i)(a)\1é`, "aAÉ"}, {`(?<q>["'])(?:(?!\k<q>).)*\k<q>`, `"a'b"`}, {`(["'])x\1`, `"x'`},
	{`^a$`, "a\nb"}, {`a$\n^b`, "a\nb"}, {`\Aa\z`, "a"}, {`a\Z`, "a\n"}, {`\bab\b`, "ab c"}, {`a\Bb`, "ab"}, {`\b\B`, "a"},
	{`(a)?(?(1)b|c)`, "ab"}, {`(a)?(?(1)b|c)`, "c"}, {`(?(?=a)ab|cd)`, "cd"}, {`(?(?=a)ab|cd)`, "ab"},
	{`(?s)a.*?b`, "a\nb"}, {`(?x: a b )`, "ab"}, {`[a-z-[aeiou]]+`, "bcda"}, {`\p{Lu}+`, "ÄBc"}, {`[[:alpha:]]+`, "ab1"},
	{`"(?>(?:[^"\\\n]|\\[\s\S])*)"?`, `"a\"b" c`}, {`(\d+)(\.\d*)?([eE][+-]?\d+)?`, "12.5e-3f"}, {`\d+(?!\.)`, "12.5"},
	{`(?:(a)|(b)|(c))+`, "abc"}, {`(?:a(?=(b))|b)+`, "ab"}, {`(?<n>a)(b)`, "ab"}, {`(?<5>a)(b)`, "ab"}, {``, "a"}, {`(?:)`, "a"},
}

// The machine finds the same matches and groups as regexp2, at each position of a text.
func TestMachine(t *testing.T) {
	t.Parallel()
	for _, tt := range patterns {
		t.Run(tt.pattern, func(t *testing.T) {
			t.Parallel()
			for _, pattern := range []string{`\G(?m)(?:` + tt.pattern + `)`, `\G(?mi)(?:` + tt.pattern + `)`, `\G(?:` + tt.pattern + `)`} {
				p, err := compile(pattern)
				if err != nil {
					t.Fatal(err)
				}
				for _, text := range []string{tt.text, tt.text + tt.text, strings.ToUpper(tt.text), "x" + tt.text + "\n"} {
					compareMatches(t, p, regexp2.MustCompile(pattern), text)
				}
			}
		})
	}
}

// compareMatches compares the matches of a program and of regexp2 at each position of a text. It
// also checks that each match begins with one of the first characters that the program expects.
func compareMatches(t *testing.T, p *program, re *regexp2.Regexp, text string) {
	t.Helper()
	re.MatchTimeout = time.Minute
	runes := []rune(text)
	m := &machine{work: ampleWork}
	for pos := range runes {
		end, ok := m.match(p, runes, pos)
		if m.work < 0 {
			return
		}
		match, err := re.FindRunesMatchStartingAt(runes, pos)
		if err != nil {
			t.Fatal(err)
		}
		if (match != nil) != ok {
			t.Fatalf("%q at %d of %q: the machine matches: %v, regexp2: %v", re, pos, text, ok, !ok)
		}
		if !ok {
			continue
		}
		if p.first != nil && !p.first.has(runes[pos]) {
			t.Errorf("%q matches at %d of %q, but the program does not expect %q as first character", re, pos, text, runes[pos])
		}
		got, want := []string{string(runes[pos:end])}, []string{match.String()}
		for i, g := range match.Groups()[1:] {
			want = append(want, g.String())
			if s := m.groups[i+1]; s.start < 0 {
				got = append(got, "")
			} else {
				got = append(got, string(runes[s.start:s.end]))
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q at %d of %q (-regexp2 +machine):\n%s", re, pos, text, diff)
		}
	}
}

// FuzzMachine checks that machine and regexp2 agree for any pattern and text.
func FuzzMachine(f *testing.F) {
	for _, tt := range patterns {
		f.Add(tt.pattern, tt.text)
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 60 || len(text) > 40 {
			t.Skip("long patterns and texts only cost time")
		}
		pattern = `\G(?m)(?:` + pattern + `)`
		re, err := regexp2.Compile(pattern)
		if err != nil {
			t.Skip("not a pattern")
		}
		if p, err := compile(pattern); err == nil {
			compareMatches(t, p, re, text)
		}
	})
}

// For patterns that need exponential or quadratic work, the machine stops at the limit. It counts the
// same work each time.
func TestWork(t *testing.T) {
	t.Parallel()
	const limit = 1e6
	for _, tt := range []struct {
		pattern, text string
		least, most   int // work
	}{
		{`a+b`, strings.Repeat("a", 1000), 1000, 5000},
		{`(?:a+)+b`, strings.Repeat("a", 1000), 1000, 5000}, // regexp2's parser finds out that this pattern needs no backtracking
		{`(a+.)+b`, strings.Repeat("a", 1000), limit, limit},
		{`.*?,.*?,.*?,x`, strings.Repeat(",", 1000), limit, limit},
		{`(a|aa)+b`, strings.Repeat("a", 60), limit, limit},
	} {
		t.Run(tt.pattern, func(t *testing.T) {
			t.Parallel()
			p, err := compile(`\G(?:` + tt.pattern + `)`)
			if err != nil {
				t.Fatal(err)
			}
			var used []int
			m := &machine{}
			for range 2 {
				m.work = limit
				if _, ok := m.match(p, []rune(tt.text), 0); ok {
					t.Errorf("%q matches, want no match", tt.pattern)
				}
				used = append(used, limit-max(m.work, 0))
			}
			if used[0] != used[1] || used[0] < tt.least || used[0] > tt.most {
				t.Errorf("work %d, want the same twice from %d to %d", used, tt.least, tt.most)
			}
		})
	}
}
