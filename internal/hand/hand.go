// Package hand tells how much a program looks as if its participant had written it: how like their programs for other
// problems it is in layout, punctuation and names, beside the programs of all other participants.
//
//	c := hand.New(programs)
//	result, ok := c.Compare(program, own)
//
// It is a fact with a base rate, for people to weigh, and no part of any score. Honest people have help, change their
// editor, or share an account.
//
// # Method
//
// A style is how often each of some thousand features occurs, in three aspects that count alike: runs of marks, keywords
// and the white space between them (layout), the names (naming), and what each line looks like (lines). Layout features
// are those of Caliskan-Islam et al. (2015), taken as n-grams as by Frantzeskou et al. (2006), so that they need no parser.
//
// Frequencies become standard deviations from what is usual (the Delta of Burrows 2002), here from what is usual for the
// problem, so that the problem does not count. Two styles are compared by the cosine (Smith and Aldridge 2011). A
// feature counts more if participants keep to it from problem to problem: its weight is the square root of its
// intraclass correlation (Fisher 1925) in this contest. All is computed from the contest at hand; nothing is trained.
//
// The profile of a participant is the sum of their programs for other problems. Programs for the problem at hand,
// of whoever, are in no profile: somebody who solved the problem in the same way is no closer for that.
//
// Lines that a participant repeats in programs for other problems are taken out first, in every program: a copy below
// one's own template must not look like one's own hand.
//
// # Limits
//
// New reads the first MaxBytes of a file and maxUnits units of a program, of the participants that [Choose] chooses.
// For the most programs that Choose allows it takes a second, most of it for the base rate.
package hand

