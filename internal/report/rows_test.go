package report_test

import (
	"context"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/report"
)

// A document of rows holds a few of them at a time. The test is not parallel, because it measures the heap.
func TestRowsInMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	const rows, rowBytes = 2000, 8 << 10
	d := document()
	p := d.Pairs[0]
	shown, err := view(t.Context(), p)
	must(t, err)
	for format, write := range map[string]func(io.Writer, report.Document) error{
		"csv": report.CSV, "json": report.JSON, "html": func(w io.Writer, d report.Document) error {
			return report.HTML(t.Context(), w, d, func(context.Context, contest.Pair) (evidence.View, error) { return shown, nil })
		},
	} {
		t.Run(format, func(t *testing.T) {
			heap := func() int64 {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				return int64(m.HeapAlloc)
			}
			var grown []int64 // at the last row of each reading
			d.Rows = &report.Rows{Count: rows, Each: func(yield func(report.Row, error) bool) {
				before := heap()
				for i := range rows {
					row := report.Row{Pair: p}
					row.Rank, row.Left.Participant = i+1, strings.Repeat(strconv.Itoa(i%10), rowBytes)
					if i == rows-1 {
						grown = append(grown, heap()-before)
					}
					if !yield(row, nil) {
						return
					}
				}
			}}
			must(t, write(io.Discard, d))
			if len(grown) == 0 || slices.Max(grown) > rows*rowBytes/8 {
				t.Errorf("the heap grew by %d bytes; all rows have %d", grown, rows*rowBytes)
			}
		})
	}
}

// A document of rows has the same bytes as the one of their pairs.
func TestRowsAndPairs(t *testing.T) {
	t.Parallel()
	for format := range formats {
		if format == "txt" { // has no rows
			continue
		}
		for _, n := range []int{0, 3} {
			d := document()
			d.Pairs = d.Pairs[:n]
			want := write(t, format, d)
			all := d.Pairs
			d.Rows, d.Pairs = &report.Rows{Count: n, Each: func(yield func(report.Row, error) bool) {
				for _, p := range all {
					if !yield(report.Row{Pair: p}, nil) {
						return
					}
				}
			}}, nil
			if got := write(t, format, d); got != want {
				t.Errorf("%s of %d rows differs from that of pairs:\n%s", format, n, got)
			}
		}
	}
}
