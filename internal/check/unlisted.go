package check

import (
	"cmp"
	"slices"

	"github.com/ojcheck/ojcheck/internal/search"
)

// duplicates is earlier submissions of one program, as far as fingerprints and samples
// tell, some of which a solution could not be compared with: the archive names the
// first of such submissions alone, and a program is compared with so many at most.
type duplicates struct {
	submissions []int64 // those that are named
	compared    bool    // whether the solution was compared with one of them
	more        int     // with how many it was not, above 0
}

// author is who handed in an earlier submission.
type author struct{ contest, participant string }

func (s *earlierSet) authorOf(id int64) author {
	return author{s.submissions[id].contest, s.submissions[id].Participant}
}

// roundRobinByAuthor orders submissions so that the first ones of each person stand
// before further ones of the same people.
func (s *earlierSet) roundRobinByAuthor(ids []int64) []int64 {
	var first, further []int64
	seen := make(map[author]bool)
	for _, id := range ids {
		if p := s.authorOf(id); !seen[p] {
			seen[p] = true
			first = append(first, id)
		} else {
			further = append(further, id)
		}
	}
	return append(first, further...)
}

// recordDuplicates notes how many submissions of a candidate a solution is not compared
// with, of those that it could be compared with (comparable, as far as they are
// named). Further submissions of the people that it is compared with do not count.
func (s *earlierSet) recordDuplicates(e *solution, candidate search.Candidate, comparable, chosen []int64) {
	inFamily := func(id int64) bool { return s.submissions[id] != nil && s.submissions[id].of(e.family) }
	if !slices.ContainsFunc(candidate.Submissions, inFamily) {
		return // nor are those that are not named
	}
	more := candidate.Programs - len(candidate.Submissions)
	met := make(map[author]bool)
	for _, id := range comparable {
		if slices.Contains(chosen, id) {
			met[s.authorOf(id)] = true
		}
	}
	for _, id := range comparable {
		if !met[s.authorOf(id)] {
			more++
		}
	}
	if more > 0 {
		s.duplicates[e] = append(s.duplicates[e], duplicates{candidate.Submissions, len(met) > 0, more})
	}
}

// unlisted counts the earlier submissions of the programs in the pairs that are
// kept, and of those with which nobody could be compared, that were compared with
// nobody. What may be the same submissions counts once.
func (s *earlierSet) unlisted(kept []foundPair) int {
	paired := make(map[*solution][]int64)
	for _, f := range kept {
		if f.right.contest != "" {
			paired[f.left] = append(paired[f.left], f.right.submission.ID)
		}
	}
	var crowds []duplicates
	for e, list := range s.duplicates {
		for _, c := range list {
			if !c.compared || slices.ContainsFunc(paired[e], func(id int64) bool { return slices.Contains(c.submissions, id) }) {
				crowds = append(crowds, c)
			}
		}
	}
	// The largest first, in an order that does not depend on the map's.
	slices.SortFunc(crowds, func(a, b duplicates) int {
		return cmp.Or(cmp.Compare(b.more, a.more), slices.Compare(a.submissions, b.submissions))
	})
	total := 0
	counted := make(map[int64]bool)
	for _, c := range crowds {
		if !slices.ContainsFunc(c.submissions, func(id int64) bool { return counted[id] }) {
			total += c.more
		}
		for _, id := range c.submissions {
			counted[id] = true
		}
	}
	return total
}
