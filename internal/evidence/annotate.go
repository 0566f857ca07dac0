package evidence

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// annotated is a program with marks, colours and exclusions. It cuts the program into lines, and these
// where a mark, a colour or an exclusion begins or ends.
type annotated struct {
	p          *i18n.Printer
	program    *program.Program
	starts     [][]int // for each file, the offsets of its lines in the text
	marks      []mark
	ranges     []Range // of each match, in the order of their numbers
	matched    []int32 // for each token: the number of its match, or 0
	exclusions []Exclusion
	excluded   []int32 // for each token: index in exclusions plus 1, or 0

	colours  []func() ([]labelSpan, i18n.Key) // highlight for each file, called once
	comments func() []byteRange               // findComments, called once

	masked    []labelSpan                   // masked names, by their place in the text; set by cut
	known     []knownSpan                   // set by pane
	templates map[templatePassage]Exclusion // see template
	base      Exclusion
	uncalled  Exclusion // the zero Exclusion if there is no uncalled code
	// Visible names of this participant and of the other participant; set by markExclusions.
	participant, other string
}

// mark is a marked span of the text: a piece of a match, or an excluded passage. Uncalled code in a match has marks of
// its own, with both numbers.
type mark struct {
	start, end      int  // bytes of the text
	match           int  // number, or 0
	startsMatch     bool // the match starts here
	exclusion       int  // index in annotated.exclusions plus 1, or 0
	startsExclusion bool // the excluded passage starts here
}

func newAnnotated(p *i18n.Printer, prog *program.Program) *annotated {
	l := &annotated{p: p, program: prog, matched: make([]int32, len(prog.Tokens)), excluded: make([]int32, len(prog.Tokens)),
		templates: make(map[templatePassage]Exclusion)}
	for _, f := range prog.Files {
		l.starts = append(l.starts, lineStarts(prog.Text, f.Start, f.End))
		l.colours = append(l.colours, sync.OnceValues(func() ([]labelSpan, i18n.Key) {
			return highlight(prog.Text[f.Start:f.End], f.Language)
		}))
	}
	l.comments = sync.OnceValue(l.findComments)
	return l
}

// addMatch adds a match piece by piece. s is the side of this program.
func (l *annotated) addMatch(number int, pieces []pairs.Tile, s side) {
	before := len(l.marks)
	for i, piece := range pieces {
		first := s.firstToken(piece)
		last := first + piece.Length - 1
		m := l.matchMark(first, last, number)
		m.startsMatch = i == 0
		for token := first; token <= last; token++ {
			l.matched[token] = int32(number)
			if l.isUncalled(token) != (m.exclusion > 0) {
				// The tokens of a macro have one start, and a moved token may start before the token before it. Such
				// tokens stay in one mark.
				if next := l.matchMark(token, last, number); m.start < next.start && next.start < m.end {
					m.end = next.start
					l.marks = append(l.marks, m)
					m = next
				}
			}
		}
		l.marks = append(l.marks, m)
	}
	start, end := l.marks[before].start, l.marks[len(l.marks)-1].end
	file := l.file(start)
	l.ranges = append(l.ranges, Range{file, l.line(file, start), l.line(file, end-1)})
}

// matchMark returns the mark of a piece of a match.
func (l *annotated) matchMark(first, last, number int) mark {
	m := mark{start: l.program.Tokens[first].Start, end: l.program.Tokens[last].End, match: number}
	if l.isUncalled(first) {
		m.exclusion, m.startsExclusion = uncalledExclusion, !l.continuesUncalled(first)
	}
	return m
}

// uncalledExclusion is the number of the exclusion of uncalled code if some of it is inside matches: it is the first one then.
const uncalledExclusion = 1

func (l *annotated) isUncalled(token int) bool {
	return l.program.Exclusions != nil && l.program.Exclusions[token] == program.ExcludedUncalled
}

// continuesUncalled reports whether the token before a token is uncalled code.
func (l *annotated) continuesUncalled(token int) bool { return token > 0 && l.isUncalled(token-1) }

// file returns the index of the file that contains the byte at an offset of the text.
func (l *annotated) file(offset int) int {
	return sort.Search(len(l.program.Files), func(i int) bool { return l.program.Files[i].End > offset })
}

