package ui_test

import (
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

func TestHistogram(t *testing.T) {
	t.Parallel()
	store := webtest.NewFakeStore()
	all, err := store.Histograms(t.Context(), webtest.CheckID)
	if err != nil {
		t.Fatal(err)
	}
	across := contest.Histogram{Language: "c++"}
	across.Bins[10] = 5
	tests := []struct {
		name   string
		r      request.PairQuery
		add    []contest.Histogram
		pairs  int64
		above  int64
		bars   int
		labels int // powers of ten
	}{
		{"all", request.PairQuery{Threshold: 0.5}, nil, 3120, 120, 4, 4},
		{"one problem", request.PairQuery{Threshold: 0.5, Problem: "A"}, nil, 1008, 8, 3, 4},
		{"one language", request.PairQuery{Threshold: 0.62, Language: "java"}, nil, 1677, 0, 2, 4},
		{"threshold 0", request.PairQuery{}, nil, 3120, 3120, 4, 4},
		{"nothing", request.PairQuery{Problem: "C"}, nil, 0, 0, 0, 2},
		{"compared across problems", request.PairQuery{Problem: "C", Threshold: 0.2}, []contest.Histogram{across}, 5, 5, 1, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := ui.NewHistogram(append(test.add, all...), test.r, 0.2, false, false)
			p := h.Pairs
			if p.Total != test.pairs || p.Above != test.above || len(p.Bars) != test.bars || len(p.Grid) != test.labels || len(h.Rows) != test.bars {
				t.Errorf("%d pairs, %d above, %d bars, %d labels, %d rows; want %d, %d, %d, %d, %[4]d",
					p.Total, p.Above, len(p.Bars), len(p.Grid), len(h.Rows), test.pairs, test.above, test.bars, test.labels)
			}
			inside(t, p)
			if h.Highest != nil {
				t.Error("the highest are drawn, and not known")
			}
		})
	}
}

// inside checks that a plot stays inside of its drawing.
func inside(t *testing.T, p ui.Plot) {
	t.Helper()
	for _, b := range p.Bars {
		y, height := number(t, b.Y), number(t, b.Height)
		if height <= 0 || y < 0 || y+height > ui.PlotHeight+0.01 {
			t.Errorf("bar from %v, %v high, is outside of the drawing", y, height)
		}
	}
	for _, g := range p.Grid {
		if y := number(t, g.Y); y < -0.01 || y > ui.PlotHeight {
			t.Errorf("line of %s at %v is outside of the drawing", g.Label, y)
		}
	}
}

func TestHistogramOfTheHighest(t *testing.T) {
	t.Parallel()
	of := func(problem, language string, participants int, counts map[int]int64) contest.Histogram {
		h := contest.Histogram{Problem: problem, Language: language, Programs: participants, Participants: participants, Highest: make([]int64, contest.HistogramBins)}
		for bin, n := range counts {
			h.Highest[bin] = n
			h.Bins[bin] = n
		}
		return h
	}
	all := []contest.Histogram{of("A", "c++", 300, map[int]int64{10: 90, 12: 40, 30: 1, 49: 4}), of("B", "java", 5, map[int]int64{20: 2, 49: 3})}
	type figures struct {
		Total, Above int64
		Bars         int
		Grid         []string
		Open         string
	}
	tests := []struct {
		name string
		r    request.PairQuery
		more []contest.Histogram
		want *figures
	}{
		{"all", request.PairQuery{Threshold: 0.5}, nil, &figures{305, 8, 6, []string{"10", "2", "40"}, "below 0.15: 165 entries"}},
		{"one problem", request.PairQuery{Threshold: 0.62, Problem: "A"}, nil, &figures{300, 4, 5, []string{"10", "2", "40"}, "below 0.15: 165 participants"}},
		{"nobody below", request.PairQuery{Threshold: 0.5, Language: "java"}, nil, &figures{5, 3, 2, []string{"10", "2"}, ""}},
		{"of an older check", request.PairQuery{}, []contest.Histogram{{Problem: "C", Language: "c++", Participants: 3}}, nil},
		{"nothing", request.PairQuery{Problem: "D"}, nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := ui.NewHistogram(append(test.more, all...), test.r, 0.15, false, false)
			var got *figures
			if p := h.Highest; p != nil {
				inside(t, *p)
				got = &figures{Total: p.Total, Above: p.Above, Bars: len(p.Bars)}
				for _, g := range p.Grid {
					got.Grid = append(got.Grid, g.Label)
				}
				for _, b := range p.Bars {
					if b.Open {
						got.Open = b.Title
					}
					if b.Open == (b.Path != "") {
						t.Errorf("bar %q leads to %q", b.Title, b.Path)
					}
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if last := len(h.Rows) - 1; last >= 0 && strings.HasPrefix(h.Rows[last].Suspicion, "below") != (got != nil && got.Open != "") {
				t.Errorf("last row: %+v", h.Rows[last])
			}
		})
	}
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestHistogramOnThePage(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	a := s.Page("/checks/2?problem=A&language=c%2B%2B")
	if got := webtest.Attribute(a.One("svg", "class", "bars"), "aria-label"); got != "Histogram of the suspicion of 1,008 pairs, 8 of them from about the threshold 0.5 on" {
		t.Errorf("label = %q", got)
	}
	bars := a.All("rect", "class", "bar")
	listed := a.All("rect", "class", "listed")
	if len(bars) != 3 || len(listed) != 2 {
		t.Errorf("%d bars, %d of them listed; want 3 and 2", len(bars), len(listed))
	}
	// A bar sets the threshold and keeps the filters.
	var hrefs []string
	a.Elements(func(n *html.Node) bool {
		if n.Data == "a" && n.Parent != nil && webtest.Attribute(n.Parent, "class") == "bars" {
			hrefs = append(hrefs, webtest.Attribute(n, "href"))
		}
		return false
	})
	if len(hrefs) != 3 || hrefs[1] != "?language=c%2B%2B&problem=A&threshold=0.6" {
		t.Errorf("bars lead to %q", hrefs)
	}
	webtest.Mention(t, a.Text(), "0.6 to 0.62: 7 pairs", "Pairs below 0.2 were counted but not kept.", "These numbers as a table", "logarithmic scale")
}
