package check

import (
	"cmp"
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/lexer"
)

// The bounds of a check's search for earlier submissions. Fingerprints find only
// near-duplicates of very common programs, which have no rare shingles; samples of
// shingles find all others (measured in docs/fingerprints.md). So a smaller distance
// is enough here than in a search by hand.
const (
	earlierDistance    = 5    // bits of fingerprints
	nearCandidates     = 8    // by fingerprint, for each program
	sharedCandidates   = 16   // by sample, for each program
	maxEarlierCompared = 24   // earlier submissions for each program
	searchBatch        = 2000 // programs
)

// search finds the candidates of programs.
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

// choose returns the submissions to compare with a solution: the first of each
// candidate, then the second of each, and so on. It leaves out submissions of the same
// participant or in other families of languages, and records the omitted ones.
func (s *earlierSet) choose(sol *solution, candidates []search.Candidate) []int64 {
	var chosen []int64
	lists := make([][]int64, len(candidates))
	for i, candidate := range candidates {
		for _, id := range candidate.Submissions {
			earlier := s.submissions[id]
			if earlier == nil || earlier.Participant == sol.submission.Participant {
				continue // just deleted, or by the same participant
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

// isIn reports whether a submission is in a family of languages.
func (s *earlierSubmission) isIn(family string) bool {
	language, ok := lexer.ByName(s.Language)
	return ok && language.Family == family
}

// duplicates is a group of earlier submissions with the same fingerprint or sample.
// A solution is compared with some of them only: the archive lists only the first ones,
// and the number of comparisons is bounded.
type duplicates struct {
	submissions []int64 // the listed ones
	compared    bool    // whether the solution was compared with one of them
	omitted     int     // submissions not compared with the solution, above 0
}

// author is the participant of an earlier submission.
type author struct{ contest, participant string }

func (s *earlierSet) authorOf(id int64) author {
	return author{s.submissions[id].contest, s.submissions[id].Participant}
}

// roundRobinByAuthor puts the first submission of each author before all others.
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

// recordDuplicates records how many submissions of a candidate are not compared with a
// solution. comparable holds the listed submissions that could be. If one submission of
// an author is compared, the author's others do not count.
func (s *earlierSet) recordDuplicates(sol *solution, candidate search.Candidate, comparable, chosen []int64) {
	inFamily := func(id int64) bool { return s.submissions[id] != nil && s.submissions[id].isIn(sol.family) }
	if !slices.ContainsFunc(candidate.Submissions, inFamily) {
		return // the others are in other families too
	}
	omitted := candidate.Programs - len(candidate.Submissions)
	met := make(map[author]bool)
	for _, id := range comparable {
		if slices.Contains(chosen, id) {
			met[s.authorOf(id)] = true
		}
	}
	for _, id := range comparable {
		if !met[s.authorOf(id)] {
			omitted++
		}
	}
	if omitted > 0 {
		s.duplicates[sol] = append(s.duplicates[sol], duplicates{candidate.Submissions, len(met) > 0, omitted})
	}
}

// countOmitted counts the earlier submissions that were not compared with any solution.
// It counts duplicates of the programs in the found pairs, and groups of duplicates
// without any comparison. Groups that may hold the same submissions count once.
func (s *earlierSet) countOmitted(found []foundPair) int {
	paired := make(map[*solution][]int64)
	for _, f := range found {
		if f.right.contest != "" {
			paired[f.left] = append(paired[f.left], f.right.submission.ID)
		}
	}
	var groups []duplicates
	for sol, list := range s.duplicates {
		for _, c := range list {
			if !c.compared || slices.ContainsFunc(paired[sol], func(id int64) bool { return slices.Contains(c.submissions, id) }) {
				groups = append(groups, c)
			}
		}
	}
	// The largest first, independently of the order of the map.
	slices.SortFunc(groups, func(a, b duplicates) int {
		return cmp.Or(cmp.Compare(b.omitted, a.omitted), slices.Compare(a.submissions, b.submissions))
	})
	total := 0
	counted := make(map[int64]bool)
	for _, c := range groups {
		if !slices.ContainsFunc(c.submissions, func(id int64) bool { return counted[id] }) {
			total += c.omitted
		}
		for _, id := range c.submissions {
			counted[id] = true
		}
	}
	return total
}
