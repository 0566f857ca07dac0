package inspect

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/lexer"
)

const (
	// maxNearShingles bounds the shingles that Nearest searches. Each takes 16 bytes; 20,000 programs have about
	// so many.
	maxNearShingles = 4_000_000
	// maxBaseline bounds the participants from whose last programs Nearest learns how usual a nearness is.
	maxBaseline = 200
	// nearestTimeout bounds how long a page waits for the programs of a problem. Reading continues for the next
	// page.
	nearestTimeout = 3 * time.Second
)

// nearIndex finds the program or known source of a pool that is most similar to a given program.
type nearIndex struct {
	programs  []nearProgram // compared attempts, sorted by contest.SortAttempts; then the sources
	postings  []nearPosting // by shingle and program
	baseline  []lastProgram
	isSampled bool // baseline lacks some participants
}

// nearProgram is a submission of a participant, or else a known source.
type nearProgram struct {
	submission, participant int64
	source                  int // number of the known source, 0 for a submission
	shingles                int // number of own shingles
}

type nearPosting struct {
	shingle uint64
	program int32
}

// lastProgram says how near the last program of a participant is to the nearest program of somebody else.
type lastProgram struct {
	participant int64
	share       float64
}

// Nearest returns the program that is nearest to a submission. It may be somebody else's program for the problem, or a known
// source. previous is the participant's previous submission. Nearest only says how near it was to the nearest program of the same
// other participant, or to the same known source. near is zero if nothing is near, if there are too many programs, or if reading
// them takes too long.
func (ins *Inspector) Nearest(ctx context.Context, checkID, submission, previous int64) (near facts.NearestProgram, err error) {
	defer prefixError(&err, "find the nearest program to submission %d", submission)
	c, err := ins.checks.get(ctx, checkID)
	if err != nil || c.isOutdated() {
		return near, err
	}
	attempts, err := ins.store.Attempts(ctx, checkID, []int64{submission})
	if err != nil {
		return near, err
	}
	var sides []contest.Side
	for _, id := range []int64{submission, previous} {
		side, ok := sideOf(attempts, id)
		if !ok {
			return near, nil // deleted since the check
		}
		sides = append(sides, side)
	}
	sets, err := ins.readSets(ctx, c, sides)
	if err != nil || sets[submission].code == nil {
		return near, err
	}
	loadCtx, cancel := context.WithTimeout(ctx, nearestTimeout)
	defer cancel()
	index, err := ins.nearest.get(loadCtx, pool{checkID, sides[0].Problem, sets[submission].family})
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return near, nil
	}
	if err != nil {
		return near, err
	}
	best, share := index.best(sets[submission].shingles, sides[0].ParticipantID)
	if best < 0 {
		return near, nil
	}
	found := index.programs[best]
	near.Share, near.Others.Sampled = share, index.isSampled
	if sets[previous].family == sets[submission].family {
		for n, s := range index.shares(sets[previous].shingles) {
			if p := index.programs[n]; p.participant == found.participant && p.source == found.source {
				near.ShareBefore = max(near.ShareBefore, s)
			}
		}
	}
	for _, last := range index.baseline {
		if last.participant == sides[0].ParticipantID || last.participant == found.participant {
			continue
		}
		if near.Others.Total++; last.share >= share {
			near.Others.Count++
		}
	}
	err = ins.setName(ctx, c, found, &near) // not in the return statement, which would copy near first
	return near, err
}

// sideOf returns the attempt with a submission ID. ok is false if there is none.
func sideOf(attempts []contest.Attempt, submission int64) (side contest.Side, ok bool) {
	at := slices.IndexFunc(attempts, func(a contest.Attempt) bool { return a.SubmissionID == submission })
	if at < 0 {
		return side, false
	}
	return attempts[at].Side, true
}

