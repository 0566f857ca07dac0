// Package hand measures how similar the style of a program is to its participant's: whether it is in their hand, as in
// handwriting. It compares the program with the participant's programs for other problems, in layout, punctuation and
// names, and with programs of all others.
//
//	styles, err := hand.New(ctx, programs)
//	result, ok, err := styles.Compare(ctx, program, own)
//
// The result is a fact with a base rate, for people to weigh; no score contains it. Honest people have help, change
// their editor, or share an account.
//
// # Method
//
// A style is how often each of some thousand features occurs. The features belong to three aspects, which count alike: layout
// (runs of marks, keywords and white space), naming (names), and lines (what each line looks like). Layout features are those
// of Caliskan-Islam et al. (2015), taken as n-grams as by Frantzeskou et al. (2006), so that they need no parser.
//
// Each frequency is measured in standard deviations from the problem's mean, like the Delta of Burrows (2002). Two styles
// are compared by the cosine (Smith and Aldridge 2011). A feature counts more if participants keep it from problem to
// problem: its weight is the square root of its intraclass correlation (Fisher 1925) in this contest.
//
// The profile of a participant is the sum of their programs. A program is compared with profiles without any program for
// its problem, so participants who solved it in the same way are not closer to each other for that reason.
//
// Lines that a participant repeats in programs for other problems are left out of every program. Otherwise a copy that
// contains the participant's own template would look like the participant's own style.
//
// # Limits
//
// Only the first maxBytes and the first maxUnits units (style.go) of a program are read. [ChooseParticipants] bounds
// the programs that New reads; for the largest choice, New takes 0.5 s of one core. Compare reads at most MaxOwn of the
// participant's other programs. The first Compare of a program that is closer to others than to its own
// participant takes 0.2 s more, for the ranks of all programs.
package hand

