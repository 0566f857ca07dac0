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

// Solves has the first solves of a contest.
type Solves struct {
	problems map[string]int32 // the numbers of the problems, by name
	list     []solve          // sorted by participant and problem
}

// solve is the first time that a participant solved a problem.
type solve struct {
	participant int64
	number      int
	problem     int32 // see Solves.problems
	at          time.Time
	before      time.Time // of the participant's latest earlier submission for another problem; zero if there is none
}

// NewSolves finds the first solves among the submissions of a contest, in any order. If no submission
// is accepted, verdicts are unknown, and each first submission counts as a solve.
func NewSolves(submissions []Submission) *Solves {
	submissions = slices.Clone(submissions)
	slices.SortStableFunc(submissions, func(a, b Submission) int {
		return cmp.Or(cmp.Compare(a.Participant, b.Participant), a.At.Compare(b.At), strings.Compare(a.Problem, b.Problem))
	})
	hasVerdicts := slices.ContainsFunc(submissions, func(s Submission) bool { return s.Accepted })
	solves := &Solves{problems: make(map[string]int32)}
	var last, lastForOther Submission // the participant's last submission, and their last one for another problem
	solved := make(map[string]bool)
	for _, s := range submissions {
		if s.Participant != last.Participant {
			last, lastForOther = Submission{}, Submission{}
			clear(solved)
		}
		if s.Problem != last.Problem {
			lastForOther = last
		}
		last = s
		if solved[s.Problem] || hasVerdicts && !s.Accepted {
			continue
		}
		solved[s.Problem] = true
		problem, ok := solves.problems[s.Problem]
		if !ok {
			problem = int32(len(solves.problems))
			solves.problems[s.Problem] = problem
		}
		solves.list = append(solves.list, solve{s.Participant, s.Number, problem, s.At, lastForOther.At})
	}
	slices.SortFunc(solves.list, func(a, b solve) int {
		return cmp.Or(cmp.Compare(a.participant, b.participant), cmp.Compare(a.problem, b.problem))
	})
	return solves
}

// A solve is quick if it took less than quickFactor times the time that the quickest quickShare of the others needed. At least
// minSolves others must have solved the problem.
const (
	minSolves   = 20
	quickShare  = 0.05
	quickFactor = 0.5
)

// quickSolve is the fact that a participant solved a problem much sooner than nearly all others.
type quickSolve struct {
	participant string
	problem     string
	took        time.Duration
	sinceStart  bool          // took begins at the start of the contest, not at a submission for another problem
	median      time.Duration // of the others
	rate        Rate
}

// duration returns the time of the solve since the submission before, or else since the start. ok is false if neither is known.
func (s solve) duration(start time.Time) (took time.Duration, sinceStart, ok bool) {
	from := s.before
	if from.IsZero() || from.Before(start) {
		from, sinceStart = start, true
	}
	if from.IsZero() || s.at.Before(from) {
		return 0, sinceStart, false
	}
	return max(s.at.Sub(from).Round(time.Second), time.Second), sinceStart, true
}

// QuickSolves returns the fact for a participant and a problem, or nil. name is the participant's name in the text. start is
// the start of the contest; zero if unknown.
func (s *Solves) QuickSolves(start time.Time, participant int64, name, problem string) []Fact {
	var own quickSolve
	var others []time.Duration
	wanted, ok := s.problems[problem]
	if !ok {
		return nil
	}
	for _, one := range s.list {
		if one.problem != wanted {
			continue
		}
		took, sinceStart, ok := one.duration(start)
		switch {
		case !ok:
		case one.participant == participant:
			own = quickSolve{participant: name, problem: problem, took: took, sinceStart: sinceStart}
		default:
			others = append(others, took)
		}
	}
	if own.took == 0 || len(others) < minSolves {
		return nil
	}
	slices.Sort(others)
	quickest := others[int(quickShare*float64(len(others)))]
	if float64(own.took) >= quickFactor*float64(quickest) {
		return nil
	}
	own.median = others[len(others)/2]
	count, _ := slices.BinarySearch(others, own.took+1)
	own.rate = Rate{Count: count, Total: len(others)}
	return []Fact{own}
}

func (quickSolve) Kind() Kind   { return KindQuickSolve }
func (q quickSolve) Rate() Rate { return q.rate }

func (q quickSolve) Text(p *i18n.Printer) string {
	sentence := i18n.Key("%s solved problem %s %s after a submission for another problem.")
	if q.sinceStart {
		sentence = "%s solved problem %s %s after the start of the contest."
	}
	return p.T(sentence, text.Visible(q.participant), text.Visible(q.problem), p.Gap(q.took))
}

func (q quickSolve) RateText(p *i18n.Printer) string {
	return p.T("%s of %s others were as quick; half of them needed %s or more.",
		i18n.Number(p, q.rate.Count), i18n.Number(p, q.rate.Total), p.Gap(q.median))
}

