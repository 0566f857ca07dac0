package hand

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"
	"github.com/zeebo/xxh3"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// aspect is a part of style that is compared on its own, so that an aspect with many features does not
// outweigh the others.
type aspect int

// The aspects. A unit is a keyword, a punctuation character, the class of a name, number, string or comment, or the white
// space before one of these.
const (
	layout  aspect = iota // runs of 1 to layoutRun units
	naming                // names, and words of comments
	lines                 // indentation, length, first and last character of each line; forms of names
	aspects               // the number of aspects
)

// layoutRun is the length in units of the longest run that is a feature. Longer runs depend more on
// the problem than on the participant.
const layoutRun = 5

// featureBits is the length of a feature's hash. By chance, one feature in fifty has the hash of another.
const featureBits = 20

// The limits of LimitFiles.
const (
	maxFiles = 20
	maxBytes = 32 << 10 // of all files
)

// LimitFiles returns the part of a program that is read: the first maxBytes of its first maxFiles files.
func LimitFiles(files []contest.File) (limited []contest.File) {
	left := maxBytes
	for _, file := range files[:min(len(files), maxFiles)] {
		file.Content = file.Content[:min(len(file.Content), left)]
		left -= len(file.Content)
		limited = append(limited, file)
	}
	return limited
}

// maxUnits limits the units that are read of one program, without white space. Few programs of contests have more than 2,000.
const maxUnits = 4000

// maxFeaturesRead limits the features of each aspect that are read of one program. The 2 is for white space, which is a unit, too.
const maxFeaturesRead = 2 * layoutRun * maxUnits

// style says how often each feature occurs in one program, for each aspect.
type style [aspects]struct {
	counts []count // sorted by feature
	total  int     // sum of the counts
}

// count is the hash of a feature, and how often the feature occurs.
type count struct {
	feature uint32
	n       uint32
}

// readStyle reads the style of the lines of a program that shared.keptLines keeps. Below minUnits units, the style is empty.
func readStyle(files []contest.File, language *lexer.Language, shared lineCounts) style {
	r := readers.Get().(*reader)
	defer readers.Put(r)
	r.reset()
	for _, file := range LimitFiles(files) {
		r.read(file.Content, language, shared)
	}
	var s style
	if r.unitCount < minUnits {
		return s
	}
	for a, features := range r.features {
		slices.Sort(features)
		s[a].total = len(features)
		for i, f := range features {
			if i == 0 || f != features[i-1] {
				s[a].counts = append(s[a].counts, count{feature: f})
			}
			s[a].counts[len(s[a].counts)-1].n++
		}
	}
	return s
}

func (s *style) isEmpty() bool { return s[layout].total == 0 }

// reader collects the features of one program.
type reader struct {
	features  [aspects][]uint32
	unitCount int      // units read, without white space
	units     []uint64 // hashes of the units of the current run
	gap       []byte   // white space since the last unit
	indent    int      // indentation of the previous line, in columns
	encoded   []byte   // memory that endRun uses again
}

// readers keeps the memory for further programs.
var readers = sync.Pool{New: func() any { return new(reader) }}

// reset makes r ready for another program.
func (r *reader) reset() {
	for a := range r.features {
		r.features[a] = r.features[a][:0]
	}
	r.unitCount, r.indent, r.units, r.gap = 0, 0, r.units[:0], r.gap[:0]
}

// read adds the features of one file, unless it is binary.
func (r *reader) read(src []byte, language *lexer.Language, shared lineCounts) {
	if !lexer.IsText(src) {
		return
	}
	kept := shared.keptLines(src)
	// If a source takes too much work, Highlight returns only its start. The rest is left out.
	pieces, _ := language.Highlight(src)
	r.indent = 0
	line, lineEnd := 0, lineLength(src)
	for _, p := range pieces {
		// A piece may have several lines. A comment or string is kept if its first line is kept.
		for start := p.Start; start < p.End && r.unitCount < maxUnits; {
			for start >= lineEnd {
				line++
				lineEnd += lineLength(src[lineEnd:])
			}
			end := p.End
			if !isComment(p.Type) && !isString(p.Type) {
				end = min(end, lineEnd)
			}
			if kept[line] {
				r.readPiece(src[start:end], p.Type)
			} else {
				r.endRun()
			}
			start = end
		}
	}
	r.endRun()
	r.readLines(src[:min(lineEnd, len(src))], kept)
}

func isComment(t chroma.TokenType) bool {
	return t.InCategory(chroma.Comment) && !t.InSubCategory(chroma.CommentPreproc)
}

func isString(t chroma.TokenType) bool { return t.InSubCategory(chroma.LiteralString) }

func (r *reader) readPiece(text []byte, t chroma.TokenType) {
	switch {
	case isString(t):
		r.addUnit('S', nil)
	case isComment(t):
		body := bytes.TrimRight(text, " \t\r\n")
		r.addUnit('C', body[:min(3, len(body))])
		for word := range bytes.FieldsSeq(body) {
			r.add(naming, 'c', word)
		}
		r.gap = append(r.gap, text[len(body):]...)
	default:
		r.readCode(text, t.InCategory(chroma.Keyword))
	}
}

