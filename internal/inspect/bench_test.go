package inspect

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// large returns a program of nearly 64 KB.
func large(name string) string {
	var b strings.Builder
	for i := 0; b.Len() < 60<<10; i++ {
		fmt.Fprintf(&b, "// what %s %d does\nstatic int %s%d(int n, const char *text) {\n\tint sum = %d;\n\tfor (int i = 0; i < n; i++) {\n\t\tsum += text[i] * %d + \"abc\"[i %% 3];\n\t}\n\treturn sum;\n}\n\n", name, i, name, i, i*7, i)
	}
	return b.String()
}

// BenchmarkPair opens a pair of two programs of nearly 64 KB from the database, and renders its
// matches like the page of a pair: as the first pair of a check, as a later one, and with the attempts.
func BenchmarkPair(b *testing.B) {
	store := open(b)
	submissions := []contest.Submission{checktest.Submission("A", "ann", 0, large("function")), checktest.Submission("A", "ben", 0, large("f"))}
	for i := range 30 {
		submissions = append(submissions, checktest.Submission("A", fmt.Sprint("other", i), 0, checktest.Program(uint64(i), 40)))
	}
	_, found := run(b, store, "c", check.Defaults(), submissions)
	render := func(b *testing.B, i *Inspector) {
		view, err := i.Pair(context.Background(), found[0], nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, c := range []interface {
			Render(context.Context, io.Writer) error
		}{evidence.MatchList(view), evidence.Panes(view)} {
			if err := c.Render(context.Background(), io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			render(b, New(store))
		}
	})
	b.Run("later", func(b *testing.B) {
		b.ReportAllocs()
		i := New(store)
		render(b, i)
		for b.Loop() {
			render(b, i)
		}
	})
	b.Run("attempts", func(b *testing.B) {
		b.ReportAllocs()
		i := New(store)
		for b.Loop() {
			if _, _, err := i.Open(context.Background(), found[0], nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