// line returns the number of the file's line that contains the byte at an offset of the text.
func (l *annotated) line(file, offset int) int {
	i, found := slices.BinarySearch(l.starts[file], offset)
	if found {
		i++
	}
	return i
}

// lineStarts returns the offsets of the lines of text[start:end], which end with LF, CRLF or CR.
func lineStarts(text []byte, start, end int) []int {
	var starts []int
	for position := start; position < end; {
		starts = append(starts, position)
		n := bytes.IndexAny(text[position:end], "\r\n")
		if n < 0 {
			break
		}
		position += n + 1
		if text[position-1] == '\r' && position < end && text[position] == '\n' {
			position++
		}
	}
	return starts
}

func (l *annotated) pane(in Input) Pane {
	slices.SortFunc(l.marks, func(a, b mark) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end), cmp.Compare(a.match, b.match))
	})
	pane := Pane{Participant: in.Participant, Path: in.Path, Verdict: in.Verdict}
	l.known = l.knownSpans(in.Known)
	for _, k := range in.Known {
		pane.Known = append(pane.Known, k.text(l.p))
	}
	for i, f := range l.program.Files {
		pane.addFile(l.cut(i, in.Masker, ""), f.Language)
	}
	pane.Tokens = func() TokenPane { return l.tokens(in.Masker) }
	pane.Exclusions = l.exclusions
	return pane
}

// addFile adds a file; the language may be nil.
func (pane *Pane) addFile(f File, language *lexer.Language) {
	if len(pane.Files) == 0 {
		pane.Folder = path.Dir(f.Path)
	}
	for pane.Folder != "." && pane.Folder != "/" && !strings.HasPrefix(f.Path, pane.Folder+"/") {
		pane.Folder = path.Dir(pane.Folder)
	}
	pane.Files = append(pane.Files, f)
	if language != nil && !slices.Contains(strings.Split(pane.Language, ", "), language.Name) {
		pane.Language = strings.TrimPrefix(pane.Language+", "+language.Name, ", ")
	}
}

