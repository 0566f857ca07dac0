package access

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/search"
)

// KnownSources lists the known sources that a check of a contest uses, without their programs. For
// contest 0, it lists the sources for all contests. It masks hidden names in the sources.
func (r *Reader) KnownSources(ctx context.Context, contestID int64) ([]contest.KnownSource, error) {
	if contestID != 0 {
		if err := r.requireVisible(contestID); err != nil {
			return nil, err
		}
	}
	list, err := r.store.KnownSources(ctx, contest.SourceFilter{ContestID: contestID, ForAllContests: true})
	if err != nil {
		return nil, err
	}
	for i, s := range list {
		masker, err := r.sourceMasker(ctx, s.ContestID)
		if err != nil {
			return nil, err
		}
		list[i] = masker.MaskKnownSource(s)
	}
	return list, nil
}

// sourceMasker returns the masker of a contest's known sources. For contest 0, which means sources for all contests, it
// masks the hidden names of all contests that the viewer may see. All pages that list sources must use this masker,
// because a name that only one page masks would tell who the hidden participant is.
func (r *Reader) sourceMasker(ctx context.Context, contestID int64) (*blind.Masker, error) {
	if contestID != 0 {
		masker, err := r.masker(ctx, maskerKey{contestID: contestID})
		return masker.ForSources(), err
	}
	return memoize(ctx, r.cache.maskers, maskerKey{}, func(ctx context.Context, _ maskerKey) (*blind.Masker, error) {
		contests, err := r.Contests(ctx)
		if err != nil {
			return nil, err
		}
		var ids []int64
		for _, c := range contests {
			if c.Blind {
				ids = append(ids, c.ID)
			}
		}
		if err := r.readParticipants(ctx, ids); err != nil {
			return nil, err
		}
		people, err := readEach(ctx, r.participants, ids...)
		return blind.LabelsFrom(ctx).NewMasker(people).ForSources(), err
	})
}

// AddSources adds known sources to a contest; with the zero Contest, to all contests. If it fails, it adds none.
func (r *Reader) AddSources(ctx context.Context, target contest.Contest, added []contest.KnownSource) error {
	if err := r.requireChief(target.ID); err != nil {
		return err
	}
	var problems []contest.Problem
	if target.ID != 0 {
		var err error
		if problems, err = r.store.Problems(ctx, target.ID); err != nil {
			return err
		}
	}
	for i := range added {
		added[i].ContestID, added[i].Contest = target.ID, target.Name
		err := search.PrepareSource(ctx, &added[i], problems)
		if invalid, ok := errors.AsType[*search.RequestError](err); ok {
			refused := &httperr.Error{Status: http.StatusUnprocessableEntity}
			refused.Message, refused.Advice = invalid.Sentences()
			return refused
		}
		if err != nil {
			return err
		}
	}
	_, err := r.store.AddSources(ctx, r.viewer.Person(), search.SourceSampleVersion, added)
	if stored, ok := errors.AsType[*contest.StoredSourceError](err); ok {
		return httperr.New(http.StatusConflict, "Already stored", "The program %s is already a known source of %s.",
			"Delete it first to change what is said of it.", stored.Source.File.Path, scopeOf(stored.Source))
	}
	return err
}

// scopeOf names the contest and problem of a source, for an i18n.Error.
func scopeOf(s contest.KnownSource) any {
	switch {
	case s.ContestID == 0:
		return i18n.Errorf("all contests")
	case s.Problem == "":
		return s.Contest
	}
	return i18n.Errorf("%s, problem %s", s.Contest, s.Problem)
}

// KnownSource returns a known source that checks of a contest use, and its program for display; for contest 0, a source of
// all contests. It masks hidden names in both.
func (r *Reader) KnownSource(ctx context.Context, contestID, id int64) (contest.KnownSource, evidence.Pane, error) {
	if contestID != 0 {
		if err := r.requireVisible(contestID); err != nil {
			return contest.KnownSource{}, evidence.Pane{}, err
		}
	}
	s, masker, err := r.source(ctx, id)
	if err == nil && s.ContestID != 0 && s.ContestID != contestID {
		err = contest.ErrNotFound
	}
	if err != nil {
		return contest.KnownSource{}, evidence.Pane{}, err
	}
	program := evidence.PaneInput{Participant: s.Name, Path: s.File.Path, Files: []contest.File{s.File}, Masker: masker}
	return s, evidence.BuildPane(ctx, program), nil
}

// source returns a known source that the viewer may see, and the masker for its program. Its other texts are masked.
func (r *Reader) source(ctx context.Context, id int64) (contest.KnownSource, *blind.Masker, error) {
	s, err := r.store.KnownSource(ctx, id)
	if err == nil && s.ContestID != 0 {
		err = r.requireVisible(s.ContestID)
	}
	if err != nil {
		return contest.KnownSource{}, nil, err
	}
	masker, err := r.sourceMasker(ctx, s.ContestID)
	return masker.MaskKnownSource(s), masker, err
}

