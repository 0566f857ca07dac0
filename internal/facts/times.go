package facts

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Submission is a submission of an official participant with a known time.
type Submission struct {
	Participant int64 // ID
	Number      int   // of the participant in the contest; numbers are drawn at random
	Problem     string
	At          time.Time
	Accepted    bool
}

// Contest has the first solves of a contest.
type Contest struct {
	start  time.Time // zero if unknown
	solves []solve
}

// solve is the first time that a participant solved a problem.
type solve struct {
	participant int64
	number      int
	problem     string
	at          time.Time
	before      time.Time // of their last submission for another problem before at; zero if there is none
}

// NewContest finds the first solves among the submissions of a contest, which may be in any order.
// In a contest without accepted submissions, each first submission counts as a solve, because its
// verdicts are unknown. The start is zero if it is unknown.
func NewContest(start time.Time, submissions []Submission) *Contest {
	submissions = slices.Clone(submissions)
	slices.SortStableFunc(submissions, func(a, b Submission) int {
		return cmp.Or(cmp.Compare(a.Participant, b.Participant), a.At.Compare(b.At), strings.Compare(a.Problem, b.Problem))
	})
	hasVerdicts := slices.ContainsFunc(submissions, func(s Submission) bool { return s.Accepted })
	c := &Contest{start: start}
	var last [2]Submission // the participant's last submission, and their last one for another problem than that
	solved := make(map[string]bool)
	for _, s := range submissions {
		if s.Participant != last[0].Participant {
			last = [2]Submission{}
			clear(solved)
		}
		if s.Problem != last[0].Problem {
			last[1] = last[0]
		}
		if (s.Accepted || !hasVerdicts) && !solved[s.Problem] {
			solved[s.Problem] = true
			c.solves = append(c.solves, solve{s.Participant, s.Number, s.Problem, s.At, last[1].At})
		}
		last[0] = s
	}
	return c
}

const (
	// minSolves is the smallest number of others who solved a problem that gives a base rate.
	minSolves = 20
	// quickShare is the share of the others from which a quick solve stands apart: it takes less than
	// quickFactor of the time that the quickest quickShare of the others need at most.
	quickShare  = 0.05
	quickFactor = 0.5
)

// QuickSolve is the fact that a participant solved a problem much sooner than nearly all others.
type QuickSolve struct {
	Participant string
	Problem     string
	Took        time.Duration
	SinceStart  bool // Took is since the start of the contest, not since a submission for another problem
	Median      time.Duration
	rate        Rate
}

// took returns the time that a participant had for a problem: since their last submission for
// another problem, or else since the start of the contest. ok is false if it is unknown.
func (c *Contest) took(s solve) (took time.Duration, sinceStart, ok bool) {
	from := s.before
	if from.IsZero() || from.Before(c.start) {
		from, sinceStart = c.start, true
	}
	if from.IsZero() || s.at.Before(from) {
		return 0, sinceStart, false
	}
	return max(s.at.Sub(from).Round(time.Second), time.Second), sinceStart, true
}

// QuickSolves returns the fact for a participant and a problem, if it is so. The fact calls the
// participant by the name.
func (c *Contest) QuickSolves(participant int64, name, problem string) []Fact {
	var own QuickSolve
	var others []time.Duration
	for _, s := range c.solves {
		if s.problem != problem {
			continue
		}
		took, sinceStart, ok := c.took(s)
		switch {
		case !ok:
		case s.participant == participant:
			own = QuickSolve{Participant: name, Problem: problem, Took: took, SinceStart: sinceStart}
		default:
			others = append(others, took)
		}
	}
	if own.Took == 0 || len(others) < minSolves {
		return nil
	}
	slices.Sort(others)
	quickest := others[int(quickShare*float64(len(others)))]
	if float64(own.Took) >= quickFactor*float64(quickest) {
		return nil
	}
	own.Median = others[len(others)/2]
	count, _ := slices.BinarySearch(others, own.Took+1)
	own.rate = Rate{count, len(others)}
	return []Fact{own}
}

func (QuickSolve) Kind() Kind   { return KindQuickSolve }
func (q QuickSolve) Rate() Rate { return q.rate }

func (q QuickSolve) Text(p *i18n.Printer) string {
	if q.SinceStart {
		return p.T("%s solved problem %s %s after the start of the contest.", visible(q.Participant), visible(q.Problem), p.Gap(q.Took))
	}
	return p.T("%s solved problem %s %s after a submission for another problem.", visible(q.Participant), visible(q.Problem), p.Gap(q.Took))
}

