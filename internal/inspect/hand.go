package inspect

import (
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

// checkHands has the styles in which the programs of a check are written. See package hand.
type checkHands struct {
	styles    *hand.Styles
	own       map[int64][]ownProgram // by participant ID; one program for each problem
	isSampled bool                   // styles lacks some participants
}

// ownProgram is the last program of a participant for a problem.
type ownProgram struct {
	participant, submission int64
	problem                 string
	language                *lexer.Language
}

// Prepare starts to load the styles of a pair's check, unless it is loading others. Loading takes seconds in a large contest;
// each pair of the check in the same family of languages needs the same styles. If loading fails, UnlikeOwnPrograms returns the error.
func (ins *Inspector) Prepare(pair contest.Pair) {
	language, ok := lexer.ByName(pair.Left.Language)
	if !ok || !ins.preparing.TryLock() {
		return
	}
	go func() {
		defer ins.preparing.Unlock()
		_, _ = ins.hands.get(context.Background(), pool{checkID: pair.CheckID, language: language.Family}) // has a timeout of its own
	}()
}

// UnlikeOwnPrograms returns a fact if the style of a side's program differs from the style of the participant's other
// programs.
func (ins *Inspector) UnlikeOwnPrograms(ctx context.Context, checkID int64, side contest.Side) ([]facts.Fact, error) {
	language, ok := lexer.ByName(side.Language)
	if !ok {
		return nil, nil
	}
	hands, err := ins.hands.get(ctx, pool{checkID: checkID, language: language.Family})
	if err != nil {
		return nil, err
	}
	isSameProblem := func(p ownProgram) bool { return p.problem == side.Problem }
	own := slices.DeleteFunc(slices.Clone(hands.own[side.ParticipantID]), isSameProblem)
	own = own[:min(len(own), hand.MaxOwn)]
	if len(own) < hand.MinOwn {
		return nil, nil
	}
	own = append(own, ownProgram{side.ParticipantID, side.SubmissionID, side.Problem, language})
	programs, err := ins.handPrograms(ctx, own)
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
	return facts.RareUnlikeOwnPrograms(facts.UnlikeOwnPrograms{
		Participant: side.Participant, OwnCount: result.OwnCount, Closer: facts.Rate{Count: result.Closer, Total: result.Others},
		AsUnusual: facts.Rate{Count: result.AsUnusual, Total: result.Programs, Sampled: hands.isSampled},
	}), nil
}

func (ins *Inspector) loadHands(ctx context.Context, key pool) (_ *checkHands, size int, err error) {
	defer prefixError(&err, "read the styles of check %d", key.checkID)
	attempts, err := ins.store.ComparedAttempts(ctx, key.checkID, "", languagesOf(key.language))
	if err != nil {
		return nil, 0, err
	}
	contest.SortAttempts(attempts)
	hands := &checkHands{own: make(map[int64][]ownProgram)}
	problems := make(map[string]string) // one string for each problem, to save memory
	for n, s := range attempts {
		if n+1 < len(attempts) && attempts[n+1].ParticipantID == s.ParticipantID && attempts[n+1].Problem == s.Problem {
			continue // only the last attempt for a problem counts, in whichever language of the family
		}
		language, ok := lexer.ByName(s.Language)
		if !ok {
			continue
		}
		if _, isKnown := problems[s.Problem]; !isKnown {
			problems[s.Problem] = s.Problem
		}
		own := ownProgram{s.ParticipantID, s.SubmissionID, problems[s.Problem], language}
		hands.own[s.ParticipantID] = append(hands.own[s.ParticipantID], own)
	}
	if hands.styles, hands.isSampled, err = ins.readStyles(ctx, hands.own); err != nil {
		return nil, 0, err
	}
	size = hands.styles.Bytes()
	const ownBytes, participantBytes = 40, 64
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

// maxOwn bounds the programs of one participant to read: one program is compared with hand.MaxOwn others.
const maxOwn = hand.MaxOwn + 1

// sampleOwn returns the programs of one participant to read.
func sampleOwn(own []ownProgram) []ownProgram {
	if len(own) <= maxOwn {
		return own
	}
	var problems []string
	for _, p := range own {
		problems = append(problems, p.problem)
	}
	problems = hand.SampleProblems(problems, maxOwn)
	isLeftOut := func(p ownProgram) bool { return !slices.Contains(problems, p.problem) }
	return slices.DeleteFunc(slices.Clone(own), isLeftOut)
}

// readStyles reads the styles of the participants that hand.ChooseParticipants chooses. isSampled reports whether it left
// out participants with enough programs.
func (ins *Inspector) readStyles(ctx context.Context, all map[int64][]ownProgram) (
	_ *hand.Styles, isSampled bool, err error) {
	counts, eligible := make(map[string]int), 0 // programs by participantName, and participants with enough programs
	for id, own := range all {
		counts[participantName(id)] = min(len(own), maxOwn)
		if len(own) > hand.MinOwn {
			eligible++
		}
	}
	chosen := hand.ChooseParticipants(counts)
	var wanted []ownProgram
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if has(chosen, participantName(id)) {
			wanted = append(wanted, sampleOwn(all[id])...)
		}
	}
	programs, err := ins.handPrograms(ctx, wanted)
	if err != nil {
		return nil, false, err
	}
	styles, err := hand.New(ctx, programs)
	return styles, len(chosen) < eligible, err
}

// participantName returns a name for package hand. It is not the person's name, because the viewer may not
// see that.
func participantName(id int64) string { return strconv.FormatInt(id, 10) }

// handBatch bounds the programs whose whole files are in memory.
const handBatch = 50

// handPrograms reads programs, except erased programs. It returns only the files, and the
// parts of files, that package hand reads.
func (ins *Inspector) handPrograms(ctx context.Context, wanted []ownProgram) (programs []hand.Program, err error) {
	for part := range slices.Chunk(wanted, handBatch) {
		var ids []int64
		for _, p := range part {
			ids = append(ids, p.submission)
		}
		stored, err := ins.store.FilesOf(ctx, ids)
		if err != nil {
			return nil, err
		}
		for _, p := range part {
			files := hand.LimitFiles(stored[p.submission])
			if len(files) == 0 {
				continue
			}
			for n := range files {
				files[n].Content = slices.Clone(files[n].Content) // so that the whole file can be freed
			}
			programs = append(programs, hand.Program{
				Participant: participantName(p.participant), Problem: p.problem, Language: p.language, Files: files,
			})
		}
	}
	return programs, nil
}
