package evidence

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/pairs"
)

// longView returns the evidence of a pair that is long enough to scroll.
func longView(t *testing.T) View {
	t.Helper()
	left, right := longPair(t)
	view := Build(i18n.English(), Input{Participant: "left", Path: "left.cpp", Program: left},
		Input{Participant: "right", Path: "right.cpp", Program: right},
		matchesOf(left, right, minMatch))
	view.ID = "x-"
	return view
}

// pairView returns the evidence of two programs of testdata. Each piece of a match is a match of its own.
func pairView(t *testing.T, leftName, rightName string) View {
	t.Helper()
	left, right := read(t, leftName, testdata(t, leftName)), read(t, rightName, testdata(t, rightName))
	var matches []pairs.Match
	for _, m := range matchesOf(left, right, minMatch) {
		for i := range m.Tiles {
			matches = append(matches, pairs.Match{Tiles: m.Tiles[i : i+1]})
		}
	}
	return Build(i18n.English(), Input{Program: left}, Input{Program: right}, matches)
}

// serve serves a page with the evidence of a pair, with or without the script, under a strict
// content security policy. It returns the address of the page.
func serve(t *testing.T, view View, scripted bool) string {
	t.Helper()
	return serveParts(t, scripted, MatchList(view), Panes(view), LineDiff(view))
}

