package report_test

import (
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/report"
)

// Every format names the earlier contest of a pair, with its name escaped.
func TestEarlierContest(t *testing.T) {
	t.Parallel()
	d := document()
	d.Check.Parameters.Against = []string{"Fall", "=Spring\x1b[2J"}
	d.Check.Summary.Earlier = &contest.EarlierSummary{Contests: 2, Submissions: 7, Pairs: 1, Deleted: 1200}
	right := &d.Pairs[0].Right
	right.Contest, right.Problem = "=Spring\x1b[2J", "Q"
	notes := []string{"earched 2 earlier contests: 7 submissions near enough", "1,200 pairs with earlier contests that were deleted since are gone"}
	for format, want := range map[string][]string{
		"txt": {"linus (earlier: =Spring␛[2J, problem Q)"},
		"csv": {"too_simple,cluster,earlier_contest,earlier_problem", "false,,'=Spring␛[2J,Q", "false,,"},
		"json": append([]string{`"participant":"linus","path":"A/linus/02-AC.cpp","contest":"=Spring\u001b[2J","problem":"Q"}`,
			`"left":{"participant":"ada","path":"A/ada/01-AC.cpp"}`, `"against": [`}, notes...),
		"html": append([]string{"earlier: =Spring␛[2J, problem Q</small>", "<dd>earlier contests: Fall, =Spring␛[2J</dd>",
			"The right program was submitted to an earlier contest: problem Q of =Spring␛[2J."}, notes...),
	} {
		var b strings.Builder
		write := formats[format]
		if format == "txt" {
			d := d
			d.Pairs = d.Pairs[:1]
			must(t, report.Table(&b, d, 0))
		} else if err := write(&b, d); err != nil {
			t.Fatal(err)
		}
		for _, text := range want {
			if !strings.Contains(b.String(), text) {
				t.Errorf("%s does not contain %q:\n%s", format, text, b.String()[:min(b.Len(), 3000)])
			}
		}
		if strings.Count(b.String(), "\x1b") > 0 {
			t.Errorf("%s contains an escape sequence", format)
		}
	}
}
