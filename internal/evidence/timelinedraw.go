package evidence

import (
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/text"
)

// The drawing has a column of columnWidth pixels for each attempt, in order of time if all
// times are known, and a lane for each participant. It does not stretch, so its text is as
// large as other text.
const (
	columnWidth = 68
	boxWidth    = 58
	boxHeight   = 26
	laneLeft    = 22 // y of the upper lane's boxes
	laneRight   = 98
	drawHeight  = 150
)

// box is an attempt in the drawing.
type box struct {
	Attempt
	side  side
	x, y  int // upper left corner
	title string
}

func (b box) class() string {
	class := "attempt"
	if b.Verdict == "AC" {
		class += " accepted"
	}
	if b.Compared {
		class += " compared"
	}
	if !b.Checked {
		class += " unchecked"
	}
	return class
}

// boxes places the attempts of both lanes, left lane first.
func (t Timeline) boxes() []box {
	var boxes []box
	for _, s := range []side{leftSide, rightSide} {
		lane := t.lane(s)
		for i, a := range lane.Attempts {
			boxes = append(boxes, box{Attempt: a, side: s, y: pick(s, laneLeft, laneRight), x: i,
				title: text.Visible(lane.Participant) + ", " + t.name(a) + ": " + a.verdictText() + ", " + a.language() + ", " + a.timeText() + ", " + a.checkText() + "; most like it: " + t.bestMatch(s, i)})
		}
	}
	if t.hasTimes() {
		order := make([]int, len(boxes))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return boxes[a].Time.Compare(boxes[b].Time) })
		for column, i := range order {
			boxes[i].x = column
		}
	}
	for i := range boxes {
		boxes[i].x *= columnWidth
	}
	return boxes
}

// hasTimes reports whether the times of all attempts are known.
func (t Timeline) hasTimes() bool {
	return !slices.ContainsFunc(slices.Concat(t.Left.Attempts, t.Right.Attempts), func(a Attempt) bool { return a.Time.IsZero() })
}

// tie is a link in the drawing.
type tie struct {
	x1, y1, x2, y2, width string
	title                 string
	compared              bool
}

func (t Timeline) ties() []tie {
	boxes := t.boxes()
	var ties []tie
	for _, l := range t.links() {
		a, b := boxes[l.Left], boxes[len(t.Left.Attempts)+l.Right]
		ties = append(ties, tie{
			x1: strconv.Itoa(a.x + boxWidth/2), y1: strconv.Itoa(a.y + boxHeight),
			x2: strconv.Itoa(b.x + boxWidth/2), y2: strconv.Itoa(b.y),
			width:    units(1 + 5*l.Share),
			title:    text.Visible(t.Left.Participant) + ", " + t.name(a.Attempt) + ", and " + text.Visible(t.Right.Participant) + ", " + t.name(b.Attempt) + ": " + text.Percent(l.Share) + " alike",
			compared: a.Compared && b.Compared,
		})
	}
	return ties
}

// width returns the width of the drawing in pixels.
func (t Timeline) width() int {
	right := 0
	for _, b := range t.boxes() {
		right = max(right, b.x+boxWidth)
	}
	return right + 4
}

// label returns the number of the attempt with the time of day in UTC, if known.
func (b box) label() string {
	text := "#" + strconv.Itoa(b.Number)
	if !b.Time.IsZero() {
		text += " " + b.Time.UTC().Format("15:04")
	}
	return text
}

// labelAt returns the y of the label: outside, so that no link crosses it.
func (b box) labelAt() int { return pick(b.side, -7, boxHeight+14) }

// legend explains the drawing.
func (t Timeline) legend() string {
	order := "In the order of attempts: not all times are known."
	if t.hasTimes() {
		order = "In the order of time, not to scale."
	}
	return "Above: " + text.Visible(t.Left.Participant) + "; below: " + text.Visible(t.Right.Participant) + ". " + order + " A thick box is the attempt compared here, a dashed one is not in the check. A line ties an attempt to the one most like it, thicker the more of their own passages both have."
}