const (
	// maxGap is the longest time between two solves that count as at the same time.
	maxGap = 2 * time.Minute
	// minSameTimes is the smallest number of problems that two participants solved at the same time.
	minSameTimes = 3
	// maxSameTimesShare is the largest share of other pairs who solved as many problems at the same time.
	maxSameTimesShare = 0.01
	// maxTimelines is the largest number of participants who are compared with each other.
	maxTimelines = 1500
	// maxTimelineSteps limits the number of these participants times the number of their solves.
	maxTimelineSteps = 50_000_000
	// minTimelinePairs is the smallest number of other pairs that shows how usual the fact is.
	minTimelinePairs = 100
)

// sameTimes is the fact that two participants solved problems at the same time.
type sameTimes struct {
	left, right string
	problems    int // solved at the same time
	both        int // problems that both participants solved
	// Of the problems solved at the same time, leftFirst counts those that the left participant solved first; rightFirst, those
	// that the right one solved first.
	leftFirst, rightFirst int
	rate                  Rate
}

// Bytes estimates the memory that s takes.
func (s *Solves) Bytes() int {
	const solveBytes, problemBytes = 72, 64
	return solveBytes*len(s.list) + problemBytes*len(s.problems)
}

// compareSolves takes the solves of two participants, sorted by problem. It counts the problems that both solved (both),
// those of them that they solved at the same time (near), and those of these that a solved before b (first).
func compareSolves(a, b []solve) (both, near, first int) {
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

func (s *Solves) solvesOf(participant int64) []solve {
	byParticipant := func(one solve, id int64) int { return cmp.Compare(one.participant, id) }
	first, _ := slices.BinarySearchFunc(s.list, participant, byParticipant)
	after, _ := slices.BinarySearchFunc(s.list, participant+1, byParticipant)
	return s.list[first:after]
}

// sample returns the solves of each participant to compare. If there are too many participants, it returns those with the
// lowest numbers, because numbers are drawn at random; then sampled is true.
func (s *Solves) sample() (timelines [][]solve, sampled bool) {
	for rest := s.list; len(rest) > 0; {
		own := s.solvesOf(rest[0].participant)
		timelines, rest = append(timelines, own), rest[len(own):]
	}
	slices.SortFunc(timelines, func(a, b []solve) int { return cmp.Compare(a[0].number, b[0].number) })
	solves := 0
	for n, own := range timelines {
		if solves += len(own); n == maxTimelines || n > 1 && (n+1)*solves > maxTimelineSteps {
			return timelines[:n], true
		}
	}
	return timelines, false
}

// SameTimes returns the fact for two participants, or nil. Rate.Total counts the other pairs of participants with at least
// minSameTimes problems that both solved. Rate.Count counts those of them who solved as many at the same time.
func (s *Solves) SameTimes(ctx context.Context, left, right int64, leftName, rightName string) ([]Fact, error) {
	a, b := s.solvesOf(left), s.solvesOf(right)
	fact := sameTimes{left: leftName, right: rightName}
	if fact.both, fact.problems, fact.leftFirst = compareSolves(a, b); fact.problems < minSameTimes {
		return nil, nil
	}
	_, _, fact.rightFirst = compareSolves(b, a)
	timelines, sampled := s.sample()
	fact.rate.Sampled = sampled
	isPair := func(p, q int64) bool { return p == left && q == right || p == right && q == left }
	for i, first := range timelines {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, second := range timelines[:i] {
			both, near, _ := compareSolves(first, second)
			if both < minSameTimes || isPair(first[0].participant, second[0].participant) {
				continue
			}
			fact.rate.Total++
			if near >= fact.problems {
				fact.rate.Count++
			}
		}
	}
	if fact.rate.Total < minTimelinePairs || fact.rate.share() > maxSameTimesShare {
		return nil, nil
	}
	return []Fact{fact}, nil
}

func (sameTimes) Kind() Kind   { return KindSameTimes }
func (t sameTimes) Rate() Rate { return t.rate }

func (t sameTimes) Text(p *i18n.Printer) string {
	if t.leftFirst == t.rightFirst {
		return p.T("Of %s problems that both solved, they solved %s within %s of each other; each was first at %s of these.",
			i18n.Number(p, t.both), i18n.Number(p, t.problems), p.Gap(maxGap), i18n.Number(p, t.leftFirst))
	}
	first, count := t.left, t.leftFirst
	if t.rightFirst > t.leftFirst {
		first, count = t.right, t.rightFirst
	}
	return p.T("Of %s problems that both solved, they solved %s within %s of each other; %s was first at %s of these.",
		i18n.Number(p, t.both), i18n.Number(p, t.problems), p.Gap(maxGap), text.Visible(first), i18n.Number(p, count))
}

func (t sameTimes) RateText(p *i18n.Printer) string {
	text := i18n.Key("%s of %s other pairs of participants solved as many problems so close together.")
	if t.rate.Sampled {
		text = "%s of %s other pairs of a random sample of participants solved as many problems so close together."
	}
	return p.T(text, i18n.Number(p, t.rate.Count), i18n.Number(p, t.rate.Total))
}