func (q QuickSolve) Usual(p *i18n.Printer) string {
	return p.T("%s of %s others were as quick; half of them needed more than %s.", i18n.Number(p, q.rate.Count), i18n.Number(p, q.rate.Of), p.Gap(q.Median))
}

const (
	// together is the longest time between two solves that counts as the same time.
	together = 2 * time.Minute
	// minTogether is the smallest number of problems that two participants solved at the same time.
	minTogether = 3
	// maxTogetherShare is the largest share of other pairs of participants who solved as many problems
	// at the same time.
	maxTogetherShare = 0.01
	// maxTimelines bounds the participants of whom every two are compared: a million pairs take 30 ms.
	// Numbers are drawn at random, so those with the lowest numbers are a random sample.
	maxTimelines = 1500
	// minTimelinePairs is the smallest number of other pairs that gives a base rate.
	minTimelinePairs = 100
)

// Together is the fact that two participants solved problems at the same time.
type Together struct {
	Left, Right string
	Problems    int // solved at the same time
	Both        int // solved by both
	// LeftFirst and RightFirst count the Problems that one of them solved before the other.
	LeftFirst, RightFirst int
	rate                  Rate
}

// timeline holds when a participant solved each problem, in Unix milliseconds; 0 for never.
type timeline struct {
	number int
	solved []int64
}

// compare counts the problems that both solved, those of them that they solved at the same time, and
// those of these that t solved first.
func (t *timeline) compare(other *timeline) (both, near, first int) {
	for i, at := range t.solved {
		if at == 0 || other.solved[i] == 0 {
			continue
		}
		both++
		gap := other.solved[i] - at
		if -together.Milliseconds() <= gap && gap <= together.Milliseconds() {
			near++
		}
		if 0 < gap && gap <= together.Milliseconds() {
			first++
		}
	}
	return both, near, first
}

// timelines returns the timelines of all participants who solved a problem, by ID.
func (c *Contest) timelines() map[int64]*timeline {
	problems := make(map[string]int)
	for _, s := range c.solves {
		if _, ok := problems[s.problem]; !ok {
			problems[s.problem] = len(problems)
		}
	}
	timelines := make(map[int64]*timeline)
	for _, s := range c.solves {
		t := timelines[s.participant]
		if t == nil {
			t = &timeline{s.number, make([]int64, len(problems))}
			timelines[s.participant] = t
		}
		t.solved[problems[s.problem]] = s.at.UnixMilli()
	}
	return timelines
}

// Together returns the fact for two participants, if it is so. The rate counts other pairs of
// participants who both solved at least minTogether problems, and among them those who solved as many
// problems at the same time.
func (c *Contest) Together(left, right int64, leftName, rightName string) []Fact {
	timelines := c.timelines()
	a, b := timelines[left], timelines[right]
	if a == nil || b == nil {
		return nil
	}
	fact := Together{Left: leftName, Right: rightName}
	if fact.Both, fact.Problems, fact.LeftFirst = a.compare(b); fact.Problems < minTogether {
		return nil
	}
	_, _, fact.RightFirst = b.compare(a)
	sample := slices.SortedFunc(maps.Values(timelines), func(x, y *timeline) int { return cmp.Compare(x.number, y.number) })
	sample = sample[:min(len(sample), maxTimelines)]
	for i, x := range sample {
		for _, y := range sample[:i] {
			both, near, _ := x.compare(y)
			if both < minTogether || x == a && y == b || x == b && y == a {
				continue
			}
			fact.rate.Of++
			if near >= fact.Problems {
				fact.rate.Count++
			}
		}
	}
	if fact.rate.Of < minTimelinePairs || fact.rate.share() > maxTogetherShare {
		return nil
	}
	return []Fact{fact}
}

func (Together) Kind() Kind   { return KindTogether }
func (t Together) Rate() Rate { return t.rate }

func (t Together) Text(p *i18n.Printer) string {
	first, count := t.Left, t.LeftFirst
	if t.RightFirst > t.LeftFirst {
		first, count = t.Right, t.RightFirst
	}
	return p.T("Of %s problems that both solved, they solved %s within %s of each other; %s was first at %s of these.",
		i18n.Number(p, t.Both), i18n.Number(p, t.Problems), p.Gap(together), visible(first), i18n.Number(p, count))
}

func (t Together) Usual(p *i18n.Printer) string {
	return p.T("%s of %s other pairs of participants solved as many problems so close together.", i18n.Number(p, t.rate.Count), i18n.Number(p, t.rate.Of))
}
