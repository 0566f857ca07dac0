package access

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/lexer"
)

// Pairs lists one page of the pairs of a check that match a filter, and counts all such pairs. It leaves out pairs with
// earlier contests that the viewer may not see.
func (r *Reader) Pairs(ctx context.Context, checkID int64, filter contest.PairFilter) ([]contest.Pair, int, error) {
	filter, err := r.restrict(ctx, checkID, filter)
	if err != nil {
		return nil, 0, err
	}
	pairs, total, err := r.store.Pairs(ctx, checkID, filter)
	if err == nil {
		err = r.maskPairs(ctx, pairs)
	}
	return pairs, total, err
}

// PairsAndPools returns Pairs of filter and ListedPools of wider, in one statement. wider must select all pairs of filter,
// and may select more.
func (r *Reader) PairsAndPools(ctx context.Context, checkID int64, filter, wider contest.PairFilter) (
	pairs []contest.Pair, total int, pools []contest.ListedPool, err error) {
	if filter, err = r.restrict(ctx, checkID, filter); err != nil {
		return nil, 0, nil, err
	}
	if wider, err = r.restrict(ctx, checkID, wider); err != nil {
		return nil, 0, nil, err
	}
	if pairs, total, pools, err = r.store.PairsAndPools(ctx, checkID, filter, wider); err == nil {
		err = r.maskPairs(ctx, pairs)
	}
	return pairs, total, pools, err
}

// ListedPools returns the pools of the pairs that Pairs lists, with the highest chance of these pairs.
func (r *Reader) ListedPools(ctx context.Context, checkID int64, filter contest.PairFilter) ([]contest.ListedPool, error) {
	filter, err := r.restrict(ctx, checkID, filter)
	if err != nil {
		return nil, err
	}
	return r.store.ListedPools(ctx, checkID, filter)
}

// PairIDs returns the IDs of the pairs that Pairs lists, in the order of Pairs, and counts all that match the filter.
func (r *Reader) PairIDs(ctx context.Context, checkID int64, filter contest.PairFilter) (ids []int64, total int, err error) {
	filter, err = r.restrict(ctx, checkID, filter)
	if err != nil {
		return nil, 0, err
	}
	return r.store.PairIDs(ctx, checkID, filter)
}

// restrict adds to a filter of a check's pairs what the viewer may see of contests and cases, and for contest.StateMine
// the viewer's queue.
func (r *Reader) restrict(ctx context.Context, checkID int64, filter contest.PairFilter) (contest.PairFilter, error) {
	contestID, err := r.requireCheck(ctx, checkID)
	if err != nil {
		return filter, err
	}
	filter.Visible = r.visible()
	if filter.State == contest.StateMine {
		filter.Queue = r.reviewQueue()
	}
	filter.Participant, err = r.typedParticipant(ctx, contestID, filter.Participant)
	if err == nil && (filter.State != "" || filter.Reviewer != 0 || filter.HasCase || filter.Audit.Size > 0) {
		filter.Seal, err = r.seal(ctx, contestID)
	}
	return filter, err
}

// requireCheck returns the contest of a check, or contest.ErrNotFound if the viewer may not see the contest.
func (r *Reader) requireCheck(ctx context.Context, checkID int64) (contestID int64, err error) {
	if contestID, err = r.ContestOfCheck(ctx, checkID); err == nil {
		err = r.requireVisible(contestID)
	}
	return contestID, err
}

// typedParticipant returns the text that a viewer typed to find a participant. In a blind contest, it turns a label in the
// viewer's language, such as "Participante 17", into the English label, which the store knows.
func (r *Reader) typedParticipant(ctx context.Context, contestID int64, typed string) (string, error) {
	if typed == "" {
		return "", nil
	}
	c, err := r.storedContest(ctx, contestID)
	if err == nil && c.Blind {
		typed = blind.LabelsFrom(ctx).ToEnglish(typed)
	}
	return typed, err
}

// CheckedPair is a pair with the check that found it.
type CheckedPair struct {
	Pair  contest.Pair
	Check contest.Check
}

// Pair returns a pair of any check. The error is contest.ErrNotFound if the viewer may not see the contests of both sides.
func (r *Reader) Pair(ctx context.Context, id int64) (CheckedPair, error) {
	p, err := r.storedPair(ctx, id)
	if err != nil {
		return CheckedPair{}, err
	}
	check, err := r.Check(ctx, p.CheckID)
	if err == nil && p.Earlier() {
		err = r.requireVisible(p.Right.ContestID)
	}
	if err != nil {
		return CheckedPair{}, err
	}
	err = r.maskPair(ctx, &p)
	return CheckedPair{p, check}, err
}

// RelatedPairs lists the other pairs of the same two participants in the same check.
func (r *Reader) RelatedPairs(ctx context.Context, p contest.Pair) ([]contest.Pair, error) {
	if err := r.requirePair(p); err != nil {
		return nil, err
	}
	list, err := r.store.RelatedPairs(ctx, p)
	if err != nil {
		return nil, err
	}
	return list, r.maskPairs(ctx, list)
}

