package inspect

import (
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
)

// maxAttempts bounds the attempts of each participant in a timeline. It shows those nearest to the scored
// attempt.
const maxAttempts = 12

// lanes are the attempts that a timeline shows. A lane is the row of one participant.
type lanes struct {
	left, right               []contest.Attempt
	omittedLeft, omittedRight int // number of attempts that are not shown
}

func (l lanes) attempts() []contest.Attempt { return slices.Concat(l.left, l.right) }

func (l lanes) sides() (sides []contest.Side) {
	for _, a := range l.attempts() {
		sides = append(sides, a.Side)
	}
	return sides
}

func idsOf(sides []contest.Side) []int64 {
	ids := make([]int64, len(sides))
	for i, s := range sides {
		ids[i] = s.SubmissionID
	}
	return ids
}

// templates returns the own templates of the attempts by submission ID.
func (l lanes) templates(c *openCheck) map[int64][]contest.Passage {
	templates := make(map[int64][]contest.Passage)
	if c.hasTemplates() {
		for _, a := range l.attempts() {
			templates[a.SubmissionID] = a.Template
		}
	}
	return templates
}

func (ins *Inspector) timeline(ctx context.Context, c *openCheck, pair contest.Pair, l lanes, stored storedPrograms) (
	evidence.Timeline, error) {
	sets, err := ins.shingleSets(ctx, c, l.sides(), stored)
	if err != nil {
		return evidence.Timeline{}, err
	}
	printer := i18n.From(ctx)
	timeline := evidence.Timeline{
		Left: newLane(printer, l.left, pair.Left, l.omittedLeft), Right: newLane(printer, l.right, pair.Right, l.omittedRight),
		Metadata: make(map[int64]contest.JudgeMetadata),
	}
	for _, a := range l.attempts() {
		timeline.Metadata[a.SubmissionID] = a.JudgeMetadata
	}
	hasCheck := c.check.ID != 0 // pairs of a live contest have none
	setKeptShares(&timeline.Left, sets, hasCheck)
	if !pair.Earlier() { // else the rewrites of this check say nothing about the right participant
		setKeptShares(&timeline.Right, sets, hasCheck)
	}
	for left, a := range l.left {
		for right, b := range l.right {
			if share, ok := similarity(sets[a.SubmissionID], sets[b.SubmissionID]); ok {
				timeline.Similarities = append(timeline.Similarities,
					evidence.AttemptSimilarity{Left: left, Right: right, Share: share})
			}
		}
	}
	return timeline, nil
}

// shownAttempts returns the attempts of a side's participant that are nearest to the scored attempt, and
// counts the other attempts.
func shownAttempts(all []contest.Attempt, side contest.Side) (list []contest.Attempt, omitted int) {
	for _, a := range all {
		if a.ParticipantID == side.ParticipantID {
			list = append(list, a)
		}
	}
	if len(list) <= maxAttempts {
		return list, 0
	}
	scored := slices.IndexFunc(list, func(a contest.Attempt) bool { return a.SubmissionID == side.SubmissionID })
	first := min(max(0, scored-maxAttempts/2), len(list)-maxAttempts)
	return list[first : first+maxAttempts], len(list) - maxAttempts
}

func newLane(p *i18n.Printer, attempts []contest.Attempt, side contest.Side, omitted int) evidence.Lane {
	l := evidence.Lane{Participant: evidence.ParticipantName(p, side), Omitted: omitted}
	for _, a := range attempts {
		l.Attempts = append(l.Attempts, evidence.Attempt{
			SubmissionID: a.SubmissionID, Number: a.Attempt, Problem: a.Problem, Verdict: a.Verdict, Time: a.Time,
			Language: evidence.LanguageName(a.Language),
			IsSide:   a.SubmissionID == side.SubmissionID, InCheck: a.Compared,
		})
	}
	return l
}

// shingleSet holds the distinct shingles of a program's own code.
type shingleSet struct {
	family   string   // of languages
	shingles []uint64 // ascending
	length   int      // tokens of a shingle
	code     *program.Code
}

func (s shingleSet) has(shingle uint64) bool { return has(s.shingles, shingle) }

// similarity returns the Dice coefficient (1945) of two shingle sets, 0 to 1. ok is false if the families of
// languages differ, or if a program has no shingles of its own.
func similarity(a, b shingleSet) (share float64, ok bool) {
	if a.family != b.family || len(a.shingles) == 0 || len(b.shingles) == 0 {
		return 0, false
	}
	common := 0
	for _, shingle := range a.shingles {
		if b.has(shingle) {
			common++
		}
	}
	return float64(2*common) / float64(len(a.shingles)+len(b.shingles)), true
}

// shingleSets returns the shingle sets of submissions by submission ID. It leaves out submissions that cannot
// be read, but fails if ctx ends. It lexes only the files without stored tokens.
func (ins *Inspector) shingleSets(ctx context.Context, c *openCheck, sides []contest.Side, stored storedPrograms) (
	map[int64]shingleSet, error) {
	files, err := ins.store.Lexed(ctx, program.LexedFileVersion, idsOf(sides))
	if err != nil {
		return nil, err
	}
	lexed := make(map[lexedKey][]byte, len(files))
	for _, f := range files {
		lexed[lexedKey{f.SubmissionID, f.File, f.Language}] = f.Content
	}
	sets := make(map[int64]shingleSet)
	for _, s := range sides {
		if code, family := c.readLexed(ctx, s, stored.files[s.SubmissionID], lexed); code != nil {
			code.SetTemplate(stored.templates[s.SubmissionID])
			sets[s.SubmissionID] = shingleSet{family, ownShingles(code), c.check.Parameters.ShingleLength, code}
		}
	}
	return sets, ctx.Err()
}

// lexedKey identifies the stored tokens of a file in a language.
type lexedKey struct {
	submission int64
	file       int
	language   string
}

// readLexed reads a submission without base code, see shingleSets. It returns nil if the submission cannot be
// read.
func (c *openCheck) readLexed(ctx context.Context, side contest.Side, files []contest.File, stored map[lexedKey][]byte) (
	code *program.Code, family string) {
	language, ok := lexer.ByName(side.Language)
	if !ok || len(files) == 0 {
		return nil, ""
	}
	lex := func(file int, language *lexer.Language) (*program.LexedFile, error) {
		if lexed, err := program.Decode(stored[lexedKey{side.SubmissionID, file, language.ID}]); err == nil {
			return lexed, nil
		}
		return program.Lex(files[file].Content, language)
	}
	sequence, err := program.ReadSequence(ctx, files, language, c.check.Parameters.Language != "", lex)
	if err != nil {
		return nil, ""
	}
	c.base.Cut(sequence)
	return sequence.Code(c.check.Parameters.ShingleLength), language.Family
}

// ownShingles returns the distinct shingles of code that are not in its own template, ascending.
func ownShingles(code *program.Code) []uint64 {
	excluded := map[uint64]bool{0: true} // 0 is no shingle
	for _, shingle := range code.Template() {
		excluded[shingle] = true
	}
	own := slices.DeleteFunc(code.Shingles(), func(shingle uint64) bool { return excluded[shingle] })
	slices.Sort(own)
	return slices.Compact(own)
}
