package check

import (
	"cmp"
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/lexer"
)

// How far a check looks for earlier submissions. Near-duplicates of what is too
// common to be found by its rare shingles have the same fingerprint, or nearly;
// all else shares sampled shingles (docs/fingerprints.md has the measurements), so
// the distance need not be as large as that of a search by hand.
const (
	earlierDistance    = 5    // bits of fingerprints
	nearCandidates     = 8    // candidates by fingerprint for each program
	sharedCandidates   = 16   // candidates by sample for each program
	maxEarlierCompared = 24   // earlier submissions that a program is compared with, at most
	searchBatch        = 2000 // programs
)

// search adds the candidates of some programs.
func (s *earlierSet) search(ctx context.Context, archive EarlierContests, solutions []*solution) error {
	queries := make([]search.Query, len(solutions))
	for i, sol := range solutions {
		queries[i] = search.Query{Fingerprint: uint64(sol.fingerprint), HasFingerprint: sol.hasFingerprint, Sample: sol.ownSample}
	}
	finder := search.Finder{Archive: archive}
	proposed, err := finder.Candidates(ctx, queries, s.scope, search.Limits{Distance: earlierDistance, FingerprintCandidates: nearCandidates, SampleCandidates: sharedCandidates})
	if err != nil {
		return err
	}
	var unknown []int64
	for _, each := range proposed {
		for _, candidate := range each.Candidates {
			for _, id := range candidate.Submissions {
				if s.submissions[id] == nil {
					unknown = append(unknown, id)
				}
			}
		}
	}
	slices.Sort(unknown)
	places, err := archive.Locations(ctx, slices.Compact(unknown))
	if err != nil {
		return err
	}
	for id, place := range places {
		s.submissions[id] = &earlierSubmission{contest: place.Contest, number: place.Number, Submission: contest.Submission{
			ID: id, Problem: place.Problem, Participant: place.Participant, Path: place.Path, Language: place.Language,
			Verdict: place.Verdict, Attempt: place.Attempt, Time: place.Time,
		}}
	}
	for i, sol := range solutions {
		if chosen := s.choose(sol, proposed[i].Candidates); len(chosen) > 0 {
			s.candidates[sol] = chosen
			for _, id := range chosen {
				s.submissions[id].pending++
			}
		}
	}
	return nil
}

// choose returns the submissions that a solution is compared with: the first of
// each candidate, then the second ones, and so on, without those of the same
// participant and those in other families of languages. It notes what that leaves
// out.
func (s *earlierSet) choose(sol *solution, candidates []search.Candidate) []int64 {
	var chosen []int64
	lists := make([][]int64, len(candidates))
	for i, candidate := range candidates {
		for _, id := range candidate.Submissions {
			earlier := s.submissions[id]
			if earlier == nil || earlier.Participant == sol.submission.Participant {
				continue // deleted a moment ago, or their own
			}
			if earlier.isIn(sol.family) {
				lists[i] = append(lists[i], id)
			}
		}
		lists[i] = s.roundRobinByAuthor(lists[i])
	}
	for rank := range contest.MaxListedSubmissions {
		for _, list := range lists {
			if rank < len(list) && len(chosen) < maxEarlierCompared && !slices.Contains(chosen, list[rank]) {
				chosen = append(chosen, list[rank])
			}
		}
	}
	for i, candidate := range candidates {
		s.recordDuplicates(sol, candidate, lists[i], chosen)
	}
	return chosen
}

// isIn reports whether a submission is in a family isIn languages.
func (s *earlierSubmission) isIn(family string) bool {
	language, ok := lexer.ByName(s.Language)
	return ok && language.Family == family
}

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
func (s *earlierSet) recordDuplicates(sol *solution, candidate search.Candidate, comparable, chosen []int64) {
	inFamily := func(id int64) bool { return s.submissions[id] != nil && s.submissions[id].isIn(sol.family) }
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
		s.duplicates[sol] = append(s.duplicates[sol], duplicates{candidate.Submissions, len(met) > 0, more})
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
	for sol, list := range s.duplicates {
		for _, c := range list {
			if !c.compared || slices.ContainsFunc(paired[sol], func(id int64) bool { return slices.Contains(c.submissions, id) }) {
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
