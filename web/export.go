package web

import (
	"io"
	"net/http"

	"github.com/ojcheck/ojcheck/internal/report"
)

const byteOrderMark = "\ufeff"

func (s *Server) exportCSV(w http.ResponseWriter, r *http.Request) error {
	return s.export(w, r, "csv", "text/csv; charset=utf-8", func(w io.Writer, d report.Document) error {
		// What is downloaded is opened in a spreadsheet, which takes it for
		// UTF-8 only by this mark.
		if _, err := io.WriteString(w, byteOrderMark); err != nil {
			return err
		}
		return report.CSV(w, d)
	})
}

// exportJPlag and exportDolos are for scripts, which would stumble over a mark of
// UTF-8, or over a line that says what the numbers are not; a header does.
func (s *Server) exportJPlag(w http.ResponseWriter, r *http.Request) error {
	return s.export(w, r, "jplag.csv", "text/csv; charset=utf-8", report.JPlagCSV)
}

func (s *Server) exportDolos(w http.ResponseWriter, r *http.Request) error {
	return s.export(w, r, "dolos.csv", "text/csv; charset=utf-8", report.DolosCSV)
}

func (s *Server) exportJSON(w http.ResponseWriter, r *http.Request) error {
	return s.export(w, r, "json", "application/json", report.JSON)
}

func (s *Server) exportHTML(w http.ResponseWriter, r *http.Request) error {
	return s.export(w, r, "html", "text/html; charset=utf-8", func(w io.Writer, d report.Document) error {
		return report.HTML(r.Context(), w, d, s.read(r).evidence)
	})
}

// export hands out the pairs that the ranking of the same address lists, on
// all its pages, as write writes them.
func (s *Server) export(w http.ResponseWriter, r *http.Request, format, mediaType string, write func(io.Writer, report.Document) error) error {
	check, err := s.completeCheck(r)
	if err != nil {
		return err
	}
	ranking := parseRanking(r.URL.Query(), check.Parameters.Threshold)
	pairs, _, err := s.read(r).pairs(r.Context(), check.ID, ranking.all())
	if err != nil {
		return err
	}
	skipped, _, err := s.read(r).skipped(r.Context(), check, 0, 0)
	if err != nil {
		return err
	}
	problems, err := s.Store.Histograms(r.Context(), check.ID)
	if err != nil {
		return err
	}
	cases, err := s.read(r).casesOfPairs(r.Context(), check, pairs)
	if err != nil {
		return err
	}
	if err := s.logHandOut(r, "pairs."+format, check.ContestID, check.ID); err != nil {
		return err
	}
	check.Parameters.Threshold = ranking.Threshold // what the report shows
	return s.send(w, r, exportName(check.Contest, check.ID, format), mediaType, func(w io.Writer) error {
		return write(w, report.Document{Check: check, Problems: problems, Skipped: skipped, Pairs: pairs, Cases: cases})
	})
}
