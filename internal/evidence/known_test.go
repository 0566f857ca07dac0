package evidence

import (
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// The code that stands in a known source is marked on each line without its indentation, and its source is
// named once.
func TestKnownPassages(t *testing.T) {
	t.Parallel()
	p := read(t, "a.cpp", "int main() {\n\tint sum = 0;\n\tsum += 2;   \n\treturn sum;\n}\n")
	first, last := -1, -1
	for i, token := range p.Tokens {
		switch text := string(p.Text[token.Start:token.End]); {
		case strings.HasPrefix(text, "sum") && first < 0:
			first = i
		case text == "2":
			last = i
		}
	}
	if first < 0 || last < first {
		t.Fatalf("tokens %d to %d", first, last)
	}
	known := KnownPassage{Passage: contest.Passage{First: first, Tokens: last - first + 1}, Name: "answer & 2", Kind: contest.Generated}
	view := Build(i18n.English(), Input{Participant: "ann", Program: p, Known: []KnownPassage{known}}, Input{Participant: "ben", Program: read(t, "b.cpp", "int x;\n")}, nil)
	var marked []string
	for _, line := range view.Left.Files[0].Lines {
		text := ""
		for _, run := range line.Runs {
			for _, span := range run.Spans {
				if span.Known == 1 {
					text += span.Text
				}
			}
		}
		marked = append(marked, text)
	}
	if got := strings.Join(marked, "|"); got != "|sum = 0;|sum += 2||" {
		t.Errorf("marked is %q", got)
	}
	var b strings.Builder
	if err := Panes(view).Render(i18n.With(t.Context(), i18n.English()), &b); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{
		`<span class="known" title="in a known source: answer &amp; 2 (generated)">`: 2,
		`<span class="unseen">in a known source: answer &amp; 2 (generated) </span>`: 1,
		`<span class="known">Dotted underline</span>: in a known source:`:            1,
	} {
		if got := strings.Count(b.String(), text); got != want {
			t.Errorf("%q is %d times on the page, want %d", text, got, want)
		}
	}
}
