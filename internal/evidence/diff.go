package evidence

import (
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// maxDiffLines bounds the lines of both programs together that are aligned: the
// work may grow with the square. 64 KB of code is 2,000 to 4,000 lines.
const maxDiffLines = 10_000

// Kind tells what a row of the line diff holds.
type Kind string

// The kinds of rows; they are also their classes.
const (
	Equal   Kind = "equal"   // the same on both sides, but for blanks
	Changed Kind = "changed" // much alike; what differs is marked
	Removed Kind = "removed" // only in the left program
	Added   Kind = "added"   // only in the right program
)

// Row is one row of the line diff.
type Row struct {
	Kind        Kind
	Left, Right Cell // the zero Cell where a side has no line
}

// Cell is one line in the diff.
type Cell struct {
	File  string // path, on the first line of each file of several
	Line  Line
	Edits []bounds // what differs from the other side, as bytes of the line's shown text
}

// bounds are a stretch of a line's shown text, in bytes.
type bounds struct{ start, end int }

// rows aligns the lines of both programs; ok is false where they are too many.
// Lines that are equal on both sides are found first; what lies between them
// is aligned by likeness.
func (v View) rows() (rows []Row, ok bool) {
	left, right := v.Left.cells(), v.Right.cells()
	if len(left)+len(right) > maxDiffLines {
		return nil, false
	}
	leftKeys, leftPlaces := anchors(left)
	rightKeys, rightPlaces := anchors(right)
	i, j := 0, 0 // lines in rows
	for _, e := range edits(leftKeys, rightKeys) {
		if e.op == diffmatchpatch.DiffEqual {
			for n := range e.count {
				a, b := leftPlaces[n], rightPlaces[n]
				rows = append(rows, align(left[i:a], right[j:b])...)
				rows = append(rows, Row{Equal, left[a], right[b]})
				i, j = a+1, b+1
			}
		}
		if e.op != diffmatchpatch.DiffInsert {
			leftPlaces = leftPlaces[e.count:]
		}
		if e.op != diffmatchpatch.DiffDelete {
			rightPlaces = rightPlaces[e.count:]
		}
	}
	return append(rows, align(left[i:], right[j:])...), true
}

// cells lists the lines of all files.
func (p Pane) cells() []Cell {
	var cells []Cell
	for _, f := range p.Files {
		for i, line := range f.Lines {
			cell := Cell{Line: line}
			if i == 0 && len(p.Files) > 1 {
				cell.File = f.Path
			}
			cells = append(cells, cell)
		}
	}
	return cells
}

// key returns what is compared of a line: its text without blanks, so that a
// change of layout is no change.
func key(text string) string {
	return strings.Join(strings.Fields(text), "")
}

// anchors are the lines that the alignment hangs on: those with a letter or a
// digit. A brace or a blank line looks like any other and would tie places
// together that have nothing in common.
func anchors(cells []Cell) (keys []string, places []int) {
	for i, c := range cells {
		text := c.Line.text()
		if strings.ContainsFunc(text, func(r rune) bool { return classOf(r) == letter }) {
			keys = append(keys, key(text))
			places = append(places, i)
		}
	}
	return keys, places
}

// text is what is shown of a line.
func (l Line) text() string {
	var b strings.Builder
	for _, run := range l.Runs {
		for _, span := range run.Spans {
			b.WriteString(span.Text)
		}
	}
	return b.String()
}

// contextRows are shown around a change; longer stretches of equal rows are
// folded.
const contextRows = 3

// stretch is some rows of the diff, folded or not.
type stretch struct {
	Folded bool
	Rows   []Row
}

// fold groups rows, so that long stretches of equal ones can be folded away.
func fold(rows []Row) []stretch {
	var stretches []stretch
	show := func(rows []Row, folded bool) {
		if len(rows) > 0 {
			stretches = append(stretches, stretch{folded, rows})
		}
	}
	shown := 0 // rows before this one are in stretches
	for i := 0; i < len(rows); {
		if rows[i].Kind != Equal {
			i++
			continue
		}
		end := i
		for end < len(rows) && rows[end].Kind == Equal {
			end++
		}
		from, to := i+contextRows, end-contextRows
		if i == 0 {
			from = 0
		}
		if end == len(rows) {
			to = end
		}
		if to-from > contextRows {
			show(rows[shown:from], false)
			show(rows[from:to], true)
			shown = to
		}
		i = end
	}
	show(rows[shown:], false)
	return stretches
}
