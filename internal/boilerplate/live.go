package boilerplate

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Live finds what Find finds while programs come and go. A participant's programs
// tell all but which problems are near-twins; that is told by ballots, of which
// each participant's are cast anew when their programs change. So what it finds is
// what Find would find among all programs that are there, in whatever order they
// came.
//
// A Live is not safe for concurrent use.
type Live struct {
	length  int // tokens of a shingle
	authors map[participantKey]*liveParticipant
	changed map[participantKey]bool // since Update was called
	ballots map[[2]string]*tally
	twins   SimilarProblems
}

type participantKey struct{ participant, family string }

// liveParticipant is the programs of one participant in one family of languages.
type liveParticipant struct {
	programs map[int64]Program
	ballots  map[[2]string]*tally // of the ballots, those that are theirs
}

// NewLive returns a Live without programs; shingles are of so many tokens.
func NewLive(shingleLength int) *Live {
	return &Live{
		length:  shingleLength,
		authors: make(map[participantKey]*liveParticipant),
		changed: make(map[participantKey]bool),
		ballots: make(map[[2]string]*tally),
		twins:   make(SimilarProblems),
	}
}

// Add takes in a program under a number that no other has. Its shingles are not to
// be changed.
func (l *Live) Add(number int64, p Program) {
	key := participantKey{p.Participant, p.Family}
	if l.authors[key] == nil {
		l.authors[key] = &liveParticipant{programs: make(map[int64]Program)}
	}
	l.authors[key].programs[number] = p
	l.changed[key] = true
}

// Remove takes a program out again.
func (l *Live) Remove(number int64, p Program) {
	key := participantKey{p.Participant, p.Family}
	delete(l.authors[key].programs, number)
	l.changed[key] = true
}

// Update finds what has changed since it was called before. It returns the own
// templates of programs, by their numbers, also of some in which nothing changed,
// and none of programs that are not there; nil is none. Which problems are
// near-twins holds for all programs, and retwinned tells whether it has changed.
func (l *Live) Update() (passages map[int64][]contest.Passage, twins SimilarProblems, retwinned bool) {
	authors := make(map[participantKey]*participant, len(l.changed))
	for key := range l.changed {
		authors[key] = l.recast(key)
	}
	twins = similarBy(l.ballots)
	if retwinned = !twins.equal(l.twins); retwinned {
		for key := range l.authors {
			if _, ok := authors[key]; !ok {
				authors[key] = l.author(key)
			}
		}
	}
	passages = make(map[int64][]contest.Passage)
	for key, a := range authors {
		numbers := l.numbers(key)
		if a != nil {
			a.classify(twins)
		}
		for i, number := range numbers {
			passages[number] = nil
			if a != nil {
				passages[number] = a.passages(i)
			}
		}
		if len(numbers) == 0 {
			delete(l.authors, key)
		}
	}
	l.twins = twins
	clear(l.changed)
	return passages, twins, retwinned
}

// numbers returns the numbers of an author's programs, ascending.
func (l *Live) numbers(key participantKey) []int64 {
	return slices.Sorted(maps.Keys(l.authors[key].programs))
}

// author returns an author, or nil for who has programs for one problem alone.
func (l *Live) author(key participantKey) *participant {
	var programs []Program
	var places []int
	several := false
	for i, number := range l.numbers(key) {
		p := l.authors[key].programs[number]
		programs, places = append(programs, p), append(places, i)
		several = several || p.Problem != programs[0].Problem
	}
	if !several {
		return nil
	}
	return newParticipant(programs, places, l.length)
}

// recast casts the votes of an author anew.
func (l *Live) recast(key participantKey) *participant {
	live := l.authors[key]
	for problems, cast := range live.ballots {
		b := l.ballots[problems]
		b.votes -= cast.votes
		b.yes -= cast.yes
		if b.votes == 0 {
			delete(l.ballots, problems)
		}
	}
	live.ballots = make(map[[2]string]*tally)
	a := l.author(key)
	if a == nil {
		return nil
	}
	a.countVotes(live.ballots)
	for problems, cast := range live.ballots {
		b := cmp.Or(l.ballots[problems], new(tally))
		l.ballots[problems] = b
		b.votes += cast.votes
		b.yes += cast.yes
	}
	return a
}
