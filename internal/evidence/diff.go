package evidence

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// maxDiffLines limits the sum of both programs' lines, because aligning them takes quadratic time. A program of 64
// KB, the usual limit of judge systems, has 2,000 to 4,000 lines.
const maxDiffLines = 10_000

// rowKind is the kind of a row of the line diff, and its CSS class.
type rowKind string

const (
	equalRow   rowKind = "equal"   // equal on both sides except for blanks
	changedRow rowKind = "changed" // similar lines with marked differences
	removedRow rowKind = "removed" // only in the left program
	addedRow   rowKind = "added"   // only in the right program
)

// diffRow is one row of the line diff.
type diffRow struct {
	Kind        rowKind
	Left, Right diffCell // the zero diffCell if a side has no line
}

// diffCell is one line in the diff.
type diffCell struct {
	File  string // path of the file, on its first line if there are several files
	Line  Line
	Edits []byteRange // differences from the other side
}

// rows aligns equal lines first, and then the lines between them by similarity. ok is false if there are too
// many lines.
func (v View) rows() (rows []diffRow, ok bool) {
	left, right := v.Left.cells(), v.Right.cells()
	if len(left)+len(right) > maxDiffLines {
		return nil, false
	}
	leftKeys, leftIndices := wordLines(left)
	rightKeys, rightIndices := wordLines(right)
	a := aligner{maxAlignSteps}
	i, j := 0, 0 // how many lines of each side are in rows
	for _, run := range alignedRuns(leftKeys, rightKeys) {
		for n := range min(run.left, run.right) { // equal lines
			l, r := leftIndices[n], rightIndices[n]
			rows = append(rows, a.align(left[i:l], right[j:r])...)
			rows = append(rows, diffRow{equalRow, left[l], right[r]})
			i, j = l+1, r+1
		}
		leftIndices, rightIndices = leftIndices[run.left:], rightIndices[run.right:]
	}
	return append(rows, a.align(left[i:], right[j:])...), true
}

func (p Pane) cells() []diffCell {
	var cells []diffCell
	for _, f := range p.Files {
		for i, line := range f.Lines {
			cell := diffCell{Line: line}
			if i == 0 && len(p.Files) > 1 {
				cell.File = f.Path
			}
			cells = append(cells, cell)
		}
	}
	return cells
}

// wordLines finds the cells that have a word character. It returns their texts without blanks, and their indices.
// rows aligns only such lines by equal text, because lines with only braces are equal in unrelated places too.
func wordLines(cells []diffCell) (keys []string, indices []int) {
	for i, c := range cells {
		text := c.Line.text()
		if strings.ContainsFunc(text, isWordCharacter) {
			keys = append(keys, removeBlanks(text))
			indices = append(indices, i)
		}
	}
	return keys, indices
}

func (l Line) text() string {
	var b strings.Builder
	for span := range l.spans() {
		b.WriteString(span.Text)
	}
	return b.String()
}

// contextRows is the number of equal rows shown around a change.
const contextRows = 3

type section struct {
	Folded bool
	Rows   []diffRow
}

// fold groups rows into sections, and folds the middle of each long run of equal rows.
func fold(rows []diffRow) (sections []section) {
	add := func(rows []diffRow, isFolded bool) {
		if len(rows) > 0 {
			sections = append(sections, section{isFolded, rows})
		}
	}
	added := 0 // number of rows in sections
	for i := 0; i < len(rows); {
		if rows[i].Kind != equalRow {
			i++
			continue
		}
		end := i
		for end < len(rows) && rows[end].Kind == equalRow {
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
			add(rows[added:from], false)
			add(rows[from:to], true)
			added = to
		}
		i = end
	}
	add(rows[added:], false)
	return sections
}

// focusAttributes returns attributes that let the keyboard scroll an element, if the element scrolls.
func focusAttributes(scrolls bool) templ.Attributes {
	if !scrolls {
		return nil
	}
	return templ.Attributes{"tabindex": "0", "role": "region"}
}

// diffRows renders rows without templ, for the reasons given at func code. If numbered is true, each row has the
// numbers of the matches that start in it.
func (v View) diffRows(rows []diffRow, numbered bool) templ.Component {
	return component(rows, func(p *i18n.Printer, b []byte, row diffRow) []byte {
		b = appendStrings(b, `<div class="diff-row `, string(row.Kind), `">`)
		b = v.appendCell(p, b, leftSide, row.Left, "del", numbered)
		b = v.appendCell(p, b, rightSide, row.Right, "ins", numbered)
		return append(b, "</div>\n"...)
	})
}

// appendCell appends one side of a row. Each difference is in an HTML element with the name editElement.
func (v View) appendCell(p *i18n.Printer, b []byte, s side, c diffCell, editElement string, numbered bool) []byte {
	if c.Line.Number == 0 {
		return appendStrings(b, `<span class="diff-none `, s.name(), `"></span>`)
	}
	b = appendStrings(b, `<code class="chroma `, s.name())
	if numbered && c.Line.Match > 0 {
		b = appendStrings(b, ` `, colour(c.Line.Match), `" data-in="`, strconv.Itoa(c.Line.Match))
	}
	if numbered {
		b = appendStrings(b, `" data-side="`, string(s))
	}
	b = append(b, `" data-line="`...)
	b = append(strconv.AppendInt(b, int64(c.Line.Number), 10), `">`...)
	if numbered {
		b = v.appendCellBadges(p, b, s, c.Line)
	}
	if c.File != "" {
		b = appendStrings(b, `<span class="file-path">`, templ.EscapeString(text.Visible(c.File)), "</span>")
	}
	offset, edits := 0, c.Edits // offset is in the visible text
	for span := range c.Line.spans() {
		for span.Text != "" {
			for len(edits) > 0 && edits[0].end <= offset {
				edits = edits[1:]
			}
			length, isEdit := len(span.Text), len(edits) > 0 && edits[0].start <= offset
			switch {
			case isEdit:
				length = min(length, edits[0].end-offset)
				b = appendStrings(b, "<", editElement, ">")
			case len(edits) > 0:
				length = min(length, edits[0].start-offset)
			}
			b = appendSpan(b, Span{Class: span.Class, Text: span.Text[:length]})
			if isEdit {
				b = appendStrings(b, "</", editElement, ">")
			}
			offset += length
			span.Text = span.Text[length:]
		}
	}
	return append(b, "</code>"...)
}

// appendCellBadges appends the numbers of the matches that start in a line. They stand above it, so that they move no code.
func (v View) appendCellBadges(p *i18n.Printer, b []byte, s side, line Line) []byte {
	if !slices.ContainsFunc(line.Runs, func(run Run) bool { return run.StartsMatch }) {
		return b
	}
	b = append(b, `<span class="numbers">`...)
	for _, run := range line.Runs {
		if run.StartsMatch {
			number := strconv.Itoa(run.Match)
			b = appendStrings(b, `<span class="match at `, colour(run.Match), `" data-match="`, number, `">`)
			b = append(v.appendBadge(p, b, s, run.Match, false), "</span>"...)
		}
	}
	return append(b, "</span>"...)
}
