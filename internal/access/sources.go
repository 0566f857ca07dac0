package access

import (
	"context"
	"errors"
	"net/http"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// KnownSources lists the known sources that a check of a contest uses, without their programs; for
// contest 0, those of all contests. In a blind contest, names of participants in them are masked.
func (r *Reader) KnownSources(ctx context.Context, contestID int64) ([]contest.KnownSource, error) {
	if contestID == 0 {
		list, err := r.store.KnownSources(ctx, contest.SourceFilter{})
		var everywhere []contest.KnownSource
		for _, s := range list {
			if s.ContestID == 0 {
				everywhere = append(everywhere, s)
			}
		}
		return everywhere, err
	}
	if err := r.requireVisible(contestID); err != nil {
		return nil, err
	}
	list, err := r.store.KnownSources(ctx, contest.SourceFilter{ContestID: contestID, All: true})
	if err != nil {
		return nil, err
	}
	masker, err := r.masker(ctx, maskerKey{contestID: contestID})
	return hideEach(list, func(s contest.KnownSource) contest.KnownSource { return maskSource(s, masker) }), err
}

// maskSource masks names of participants in a known source.
func maskSource(s contest.KnownSource, masker *blind.Masker) contest.KnownSource {
	s.Name, s.URL, s.Licence, s.File.Path = masker.Mask(s.Name), masker.Mask(s.URL), masker.Mask(s.Licence), masker.Mask(s.File.Path)
	return s
}

// requireSources returns an error unless the viewer may change the known sources of a contest: its
// chief judges may. Those of all contests, with contest 0, are for administrators.
func (r *Reader) requireSources(contestID int64) error {
	if contestID == 0 {
		return r.requireAdministrator()
	}
	return r.require(contestID, account.Chief)
}

// AddSource adds a known source to its contest, or to all contests.
func (r *Reader) AddSource(ctx context.Context, s contest.KnownSource) (id int64, err error) {
	if err := r.requireSources(s.ContestID); err != nil {
		return 0, err
	}
	var problems []contest.Problem
	if s.ContestID != 0 {
		if problems, err = r.store.Problems(ctx, s.ContestID); err != nil {
			return 0, err
		}
	}
	err = search.PrepareSource(&s, problems)
	if invalid := new(search.RequestError); errors.As(err, &invalid) {
		return 0, httperr.Unprocessable(text.Capitalize(invalid.Message)+".", text.Capitalize(invalid.Advice)+".")
	}
	if err != nil {
		return 0, err
	}
	ids, err := r.store.AddSources(ctx, r.viewer.Person(), search.SourceSampleVersion, []contest.KnownSource{s})
	if errors.Is(err, contest.ErrExists) {
		return 0, &httperr.Error{Status: http.StatusConflict, Title: "Already stored",
			Message: i18n.Errorf("This program is already a known source of %s.", s.Scope()),
			Advice:  i18n.Errorf("Delete it first to change what is said of it.")}
	}
	if err != nil {
		return 0, err
	}
	return ids[0], nil
}

// DeleteSource deletes a known source of a contest; of all contests, with contest 0.
func (r *Reader) DeleteSource(ctx context.Context, contestID, id int64) error {
	if err := r.requireSources(contestID); err != nil {
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

// SetPublishedBase sets whether checks of a contest take published sources from before the contest as base code. Only
// chief judges may.
func (r *Reader) SetPublishedBase(ctx context.Context, contestID int64, base bool) error {
	if err := r.require(contestID, account.Chief); err != nil {
		return err
	}
	return r.store.SetPublishedBase(ctx, r.viewer.Person(), contestID, base)
}

// NearSources lists one page of the programs of a check that are near known sources, and counts all of them. problem
// selects those for a problem; "" selects all.
func (r *Reader) NearSources(ctx context.Context, check contest.Check, problem string, offset, limit int) ([]contest.NearSources, int, error) {
	if err := r.requireVisible(check.ContestID); err != nil {
		return nil, 0, err
	}
	list, total, err := r.store.NearSources(ctx, check.ID, problem, offset, limit)
	return hideEach(list, blind.From(ctx).NearSources), total, err
}

// CheckSources returns the known sources that a check used, with their programs. In a blind contest, names of
// participants in what is said of them are masked.
func (r *Reader) CheckSources(ctx context.Context, check contest.Check) ([]contest.CheckSource, error) {
	if err := r.requireVisible(check.ContestID); err != nil {
		return nil, err
	}
	list, err := r.store.CheckSources(ctx, check.ID)
	if err != nil {
		return nil, err
	}
	masker, err := r.masker(ctx, maskerKey{contestID: check.ContestID})
	return hideEach(list, func(s contest.CheckSource) contest.CheckSource {
		s.KnownSource = maskSource(s.KnownSource, masker)
		return s
	}), err
}
