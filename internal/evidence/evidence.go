// Package evidence shows a pair of programs side by side, with highlighted code, matches that are numbered,
// coloured and linked, and a line diff. The web pages and the reports use the same components, so they show
// the same.
//
// [Build] turns two programs and their matches into a [View]. The components [Panes], [MatchList],
// [Oddities], [Tokens], [LineDiff] and [OutdatedNotice] render a View. [SinglePane] shows one program, see
// [BuildPane]. [TimelineOf] shows the attempts of both participants, [Explanation] shows the sentences of
// [Explain], and [Measures] shows the scores with their meaning.
//
// The components need ThemeCSS and CSS. JS is optional, and makes them quicker to use. The markup has no
// inline style or script, because a strict content security policy forbids that. Equal Views give equal
// bytes.
package evidence

import (
	_ "embed"
	"fmt"
	"iter"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/pairs"
)

// Style sheets and script of the components, for a page to serve or a report to contain.
var (
	// ThemeCSS defines light and dark colours as CSS variables, and the style of highlighted code.
	//
	//go:embed theme.css
	ThemeCSS string

	// CSS lays out the components of this package.
	//
	//go:embed evidence.css
	CSS string

	// JS scrolls both sides to a match on a click or the keys n and p. Everything is reachable without JS.
	//
	//go:embed evidence.js
	JS string
)

// Notice is shown beside all evidence.
const Notice = "Similarity is not proof. It tells where to look; people decide, after reading both programs."

// Meaning says what a score and a chance are not. Help and the head of files that leave the jury show it.
func Meaning(p *i18n.Printer) string {
	return p.Sentences(
		p.T("A score says where to look first. It is no probability, and no share of copied code. Two honest programs are alike "+
			"when the problem is simple, when both use a published library, or when both learned from one book. A pair without a score "+
			"may still be a copy. ojcheck penalises nobody: people decide, after reading both programs."),
		p.T("Chance is not the probability that a pair is honest, because it does not know how many participants copied."))
}

// Words explains the words of [Explain] and of the measures to readers who do not know them.
func Words(p *i18n.Printer) string {
	return p.T("ojcheck reads a program as tokens: its words, numbers and signs, without comments and layout. All names count as equal, " +
		"and so do all numbers and all texts in quotes, except where names are kept. A passage is a few tokens in a row. A match is a " +
		"longer run of tokens that both programs have. Own code is a program without the code that the organisers gave out and without " +
		"code that its participant repeats in other problems.")
}

// Colours is the number of colours of matches. After the last colour, the first one is used again.
const Colours = 8

// Input is one side of a comparison.
type Input struct {
	Participant string
	Path        string // of the submission
	Verdict     contest.Verdict
	Program     *program.Program
	Masker      *blind.Masker // for the program's text only; nil masks nothing
	Known       []KnownPassage
}

// View is a pair prepared for display.
type View struct {
	// ID is the prefix of all element ids: empty, or a letter and then letters, digits and hyphens.
	ID          string
	Left, Right Pane
	Matches     []Match // in the order of the left program
	SharedFiles []FilePair
	Oddities    []Oddity
	// CoarseMatches says that the programs repeat their own code too often to find all matches.
	CoarseMatches bool
	// OthersClause says which participants Match.OtherParticipants counts: "who submitted C++ for this problem".
	OthersClause string
	// The algorithms of the check and of this view; "" if they are equal. If they differ, matches may differ
	// too.
	CheckAlgorithm, ViewAlgorithm string
	// Programs are the left and the right program of a stored pair, from which facts are found; else nil.
	Programs [2]*program.Program

	showsOne bool // one program is shown, and nothing of the other one, see OwnPane
}

// Match is code that both programs have. Between its pieces are short gaps of different code.
type Match struct {
	Number      int // from 1
	Tokens      int // equal tokens
	Pieces      int // number of pieces, at least 1
	Left, Right Range
	// OtherParticipants is the number of other participants who have the rarest passage of the match; nil if not
	// counted.
	OtherParticipants *int
	InSource          bool     // most of the match is in a known source, on both sides
	Changes           []Change // how the two sides of the match differ; at least one
}

// Range is the lines of a match in one program, with its gaps.
type Range struct {
	File        int // index into Pane.Files
	First, Last int // lines, from 1
}

// Pane is one of the two programs.
type Pane struct {
	Participant string
	Path        string
	Language    string // names of the program's languages, such as "C++", joined by ", "
	Verdict     contest.Verdict
	Exclusions  []Exclusion // reasons for grey code, in order of appearance
	Known       []string    // texts about the passages that are in known sources
	Files       []File
	Folder      string // the deepest folder that has all files
	// Tokens returns the program as normalised tokens. Only Build sets it. It builds them when it is called,
	// because most pages do not show them.
	Tokens func() TokenPane
}

// HidesNames reports whether a name is masked in the program.
func (p Pane) HidesNames() bool {
	for _, file := range p.Files {
		for _, line := range file.Lines {
			for span := range line.spans() {
				if span.Class == "masked" {
					return true
				}
			}
		}
	}
	return false
}

// File is one file of a pane.
type File struct {
	Path  string
	Notes []string // invisible properties such as "CRLF line ends"
	Lines []Line
}

