package hand

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

var cpp, _ = lexer.ByName("cpp")

// writer writes programs in a style of its own.
type writer struct {
	indent, space, brace, increment string
	names                           []string
}

func newWriter(seed int) writer {
	random := rand.New(rand.NewPCG(uint64(seed), 1))
	pick := func(texts ...string) string { return texts[random.IntN(len(texts))] }
	w := writer{pick("  ", "    ", "\t", "   "), pick("", " "), pick("{", " {", "\n{"), pick("++%s", "%s++", "%s += 1", "%s+=1")}
	w.names = nil
	all := strings.Fields("i j k n m t s x y z cnt res ans total sum result value idx index pos num tmp cur curr best len left right maxLen min_val")
	for range 8 {
		w.names = append(w.names, all[random.IntN(len(all))])
	}
	return w
}
