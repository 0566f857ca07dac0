package evidence

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/pairs"
)

// BenchmarkPair builds and renders the evidence of two programs of nearly 64 KB. This is the highest cost
// of opening a pair, without reading and matching the programs.
func BenchmarkPair(b *testing.B) {
	order := make([]int, 240)
	for i := range order {
		order[i] = i
	}
	source := longSource("function", order)
	left, right := read(b, "left.cpp", source), read(b, "right.cpp", strings.ReplaceAll(source, "function", "f"))
	matches := pairs.Matches(left.Code(8).Symbols, right.Code(8).Symbols, 9)
	b.ReportAllocs()
	b.SetBytes(int64(len(left.Text) + len(right.Text)))
	for b.Loop() {
		view := Build(Input{Program: left}, Input{Program: right}, matches)
		for _, render := range []func(context.Context, io.Writer) error{Panes(view).Render, MatchList(view).Render, LineDiff(view).Render} {
			if err := render(context.Background(), io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	}
}
