package evidence

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// Oddity is something that both programs have and tokens do not show. Oddities count in no score.
type Oddity struct {
	Kind        OddityKind
	Text        string // the comment, the word or the line; names are masked; safe to show
	Left, Right int    // the first line with the oddity in each program, from 1
	Key         uint64 // of OddityKeys
	// Others counts the other participants at the problem who have the oddity; Others.Total is 0 if nobody counted.
	Others facts.Rate
}

// othersText says how many other participants have the oddity; "" if too few participants were counted.
func (o Oddity) othersText(p *i18n.Printer) string {
	text := i18n.Key("%s of %s other participants at this problem have it too")
	switch {
	case o.Others.Total < minOddityOthers:
		return ""
	case o.Others.Sampled:
		text = "%s of a random sample of %s other participants at this problem have it too"
	}
	return p.T(text, i18n.Number(p, o.Others.Count), i18n.Number(p, o.Others.Total))
}

// IsUsual reports whether an oddity says nothing because more than a fifth of the other participants have it.
func (o Oddity) IsUsual() bool {
	return o.Others.Total >= minOddityOthers && 5*o.Others.Count > o.Others.Total
}

// OddityKind is a kind of Oddity.
type OddityKind string

const (
	SameComment     OddityKind = "comment"
	SameMisspelling OddityKind = "misspelling"
	SameBlanks      OddityKind = "blanks" // a line with the same unusual blanks
)

// oddityTexts say what both programs have; <1/> is the comment, the word or the line.
var oddityTexts = map[OddityKind]i18n.Key{
	SameComment:     "Both have the comment <1/>",
	SameMisspelling: "Both misspell <1/>",
	SameBlanks:      "Both have the same odd blanks in <1/>",
}

var quotedOddityTexts = map[OddityKind]i18n.Key{
	SameComment:     "Both have the comment “%s”",
	SameMisspelling: "Both misspell “%s”",
	SameBlanks:      "Both have the same odd blanks in “%s”",
}

const (
	maxOddities       = 12  // of each kind
	minOddityOthers   = 20  // other participants, to say how usual an oddity is
	minCommentLetters = 4   // letters and digits of a comment
	minOddLine        = 8   // characters, besides blanks, of a line with odd blanks
	maxOddityText     = 120 // characters of Oddity.Text
	maxHeaderText     = 40  // characters of an oddity in the header of a page
)

// oddities lists the oddities of a pair, without base code, each kind in the order of the left program.
func oddities(left, right *layout, leftNames, rightNames *blind.Masker) (list []Oddity) {
	for _, kind := range []struct {
		OddityKind
		find func(*layout) []occurrence
	}{
		{SameComment, (*layout).commentLines}, {SameMisspelling, (*layout).misspellings}, {SameBlanks, (*layout).oddLines},
	} {
		places := make(map[string]int) // of the right program: offset in bytes, by key
		for _, o := range kind.find(right) {
			if _, ok := places[o.key]; !ok {
				places[o.key] = o.offset
			}
		}
		found := 0
		for _, o := range kind.find(left) {
			offset, ok := places[o.key]
			if !ok || found == maxOddities {
				continue
			}
			delete(places, o.key)
			found++
			list = append(list, Oddity{
				Kind: kind.OddityKind, Text: shorten(text.Visible(rightNames.Mask(leftNames.Mask(o.text))), maxOddityText),
				Left: left.lineAt(o.offset), Right: right.lineAt(offset), Key: oddityKey(kind.OddityKind, o.key),
			})
		}
	}
	return list
}

func oddityKey(kind OddityKind, key string) uint64 { return xxh3.HashString(string(kind) + " " + key) }