// DeleteSource deletes a known source of a contest; with contest 0, a source for all contests.
func (r *Reader) DeleteSource(ctx context.Context, contestID, id int64) error {
	if err := r.requireChief(contestID); err != nil {
		return err
	}
	s, err := r.store.KnownSource(ctx, id)
	if err == nil && s.ContestID != contestID {
		err = contest.ErrNotFound
	}
	if err != nil {
		return err
	}
	return r.store.DeleteSource(ctx, r.viewer.Person(), id)
}

// NearSources lists one page of a check's programs that are near known sources, and counts all such programs. In a blind
// contest, it masks participants' names in the names of sources, also for a participant who is not hidden.
func (r *Reader) NearSources(ctx context.Context, check contest.Check, filter contest.NearFilter) ([]contest.NearSources, int, error) {
	if err := r.requireVisible(check.ContestID); err != nil {
		return nil, 0, err
	}
	list, total, err := r.store.NearSources(ctx, check.ID, filter)
	if err != nil {
		return nil, 0, err
	}
	masker, err := r.sourceMasker(ctx, check.ContestID)
	if err != nil {
		return nil, 0, err
	}
	for i := range list {
		n := &list[i]
		for j, s := range n.Sources {
			n.Sources[j].Name = masker.SourceName(s.Kind, s.Number, s.Name, n.Side.Hidden)
		}
		if err := r.maskSide(ctx, &n.Side); err != nil {
			return nil, 0, err
		}
	}
	return list, total, nil
}

// NearSource returns a program of a check that is near a known source, beside that source; number 0 means its nearest source.
func (r *Reader) NearSource(ctx context.Context, check contest.Check, submissionID int64, number int) (
	near contest.NearSources, beside contest.NearSource, view evidence.View, err error,
) {
	list, _, err := r.NearSources(ctx, check, contest.NearFilter{SubmissionID: submissionID})
	if err != nil {
		return near, beside, view, err
	}
	if submissionID == 0 || len(list) == 0 {
		return near, beside, view, contest.ErrNotFound
	}
	near = list[0]
	i := slices.IndexFunc(near.Sources, func(n contest.NearSource) bool { return n.Number == number || number == 0 })
	if i < 0 {
		return near, beside, view, contest.ErrNotFound
	}
	beside = near.Sources[i]
	view, err = r.besideSource(ctx, check, near.Side, beside.Number, beside.Name, near.Side.Hidden)
	return near, beside, view, err
}

// besideSource opens a program of a check beside a known source of the check, and masks hidden names in both. name is the
// name to show for the source. With hidePath, it also replaces the path of the source.
func (r *Reader) besideSource(ctx context.Context, check contest.Check, side contest.Side, number int, name string, hidePath bool) (
	view evidence.View, err error,
) {
	sources, err := r.checkSources(ctx, check)
	if err != nil {
		return view, err
	}
	i := slices.IndexFunc(sources, func(s contest.CheckSource) bool { return s.Number == number })
	if i < 0 {
		return view, fmt.Errorf("known source %d of check %d: %w", number, check.ID, contest.ErrNotFound)
	}
	source := sources[i]
	source.Name = name
	if hidePath {
		source.File.Path = blind.FileLabel(1, source.File.Path)
	}
	masker, err := r.masker(ctx, maskerKey{contestID: check.ContestID})
	if err != nil {
		return view, err
	}
	return r.parts.NearSource(ctx, check.ID, side, source, masker.ForSides(side))
}

// checkSources returns the known sources that a check used, with their programs. In a blind contest, it masks participants'
// names in the descriptions of the sources.
func (r *Reader) checkSources(ctx context.Context, check contest.Check) ([]contest.CheckSource, error) {
	if err := r.requireVisible(check.ContestID); err != nil {
		return nil, err
	}
	list, err := r.store.CheckSources(ctx, check.ID)
	if err != nil {
		return nil, err
	}
	masker, err := r.sourceMasker(ctx, check.ContestID)
	for i, s := range list {
		list[i].KnownSource = masker.MaskKnownSource(s.KnownSource)
	}
	return list, err
}

// SourcesOfPairs returns the known sources of a check that the given pairs name, and the masker of the sources' programs.
func (r *Reader) SourcesOfPairs(
	ctx context.Context, check contest.Check, pairs []contest.Pair,
) ([]contest.CheckSource, *blind.Masker, error) {
	if err := r.requireVisible(check.ContestID); err != nil {
		return nil, nil, err
	}
	isHidden := make(map[int]bool) // by number of the source: whether a pair that names it has a hidden side
	for _, p := range pairs {
		if p.Known != nil {
			isHidden[p.Known.Number] = isHidden[p.Known.Number] || p.Left.Hidden || p.Right.Hidden
		}
	}
	if len(isHidden) == 0 {
		return nil, nil, nil
	}
	masker, err := r.sourceMasker(ctx, check.ContestID)
	if err != nil {
		return nil, nil, err
	}
	list, err := r.checkSources(ctx, check)
	var named []contest.CheckSource
	for _, s := range list {
		if hidden, ok := isHidden[s.Number]; ok {
			named = append(named, masker.MaskCheckSource(s, hidden))
		}
	}
	return named, masker, err
}
