package access

import (
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// maskerKey names a masker of one or two contests; all masks in contests that are not blind too.
type maskerKey struct {
	contestID, other int64 // other is 0 for none
	all              bool  // also masks names of contests that are not blind
}

// hiddenParticipants returns the participants of a blind contest; nil for other contests.
func (r *Reader) hiddenParticipants(ctx context.Context, contestID int64) ([]contest.Participant, error) {
	c, err := r.storedContest(ctx, contestID)
	if err != nil || !c.Blind {
		return nil, err
	}
	return r.participants(ctx, contestID)
}

// masker returns the masker of a key. It is built once in a request.
func (r *Reader) masker(ctx context.Context, key maskerKey) (*blind.Masker, error) {
	return memoize(ctx, r.cache.maskers, key, func(ctx context.Context, key maskerKey) (*blind.Masker, error) {
		people := r.hiddenParticipants
		if key.all {
			people = r.participants
		}
		list, err := people(ctx, key.contestID)
		if err == nil && key.other != 0 {
			var others []contest.Participant
			others, err = people(ctx, key.other)
			list = slices.Concat(list, others)
		}
		return blind.NewMasker(list), err
	})
}

// maskerForPair returns the masker of a pair's programs and notes. A side may be hidden because of the other.
func (r *Reader) maskerForPair(ctx context.Context, p contest.Pair) (*blind.Masker, error) {
	key := maskerKey{contestID: p.Left.ContestID, all: p.Left.Hidden || p.Right.Hidden}
	if p.Right.ContestID != p.Left.ContestID {
		key.other = p.Right.ContestID
	}
	m, err := r.masker(ctx, key)
	return m.ForSides(p.Left, p.Right), err
}

// maskerForSubmission returns the masker of a submission.
func (r *Reader) maskerForSubmission(ctx context.Context, side contest.Side) (*blind.Masker, error) {
	m, err := r.masker(ctx, maskerKey{contestID: side.ContestID})
	return m.ForSides(side), err
}

// Roster returns the participants of both sides' contests, for masking.
func (r *Reader) Roster(ctx context.Context, p contest.Pair) (blind.Roster, error) {
	list, err := r.participants(ctx, p.Left.ContestID)
	if err == nil && p.Right.ContestID != p.Left.ContestID {
		var others []contest.Participant
		if others, err = r.participants(ctx, p.Right.ContestID); err == nil {
			list = slices.Concat(list, others)
		}
	}
	return blind.NewRoster(list), err
}

// anotherContest stands for the name of a contest that the viewer may not see.
const anotherContest = "another contest"

// maskCheck masks names of participants and contests in a check. It removes the summary of earlier contests unless
// the viewer may see them all.
func (r *Reader) maskCheck(ctx context.Context, c contest.Check) (contest.Check, error) {
	if c.Summary.PrivateCount > 0 || len(c.Summary.Incomplete) > 0 {
		participants, err := r.participants(ctx, c.ContestID)
		if err != nil {
			return c, err
		}
		c.Summary = blind.Summary(c.Summary, participants)
	}
	if len(c.Parameters.Against) == 0 || r.viewer.Administrator {
		return c, nil
	}
	all, err := r.store.Contests(ctx)
	if err != nil {
		return c, err
	}
	known := onlyVisible(slices.Clone(all), r.visible())
	redacted := slices.Contains(c.Parameters.Against, contest.AgainstArchive) && len(known) < len(all)
	mask := func(names []string) (list []string) {
		for _, name := range names {
			if name != contest.AgainstArchive && !slices.ContainsFunc(known, func(k contest.Contest) bool { return k.Name == name }) {
				name, redacted = anotherContest, true
			}
			list = append(list, name)
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	c.Parameters.Against = mask(c.Parameters.Against)
	if e := c.Summary.Earlier; e != nil {
		notIndexed := mask(e.NotIndexed)
		if !redacted {
			earlier := *e
			earlier.NotIndexed = notIndexed
			c.Summary.Earlier = &earlier
			return c, nil
		}
		c.Summary.PairsStored -= e.Pairs
		c.Summary.Earlier = &contest.EarlierSummary{Redacted: true}
	}
	return c, nil
}

// maskAlert hides the names in an alert.
func maskAlert(a contest.Alert) contest.Alert {
	a.Left, a.Right = blind.Side(a.Left), blind.Side(a.Right)
	return a
}
