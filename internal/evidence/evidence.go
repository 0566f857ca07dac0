// Package evidence shows a pair of programs side by side: the original bytes,
// highlighted, with the fragments that both have numbered, coloured and linked
// to one another, and a line diff as second view. The web pages and the report
// that leaves the house use the same components, so they show the same.
//
// Build turns two programs and their matches into a View, which is plain data.
// The components render a View, or parts of it:
//
//	view := evidence.Build(left, right, matches)
//	evidence.Panes(view)           // both programs with a map of the matches between them
//	evidence.MatchList(view)       // the matches, with their lines
//	evidence.Tokens(view)          // the same as it was compared: normalised tokens
//	evidence.LineDiff(view)        // the lines of both programs, aligned
//	evidence.SinglePane(pane)       // one program, with none beside it; see BuildPane
//	evidence.OutdatedNotice(view)  // that the check was made by another algorithm, where it was
//	evidence.TimelineOf(timeline)  // what both handed in for the problem, and which is like which
//	evidence.Explanation(sentences) // what the pair's suspicion rests on, in three sentences of Explain
//	evidence.Measures(scores, ...) // what the numbers say, in plain words
//
// They need ThemeCSS and CSS, and work without JS, which only
// makes them quicker to use. The markup holds no inline style or script, so it
// lives under a strict content security policy. The same View gives the same
// bytes, always.
package evidence

import (
	"strconv"
	"sync"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/pairs"
)

// Notice stands wherever evidence is shown.
const Notice = "Similarity is not proof. It tells where to look; people decide, after reading both programs."

// Colours is the number of match colours; they are used in turn.
const Colours = 8

// Input is one side of a comparison.
type Input struct {
	Participant string
	Path        string // of the submission
	Verdict     contest.Verdict
	Program     *program.Program
	// Names are masked wherever they stand in the program's text; nil are none.
	// What is said of the submission in the other fields is shown as it is.
	Masker *blind.Masker
}

// View is everything that is shown of a pair.
type View struct {
	// ID starts the id of every element, so that several views fit on one
	// page. It may be empty, and must otherwise be a letter, then letters,
	// digits and hyphens.
	ID          string
	Left, Right Pane
	Matches     []Match // in the order of the left program
	// Among says of whom Match.Others are counted: "who handed in C++ for this
	// problem".
	OthersAmong string
	// CheckAlgorithm and ViewAlgorithm name the algorithm that the check was made by, and the
	// one that found these matches, where they are not the same; else both are
	// "". The matches may then be others than those that the check counted.
	CheckAlgorithm, ViewAlgorithm string
}

// Match is one fragment that both programs have: a piece, or several with
// short gaps between them that differ.
type Match struct {
	Number      int // from 1
	Tokens      int // equal ones
	Pieces      int // at least 1
	Left, Right Range
	// Others is the number of participants besides the two who have the rarest
	// passage of the match, so that every passage of it is found with at least so
	// many; nil where it was not counted.
	OtherParticipants *int
}

// Range is where a match stands on one side with its gaps, in lines of one
// file.
type Range struct {
	File        int // index into Pane.Files
	First, Last int // lines, from 1
}

// Pane is one of the two programs.
type Pane struct {
	Participant   string
	Path          string
	Language      string // names of its languages, such as "C++"; several are joined by ", "
	Verdict       contest.Verdict
	Exclusions    []Exclusion // why code in it is grey, in the order of the text
	Files         []File
	OmittedTokens int // beyond those that File.Tokens has room for
}

// File is one file of a pane.
type File struct {
	Path string
	// Notes are what the text alone does not show, such as "CRLF line ends".
	Notes []string
	Lines []Line
	// Tokens are the lines as they are compared; those without tokens are left
	// out.
	Tokens []TokenLine
}

// Line is one line of a file, cut where its looks change.
type Line struct {
	Number int // from 1
	Match  int // the first match that touches the line, 0 where none does
	Gap    int // where none does: the match that has the line in a gap, or 0
	Runs   []Run
}

// Run is a part of a line that is all in the same match, in the same stretch
// that is set aside, or in neither.
type Run struct {
	Match     int  // number, or 0
	Exclusion int  // place in Pane.Aside, counted from 1, or 0
	First     bool // the match, with its first piece, or the stretch that is set aside begins here
	Spans     []Span
}

// Aside is why code of a program counts for nothing beside the other.
type Exclusion struct {
	Label string // "base code"
	Text  string // the same with what is known of it; safe to show
}

// Span is a piece of text in one colour.
type Span struct {
	Class string // chroma's short class, "ctl" for a character made visible, "masked" for a name that is not, or ""
	Text  string // safe to show: no control or invisible characters but tab
}

// Build prepares a pair for showing. Matches are in tokens of the programs and
// sorted by the left one; they are numbered in that order.
func Build(left, right Input, matches []pairs.Match) View {
	l := newLayout(left.Program, len(matches))
	r := newLayout(right.Program, len(matches))
	for i, m := range matches {
		l.mark(i+1, m.Tiles, func(t pairs.Tile) int { return t.Left })
		r.mark(i+1, m.Tiles, func(t pairs.Tile) int { return t.Right })
	}
	l.markAside(left.Participant, right.Participant)
	r.markAside(right.Participant, left.Participant)
	var view View
	var group sync.WaitGroup
	group.Go(func() { view.Left = l.pane(left) })
	view.Right = r.pane(right)
	group.Wait()
	for i, m := range matches {
		view.Matches = append(view.Matches, Match{
			Number: i + 1,
			Tokens: m.Tokens(),
			Pieces: len(m.Tiles),
			Left:   l.ranges[i],
			Right:  r.ranges[i],
		})
	}
	return view
}

// Tokens sums the lengths of the matches.
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

// colour returns the class of a match's colour.
func colour(match int) string {
	return "m" + strconv.Itoa((match-1)%Colours)
}

// side names one of the two panes in ids: "l" or "r".
type side string

const (
	leftSide  side = "l"
	rightSide side = "r"
)

func (s side) other() side {
	if s == leftSide {
		return rightSide
	}
	return leftSide
}

func (v View) pane(s side) Pane {
	if s == leftSide {
		return v.Left
	}
	return v.Right
}

// anchor returns the id of a match on one side.
func (v View) anchor(s side, match int) string {
	return v.ID + string(s) + strconv.Itoa(match)
}
