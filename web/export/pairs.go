package export

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

// byteOrderMark starts the CSV files for people: spreadsheets need it to read a file as UTF-8.
const byteOrderMark = "\ufeff"

// Format is a file format of the pairs of a check.
type Format struct {
	extension string // without the dot
	mediaType string
	write     writeFunc
	streams   bool // whether write reads Document.Rows, not Document.Pairs
}

// writeFunc writes a document. A format that shows evidence reads it from the reader.
type writeFunc func(context.Context, *access.Reader, io.Writer, report.Document) error

// withLanguage returns the request in the language of the file: the user's for HTML, which people read, English for the other
// formats, which programs read.
func (f Format) withLanguage(r *http.Request) (*http.Request, error) {
	if f.extension == "html" {
		return inLanguage(r)
	}
	return inEnglish(r), nil
}

// fileSuffix returns the end of the file's name. HTML has the language in it, because only people read it.
func (f Format) fileSuffix(r *http.Request) string {
	if f.extension == "html" {
		return i18n.From(r.Context()).Tag + ".html"
	}
	return f.extension
}

// documentOnly adapts a function that needs only the document.
func documentOnly(write func(io.Writer, report.Document) error) writeFunc {
	return func(_ context.Context, _ *access.Reader, w io.Writer, d report.Document) error { return write(w, d) }
}

// FormatNamed returns a format by its name on the command line. A table fits width columns; 0 is no limit.
func FormatNamed(name string, width int) Format {
	switch name {
	case "table":
		write := func(w io.Writer, d report.Document) error { return report.Table(w, d, width) }
		return Format{"txt", "text/plain; charset=utf-8", documentOnly(write), false}
	case "csv":
		return Format{"csv", "text/csv; charset=utf-8", documentOnly(report.CSV), true}
	case "html":
		write := func(ctx context.Context, reader *access.Reader, w io.Writer, d report.Document) error {
			return report.HTML(ctx, w, d, reader.Evidence)
		}
		return Format{"html", "text/html; charset=utf-8", write, true}
	case "jplag-csv":
		return Format{"jplag.csv", "text/csv; charset=utf-8", documentOnly(report.JPlagCSV), false}
	case "dolos-csv":
		return Format{"dolos.csv", "text/csv; charset=utf-8", documentOnly(report.DolosCSV), false}
	}
	return Format{"json", "application/json", documentOnly(report.JSON), true}
}

// PairsAs returns the handler that sends all pages of a ranking in a format.
func (s *Sender) PairsAs(name string) func(http.ResponseWriter, *http.Request) error {
	format := FormatNamed(name, 0)
	if name == "csv" {
		format.write = documentOnly(func(w io.Writer, d report.Document) error {
			io.WriteString(w, byteOrderMark) // if it fails, the next write fails too
			return report.CSV(w, d)
		})
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		check, err := request.ByID(r, s.read(r).CompleteCheck)
		if err != nil {
			return err
		}
		return s.Pairs(w, r, format, check, request.ParsePairQuery(r.URL.Query(), check.Parameters), 0)
	}
}

// Pairs sends the first pairs of a ranking, at most top; 0 is no limit.
func (s *Sender) Pairs(
	w http.ResponseWriter, r *http.Request, format Format, check contest.Check, query request.PairQuery, top int,
) error {
	r, err := format.withLanguage(r)
	if err != nil {
		return err
	}
	reader := s.read(r)
	// Read the check again: the texts that replace names are in the language of the file.
	if check, err = reader.CompleteCheck(r.Context(), check.ID); err != nil {
		return err
	}
	filter := query.Filter()
	filter.Limit = top
	d := report.Document{Check: check, Sample: query.Audit}
	if format.streams {
		d.Rows, err = reader.rows(r.Context(), check, filter)
	} else if d.Pairs, _, err = reader.Pairs(r.Context(), check.ID, filter); err == nil {
		d.Cases, err = reader.CasesForPairs(r.Context(), check, d.Pairs)
	}
	if err != nil {
		return err
	}
	if d.Skipped, _, err = reader.Skipped(r.Context(), check, 0, 0); err != nil {
		return err
	}
	slices.SortStableFunc(d.Skipped, func(a, b contest.SkippedItem) int { return cmp.Compare(a.Path, b.Path) })
	if d.Histograms, err = reader.Histograms(r.Context(), check); err != nil {
		return err
	}
	if d.Listed, err = reader.ListedPools(r.Context(), check.ID, query.Thresholds()); err != nil {
		return err
	}
	if err := s.logExport(r, "pairs."+format.extension, check.ContestID, check.ID, review.Entry{}); err != nil {
		return err
	}
	if query.Audit.Size == 0 {
		// The report states the thresholds of this query, which may differ from those of the check.
		d.Check.Parameters.Threshold, d.Check.Parameters.MaxChance = query.Threshold, query.MaxChance
	}
	return s.send(w, r, exportName(check.Contest, check.ID, format.fileSuffix(r)), format.mediaType, func(w io.Writer) error {
		return format.write(r.Context(), reader.Reader, w, d)
	})
}

