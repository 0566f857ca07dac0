package web

import (
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
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
	skipped, err := s.read(r).skipped(r.Context(), check)
	if err != nil {
		return err
	}
	problems, err := s.Store.Histograms(r.Context(), check.ID)
	if err != nil {
		return err
	}
	check.Parameters.Threshold = ranking.Threshold // what the report shows
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment",
		map[string]string{"filename": exportName(check, format)}))
	sent := &counter{to: w}
	if err := write(sent, report.Document{Check: check, Problems: problems, Skipped: skipped, Pairs: pairs}); err != nil {
		err = fmt.Errorf("export check %d as %s: %w", check.ID, format, err)
		if sent.n == 0 {
			w.Header().Del("Content-Disposition")
			return err
		}
		// A part is gone already. The connection is cut, so that nobody takes
		// the part for the whole.
		if r.Context().Err() == nil {
			s.Log.Error("export broke off", "error", err)
		}
		panic(http.ErrAbortHandler)
	}
	return nil
}

// counter counts the bytes that pass.
type counter struct {
	to io.Writer
	n  int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.to.Write(b)
	c.n += int64(n)
	return n, err
}

// exportName names the file: ASCII letters and digits of the contest's name,
// which every system accepts.
func exportName(c contest.Check, format string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '.', r == '_':
			return r
		}
		return '-'
	}, c.Contest)
	name = strings.Trim(truncate(name, 60), "-.")
	return fmt.Sprintf("ojcheck-%s-%d.%s", name, c.ID, format)
}
