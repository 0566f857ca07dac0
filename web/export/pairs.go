package export

import (
	"cmp"
	"context"
	"io"
	"iter"
	"net/http"
	"slices"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

const byteOrderMark = "\ufeff"

// Format is a file format of the pairs of a check.
type Format struct {
	extension string // without the dot
	mediaType string
	write     func(context.Context, *access.Reader, io.Writer, report.Document) error
	streams   bool // writes Document.Rows
}

// plain is a format that needs nothing but the document.
func plain(write func(io.Writer, report.Document) error) func(context.Context, *access.Reader, io.Writer, report.Document) error {
	return func(_ context.Context, _ *access.Reader, w io.Writer, d report.Document) error { return write(w, d) }
}

// FormatNamed returns a format by its name on the command line. A table fits width columns; 0 cuts nothing.
func FormatNamed(name string, width int) Format {
	switch name {
	case "table":
		return Format{"txt", "text/plain; charset=utf-8", plain(func(w io.Writer, d report.Document) error { return report.Table(w, d, width) }), false}
	case "csv":
		return Format{"csv", "text/csv; charset=utf-8", plain(report.CSV), true}
	case "html":
		return Format{"html", "text/html; charset=utf-8", func(ctx context.Context, rd *access.Reader, w io.Writer, d report.Document) error {
			return report.HTML(ctx, w, d, rd.Evidence)
		}, false}
	// The next two are for scripts, which cannot read a notice in the file; the HTTP header has it.
	case "jplag-csv":
		return Format{"jplag.csv", "text/csv; charset=utf-8", plain(report.JPlagCSV), false}
	case "dolos-csv":
		return Format{"dolos.csv", "text/csv; charset=utf-8", plain(report.DolosCSV), false}
	}
	return Format{"json", "application/json", plain(report.JSON), true}
}

// marked writes a byte order mark first: spreadsheets read a file as UTF-8 only with it.
func marked[D any](write func(io.Writer, D) error) func(io.Writer, D) error {
	return func(w io.Writer, d D) error {
		if _, err := io.WriteString(w, byteOrderMark); err != nil {
			return err
		}
		return write(w, d)
	}
}

// PairsAs returns the handler that sends the ranking of its address, all pages of it, in a format.
func (s *Sender) PairsAs(name string) func(http.ResponseWriter, *http.Request) error {
	format := FormatNamed(name, 0)
	if name == "csv" {
		format.write = plain(marked(report.CSV))
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		check, err := request.ByID(r, s.read(r).CompleteCheck)
		if err != nil {
			return err
		}
		return s.Pairs(w, r, format, check, request.ParsePairQuery(r.URL.Query(), check.Parameters.Threshold), 0)
	}
}

// Pairs sends the pairs of a ranking of a check, at most top of them; 0 is no limit.
func (s *Sender) Pairs(w http.ResponseWriter, r *http.Request, format Format, check contest.Check, ranking request.PairQuery, top int) error {
	rd := s.read(r)
	var err error
	filter := ranking.Filter()
	filter.Limit = top
	d := report.Document{Check: check}
	if format.streams && !filter.Descending && (filter.Sort == "" || filter.Sort == contest.SortRank) {
		d.Rows = rd.rows(r.Context(), check, filter)
	} else if d.Pairs, _, err = rd.Pairs(r.Context(), check.ID, filter); err != nil {
		return err
	} else if d.Cases, err = rd.CasesForPairs(r.Context(), check, d.Pairs); err != nil {
		return err
	}
	if d.Skipped, _, err = rd.Skipped(r.Context(), check, 0, 0); err != nil {
		return err
	}
	slices.SortStableFunc(d.Skipped, func(a, b contest.SkippedItem) int { return cmp.Compare(a.Path, b.Path) })
	if d.Problems, err = rd.Histograms(r.Context(), check); err != nil {
		return err
	}
	if err := s.logExport(r, "pairs."+format.extension, check.ContestID, check.ID); err != nil {
		return err
	}
	d.Check.Parameters.Threshold = ranking.Threshold // what the report shows
	return s.send(w, r, exportName(check.Contest, check.ID, format.extension), format.mediaType, func(w io.Writer) error {
		return format.write(r.Context(), rd.Reader, w, d)
	})
}

// rowBatch is the number of rows in memory.
const rowBatch = 5000

// rows returns the pairs that pass a filter by rank, with their cases. It reads them in
// batches, because a query that is open while a slow client receives would hold a connection.
func (rd collector) rows(ctx context.Context, check contest.Check, filter contest.PairFilter) iter.Seq2[report.Row, error] {
	return func(yield func(report.Row, error) bool) {
		for left := filter.Limit; ; {
			filter.Limit = rowBatch
			if left > 0 {
				filter.Limit = min(left, rowBatch)
			}
			batch, _, err := rd.Pairs(ctx, check.ID, filter)
			var cases []review.Case
			if err == nil {
				cases, err = rd.CasesForPairs(ctx, check, batch)
			}
			if err != nil {
				yield(report.Row{}, err)
				return
			}
			for i, p := range batch {
				if !yield(report.Row{Pair: p, Case: &cases[i]}, nil) {
					return
				}
				filter.AfterRank = p.Rank
			}
			if left -= len(batch); left == 0 || len(batch) < filter.Limit {
				return
			}
		}
	}
}
