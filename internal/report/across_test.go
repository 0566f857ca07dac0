package report_test

import (
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// A pair of two languages is listed as one, with both languages, in every format.
func TestPairAcrossLanguages(t *testing.T) {
	t.Parallel()
	d := document()
	pair := &d.Pairs[0]
	pair.Language, pair.Left.Language, pair.Right.Language = contest.AcrossLanguages, "cpp", "java"
	for format, want := range map[string]string{
		"txt":  " C++ / Java ",
		"csv":  "1,A,across languages: C++ / Java,ada,",
		"json": `"language":"across languages","left":{"participant":"ada","path":"A/ada/01-AC.cpp","language":"cpp"}`,
		"html": "A · across languages: C++ / Java",
	} {
		if got := write(t, format, d); !strings.Contains(got, want) {
			t.Errorf("%s has no %q:\n%s", format, want, got)
		}
	}
	if got := write(t, "html", d); !strings.Contains(got, `<td class="minor">C++ / Java</td>`) {
		t.Error("the ranking of the HTML report does not name both languages")
	}
}
