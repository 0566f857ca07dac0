package graph

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
)

// overlaps is a script that returns which labels of the drawings overlap another label or another node's
// circle, or lie outside their drawing.
const overlaps = `[...document.querySelectorAll("section")].flatMap(section => {
	const inside = section.querySelector("svg").getBoundingClientRect();
	const box = e => { const r = e.getBoundingClientRect(); return {text: e.textContent || "circle", of: e.parentNode, left: r.left + .5, right: r.right - .5, top: r.top + .5, bottom: r.bottom - .5} };
	const labels = [...section.querySelectorAll("text")].map(box), circles = [...section.querySelectorAll("circle.node")].map(box);
	const found = [];
	labels.forEach((a, i) => {
		if (a.left < inside.left - 1 || a.right > inside.right + 1 || a.top < inside.top - 1 || a.bottom > inside.bottom + 1)
			found.push(section.title + ": " + a.text + " is outside");
		for (const b of [...labels.slice(i + 1), ...circles.filter(c => c.of != a.of)])
			if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
				found.push(section.title + ": " + a.text + " overlaps " + b.text);
	});
	return found;
})`

// No label of a drawing or a heat map overlaps another one, at any width of the screen.
func TestBrowserLabels(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	page.WriteString(`<!doctype html><html lang="en"><meta charset="utf-8"><title>graphs</title><link rel="icon" href="data:,">` +
		`<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/graph.css">`)
	drawings := 0
	for name, g := range sampleGraphs() {
		if len(g.Nodes) == 0 {
			continue
		}
		fmt.Fprintf(&page, "<section title=%q>", name)
		if err := SVG(Draw(g), fmt.Sprint("g", drawings)).Render(t.Context(), &page); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&page, "</section><section title=%q>", "heat map of "+name)
		if err := HeatSVG(DrawHeatMap(g), fmt.Sprint("h", drawings)).Render(t.Context(), &page); err != nil {
			t.Fatal(err)
		}
		page.WriteString("</section>")
		drawings++
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/graph.css" {
			w.Header().Set("Content-Type", "text/css; charset=utf-8")
			fmt.Fprint(w, ":root { --sans: system-ui, sans-serif; }"+CSS)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, page.String())
	}))
	t.Cleanup(server.Close)
	ctx := browsertest.New(t)
	for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844}} {
		if err := chromedp.Do(ctx, browsertest.Emulate(screen), chromedp.Navigate(server.URL)); err != nil {
			t.Fatal(err)
		}
		found, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](overlaps))
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range found {
			t.Errorf("at %d: %s", screen.Width, problem)
		}
		if n, err := chromedp.Run(ctx, chromedp.Evaluate[int](`document.querySelectorAll("section text").length`)); err != nil || n < 1000 {
			t.Errorf("%d labels, %v: too few to test anything", n, err)
		}
	}
}
