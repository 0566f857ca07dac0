package check

import "github.com/ojcheck/ojcheck/pairs"

// liveGroup is the programs of a Live in one family of languages.
type liveGroup struct {
	pairs                  *pairs.Live
	participants, problems numbering
	solutions              map[int]*liveSolution // by place
}

// group returns that of a family of languages.
func (l *Live) group(family string) *liveGroup {
	f := l.groups[family]
	if f == nil {
		f = &liveGroup{
			pairs:        pairs.NewLive(l.parameters.AcrossProblems, l.parameters.Without),
			participants: make(numbering),
			problems:     make(numbering),
			solutions:    make(map[int]*liveSolution),
		}
		l.groups[family] = f
	}
	return f
}

// fewAdded is the number of programs up to which each is counted by itself as it
// comes.
const fewAdded = 100

// put indexes programs.
func (f *liveGroup) put(added []*liveSolution) {
	programs := make([]pairs.Program, len(added))
	for i, e := range added {
		programs[i] = pairs.Program{
			Participant: f.participants.of(e.submission.Participant),
			Problem:     f.problems.of(e.submission.Problem),
			Structure:   e.code.Shingles,
			Wording:     e.code.Wording,
		}
	}
	var numbers []int
	if len(added) > fewAdded {
		numbers = f.pairs.Load(programs)
	} else {
		for _, p := range programs {
			numbers = append(numbers, f.pairs.Add(p))
		}
	}
	for i, e := range added {
		e.place = numbers[i]
		f.solutions[e.place] = e
	}
}
