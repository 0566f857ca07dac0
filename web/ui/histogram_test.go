package ui_test

import (
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// The histogram adds up the problems and languages of the ranking.
func TestHistogram(t *testing.T) {
	t.Parallel()
	all := webtest.NewContents().Histograms
	across := contest.Histogram{Language: "c++"}
	across.Bins[10] = 5
	tests := []struct {
		name   string
		r      request.PairQuery
		add    []contest.Histogram
		pairs  int64
		above  int64
		bars   int
		labels int // of the grid, at powers of ten
	}{
		{"all problems and languages", request.PairQuery{Threshold: 0.5}, nil, 3120, 120, 4, 4},
		{"one problem", request.PairQuery{Threshold: 0.5, PairFilter: contest.PairFilter{Problem: "A"}}, nil, 1008, 8, 3, 4},
		{"one language", request.PairQuery{Threshold: 0.62, PairFilter: contest.PairFilter{Language: "java"}}, nil, 1677, 0, 2, 4},
		{"threshold 0", request.PairQuery{}, nil, 3120, 3120, 4, 4},
		{"a problem without pairs", request.PairQuery{PairFilter: contest.PairFilter{Problem: "C"}}, nil, 0, 0, 0, 2},
		{"compared across problems", request.PairQuery{Threshold: 0.2, PairFilter: contest.PairFilter{Problem: "C"}}, []contest.Histogram{across}, 5, 5, 1, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := ui.NewHistogram(i18n.English(), append(test.add, all...), test.r, 0.2, false, false)
			p := h.PairPlot
			if p.Total != test.pairs || p.AboveThreshold != test.above || len(p.Bars) != test.bars || len(p.Grid) != test.labels || len(h.Rows) != test.bars {
				t.Errorf("%d pairs, %d above, %d bars, %d labels, %d rows; want %d, %d, %d, %d, %[4]d",
					p.Total, p.AboveThreshold, len(p.Bars), len(p.Grid), len(h.Rows), test.pairs, test.above, test.bars, test.labels)
			}
			checkBounds(t, p)
			if h.ParticipantPlot != nil {
				t.Error("the plot of the highest suspicions is drawn, although they are unknown")
			}
		})
	}
}

