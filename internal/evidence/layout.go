package evidence

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// layout turns one program into lines, cut at the bounds of matches, excluded passages and
// colours.
type layout struct {
	program    *program.Program
	starts     [][]int // for each file, the offsets of its lines in the text
	marks      []mark
	ranges     []Range // for each match in order of numbers
	matched    []int32 // for each token: the number of its match, or 0
	exclusions []Exclusion
	excluded   []int32 // for each token: index in exclusions plus 1, or 0

	participant, other string // safe to show; set by markExclusions
}

// mark is a marked span of the text: a piece of a match, or an excluded passage.
type mark struct {
	start, end int  // bytes of the text
	match      int  // number, or 0
	first      bool // the first piece of the match
	exclusion  int  // index in layout.exclusions plus 1, or 0
}

func newLayout(p *program.Program, matches int) *layout {
	l := &layout{program: p, ranges: make([]Range, 0, matches), matched: make([]int32, len(p.Tokens)), excluded: make([]int32, len(p.Tokens))}
	for _, f := range p.Files {
		l.starts = append(l.starts, lineStarts(p.Text, f.Start, f.End))
	}
	return l
}

// mark adds a match piece by piece; first returns the first token of a piece.
func (l *layout) mark(number int, tiles []pairs.Tile, first func(pairs.Tile) int) {
	for i, t := range tiles {
		l.marks = append(l.marks, mark{
			start: l.program.Tokens[first(t)].Start,
			end:   l.program.Tokens[first(t)+t.Length-1].End,
			match: number,
			first: i == 0,
		})
		for n := range t.Length {
			l.matched[first(t)+n] = int32(number)
		}
	}
	start, end := l.marks[len(l.marks)-len(tiles)].start, l.marks[len(l.marks)-1].end
	file := l.file(start)
	l.ranges = append(l.ranges, Range{file, l.line(file, start), l.line(file, end-1)})
}

// file returns the index of the file with the byte.
func (l *layout) file(offset int) int {
	i, _ := slices.BinarySearchFunc(l.program.Files, offset, func(f program.File, offset int) int {
		return cmp.Compare(f.End, offset+1) // the first that ends after it
	})
	return i
}

// line returns the number of the file's line with the byte.
func (l *layout) line(file, offset int) int {
	i, found := slices.BinarySearch(l.starts[file], offset)
	if found {
		i++
	}
	return i
}

// lineStarts returns the offsets of the lines of text[start:end], which end with LF, CRLF or
// CR. A line end at the end of the text starts no further line.
func lineStarts(text []byte, start, end int) []int {
	var starts []int
	for at := start; at < end; {
		starts = append(starts, at)
		n := bytes.IndexAny(text[at:end], "\r\n")
		if n < 0 {
			break
		}
		at += n + 1
		if text[at-1] == '\r' && at < end && text[at] == '\n' {
			at++
		}
	}
	return starts
}

// pane cuts all files into lines.
func (l *layout) pane(in Input) Pane {
	slices.SortFunc(l.marks, func(a, b mark) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end), cmp.Compare(a.match, b.match))
	})
	pane := Pane{Participant: in.Participant, Path: in.Path, Verdict: in.Verdict}
	for i, f := range l.program.Files {
		pane.addFile(l.cut(i, in.Masker), f.Language)
	}
	l.addTokens(&pane, in.Masker)
	pane.Exclusions = l.exclusions
	return pane
}

// addFile adds a file; the language may be nil.
func (p *Pane) addFile(f File, language *lexer.Language) {
	p.Files = append(p.Files, f)
	if language != nil && !slices.Contains(strings.Split(p.Language, ", "), language.Name) {
		p.Language = strings.TrimPrefix(p.Language+", "+language.Name, ", ")
	}
}

// cut cuts one file into lines and masks names.
func (l *layout) cut(index int, names *blind.Masker) File {
	f := l.program.Files[index]
	colours, plain := highlight(l.program.Text[f.Start:f.End], f.Language)
	return l.lines(index, names, colours, plain)
}

// lines cuts one file with the given colours; plain says why there are none, "" if there are.
func (l *layout) lines(index int, names *blind.Masker, colours []colourSpan, plain string) File {
	f := l.program.Files[index]
	text := l.program.Text[f.Start:f.End]
	file := File{Path: f.Path, Notes: notes(text)}
	if plain != "" {
		file.Notes = append(file.Notes, plain)
	}
	c := cutter{text: l.program.Text, base: f.Start, marks: l.marks, colours: colours, nameMatches: names.Find(string(text))}
	for i, start := range l.starts[index] {
		end := f.End
		if i+1 < len(l.starts[index]) {
			end = l.starts[index][i+1]
		}
		file.Lines = append(file.Lines, c.line(i+1, start, end))
	}
	l.markGaps(index, file.Lines)
	return file
}