// setName sets the name of the nearest program, or makes near zero if the program was deleted. It reads the name at each call,
// because participants may be erased, hidden or revealed meanwhile.
func (ins *Inspector) setName(ctx context.Context, c *openCheck, found nearProgram, near *facts.NearestProgram) error {
	if found.source == 0 {
		attempts, err := ins.store.Attempts(ctx, c.check.ID, []int64{found.submission})
		side, ok := sideOf(attempts, found.submission)
		if !ok {
			*near = facts.NearestProgram{}
		}
		near.Side = side
		return err
	}
	names, err := ins.store.SourceNames(ctx, c.check.ID)
	at := slices.IndexFunc(c.sources, func(s contest.CheckSource) bool { return s.Number == found.source })
	near.Source = contest.NearSource{Number: found.source, Kind: c.sources[at].Kind, Name: names[found.source]}
	return err
}

func (ins *Inspector) loadNearest(ctx context.Context, key pool) (*nearIndex, int, error) {
	c, err := ins.checks.get(ctx, key.checkID)
	if err != nil {
		return nil, 0, err
	}
	sides, err := ins.store.ComparedAttempts(ctx, key.checkID, key.problem, languagesOf(key.language))
	if err != nil {
		return nil, 0, err
	}
	contest.SortAttempts(sides)
	index := &nearIndex{}
	lastShingles := make(map[int64][]uint64) // of the last program of each participant of the baseline
	const batch = 200                        // bounds the programs in memory
	for part := range slices.Chunk(sides, batch) {
		sets, err := ins.readSets(ctx, c, part)
		if err != nil {
			return nil, 0, err
		}
		for _, s := range part {
			set := sets[s.SubmissionID]
			index.add(nearProgram{submission: s.SubmissionID, participant: s.ParticipantID}, set.shingles)
			if _, inBaseline := lastShingles[s.ParticipantID]; inBaseline || len(lastShingles) < maxBaseline {
				lastShingles[s.ParticipantID] = set.shingles
			} else {
				index.isSampled = true
			}
		}
		if len(index.postings) > maxNearShingles {
			return &nearIndex{}, 1, nil
		}
	}
	known, err := ins.sources.get(ctx, key)
	if err != nil {
		return nil, 0, err
	}
	for n, s := range known.list {
		index.add(nearProgram{source: s.Number}, ownShingles(known.codes[n]))
	}
	slices.SortFunc(index.postings, func(a, b nearPosting) int {
		return cmp.Or(cmp.Compare(a.shingle, b.shingle), cmp.Compare(a.program, b.program))
	})
	for n, p := range index.programs {
		shingles, ok := lastShingles[p.participant]
		if !ok || n > 0 && index.programs[n-1].participant == p.participant {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		_, share := index.best(shingles, p.participant)
		index.baseline = append(index.baseline, lastProgram{p.participant, share})
	}
	const postingBytes, programBytes = 16, 32
	return index, postingBytes*len(index.postings) + programBytes*len(index.programs), nil
}

func languagesOf(family string) (ids []string) {
	for _, l := range lexer.Languages() {
		if l.Family == family {
			ids = append(ids, l.ID)
		}
	}
	return ids
}

func (x *nearIndex) add(p nearProgram, shingles []uint64) {
	p.shingles = len(shingles)
	for _, shingle := range shingles {
		x.postings = append(x.postings, nearPosting{shingle, int32(len(x.programs))})
	}
	x.programs = append(x.programs, p)
}

// shares returns the similarity of each program of the index to a program with the given shingles, see
// similarity.
func (x *nearIndex) shares(shingles []uint64) []float64 {
	shares := make([]float64, len(x.programs))
	rest := x.postings
	for _, shingle := range shingles {
		at, _ := slices.BinarySearchFunc(rest, shingle,
			func(p nearPosting, shingle uint64) int { return cmp.Compare(p.shingle, shingle) })
		for rest = rest[at:]; len(rest) > 0 && rest[0].shingle == shingle; rest = rest[1:] {
			shares[rest[0].program]++
		}
	}
	for n, common := range shares {
		if common > 0 {
			shares[n] = 2 * common / float64(len(shingles)+x.programs[n].shingles)
		}
	}
	return shares
}

// best returns which program of the index is nearest to the shingles, and the similarity; -1 if none is near.
// It leaves out the programs of the given participant.
func (x *nearIndex) best(shingles []uint64, participant int64) (best int, share float64) {
	best = -1
	for n, s := range x.shares(shingles) {
		if s > share && x.programs[n].participant != participant {
			best, share = n, s
		}
	}
	return best, share
}
