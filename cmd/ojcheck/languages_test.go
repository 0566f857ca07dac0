package main

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

var (
	// twoWords matches two English words in a row.
	twoWords = regexp.MustCompile(`\b[A-Za-z]?[a-z]{2,} [a-z]{2,}\b`)
	// sameEverywhere matches stored texts, which are the same in all languages: names and default outcomes.
	sameEverywhere = regexp.MustCompile(`Sample contest|ojcheck [a-z]+|warning problem voided disqualified`)
)

// shownTexts returns the texts of a page that readers see or hear, without programs.
func shownTexts(t *testing.T, page string) []string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	var visit func(*html.Node)
	visit = func(n *html.Node) {
		if slices.Contains(n.Attr, html.Attribute{Key: "lang", Val: "en"}) {
			return // a text that is in English in all languages
		}
		if n.Type == html.TextNode {
			texts = append(texts, strings.Join(strings.Fields(n.Data), " "))
		}
		for _, a := range n.Attr {
			if slices.Contains([]string{"aria-label", "alt", "title", "placeholder", "data-label", "data-before"}, a.Key) {
				texts = append(texts, a.Val)
			}
		}
		if !slices.Contains([]string{"pre", "code", "script", "style", "noscript", "kbd"}, n.Data) || n.Type != html.ElementNode {
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				visit(c)
			}
		}
	}
	visit(root)
	return texts
}

// No page in Japanese has a sentence that is the same on the English pages. A sentence that the code does not translate is the same in
// all languages, and TestCatalogues in internal/i18n compares the other catalogues.
func TestPagesAreTranslated(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	root := signIn(t, serveFor(t))
	check := root.checkSample()
	root.walk([]string{check}, func(path, _ string) {
		if m := regexp.MustCompile(`^/pairs/\d+$`).FindString(path); m != "" {
			root.post(path+"/decide", url.Values{"decision": {"confirmed"}, "reason": {"copied"}, "note": {"x"}})
		}
	})
	start := []string{"/", check, "/contests/1/log", "/contests/1/members", "/contests/1/settings", "/contests/1/checks", "/contests/1/outcomes",
		"/contests/1/live", "/contests/1/bundle.html", check + "/pairs.html", check + "/skipped", check + "/unlisted", check + "/clusters", check + "/clusters/1",
		check + "/participants", "/log", "/search", "/help", "/account", "/accounts", "/contests/new", "/nowhere", "/contests/1/participants/1"}
	english := map[string]bool{}
	root.walk(start, func(_, page string) {
		for _, text := range shownTexts(t, page) {
			english[text] = true
		}
	})
	w := newWalker(t, root.base)
	w.client.Jar = root.client.Jar
	w.language, w.perKind = "ja", 3
	reported := map[string]bool{}
	kinds := w.walk(start, func(path, page string) {
		if !strings.Contains(page, `lang="ja"`) && strings.Contains(page, "<html") {
			t.Errorf("%s is not marked as Japanese", path)
		}
		for _, text := range shownTexts(t, page) {
			if english[text] && twoWords.MatchString(sameEverywhere.ReplaceAllString(text, "")) && !reported[text] {
				reported[text] = true
				t.Errorf("%s has %q", path, text)
			}
		}
	})
	if kinds < 20 {
		t.Errorf("%d kinds of pages, want at least 20", kinds)
	}
}
