package facts

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
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
	problems map[string]int32 // numbers of the problems
	solves   []solve          // by participant and problem
}

// solve is the first time that a participant solved a problem.
type solve struct {
	participant int64
	number      int
	problem     int32 // see Contest.problems
	at          time.Time
	before      time.Time // when the participant last submitted for another problem, earlier than at; zero if never
}

// NewContest finds the first solves among the submissions of a contest, in any order. If no submission
// is accepted, verdicts are unknown, and each first submission counts as a solve.
func NewContest(submissions []Submission) *Contest {
	submissions = slices.Clone(submissions)
	slices.SortStableFunc(submissions, func(a, b Submission) int {
		return cmp.Or(cmp.Compare(a.Participant, b.Participant), a.At.Compare(b.At), strings.Compare(a.Problem, b.Problem))
	})
	hasVerdicts := slices.ContainsFunc(submissions, func(s Submission) bool { return s.Accepted })
	c := &Contest{problems: make(map[string]int32)}
	var last [2]Submission // the participant's last submission, and the last submission for another problem
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
			problem, ok := c.problems[s.Problem]
			if !ok {
				problem = int32(len(c.problems))
				c.problems[s.Problem] = problem
			}
			c.solves = append(c.solves, solve{s.Participant, s.Number, problem, s.At, last[1].At})
		}
		last[0] = s
	}
	slices.SortFunc(c.solves, func(a, b solve) int {
		return cmp.Or(cmp.Compare(a.participant, b.participant), cmp.Compare(a.problem, b.problem))
	})
	return c
}

const (
	// A fact has a base rate only if at least minSolves others solved the problem.
	minSolves = 20
	// The quickest others are a quickShare of all. A quick solve takes less than quickFactor of their time.
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

// took returns the time since the last submission for another problem, else since the start.
func (s solve) took(start time.Time) (took time.Duration, sinceStart, ok bool) {
	from := s.before
	if from.IsZero() || from.Before(start) {
		from, sinceStart = start, true
	}
	if from.IsZero() || s.at.Before(from) {
		return 0, sinceStart, false
	}
	return max(s.at.Sub(from).Round(time.Second), time.Second), sinceStart, true
}

// QuickSolves returns the fact for a participant and a problem; name is the participant's name in the text. start is zero
// if unknown.
func (c *Contest) QuickSolves(start time.Time, participant int64, name, problem string) []Fact {
	var own QuickSolve
	var others []time.Duration
	wanted, ok := c.problems[problem]
	if !ok {
		return nil
	}
	for _, s := range c.solves {
		if s.problem != wanted {
			continue
		}
		took, sinceStart, ok := s.took(start)
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
	own.rate = Rate{Count: count, Total: len(others)}
	return []Fact{own}
}

func (QuickSolve) Kind() Kind   { return KindQuickSolve }
func (q QuickSolve) Rate() Rate { return q.rate }

func (q QuickSolve) Text(p *i18n.Printer) string {
	if q.SinceStart {
		return p.T("%s solved problem %s %s after the start of the contest.", text.Visible(q.Participant), text.Visible(q.Problem), p.Gap(q.Took))
	}
	return p.T("%s solved problem %s %s after a submission for another problem.", text.Visible(q.Participant), text.Visible(q.Problem), p.Gap(q.Took))
}

func (q QuickSolve) RateText(p *i18n.Printer) string {
	return p.T("%s of %s others were as quick; half of them needed %s or more.", i18n.Number(p, q.rate.Count), i18n.Number(p, q.rate.Total), p.Gap(q.Median))
}

const (
	// maxGap is the longest time between two solves that counts as the same time.
	maxGap = 2 * time.Minute
	// minTogether is the smallest number of problems that two participants solved at the same time.
	minTogether = 3
	// maxTogetherShare is the largest share of other pairs who solved as many problems together.
	maxTogetherShare = 0.01
	// Every two participants are compared: at most maxTimelines participants, and fewer if participants times solves
	// is more than maxTimelineSteps. They are those with the lowest numbers, which are drawn at random.
	maxTimelines     = 1500
	maxTimelineSteps = 50_000_000
	// minTimelinePairs is the smallest number of other pairs that gives a base rate.
	minTimelinePairs = 100
)

// Together is the fact that two participants solved problems at the same time.
type Together struct {
	Left, Right string
	Problems    int // solved at the same time
	Both        int // problems that both participants solved
	// LeftFirst and RightFirst count the Problems that one of them solved before the other.
	LeftFirst, RightFirst int
	rate                  Rate
}

// Bytes estimates the memory that c takes.
func (c *Contest) Bytes() int {
	const solveBytes, problemBytes = 72, 64
	return solveBytes*len(c.solves) + problemBytes*len(c.problems)
}

// compare counts the problems that both participants solved (both), that they solved nearly at the same time (near),
// and that a solved shortly before b (first). a and b are solves sorted by problem.
func compare(a, b []solve) (both, near, first int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].problem < b[0].problem:
			a = a[1:]
		case a[0].problem > b[0].problem:
			b = b[1:]
		default:
			both++
			if gap := b[0].at.Sub(a[0].at); gap.Abs() <= maxGap {
				near++
				if gap > 0 {
					first++
				}
			}
			a, b = a[1:], b[1:]
		}
	}
	return both, near, first
}

