package access

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/lexer"
)

// Submission returns a submission, and the other submissions of its participant for the same problem.
func (r *Reader) Submission(ctx context.Context, id int64) (side contest.Side, others []contest.Side, err error) {
	list, err := r.submissions(ctx, id)
	if err == nil {
		err = r.requireVisible(list[0].ContestID)
	}
	if err != nil {
		return contest.Side{}, nil, err
	}
	list = slices.Clone(list)
	if err := maskEach(ctx, list, r.maskSide); err != nil {
		return contest.Side{}, nil, err
	}
	return list[0], list[1:], nil
}

// Submissions lists at most limit submissions of a contest with IDs above after, sorted by ID. For hidden participants it
// omits the judge system's submission IDs, because they lead to the names in the judge system.
func (r *Reader) Submissions(
	ctx context.Context, contestID int64, filter contest.SubmissionFilter, after int64, limit int,
) ([]contest.SubmissionRow, error) {
	if err := r.requireVisible(contestID); err != nil {
		return nil, err
	}
	list, err := r.store.Submissions(ctx, contestID, filter, after, limit)
	if err != nil {
		return nil, err
	}
	for i := range list {
		s := &list[i]
		if s.Hidden {
			s.SystemID = ""
		}
		if err := r.maskSide(ctx, &s.Side); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Metadata returns what the judge system reports about submissions, by ID. For hidden participants it omits the system's IDs.
func (r *Reader) Metadata(ctx context.Context, sides ...contest.Side) (map[int64]contest.JudgeMetadata, error) {
	var missing []int64
	for _, side := range sides {
		if err := r.requireVisible(side.ContestID); err != nil {
			return nil, err
		}
		if _, ok := r.cache.metadata[side.SubmissionID]; !ok {
			missing = append(missing, side.SubmissionID)
		}
	}
	if len(missing) > 0 {
		stored, err := r.store.JudgeMetadata(ctx, missing)
		if err != nil {
			return nil, err
		}
		maps.Copy(r.cache.metadata, stored)
	}
	all := make(map[int64]contest.JudgeMetadata)
	for _, side := range sides {
		if m, ok := r.cache.metadata[side.SubmissionID]; ok {
			if side.Hidden {
				m.SystemID = ""
			}
			all[side.SubmissionID] = m
		}
	}
	return all, nil
}

// Program prepares a submission for display, and masks names. If forced is the ID of a language, all files are read in it.
func (r *Reader) Program(ctx context.Context, side contest.Side, forced string) (evidence.Pane, error) {
	if err := r.requireVisible(side.ContestID); err != nil {
		return evidence.Pane{}, err
	}
	masker, err := r.maskerForSubmission(ctx, side)
	if err != nil {
		return evidence.Pane{}, err
	}
	files, err := r.store.Files(ctx, side.SubmissionID)
	if err != nil {
		return evidence.Pane{}, err
	}
	language, _ := lexer.ByName(cmp.Or(forced, side.Language))
	if err := r.maskSide(ctx, &side); err != nil {
		return evidence.Pane{}, err
	}
	pane := evidence.BuildPane(ctx, evidence.PaneInput{
		Participant: side.Participant, Path: side.Path, Verdict: side.Verdict,
		Language: language, Forced: forced != "", Files: files, Masker: masker,
	})
	for i, file := range pane.Files {
		pane.Files[i].Path = masker.FilePath(side, i+1, file.Path)
	}
	return pane, nil
}

// FileHashes returns the hashes of a side's files, sorted by path, which is masked. shown is how the viewer sees the files.
func (r *Reader) FileHashes(ctx context.Context, side contest.Side, shown evidence.Pane) ([]report.ComparedFile, error) {
	if err := r.requireVisible(side.ContestID); err != nil {
		return nil, err
	}
	files, err := r.store.Files(ctx, side.SubmissionID)
	if err != nil {
		return nil, err
	}
	list := make([]report.ComparedFile, len(files))
	for i, f := range files {
		sum := sha256.Sum256(f.Content)
		var path string
		switch {
		case !side.Hidden:
			if path, err = r.maskPath(ctx, side.ContestID, f.Path); err != nil {
				return nil, err
			}
		case len(files) == 1:
			path = side.Path // as beside the code
		default:
			path = blind.FileLabel(i+1, f.Path)
		}
		list[i] = report.ComparedFile{
			ParticipantID: side.ParticipantID, Participant: evidence.ParticipantName(i18n.From(ctx), side),
			Path: path, Bytes: int64(len(f.Content)), SHA256: hex.EncodeToString(sum[:]), HidesNames: shown.HidesNames(),
		}
	}
	return list, nil
}

// Attempts returns both participants' submissions for the problem, sorted by time. It hides the submissions of a hidden side.
func (r *Reader) Attempts(ctx context.Context, p contest.Pair) ([]contest.Side, error) {
	if err := r.requirePair(p); err != nil {
		return nil, err
	}
	attempts, err := r.store.RelatedSubmissions(ctx, []int64{p.Left.SubmissionID, p.Right.SubmissionID})
	if err != nil {
		return nil, err
	}
	for i := range attempts {
		a := &attempts[i]
		own := p.SideOf(a.ParticipantID)
		a.Hidden, a.Number = own.Hidden, own.Number
	}
	return attempts, maskEach(ctx, attempts, r.maskSide)
}

// limitSearch waits until a search of the viewer may run, and runs it.
func limitSearch[T any](ctx context.Context, r *Reader, search func() (T, error)) (result T, err error) {
	err = r.limits.searches.do(ctx, r.viewer.ID, func() (err error) { result, err = search(); return err })
	return result, err
}

// Search searches one contest, or all contests that the viewer may see.
func (r *Reader) Search(ctx context.Context, search Search, limit int) (contest.Findings, error) {
	switch {
	case search.ContestID == 0:
		search.Contests = r.visible()
	case r.requireVisible(search.ContestID) != nil:
		return contest.Findings{}, contest.ErrNotFound
	default:
		search.Contests = []int64{search.ContestID}
	}
	findings, err := limitSearch(ctx, r, func() (contest.Findings, error) {
		return r.parts.Searcher.Search(ctx, search, limit)
	})
	if err != nil {
		return contest.Findings{}, err
	}
	for i, s := range findings.Sources {
		masker, err := r.sourceMasker(ctx, s.ContestID)
		if err != nil {
			return contest.Findings{}, err
		}
		findings.Sources[i].KnownSource = masker.MaskKnownSource(s.KnownSource)
	}
	findings = blind.LabelsFrom(ctx).Findings(findings)
	for i := range findings.Findings {
		if err := r.maskSides(ctx, sidesOf(&findings.Findings[i])...); err != nil {
			return contest.Findings{}, err
		}
	}
	return findings, nil
}

// sidesOf returns all submissions of a finding: the found one, those with the same program, and all of each of
// OtherAttempts.
func sidesOf(f *contest.Finding) []*contest.Side {
	sides := []*contest.Side{&f.Side}
	for i := range f.SameProgram {
		sides = append(sides, &f.SameProgram[i])
	}
	for i := range f.OtherAttempts {
		sides = append(sides, sidesOf(&f.OtherAttempts[i])...)
	}
	return sides
}

// OpenFinding shows the program of a search beside the submission search.SubmissionID.
func (r *Reader) OpenFinding(ctx context.Context, search Search) (contest.Side, evidence.View, error) {
	side, _, err := r.Submission(ctx, search.SubmissionID)
	if err != nil {
		return contest.Side{}, evidence.View{}, err
	}
	masker, err := r.maskerForSubmission(ctx, side)
	if err != nil {
		return contest.Side{}, evidence.View{}, err
	}
	view, err := limitSearch(ctx, r, func() (evidence.View, error) {
		return r.parts.Searcher.Open(ctx, search, side, nil, masker)
	})
	return side, view, err
}

// OpenFoundSource shows the program of a search beside the known source search.SourceID.
func (r *Reader) OpenFoundSource(ctx context.Context, search Search) (contest.KnownSource, evidence.View, error) {
	s, masker, err := r.source(ctx, search.SourceID)
	if err != nil {
		return contest.KnownSource{}, evidence.View{}, err
	}
	found := contest.Side{Participant: s.Name, Path: s.File.Path}
	if language, ok := lexer.ByPath(s.File.Path); ok {
		found.Language = language.ID
	}
	view, err := limitSearch(ctx, r, func() (evidence.View, error) {
		return r.parts.Searcher.Open(ctx, search, found, []contest.File{s.File}, masker)
	})
	return s, view, err
}

// Participant returns the participant with a number in a contest, without the name if it is hidden.
func (r *Reader) Participant(ctx context.Context, contestID int64, number int) (contest.Participant, error) {
	if err := r.requireVisible(contestID); err != nil {
		return contest.Participant{}, err
	}
	p, err := r.store.Participant(ctx, contestID, number)
	return blind.LabelsFrom(ctx).HideParticipant(p), err
}

// ParticipantOf returns the participant of a side; the zero Participant if the side is hidden.
func (r *Reader) ParticipantOf(ctx context.Context, side contest.Side) (contest.Participant, error) {
	if err := r.requireVisible(side.ContestID); err != nil {
		return contest.Participant{}, err
	}
	if side.Hidden {
		return contest.Participant{}, nil
	}
	list, err := r.participants(ctx, side.ContestID)
	for _, p := range list {
		if p.ID == side.ParticipantID {
			return p, nil
		}
	}
	return contest.Participant{}, err
}

// SubmissionsBy returns one page of a participant's submissions, and counts all submissions of the participant.
func (r *Reader) SubmissionsBy(ctx context.Context, p contest.Participant, offset, limit int) ([]contest.Side, int, error) {
	if err := r.requireVisible(p.ContestID); err != nil {
		return nil, 0, err
	}
	list, total, err := r.store.ParticipantSubmissions(ctx, p.ID, offset, limit)
	if err == nil {
		err = maskEach(ctx, list, r.maskSide)
	}
	return list, total, err
}

// SetRevealed shows the name of a participant to all members of the contest, or hides it again. Only chief judges may do so.
func (r *Reader) SetRevealed(ctx context.Context, contestID int64, number int, revealed bool) error {
	if err := r.require(contestID, account.Chief); err != nil {
		return err
	}
	return r.store.SetRevealed(ctx, r.viewer.Person(), contestID, number, revealed)
}

// RankedParticipants lists one page of the participants of a check's contest that match a filter, and counts all such
// participants. It does not count confirmed cases that are sealed for the viewer.
func (r *Reader) RankedParticipants(
	ctx context.Context, check contest.Check, filter contest.ParticipantFilter,
) ([]contest.RankedParticipant, int, error) {
	var err error
	if filter.Seal, err = r.seal(ctx, check.ContestID); err != nil {
		return nil, 0, err
	}
	if filter.Participant, err = r.typedParticipant(ctx, check.ContestID, filter.Participant); err != nil {
		return nil, 0, err
	}
	filter.Visible = r.visible()
	list, total, err := r.store.RankedParticipants(ctx, check.ID, filter)
	for i := range list {
		list[i].Participant = blind.LabelsFrom(ctx).HideParticipant(list[i].Participant)
	}
	return list, total, err
}
