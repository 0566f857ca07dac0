package export_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/export"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A report in HTML is about as large as the page that offers it says.
func testEstimateHTML(t *testing.T, c *decidedSite) {
	histograms, err := c.DB.Histograms(t.Context(), c.check.ID)
	webtest.Must(t, err)
	const repeated = 100 // the estimate is in MiB
	size := float64(repeated*len(c.Page(ui.CheckPath(c.check.ID)+"/pairs.html?threshold=0&max_chance=").Body)) / (1 << 20)
	if got := float64(report.EstimateHTML(repeated*len(c.pairs), histograms)); got < size/2 || got > 2*size {
		t.Errorf("estimated %.0f MiB for %d times %d pairs, want about %.0f", got, repeated, len(c.pairs), size)
	}
}

// Each format exports all pages of a filtered ranking, in the order of ranks.
func TestExports(t *testing.T) {
	t.Parallel()
	s := webtest.NewContestSite(t)
	// An export has all pages, so it ignores page=2.
	const query = "?problem=A&threshold=0.9&sort=similarity&order=desc&page=2"
	const wantPairs = 7     // with a suspicion of 0.9 or more at problem A
	const wantSkipped = 700 // of webtest.NewContents
	t.Run("csv", func(t *testing.T) {
		a := s.Page("/checks/2/pairs.csv" + query)
		webtest.Mention(t, a.Header.Get("Content-Type"), "text/csv")
		webtest.Mention(t, a.Header.Get("Content-Disposition"), "attachment", "ojcheck-script-alert-1---script-2", ".csv")
		text, hasMark := strings.CutPrefix(a.Body, export.ByteOrderMark)
		if !hasMark {
			t.Error("the byte order mark is missing: spreadsheets do not recognise UTF-8")
		}
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(rows) != 1+wantPairs || rows[0][0] != "rank" {
			t.Fatalf("%d rows, want %d, with a header: %v", len(rows), 1+wantPairs, err)
		}
	})
	t.Run("json", func(t *testing.T) {
		a := s.Page("/checks/2/pairs.json" + query)
		var report struct {
			Threshold float64
			Skipped   []struct{ Path string }
			Pairs     []struct {
				Rank    int
				Problem string
			}
		}
		webtest.Must(t, json.Unmarshal([]byte(a.Body), &report))
		if report.Threshold != 0.9 || len(report.Skipped) != wantSkipped || len(report.Pairs) != wantPairs {
			t.Fatalf("threshold %v, %d skipped, %d pairs; want 0.9, %d, %d",
				report.Threshold, len(report.Skipped), len(report.Pairs), wantSkipped, wantPairs)
		}
		for i, p := range report.Pairs {
			// Pairs of problem A have odd ranks.
			if p.Rank != 2*i+1 || p.Problem != "A" {
				t.Errorf("pair %d is %+v, want rank %d of problem A", i, p, 2*i+1)
			}
		}
	})
	t.Run("html", func(t *testing.T) {
		a := s.Page("/checks/2/pairs.html" + query)
		webtest.Mention(t, a.Header.Get("Content-Disposition"), "attachment", ".html")
		webtest.Mention(t, a.Body, "apples", "pears", evidence.Notice)
		if strings.Contains(a.Body, "<script>alert") {
			t.Error("a name or a program is not escaped")
		}
	})
	t.Run("all pages", func(t *testing.T) {
		if got := strings.Count(s.Page("/checks/2/pairs.csv?threshold=0").Body, "\n"); got != 1+webtest.PairCount {
			t.Errorf("%d lines, want %d", got, 1+webtest.PairCount)
		}
	})
}

// An export that fails half-way must not look complete.
func TestExportBreaksOff(t *testing.T) {
	t.Parallel()
	calls := 0
	s := webtest.NewContestSite(t, func(o *web.Options) {
		o.Evidence = func(ctx context.Context, p contest.Pair, masker *blind.Masker) (evidence.View, error) {
			if calls++; calls > 3 {
				return evidence.View{}, errors.New("database lost")
			}
			return webtest.FakeEvidence(ctx, p, masker)
		}
	})
	response, err := s.Client.Get(s.Base + "/checks/2/pairs.html")
	if err == nil {
		defer response.Body.Close()
		_, err = io.Copy(io.Discard, response.Body)
	}
	if err == nil && response.StatusCode == http.StatusOK {
		t.Error("the broken export looks complete")
	}
	webtest.Mention(t, s.Log.String(), "database lost")
}

