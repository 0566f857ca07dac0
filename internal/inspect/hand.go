package inspect

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/hand"
	"github.com/ojcheck/ojcheck/lexer"
)

// handKey names the programs of a check in one family of languages.
type handKey struct {
	checkID int64
	family  string
}

// openHands has the styles of the programs of a check, and the programs of each participant.
type openHands struct {
	styles  *hand.Contest
	own     map[int64][]ownProgram // by participant ID; one program for each problem
	sampled bool
}

// ownProgram is the last program of a participant for a problem.
type ownProgram struct {
	submission int64
	problem    string
	language   *lexer.Language
}

// OwnHand returns the fact that a side's program is unlike other programs of the participant; nothing if it is alike.
func (i *Inspector) OwnHand(ctx context.Context, checkID int64, side contest.Side) ([]facts.Fact, error) {
	language, ok := lexer.ByName(side.Language)
	if !ok {
		return nil, nil
	}
	hands, err := i.hands.get(ctx, handKey{checkID, language.Family})
	if err != nil {
		return nil, err
	}
	own := slices.DeleteFunc(slices.Clone(hands.own[side.ParticipantID]), func(p ownProgram) bool { return p.problem == side.Problem })
	own = own[:min(len(own), hand.MaxOwn)]
	if len(own) < hand.MinOwn {
		return nil, nil
	}
	programs, err := i.handPrograms(ctx, side.ParticipantID, append(own, ownProgram{side.SubmissionID, side.Problem, language}))
	if err != nil {
		return nil, fmt.Errorf("read programs of participant %d: %w", side.ParticipantID, err)
	}
	at := slices.IndexFunc(programs, func(p hand.Program) bool { return p.Problem == side.Problem })
	if at < 0 {
		return nil, nil // erased
	}
	result, ok, err := hands.styles.Compare(ctx, programs[at], slices.Delete(slices.Clone(programs), at, at+1))
	if err != nil || !ok {
		return nil, err
	}
	return facts.OwnHands(facts.OwnHand{
		Participant: side.Participant, OwnCount: result.OwnCount, Closer: facts.Rate{Count: result.Closer, Total: result.Others},
		AsUnusual: facts.Rate{Count: result.AsUnusual, Total: result.Programs, Sampled: hands.sampled},
	}), nil
}

func (i *Inspector) loadHands(ctx context.Context, key handKey) (_ *openHands, size int, err error) {
	defer wrap(&err, "read the styles of check %d", key.checkID)
	last, err := i.store.ComparedAttempts(ctx, key.checkID, "", languagesOf(key.family))
	if err != nil {
		return nil, 0, err
	}
	// Of attempts in several languages of the family, the last attempt counts.
	slices.SortFunc(last, func(a, b contest.Side) int {
		return cmp.Or(cmp.Compare(a.ParticipantID, b.ParticipantID), cmp.Compare(a.Problem, b.Problem), a.Time.Compare(b.Time),
			cmp.Compare(a.Attempt, b.Attempt), cmp.Compare(a.SubmissionID, b.SubmissionID))
	})
	hands := &openHands{own: make(map[int64][]ownProgram)}
	problems := make(map[string]string) // one string for each problem, to save memory
	for n, s := range last {
		if n+1 < len(last) && last[n+1].ParticipantID == s.ParticipantID && last[n+1].Problem == s.Problem {
			continue
		}
		if language, ok := lexer.ByName(s.Language); ok {
			if _, known := problems[s.Problem]; !known {
				problems[s.Problem] = s.Problem
			}
			hands.own[s.ParticipantID] = append(hands.own[s.ParticipantID], ownProgram{s.SubmissionID, problems[s.Problem], language})
		}
	}
	if hands.styles, hands.sampled, err = i.readStyles(ctx, hands.own); err != nil {
		return nil, 0, err
	}
	size = hands.styles.Bytes()
	const ownBytes, participantBytes = 32, 64
	for id, own := range hands.own {
		own = sampleOwn(slices.DeleteFunc(own, func(p ownProgram) bool { return !hands.styles.HasProblem(p.problem) }))
		if len(own) < hand.MinOwn {
			delete(hands.own, id)
			continue
		}
		hands.own[id] = slices.Clone(own)
		size += participantBytes + ownBytes*len(own)
	}
	return hands, size, nil
}

// sampleOwn returns the programs of one participant to read: as many as hand compares, and the compared program.
func sampleOwn(own []ownProgram) []ownProgram {
	if len(own) <= hand.MaxOwn+1 {
		return own
	}
	var problems []string
	for _, p := range own {
		problems = append(problems, p.problem)
	}
	problems = hand.SampleProblems(problems, hand.MaxOwn+1)
	return slices.DeleteFunc(slices.Clone(own), func(p ownProgram) bool { return !slices.Contains(problems, p.problem) })
}

// readStyles reads the styles of the participants that hand.ChooseParticipants chooses; sampled reports whether it left out candidates.
func (i *Inspector) readStyles(ctx context.Context, all map[int64][]ownProgram) (_ *hand.Contest, sampled bool, err error) {
	samples, counts, enough := make(map[string][]ownProgram), make(map[string]int), 0
	for id, own := range all {
		name := participantName(id)
		samples[name] = sampleOwn(own)
		counts[name] = len(samples[name])
		if len(own) > hand.MinOwn {
			enough++
		}
	}
	chosen := hand.ChooseParticipants(counts)
	var programs []hand.Program
	for _, id := range slices.Sorted(maps.Keys(all)) {
		name := participantName(id)
		if _, ok := slices.BinarySearch(chosen, name); !ok {
			continue
		}
		read, err := i.handPrograms(ctx, id, samples[name])
		if err != nil {
			return nil, false, err
		}
		programs = append(programs, read...)
	}
	styles, err := hand.New(ctx, programs)
	return styles, len(chosen) < enough, err
}

// participantName tells participants apart without a person's name, which the viewer may not see.
func participantName(id int64) string { return strconv.FormatInt(id, 10) }

// handPrograms reads programs of a participant, without erased programs. It keeps only what package hand reads.
func (i *Inspector) handPrograms(ctx context.Context, participantID int64, own []ownProgram) (programs []hand.Program, err error) {
	const batch = 50 // bounds the whole sources in memory
	for some := range slices.Chunk(own, batch) {
		var ids []int64
		for _, p := range some {
			ids = append(ids, p.submission)
		}
		files, err := i.store.FilesOf(ctx, ids)
		if err != nil {
			return nil, err
		}
		for _, p := range some {
			cut := hand.LimitFiles(files[p.submission])
			if len(cut) == 0 {
				continue
			}
			for n := range cut {
				cut[n].Content = slices.Clone(cut[n].Content)
			}
			programs = append(programs, hand.Program{Participant: participantName(participantID), Problem: p.problem, Language: p.language, Files: cut})
		}
	}
	return programs, nil
}
