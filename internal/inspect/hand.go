package inspect

import (
	"cmp"
	"context"
	"fmt"
	"slices"

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

// openHands has the styles of the programs of a check, and the last programs of each participant.
type openHands struct {
	styles  *hand.Contest
	own     map[int64][]contest.Side // by participant ID; one for each problem
	sampled bool
}

// OwnHand returns the fact that the program of a side of a check is unlike the participant's own, if it is so.
func (i *Inspector) OwnHand(ctx context.Context, checkID int64, side contest.Side) ([]facts.Fact, error) {
	language, ok := lexer.ByName(side.Language)
	if !ok {
		return nil, nil
	}
	hands, err := i.hands.get(ctx, handKey{checkID, language.Family})
	if err != nil {
		return nil, err
	}
	own := slices.DeleteFunc(slices.Clone(hands.own[side.ParticipantID]), func(s contest.Side) bool { return s.Problem == side.Problem })
	if len(own) < hand.MinOwn {
		return nil, nil
	}
	shown := side.Participant
	side.Participant = own[0].Participant // the viewer may not see the name
	programs, err := i.handPrograms(ctx, append(own, side))
	if err != nil {
		return nil, fmt.Errorf("read programs of participant %d: %w", side.ParticipantID, err)
	}
	at := slices.IndexFunc(programs, func(p hand.Program) bool { return p.Problem == side.Problem })
	if at < 0 {
		return nil, nil // erased
	}
	result, ok := hands.styles.Compare(programs[at], slices.Delete(slices.Clone(programs), at, at+1))
	if !ok {
		return nil, nil
	}
	return facts.OwnHands(facts.OwnHand{
		Participant: shown, Own: result.Own, Closer: facts.Rate{Count: result.Closer, Of: result.Others},
		AsFar: facts.Rate{Count: result.AsFar, Of: result.Programs}, Sampled: hands.sampled,
	}), nil
}

// loadHands reads the styles of the programs of a check in one family of languages.
func (i *Inspector) loadHands(ctx context.Context, key handKey) (_ *openHands, size int, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("read the styles of check %d: %w", key.checkID, err)
		}
	}()
	last, err := i.store.LastAttempts(ctx, key.checkID)
	if err != nil {
		return nil, 0, err
	}
	last = slices.DeleteFunc(last, func(s contest.Side) bool {
		language, ok := lexer.ByName(s.Language)
		return !ok || language.Family != key.family
	})
	// Of attempts in several languages of the family, the last one counts.
	slices.SortStableFunc(last, func(a, b contest.Side) int {
		return cmp.Or(cmp.Compare(a.ParticipantID, b.ParticipantID), cmp.Compare(a.Problem, b.Problem), a.Time.Compare(b.Time), cmp.Compare(a.Attempt, b.Attempt))
	})
	hands := &openHands{own: make(map[int64][]contest.Side)}
	problems := make(map[string]int)
	for n, s := range last {
		if n+1 == len(last) || last[n+1].ParticipantID != s.ParticipantID || last[n+1].Problem != s.Problem {
			hands.own[s.ParticipantID] = append(hands.own[s.ParticipantID], s)
			problems[s.Participant]++
		}
	}
	chosen := hand.Choose(problems)
	var programs []hand.Program
	const batch = 100 // bounds the sources in memory
	var sides []contest.Side
	enough := 0 // participants who have enough programs
	for _, own := range hands.own {
		if len(own) <= hand.MinOwn {
			continue
		}
		enough++
		if _, ok := slices.BinarySearch(chosen, own[0].Participant); ok {
			sides = append(sides, own...)
		}
	}
	hands.sampled = len(chosen) < enough
	for some := range slices.Chunk(sides, batch) {
		read, err := i.handPrograms(ctx, some)
		if err != nil {
			return nil, 0, err
		}
		programs = append(programs, read...)
	}
	hands.styles = hand.New(programs)
	const sideBytes = 300
	return hands, hands.styles.Bytes() + sideBytes*len(last), nil
}

// handPrograms reads the programs of sides, without those that were erased.
func (i *Inspector) handPrograms(ctx context.Context, sides []contest.Side) (programs []hand.Program, err error) {
	var ids []int64
	for _, s := range sides {
		ids = append(ids, s.SubmissionID)
	}
	files, err := i.store.FilesOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, s := range sides {
		language, ok := lexer.ByName(s.Language)
		if !ok || len(files[s.SubmissionID]) == 0 {
			continue
		}
		p := hand.Program{Participant: s.Participant, Problem: s.Problem, Language: language}
		for _, file := range files[s.SubmissionID] {
			file.Content = slices.Clone(file.Content[:min(len(file.Content), hand.MaxBytes)])
			p.Files = append(p.Files, file)
		}
		programs = append(programs, p)
	}
	return programs, nil
}
