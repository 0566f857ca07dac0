package check

import (
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
	earlierDistance = 5    // bits of fingerprints
	nearEarlier     = 8    // candidates by fingerprint for each program
	sharedEarlier   = 16   // candidates by sample for each program
	earlierForEach  = 24   // earlier submissions that a program is compared with, at most
	askedTogether   = 2000 // programs
)

// search adds the candidates of some programs.
func (s *earlierSet) search(ctx context.Context, archive EarlierContests, solutions []*solution) error {
	queries := make([]search.Query, len(solutions))
	for i, e := range solutions {
		queries[i] = search.Query{Fingerprint: uint64(e.fingerprint), HasFingerprint: e.hasFingerprint, Sample: e.ownSample}
	}
	finder := search.Finder{Archive: archive}
	proposed, err := finder.Candidates(ctx, queries, s.scope, search.Limits{Distance: earlierDistance, FingerprintCandidates: nearEarlier, SampleCandidates: sharedEarlier})
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
	for i, e := range solutions {
		if chosen := s.choose(e, proposed[i].Candidates); len(chosen) > 0 {
			s.candidates[e] = chosen
			for _, id := range chosen {
				s.submissions[id].awaiting++
			}
		}
	}
	return nil
}

// choose returns the submissions that a solution is compared with: the first of
// each candidate, then the second ones, and so on, without those of the same
// participant and those in other families of languages. It notes what that leaves
// out.
func (s *earlierSet) choose(e *solution, candidates []search.Candidate) []int64 {
	var chosen []int64
	lists := make([][]int64, len(candidates))
	for i, candidate := range candidates {
		for _, id := range candidate.Submissions {
			earlier := s.submissions[id]
			if earlier == nil || earlier.Participant == e.submission.Participant {
				continue // deleted a moment ago, or their own
			}
			if earlier.of(e.family) {
				lists[i] = append(lists[i], id)
			}
		}
		lists[i] = s.roundRobinByAuthor(lists[i])
	}
	for rank := range contest.MaxListedSubmissions {
		for _, list := range lists {
			if rank < len(list) && len(chosen) < earlierForEach && !slices.Contains(chosen, list[rank]) {
				chosen = append(chosen, list[rank])
			}
		}
	}
	for i, candidate := range candidates {
		s.recordDuplicates(e, candidate, lists[i], chosen)
	}
	return chosen
}

// of reports whether a submission is in a family of languages.
func (s *earlierSubmission) of(family string) bool {
	language, ok := lexer.ByName(s.Language)
	return ok && language.Family == family
}