func (c *Contest) solvesOf(participant int64) []solve {
	byParticipant := func(s solve, id int64) int { return cmp.Compare(s.participant, id) }
	first, _ := slices.BinarySearchFunc(c.solves, participant, byParticipant)
	after, _ := slices.BinarySearchFunc(c.solves, participant+1, byParticipant)
	return c.solves[first:after]
}

// sample returns the solves of the participants to compare, see maxTimelines.
func (c *Contest) sample() (sample [][]solve, sampled bool) {
	for rest := c.solves; len(rest) > 0; {
		own := c.solvesOf(rest[0].participant)
		sample, rest = append(sample, own), rest[len(own):]
	}
	slices.SortFunc(sample, func(a, b []solve) int { return cmp.Compare(a[0].number, b[0].number) })
	solves := 0
	for n, own := range sample {
		if solves += len(own); n == maxTimelines || n > 1 && (n+1)*solves > maxTimelineSteps {
			return sample[:n], true
		}
	}
	return sample, false
}

// Together returns the fact for two participants, or nil. Rate.Of counts the other pairs who both solved at least
// minTogether problems; Rate.Count counts the pairs among them who solved as many together.
func (c *Contest) Together(ctx context.Context, left, right int64, leftName, rightName string) ([]Fact, error) {
	a, b := c.solvesOf(left), c.solvesOf(right)
	fact := Together{Left: leftName, Right: rightName}
	if fact.Both, fact.Problems, fact.LeftFirst = compare(a, b); fact.Problems < minTogether {
		return nil, nil
	}
	_, _, fact.RightFirst = compare(b, a)
	sample, sampled := c.sample()
	fact.rate.Sampled = sampled
	for i, x := range sample {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, y := range sample[:i] {
			one, other := x[0].participant, y[0].participant
			both, near, _ := compare(x, y)
			if both < minTogether || one == left && other == right || one == right && other == left {
				continue
			}
			fact.rate.Total++
			if near >= fact.Problems {
				fact.rate.Count++
			}
		}
	}
	if fact.rate.Total < minTimelinePairs || fact.rate.share() > maxTogetherShare {
		return nil, nil
	}
	return []Fact{fact}, nil
}

func (Together) Kind() Kind   { return KindTogether }
func (t Together) Rate() Rate { return t.rate }

func (t Together) Text(p *i18n.Printer) string {
	first, count := t.Left, t.LeftFirst
	if t.RightFirst > t.LeftFirst {
		first, count = t.Right, t.RightFirst
	}
	return p.T("Of %s problems that both solved, they solved %s within %s of each other; %s was first at %s of these.",
		i18n.Number(p, t.Both), i18n.Number(p, t.Problems), p.Gap(maxGap), text.Visible(first), i18n.Number(p, count))
}

func (t Together) RateText(p *i18n.Printer) string {
	text := i18n.Key("%s of %s other pairs of participants solved as many problems so close together.")
	if t.rate.Sampled {
		text = "%s of %s other pairs of a random sample of participants solved as many problems so close together."
	}
	return p.T(text, i18n.Number(p, t.rate.Count), i18n.Number(p, t.rate.Total))
}