// NextPairs returns two pairs that follow p in the ranking: the first of p's left participant, and the first of p's right
// participant, each with somebody else than the other side of p. A missing pair is zero.
func (r *Reader) NextPairs(ctx context.Context, p contest.Pair) (pairs [2]contest.Pair, err error) {
	if err := r.requirePair(p); err != nil {
		return pairs, err
	}
	next, err := r.store.NextPairs(ctx, p.CheckID, []int64{p.Left.ParticipantID, p.Right.ParticipantID}, p.Rank, r.visible())
	if err != nil {
		return pairs, err
	}
	pairs[0], pairs[1] = next[p.Left.ParticipantID], next[p.Right.ParticipantID]
	return pairs, r.maskPairs(ctx, pairs[:])
}

// PairsOfCheck returns the pairs of a check with the given IDs, in the order of ids.
func (r *Reader) PairsOfCheck(ctx context.Context, check contest.Check, ids []int64) ([]contest.Pair, error) {
	if err := r.requireVisible(check.ContestID); err != nil {
		return nil, err
	}
	stored, err := r.store.PairsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	pairs := make([]contest.Pair, len(ids))
	for i, id := range ids {
		p, ok := stored[id]
		if !ok || p.CheckID != check.ID || p.Earlier() && r.requireVisible(p.Right.ContestID) != nil {
			return nil, contest.ErrNotFound
		}
		pairs[i] = p
	}
	return pairs, r.maskPairs(ctx, pairs)
}

// PairsByCase returns the decided or assigned pairs of a contest's check, by case; none if there is no such check. It reads them
// once for each check. Do not change the map.
func (r *Reader) PairsByCase(ctx context.Context, contestID, checkID int64) (map[review.Key]contest.Pair, error) {
	if err := r.requireVisible(contestID); err != nil {
		return nil, err
	}
	return memoize(ctx, r.cache.pairsByCase, contestCheck{contestID, checkID}, r.readPairsByCase)
}

// PairOfCase returns the pair of a decided or assigned case in a check; found is false if the check stored none.
func (r *Reader) PairOfCase(ctx context.Context, key review.Key, checkID int64) (p contest.Pair, found bool, err error) {
	pairs, err := r.PairsByCase(ctx, key.ContestID, checkID)
	p, found = pairs[key]
	return p, found, err
}

// contestCheck is a check that is looked for in a contest.
type contestCheck struct{ contestID, checkID int64 }