// checkBounds checks that bars and lines are within the drawing.
func checkBounds(t *testing.T, p ui.Plot) {
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

// The participants are drawn by their most suspicious pair; a combined bar counts those without a stored pair.
func TestHistogramOfTheHighest(t *testing.T) {
	t.Parallel()
	histogramOf := func(problem, language string, participants int, counts map[int]int64) contest.Histogram {
		h := contest.Histogram{Problem: problem, Language: language, Programs: participants, Participants: participants, ParticipantBins: make([]int64, contest.HistogramBins)}
		for bin, n := range counts {
			h.ParticipantBins[bin] = n
			h.Bins[bin] = n
		}
		return h
	}
	all := []contest.Histogram{histogramOf("A", "c++", 300, map[int]int64{10: 90, 12: 40, 30: 1, 49: 4}), histogramOf("B", "java", 5, map[int]int64{20: 2, 49: 3})}
	type figures struct {
		Total, Above int64
		Bars         int
		Grid         []string
		Combined     string
	}
	tests := []struct {
		name string
		r    request.PairQuery
		more []contest.Histogram
		want *figures
	}{
		{"all problems and languages", request.PairQuery{Threshold: 0.5}, nil, &figures{305, 8, 6, []string{"10", "2", "40"}, "below 0.15: 165 entries"}},
		{"one problem", request.PairQuery{Threshold: 0.62, PairFilter: contest.PairFilter{Problem: "A"}}, nil, &figures{300, 4, 5, []string{"10", "2", "40"}, "below 0.15: 165 participants"}},
		{"nobody without a stored pair", request.PairQuery{Threshold: 0.5, PairFilter: contest.PairFilter{Language: "java"}}, nil, &figures{5, 3, 2, []string{"10", "2"}, ""}},
		{"an older check, without these counts", request.PairQuery{}, []contest.Histogram{{Problem: "C", Language: "c++", Participants: 3}}, nil},
		{"a problem without pairs", request.PairQuery{PairFilter: contest.PairFilter{Problem: "D"}}, nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := ui.NewHistogram(i18n.English(), append(test.more, all...), test.r, 0.15, false, false)
			var got *figures
			if p := h.ParticipantPlot; p != nil {
				checkBounds(t, *p)
				got = &figures{Total: p.Total, Above: p.AboveThreshold, Bars: len(p.Bars)}
				for _, g := range p.Grid {
					got.Grid = append(got.Grid, g.Label)
				}
				for _, b := range p.Bars {
					if b.Combined {
						got.Combined = b.Title
					}
					if b.Combined == (b.Path != "") {
						t.Errorf("bar %q, combined %v, leads to %q, want an address unless it is combined", b.Title, b.Combined, b.Path)
					}
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("plot (-want +got):\n%s", diff)
			}
			if last := len(h.Rows) - 1; last >= 0 && strings.HasPrefix(h.Rows[last].Suspicion, "below") != (got != nil && got.Combined != "") {
				t.Errorf("the last row is %+v, want one for the suspicions below only if there is a combined bar", h.Rows[last])
			}
		})
	}
}

// If pairs are listed by chance, the plot says how many they are, and shows no threshold, because it is of suspicions.
func TestHistogramByChance(t *testing.T) {
	t.Parallel()
	h := contest.Histogram{Problem: "A", Language: "c++"}
	h.Bins[10], h.Bins[30] = 90, 2
	listed := contest.Parameters{MaxChance: 1}
	tests := []struct {
		name                 string
		threshold, maxChance float64
		mark                 string
		bars                 int // that are listed
		path, legend         string
	}{
		{"by chance", 0, 1, "", 0, "?threshold=0.6", "Histogram of the suspicion of 92 pairs; the list has 3 pairs that are told"},
		{"by both", 0.5, 1, "250", 1, "?threshold=0.6", "Histogram of the suspicion of 92 pairs, 2 of them at about the threshold 0.5 or above; the list has 3 pairs that are told"},
		{"by suspicion", 0.5, 0, "250", 1, "?max_chance=0&threshold=0.6", "Histogram of the suspicion of 92 pairs, 2 of them at about the threshold 0.5 or above"},
		{"all", 0, 0, "", 2, "?max_chance=0&threshold=0.6", "Histogram of the suspicion of 92 pairs"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := request.NewPairQuery(listed)
			r.Threshold, r.MaxChance = test.threshold, test.maxChance
			all := ui.NewHistogram(i18n.English(), []contest.Histogram{h}, r, 0.15, false, false)
			ui.SetListed(&all, i18n.English(), 3, r, "that are told")
			bars := 0
			for _, b := range all.PairPlot.Bars {
				if b.Listed {
					bars++
				}
			}
			p := all.PairPlot
			if p.ThresholdX != test.mark || bars != test.bars || p.Bars[1].Path != test.path || p.Legend != test.legend {
				t.Errorf("mark %q, %d bars, path %q, legend %q; want %+v", p.ThresholdX, bars, p.Bars[1].Path, p.Legend, test)
			}
		})
	}
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	webtest.Must(t, err)
	return x
}

// The plot on the page has a label for screen readers, and its bars set the threshold and keep the filters.
func testHistogramOnThePage(t *testing.T, s *webtest.Site) {
	a := s.Page("/checks/2?problem=A&language=c%2B%2B")
	if got := webtest.Attribute(a.One("svg", "class", "bars"), "aria-label"); got != "Histogram of the suspicion of 1,008 pairs, 8 of them at about the threshold 0.5 or above" {
		t.Errorf("the label is %q, want the number of pairs and of those above the threshold", got)
	}
	bars := a.All("rect", "class", "bar")
	listed := a.All("rect", "class", "listed")
	if len(bars) != 3 || len(listed) != 2 {
		t.Errorf("%d bars, %d of them listed; want 3 and 2", len(bars), len(listed))
	}
	var hrefs []string
	a.Elements(func(n *html.Node) bool {
		if n.Data == "a" && n.Parent != nil && webtest.Attribute(n.Parent, "class") == "bars" {
			hrefs = append(hrefs, webtest.Attribute(n, "href"))
		}
		return false
	})
	if len(hrefs) != 3 || hrefs[1] != "?language=c%2B%2B&problem=A&threshold=0.6" {
		t.Errorf("the bars link to %q, want three links, the second with the threshold 0.6", hrefs)
	}
	webtest.Mention(t, a.Text(), "0.6 to 0.62: 7 pairs", "Pairs below 0.2 are counted but not stored.", "Show as table", "logarithmic scale")
}
