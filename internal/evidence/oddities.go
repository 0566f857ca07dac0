package evidence

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/zeebo/xxh3"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Oddity is an unusual comment, word or line that both programs have and that tokens do not show. No score
// counts it.
type Oddity struct {
	Kind        OddityKind
	Text        string // the comment, the word or the line, with masked names and without invisible characters
	Left, Right int    // the first line with the oddity in each program, from 1
	Key         uint64 // see OddityKeys
	// Others counts the other participants at the problem who have the oddity. Others.Total is 0 if they are not
	// counted.
	Others facts.Rate
}

// othersText says how many other participants have the oddity; "" if too few participants were counted.
func (o Oddity) othersText(p *i18n.Printer) string {
	text := i18n.Key("%s of %s others have it")
	switch {
	case o.Others.Total < minOddityOthers:
		return ""
	case o.Others.Sampled:
		text = "%s of a random sample of %s others have it"
	}
	return p.T(text, i18n.Number(p, o.Others.Count), i18n.Number(p, o.Others.Total))
}

// IsUsual reports whether more than a fifth of the other participants have the oddity, so that it says
// nothing.
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

// oddityTexts say what both programs have: one comment, word or line as markup (<1/>) or as plain text, or a list of several.
var oddityTexts = map[OddityKind]struct{ markup, plain, list i18n.Key }{
	SameComment:     {"Both have the comment <1/>", "Both have the comment “%s”", "Both have these comments:"},
	SameMisspelling: {"Both misspell <1/>", "Both misspell “%s”", "Both misspell these words:"},
	SameBlanks: {"Both have the same odd blanks in <1/>", "Both have the same odd blanks in “%s”",
		"Both have the same odd blanks in these lines:"},
}

const (
	maxOddities       = 12  // bounds the oddities of each kind
	minOddityOthers   = 20  // least number of other participants to say how usual an oddity is
	minCommentLetters = 4   // least number of letters and digits of a comment
	maxCommentBytes   = 500 // bounds the bytes of a comment's line that are compared
	minOddLine        = 8   // least number of characters, without blanks, of a line with odd blanks
	maxOddityText     = 120 // bounds the characters of Oddity.Text
	maxHeaderText     = 40  // bounds the characters of an oddity in the header of a page
)

// oddities lists the oddities of a pair by kind, and of each kind the longest first, see SortOddities. It leaves out base
// code.
func oddities(left, right *annotated, leftMasker, rightMasker *blind.Masker) (list []Oddity) {
	for _, kind := range []struct {
		OddityKind
		find func(*annotated) []occurrence
	}{
		{SameComment, (*annotated).commentLines}, {SameMisspelling, (*annotated).misspellings}, {SameBlanks, (*annotated).oddLines},
	} {
		rightOffsets := make(map[string]int) // offset in bytes of the first occurrence in the right program, by key
		for _, o := range slices.Backward(kind.find(right)) {
			rightOffsets[o.key] = o.offset
		}
		seen := make(map[string]bool)
		shared := slices.DeleteFunc(kind.find(left), func(o occurrence) bool {
			_, isShared := rightOffsets[o.key]
			isRepeated := seen[o.key]
			seen[o.key] = true
			return !isShared || isRepeated
		})
		slices.SortStableFunc(shared, func(a, b occurrence) int { return cmp.Compare(letterCount(b.key), letterCount(a.key)) })
		listed := 0
		for _, o := range shared {
			shown := leftMasker.MaskInProgram(o.text, false)
			if listed == maxOddities || shown != rightMasker.MaskInProgram(o.text, false) {
				continue // a name that only one program hides: the oddity would tell who has guessed it
			}
			listed++
			list = append(list, Oddity{
				Kind: kind.OddityKind, Text: text.Shorten(text.Visible(shown), maxOddityText), Key: oddityKey(kind.OddityKind, o.key),
				Left: left.lineAt(o.offset), Right: right.lineAt(rightOffsets[o.key]),
			})
		}
	}
	return list
}

// oddityGroups returns the oddities of each kind.
func (v View) oddityGroups() (groups [][]Oddity) {
	for i, o := range v.Oddities {
		if i == 0 || o.Kind != v.Oddities[i-1].Kind {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], o)
	}
	return groups
}

func oddityKey(kind OddityKind, key string) uint64 { return xxh3.HashString(string(kind) + " " + key) }

// SortOddities puts the most telling oddities of each kind first: those that the fewest others have, and of these the longest.
// The list has the order of Build, and Oddity.Others.
func SortOddities(list []Oddity) {
	slices.SortStableFunc(list, func(a, b Oddity) int {
		if a.Kind != b.Kind {
			return 0
		}
		return cmp.Compare(a.Others.Count, b.Others.Count)
	})
}