// Line is one line of a file, cut where the style changes.
type Line struct {
	Number int // from 1
	Match  int // the first match on the line, or 0
	Gap    int // the match that has the line in a gap, or 0; only used if Match is 0
	Runs   []Run
}

func (l Line) spans() iter.Seq[Span] {
	return func(yield func(Span) bool) {
		for _, run := range l.Runs {
			for _, span := range run.Spans {
				if !yield(span) {
					return
				}
			}
		}
	}
}

// Run is a part of a line inside one match, inside one excluded passage, inside both, or outside of both.
type Run struct {
	RunMark
	Spans []Span
}

// RunMark says where a run is.
type RunMark struct {
	Match           int  // number, or 0
	StartsMatch     bool // the match starts here
	Exclusion       int  // index in Pane.Exclusions plus 1, or 0; in a match, only code that is never called has one
	StartsExclusion bool // the excluded passage starts here
}

// Exclusion is a reason why code of a program does not count.
type Exclusion struct {
	Label string // "base code"
	Text  string // the label with details; safe to show
}

// Span is a piece of text in one colour.
type Span struct {
	Class string // chroma's short class, "ctl" for a symbol of an invisible character, "masked" for a masked name, or ""
	Text  string // without invisible characters except tab

	Known       int  // the known passage that has the span: an index in Pane.Known plus 1, or 0
	StartsKnown bool // the known passage starts here
}

// Build prepares a pair for display. The matches are in the order of the left program. The view is in the
// language of p. The components must be rendered in that language, see i18n.With.
func Build(p *i18n.Printer, left, right Input, matches []pairs.Match) View {
	l := newAnnotated(p, left.Program)
	r := newAnnotated(p, right.Program)
	for i, m := range matches {
		l.addMatch(i+1, m.Tiles, leftSide)
		r.addMatch(i+1, m.Tiles, rightSide)
	}
	l.markExclusions(left.Participant, right.Participant)
	r.markExclusions(right.Participant, left.Participant)
	var view View
	Both(func() { view.Left = l.pane(left) }, func() { view.Right = r.pane(right) })
	changes := changesOf(l, r, matches)
	view.SharedFiles = sharedFiles(l, r)
	view.Oddities = oddities(l, r, left.Masker, right.Masker)
	for i, m := range matches {
		view.Matches = append(view.Matches, Match{
			Number: i + 1, Tokens: m.Tokens(), Pieces: len(m.Tiles),
			Left: l.ranges[i], Right: r.ranges[i], Changes: changes[i],
			InSource: isKnown(left.Known, m.Tiles, leftSide) && isKnown(right.Known, m.Tiles, rightSide),
		})
	}
	return view
}

// Both calls two functions at the same time. It panics if one of them does, so that a server can recover: a panic in a goroutine
// of its own would end the process.
func Both(left, right func()) {
	var group sync.WaitGroup
	failure := ""
	group.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				failure = fmt.Sprintf("%v\n%s", p, debug.Stack())
			}
		}()
		left()
	})
	right()
	group.Wait()
	if failure != "" {
		panic(failure)
	}
}

// MatchCode returns the lines of a match in the left program, and the path of their file. A masked name becomes a word, such as
// "participant_17", so that it stays one identifier. ok is false if there is no match with this number.
func (v View) MatchCode(number int) (path, code string, ok bool) {
	if number < 1 || number > len(v.Matches) {
		return "", "", false
	}
	lines := v.Matches[number-1].Left
	file := v.Left.Files[lines.File]
	var text strings.Builder
	for _, line := range file.Lines[lines.First-1 : lines.Last] {
		for span := range line.spans() {
			if span.Class == "masked" {
				text.WriteString(maskedWord(span.Text))
			} else {
				text.WriteString(span.Text)
			}
		}
		text.WriteByte('\n')
	}
	return file.Path, text.String(), true
}

// maskedWord returns the label of a masked name as one identifier: "participant_17".
func maskedWord(label string) string {
	return "participant_" + strings.TrimFunc(label, func(r rune) bool { return r < '0' || r > '9' })
}

// Tokens returns the number of tokens of all matches.
func (v View) Tokens() int {
	sum := 0
	for _, m := range v.Matches {
		sum += m.Tokens
	}
	return sum
}

// Longest returns the length of the longest match in tokens.
func (v View) Longest() int {
	longest := 0
	for _, m := range v.Matches {
		longest = max(longest, m.Tokens)
	}
	return longest
}

func colour(match int) string { return "m" + strconv.Itoa((match-1)%Colours) }

// side names one of the two panes in ids: "l" or "r".
type side string

const (
	leftSide  side = "l"
	rightSide side = "r"
)

// pick returns left or right, as s says.
func pick[T any](s side, left, right T) T {
	if s == leftSide {
		return left
	}
	return right
}

func (s side) other() side  { return pick(s, rightSide, leftSide) }
func (s side) name() string { return pick(s, "left", "right") }

// firstToken returns the index of the first token of a tile on this side.
func (s side) firstToken(t pairs.Tile) int { return pick(s, t.Left, t.Right) }

func (v View) anchor(s side, match int) string { return v.ID + string(s) + strconv.Itoa(match) }
