package evidence

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Timeline holds the attempts of both participants of a pair at the problem of the pair.
type Timeline struct {
	Left, Right Lane
	// Similarities has an entry for each pair of a left and a right attempt that can be compared.
	Similarities []AttemptSimilarity
	Metadata     map[int64]contest.JudgeMetadata // of the attempts' submissions, by their IDs
}

// Lane holds the attempts of one participant in order of time.
type Lane struct {
	Participant string
	Attempts    []Attempt
	Omitted     int // number of attempts that are not shown, because they are far from the compared attempt
}

// Attempt is one submission.
type Attempt struct {
	SubmissionID int64
	Number       int // from 1, among the participant's attempts at the problem
	Problem      string
	Verdict      contest.Verdict
	Time         time.Time           // zero if unknown
	Language     string              // name of the language, such as "C++"
	Version      string              // the judge system's name of the language, or ""
	Judgements   []contest.Judgement // in order of time; nil if unknown
	IsSide       bool                // this attempt is a side of the pair
	InCheck      bool                // the check compared it
	// KeptShare is the share, 0 to 1, that it keeps of the tokens of the compared attempt before it; nil if unknown.
	KeptShare        *float64
	SubmissionBefore int64 // the compared attempt before it, if KeptShare is known
	NumberBefore     int
}

// AttemptSimilarity is the share, 0 to 1, of passages that a left and a right attempt both have.
type AttemptSimilarity struct {
	Left, Right int // indices into the lanes
	Share       float64
}

// Rewritten lists the attempts of both participants that are rewrites of the previous attempt.
func (t Timeline) Rewritten() (list []facts.Attempt) {
	for _, s := range []side{leftSide, rightSide} {
		lane := t.lane(s)
		for _, a := range lane.Attempts {
			if !a.isRewrite() {
				continue
			}
			list = append(list, facts.Attempt{
				Participant: lane.Participant, Number: a.Number, NumberBefore: a.NumberBefore,
				Submission: a.SubmissionID, SubmissionBefore: a.SubmissionBefore, KeptShare: *a.KeptShare,
			})
		}
	}
	return list
}

// isRewrite reports whether the attempt keeps little of the previous attempt.
func (a Attempt) isRewrite() bool { return a.KeptShare != nil && facts.IsRewrite(*a.KeptShare) }

// minLink is the smallest share that links two attempts in the drawing.
const minLink = 0.3

// best returns the similarity of an attempt with the most similar attempt of the other lane. Of equally
// similar attempts, it takes the first. ok is false if the attempt shares no passage with the other lane.
func (t Timeline) best(s side, attempt int) (best AttemptSimilarity, ok bool) {
	for _, l := range t.Similarities {
		if pick(s, l.Left, l.Right) == attempt && l.Share > best.Share {
			best, ok = l, true
		}
	}
	return best, ok
}

// links returns the links to draw, the weakest first. They link each attempt to the most similar attempt of
// the other lane, if the share is at least minLink.
func (t Timeline) links() []AttemptSimilarity {
	var links []AttemptSimilarity
	for _, s := range []side{leftSide, rightSide} {
		for i := range t.lane(s).Attempts {
			if l, ok := t.best(s, i); ok && l.Share >= minLink && !slices.Contains(links, l) {
				links = append(links, l)
			}
		}
	}
	slices.SortStableFunc(links, func(a, b AttemptSimilarity) int { return cmp.Compare(a.Share, b.Share) })
	return links
}

func (t Timeline) lane(s side) Lane { return pick(s, t.Left, t.Right) }

func (t Timeline) attempts() []Attempt { return slices.Concat(t.Left.Attempts, t.Right.Attempts) }

// name returns the name of an attempt, such as "attempt 2". The name has the problem if there are several.
func (t Timeline) name(p *i18n.Printer, a Attempt) string {
	number := strconv.Itoa(a.Number)
	if slices.ContainsFunc(t.attempts(), func(other Attempt) bool { return other.Problem != a.Problem }) {
		return p.T("attempt %s at %s", number, text.Visible(a.Problem))
	}
	return p.T("attempt %s", number)
}

// nameAndRewrite returns the name, and says if the attempt is a rewrite: "attempt 2, keeps 12.0% of the
// attempt before it".
func (t Timeline) nameAndRewrite(p *i18n.Printer, a Attempt) string {
	return joinTexts(p, t.name(p, a), a.rewriteText(p))
}

func (t Timeline) mostSimilarText(p *i18n.Printer, s side, attempt int) string {
	l, ok := t.best(s, attempt)
	if !ok {
		return p.T("none")
	}
	other := t.lane(s.other()).Attempts[pick(s, l.Right, l.Left)]
	return joinTexts(p, t.name(p, other), p.Percent(l.Share))
}

func verdictLabel(v contest.Verdict) string { return text.Visible(cmp.Or(string(v), "?")) }

// JudgementHistory lists the verdicts of a rejudged submission: "WA, then AC". For another submission it
// returns "".
func JudgementHistory(p *i18n.Printer, judgements []contest.Judgement) string {
	if len(judgements) < 2 {
		return ""
	}
	var texts []string
	for _, j := range judgements {
		texts = append(texts, verdictLabel(j.Verdict))
	}
	return strings.Join(texts, p.T(", then "))
}

func (a Attempt) verdictText(p *i18n.Printer) string {
	if history := JudgementHistory(p, a.Judgements); history != "" {
		return p.T("%s, rejudged: %s", verdictLabel(a.Verdict), history)
	}
	return verdictLabel(a.Verdict)
}

