package access

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Contests lists the contests that the viewer may see.
func (r *Reader) Contests(ctx context.Context) ([]contest.Contest, error) {
	list, err := r.allContests(ctx)
	return slices.DeleteFunc(slices.Clone(list), func(c contest.Contest) bool { return !r.isVisible(c.ID) }), err
}

// Contest returns a contest that the viewer may see.
func (r *Reader) Contest(ctx context.Context, id int64) (contest.Contest, error) {
	if err := r.requireVisible(id); err != nil {
		return contest.Contest{}, err
	}
	return r.storedContest(ctx, id)
}

// ContestsPage returns one page of the contests whose names contain a text, and counts all such contests. Each entry counts
// the pairs that wait for the viewer.
func (r *Reader) ContestsPage(ctx context.Context, name string, offset, limit int) ([]contest.ContestEntry, int, error) {
	filter := contest.ContestFilter{Name: name, Visible: r.visible(), Queue: r.reviewQueue(), Seal: r.sealOfContests()}
	return r.store.ContestsPage(ctx, filter, offset, limit)
}

// Titles returns the titles of a contest's problems, by problem name. It omits a title that is the problem's name.
func (r *Reader) Titles(ctx context.Context, contestID int64) (map[string]string, error) {
	c, err := r.Contest(ctx, contestID)
	if err != nil {
		return nil, err
	}
	titles := make(map[string]string)
	for _, p := range c.Metadata.Problems {
		if p.Title != "" && p.Title != p.Name {
			titles[p.Name] = p.Title
		}
	}
	return titles, nil
}

// SetSettings changes settings of a contest, all or none. Only chief judges may do so.
func (r *Reader) SetSettings(ctx context.Context, contestID int64, s contest.Settings) error {
	if err := r.require(contestID, account.Chief); err != nil {
		return err
	}
	return r.store.SetSettings(ctx, r.viewer.Person(), contestID, s)
}

// Contents counts what is stored of a contest. Only administrators may see the counts.
func (r *Reader) Contents(ctx context.Context, c contest.Contest) (contest.StoredCounts, error) {
	if err := r.requireAdministrator(); err != nil {
		return contest.StoredCounts{}, err
	}
	return r.store.Contents(ctx, c.Name)
}

// DeleteContest removes a contest. It returns contest.ErrInUse while a job works on it. Only administrators may do so.
func (r *Reader) DeleteContest(ctx context.Context, id int64) error {
	if err := r.requireAdministrator(); err != nil {
		return err
	}
	return r.store.DeleteContest(ctx, r.viewer.Person(), id)
}

// Checks lists the checks of a contest, the newest first.
func (r *Reader) Checks(ctx context.Context, contestID int64) ([]contest.Check, error) {
	if err := r.requireVisible(contestID); err != nil {
		return nil, err
	}
	stored, err := memoize(ctx, r.cache.checksOf, contestID, r.store.Checks)
	if err != nil {
		return nil, err
	}
	checks := slices.Clone(stored)
	for i, c := range checks {
		r.cache.checks[c.ID] = c
		if checks[i], err = r.maskCheck(ctx, c); err != nil {
			return nil, err
		}
	}
	return checks, nil
}

// NewestCheck returns the newest complete check of a contest, see [contest.NewestCheck]; the zero Check if there is none.
func (r *Reader) NewestCheck(ctx context.Context, contestID int64) (contest.Check, error) {
	if err := r.requireVisible(contestID); err != nil {
		return contest.Check{}, err
	}
	list, err := r.store.NewestChecks(ctx, []int64{contestID})
	if err != nil || len(list) == 0 {
		return contest.Check{}, err
	}
	checks, err := r.maskChecks(ctx, list)
	if err != nil {
		return contest.Check{}, err
	}
	return checks[0], nil
}

// Check returns a check of a contest that the viewer may see.
func (r *Reader) Check(ctx context.Context, id int64) (contest.Check, error) {
	c, err := r.storedCheck(ctx, id)
	if err != nil {
		return contest.Check{}, err
	}
	if err := r.requireVisible(c.ContestID); err != nil {
		return contest.Check{}, err
	}
	return r.maskCheck(ctx, c)
}

