package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/ojcheck/ojcheck/internal/browsertest"
)

// offlineTab returns a browser tab without network.
func offlineTab(t *testing.T) context.Context {
	t.Helper()
	ctx := browsertest.New(t)
	if err := chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Offline: true, DownloadThroughput: -1, UploadThroughput: -1}},
		})
		return err
	})); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// media lets the browser show the page for a medium, such as print.
func media(name string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name})
		return err
	})
}

// A bundle works in a browser without network: clicks and keys lead to matches, and it fits the screen.
func TestBundleOffline(t *testing.T) {
	ctx := offlineTab(t)
	complaints := browsertest.ConsoleErrors(t, ctx)
	address := writePage(t, writeHTMLBundle(t, bundle(2), nil))
	text := func(t *testing.T, expression string) string {
		t.Helper()
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string](expression))
		if err != nil {
			t.Fatalf("%s: %v", expression, err)
		}
		return got
	}
	open := func(t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		must(t, chromedp.Do(ctx, append([]chromedp.Action[chromedp.Void]{chromedp.Navigate("about:blank"), chromedp.Navigate(address)}, steps...)...))
	}
	const bothInView = `["#p1-l1", "#p1-r1"].map((s) => {
		const r = document.querySelector(s).getBoundingClientRect();
		return r.top >= 0 && r.bottom <= innerHeight;
	}).join()`
	must(t, chromedp.Do(ctx, browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 700})))
	t.Run("a click leads to the match on both sides", func(t *testing.T) {
		open(t, chromedp.Click(chromedp.CSS(`.match-list a[href="#p1-l1"]`)))
		if got := text(t, bothInView); got != "true,true" {
			t.Errorf("the match is in view on the left and right: %s, want true,true", got)
		}
	})
	t.Run("a key leads to a match", func(t *testing.T) {
		open(t)
		if got := text(t, `(document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "n", bubbles: true})), document.querySelectorAll(".match.current").length > 0 ? "yes" : "no")`); got != "yes" {
			t.Errorf("a match is current: %s, want yes", got)
		}
	})
	for _, screen := range []browsertest.Screen{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Dark: true}} {
		t.Run(fmt.Sprintf("fits %d", screen.Width), func(t *testing.T) {
			open(t, browsertest.Emulate(screen))
			overflow, err := chromedp.Run(ctx, browsertest.HorizontalOverflow())
			if err != nil || overflow != 0 {
				t.Errorf("the page is %d pixels too wide (error %v)", overflow, err)
			}
		})
	}
	if got := complaints(); len(got) > 0 {
		t.Errorf("the browser complains: %q", got)
	}
}

// Without JavaScript, all pairs of a bundle are open, and links lead to matches.
func TestBundleWithoutJavaScript(t *testing.T) {
	ctx := offlineTab(t)
	address := writePage(t, writeHTMLBundle(t, bundle(2), nil))
	if err := chromedp.Do(ctx,
		chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
			return err
		}),
		browsertest.Emulate(browsertest.Screen{Width: 1440, Height: 700}),
		chromedp.Navigate(address),
		chromedp.Click(chromedp.CSS(`.match-list a[href="#p1-r1"]`)),
	); err != nil {
		t.Fatal(err)
	}
	// Evaluate works although the page itself may not run scripts.
	at, err := chromedp.Run(ctx, chromedp.Evaluate[string](`(() => {
		const r = document.querySelector("#p1-r1").getBoundingClientRect();
		return [location.hash, r.top >= 0 && r.bottom <= innerHeight,
			[...document.querySelectorAll("details.pair")].every((d) => d.open), document.documentElement.classList.contains("scripted")].join();
	})()`))
	if err != nil || at != "#p1-r1,true,true,false" {
		t.Errorf("hash, match in view, all pairs open, scripted: %s (error %v), want #p1-r1,true,true,false", at, err)
	}
}

