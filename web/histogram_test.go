package web

import (
	"strconv"
	"testing"

	"golang.org/x/net/html"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestHistogram(t *testing.T) {
	t.Parallel()
	store := newFakeStore()
	all, err := store.Histograms(t.Context(), checkID)
	if err != nil {
		t.Fatal(err)
	}
	across := contest.Histogram{Language: "c++"}
	across.Bins[10] = 5
	tests := []struct {
		name   string
		r      ranking
		add    []contest.Histogram
		pairs  int64
		above  int64
		bars   int
		labels int // powers of ten
	}{
		{"all", ranking{Threshold: 0.5}, nil, 3120, 120, 4, 4},
		{"one problem", ranking{Threshold: 0.5, Problem: "A"}, nil, 1008, 8, 3, 4},
		{"one language", ranking{Threshold: 0.62, Language: "java"}, nil, 1677, 0, 2, 4},
		{"threshold 0", ranking{}, nil, 3120, 3120, 4, 4},
		{"nothing", ranking{Problem: "C"}, nil, 0, 0, 0, 2},
		{"compared across problems", ranking{Problem: "C", Threshold: 0.2}, []contest.Histogram{across}, 5, 5, 1, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := newHistogram(append(test.add, all...), test.r, 0.2, false, false)
			if h.Pairs != test.pairs || h.Above != test.above || len(h.Bars) != test.bars || len(h.Grid) != test.labels {
				t.Errorf("%d pairs, %d above, %d bars, %d labels; want %d, %d, %d, %d",
					h.Pairs, h.Above, len(h.Bars), len(h.Grid), test.pairs, test.above, test.bars, test.labels)
			}
			for _, b := range h.Bars {
				y, height := number(t, b.Y), number(t, b.Height)
				if height <= 0 || y < 0 || y+height > plotHeight+0.01 {
					t.Errorf("bar from %v, %v high, is outside of the drawing", y, height)
				}
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
	s := newSignedIn(t)
	a := s.page("/checks/2?problem=A&language=c%2B%2B")
	if got := attribute(a.one("svg", "role", "img"), "aria-label"); got != "Histogram of the suspicion of 1,008 pairs, 8 of them from about the threshold 0.5 on" {
		t.Errorf("label = %q", got)
	}
	bars := a.all("rect", "class", "bar")
	listed := a.all("rect", "class", "listed")
	if len(bars) != 3 || len(listed) != 2 {
		t.Errorf("%d bars, %d of them listed; want 3 and 2", len(bars), len(listed))
	}
	// A bar sets the threshold and keeps the filters.
	var hrefs []string
	a.elements(func(n *html.Node) bool {
		if n.Data == "a" && n.Parent != nil && attribute(n.Parent, "class") == "bars" {
			hrefs = append(hrefs, attribute(n, "href"))
		}
		return false
	})
	if len(hrefs) != 3 || hrefs[1] != "?language=c%2B%2B&problem=A&threshold=0.6" {
		t.Errorf("bars lead to %q", hrefs)
	}
	mention(t, a.text(), "0.6 to 0.62: 7 pairs", "Pairs below 0.2 were counted but not kept.")
}