// OddityKeys returns the keys of everything in a program that may be an Oddity, each key once: misspelled words, lines, and
// ends of lines that may be comments. It does not tell code from comments, which would take 100 times as long.
func OddityKeys(files []contest.File) map[uint64]bool {
	keys := make(map[uint64]bool)
	for _, f := range files {
		for line := range bytes.Lines(f.Content) {
			text := strings.TrimRight(string(line), "\r\n")
			keys[oddityKey(SameBlanks, strings.TrimLeft(text, " \t"))] = true
			keys[oddityKey(SameComment, commentKey(text))] = true
			for _, sign := range []string{"//", "/*", "#", "--"} {
				if _, comment, ok := strings.Cut(text, sign); ok {
					keys[oddityKey(SameComment, commentKey(comment))] = true
				}
			}
		}
		for word := range misspelledWords(f.Content) {
			keys[oddityKey(SameMisspelling, word)] = true
		}
	}
	return keys
}

func commentKey(line string) string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(line, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("/*#!-=<>{}|", r)
	}), " "))
}

func shorten(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// occurrence is something odd in one program. Occurrences with the same key count as the same.
type occurrence struct {
	key, text string
	offset    int // in the program's text
}

// usualComments are comments that many people write independently.
var usualComments = []string{"main", "main function", "main method", "input", "output", "read input", "print output", "todo", "solution", "solve", "driver code", "your code here", "write your code here"}

func (l *layout) commentLines() (list []occurrence) {
	for _, c := range l.comments() {
		if l.isBase(c.start) {
			continue
		}
		offset := c.start
		for line := range bytes.Lines(l.program.Text[c.start:c.end]) {
			content := strings.TrimSpace(string(line))
			key := commentKey(content)
			if letterCount(key) >= minCommentLetters && !slices.Contains(usualComments, key) {
				list = append(list, occurrence{key, content, offset})
			}
			offset += len(line)
		}
	}
	return list
}

func letterCount(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// oddLines lists lines of code with blanks before a semicolon or a comma, or at the end.
func (l *layout) oddLines() (list []occurrence) {
	for i, f := range l.program.Files {
		code := bytes.Clone(l.program.Text[f.Start:f.End])
		colours, noColours := l.colours[i]()
		if noColours != "" {
			continue // without colours, texts and comments would count as code
		}
		for _, c := range colours {
			if isComment(c.class) || strings.HasPrefix(c.class, "s") {
				for at := c.start; at < c.end; at++ {
					if code[at] != '\n' && code[at] != '\r' {
						code[at] = 'x'
					}
				}
			}
		}
		offset := f.Start
		for line := range bytes.Lines(code) {
			if isOddlySpaced(strings.TrimRight(string(line), "\r\n")) && !l.isBase(offset) {
				original := strings.TrimRight(string(l.program.Text[offset:offset+len(line)]), "\r\n")
				key := strings.TrimLeft(original, " \t")
				list = append(list, occurrence{key, key, offset})
			}
			offset += len(line)
		}
	}
	return list
}

// isOddlySpaced reports whether a line, with x for texts and comments, has blanks where few write them.
func isOddlySpaced(line string) bool {
	content := strings.Trim(line, " \t")
	if len(strings.Join(strings.Fields(content), "")) < minOddLine {
		return false
	}
	if strings.HasSuffix(line, " ") || strings.HasSuffix(line, "\t") {
		return true
	}
	for i := 1; i < len(content); i++ {
		blankBefore := content[i-1] == ' '
		if blankBefore && (content[i] == ';' || content[i] == ',') && i >= 2 && content[i-2] != ';' && content[i-2] != '(' {
			return true
		}
	}
	return false
}

// isBase reports whether the token at or after an offset is base code.
func (l *layout) isBase(offset int) bool {
	p := l.program
	if p.Exclusions == nil {
		return false
	}
	i, _ := slices.BinarySearchFunc(p.Tokens, offset, func(t lexer.Token, offset int) int { return cmp.Compare(t.Start, offset) })
	if i == len(p.Tokens) {
		i--
	}
	return i >= 0 && p.Exclusions[i] == program.ExcludedBase
}

func (l *layout) lineAt(offset int) int { return l.line(l.file(offset), offset) }