// rowBatch is the largest number of rows in memory.
const rowBatch = 5000

// rows returns the pairs that match a filter, with their cases. It finds all pairs first, and then reads them in batches,
// because an open query would hold a database connection while a slow client receives.
func (reader exportReader) rows(ctx context.Context, check contest.Check, filter contest.PairFilter) (*report.Rows, error) {
	ids, _, err := reader.PairIDs(ctx, check.ID, filter)
	return &report.Rows{Count: len(ids), HasCases: true, Each: func(yield func(report.Row, error) bool) {
		for batch := range slices.Chunk(ids, rowBatch) {
			list, err := reader.PairsOfCheck(ctx, check, batch)
			var cases []review.Case
			if err == nil {
				cases, err = reader.CasesForPairs(ctx, check, list)
			}
			if err != nil {
				yield(report.Row{}, err)
				return
			}
			for i, p := range list {
				if !yield(report.Row{Pair: p, Case: &cases[i]}, nil) {
					return
				}
			}
		}
	}}, err
}

// DecisionsCSV sends all reviews of a contest.
func (s *Sender) DecisionsCSV(w http.ResponseWriter, r *http.Request) error {
	return sendContestFile(s, w, r, "decisions.csv", "text/csv; charset=utf-8", exportReader.decisions, report.DecisionsCSV)
}

// DecisionsJSON sends all reviews of a contest.
func (s *Sender) DecisionsJSON(w http.ResponseWriter, r *http.Request) error {
	return sendContestFile(s, w, r, "decisions.json", "application/json", exportReader.decisions, report.DecisionsJSON)
}

// OutcomesCSV sends the participants of a contest who have confirmed cases, with their outcomes.
func (s *Sender) OutcomesCSV(w http.ResponseWriter, r *http.Request) error {
	return sendContestFile(s, w, r, "outcomes.csv", "text/csv; charset=utf-8", exportReader.Outcomes, report.OutcomesCSV)
}

// sendContestFile sends a file about a whole contest. read is called with the contest's ID.
func sendContestFile[T any](s *Sender, w http.ResponseWriter, r *http.Request, suffix, mediaType string,
	read func(exportReader, context.Context, int64) ([]T, error), write func(w io.Writer, contestName string, list []T) error,
) error {
	r = inEnglish(r)
	reader := s.read(r)
	target, err := request.ByID(r, reader.Contest)
	if err != nil {
		return err
	}
	list, err := read(reader, r.Context(), target.ID)
	if err != nil {
		return err
	}
	if err := s.logExport(r, suffix, target.ID, 0, review.Entry{}); err != nil {
		return err
	}
	return s.send(w, r, exportName(target.Name, target.ID, suffix), mediaType, func(w io.Writer) error {
		if strings.HasSuffix(suffix, ".csv") {
			io.WriteString(w, byteOrderMark) // if it fails, the next write fails too
		}
		return write(w, target.Name, list)
	})
}

// decisions reads all reviews of a contest, with the reviewed pairs.
func (reader exportReader) decisions(ctx context.Context, contestID int64) ([]report.DecidedCase, error) {
	cases, err := reader.Cases(ctx, contestID)
	if err != nil {
		return nil, err
	}
	list := make([]report.DecidedCase, len(cases))
	for i, c := range cases {
		list[i] = report.DecidedCase{CaseEntry: c, Pairs: make(map[int64]contest.Pair)}
		for _, decision := range c.Reviews {
			checkID := decision.Basis.CheckID
			p, found, err := reader.PairOfCase(ctx, c.Key, checkID)
			if err != nil {
				return nil, err
			}
			if found {
				list[i].Pairs[checkID] = p
			}
		}
	}
	return list, nil
}
