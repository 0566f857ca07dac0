package evidence

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
)

// A large binary file of which little is shown does not use up the room of the files after it.
func TestPaneAfterLargeFile(t *testing.T) {
	t.Parallel()
	source := strings.Repeat("int a;\n", 3000)
	pane := BuildPane(t.Context(), PaneInput{Files: []contest.File{
		{Path: "image.bin", Content: bytes.Repeat([]byte{0, 1, 2, 3}, maxPaneBytes/4)}, {Path: "main.cpp", Content: []byte(source)},
	}})
	if lines, notes := len(pane.Files[1].Lines), pane.Files[1].Notes; lines != 3000 || len(notes) > 0 {
		t.Errorf("the second file has %d lines and the notes %q, want 3000 lines and no note", lines, notes)
	}
}

// OwnPane says nothing of the other program: neither where it has the matches, nor how it differs, nor whose it is.
func TestOwnPane(t *testing.T) {
	t.Parallel()
	const before, shared = "int one(int a) { return a * 7 + 1; }\n", "int twice(int x) { int y = x + x; return y * y - x; }\n"
	left := read(t, "a.cpp", before+shared)
	right := read(t, "b.cpp", shared)
	for _, p := range []*program.Program{left, right} {
		p.Exclusions = make([]program.Exclusion, len(p.Tokens))
		p.Exclusions[len(p.Tokens)-1] = program.ExcludedShared
	}
	matches := matchesOf(left, right, minMatch)
	matches[0].Tiles[0].Length-- // the last token is in no match
	view := Build(i18n.English(), Input{Participant: "ann", Program: left}, Input{Participant: "ben", Program: right}, matches)
	both := render(t, Panes(view))
	for _, side := range []struct {
		other   string
		isRight bool
	}{{"ben", false}, {"ann", true}} {
		own := render(t, OwnPane(view, side.isRight))
		if !strings.Contains(own, "template of both") || !strings.Contains(own, `aria-label="Match 1"`) {
			t.Errorf("the pane lacks the match or the template:\n%s", own)
		}
		for _, secret := range []string{side.other, "on the other side", "data-about"} {
			if strings.Contains(own, secret) || !strings.Contains(both, secret) {
				t.Errorf("%q is beside the other program: %t, alone: %t; want true and false", secret, strings.Contains(both, secret), strings.Contains(own, secret))
			}
		}
	}
}
