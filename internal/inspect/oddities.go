package inspect

import (
	"context"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// maxOddPrograms bounds the programs that RateOddities reads. If a problem has more participants, it reads the
// last programs of a random sample of the participants.
const maxOddPrograms = 1000

// maxOddKeys bounds the keys (evidence.OddityKeys) of all programs. Each takes about 50 bytes. After so many keys,
// RateOddities reads no further programs, as in a sample.
const maxOddKeys = 2_000_000

// oddIndex counts how usual the oddities of a problem's programs are: their unusual comments, words and lines, see
// evidence.Oddity. It has the last program of each participant, in any language.
type oddIndex struct {
	holders      map[uint64][]int64 // participants with each of evidence.OddityKeys
	participants []int64
	isSampled    bool // some participants are missing
}

// RateOddities counts the other participants who have each oddity of a pair in their last program for a problem of the pair. It
// removes usual oddities, and sorts the others.
func (ins *Inspector) RateOddities(ctx context.Context, pair contest.Pair, view *evidence.View) error {
	if pair.CheckID == 0 || len(view.Oddities) == 0 {
		return nil
	}
	problems := []string{pair.Left.Problem}
	if !pair.Earlier() && pair.Right.Problem != pair.Left.Problem {
		problems = append(problems, pair.Right.Problem)
	}
	var indexes []*oddIndex
	isSampled := false
	for _, problem := range problems {
		// In any language: comments and names are the same in all.
		index, err := ins.oddities.get(ctx, pool{checkID: pair.CheckID, problem: problem})
		if err != nil {
			return fmt.Errorf("count who has the oddities of pair %d: %w", pair.ID, err)
		}
		indexes, isSampled = append(indexes, index), isSampled || index.isSampled
	}
	countOthers := func(participantsOf func(*oddIndex) []int64) int {
		others := make(map[int64]bool)
		for _, index := range indexes {
			for _, id := range participantsOf(index) {
				others[id] = true
			}
		}
		delete(others, pair.Left.ParticipantID)
		delete(others, pair.Right.ParticipantID)
		return len(others)
	}
	total := countOthers(func(index *oddIndex) []int64 { return index.participants })
	for n, o := range view.Oddities {
		view.Oddities[n].Others.Count = countOthers(func(index *oddIndex) []int64 { return index.holders[o.Key] })
		view.Oddities[n].Others.Total, view.Oddities[n].Others.Sampled = total, isSampled
	}
	view.Oddities = slices.DeleteFunc(view.Oddities, evidence.Oddity.IsUsual)
	evidence.SortOddities(view.Oddities)
	return nil
}

func (ins *Inspector) loadOddities(ctx context.Context, key pool) (*oddIndex, int, error) {
	sides, err := ins.store.ComparedAttempts(ctx, key.checkID, key.problem, nil)
	if err != nil {
		return nil, 0, err
	}
	contest.SortAttempts(sides)
	slices.Reverse(sides) // the last attempt of each participant first; their numbers are drawn at random, so these are a random sample
	sides = slices.CompactFunc(sides, func(a, b contest.Side) bool { return a.ParticipantID == b.ParticipantID })
	index := &oddIndex{holders: make(map[uint64][]int64), isSampled: len(sides) > maxOddPrograms}
	const batch, keyBytes, holderBytes = 200, 48, 8
	keys := 0
read:
	for part := range slices.Chunk(sides[:min(len(sides), maxOddPrograms)], batch) {
		files, err := ins.store.FilesOf(ctx, idsOf(part))
		if err != nil {
			return nil, 0, err
		}
		for _, s := range part {
			if keys >= maxOddKeys {
				index.isSampled = true
				break read
			}
			index.participants = append(index.participants, s.ParticipantID)
			for oddity := range evidence.OddityKeys(files[s.SubmissionID]) {
				index.holders[oddity] = append(index.holders[oddity], s.ParticipantID)
				keys++
			}
		}
	}
	return index, holderBytes*keys + keyBytes*len(index.holders), nil
}
