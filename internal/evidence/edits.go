package evidence

import (
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// edit is a run of items that both sides have, or only one of them.
type edit struct {
	op    diffmatchpatch.Operation
	count int
}

// edits compares two lists of words or lines: a shortest edit script (Myers
// 1986). Time is at most of the order of the square of the items of both
// sides, so callers bound their number.
func edits(left, right []string) []edit {
	// The library compares runes. So each distinct item becomes one.
	runes := make(map[string]rune)
	encode := func(items []string) []rune {
		encoded := make([]rune, len(items))
		for i, item := range items {
			r, ok := runes[item]
			if !ok {
				r = itemRune(len(runes))
				runes[item] = r
			}
			encoded[i] = r
		}
		return encoded
	}
	differ := diffmatchpatch.New()
	differ.DiffTimeout = 0 // a result must not depend on the clock
	a, b := encode(left), encode(right)
	var script []edit
	for _, d := range differ.DiffMainRunes(a, b, false) {
		if n := utf8.RuneCountInString(d.Text); n > 0 {
			script = append(script, edit{d.Type, n})
		}
	}
	return script
}

// itemRune returns the rune of item i: any but the surrogates, which no string
// can hold.
func itemRune(i int) rune {
	const surrogates, count = 0xD800, 0x800
	r := rune(i + 1)
	if r >= surrogates {
		r += count
	}
	return r
}
