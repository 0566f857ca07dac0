package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
)

// mostAttempts bounds the attempts of each participant that are compared with
// those of the other: those nearest to the one that the pair is scored by.
const mostAttempts = 12

// Attempts returns all that the two of a pair handed in for its problem, also
// what was not compared, and which of the attempts are like which.
func (o *Opener) Attempts(ctx context.Context, pair contest.Pair) (evidence.Timeline, error) {
	line, err := o.attempts(ctx, pair)
	if err != nil {
		return evidence.Timeline{}, fmt.Errorf("attempts of pair %d: %w", pair.ID, err)
	}
	return line, nil
}

func (o *Opener) attempts(ctx context.Context, pair contest.Pair) (evidence.Timeline, error) {
	all, err := o.archive.Attempts(ctx, o.check.ID, []int64{pair.Left.SubmissionID, pair.Right.SubmissionID})
	if err != nil {
		return evidence.Timeline{}, err
	}
	left, moreLeft := nearest(all, pair.Left)
	right, moreRight := nearest(all, pair.Right)
	shingles, err := o.ownShingles(ctx, slices.Concat(left, right))
	if err != nil {
		return evidence.Timeline{}, err
	}
	line := evidence.Timeline{Left: lane(left, pair.Left, moreLeft), Right: lane(right, pair.Right, moreRight)}
	for i, a := range left {
		for j, b := range right {
			if likeness, ok := likeness(shingles[a.SubmissionID], shingles[b.SubmissionID]); ok {
				line.Similarities = append(line.Similarities, evidence.AttemptSimilarity{Left: i, Right: j, Share: likeness})
			}
		}
	}
	return line, nil
}

// nearest returns those attempts of a side's participant that are nearest to the
// compared one in their order, and how many others there are.
func nearest(all []contest.Attempt, side contest.Side) (list []contest.Attempt, more int) {
	for _, a := range all {
		if a.ParticipantID == side.ParticipantID {
			list = append(list, a)
		}
	}
	if len(list) <= mostAttempts {
		return list, 0
	}
	at := slices.IndexFunc(list, func(a contest.Attempt) bool { return a.SubmissionID == side.SubmissionID })
	first := min(max(0, at-mostAttempts/2), len(list)-mostAttempts)
	return list[first : first+mostAttempts], len(list) - mostAttempts
}

func lane(attempts []contest.Attempt, side contest.Side, more int) evidence.Lane {
	l := evidence.Lane{Participant: side.Participant, Omitted: more}
	for _, a := range attempts {
		language := a.Language
		if known, ok := lexer.ByName(language); ok {
			language = known.Name
		}
		l.Attempts = append(l.Attempts, evidence.Attempt{
			SubmissionID: a.SubmissionID,
			Number:       a.Attempt,
			Problem:      a.Problem,
			Verdict:      a.Verdict,
			Time:         a.Time,
			Language:     language,
			Compared:     a.SubmissionID == side.SubmissionID,
			Checked:      a.Checked,
		})
	}
	return l
}

// shingleSet is the distinct shingles of a program's own code, ascending.
type shingleSet struct {
	family   string // of languages
	shingles []uint64
}

// likeness is the share of two programs' shingles that both have (Dice 1945), 0
// to 1; ok is false where they are of different families, or one could not be
// read.
func likeness(a, b shingleSet) (share float64, ok bool) {
	if a.family != b.family || len(a.shingles) == 0 || len(b.shingles) == 0 {
		return 0, false
	}
	common := 0
	for i, j := 0, 0; i < len(a.shingles) && j < len(b.shingles); {
		switch {
		case a.shingles[i] < b.shingles[j]:
			i++
		case a.shingles[i] > b.shingles[j]:
			j++
		default:
			common++
			i, j = i+1, j+1
		}
	}
	return float64(2*common) / float64(len(a.shingles)+len(b.shingles)), true
}

// ownShingles reads attempts, mostly as they are kept. What cannot be read is not
// there.
func (o *Opener) ownShingles(ctx context.Context, attempts []contest.Attempt) (map[int64]shingleSet, error) {
	ids := make([]int64, len(attempts))
	for i, a := range attempts {
		ids[i] = a.SubmissionID
	}
	files, err := o.archive.FilesOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	lexed, err := o.archive.Lexed(ctx, program.LexedFileVersion, ids)
	if err != nil {
		return nil, err
	}
	known := make(map[lexedFile][]byte, len(lexed))
	for _, f := range lexed {
		known[lexedFile{f.SubmissionID, f.File, f.Language}] = f.Content
	}
	sets := make(map[int64]shingleSet, len(attempts))
	for _, a := range attempts {
		code, family := o.readKept(a.Side, files[a.SubmissionID], known)
		if code == nil {
			continue
		}
		if a.Checked && !o.outdated() && o.check.Parameters.Templates {
			passages, err := o.archive.Template(ctx, o.check.ID, a.SubmissionID)
			if err != nil {
				return nil, err
			}
			code.SetTemplate(passages)
		}
		sets[a.SubmissionID] = shingleSet{family, ownOf(code)}
	}
	return sets, nil
}

// readKept reads a submission, without base code; nil where that cannot be done.
func (o *Opener) readKept(side contest.Side, files []contest.File, known map[lexedFile][]byte) (code *program.Code, family string) {
	language, ok := lexer.ByName(side.Language)
	if !ok || len(files) == 0 {
		return nil, ""
	}
	seq, err := program.ReadSequence(files, language, o.check.Parameters.Language != "", func(file int, language *lexer.Language) (*program.LexedFile, error) {
		if lexed, err := program.Decode(known[lexedFile{side.SubmissionID, file, language.ID}]); err == nil {
			return lexed, nil
		}
		return program.Lex(files[file].Content, language)
	})
	if err != nil {
		return nil, ""
	}
	o.base.Cut(seq)
	return seq.Code(o.check.Parameters.ShingleLength), language.Family
}

// ownOf returns the distinct shingles of the code that are not template alone.
func ownOf(code *program.Code) []uint64 {
	own := slices.DeleteFunc(slices.Clone(code.Shingles), func(shingle uint64) bool { return shingle == 0 })
	slices.Sort(own)
	own = slices.Compact(own)
	template := make(map[uint64]struct{})
	for _, shingle := range code.Template() {
		template[shingle] = struct{}{}
	}
	return slices.DeleteFunc(own, func(shingle uint64) bool {
		_, ok := template[shingle]
		return ok
	})
}
