// Package evidence shows a pair of programs side by side: the original bytes,
// highlighted, with numbered, coloured and linked matches, and a line diff. The web
// pages and the reports use the same components, so they show the same.
//
// [Build] turns two programs and their matches into a [View], which is plain data. The
// components render a View or parts of it:
//
//	view := evidence.Build(p, left, right, matches)
//	evidence.Panes(view)            // both programs with a map of the matches
//	evidence.MatchList(view)        // the matches with their lines, and how their two ends differ
//	evidence.Oddities(view)         // the same comments, misspellings and odd blanks
//	evidence.Tokens(view)           // both programs as they are compared: normalised tokens
//	evidence.LineDiff(view)         // the lines of both programs, aligned
//	evidence.SinglePane(pane)       // a single program, see BuildPane
//	evidence.OutdatedNotice(view)   // a notice if the check used another algorithm
//	evidence.TimelineOf(timeline)   // the attempts of both participants at the problem, and their similarity
//	evidence.Explanation(sentences) // the reasons for the suspicion, from Explain
//	evidence.Measures(scores, ...)  // the scores with their meaning
//
// The components need ThemeCSS and CSS. JS is optional and makes them quicker to use. The markup
// has no inline style or script, as a strict content security policy requires. The same View always
// gives the same bytes.
package evidence

import (
	_ "embed"
	"strconv"
	"sync"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/pairs"
)

// Style sheets and script of the components. A page serves them as files; a report
// contains them.
var (
	// ThemeCSS defines the colours as CSS variables, light and dark, and the style of
	// highlighted code.
	//
	//go:embed theme.css
	ThemeCSS string

	// CSS lays out the components of this package.
	//
	//go:embed evidence.css
	CSS string

	// JS scrolls both sides to a match on a click or the keys n and p. Everything is
	// readable and reachable without it.
	//
	//go:embed evidence.js
	JS string
)

// Notice is shown with all evidence.
const Notice = "Similarity is not proof. It tells where to look; people decide, after reading both programs."

// Colours is the number of colours of matches. After the last colour, matches have the first one
// again.
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
	// ID is the prefix of all element ids, so that a page can have several views. It is
	// empty, or a letter followed by letters, digits and hyphens.
	ID          string
	Left, Right Pane
	Matches     []Match // in the order of the left program
	Oddities    []Oddity
	// Coarse says that the programs repeat themselves too much to match them in full.
	Coarse bool
	// OthersAmong describes the participants counted in Match.OtherParticipants: "who
	// submitted C++ for this problem".
	OthersAmong string
	// CheckAlgorithm and ViewAlgorithm name the algorithms of the check and of this view if they
	// differ: then the matches may differ, too. If the algorithms are the same, both are "".
	CheckAlgorithm, ViewAlgorithm string
}

// Match is code that both programs have: one piece, or several with short gaps of
// different code.
type Match struct {
	Number      int // from 1
	Tokens      int // equal tokens
	Pieces      int // at least 1
	Left, Right Range
	// OtherParticipants is the number of other participants who have the rarest passage of the
	// match. At least as many have each other passage of the match. nil if not counted.
	OtherParticipants *int
	InSource          bool     // most of it stands in a known source on both sides
	Changes           []Change // how its two ends differ; at least one
}

// Range is the lines of one end of a match, with its gaps.
type Range struct {
	File        int // index into Pane.Files
	First, Last int // lines, from 1
}

// Pane is one of the two programs.
type Pane struct {
	Participant   string
	Path          string
	Language      string // names of its languages, such as "C++", joined by ", "
	Verdict       contest.Verdict
	Exclusions    []Exclusion // reasons for grey code, in order of appearance
	Known         []string    // texts about the passages that stand in known sources
	Files         []File
	OmittedTokens int // tokens beyond the limit of File.Tokens
}

// File is one file of a pane.
type File struct {
	Path string
	// Notes are invisible properties such as "CRLF line ends".
	Notes []string
	Lines []Line
	// Tokens are the lines as normalised tokens. Lines without tokens are left out.
	Tokens []TokenLine
}

// Line is one line of a file, cut where its style changes.
type Line struct {
	Number int // from 1
	Match  int // the first match on the line, or 0
	Gap    int // if Match is 0: the match that has the line in a gap, or 0
	Runs   []Run
}

// Run is a part of a line inside one match, inside one excluded passage, or outside of both.
type Run struct {
	Match     int  // number, or 0
	Exclusion int  // index in Pane.Exclusions plus 1, or 0
	First     bool // the match or the excluded passage starts here
	Spans     []Span
}

// Exclusion is a reason why code of a program does not count.
type Exclusion struct {
	Label string // "base code"
	Text  string // the label with details; safe to show
}

// Span is a piece of text in one colour.
type Span struct {
	Class string // chroma's short class, "ctl" for a visible sign of an invisible character, "masked" for a masked name, or ""
	Text  string // safe to show: without control or invisible characters except tab

	Known      int  // the known passage that the span is in, an index in Pane.Known plus 1; or 0
	KnownFirst bool // the known passage starts here
}

// Build prepares a pair for display. The matches refer to tokens of the programs. They are in the
// order of the left program, and are numbered in this order. The view is in the language of p, and the components must be
// rendered in the same one, see i18n.With.
func Build(p *i18n.Printer, left, right Input, matches []pairs.Match) View {
	l := newLayout(p, left.Program)
	r := newLayout(p, right.Program)
	for i, m := range matches {
		l.addMatch(i+1, m.Tiles, func(t pairs.Tile) int { return t.Left })
		r.addMatch(i+1, m.Tiles, func(t pairs.Tile) int { return t.Right })
	}
	l.markExclusions(left.Participant, right.Participant)
	r.markExclusions(right.Participant, left.Participant)
	var view View
	var group sync.WaitGroup
	group.Go(func() { view.Left = l.pane(left) })
	view.Right = r.pane(right)
	group.Wait()
	changes := changesOf(l, r, matches)
	view.Oddities = oddities(l, r, left.Masker, right.Masker)
	for i, m := range matches {
		view.Matches = append(view.Matches, Match{
			Number: i + 1,
			Tokens: m.Tokens(),
			Pieces: len(m.Tiles),
			Left:   l.ranges[i],
			Right:  r.ranges[i],

			InSource: isKnown(left.Known, m.Tiles, func(t pairs.Tile) int { return t.Left }) &&
				isKnown(right.Known, m.Tiles, func(t pairs.Tile) int { return t.Right }),
			Changes: changes[i],
		})
	}
	return view
}

// Tokens returns the total length of the matches.
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

// colour returns the CSS class of a match's colour.
func colour(match int) string { return "m" + strconv.Itoa((match-1)%Colours) }

// side names one of the two panes in ids: "l" or "r".
type side string

const (
	leftSide  side = "l"
	rightSide side = "r"
)

// pick returns left or right, according to the side.
func pick[T any](s side, left, right T) T {
	if s == leftSide {
		return left
	}
	return right
}

func (s side) other() side  { return pick(s, rightSide, leftSide) }
func (s side) name() string { return pick(s, "left", "right") }

// anchor returns the id of a match on one side.
func (v View) anchor(s side, match int) string { return v.ID + string(s) + strconv.Itoa(match) }