// markGaps marks the lines of a file in the gap of a match.
func (l *layout) markGaps(file int, lines []Line) {
	for i, r := range l.ranges {
		if r.File != file {
			continue
		}
		for n := r.First; n <= r.Last; n++ {
			if line := &lines[n-1]; line.Match == 0 && line.Gap == 0 {
				line.Gap = i + 1
			}
		}
	}
}

const byteOrderMark = "\ufeff"

// notes returns the invisible properties of a file.
func notes(text []byte) []string {
	var notes []string
	if bytes.HasPrefix(text, []byte(byteOrderMark)) {
		notes = append(notes, "byte order mark")
	}
	crlf := bytes.Count(text, []byte("\r\n"))
	if crlf > 0 {
		notes = append(notes, "CRLF line ends")
	}
	if bytes.Count(text, []byte("\r")) > crlf {
		notes = append(notes, "CR line ends")
	}
	if !utf8.Valid(text) {
		notes = append(notes, "not UTF-8")
	}
	if bytes.IndexByte(text, 0) >= 0 {
		notes = append(notes, "NUL bytes")
	}
	return notes
}

// markExclusions marks runs of tokens excluded for one reason. Own template inside a match
// counts there and is not marked.
func (l *layout) markExclusions(participant, other string) {
	l.participant, l.other = text.Visible(participant), text.Visible(other)
	for i := 0; i < len(l.program.Exclusions); {
		reason := l.exclusionOf(i)
		last := i
		for last+1 < len(l.program.Exclusions) && l.exclusionOf(last+1) == reason {
			last++
		}
		if reason != (Exclusion{}) {
			number := l.exclusionNumber(reason)
			l.marks = append(l.marks, mark{start: l.exclusionStart(i), end: l.program.Tokens[last].End, exclusion: number})
			for n := i; n <= last; n++ {
				l.excluded[n] = int32(number)
			}
		}
		i = last + 1
	}
}

// exclusionStart returns the start in bytes of an excluded passage with the given first
// token. It includes the words directly before it on the line, such as modifiers, which
// the lexer drops, unless own code precedes them: they may be part of it.
func (l *layout) exclusionStart(first int) int {
	start := l.program.Tokens[first].Start
	file := l.file(start)
	from := l.starts[file][l.line(file, start)-1]
	// The lexer may have moved tokens, so the previous one need not be first-1.
	for i, t := range l.program.Tokens {
		if t.Start >= start || t.End <= from || t.Start == t.End {
			continue
		}
		if t.End > start || l.exclusionOf(i) == (Exclusion{}) {
			return start
		}
		from = t.End
	}
	gap := l.program.Text[from:start]
	words := bytes.TrimRightFunc(gap, func(r rune) bool {
		return r == '_' || r == ' ' || r == '\t' || unicode.IsLetter(r) || unicode.IsDigit(r)
	})
	return start - len(bytes.TrimLeft(gap[len(words):], " \t"))
}

// exclusionNumber returns the index of a reason plus 1.
func (l *layout) exclusionNumber(reason Exclusion) int {
	i := slices.Index(l.exclusions, reason)
	if i < 0 {
		i = len(l.exclusions)
		l.exclusions = append(l.exclusions, reason)
	}
	return i + 1
}

// exclusionOf returns why a token is excluded, or the zero Exclusion.
func (l *layout) exclusionOf(token int) Exclusion {
	if t := l.program.Tokens[token]; t.Start == t.End || l.matched[token] > 0 {
		return Exclusion{}
	}
	switch l.program.Exclusions[token] {
	case program.ExcludedBase:
		return Exclusion{"base code", "base code, handed out or allowed for all"}
	case program.ExcludedTemplate:
		return Exclusion{"own template", "own template, which " + l.templateSource(token)}
	case program.ExcludedShared:
		return Exclusion{"template of both", "template of both, which " + l.templateSource(token) + ", and which " + l.other + " repeats too"}
	}
	return Exclusion{}
}

// templateSource says where else the participant submitted a token's passage.
func (l *layout) templateSource(token int) string {
	i := slices.IndexFunc(l.program.Template, func(p contest.Passage) bool {
		return p.First <= token && token < p.First+p.Tokens
	})
	if i < 0 {
		return l.participant + " also handed in for another problem"
	}
	adverb := "also"
	if l.program.Template[i].Earlier {
		adverb = "earlier"
	}
	return l.participant + " " + adverb + " handed in for " + text.Visible(text.Join(l.program.Template[i].Problems))
}