import (
	"cmp"
	"runtime"
	"slices"
	"sync"

	"github.com/zeebo/xxh3"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// Below these numbers there is too little to compare with.
const (
	MinOwn      = 3   // programs of the same participant for other problems
	minOthers   = 20  // other participants
	minPrograms = 50  // programs of others that give the base rate
	minUnits    = 100 // units of the program, without own template
)

// Limits of what Choose chooses.
const (
	maxParticipants = 250
	maxPrograms     = 1200
)

// Choose returns the participants to compare, sorted: those who submitted for more than MinOwn problems. Of more than 250, or
// with more than 1,200 programs, it chooses a sample, the same one in each run. Problems has for each participant the number
// of problems that they submitted for, in one family of languages.
func Choose(problems map[string]int) []string {
	var all []string
	for participant, n := range problems {
		if n > MinOwn {
			all = append(all, participant)
		}
	}
	slices.SortFunc(all, func(a, b string) int {
		return cmp.Or(cmp.Compare(xxh3.HashString(a), xxh3.HashString(b)), cmp.Compare(a, b))
	})
	programs, n := 0, 0
	for n < min(len(all), maxParticipants) && programs+problems[all[n]] <= maxPrograms {
		programs += problems[all[n]]
		n++
	}
	chosen := all[:n]
	slices.Sort(chosen)
	return chosen
}

// Program is a program of a participant for a problem.
type Program struct {
	Participant, Problem string
	Language             *lexer.Language
	Files                []contest.File
}

// Contest has the styles of a contest's programs. It may be used by several goroutines.
type Contest struct {
	participants []participant // sorted by name
	space        *space
	ranks        []rank // of the programs that can be compared
}

type participant struct {
	name     string
	programs []*program // one for each problem
}

// program is what is left of a Program once it was read.
type program struct {
	owner   int // place in Contest.participants
	problem string
	lines   lineSet
	style   style     // nil once its vector is known
	vector  []float32 // see space
}

// rank says how many of the other participants are closer to a program than its own is.
type rank struct {
	of             *program
	closer, others int
}

// share is the part of the others that are closer.
func (r rank) share() float64 { return float64(r.closer) / float64(max(1, r.others)) }

// New reads programs of one contest in one family of languages, those of the participants that Choose chose: for each
// problem one, such as their last. Of several, it takes the last in the list.
func New(programs []Program) *Contest {
	c := &Contest{}
	programs = slices.Clone(programs)
	slices.SortStableFunc(programs, comparePrograms)
	var all []*program
	var sources []Program
	for i, p := range programs {
		if i+1 < len(programs) && comparePrograms(p, programs[i+1]) == 0 {
			continue
		}
		if n := len(c.participants); n == 0 || c.participants[n-1].name != p.Participant {
			c.participants = append(c.participants, participant{name: p.Participant})
		}
		owner := len(c.participants) - 1
		q := &program{owner: owner, problem: p.Problem, lines: linesOf(p.Files)}
		c.participants[owner].programs = append(c.participants[owner].programs, q)
		all, sources = append(all, q), append(sources, p)
	}
	inParallel(len(all), func(i int) {
		repeated := repeatedLines(c.participants[all[i].owner].programs, all[i].problem)
		all[i].style = readStyle(sources[i].Files, sources[i].Language, repeated)
	})
	c.space = newSpace(all)
	c.rankAll(all)
	return c
}

func comparePrograms(a, b Program) int {
	return cmp.Or(cmp.Compare(a.Participant, b.Participant), cmp.Compare(a.Problem, b.Problem))
}

// Bytes estimates the memory that c takes.
func (c *Contest) Bytes() int {
	const lineBytes = 20 // of an entry of a map
	size := 0
	for _, p := range c.participants {
		for _, q := range p.programs {
			size += 4*len(q.vector) + lineBytes*len(q.lines)
		}
	}
	return size + 4*len(c.space.means)*c.space.size() + int(aspects)*2<<featureBits
}

// rankAll ranks the programs of all participants who have enough others.
func (c *Contest) rankAll(programs []*program) {
	byProblem := make(map[string][]*program)
	for _, p := range programs {
		byProblem[p.problem] = append(byProblem[p.problem], p)
	}
	for problem, programs := range byProblem {
		profiles := c.profiles(problem)
		programs = slices.DeleteFunc(programs, func(p *program) bool { return p.vector == nil || profiles[p.owner] == nil })
		ranks := make([]rank, len(programs))
		inParallel(len(programs), func(i int) {
			owner := programs[i].owner
			ranks[i] = newRank(programs[i].vector, profiles[owner], owner, profiles)
			ranks[i].of = programs[i]
		})
		c.ranks = append(c.ranks, ranks...)
	}
}

// repeatedLines returns the lines of a participant's programs for other problems.
func repeatedLines(programs []*program, problem string) lineSet {
	lines := make(lineSet)
	for _, p := range programs {
		if p.problem != problem {
			lines.addAll(p.lines)
		}
	}
	return lines
}

// profile returns the profile of a participant from their programs for other problems; nil if these are too few.
func (s *space) profile(programs []*program, problem string) []float32 {
	sum, n := make([]float32, s.size()), 0
	for _, p := range programs {
		if p.problem != problem && p.vector != nil {
			accumulate(sum, p.vector)
			n++
		}
	}
	if n < MinOwn {
		return nil
	}
	s.normalise(sum)
	return sum
}

// profiles returns the profile of each participant.
func (c *Contest) profiles(problem string) [][]float32 {
	profiles := make([][]float32, len(c.participants))
	inParallel(len(profiles), func(i int) { profiles[i] = c.space.profile(c.participants[i].programs, problem) })
	return profiles
}

// newRank counts the participants, other than the owner, whose profiles are closer to a program than the owner's. An owner
// below 0 is not among the profiles.
func newRank(vector, own []float32, owner int, profiles [][]float32) (r rank) {
	similarity := product(vector, own)
	for i, profile := range profiles {
		if i == owner || profile == nil {
			continue
		}
		r.others++
		if product(vector, profile) > similarity {
			r.closer++
		}
	}
	return r
}

// Result says how like the participant's own programs a program is.
type Result struct {
	// Own is the number of the participant's programs for other problems that it was compared with, Others the number of
	// other participants.
	Own, Others int
	// Closer is the number of the others whose programs are more like this one than the participant's own are.
	Closer int
	// Programs is the number of the other participants' programs that were compared in the same way, each with its
	// own participant. For AsFar of these, the share of others who are closer is as large or larger.
	Programs, AsFar int
}

// Compare compares a program, which may be any of its participant's attempts, with the participant's own programs for other
// problems, beside the programs of all others. It returns false where there is too little to compare.
func (c *Contest) Compare(x Program, own []Program) (Result, bool) {
	programs := []*program{{problem: x.Problem, lines: linesOf(x.Files)}}
	sources := []Program{x}
	for _, p := range own {
		if p.Problem != x.Problem {
			programs = append(programs, &program{problem: p.Problem, lines: linesOf(p.Files)})
			sources = append(sources, p)
		}
	}
	var result Result
	for i, p := range programs {
		p.vector = c.space.vector(readStyle(sources[i].Files, sources[i].Language, repeatedLines(programs, p.problem)), p.problem)
		if i > 0 && p.vector != nil {
			result.Own++
		}
	}
	vector, profile := programs[0].vector, c.space.profile(programs, x.Problem)
	if vector == nil || profile == nil {
		return Result{}, false
	}
	owner, ok := slices.BinarySearchFunc(c.participants, x.Participant, compareName)
	if !ok {
		owner = -1
	}
	r := newRank(vector, profile, owner, c.profiles(x.Problem))
	result.Others, result.Closer = r.others, r.closer
	for _, other := range c.ranks {
		if other.of.owner == owner {
			continue
		}
		result.Programs++
		if other.share() >= r.share() {
			result.AsFar++
		}
	}
	return result, result.Others >= minOthers && result.Programs >= minPrograms
}

func compareName(p participant, name string) int { return cmp.Compare(p.name, name) }

// inParallel calls f for 0 to n-1, on all processors.
func inParallel(n int, f func(i int)) {
	var group sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for first := range workers {
		group.Go(func() {
			for i := first; i < n; i += workers {
				f(i)
			}
		})
	}
	group.Wait()
}
