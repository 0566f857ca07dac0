package driver

import (
	"testing"
	"unicode"

	"github.com/dlclark/regexp2/v2/syntax"
)

// A class has the same characters as the bracket expression of regexp2, in all of Unicode.
func TestClass(t *testing.T) {
	t.Parallel()
	last := rune(unicode.MaxRune)
	if testing.Short() {
		last = 0xFFFF
	}
	for _, pattern := range []string{
		`[a-z]`, `[^a-z]`, `\w`, `\W`, `\s`, `\S`, `\d`, `\D`, `[\w-]`, `[^\W\d]`, `\p{Lu}`, `\P{L}`, `[\p{L}\p{N}_]`, `[^\s\p{P}]`, `\p{Greek}`,
		`[à-ÿ]`, `[中-龥-[人]]`, `[\w-[\u0627]]`, `(?i)[k-ſ]`, `[\u2028\u2029]`, `[\s\S]`, `[\u0080-\uFFFD]`, `[^\u0000-\uD7FF]`,
		`\p{Ll}`, `[^\x00-\x7F]`, `\p{Emoji}`, `\p{White_Space}`,
	} {
		t.Run(pattern, func(t *testing.T) {
			t.Parallel()
			tree, err := syntax.Parse(pattern+"+", syntax.ParseOptions{})
			if err != nil {
				t.Fatal(err)
			}
			var set *syntax.CharSet
			var find func(n *syntax.RegexNode)
			find = func(n *syntax.RegexNode) {
				if n.Set != nil {
					set = n.Set
				}
				for _, child := range n.Children {
					find(child)
				}
			}
			find(tree.Root)
			if set == nil {
				t.Fatal("regexp2 reads the pattern as something simpler than a bracket expression")
			}
			class := classOfSet(set)
			hasWide := false
			for r := range last + 1 {
				if 0xD800 <= r && r < 0xE000 {
					continue // no text has surrogates
				}
				if class.has(r) != set.CharIn(r) {
					t.Fatalf("has(%#U) is %v, want %v", r, class.has(r), !class.has(r))
				}
				hasWide = hasWide || r >= 128 && class.has(r)
			}
			if class.beyondASCII.isEmpty() == hasWide {
				t.Errorf("isEmpty is %v, want %v", class.beyondASCII.isEmpty(), !hasWide)
			}
		})
	}
	for r := range last + 1 {
		if isWord(r) != syntax.IsWordChar(r) {
			t.Fatalf("isWord(%#U) is %v, want %v", r, isWord(r), !isWord(r))
		}
	}
}
