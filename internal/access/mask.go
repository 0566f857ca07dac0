package access

import (
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// maskerKey identifies a masker of the participants' names of one or two contests.
type maskerKey struct {
	contestID, otherID int64 // otherID is 0 or contestID for one contest; both are 0 in the key of sourceMasker for all contests
	evenIfNotBlind     bool  // whether contests that are not blind count too
}

// isBlind reports whether a contest is blind. A list may have sides of many contests: for the third contest, isBlind reads
// all contests by one statement.
func (r *Reader) isBlind(ctx context.Context, contestID int64) (bool, error) {
	if _, ok := r.cache.contests[contestID]; !ok && len(r.cache.contests) > 1 {
		all, err := r.allContests(ctx)
		if err != nil {
			return false, err
		}
		if i := slices.IndexFunc(all, func(c contest.Contest) bool { return c.ID == contestID }); i >= 0 {
			return all[i].Blind, nil
		}
	}
	c, err := r.storedContest(ctx, contestID)
	return c.Blind, err
}

// hiddenParticipants returns the participants of a blind contest; nil for other contests.
func (r *Reader) hiddenParticipants(ctx context.Context, contestID int64) ([]contest.Participant, error) {
	if isBlind, err := r.isBlind(ctx, contestID); err != nil || !isBlind {
		return nil, err
	}
	return r.participants(ctx, contestID)
}

// readEach reads the participants of contests, each contest once.
func readEach(
	ctx context.Context, read func(context.Context, int64) ([]contest.Participant, error), contestIDs ...int64,
) (list []contest.Participant, err error) {
	for i, id := range contestIDs {
		if slices.Contains(contestIDs[:i], id) {
			continue
		}
		participants, err := read(ctx, id)
		if err != nil {
			return nil, err
		}
		list = append(list, participants...)
	}
	return list, nil
}

// masker returns the masker of a key. A request builds each masker at most once.
func (r *Reader) masker(ctx context.Context, key maskerKey) (*blind.Masker, error) {
	if key.otherID == key.contestID {
		key.otherID = 0 // the same masker
	}
	return memoize(ctx, r.cache.maskers, key, func(ctx context.Context, key maskerKey) (*blind.Masker, error) {
		read := r.hiddenParticipants
		if key.evenIfNotBlind {
			read = r.participants
		}
		ids := []int64{key.contestID}
		if key.otherID != 0 {
			ids = append(ids, key.otherID)
		}
		list, err := readEach(ctx, read, ids...)
		return blind.LabelsFrom(ctx).NewMasker(list), err
	})
}

// maskerForPair returns the masker of a pair's programs and notes. If one side is hidden, it masks the participants of
// both contests, also of a contest that is not blind.
func (r *Reader) maskerForPair(ctx context.Context, p contest.Pair) (*blind.Masker, error) {
	m, err := r.masker(ctx, maskerKey{p.Left.ContestID, p.Right.ContestID, p.Left.Hidden || p.Right.Hidden})
	return m.ForSides(p.Left, p.Right), err
}

func (r *Reader) maskerForSubmission(ctx context.Context, side contest.Side) (*blind.Masker, error) {
	m, err := r.masker(ctx, maskerKey{contestID: side.ContestID})
	return m.ForSides(side), err
}

// Roster returns the participants of the contests of both sides of all pairs, for masking.
func (r *Reader) Roster(ctx context.Context, pairs ...contest.Pair) (blind.Roster, error) {
	var ids []int64
	for _, p := range pairs {
		if err := r.requirePair(p); err != nil {
			return blind.Roster{}, err
		}
		ids = append(ids, p.Left.ContestID, p.Right.ContestID)
	}
	list, err := readEach(ctx, r.participants, ids...)
	return blind.NewRoster(list), err
}

// maskCheck masks the names of hidden participants in a check, and the names of contests that the viewer may not see. If
// there are such contests, it removes the summary of earlier contests.
func (r *Reader) maskCheck(ctx context.Context, c contest.Check) (contest.Check, error) {
	if namesParticipants(c) {
		participants, err := r.hiddenParticipants(ctx, c.ContestID)
		if err != nil {
			return c, err
		}
		c.Summary = blind.LabelsFrom(ctx).Summary(c.Summary, participants)
	}
	if len(c.Parameters.Against) == 0 || r.viewer.Administrator {
		return c, nil
	}
	visible, err := r.Contests(ctx)
	if err != nil {
		return c, err
	}
	redacted := slices.Contains(c.Parameters.Against, contest.AgainstArchive) && len(visible) < len(r.cache.all)
	mask := func(names []string) (list []string) {
		for _, name := range names {
			hasName := func(c contest.Contest) bool { return c.Name == name }
			if name != contest.AgainstArchive && !slices.ContainsFunc(visible, hasName) {
				name, redacted = i18n.From(ctx).T("another contest"), true // the viewer may not see the contest
			}
			list = append(list, name)
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	c.Parameters.Against = mask(c.Parameters.Against)
	if c.Summary.Earlier != nil {
		earlier := *c.Summary.Earlier
		if earlier.NotIndexed = mask(earlier.NotIndexed); redacted {
			c.Summary.PairsStored -= earlier.Pairs
			earlier = contest.EarlierSummary{Redacted: true}
		}
		c.Summary.Earlier = &earlier
	}
	return c, nil
}

// maskChecks is maskCheck for checks of many contests. It stores the checks and the contests in the cache.
func (r *Reader) maskChecks(ctx context.Context, list []contest.CheckAndContest) ([]contest.Check, error) {
	var hidden []int64
	for _, c := range list {
		r.cache.checks[c.Check.ID], r.cache.contests[c.Contest.ID] = c.Check, c.Contest
		if c.Contest.Blind && namesParticipants(c.Check) {
			hidden = append(hidden, c.Contest.ID)
		}
	}
	if err := r.readParticipants(ctx, hidden); err != nil {
		return nil, err
	}
	checks := make([]contest.Check, len(list))
	for i, c := range list {
		var err error
		if checks[i], err = r.maskCheck(ctx, c.Check); err != nil {
			return nil, err
		}
	}
	return checks, nil
}

// namesParticipants reports whether the summary of a check may have names of participants.
func namesParticipants(c contest.Check) bool {
	return c.Summary.PrivateCount > 0 || len(c.Summary.Incomplete) > 0
}

// maskPath masks the hidden names of a contest in the path of a visible participant's program.
func (r *Reader) maskPath(ctx context.Context, contestID int64, path string) (string, error) {
	masker, err := r.masker(ctx, maskerKey{contestID: contestID})
	if err != nil {
		return "", err
	}
	return masker.Mask(path), nil
}

// maskEach calls mask for each element of a list.
func maskEach[T any](ctx context.Context, list []T, mask func(context.Context, *T) error) error {
	for i := range list {
		if err := mask(ctx, &list[i]); err != nil {
			return err
		}
	}
	return nil
}

// maskSide replaces the participant and the path of a hidden side, and masks hidden names in the path of a visible side. All
// methods that return sides must use it, so that a submission has one path everywhere. It leaves a zero side as it is.
func (r *Reader) maskSide(ctx context.Context, s *contest.Side) (err error) {
	if s.Hidden {
		*s = blind.LabelsFrom(ctx).Side(*s)
	} else if s.Path != "" {
		s.Path, err = r.maskPath(ctx, s.ContestID, s.Path)
	}
	return err
}

func (r *Reader) maskSides(ctx context.Context, sides ...*contest.Side) error {
	for _, s := range sides {
		if err := r.maskSide(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reader) maskPair(ctx context.Context, p *contest.Pair) error {
	return r.maskSidesAndSource(ctx, &p.Known, &p.Left, &p.Right)
}

func (r *Reader) maskAlert(ctx context.Context, a *contest.Alert) error {
	return r.maskSidesAndSource(ctx, &a.Known, &a.Left, &a.Right)
}

// maskSidesAndSource masks the sides of a pair or alert, and hidden names in the name of its known source, which may be nil.
func (r *Reader) maskSidesAndSource(ctx context.Context, known **contest.KnownCode, left, right *contest.Side) error {
	if *known != nil {
		masker, err := r.masker(ctx, maskerKey{contestID: left.ContestID, otherID: right.ContestID})
		if err != nil {
			return err
		}
		*known = masker.MaskKnownCode(*known, left.Hidden || right.Hidden)
	}
	return r.maskSides(ctx, left, right)
}

func (r *Reader) maskPairs(ctx context.Context, list []contest.Pair) error {
	if err := r.readForMasking(ctx, list); err != nil {
		return err
	}
	return maskEach(ctx, list, r.maskPair)
}

// readForMasking reads the participants that maskPair needs for a list of pairs, which may be of many contests, by one statement.
func (r *Reader) readForMasking(ctx context.Context, list []contest.Pair) error {
	var blindIDs []int64
	seen := make(map[int64]bool)
	for _, p := range list {
		for _, side := range []contest.Side{p.Left, p.Right} {
			needed := p.Known != nil || !side.Hidden && side.Path != ""
			if !needed || seen[side.ContestID] {
				continue
			}
			seen[side.ContestID] = true
			isBlind, err := r.isBlind(ctx, side.ContestID)
			if err != nil {
				return err
			}
			if isBlind {
				blindIDs = append(blindIDs, side.ContestID)
			}
		}
	}
	return r.readParticipants(ctx, blindIDs)
}

// maskCluster masks the hidden members of a cluster.
func (r *Reader) maskCluster(ctx context.Context, c *contest.Cluster) error {
	*c = blind.LabelsFrom(ctx).Cluster(*c)
	return maskEach(ctx, c.Members, func(ctx context.Context, m *contest.ClusterMember) error {
		return r.maskSides(ctx, &m.Earliest, &m.Similar)
	})
}

// maskCase masks names in the texts about the case of a pair, and removes the program hashes of hidden participants.
func (r *Reader) maskCase(ctx context.Context, p contest.Pair, c review.Case) (_ review.Case, err error) {
	var masker *blind.Masker
	hasNote := slices.ContainsFunc(c.Reviews, func(rev review.Review) bool { return rev.Note != "" })
	if c.Appeal.Grounds != "" || len(c.Statements) > 0 || hasNote { // without texts, no masker is needed
		if masker, err = r.maskerForPair(ctx, p); err != nil {
			return review.Case{}, err
		}
	}
	c = maskTexts(c, masker)
	c.Reviews = blind.Reviews(p, c.Reviews, masker)
	return c, nil
}

// maskTexts masks names in the grounds of an appeal and in the statements.
func maskTexts(c review.Case, masker *blind.Masker) review.Case {
	masker = masker.ForStatements()
	c.Appeal.Grounds = masker.Mask(c.Appeal.Grounds)
	c.Statements = slices.Clone(c.Statements)
	for i, s := range c.Statements {
		c.Statements[i].Text = masker.Mask(s.Text)
	}
	return c
}
