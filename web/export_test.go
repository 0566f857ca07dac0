package web

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/review"
)

func TestExports(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	const query = "?problem=A&threshold=0.9&sort=similarity&page=2" // order and page do not matter
	const want = 7                                                  // pairs
	t.Run("csv", func(t *testing.T) {
		a := s.page("/checks/2/pairs.csv" + query)
		mention(t, a.header.Get("Content-Type"), "text/csv")
		mention(t, a.header.Get("Content-Disposition"), "attachment", "ojcheck-script-alert-1---script-2", ".csv")
		text, marked := strings.CutPrefix(a.body, byteOrderMark)
		if !marked {
			t.Error("a spreadsheet would not take it for UTF-8")
		}
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(rows) != 1+want || rows[0][0] != "rank" {
			t.Fatalf("%d rows, want %d: %v", len(rows), 1+want, err)
		}
	})
	t.Run("json", func(t *testing.T) {
		a := s.page("/checks/2/pairs.json" + query)
		var report struct {
			Threshold float64
			Skipped   []struct{ Path string }
			Pairs     []struct {
				Rank    int
				Problem string
			}
		}
		if err := json.Unmarshal([]byte(a.body), &report); err != nil {
			t.Fatal(err)
		}
		if report.Threshold != 0.9 || len(report.Skipped) != 700 || len(report.Pairs) != want {
			t.Fatalf("threshold %v, %d skipped, %d pairs", report.Threshold, len(report.Skipped), len(report.Pairs))
		}
		for i, p := range report.Pairs {
			if p.Rank != 2*i+1 || p.Problem != "A" {
				t.Errorf("pair %d is %+v", i, p)
			}
		}
	})
	t.Run("html", func(t *testing.T) {
		a := s.page("/checks/2/pairs.html" + query)
		mention(t, a.header.Get("Content-Disposition"), "attachment", ".html")
		mention(t, a.body, "apples", "pears", evidence.Notice)
		if strings.Contains(a.body, "<script>alert") {
			t.Error("a name or a program is markup")
		}
	})
	t.Run("all pages", func(t *testing.T) {
		if got := strings.Count(s.page("/checks/2/pairs.csv?threshold=0").body, "\n"); got != 1+pairCount {
			t.Errorf("%d lines, want %d", got, 1+pairCount)
		}
	})
}

// An export that fails half-way must not look whole.
func TestExportBreaksOff(t *testing.T) {
	t.Parallel()
	calls := 0
	s := newSignedIn(t, func(o *Options) {
		o.Evidence = func(ctx context.Context, p contest.Pair, names *blind.Masker) (evidence.View, error) {
			if calls++; calls > 3 {
				return evidence.View{}, errors.New("database lost")
			}
			return fakeEvidence(ctx, p, names)
		}
	})
	response, err := s.client.Get(s.base + "/checks/2/pairs.html")
	if err == nil {
		defer response.Body.Close()
		buffer := make([]byte, 1<<20)
		for err == nil {
			_, err = response.Body.Read(buffer)
		}
		if err.Error() == "EOF" && response.StatusCode == http.StatusOK {
			t.Error("the export ended as if it were whole")
		}
	}
	mention(t, s.log.String(), "database lost")
}

func TestExportName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Finals 2026":             "ojcheck-Finals-2026-7.csv",
		"../../etc/passwd":        "ojcheck-etc-passwd-7.csv",
		"a\r\nX-Evil: 1":          "ojcheck-a--X-Evil--1-7.csv",
		strings.Repeat("x", 9999): "ojcheck-" + strings.Repeat("x", 60) + "-7.csv",
	} {
		if got := exportName(name, 7, "csv"); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// Exports tell what the jury has decided, and by whom.
func TestExportDecisions(t *testing.T) {
	t.Parallel()
	j := newJurySite(t)
	if _, err := j.db.Decide(t.Context(), j.person("ann"), review.KeyOf(j.check.ContestID, j.pairs[0]), review.Review{Decision: review.Confirmed}); err != nil {
		t.Fatal(err)
	}
	j.is("vic")
	for format, want := range map[string][2]string{
		"csv":  {",pending,1,ann", ",open,0,"},
		"json": {`"state":"pending","decided_by":1,"reviewers":["ann"]}`, `"state":"open","decided_by":0}`},
		"html": {`<td class="state">pending</td>`, `<td class="state">open</td>`},
	} {
		a := j.page(checkPath(j.check.ID) + "/pairs." + format)
		for _, text := range want {
			if !strings.Contains(a.body, text) {
				t.Errorf("%s does not say %q", format, text)
			}
		}
	}
}
