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
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// FactSources says where the facts beside a pair come from, in addition to the store. With the zero
// FactSources, there are no facts.
type FactSources struct {
	Enabled bool
	// AcrossContests says that a participant has one ID in all contests of a judge system. Facts may then name other
	// contests of a pair's participants.
	AcrossContests bool
	Finder         FactFinder
	// Log gets an error for each fact that is left out. Nil is slog.Default.
	Log *slog.Logger
}

// FactFinder finds facts in stored programs.
type FactFinder interface {
	// Timeline returns the attempts of both participants of a pair for its problem.
	Timeline(ctx context.Context, pair contest.Pair) (evidence.Timeline, error)
	// Rewrites counts the attempts of a check that keep little of the attempt before them.
	Rewrites(ctx context.Context, checkID int64) (facts.Rate, error)
	// Nearest returns the program that a check's submission is most similar to, and how similar the submission before was.
	// The result names hidden participants.
	Nearest(ctx context.Context, checkID, submission, before int64) (facts.NearProgram, error)
	// Oddities counts the other participants with each oddity of a pair, and removes oddities that many have.
	Oddities(ctx context.Context, pair contest.Pair, view *evidence.View) error
	// OwnHand returns a fact if a side of a check is unlike the other programs of its participant.
	OwnHand(ctx context.Context, checkID int64, side contest.Side) ([]facts.Fact, error)
	// Kept returns, by submission ID, the share of the previous attempt's tokens that an attempt keeps. The attempts are
	// those of one participant for one problem, sorted by time.
	Kept(ctx context.Context, checkID int64, attempts []contest.Side) (map[int64]float64, error)
	// Solves returns the first solves of a check's contest; nil if the contest is too large for facts about times.
	Solves(ctx context.Context, checkID int64) (*facts.Contest, error)
}

// HasFacts reports whether the installation shows facts.
func (r *Reader) HasFacts() bool { return r.sources.Facts.Enabled }

