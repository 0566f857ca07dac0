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
func (v View) rows() (rows []Row, ok bool) {
	left, right := v.Left.cells(), v.Right.cells()
	if len(left)+len(right) > maxDiffLines {
		return nil, false
	}
	var removed, added []Cell
	flush := func() {
		rows = append(rows, align(removed, added)...)
		removed, added = nil, nil
	}
	for _, e := range edits(keys(left), keys(right)) {
		switch e.op {
		case diffmatchpatch.DiffEqual:
			flush()
			for i := range e.count {
				rows = append(rows, Row{Equal, left[i], right[i]})
			}
			left, right = left[e.count:], right[e.count:]
		case diffmatchpatch.DiffDelete:
			removed = append(removed, left[:e.count]...)
			left = left[e.count:]
		case diffmatchpatch.DiffInsert:
			added = append(added, right[:e.count]...)
			right = right[e.count:]
		}
	}
	flush()
	return rows, true
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

// keys returns what is compared of each line: its words, without the blanks
// around and between them, so that a change of layout is no change.
func keys(cells []Cell) []string {
	keys := make([]string, len(cells))
	for i, c := range cells {
		keys[i] = strings.Join(strings.Fields(c.Line.text()), " ")
	}
	return keys
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