func (a Attempt) rewriteText(p *i18n.Printer) string {
	if !a.isRewrite() {
		return ""
	}
	return p.T("keeps %s of attempt %s", p.Percent(*a.KeptShare), i18n.Number(p, a.NumberBefore))
}

func (a Attempt) language() string {
	if a.Version == "" || a.Version == a.Language {
		return a.Language
	}
	return a.Language + " (" + text.Visible(a.Version) + ")"
}

func (a Attempt) timeText(p *i18n.Printer) string {
	if a.Time.IsZero() {
		return "–"
	}
	return a.Time.UTC().Format(p.T("2006-01-02 15:04:05"))
}

func (a Attempt) checkText(p *i18n.Printer) string {
	switch {
	case a.IsSide:
		return p.T("compared here")
	case a.InCheck:
		return p.T("in the check")
	}
	return p.T("not in the check")
}

func (l Lane) omittedText(p *i18n.Printer) string {
	if l.Omitted == 0 {
		return ""
	}
	return p.T("Of %s the %d attempts nearest to the compared one are shown, and %d are not.",
		text.Visible(l.Participant), len(l.Attempts), l.Omitted)
}

// The drawing has a lane for each participant, and a column for each attempt in order of time. If a time is
// unknown, the first attempts of both lanes share a column, and so on. Its sizes are in pixels; it does not stretch.
const (
	columnWidth = 68
	boxWidth    = 58
	boxHeight   = 26
	leftLaneY   = 22 // y of the boxes of the left participant, who has the upper lane
	rightLaneY  = 98
	drawHeight  = 150
)

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
	if b.IsSide {
		class += " compared"
	}
	if !b.InCheck {
		class += " unchecked"
	}
	if b.isRewrite() {
		class += " rewritten"
	}
	return class
}

func (t Timeline) boxes(p *i18n.Printer) []box {
	var boxes []box
	for _, s := range []side{leftSide, rightSide} {
		lane := t.lane(s)
		for i, a := range lane.Attempts {
			details := joinTexts(p, a.verdictText(p), a.language(), a.timeText(p), a.checkText(p), a.rewriteText(p))
			boxes = append(boxes, box{
				Attempt: a, side: s, x: i * columnWidth, y: pick(s, leftLaneY, rightLaneY),
				title: p.T("%s, %s: %s; most like it: %s", text.Visible(lane.Participant), t.name(p, a), details, t.mostSimilarText(p, s, i)),
			})
		}
	}
	if t.hasTimes() {
		byTime := make([]*box, len(boxes))
		for i := range boxes {
			byTime[i] = &boxes[i]
		}
		slices.SortStableFunc(byTime, func(a, b *box) int { return a.Time.Compare(b.Time) })
		for column, b := range byTime {
			b.x = column * columnWidth
		}
	}
	return boxes
}

func (t Timeline) hasTimes() bool {
	return !slices.ContainsFunc(t.attempts(), func(a Attempt) bool { return a.Time.IsZero() })
}

type drawnLink struct {
	x1, y1, x2, y2, width string
	title                 string
	compared              bool
}

// drawnLinks returns the links between boxes, the result of t.boxes.
func (t Timeline) drawnLinks(p *i18n.Printer, boxes []box) []drawnLink {
	var drawn []drawnLink
	for _, l := range t.links() {
		a, b := boxes[l.Left], boxes[len(t.Left.Attempts)+l.Right]
		drawn = append(drawn, drawnLink{
			x1: strconv.Itoa(a.x + boxWidth/2), y1: strconv.Itoa(a.y + boxHeight),
			x2: strconv.Itoa(b.x + boxWidth/2), y2: strconv.Itoa(b.y),
			width: svgNumber(1 + 5*l.Share),
			title: p.T("%s, %s, and %s, %s: %s of their own passages in common", text.Visible(t.Left.Participant), t.name(p, a.Attempt),
				text.Visible(t.Right.Participant), t.name(p, b.Attempt), p.Percent(l.Share)),
			compared: a.IsSide && b.IsSide,
		})
	}
	return drawn
}

func drawWidth(boxes []box) int {
	right := 0
	for _, b := range boxes {
		right = max(right, b.x+boxWidth)
	}
	return right + 4
}

// label returns the number of the attempt, and the time of day in UTC if known.
func (b box) label() string {
	text := "#" + strconv.Itoa(b.Number)
	if !b.Time.IsZero() {
		text += " " + b.Time.UTC().Format("15:04")
	}
	return text
}

// labelY returns the y of the label, from the top of the box. The label is on the side of the box without links.
func (b box) labelY() int { return pick(b.side, -7, boxHeight+14) }

func (t Timeline) legend(p *i18n.Printer) string {
	order := i18n.Key("In the order of attempts: not all times are known.")
	if t.hasTimes() {
		order = "In the order of time, not to scale."
	}
	sentences := []string{
		p.T("Above: %s; below: %s.", text.Visible(t.Left.Participant), text.Visible(t.Right.Participant)),
		p.T(order),
		p.T("A thick box is the attempt compared here, a dashed one is not in the check. A line links an attempt " +
			"to the one most like it, thicker the more of their own passages both have."),
	}
	if slices.ContainsFunc(t.attempts(), Attempt.isRewrite) {
		sentences = append(sentences, p.T("A box with a bar at its left keeps less than a fifth of the attempt before it."))
	}
	return p.Sentences(sentences...)
}