// Facts returns the facts beside a pair. The timeline comes from EvidenceAndTimeline; with nil, Facts reads it. If a side
// is hidden, Facts leaves out facts about places. If it cannot find a fact, it logs the error and leaves out the fact.
// Facts returns an error only if ctx ended.
func (r *Reader) Facts(ctx context.Context, p contest.Pair, check contest.Check, line *evidence.Timeline) ([]facts.Fact, error) {
	if !r.HasFacts() {
		return nil, nil
	}
	var all []facts.Fact
	for _, kind := range []struct {
		name string
		find func() ([]facts.Fact, error)
	}{
		{"own hand", func() ([]facts.Fact, error) { return r.ownHands(ctx, p, check) }},
		{"rewrites", func() ([]facts.Fact, error) { return r.rewrites(ctx, p, check, line) }},
		{"times", func() ([]facts.Fact, error) { return r.times(ctx, p, check) }},
		{"places", func() ([]facts.Fact, error) { return r.sharedPlaces(ctx, p) }},
		{"other contests", func() ([]facts.Fact, error) { return r.elsewhere(ctx, p) }},
	} {
		found, err := kind.find()
		if found, err = r.orNone(ctx, found, err, slog.String("facts", kind.name), slog.Int64("pair", p.ID)); err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// orNone returns the list if err is nil. Otherwise it logs err and returns no facts; if ctx ended, it returns err.
func (r *Reader) orNone(ctx context.Context, list []facts.Fact, err error, about ...slog.Attr) ([]facts.Fact, error) {
	if err == nil {
		return list, nil
	}
	if ctx.Err() != nil {
		return nil, err
	}
	log := cmp.Or(r.sources.Facts.Log, slog.Default())
	log.LogAttrs(ctx, slog.LevelError, "facts failed", append(about, slog.Any("error", err))...)
	return nil, nil
}

func (r *Reader) ownHands(ctx context.Context, p contest.Pair, check contest.Check) (list []facts.Fact, err error) {
	for _, side := range []contest.Side{p.Left, p.Right} {
		if side.ContestID != check.ContestID {
			continue
		}
		found, err := r.sources.Facts.Finder.OwnHand(ctx, check.ID, side)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

func (r *Reader) rewrites(ctx context.Context, p contest.Pair, check contest.Check, line *evidence.Timeline) ([]facts.Fact, error) {
	if line == nil {
		read, err := r.sources.Facts.Finder.Timeline(ctx, p)
		if err != nil {
			return nil, err
		}
		line = &read
	}
	return r.rateRewrites(ctx, check, line.Rewritten())
}

// rateRewrites returns the facts about rewritten attempts. If there are any, it counts the rewritten attempts of the whole
// check, and finds the programs that are most similar to the given attempts.
func (r *Reader) rateRewrites(ctx context.Context, check contest.Check, rewritten []facts.Attempt) ([]facts.Fact, error) {
	if len(rewritten) == 0 {
		return nil, nil
	}
	rate, err := r.sources.Facts.Finder.Rewrites(ctx, check.ID)
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
		near, err := r.sources.Facts.Finder.Nearest(ctx, check.ID, a.Submission, a.SubmissionBefore)
		if err != nil {
			return nil, err
		}
		near.Side = blind.From(ctx).Side(near.Side)
		near.Source.Name = masker.SourceName(near.Source.Kind, near.Source.Number, near.Source.Name, stored.Blind)
		rewritten[i].Nearest = near
	}
	return facts.Rewrites(rewritten, rate), nil
}

// RewritesOf returns the facts about rewritten attempts among a participant's submissions for a problem. The check is of
// the participant's contest. Like Facts, RewritesOf leaves out facts that it cannot find.
func (r *Reader) RewritesOf(ctx context.Context, check contest.Check, attempts []contest.Side) ([]facts.Fact, error) {
	if err := r.requireVisible(check.ContestID); err != nil || !r.HasFacts() || len(attempts) < 2 {
		return nil, err
	}
	list, err := r.rewritesOf(ctx, check, attempts)
	return r.orNone(ctx, list, err, slog.String("facts", "rewrites"), slog.Int64("submission", attempts[0].SubmissionID))
}

func (r *Reader) rewritesOf(ctx context.Context, check contest.Check, attempts []contest.Side) ([]facts.Fact, error) {
	attempts = slices.SortedFunc(slices.Values(attempts), func(a, b contest.Side) int {
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Attempt, b.Attempt), cmp.Compare(a.SubmissionID, b.SubmissionID))
	})
	kept, err := r.sources.Facts.Finder.Kept(ctx, check.ID, attempts)
	if err != nil {
		return nil, err
	}
	var rewritten []facts.Attempt
	for i, a := range attempts {
		if share, ok := kept[a.SubmissionID]; ok && facts.IsRewrite(share) {
			rewritten = append(rewritten, facts.Attempt{Participant: a.Participant, Number: a.Attempt, NumberBefore: attempts[i-1].Attempt, Kept: share,
				Submission: a.SubmissionID, SubmissionBefore: attempts[i-1].SubmissionID})
		}
	}
	return r.rateRewrites(ctx, check, rewritten)
}

func (r *Reader) times(ctx context.Context, p contest.Pair, check contest.Check) ([]facts.Fact, error) {
	c, err := r.storedContest(ctx, check.ContestID)
	if err != nil {
		return nil, err
	}
	solves, err := r.sources.Facts.Finder.Solves(ctx, check.ID)
	if err != nil || solves == nil {
		return nil, err
	}
	var list []facts.Fact
	for _, side := range []contest.Side{p.Left, p.Right} {
		if side.ContestID == check.ContestID {
			list = append(list, solves.QuickSolves(c.About.StartsAt, side.ParticipantID, side.Participant, side.Problem)...)
		}
	}
	if p.Earlier() {
		return list, nil
	}
	together, err := solves.Together(ctx, p.Left.ParticipantID, p.Right.ParticipantID, p.Left.Participant, p.Right.Participant)
	return append(list, together...), err
}

func (r *Reader) sharedPlaces(ctx context.Context, p contest.Pair) ([]facts.Fact, error) {
	if p.Earlier() || p.Left.Hidden || p.Right.Hidden {
		return nil, nil
	}
	participants, err := r.participants(ctx, p.Left.ContestID)
	return facts.SharedPlaces(facts.Groups(participants), p.Left.ParticipantID, p.Right.ParticipantID), err
}

// elsewhere returns the other contests in which a listed pair has the same two participants, and as much of the cases
// as the viewer may see.
func (r *Reader) elsewhere(ctx context.Context, p contest.Pair) ([]facts.Fact, error) {
	if !r.sources.Facts.AcrossContests || p.Earlier() {
		return nil, nil
	}
	list, err := r.store.PairsElsewhere(ctx, p, r.visible())
	if err != nil {
		return nil, err
	}
	var found []facts.Fact
	for _, e := range list {
		contestID := e.Pair.Left.ContestID
		key := review.KeyOf(contestID, e.Pair)
		seal, err := r.seal(ctx, contestID)
		if err != nil {
			return nil, err
		}
		c, err := r.store.Case(ctx, key)
		if err != nil {
			return nil, err
		}
		e.Case = sealed(seal, c)
		if err := r.hidePair(ctx, &e.Pair); err != nil {
			return nil, err
		}
		found = append(found, e)
	}
	return found, nil
}

// Places returns the groups of participants of a contest who share a place. Hidden participants are only counted.
func (r *Reader) Places(ctx context.Context, contestID int64) ([]facts.Group, error) {
	if err := r.requireVisible(contestID); err != nil {
		return nil, err
	}
	if !r.HasFacts() {
		return nil, httperr.NotFound("This installation shows no facts beside pairs.")
	}
	participants, err := r.participants(ctx, contestID)
	return facts.Groups(participants), err
}
