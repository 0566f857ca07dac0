package evidence

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
)

// tokenTexts formats the tokens of a pane by line: tokens of a match are in brackets with its
// number, and # at its start; excluded tokens are in braces.
func tokenTexts(p Pane) []string {
	var list []string
	for _, lines := range p.Tokens().Files {
		for _, line := range lines {
			text := fmt.Sprint(line.Number, ":")
			for _, run := range line.Runs {
				part := strings.Join(run.Texts, " ")
				switch {
				case run.StartsMatch:
					part = fmt.Sprintf("[%d# %s]", run.Match, part)
				case run.Match > 0:
					part = fmt.Sprintf("[%d %s]", run.Match, part)
				case run.Exclusion > 0:
					part = "{" + part + "}"
				}
				text += " " + part
			}
			list = append(list, text)
		}
	}
	return list
}

// The token view shows the tokens of each line, and marks those in matches.
func TestTokens(t *testing.T) {
	t.Parallel()
	left := read(t, "a.cpp", "// nothing\nint twice(int x) {\n\treturn x + x; // \"y\"\n}\n\nchar c = 'c';\n", "b.h", "\nint y = 1;\n")
	right := read(t, "b.cpp", "char d;\nlong int twofold(long y)\n{ return y + y; }\n")
	view := Build(i18n.English(), Input{Program: left}, Input{Program: right}, matchesOf(left, right, minMatch))
	want := []string{
		"2: [1# T I ( T I ) {]",
		"3: [1 return I + I ;]",
		"4: [1 }]",
		"6: T I = S ;",
		"2: T I = N ;",
	}
	if diff := cmp.Diff(want, tokenTexts(view.Left)); diff != "" {
		t.Errorf("left tokens (-want +got):\n%s", diff)
	}
	want = []string{
		"1: T I ;",
		"2: [1# T I ( T I )]",
		"3: [1 { return I + I ; }]",
	}
	if diff := cmp.Diff(want, tokenTexts(view.Right)); diff != "" {
		t.Errorf("right tokens (-want +got):\n%s", diff)
	}
}

// Both views show code of a match that is never called as grey, and label it once.
func TestUncalledCodeInMatches(t *testing.T) {
	t.Parallel()
	const helper = "int twice(int x) {\n    return x + x;\n}\n"
	left, right := read(t, "a.cpp", helper), read(t, "b.cpp", helper)
	left.Exclusions = slices.Repeat([]program.Exclusion{program.ExcludedUncalled}, len(left.Tokens))
	view := Build(i18n.English(), Input{Program: left}, Input{Program: right}, matchesOf(left, right, minMatch))
	const uncounted = `<mark class="match m0 uncounted" data-match="1">`
	for name, page := range map[string]string{"code": render(t, Panes(view)), "tokens": render(t, Tokens(view))} {
		if n := strings.Count(page, uncounted); n != 3 {
			t.Errorf("%s: %d runs are in the match and not counted, want 3", name, n)
		}
		if n := strings.Count(page, uncounted+`<span class="aside"`); n != 2 { // after the first, the number of the match
			t.Errorf("%s: %d runs are grey at their start, want 2", name, n)
		}
		if n := strings.Count(page, `<span class="reason">never called<`); n != 1 {
			t.Errorf("%s: %d labels, want 1", name, n)
		}
	}
}

// The token view marks as many tokens and matches as the view of the code.
func TestTokensAgreeWithMatches(t *testing.T) {
	t.Parallel()
	view := forestView(t)
	for _, p := range []Pane{view.Left, view.Right} {
		matched, excluded, badges := 0, 0, 0
		for _, lines := range p.Tokens().Files {
			for _, line := range lines {
				for _, run := range line.Runs {
					if run.Match > 0 {
						matched += len(run.Texts)
					}
					if run.StartsMatch {
						badges++
					}
					if run.Exclusion > 0 {
						excluded += len(run.Texts)
					}
				}
			}
		}
		if matched != view.Tokens() || badges != len(view.Matches) || excluded == 0 {
			t.Errorf("%s: %d tokens in %d matches, want %d in %d; %d excluded, want some", p.Participant, matched, badges, view.Tokens(), len(view.Matches), excluded)
		}
	}
}

// The markup of the token view is limited for any program of 64 KB.
func TestTokensLimit(t *testing.T) {
	t.Parallel()
	const size = 64 << 10
	body := strings.Repeat("a+", 40)
	tests := map[string]string{
		"one token for each byte": strings.Repeat("<", size),
		"names on one line":       strings.Repeat("a ", size/2),
		"names on many lines":     strings.Repeat("a\n", size/2),
		"macros of many names":    "#define m(a) " + body + "a\n" + strings.Repeat("m(1)\n", size/5-20),
	}
	for name, source := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if len(source) > size {
				t.Fatalf("the program has %d bytes, want at most %d", len(source), size)
			}
			program := read(t, "a.cpp", source)
			view := Build(i18n.English(), Input{Program: program}, Input{Program: program}, nil)
			tokens, shown := view.Left.Tokens(), 0
			for _, line := range tokens.Files[0] {
				for _, run := range line.Runs {
					shown += len(run.Texts)
				}
			}
			if shown > maxTokens || shown+tokens.Omitted != len(program.Tokens) {
				t.Errorf("%d tokens are shown and %d omitted, of %d", shown, tokens.Omitted, len(program.Tokens))
			}
			if n := len(render(t, Tokens(view))); n > 6<<20 {
				t.Errorf("%d bytes of markup, want at most 6 MiB", n)
			}
		})
	}
}