// OddityKeys returns the keys of everything in a program that may be an Oddity: misspelled words, lines, and
// parts of lines that may be comments. It does not find out which text is a comment, because that would take
// 100 times as long.
func OddityKeys(files []contest.File) map[uint64]bool {
	keys := make(map[uint64]bool)
	for _, f := range files {
		for line := range bytes.Lines(f.Content) {
			text := strings.TrimRight(string(line), "\r\n")
			keys[oddityKey(SameBlanks, strings.TrimLeft(text, " \t"))] = true
			for _, comment := range possibleComments(text) {
				if key := commentKey(comment); letterCount(key) >= minCommentLetters {
					keys[oddityKey(SameComment, key)] = true
				}
			}
		}
		findMisspelled(f.Content, func(word string, _ int) { keys[oddityKey(SameMisspelling, word)] = true })
	}
	return keys
}

// commentStart matches what begins a comment in some language.
var commentStart = regexp.MustCompile(`//|/\*|/\+|#|--|\{|\(\*|%|;|!|'`)

// commentEnds end a comment within a line in some language.
var commentEnds = []string{"*/", "*)", "}", "+/", "]]", "=#", "-->"}

// possibleComments returns the parts of a line that may be comments in some language, with their signs: from the start of the line
// or a sign to the end of the line or a sign. Of a table of numbers with hundreds of brackets, it tries the first ones only. The
// parts are as long as commentKey reads.
func possibleComments(line string) (parts []string) {
	const maxStarts = 50
	line = strings.TrimSpace(line)
	starts := []int{0}
	for _, at := range commentStart.FindAllStringIndex(line, maxStarts) {
		starts = append(starts, at[0])
	}
	for _, start := range starts {
		part := line[start:min(len(line), start+maxCommentBytes)]
		parts = append(parts, part)
		for _, end := range commentEnds {
			if at := strings.Index(part, end); at >= 0 {
				parts = append(parts, part[:at+len(end)])
			}
		}
	}
	return parts
}

// commentKey returns the beginning of a line of a comment in lower case, without the signs around it.
func commentKey(line string) string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(line[:min(len(line), maxCommentBytes)], func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("/*#!-=<>{}|", r)
	}), " "))
}

// occurrence is something in one program that is an oddity if the other program has an occurrence with the
// same key.
type occurrence struct {
	key, text string
	offset    int // in the program's text
}

// usualComments are comments that many people write independently.
var usualComments = []string{
	"main", "main function", "main method", "input", "output", "read input", "print output", "todo", "solution", "solve",
	"driver code", "your code here", "write your code here",
}

// writtenByRule matches comments that an interpreter, an editor, a linter or a licence asks for.
var writtenByRule = regexp.MustCompile(`(?i)^#!|\bcoding[:=]\s*[-\w.]|-\*-|^\W*(vi|vim|ex):` +
	`|spdx-license|licen[sc]ed? (under|header|file|agreement)|\b(mit|apache|bsd|public|zlib) licen[sc]e|/licenses/` +
	`|permission is hereby granted|all rights reserved|(as is|without).*warrant|warrant(y|ies) of|free software` +
	`|\b(eslint|pylint|nolint|noqa|noinspection|clang-format|ts-ignore|type: ignore)\b|auto-generated|to change this (template|license)`)

func (l *annotated) commentLines() (list []occurrence) {
	for _, c := range l.comments() {
		if l.isBase(c.start) {
			continue
		}
		offset := c.start
		for line := range bytes.Lines(l.program.Text[c.start:c.end]) {
			content := strings.TrimSpace(string(line))
			key := commentKey(content)
			if letterCount(key) >= minCommentLetters && !slices.Contains(usualComments, key) && !writtenByRule.MatchString(content) {
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
func (l *annotated) oddLines() (list []occurrence) {
	for i, f := range l.program.Files {
		code := bytes.Clone(l.program.Text[f.Start:f.End])
		colours, whyPlain := l.colours[i]()
		if whyPlain != "" {
			continue // without colours, nobody knows which text is code
		}
		for _, c := range colours {
			if isComment(c.label) || isString(c.label) {
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

// isOddlySpaced reports whether a line has blanks where few people write them. The line has x for each
// character of strings and comments.
func isOddlySpaced(line string) bool {
	content := strings.Trim(line, " \t")
	if len(strings.Join(strings.Fields(content), "")) < minOddLine {
		return false
	}
	if strings.HasSuffix(line, " ") || strings.HasSuffix(line, "\t") {
		return true
	}
	for i := 1; i < len(content); i++ {
		isMark, isAfterBlank := content[i] == ';' || content[i] == ',', content[i-1] == ' '
		if isMark && isAfterBlank && i >= 2 && content[i-2] != ';' && content[i-2] != '(' {
			return true
		}
	}
	return false
}

// isBase reports whether the token at or after an offset is base code.
func (l *annotated) isBase(offset int) bool {
	p := l.program
	if len(p.Exclusions) == 0 {
		return false
	}
	i := sort.Search(len(p.Tokens)-1, func(i int) bool { return p.Tokens[i].Start >= offset })
	return p.Exclusions[i] == program.ExcludedBase
}

func (l *annotated) lineAt(offset int) int { return l.line(l.file(offset), offset) }