// On A4, every line of both programs is complete: it is wrapped, and not cut off or covered.
func TestBundleOnPaper(t *testing.T) {
	ctx := offlineTab(t)
	address := writePage(t, writeHTMLBundle(t, bundle(2), nil))
	const a4, margins = 794, 2 * 45 // CSS pixels
	must(t, chromedp.Do(ctx, browsertest.Emulate(browsertest.Screen{Width: a4 - margins, Height: 1123}), chromedp.Navigate(address), media("print")))
	lines, err := chromedp.Run(ctx, chromedp.Evaluate[string](`JSON.stringify([...document.querySelectorAll("#p1-left .line, #p1-right .line")].map((line) => {
		const box = line.getBoundingClientRect();
		const copy = line.cloneNode(true);
		copy.querySelectorAll(".badge, .reason").forEach((e) => e.remove());
		let cut = line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight + 1 || box.height === 0 || box.right > innerWidth;
		for (let e = line.parentElement; e; e = e.parentElement) {
			const style = getComputedStyle(e);
			const outer = e.getBoundingClientRect();
			if (style.overflowX !== "visible" && (box.right > outer.right + 1 || box.bottom > outer.bottom + 1)) cut = true;
		}
		const style = getComputedStyle(line);
		return {text: copy.textContent.replace(/\n$/, ""), cut, rows: Math.round(box.height / parseFloat(style.lineHeight)),
			hanging: parseFloat(style.textIndent) < 0, unbroken: style.breakInside === "avoid", number: getComputedStyle(line, "::after").content};
	}))`))
	must(t, err)
	var got []struct {
		Text, Number           string
		Rows                   int
		Cut, Hanging, Unbroken bool
	}
	must(t, json.Unmarshal([]byte(lines), &got))
	want := strings.Split(strings.TrimSuffix(sources["A/ada/01-AC.cpp"]+sources[widePath], "\n"), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d", len(got), len(want))
	}
	wrapped, numbered := 0, 0
	for i, line := range got {
		if line.Text != want[i] {
			t.Errorf("line %d is %q, want %q", i+1, line.Text, want[i])
		}
		if line.Cut || !line.Hanging || !line.Unbroken {
			t.Errorf("line %d: cut %v, hanging indent %v, kept on one page %v: %.60q", i+1, line.Cut, line.Hanging, line.Unbroken, line.Text)
		}
		if line.Rows > 3 {
			wrapped++
		}
		if strings.Contains(line.Number, "1") {
			numbered++
		}
	}
	if wrapped != 3 {
		t.Errorf("%d long lines are wrapped, want 3", wrapped)
	}
	if numbered == 0 {
		t.Error("no line shows the number of its match")
	}
	cut, err := chromedp.Run(ctx, chromedp.Evaluate[string](`[...document.querySelectorAll("table, pre, section, dl, p, li, blockquote")]
		.filter((e) => e.getClientRects().length > 0 && (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== "visible" || e.getBoundingClientRect().right > innerWidth + 1))
		.map((e) => e.outerHTML.slice(0, 80)).join("; ")`))
	if err != nil || cut != "" {
		t.Errorf("cut off on paper: %s (error %v)", cut, err)
	}
	names, err := chromedp.Run(ctx, chromedp.Evaluate[float64](`document.querySelector(".ranking .names").getBoundingClientRect().width`))
	if err != nil || names < 65 {
		t.Errorf("the names in the ranking have %v pixels on paper (error %v), want 65 or more, enough for a word in a line", names, err)
	}
	prefer, background := true, true
	printed, err := chromedp.Run(ctx, func(ctx context.Context, target *chromedp.Target) (page.PrintToPDFResult, error) {
		return cdp.Call(ctx, target, page.PrintToPDF, page.PrintToPDFParams{PreferCSSPageSize: &prefer, PrintBackground: &background})
	})
	if err != nil || !bytes.HasPrefix(printed.Data, []byte("%PDF-")) || !bytes.Contains(printed.Data, []byte("%%EOF")) {
		t.Errorf("%d bytes (error %v), which are not a PDF", len(printed.Data), err)
	}
	breaks, err := chromedp.Run(ctx, chromedp.Evaluate[string](`[true, false].map((open) => {
		const [first, second] = document.querySelectorAll(".pair");
		first.open = open;
		return getComputedStyle(second).breakBefore;
	}).join()`))
	if err != nil || breaks != "page,auto" {
		t.Errorf("the breaks before the second pair are %s (error %v), want one only if the first is open", breaks, err)
	}
}