// serveParts serves a page with these parts, and returns its address.
func serveParts(t *testing.T, scripted bool, parts ...templ.Component) string {
	t.Helper()
	script := ""
	if scripted {
		script = `<script src="/evidence.js" defer></script>`
	}
	page := `<!doctype html><html lang="en"><meta charset="utf-8"><title>pair</title>` +
		`<meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<link rel="icon" href="data:,"><link rel="stylesheet" href="/theme.css"><link rel="stylesheet" href="/evidence.css">` +
		script + `<main>` + render(t, parts...) + `</main>`
	files := map[string][2]string{
		"/":             {"text/html; charset=utf-8", page},
		"/theme.css":    {"text/css; charset=utf-8", ThemeCSS},
		"/evidence.css": {"text/css; charset=utf-8", CSS},
		"/evidence.js":  {"text/javascript; charset=utf-8", JS},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", file[0])
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:")
		fmt.Fprint(w, file[1])
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// longPair returns two programs with the same functions in opposite orders, long enough to scroll.
func longPair(t testing.TB) (left, right *program.Program) {
	return read(t, "left.cpp", longSource("f", []int{1, 2, 3, 4, 5, 6, 7, 8})),
		read(t, "right.cpp", longSource("g", []int{8, 7, 6, 5, 4, 3, 2, 1})+strings.Repeat("// room to scroll\n", 60))
}

// longSource returns a different function for each number in order, in this order. The functions
// are long enough to scroll.
func longSource(prefix string, order []int) string {
	operators := []string{"+", "-", "*", "/", "%", "&", "|", "^"}
	var b strings.Builder
	for _, n := range order {
		fmt.Fprintf(&b, "int %s%d(int a, int b) {\n", prefix, n)
		for i := range 12 {
			fmt.Fprintf(&b, "    a %s= b %s %d;\n", operators[(n+i)%8], operators[(n*i+3)%8], n)
		}
		b.WriteString("    return a;\n}\n\n")
	}
	return b.String()
}

// evaluate returns the value of a JavaScript expression on the page.
func evaluate[T any](t *testing.T, run func(chromedp.Action[T]) (T, error), expression string) T {
	t.Helper()
	value, err := run(chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// JavaScript expressions.
const (
	// tops has the heights of both ends of match %d, in pixels from the top of their panes.
	tops = `["l", "r"].map((side) => {
		const pane = document.querySelector('.pane[data-side="' + side + '"]');
		const mark = pane.querySelector('.match[data-match="%d"]');
		return Math.round(mark.getBoundingClientRect().top - pane.getBoundingClientRect().top);
	})`
	// scrolls says by how many pixels each pane is scrolled.
	scrolls = `["l", "r"].map((side) => document.querySelector('.pane[data-side="' + side + '"]').scrollTop)`
)

// areVisible reports whether heights in tops are inside the visible part of the panes, of about 800 pixels.
func areVisible(heights []int) bool {
	return heights[0] >= 0 && heights[0] <= 780 && heights[1] >= 0 && heights[1] <= 780
}

// In a browser, clicks, keys and addresses show both ends of a match, and the page fits every screen.
func TestBrowser(t *testing.T) {
	ctx := browsertest.New(t)
	address := serve(t, longView(t), true)
	consoleErrors := browsertest.ConsoleErrors(t, ctx)
	ints := func(a chromedp.Action[[]int]) ([]int, error) { return chromedp.Run(ctx, a) }
	wide := browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900})
	do := func(steps ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		if err := chromedp.Do(ctx, steps...); err != nil {
			t.Fatal(err)
		}
	}

	t.Run("a click on a match scrolls the other side to the same height", func(t *testing.T) {
		do(wide, chromedp.Navigate(address))
		evaluate(t, ints, `[...document.querySelectorAll(".pane")].map((pane) => pane.scrollTop = 0)`)
		do(chromedp.Click(chromedp.CSS(`.pane[data-side="l"] .match[data-match="1"]`)))
		if at := evaluate(t, ints, scrolls); at[0] != 0 || at[1] == 0 {
			t.Errorf("the panes are scrolled to %v, want only the right one scrolled", at)
		}
		if at := evaluate(t, ints, fmt.Sprintf(tops, 1)); at[0] != at[1] {
			t.Errorf("the two ends of match 1 are at the heights %v, want the same", at)
		}
	})
	t.Run("a page opens with both sides at match 1", func(t *testing.T) {
		do(wide, chromedp.Navigate("about:blank"), chromedp.Navigate(address))
		at := evaluate(t, ints, fmt.Sprintf(tops, 1))
		if !areVisible(at) {
			t.Errorf("the two ends of match 1 are at the heights %v, want both visible", at)
		}
		if at := evaluate(t, ints, scrolls); at[1] == 0 {
			t.Error("the right pane is not scrolled: the right end of match 1 is visible without the script")
		}
	})
	t.Run("a tab is as wide as four characters", func(t *testing.T) {
		do(wide, chromedp.Navigate(address))
		indents := evaluate(t, ints, `(() => {
			const line = document.querySelector(".line");
			return ["    x", "\tx", "\t\tx"].map((text) => {
				line.textContent = text;
				const range = document.createRange();
				range.setStart(line.firstChild, text.length - 1);
				range.setEnd(line.firstChild, text.length);
				return Math.round(range.getBoundingClientRect().left - line.getBoundingClientRect().left);
			});
		})()`)
		if four, tab, two := indents[0], indents[1], indents[2]; tab != four || two <= tab {
			t.Errorf("four spaces, one tab and two tabs are %v pixels wide, want a tab as wide as four spaces, and two wider", indents)
		}
	})
	t.Run("the number of a match moves no code of the line diff", func(t *testing.T) {
		do(wide, chromedp.Navigate(serveParts(t, true, MatchDiff(pairView(t, "left.cpp", "right.cpp")))))
		moved := evaluate(t, ints, `[...document.querySelectorAll(".diff .numbers")].map((numbers) => {
			const code = document.createRange();
			code.setStartAfter(numbers);
			code.setEndAfter(numbers.parentElement.lastChild);
			const left = () => code.getBoundingClientRect().left;
			const before = left();
			numbers.remove();
			return Math.round(before - left());
		})`)
		if diff := cmp.Diff(make([]int, len(moved)), moved); diff != "" || len(moved) < 2 {
			t.Errorf("pixels by which each of %d numbers moves the code of its line (-want +got):\n%s", len(moved), diff)
		}
	})
	t.Run("the number of a match inside a line moves no code", func(t *testing.T) {
		do(wide, chromedp.Navigate(serve(t, pairView(t, "left.cpp", "right.cpp"), true)))
		moved := evaluate(t, ints, `[...document.querySelectorAll(".pane .badge.raised")].map((badge) => {
			const mark = badge.parentElement;
			const end = () => mark.getBoundingClientRect().right;
			const before = end();
			badge.remove();
			return Math.round(before - end());
		})`)
		if diff := cmp.Diff(make([]int, len(moved)), moved); diff != "" || len(moved) < 2 {
			t.Errorf("pixels by which each of %d numbers moves the code behind it (-want +got):\n%s", len(moved), diff)
		}
		do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	})
	t.Run("the keys n and p go to the next and previous match", func(t *testing.T) {
		do(wide, chromedp.Navigate(address), chromedp.KeyEvent("n"), chromedp.KeyEvent("n"), chromedp.KeyEvent("p"))
		if at := evaluate(t, ints, fmt.Sprintf(tops, 2)); !areVisible(at) {
			t.Errorf("the two ends of match 2 are at the heights %v, want both visible", at)
		}
		texts := func(a chromedp.Action[string]) (string, error) { return chromedp.Run(ctx, a) }
		if got := evaluate(t, texts, `document.querySelector(".evidence-count").textContent`); !strings.HasPrefix(got, "Match 2 of ") {
			t.Errorf("the page shows the count %q, want match 2", got)
		}
		if got := evaluate(t, texts, `location.hash`); got != "#x-l2" {
			t.Errorf("the address ends in %q, want #x-l2", got)
		}
	})
	t.Run("an address that names a match shows the match", func(t *testing.T) {
		do(wide, chromedp.Navigate("about:blank"), chromedp.Navigate(address+"#x-r4"))
		if at := evaluate(t, ints, fmt.Sprintf(tops, 4)); !areVisible(at) {
			t.Errorf("the two ends of match 4 are at the heights %v, want both visible", at)
		}
	})
	t.Run("on a narrow screen, a click shows the other side", func(t *testing.T) {
		do(browsertest.Emulate(browsertest.Screen{Width: 390, Height: 844}), chromedp.Navigate("about:blank"), chromedp.Navigate(address),
			chromedp.Click(chromedp.CSS(`.pane[data-side="l"] .match[data-match="1"] .badge`)))
		seen := evaluate(t, ints, `[(() => {
			const box = document.querySelector('.pane[data-side="r"] .match[data-match="1"]').getBoundingClientRect();
			return box.left >= 0 && box.left < innerWidth && box.top >= 0 && box.top < innerHeight ? 1 : 0;
		})()]`)
		if seen[0] != 1 {
			t.Error("the right end of match 1 is not visible")
		}
	})
	for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 1440, Height: 900, Dark: true}, {Width: 390, Height: 844}} {
		t.Run(fmt.Sprintf("fits %d wide, dark %v", screen.Width, screen.Dark), func(t *testing.T) {
			do(browsertest.Emulate(screen), chromedp.Navigate(address))
			overflow, err := chromedp.Run(ctx, browsertest.HorizontalOverflow())
			if err != nil {
				t.Fatal(err)
			}
			if overflow != 0 {
				t.Errorf("the page is %d pixels too wide", overflow)
			}
		})
	}
	if got := consoleErrors(); len(got) > 0 {
		t.Errorf("the browser's console has errors: %q", got)
	}
}

// Without the script, the number of a match is a link to the other end of the match.
func TestBrowserWithoutScript(t *testing.T) {
	ctx := browsertest.New(t)
	if err := chromedp.Do(ctx,
		browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 900}),
		chromedp.Navigate(serve(t, longView(t), false)),
		chromedp.Click(chromedp.CSS(`.pane[data-side="l"] .match[data-match="1"] .badge`)),
	); err != nil {
		t.Fatal(err)
	}
	at, err := chromedp.Run(ctx, chromedp.Evaluate[[]int](scrolls))
	if err != nil {
		t.Fatal(err)
	}
	if at[1] == 0 {
		t.Error("the link did not scroll the right pane")
	}
}
