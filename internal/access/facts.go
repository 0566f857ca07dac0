package access

import (
	"cmp"
	"context"
	"log/slog"
	"slices"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/review"
)

// FactOptions says where the facts about a pair come from, besides the store. The zero value gives no facts.
type FactOptions struct {
	Enabled bool
	// AcrossContests says that a participant has the same ID in all contests of a judge system. Then facts may name
	// other contests of a pair's participants.
	AcrossContests bool
	Finder         FactFinder
	Log            *slog.Logger // gets an error for each fact that could not be found; nil is slog.Default
}

// FactFinder finds facts in stored programs. inspect.Inspector, which implements it, documents the methods.
type FactFinder interface {
	Prepare(pair contest.Pair)
	Timeline(ctx context.Context, pair contest.Pair) (evidence.Timeline, error)
	RewriteRate(ctx context.Context, checkID int64) (facts.Rate, error)
	Nearest(ctx context.Context, checkID, submission, previous int64) (facts.NearestProgram, error)
	RateOddities(ctx context.Context, pair contest.Pair, view *evidence.View) error
	SharedFunctions(ctx context.Context, pair contest.Pair, others int, programs [2]*program.Program, masker *blind.Masker) ([]facts.Fact, error)
	UnlikeOwnPrograms(ctx context.Context, checkID int64, side contest.Side) ([]facts.Fact, error)
	KeptShares(ctx context.Context, checkID int64, attempts []contest.Side) ([]facts.Attempt, error)
	Solves(ctx context.Context, checkID int64) (*facts.Solves, error)
}

// HasFacts reports whether the installation shows facts.
func (r *Reader) HasFacts() bool { return r.parts.Facts.Enabled }

// PrepareFacts makes the first call of Facts for a pair of a check quicker. It does not wait.
func (r *Reader) PrepareFacts(p contest.Pair) error {
	if err := r.requirePair(p); err != nil || !r.HasFacts() {
		return err
	}
	r.parts.Facts.Finder.Prepare(p)
	return nil
}

// Facts returns the facts about a pair. The view and the timeline come from EvidenceAndTimeline. If the view is empty or the
// timeline is nil, Facts reads what it needs. If a program was erased, there are no facts; if a side is hidden, there are none
// about places. A fact that cannot be found is logged and left out. Facts returns an error only if ctx ended, the viewer may
// not see the pair, or it is unknown whether a program was erased.
func (r *Reader) Facts(
	ctx context.Context, p contest.Pair, check contest.Check, view evidence.View, timeline *evidence.Timeline,
) ([]facts.Fact, error) {
	if err := r.requirePair(p); err != nil || !r.HasFacts() {
		return nil, err
	}
	if view.Programs[0] == nil {
		hashes, err := r.store.ProgramHashes(ctx, []int64{p.Left.SubmissionID, p.Right.SubmissionID})
		if err != nil || len(hashes) < 2 { // a program was erased
			return nil, err
		}
	}
	var all []facts.Fact
	for _, kind := range []struct {
		name string
		find func() ([]facts.Fact, error)
	}{
		{"functions", func() ([]facts.Fact, error) { return r.sharedFunctions(ctx, p, check, view) }},
		{"unlike own programs", func() ([]facts.Fact, error) { return r.unlikeOwnPrograms(ctx, p, check) }},
		{"rewrites", func() ([]facts.Fact, error) { return r.rewrites(ctx, p, check, timeline) }},
		{"times", func() ([]facts.Fact, error) { return r.times(ctx, p, check) }},
		{"places", func() ([]facts.Fact, error) { return r.sharedPlaces(ctx, p) }},
		{"other contests", func() ([]facts.Fact, error) { return r.otherContests(ctx, p) }},
	} {
		found, err := kind.find()
		if ended := r.logFailure(ctx, err, slog.String("facts", kind.name), slog.Int64("pair", p.ID)); ended != nil {
			return nil, ended
		}
		if err == nil {
			all = append(all, found...)
		}
	}
	return all, nil
}

// logFailure logs an error of facts that are left out. If ctx ended, it returns the error instead.
func (r *Reader) logFailure(ctx context.Context, err error, attributes ...slog.Attr) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	log := cmp.Or(r.parts.Facts.Log, slog.Default())
	log.LogAttrs(ctx, slog.LevelError, "could not find facts", append(attributes, slog.Any("error", err))...)
	return nil
}

func (r *Reader) sharedFunctions(ctx context.Context, p contest.Pair, check contest.Check, view evidence.View) ([]facts.Fact, error) {
	h, err := r.HistogramOf(ctx, p, check)
	if err != nil {
		return nil, err
	}
	masker, err := r.maskerForPair(ctx, p)
	if err != nil {
		return nil, err
	}
	return r.parts.Facts.Finder.SharedFunctions(ctx, p, h.Participants-2, view.Programs, masker)
}