func (r *reader) readCode(text []byte, isKeyword bool) {
	for i := 0; i < len(text); {
		start := i
		switch b := text[i]; {
		case isSpace(b):
			for i < len(text) && isSpace(text[i]) {
				i++
			}
			r.gap = append(r.gap, text[start:i]...)
		case b >= '0' && b <= '9':
			for i < len(text) && (isWord(text[i]) || text[i] == '.') {
				i++
			}
			r.addUnit('N', nil)
		case isWord(b):
			for i < len(text) && isWord(text[i]) {
				i++
			}
			if isKeyword {
				r.addUnit('K', text[start:i])
			} else {
				r.addUnit('I', nil)
				r.addName(text[start:i])
			}
		default:
			i++
			r.addUnit('P', text[start:i])
		}
	}
}

func (r *reader) addName(name []byte) {
	r.add(naming, 'n', name)
	r.add(lines, 'n', []byte{byte(min(len(name), 12))})
	form := byte(0) // a bit each for: a capital first, a capital later, a small letter later, _ and a digit
	for i, b := range name {
		switch {
		case 'A' <= b && b <= 'Z' && i == 0:
			form |= 1
		case 'A' <= b && b <= 'Z':
			form |= 2
		case 'a' <= b && b <= 'z' && i > 0:
			form |= 4
		case b == '_':
			form |= 8
		case '0' <= b && b <= '9':
			form |= 16
		}
	}
	r.add(lines, 'f', []byte{form})
}

func (r *reader) addUnit(kind byte, text []byte) {
	if r.unitCount >= maxUnits {
		return
	}
	if len(r.gap) > 0 {
		r.units = append(r.units, r.gapUnit())
		r.gap = r.gap[:0]
	}
	u := hash(kind, text)
	if n := len(r.units); kind == 'S' && n > 0 && r.units[n-1] == u {
		return // chroma cuts a string at its escapes
	}
	r.units = append(r.units, u)
	r.unitCount++
}

// gapUnit returns the unit of the white space in r.gap. Within a line, the unit has the spaces. Across lines, it has the
// number of line ends, whether spaces stand before them, and how the indentation changes.
func (r *reader) gapUnit() uint64 {
	last := bytes.LastIndexByte(r.gap, '\n')
	if last < 0 {
		return hash('W', r.gap[:min(3, len(r.gap))])
	}
	columns, tabs := 0, byte(0)
	for _, b := range r.gap[last+1:] {
		if b == '\t' {
			columns += 4
			tabs = 1
		} else {
			columns++
		}
	}
	change := min(max(columns-r.indent, -1), 9) // -1 for any smaller indentation: how much smaller depends on the depth, not on style
	r.indent = columns
	trailing := byte(0)
	if r.gap[0] == ' ' || r.gap[0] == '\t' {
		trailing = 1
	}
	if change <= 0 {
		tabs = 0
	}
	return hash('L', []byte{byte(min(3, bytes.Count(r.gap, []byte{'\n'}))), byte(change + 1), tabs, trailing})
}

// endRun adds the layout features of the current run, and begins a new run.
func (r *reader) endRun() {
	r.gap = r.gap[:0]
	r.encoded = r.encoded[:0]
	for _, u := range r.units {
		r.encoded = binary.LittleEndian.AppendUint64(r.encoded, u)
	}
	for i := range r.units {
		for n := 1; n <= layoutRun && i+n <= len(r.units); n++ {
			r.features[layout] = append(r.features[layout], uint32(xxh3.Hash(r.encoded[8*i:8*(i+n)])>>(64-featureBits)))
		}
	}
	r.units = r.units[:0]
}

// readLines adds the features of lines: r for a carriage return, b for a blank line and whether it follows another, i for
// the indentation, t or s for tabs or spaces in it, l for the length, ^ and $ for the first and last character.
func (r *reader) readLines(src []byte, kept []bool) {
	previousBlank := byte(0)
	i := -1
	for line := range bytes.Lines(src) {
		if i++; !kept[i] {
			continue
		}
		if bytes.HasSuffix(line, []byte("\r\n")) {
			r.add(lines, 'r', nil)
		}
		text := bytes.TrimSpace(line)
		if len(text) == 0 {
			r.add(lines, 'b', []byte{previousBlank})
			previousBlank = 1
			continue
		}
		previousBlank = 0
		indentation := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
		tabs, spaces := bytes.Count(indentation, []byte("\t")), bytes.Count(indentation, []byte(" "))
		r.add(lines, 'i', []byte{byte(min(6, tabs)), byte(min(24, spaces))})
		if tabs > 0 {
			r.add(lines, 't', nil)
		} else if spaces > 0 {
			r.add(lines, 's', []byte{byte(spaces % 4)})
		}
		r.add(lines, 'l', []byte{byte(min(12, len(text)/10))})
		r.add(lines, '^', text[:1])
		r.add(lines, '$', text[len(text)-1:])
	}
}

// add adds a feature of an aspect other than layout; endRun adds the features of layout. Features are the same if kind and text are.
func (r *reader) add(a aspect, kind byte, text []byte) {
	if len(r.features[a]) >= maxFeaturesRead {
		return
	}
	r.features[a] = append(r.features[a], uint32(hash(kind, text)>>(64-featureBits)))
}

func hash(kind byte, text []byte) uint64 {
	var buffer [64]byte
	return xxh3.Hash(append(append(buffer[:0], kind), text...))
}

// lineLength returns the length of the first line of src with its line end.
func lineLength(src []byte) int {
	if i := bytes.IndexByte(src, '\n'); i >= 0 {
		return i + 1
	}
	return len(src)
}

func isSpace(b byte) bool {
	return b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == '\f' || b == '\v'
}

func isWord(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' || b == '_' || b == '$' || b >= utf8.RuneSelf
}
