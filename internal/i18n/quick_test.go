package i18n

import (
	"fmt"
	"strings"
	"testing"
)

// The quick way writes each text of each catalogue as package message does.
func TestQuick(t *testing.T) {
	t.Parallel()
	for _, l := range Languages {
		p := In(l.Tag)
		quick := 0
		for key := range p.texts {
			for _, n := range []int{0, 1, 2, 3, 5, 10, 11, 14, 21, 100, 101, 999, 1000, 1_000_000, -1} {
				var args []any
				for i, name := range verbs(string(key)) {
					switch {
					case strings.HasSuffix(name, "d"):
						args = append(args, n+i)
					case strings.HasSuffix(name, "f"):
						args = append(args, float64(n)+0.5)
					default:
						args = append(args, fmt.Sprintf("<w%d %%s>", i))
					}
				}
				want := p.messages.Sprintf(string(key), args...)
				got, ok := p.quickSprintf(key, args)
				if ok && got != want {
					t.Errorf("%s: %q with %v: got %q, want %q", l.Tag, key, args, got, want)
				}
				if ok {
					quick++
				}
			}
		}
		if all := 15 * len(p.texts); quick < all/2 {
			t.Errorf("%s: only %d of %d texts are quick", l.Tag, quick, all)
		}
	}
}
