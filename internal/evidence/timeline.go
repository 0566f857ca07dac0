package evidence

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Timeline is what both participants of a pair handed in for its problem.
type Timeline struct {
	Left, Right Lane
	// Similarities are of each attempt of the left one with each of the right one,
	// but of those that cannot be compared.
	Similarities []AttemptSimilarity
}

// Lane is the attempts of one participant, in their order.
type Lane struct {
	Participant string
	Attempts    []Attempt
	Omitted     int // attempts that are farther from the compared one, and not shown
}

// Attempt is one submission.
type Attempt struct {
	SubmissionID int64
	Number       int // of the participant's attempts at the problem, from 1
	Problem      string
	Verdict      contest.Verdict
	Time         time.Time           // zero where it is not known
	Language     string              // its name, such as "C++"
	Version      string              // what the judge system calls the language; "" where it says nothing
	Judgements   []contest.Judgement // in order of time; nil where the judge system tells none
	Compared     bool                // it is the one that the pair is scored by
	Checked      bool                // it was given to the check at all
}

// AttemptSimilarity is how alike an attempt of the left participant and one of the right
// one are: the share of their passages that both have, 0 to 1.
type AttemptSimilarity struct {
	Left, Right int // indices into the lanes
	Share       float64
}

// leastLink is the likeness from which on two attempts are tied in the drawing.
const leastLink = 0.3

// best returns the attempt of the other lane that is most like one, the first of
// equals; ok is false where there is none that has anything in common with it.
func (t Timeline) best(s side, attempt int) (best AttemptSimilarity, ok bool) {
	for _, l := range t.Similarities {
		own := l.Left
		if s == rightSide {
			own = l.Right
		}
		if own == attempt && l.Share > best.Share {
			best, ok = l, true
		}
	}
	return best, ok
}

// links are the ties that are drawn: of each attempt that to its best
// counterpart, where the two are alike enough, the weakest first.
func (t Timeline) links() []AttemptSimilarity {
	var links []AttemptSimilarity
	add := func(l AttemptSimilarity, ok bool) {
		if ok && l.Share >= leastLink && !slices.Contains(links, l) {
			links = append(links, l)
		}
	}
	for i := range t.Left.Attempts {
		add(t.best(leftSide, i))
	}
	for i := range t.Right.Attempts {
		add(t.best(rightSide, i))
	}
	slices.SortStableFunc(links, func(a, b AttemptSimilarity) int {
		switch {
		case a.Share < b.Share:
			return -1
		case a.Share > b.Share:
			return 1
		}
		return 0
	})
	return links
}

func (t Timeline) lane(s side) Lane {
	if s == leftSide {
		return t.Left
	}
	return t.Right
}

// several reports whether the attempts are for more than one problem.
func (t Timeline) several() bool {
	problem, first := "", true
	for _, l := range []Lane{t.Left, t.Right} {
		for _, a := range l.Attempts {
			if !first && a.Problem != problem {
				return true
			}
			problem, first = a.Problem, false
		}
	}
	return false
}

// name is what an attempt is called: "attempt 2", and at which problem where
// there are several.
func (t Timeline) name(a Attempt) string {
	words := "attempt " + strconv.Itoa(a.Number)
	if t.several() {
		words += " at " + text.Visible(a.Problem)
	}
	return words
}

// mostLike says of an attempt which one of the other lane is most like it.
func (t Timeline) mostLike(s side, attempt int) string {
	l, ok := t.best(s, attempt)
	if !ok {
		return "none"
	}
	other := t.lane(s.other()).Attempts[l.other(s)]
	return t.name(other) + ", " + text.Percent(l.Share)
}

// other is the index of the attempt that is not of a side.
func (l AttemptSimilarity) other(s side) int {
	if s == leftSide {
		return l.Right
	}
	return l.Left
}

// verdict is never empty.
func (a Attempt) verdict() string {
	if a.Verdict == contest.VerdictUnknown {
		return "?"
	}
	return text.Visible(string(a.Verdict))
}

// Judged tells how often the judge system has changed its mind: "WA, then AC"; ""
// where it never did.
func JudgementHistory(list []contest.Judgement) string {
	if len(list) < 2 {
		return ""
	}
	var texts []string
	for _, j := range list {
		texts = append(texts, Attempt{Verdict: j.Verdict}.verdict())
	}
	return strings.Join(texts, ", then ")
}

// rejudged is said beside the verdict; "" where it was never changed.
func (a Attempt) rejudged() string {
	if text := JudgementHistory(a.Judgements); text != "" {
		return "rejudged: " + text
	}
	return ""
}

// told is the verdict with what it was before.
func (a Attempt) told() string {
	if text := a.rejudged(); text != "" {
		return a.verdict() + ", " + text
	}
	return a.verdict()
}

// language names the language, as the judge system calls it too.
func (a Attempt) language() string {
	if a.Version == "" || a.Version == a.Language {
		return a.Language
	}
	return a.Language + " (" + text.Visible(a.Version) + ")"
}

// moment writes when an attempt came, in UTC.
func (a Attempt) moment() string {
	if a.Time.IsZero() {
		return "–"
	}
	return a.Time.UTC().Format("2006-01-02 15:04:05")
}

// standing tells what the check did with an attempt.
func (a Attempt) standing() string {
	switch {
	case a.Compared:
		return "compared here"
	case a.Checked:
		return "in the check"
	}
	return "not in the check"
}

// told says how many attempts are not shown; "" where all are.
func (l Lane) told() string {
	if l.Omitted == 0 {
		return ""
	}
	return fmt.Sprintf("Of %s the %d attempts nearest to the compared one are shown, and %d are not.", text.Visible(l.Participant), len(l.Attempts), l.Omitted)
}
