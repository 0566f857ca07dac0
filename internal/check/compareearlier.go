package check

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/pairs"
)

// against compares the programs of a pool with their candidates, and lets go of
// those that no other pool has.
func (s *earlierSet) against(ctx context.Context, pool *pool, index *pairs.Pool, progress func(done int)) ([]foundPair, error) {
	places := make(map[int64]int32) // of the submissions in list
	var list []*solution
	candidates := make([][]int32, len(pool.solutions))
	for i, e := range pool.solutions {
		for _, id := range s.candidates[e] {
			earlier := s.submissions[id].solution
			if earlier == nil {
				continue // too short beside base code, or unreadable by now
			}
			if _, ok := places[id]; !ok {
				places[id] = int32(len(list))
				list = append(list, earlier)
			}
			candidates[i] = append(candidates[i], places[id])
		}
	}
	s.drop(pool)
	if len(list) == 0 {
		return nil, nil
	}
	result, err := index.Against(ctx, pairs.Earlier{Programs: programsOf(list), Candidates: candidates, Progress: progress})
	if err != nil {
		return nil, fmt.Errorf("compare programs of %s with earlier contests: %w", pool.name(), err)
	}
	found := make([]foundPair, len(result.Pairs))
	for i, pair := range result.Pairs {
		found[i] = foundPair{pool: pool, left: pool.solutions[pair.Left], right: list[pair.Right], scored: pair}
	}
	if result.Beyond > 0 {
		if s.summary.Dropped == 0 || pool.forEach < s.summary.StoredPerParticipant {
			s.summary.StoredPerParticipant = pool.forEach
		}
		s.summary.Dropped += result.Beyond
		s.summary.HighestDropped = max(s.summary.HighestDropped, result.Highest)
	}
	return found, nil
}

// drop takes the candidates of a pool from the set. An earlier program that is a
// candidate of none of the others stays in memory only as part of a pair.
func (s *earlierSet) drop(pool *pool) {
	for _, e := range pool.solutions {
		for _, id := range s.candidates[e] {
			earlier := s.submissions[id]
			if earlier.awaiting--; earlier.awaiting == 0 {
				earlier.solution = nil
			}
		}
		delete(s.candidates, e)
	}
}

// programsOf returns earlier solutions as package pairs takes them: participants
// of different contests are different ones, whatever their names.
func programsOf(list []*solution) []pairs.Program {
	participants, problems := make(numbering), make(numbering)
	programs := make([]pairs.Program, len(list))
	for i, e := range list {
		programs[i] = pairs.Program{
			Participant: participants.of(e.contest + "\x00" + e.submission.Participant),
			Problem:     problems.of(e.contest + "\x00" + e.submission.Problem),
			Structure:   e.code.Shingles,
			Wording:     e.code.Wording,
		}
	}
	return programs
}
