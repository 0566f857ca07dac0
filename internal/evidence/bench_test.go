package evidence

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// BenchmarkPair builds and renders the evidence of two programs of nearly 64 KB. Opening a pair
// costs at most this much, besides reading and matching the programs.
func BenchmarkPair(b *testing.B) {
	order := make([]int, 240) // as many functions as fit into 64 KB
	for i := range order {
		order[i] = i
	}
	source := longSource("function", order)
	left, right := read(b, "left.cpp", source), read(b, "right.cpp", strings.ReplaceAll(source, "function", "f"))
	matches := matchesOf(left, right, minMatch)
	b.ReportAllocs()
	b.SetBytes(int64(len(left.Text) + len(right.Text)))
	for b.Loop() {
		view := Build(i18n.English(), Input{Program: left}, Input{Program: right}, matches)
		for _, render := range []func(context.Context, io.Writer) error{Panes(view).Render, MatchList(view).Render, LineDiff(view).Render} {
			if err := render(context.Background(), io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	}
}