// Against lists the earlier contests with which a check compares, if the viewer may see them.
func (r *Reader) Against(ctx context.Context, check contest.Check) ([]contest.Contest, error) {
	against := check.Parameters.Against
	if len(against) == 0 {
		return nil, nil
	}
	list, err := r.Contests(ctx)
	var earlier []contest.Contest
	for _, c := range list {
		if c.ID != check.ContestID && (against[0] == contest.AgainstArchive || slices.Contains(against, c.Name)) {
			earlier = append(earlier, c)
		}
	}
	return earlier, err
}

// Histograms returns the histograms of a check's suspicions, one for each problem and language.
func (r *Reader) Histograms(ctx context.Context, check contest.Check) ([]contest.Histogram, error) {
	if err := r.requireVisible(check.ContestID); err != nil {
		return nil, err
	}
	return r.store.Histograms(ctx, check.ID)
}

// HistogramOf returns the histogram in which a pair of a check is counted.
func (r *Reader) HistogramOf(ctx context.Context, p contest.Pair, check contest.Check) (contest.Histogram, error) {
	if err := r.requireVisible(check.ContestID); err != nil {
		return contest.Histogram{}, err
	}
	return memoize(ctx, r.cache.histograms, p.ID, func(ctx context.Context, _ int64) (contest.Histogram, error) {
		found, err := r.store.HistogramsOf(ctx, []contest.Pair{p})
		return found[p.ID], err
	})
}

// LogExport adds an entry for an export to the contest's audit log.
func (r *Reader) LogExport(ctx context.Context, contestID int64, entry review.Entry) error {
	if err := r.requireVisible(contestID); err != nil {
		return err
	}
	entry.Actor, entry.ContestID, entry.Action = r.viewer.Person(), contestID, review.ActionExport
	return r.store.Log(ctx, entry)
}

// ContestNames returns names of contests that the viewer may see: of all if all is true, else of those with the given IDs.
// It leaves out the name in omitted.
func (r *Reader) ContestNames(ctx context.Context, omitted string, all bool, ids []string) (names []string, err error) {
	if !all && len(ids) == 0 {
		return nil, nil
	}
	list, err := r.Contests(ctx)
	for _, c := range list {
		if c.Name != omitted && (all || slices.Contains(ids, strconv.FormatInt(c.ID, 10))) {
			names = append(names, c.Name)
		}
	}
	return names, err
}

// errUpload does not show whether the contest exists.
var errUpload = httperr.New(http.StatusForbidden, "Not allowed",
	"You can upload submissions only to contests in which you are a chief judge.",
	"Open the contest and upload them there. Only an administrator of this installation can create a contest.")

// RequireUpload returns an error if there is no contest to which the viewer may upload.
func (r *Reader) RequireUpload() error {
	if r.viewer.Administrator {
		return nil
	}
	for _, role := range r.viewer.Roles {
		if role.May(account.Chief) {
			return nil
		}
	}
	return errUpload
}

// UploadTarget returns the ID of the contest with a name, 0 if it is new, or an error if the viewer may not upload to it.
func (r *Reader) UploadTarget(ctx context.Context, name string) (contestID int64, err error) {
	c, err := r.store.ContestByName(ctx, name)
	if err != nil && !errors.Is(err, contest.ErrNotFound) {
		return 0, err
	}
	if !r.Role(c.ID).May(account.Chief) {
		return 0, errUpload
	}
	return c.ID, nil
}

// CompleteCheck returns a check, or an error if it is not complete.
func (r *Reader) CompleteCheck(ctx context.Context, id int64) (contest.Check, error) {
	check, err := r.Check(ctx, id)
	if err != nil || check.State == contest.Complete {
		return check, err
	}
	message := i18n.Errorf("This check has no result: it is running.")
	if check.State == contest.Failed {
		message = i18n.Errorf("This check has no result: it failed.")
	}
	return check, &httperr.Error{
		Status: http.StatusConflict, Title: "No result", Message: message,
		Advice: i18n.Errorf("Wait for its end, or check the contest again."),
	}
}
