package lexer

import (
	"strings"
	"testing"
)

// Programs that end anywhere, and programs in another language, are read without a panic: rules may look for tokens that
// are not there.
func TestOddPrograms(t *testing.T) {
	t.Parallel()
	for _, l := range Languages() {
		if l.Generic {
			continue
		}
		t.Run(l.ID, func(t *testing.T) {
			t.Parallel()
			for _, tt := range ruleCases {
				lexBy(t, l, tt.a)
				for end := range tt.a {
					if tt.language == l.ID && strings.ContainsRune(" \n(){}.;:", rune(tt.a[end])) {
						lexBy(t, l, tt.a[:end])
					}
				}
			}
		})
	}
}