import (
	"cmp"
	"context"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/zeebo/xxh3"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// Below these numbers there is too little to compare.
const (
	MinOwn      = 3   // programs of the same participant for other problems
	minOthers   = 20  // other participants
	minPrograms = 50  // programs of others, which show how usual a result is
	minUnits    = 100 // units of the program, without repeated lines
)

// The limits of ChooseParticipants.
const (
	maxParticipants = 250
	maxPrograms     = 1200
)

// MaxOwn is the largest number of a participant's programs for other problems that Compare reads.
const MaxOwn = 50

// SampleProblems returns at most limit of the problems, sorted. It samples by a hash, so each run returns the same problems.
func SampleProblems(problems []string, limit int) []string {
	chosen := slices.SortedFunc(slices.Values(problems), byHash)
	chosen = chosen[:min(len(chosen), limit)]
	slices.Sort(chosen)
	return chosen
}

// byHash sorts names in an order that says nothing about the names.
func byHash(a, b string) int {
	return cmp.Or(cmp.Compare(xxh3.HashString(a), xxh3.HashString(b)), cmp.Compare(a, b))
}

// ChooseParticipants returns the participants to compare, sorted: those who submitted for more than MinOwn problems, or a
// sample of them, the same in each run. problems has each participant's number of problems, in one family of languages.
func ChooseParticipants(problems map[string]int) []string {
	var all []string
	for participant, n := range problems {
		if n > MinOwn {
			all = append(all, participant)
		}
	}
	slices.SortFunc(all, byHash)
	programs := 0
	var chosen []string
	for _, participant := range all {
		if n := problems[participant]; len(chosen) < maxParticipants && programs+n <= maxPrograms {
			programs += n
			chosen = append(chosen, participant)
		}
	}
	slices.Sort(chosen)
	return chosen
}

// Program is a program of a participant for a problem.
type Program struct {
	Participant, Problem string
	Language             *lexer.Language
	Files                []contest.File
}

// Styles has the styles of a contest's programs. It may be used by several goroutines.
type Styles struct {
	participants []participant // sorted by name
	space        *vectorSpace
	programs     []*program // the programs with a vector of all participants with more than MinOwn of them

	mu    sync.Mutex
	ranks []rank // of programs; nil until Compare needs them
}

type participant struct {
	name     string
	programs []*program // one for each problem
}

// program is what Styles stores of a Program.
type program struct {
	owner   int // index in Styles.participants
	problem string
	style   style     // dropped when vector is computed
	vector  []float32 // see vectorSpace; nil if the program has too little to read
}

// rank says how many other participants are closer to a program than its own participant is.
type rank struct {
	program        *program
	closer, others int
}

func (r rank) share() float64 { return float64(r.closer) / float64(max(1, r.others)) }

// New reads programs of one contest in one family of languages. The caller passes those of the participants that
// ChooseParticipants returned. Of a participant's programs for a problem, New takes the last in the list.
func New(ctx context.Context, programs []Program) (*Styles, error) {
	s := &Styles{}
	programs = slices.Clone(programs)
	slices.SortStableFunc(programs, comparePrograms)
	var all []*program
	var sources [][]Program // of each participant
	for i, p := range programs {
		if i+1 < len(programs) && comparePrograms(p, programs[i+1]) == 0 {
			continue
		}
		if n := len(s.participants); n == 0 || s.participants[n-1].name != p.Participant {
			s.participants = append(s.participants, participant{name: p.Participant})
			sources = append(sources, nil)
		}
		owner := len(s.participants) - 1
		q := &program{owner: owner, problem: p.Problem}
		s.participants[owner].programs = append(s.participants[owner].programs, q)
		sources[owner] = append(sources[owner], p)
		all = append(all, q)
	}
	err := inParallel(ctx, len(s.participants), func(owner int) {
		lines := countLines(sources[owner])
		for i, p := range sources[owner] {
			s.participants[owner].programs[i].style = readStyle(p.Files, p.Language, lines)
		}
	})
	if err != nil {
		return nil, err
	}
	s.space = newSpace(all)
	for _, p := range s.participants {
		withVector := slices.DeleteFunc(slices.Clone(p.programs), func(q *program) bool { return q.vector == nil })
		if len(withVector) > MinOwn {
			s.programs = append(s.programs, withVector...)
		}
	}
	return s, nil
}

func comparePrograms(a, b Program) int {
	return cmp.Or(cmp.Compare(a.Participant, b.Participant), cmp.Compare(a.Problem, b.Problem))
}

// Bytes estimates the memory that s takes.
func (s *Styles) Bytes() int {
	size := 0
	for _, p := range s.participants {
		for _, q := range p.programs {
			size += 4 * len(q.vector)
		}
	}
	return size + 4*len(s.space.means)*s.space.size() + int(aspects)*2<<featureBits
}

// HasProblem reports whether the contest has programs for a problem. Without them, no program for it can be compared.
func (s *Styles) HasProblem(problem string) bool { return s.space.means[problem] != nil }

// allRanks returns the ranks of s.programs. The first call computes them.
func (s *Styles) allRanks(ctx context.Context) ([]rank, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ranks != nil {
		return s.ranks, nil
	}
	byProblem := make(map[string][]*program)
	for _, p := range s.programs {
		byProblem[p.problem] = append(byProblem[p.problem], p)
	}
	var all []rank
	for problem, programs := range byProblem {
		profiles, err := s.profiles(ctx, problem)
		if err != nil {
			return nil, err
		}
		ranks := make([]rank, len(programs))
		err = inParallel(ctx, len(programs), func(i int) {
			owner := programs[i].owner
			ranks[i] = s.space.newRank(programs[i].vector, profiles[owner], owner, profiles)
			ranks[i].program = programs[i]
		})
		if err != nil {
			return nil, err
		}
		all = append(all, ranks...)
	}
	s.ranks = all
	return all, nil
}

// profile returns the profile of a participant from programs for other problems; nil if these programs are too few.
func (s *vectorSpace) profile(programs []*program, problem string) []float32 {
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

func (s *Styles) profiles(ctx context.Context, problem string) ([][]float32, error) {
	profiles := make([][]float32, len(s.participants))
	err := inParallel(ctx, len(profiles), func(i int) { profiles[i] = s.space.profile(s.participants[i].programs, problem) })
	return profiles, err
}

// newRank counts the other participants whose profiles are closer to a program than its owner's profile is. owner is an
// index in profiles; -1 if the owner is not among them.
func (s *vectorSpace) newRank(vector, ownProfile []float32, owner int, profiles [][]float32) (r rank) {
	similarity := s.similarity(vector, ownProfile)
	for i, profile := range profiles {
		if i == owner || profile == nil {
			continue
		}
		r.others++
		if s.similarity(vector, profile) > similarity {
			r.closer++
		}
	}
	return r
}

// Result says how much a program looks like the other programs of its participant.
type Result struct {
	OwnCount int // the participant's programs that the program was compared with
	Others   int // other participants
	Closer   int // other participants whose programs are more like the program than the participant's own are
	Programs int // programs of other participants
	// AsUnusual counts the Programs that are at least as unlike the other programs of their participant.
	AsUnusual int
}

// Compare compares a program, which may be any attempt of its participant, with the participant's programs for other problems
// (own) and with the programs of all others. ok is false if there is too little to compare. Of more than MaxOwn problems,
// Compare reads those that SampleProblems chooses. Of several programs for a problem, it reads the last in the list.
func (s *Styles) Compare(ctx context.Context, target Program, own []Program) (result Result, ok bool, err error) {
	byProblem := make(map[string]Program)
	for _, p := range own {
		if p.Problem != target.Problem && s.HasProblem(p.Problem) {
			byProblem[p.Problem] = p
		}
	}
	sources := []Program{target}
	for _, problem := range SampleProblems(slices.Collect(maps.Keys(byProblem)), MaxOwn) {
		sources = append(sources, byProblem[problem])
	}
	lines := countLines(sources)
	programs := make([]*program, len(sources))
	err = inParallel(ctx, len(sources), func(i int) {
		p := sources[i]
		programs[i] = &program{problem: p.Problem, vector: s.space.vector(readStyle(p.Files, p.Language, lines), p.Problem)}
	})
	if err != nil {
		return Result{}, false, err
	}
	for _, p := range programs[1:] {
		if p.vector != nil {
			result.OwnCount++
		}
	}
	vector, profile := programs[0].vector, s.space.profile(programs, target.Problem)
	if vector == nil || profile == nil {
		return Result{}, false, nil
	}
	owner := slices.IndexFunc(s.participants, func(p participant) bool { return p.name == target.Participant })
	profiles, err := s.profiles(ctx, target.Problem)
	if err != nil {
		return Result{}, false, err
	}
	r := s.space.newRank(vector, profile, owner, profiles)
	result.Others, result.Closer = r.others, r.closer
	for _, other := range s.programs {
		if other.owner != owner {
			result.Programs++
		}
	}
	if result.AsUnusual = result.Programs; r.closer > 0 { // else all others are as unusual
		ranks, err := s.allRanks(ctx)
		if err != nil {
			return Result{}, false, err
		}
		for _, other := range ranks {
			if other.program.owner != owner && other.share() < r.share() {
				result.AsUnusual--
			}
		}
	}
	return result, result.Others >= minOthers && result.Programs >= minPrograms, nil
}

// inParallel calls f for 0 to n-1, on all processors. It stops with an error at the end of ctx.
func inParallel(ctx context.Context, n int, f func(i int)) error {
	var group sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for first := range workers {
		group.Go(func() {
			for i := first; i < n && ctx.Err() == nil; i += workers {
				f(i)
			}
		})
	}
	group.Wait()
	return ctx.Err()
}