func (r *Reader) unlikeOwnPrograms(ctx context.Context, p contest.Pair, check contest.Check) (list []facts.Fact, err error) {
	for _, side := range []contest.Side{p.Left, p.Right} {
		if side.ContestID != check.ContestID {
			continue
		}
		found, err := r.parts.Facts.Finder.UnlikeOwnPrograms(ctx, check.ID, side)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

func (r *Reader) rewrites(
	ctx context.Context, p contest.Pair, check contest.Check, timeline *evidence.Timeline,
) ([]facts.Fact, error) {
	if timeline == nil {
		read, err := r.parts.Facts.Finder.Timeline(ctx, p)
		if err != nil {
			return nil, err
		}
		timeline = &read
	}
	return r.rewriteFacts(ctx, check, timeline.Rewritten())
}

// rewriteFacts returns the facts about rewritten attempts. It finds the program that is most similar to each attempt, and
// counts the rewritten attempts of the whole check.
func (r *Reader) rewriteFacts(ctx context.Context, check contest.Check, rewritten []facts.Attempt) ([]facts.Fact, error) {
	if len(rewritten) == 0 {
		return nil, nil
	}
	rate, err := r.parts.Facts.Finder.RewriteRate(ctx, check.ID)
	if err != nil {
		return nil, err
	}
	stored, err := r.storedContest(ctx, check.ContestID)
	if err != nil {
		return nil, err
	}
	masker, err := r.masker(ctx, maskerKey{contestID: check.ContestID})
	if err != nil {
		return nil, err
	}
	for i, a := range rewritten {
		near, err := r.parts.Facts.Finder.Nearest(ctx, check.ID, a.Submission, a.SubmissionBefore)
		if err != nil {
			return nil, err
		}
		if err := r.maskSide(ctx, &near.Side); err != nil {
			return nil, err
		}
		near.Source.Name = masker.SourceName(near.Source.Kind, near.Source.Number, near.Source.Name, stored.Blind)
		rewritten[i].Nearest = near
	}
	return facts.Rewrites(rewritten, rate), nil
}

// RewritesOf returns the facts about rewritten attempts among a participant's submissions for a problem. The check is of
// the participant's contest. Facts that cannot be found are logged and left out.
func (r *Reader) RewritesOf(ctx context.Context, check contest.Check, attempts []contest.Side) ([]facts.Fact, error) {
	if err := r.requireVisible(check.ContestID); err != nil || !r.HasFacts() || len(attempts) < 2 {
		return nil, err
	}
	list, err := r.rewritesOf(ctx, check, attempts)
	if err != nil {
		list = nil
	}
	return list, r.logFailure(ctx, err, slog.String("facts", "rewrites"), slog.Int64("submission", attempts[0].SubmissionID))
}

func (r *Reader) rewritesOf(ctx context.Context, check contest.Check, attempts []contest.Side) ([]facts.Fact, error) {
	attempts = slices.Clone(attempts)
	contest.SortAttempts(attempts)
	followers, err := r.parts.Facts.Finder.KeptShares(ctx, check.ID, attempts)
	if err != nil {
		return nil, err
	}
	rewritten := slices.DeleteFunc(followers, func(a facts.Attempt) bool { return !facts.IsRewrite(a.KeptShare) })
	return r.rewriteFacts(ctx, check, rewritten)
}

func (r *Reader) times(ctx context.Context, p contest.Pair, check contest.Check) ([]facts.Fact, error) {
	c, err := r.storedContest(ctx, check.ContestID)
	if err != nil {
		return nil, err
	}
	solves, err := r.parts.Facts.Finder.Solves(ctx, check.ID)
	if err != nil || solves == nil {
		return nil, err
	}
	var list []facts.Fact
	for _, side := range []contest.Side{p.Left, p.Right} {
		if side.ContestID == check.ContestID {
			list = append(list, solves.QuickSolves(c.Metadata.StartsAt, side.ParticipantID, side.Participant, side.Problem)...)
		}
	}
	if p.Earlier() {
		return list, nil
	}
	sameTimes, err := solves.SameTimes(ctx, p.Left.ParticipantID, p.Right.ParticipantID, p.Left.Participant, p.Right.Participant)
	return append(list, sameTimes...), err
}

func (r *Reader) sharedPlaces(ctx context.Context, p contest.Pair) ([]facts.Fact, error) {
	if p.Earlier() || p.Left.Hidden || p.Right.Hidden {
		return nil, nil
	}
	participants, err := r.participants(ctx, p.Left.ContestID)
	return facts.SharedPlaces(facts.Groups(participants), p.Left.ParticipantID, p.Right.ParticipantID), err
}

// otherContests returns the listed pairs of the same two participants in other contests, with what the viewer may see of them.
func (r *Reader) otherContests(ctx context.Context, p contest.Pair) ([]facts.Fact, error) {
	if !r.parts.Facts.AcrossContests || p.Earlier() {
		return nil, nil
	}
	list, err := r.store.PairsInOtherContests(ctx, p, r.linkable(p.Left.ContestID, p.Left.Hidden || p.Right.Hidden))
	if err != nil {
		return nil, err
	}
	var found []facts.Fact
	for _, e := range list {
		contestID := e.Pair.Left.ContestID
		seal, err := r.seal(ctx, contestID)
		if err != nil {
			return nil, err
		}
		c, err := r.store.Case(ctx, review.KeyOf(contestID, e.Pair))
		if err != nil {
			return nil, err
		}
		e.Case = sealed(seal, c)
		if err := r.maskPair(ctx, &e.Pair); err != nil {
			return nil, err
		}
		found = append(found, e)
	}
	return found, nil
}

// Places returns the groups of participants of a contest who share a place, and whether any place is known. Hidden participants
// are only counted.
func (r *Reader) Places(ctx context.Context, contestID int64) (groups []facts.Group, anyKnown bool, err error) {
	if err := r.requireVisible(contestID); err != nil {
		return nil, false, err
	}
	if !r.HasFacts() {
		return nil, false, httperr.NotFound("This installation shows no facts beside pairs.")
	}
	participants, err := r.participants(ctx, contestID)
	return facts.Groups(participants), facts.AnyPlace(participants), err
}
