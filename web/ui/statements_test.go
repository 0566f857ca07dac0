package ui_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/web/webtest"
)

// The number of SQL statements of a page does not depend on how much it lists. Statements that authorise the viewer
// count too; -v prints the numbers.
func TestStatements(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("cid")
	// The first page reads what stays in memory for all pairs of the problem.
	const rank = 3
	j.Page(j.PairPath(rank, ""))
	assign := []string{"to", strconv.FormatInt(j.Users["ann"].ID, 10)}
	for _, p := range j.Pairs[:min(50, len(j.Pairs))] {
		assign = append(assign, "pair", strconv.FormatInt(p.ID, 10))
	}
	check := fmt.Sprintf("/checks/%d", j.Check.ID)
	get := func(path string) func() { return func() { j.Page(path) } }
	for _, tt := range []struct {
		name string
		most int
		send func()
	}{
		{"contest", 13, get(fmt.Sprintf("/contests/%d", j.Check.ContestID))},
		{"contest with one check", 14, get(check)},
		{"participants", 6, get(check + "/participants")},
		{"clusters", 11, get(check + "/clusters")},
		{"cluster", 10, get(check + "/clusters/1")},
		{"pair", 15, get(j.PairPath(rank, ""))},
		{fmt.Sprintf("assign %d pairs", len(assign)/2-1), 10, func() { j.Post(check+"/assign", assign...) }},
	} {
		j.Statements.Take()
		tt.send()
		list := j.Statements.Take()
		t.Logf("%s: %d statements", tt.name, len(list))
		if len(list) > tt.most {
			t.Errorf("%s: %d statements, want at most %d:\n%s", tt.name, len(list), tt.most, strings.Join(list, "\n"))
		}
	}
}
