package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// The log can be limited to a person, to a topic and to both. Its pages keep the filter.
func TestLogFilter(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	id := j.Check.ContestID
	add := func(by review.Person, contestID int64, action review.Action, d review.Details) {
		t.Helper()
		webtest.Must(t, j.DB.Log(t.Context(), review.Entry{Actor: by, ContestID: contestID, Action: action, Details: d}))
	}
	webtest.Must(t, j.DB.Log(t.Context(), review.Entry{Actor: j.Person("ben"), ContestID: id, Action: review.ActionAddSource, Note: "answer 1\nanswer 2",
		Details: review.Details{To: "generated"}}))
	for range 101 {
		add(j.Person("ann"), id, review.ActionDecide, review.Details{Decision: review.Confirmed})
	}
	add(j.Person("ann"), id, review.ActionExport, review.Details{File: "pair.html"})
	add(j.Person("ben"), id, review.ActionRule, review.Details{Decision: review.Dismissed})
	add(review.Server, id, review.ActionErase, review.Details{Setting: review.ErasedPlaces, Count: 3})
	j.SignInAs("cid")
	path, ann := fmt.Sprintf("/contests/%d/log", id), fmt.Sprint(j.Users["ann"].ID)
	for _, test := range []struct {
		query, entries, newest string
	}{
		{"?who=" + ann, "102 entries", "ann Exported evidence of a pair"},
		{"?who=" + ann + "&action=decisions", "101 entries", "ann Decided: confirmed"},
		{"?who=&action=decisions", "102 entries", "ben Ruled: dismissed"},
		{"?who=server&action=", "1 entry", "server Erased addresses and seats of 3 participants"},
	} {
		page := j.Page(path + test.query)
		rows := page.All("tr")
		if len(rows) < 2 {
			t.Fatalf("%s: no entries: %s", test.query, page.Text())
		}
		words := webtest.TextOf(rows[1])
		if !strings.Contains(page.Text(), test.entries) || !strings.Contains(words, test.newest) {
			t.Errorf("%s: want %s, the newest %q, got %s", test.query, test.entries, test.newest, page.Text())
		}
	}
	if empty := j.Page(path + "?who=server&action=decisions"); !strings.Contains(empty.Text(), "No entries with these filters.") {
		t.Errorf("a filter without entries: %s", empty.Text())
	}
	note := j.Page(path+"?action=sources").One("span", "class", "note")
	if got := webtest.TextOf(note); got != "answer 1 answer 2" {
		t.Errorf("a note of two lines is %q", got)
	}
	filtered := path + "?action=decisions&who=" + ann
	next := j.Page(filtered).One("a", "rel", "next")
	if diff := cmp.Diff(path+"?action=decisions&page=2&who="+ann, webtest.Attribute(next, "href")); diff != "" {
		t.Errorf("next page (-want +got):\n%s", diff)
	}
	second := j.Page(webtest.Attribute(next, "href"))
	if rows := second.All("tr"); len(rows) != 2 {
		t.Errorf("the second page has %d entries, want the oldest one: %s", len(rows)-1, second.Text())
	}
	var chosen []string
	for _, option := range second.All("option", "selected", "") {
		chosen = append(chosen, webtest.TextOf(option))
	}
	if diff := cmp.Diff([]string{"ann", "Decisions"}, chosen); diff != "" {
		t.Errorf("chosen on the second page (-want +got):\n%s", diff)
	}
}