// File names have only the ASCII letters and digits of the contest's name, and are not long.
func TestExportName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Finals 2026":             "ojcheck-Finals-2026-7.csv",
		"../../etc/passwd":        "ojcheck-etc-passwd-7.csv",
		"a\r\nX-Evil: 1":          "ojcheck-a--X-Evil--1-7.csv",
		"春の大会":                    "ojcheck-7.csv",
		strings.Repeat("x", 9999): "ojcheck-" + strings.Repeat("x", 60) + "-7.csv",
	} {
		if got := export.ExportName(name, 7, "csv"); got != want {
			t.Errorf("the file name for contest %q is %q, want %q", name, got, want)
		}
	}
}

// Exported pairs have the decisions of the jury and the names of the reviewers.
func TestPairsWithDecisions(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	_, err := j.DB.Decide(t.Context(), j.Person("ann"), review.KeyOf(j.Check.ContestID, j.Pairs[0]), review.Review{Decision: review.Confirmed})
	webtest.Must(t, err)
	j.SignInAs("cid")
	for format, want := range map[string][2]string{
		"csv":  {",pending,1,ann", ",open,0,"},
		"json": {`"state":"pending","decided_by":1,"reviewers":["ann"]}`, `"state":"open","decided_by":0}`},
		"html": {`<td class="state">needs a second reviewer</td>`, `<td class="state">open</td>`},
	} {
		a := j.Page(ui.CheckPath(j.Check.ID) + "/pairs." + format)
		for _, words := range want {
			if !strings.Contains(a.Body, words) {
				t.Errorf("%s does not have %q", format, words)
			}
		}
	}
}

// largestBatch records the largest number of pairs in one read.
type largestBatch struct {
	access.Store
	pairs atomic.Int64
}

func (s *largestBatch) Pairs(ctx context.Context, checkID int64, f contest.PairFilter) ([]contest.Pair, int, error) {
	pairs, total, err := s.Store.Pairs(ctx, checkID, f)
	s.note(len(pairs))
	return pairs, total, err
}

func (s *largestBatch) PairsByID(ctx context.Context, ids []int64) (map[int64]contest.Pair, error) {
	s.note(len(ids))
	return s.Store.PairsByID(ctx, ids)
}

func (s *largestBatch) note(pairs int) { s.pairs.Store(max(s.pairs.Load(), int64(pairs))) }

// Exports read at most RowBatch pairs at a time, and miss none.
func TestExportsInBatches(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	t.Parallel()
	const n = 2*export.RowBatch + 1
	store, c := new(largestBatch), webtest.NewContents()
	c.Pairs = webtest.NewPairs(n)
	for i := range c.Pairs {
		c.Pairs[i].Suspicion = 0.9
	}
	s := c.SignedIn(t, func(o *web.Options) {
		store.Store = o.Store
		o.Store = store
	})
	rows, err := csv.NewReader(strings.NewReader(s.Page("/checks/2/pairs.csv").Body)).ReadAll()
	if err != nil || len(rows) != 1+n {
		t.Fatalf("CSV has %d rows, want %d: %v", len(rows), 1+n, err)
	}
	for i, row := range rows[1:] {
		if row[0] != strconv.Itoa(i+1) {
			t.Fatalf("row %d has rank %s, want %d", i+1, row[0], i+1)
		}
	}
	var document struct{ Pairs []struct{ Rank int } }
	if err := json.Unmarshal([]byte(s.Page("/checks/2/pairs.json").Body), &document); err != nil || len(document.Pairs) != n || document.Pairs[n-1].Rank != n {
		t.Errorf("JSON has %d pairs, want %d: %v", len(document.Pairs), n, err)
	}
	if most := store.pairs.Load(); most > export.RowBatch {
		t.Errorf("%d pairs were in memory, want at most %d", most, export.RowBatch)
	}
}

// The texts that replace names are in the language of the file.
func TestExportLanguage(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	_, checkID, _ := s.AddBlind()
	for _, path := range []string{"/checks/%d/pairs.html?lang=es", "/api/v1/checks/%d/export?format=html&lang=es"} {
		a := s.Page(fmt.Sprintf(path, checkID))
		webtest.Mention(t, a.Text(), "the archive of Participante")
	}
}
