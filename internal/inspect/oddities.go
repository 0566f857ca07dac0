package inspect

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// maxOddPrograms bounds the programs that Oddities reads. If a problem has more participants, it reads the last programs of
// a random sample of them.
const maxOddPrograms = 1000

// maxOddKeys bounds the keys of all programs, some 50 bytes each. When they are
// reached, the other programs are left out, as in a sample.
const maxOddKeys = 2_000_000

// oddIndex has, for each of evidence.OddityKeys, the participants with that key in the last program for a problem.
type oddIndex struct {
	holders      map[uint64][]int64
	participants []int64
	sampled      bool // some participants are missing
}

// Oddities counts for each oddity of a pair the other participants who have it, and removes usual oddities.
func (i *Inspector) Oddities(ctx context.Context, pair contest.Pair, view *evidence.View) error {
	if pair.CheckID == 0 || len(view.Oddities) == 0 {
		return nil
	}
	index, err := i.oddities.get(ctx, pool{pair.CheckID, pair.Left.Problem, pair.Language})
	if err != nil {
		return fmt.Errorf("count who has the oddities of pair %d: %w", pair.ID, err)
	}
	others := func(list []int64) (n int) {
		for _, id := range list {
			if id != pair.Left.ParticipantID && id != pair.Right.ParticipantID {
				n++
			}
		}
		return n
	}
	for n := range view.Oddities {
		rate := &view.Oddities[n].Others
		rate.Count, rate.Total, rate.Sampled = others(index.holders[view.Oddities[n].Key]), others(index.participants), index.sampled
	}
	view.Oddities = slices.DeleteFunc(view.Oddities, evidence.Oddity.IsUsual)
	return nil
}

func (i *Inspector) loadOddities(ctx context.Context, key pool) (*oddIndex, int, error) {
	sides, err := i.store.ComparedAttempts(ctx, key.checkID, key.problem, languagesOf(key.language))
	if err != nil {
		return nil, 0, err
	}
	slices.SortFunc(sides, byParticipant)
	slices.Reverse(sides) // the last attempt of each participant first
	sides = slices.CompactFunc(sides, func(a, b contest.Side) bool { return a.ParticipantID == b.ParticipantID })
	index := &oddIndex{holders: make(map[uint64][]int64), sampled: len(sides) > maxOddPrograms}
	const batch, keyBytes, holderBytes = 200, 48, 8
	keys := 0
	for part := range slices.Chunk(sides[:min(len(sides), maxOddPrograms)], batch) {
		files, err := i.store.FilesOf(ctx, idsOf(part))
		if err != nil {
			return nil, 0, err
		}
		for _, s := range part {
			if keys >= maxOddKeys {
				index.sampled = true
				break
			}
			index.participants = append(index.participants, s.ParticipantID)
			for key := range evidence.OddityKeys(files[s.SubmissionID]) {
				index.holders[key] = append(index.holders[key], s.ParticipantID)
				keys++
			}
		}
	}
	return index, holderBytes*keys + keyBytes*len(index.holders), nil
}

// byParticipant orders attempts by the number of the participant, the first attempt first. Numbers are drawn at random, so the
// first participants are a random sample.
func byParticipant(a, b contest.Side) int {
	return cmp.Or(cmp.Compare(a.Number, b.Number), a.Time.Compare(b.Time), cmp.Compare(a.Attempt, b.Attempt), cmp.Compare(a.SubmissionID, b.SubmissionID))
}