func (r *Reader) readPairsByCase(ctx context.Context, of contestCheck) (map[review.Key]contest.Pair, error) {
	contestID, checkID := of.contestID, of.checkID
	check, err := r.Check(ctx, checkID)
	if errors.Is(err, contest.ErrNotFound) || err == nil && check.ContestID != contestID {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	pairs, _, err := r.Pairs(ctx, checkID, contest.PairFilter{HasCase: true})
	byCase := make(map[review.Key]contest.Pair, len(pairs))
	for _, p := range pairs {
		byCase[review.KeyOf(contestID, p)] = p
	}
	return byCase, err
}

// Evidence opens a pair, and masks hidden names in both programs. Exports open thousands of pairs, so the calls of
// Evidence, SideBySide and RedactedEvidence that run at once are limited to half the number of cores. EvidenceAndTimeline,
// SourceEvidence and NearSource, which each open one page, have no limit.
func (r *Reader) Evidence(ctx context.Context, p contest.Pair) (evidence.View, error) {
	if err := r.requirePair(p); err != nil {
		return evidence.View{}, err
	}
	masker, err := r.maskerForPair(ctx, p)
	if err != nil {
		return evidence.View{}, err
	}
	return r.RedactedEvidence(ctx, p, masker)
}

// SideBySide returns the evidence of two submissions as if they were a pair of the check. If checkID is 0, it uses the default
// settings, as for an alert. It masks hidden names in both programs.
func (r *Reader) SideBySide(ctx context.Context, checkID int64, left, right contest.Side) (evidence.View, error) {
	return r.Evidence(ctx, pairOf(checkID, left, right))
}

// pairOf returns a pair without scores.
func pairOf(checkID int64, left, right contest.Side) contest.Pair {
	p := contest.Pair{CheckID: checkID, Problem: left.Problem, Language: contest.AcrossLanguages, Left: left, Right: right}
	if family := familyOf(left); family == familyOf(right) {
		p.Language = family
	}
	return p
}

// familyOf returns the language family of a side.
func familyOf(side contest.Side) string {
	if language, ok := lexer.ByName(side.Language); ok {
		return language.Family
	}
	return side.Language
}

// RedactedEvidence opens a pair with the given masker, for people who may see fewer names than the viewer.
func (r *Reader) RedactedEvidence(ctx context.Context, p contest.Pair, masker *blind.Masker) (evidence.View, error) {
	if err := r.requirePair(p); err != nil {
		return evidence.View{}, err
	}
	if err := r.limits.evidence.Acquire(ctx, 1); err != nil {
		return evidence.View{}, err
	}
	defer r.limits.evidence.Release(1)
	return r.parts.Evidence(ctx, p, masker)
}

// SourceEvidence opens the left or right program of a pair beside the known source with most of the pair's shared code. It
// masks hidden names in the program and in the source.
func (r *Reader) SourceEvidence(ctx context.Context, p contest.Pair, isRight bool) (view evidence.View, err error) {
	if p.Known == nil {
		return view, fmt.Errorf("known source of pair %d: %w", p.ID, contest.ErrNotFound)
	}
	check, err := r.storedCheck(ctx, p.CheckID)
	if err != nil {
		return view, err
	}
	side := p.Left
	if isRight {
		side = p.Right
	}
	return r.besideSource(ctx, check, side, p.Known.Number, p.Known.Name, p.Left.Hidden || p.Right.Hidden)
}

// EvidenceAndTimeline is like Evidence. It also returns the timeline of both participants' attempts; nil if there is none.
func (r *Reader) EvidenceAndTimeline(ctx context.Context, p contest.Pair) (evidence.View, *evidence.Timeline, error) {
	if err := r.requirePair(p); err != nil {
		return evidence.View{}, nil, err
	}
	if r.parts.EvidenceAndTimeline == nil {
		view, err := r.Evidence(ctx, p)
		return view, nil, err
	}
	masker, err := r.maskerForPair(ctx, p)
	if err != nil {
		return evidence.View{}, nil, err
	}
	view, timeline, err := r.parts.EvidenceAndTimeline(ctx, p, masker)
	if err != nil {
		return evidence.View{}, nil, err
	}
	if r.HasFacts() {
		err := r.parts.Facts.Finder.RateOddities(ctx, p, &view)
		if err := r.logFailure(ctx, err, slog.String("facts", "oddities"), slog.Int64("pair", p.ID)); err != nil {
			return evidence.View{}, nil, err
		}
	}
	maps.Copy(r.cache.metadata, timeline.Metadata)
	for _, attempts := range [][]evidence.Attempt{timeline.Left.Attempts, timeline.Right.Attempts} {
		for i, a := range attempts {
			m := timeline.Metadata[a.SubmissionID]
			attempts[i].Version, attempts[i].Judgements = m.LanguageVersion, m.Judgements
			if !r.HasFacts() {
				attempts[i].KeptShare = nil
			}
		}
	}
	return view, &timeline, nil
}

// Clusters lists one page of the clusters of a check, with the members who submitted first, and counts all that match.
func (r *Reader) Clusters(
	ctx context.Context, checkID int64, filter contest.ClusterFilter, offset, limit int,
) ([]contest.Cluster, int, error) {
	if _, err := r.requireCheck(ctx, checkID); err != nil {
		return nil, 0, err
	}
	clusters, total, err := r.store.Clusters(ctx, checkID, filter, offset, limit)
	if err == nil {
		err = maskEach(ctx, clusters, r.maskCluster)
	}
	return clusters, total, err
}

// ClusterEdges returns the most suspicious pairs of the clusters with these numbers, by the number of the cluster.
func (r *Reader) ClusterEdges(ctx context.Context, check contest.Check, numbers []int) (map[int][]contest.ClusterEdge, error) {
	if err := r.requireVisible(check.ContestID); err != nil {
		return nil, err
	}
	return r.store.ClusterEdges(ctx, check.ID, numbers)
}

// ClusterNeighbours returns the numbers of the clusters before and after a cluster of a check; 0 for none. It skips clusters of
// fewer than minSize participants.
func (r *Reader) ClusterNeighbours(ctx context.Context, check contest.Check, number, minSize int) (previous, next int, err error) {
	if err := r.requireVisible(check.ContestID); err != nil {
		return 0, 0, err
	}
	return r.store.ClusterNeighbours(ctx, check.ID, number, minSize)
}

// Cluster returns a cluster of a check with all members and pairs.
func (r *Reader) Cluster(ctx context.Context, checkID int64, number int) (contest.Cluster, error) {
	if _, err := r.requireCheck(ctx, checkID); err != nil {
		return contest.Cluster{}, err
	}
	c, err := r.store.Cluster(ctx, checkID, number)
	if err == nil {
		err = r.maskCluster(ctx, &c)
	}
	return c, err
}

// Skipped lists one page of the items that a check skipped, and counts all items. Limit 0 is no limit.
func (r *Reader) Skipped(ctx context.Context, c contest.Check, offset, limit int) ([]contest.SkippedItem, int, error) {
	if err := r.requireVisible(c.ContestID); err != nil {
		return nil, 0, err
	}
	list, total, err := r.store.Skipped(ctx, c.ID, offset, limit)
	if err != nil || len(list) == 0 {
		return list, total, err
	}
	participants, err := r.hiddenParticipants(ctx, c.ContestID)
	if err != nil || participants == nil {
		return list, total, err
	}
	paths := make([]string, len(list))
	for i, s := range list {
		paths[i] = s.Path
	}
	sides, err := r.store.SidesByPath(ctx, c.ContestID, paths)
	if err != nil {
		return nil, 0, err
	}
	masker, err := r.masker(ctx, maskerKey{contestID: c.ContestID})
	if err != nil {
		return nil, 0, err
	}
	return blind.Skipped(list, offset+1, sides, masker), total, nil
}