// cut cuts one file into lines and masks names. whyPlain says why the lines have no colours, for a note; "" if they have
// colours.
func (l *annotated) cut(index int, masker *blind.Masker, whyPlain string) File {
	f := l.program.Files[index]
	text := l.program.Text[f.Start:f.End]
	var colours []labelSpan
	if whyPlain == "" {
		var reason i18n.Key
		if colours, reason = l.colours[index](); reason != "" {
			whyPlain = l.p.T(reason)
		}
	}
	file := File{Path: f.Path, Notes: invisibleProperties(l.p, text)}
	if whyPlain != "" {
		file.Notes = append(file.Notes, whyPlain)
	}
	isCode := func(end int) bool {
		isColoured := whyPlain == "" || len(colours) > 0 && end <= colours[len(colours)-1].end
		class := classAt(colours, end)
		return isColoured && l.hasKeywords(index) && !isComment(class) && !isString(class)
	}
	c := cutter{text: l.program.Text, fileStart: f.Start, marks: l.marks, colours: colours, known: l.known}
	for _, n := range masker.FindInProgram(string(text), isCode) {
		if !isCode(n.End) || !isKeyword(classAt(colours, n.End)) {
			c.names = append(c.names, labelSpan{byteRange{n.Start, n.End}, n.Label})
			l.masked = append(l.masked, labelSpan{byteRange{f.Start + n.Start, f.Start + n.End}, n.Label})
		}
	}
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

// hasKeywords reports whether a file's language has a table of keywords. In other languages, a token may be
// any word.
func (l *annotated) hasKeywords(file int) bool {
	language := l.program.Files[file].Language
	return language != nil && !language.Generic
}

// markGaps marks the lines inside a match that have no token of it.
func (l *annotated) markGaps(file int, lines []Line) {
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

// invisibleProperties lists the properties of a file that its lines do not show.
func invisibleProperties(p *i18n.Printer, text []byte) (properties []string) {
	crlf := bytes.Count(text, []byte("\r\n"))
	for _, property := range []struct {
		name  i18n.Key
		holds bool
	}{
		{"byte order mark", bytes.HasPrefix(text, []byte(byteOrderMark))},
		{"CRLF line ends", crlf > 0},
		{"CR line ends", bytes.Count(text, []byte("\r")) > crlf},
		{"not UTF-8", !utf8.Valid(text)},
		{"NUL bytes", bytes.IndexByte(text, 0) >= 0},
	} {
		if property.holds {
			properties = append(properties, p.T(property.name))
		}
	}
	return properties
}

// markExclusions marks each run of tokens that are excluded for one reason. Inside a match, only uncalled code is excluded,
// and addMatch has marked it already; own template that is in a match counts.
func (l *annotated) markExclusions(participant, other string) {
	l.participant, l.other = text.Visible(participant), text.Visible(other)
	l.base = l.exclusion("base code", l.p.T("given out or allowed for all"))
	l.describeUncalled()
	starts := exclusionStarts{annotated: l}
	for i := 0; i < len(l.program.Exclusions); {
		reason := l.exclusionOf(i)
		last := i
		for last+1 < len(l.program.Exclusions) && l.exclusionOf(last+1) == reason {
			last++
		}
		if reason != (Exclusion{}) {
			if !slices.Contains(l.exclusions, reason) {
				l.exclusions = append(l.exclusions, reason)
			}
			number := slices.Index(l.exclusions, reason) + 1
			l.marks = append(l.marks, mark{
				start: starts.of(i), end: l.program.Tokens[last].End, exclusion: number,
				startsExclusion: reason != l.uncalled || !l.continuesUncalled(i)})
			for n := i; n <= last; n++ {
				l.excluded[n] = int32(number)
			}
		}
		i = last + 1
	}
}

// describeUncalled sets uncalled. If some uncalled code is inside matches, it adds uncalled to exclusions.
func (l *annotated) describeUncalled() {
	tokens, matched := 0, 0
	for i := range l.program.Exclusions {
		if l.isUncalled(i) {
			tokens++
			if l.matched[i] > 0 {
				matched++
				l.excluded[i] = uncalledExclusion
			}
		}
	}
	if tokens == 0 {
		return
	}
	if matched == 0 {
		l.uncalled = l.exclusion("never called", l.p.T("%d tokens", tokens))
		return
	}
	l.uncalled = l.exclusion("never called", l.p.T("%s, %d of them inside matches", l.p.T("%d tokens", tokens), matched))
	l.exclusions = append(l.exclusions, l.uncalled)
}

// exclusionStarts finds where the excluded passages of a program start, one after another.
type exclusionStarts struct {
	*annotated
	// before is the number of tokens that start before the passage of the last call. It may be less than the index of its first token,
	// because tokens of a macro share a span.
	before int
	ownEnd int // where the last own code among them ends
}

// of returns the start in bytes of the excluded passage with the given first token. The passage includes words on the line
// directly before that token which the lexer drops, such as modifiers. If own code is before these words, they may belong to
// it, so the passage starts at the token.
func (l *exclusionStarts) of(first int) int {
	start := l.program.Tokens[first].Start
	for ; l.program.Tokens[l.before].Start < start; l.before++ {
		if l.excluded[l.before] == 0 {
			l.ownEnd = l.program.Tokens[l.before].End
		}
	}
	file := l.file(start)
	from := l.starts[file][l.line(file, start)-1]
	if l.ownEnd > from {
		return start
	}
	if l.before > 0 {
		from = max(from, l.program.Tokens[l.before-1].End)
	}
	gap := l.program.Text[from:start]
	beforeWords := bytes.TrimRightFunc(gap, func(r rune) bool { return r == ' ' || r == '\t' || isWordCharacter(r) })
	return start - len(bytes.TrimLeft(gap[len(beforeWords):], " \t"))
}

func (l *annotated) exclusion(label i18n.Key, details string) Exclusion {
	return Exclusion{l.p.T(label), joinTexts(l.p, l.p.T(label), details)}
}

// exclusionOf returns why a token is excluded, or the zero Exclusion.
func (l *annotated) exclusionOf(token int) Exclusion {
	if t := l.program.Tokens[token]; t.Start == t.End || l.matched[token] > 0 {
		return Exclusion{}
	}
	switch l.program.Exclusions[token] {
	case program.ExcludedBase:
		return l.base
	case program.ExcludedTemplate:
		return l.template(token, false)
	case program.ExcludedUncalled:
		return l.uncalled
	case program.ExcludedShared:
		return l.template(token, true)
	}
	return Exclusion{}
}

type templatePassage struct {
	index    int  // index in program.Template, or -1
	isShared bool // the other participant repeats the passage too
}

// template returns why a token of a template is excluded. It writes the text of each passage only once.
func (l *annotated) template(token int, isShared bool) Exclusion {
	passages := l.program.Template // in the order of the tokens, without overlaps
	i := sort.Search(len(passages), func(i int) bool { return passages[i].First+passages[i].Tokens > token })
	if i == len(passages) || passages[i].First > token {
		i = -1
	}
	passage := templatePassage{i, isShared}
	reason, ok := l.templates[passage]
	if ok {
		return reason
	}
	source := l.templateSource(passage.index)
	reason = l.exclusion("own template", source)
	if isShared {
		reason = l.exclusion("template of both", l.p.T("%s; %s repeats it too", source, l.other))
	}
	l.templates[passage] = reason
	return reason
}

func (l *annotated) templateSource(passage int) string {
	if passage < 0 {
		return l.p.T("which %s also submitted for another problem", l.participant)
	}
	problems := text.Visible(l.p.Join(l.program.Template[passage].Problems))
	if l.program.Template[passage].Earlier {
		return l.p.T("which %s earlier submitted for %s", l.participant, problems)
	}
	return l.p.T("which %s also submitted for %s", l.participant, problems)
}

// TokenPane is a program as normalised tokens.
type TokenPane struct {
	Files   [][]TokenLine // for each file, its lines; lines without tokens are left out
	Omitted int           // number of tokens beyond maxTokens
}

// TokenLine holds the normalised tokens of one line of a file.
type TokenLine struct {
	Number int // number of the line, from 1
	Runs   []TokenRun
}

// TokenRun holds tokens inside one match, inside one excluded passage, inside both, or outside of both.
type TokenRun struct {
	RunMark
	Texts []string // keywords, operators or classes, without invisible characters
}

// maxTokens bounds the tokens of a program that are shown. A program of 64 KB has fewer, unless it uses long
// macros.
const maxTokens = 50_000

var classNames = map[string]i18n.Key{
	lexer.Identifier: "name",
	lexer.Number:     "number",
	lexer.String:     "text",
	lexer.Type:       "type",
}

// tokens returns the tokens of all files, line by line. Moved tokens keep their marks.
func (l *annotated) tokens(masker *blind.Masker) TokenPane {
	pane := TokenPane{Files: make([][]TokenLine, len(l.program.Files))}
	type word struct {
		text   string
		isCode bool
	}
	maskedWords := make(map[word]string)
	shown, last := 0, RunMark{}
	hasBadge := make([]bool, len(l.ranges)+1) // whether an earlier run shows the number of a match
	for i, token := range l.program.Tokens {
		if token.Start == token.End {
			continue // the empty token between two files
		}
		if shown == maxTokens {
			pane.Omitted++
			continue
		}
		shown++
		file := l.file(token.Start)
		words, isCode := token.Text, l.hasKeywords(file)
		if !isCode || l.program.IsName(i) {
			masked, ok := maskedWords[word{words, isCode}]
			if !ok {
				masked = masker.MaskInProgram(words, isCode)
				maskedWords[word{words, isCode}] = masked
			}
			words = masked
		}
		lines, number := &pane.Files[file], l.line(file, token.Start)
		if n := len(*lines); n == 0 || (*lines)[n-1].Number != number {
			*lines = append(*lines, TokenLine{Number: number})
		}
		line := &(*lines)[len(*lines)-1]
		m := RunMark{Match: int(l.matched[i]), Exclusion: int(l.excluded[i])}
		if n := len(line.Runs); n == 0 || m != last {
			run := TokenRun{RunMark: m}
			run.StartsMatch = m.Match > 0 && !hasBadge[m.Match]
			run.StartsExclusion = m.Exclusion > 0 && m.Exclusion != last.Exclusion
			hasBadge[m.Match] = true
			line.Runs = append(line.Runs, run)
		}
		run := &line.Runs[len(line.Runs)-1]
		run.Texts = append(run.Texts, text.Visible(words))
		last = m
	}
	return pane
}
