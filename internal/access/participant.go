package access

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// PairsByContest has the pairs of a participant, and of the participants with the same name in other contests.
type PairsByContest struct {
	Own       PairsIn
	Against   []PairsIn // from the newest checks of other contests that compare with the participant's contest, and have pairs with the participant
	Namesakes []PairsIn
}

// PairsIn has the first pairs of a participant in the newest check of a contest.
type PairsIn struct {
	contest.Namesake               // whose pairs these are; Contest is "" for the participant of PairsByContest
	Check            contest.Check // the zero Check if the contest has no complete check
	contest.FirstPairs
	Histograms []contest.Histogram // for each pair, the histogram that counts it
}

// PairsByContest returns the pairs of a participant in all contests that the viewer may see. ownLimit is the
// maximum number of pairs in the participant's contest, otherLimit that in each other contest.
func (r *Reader) PairsByContest(ctx context.Context, p contest.Participant, ownLimit, otherLimit int) (PairsByContest, error) {
	if err := r.requireVisible(p.ContestID); err != nil {
		return PairsByContest{}, err
	}
	namesakes, err := r.store.Namesakes(ctx, p.ID, r.linkable(p.ContestID, p.Hidden))
	if err != nil {
		return PairsByContest{}, err
	}
	against, err := r.store.ChecksAgainst(ctx, p.ID, r.visible())
	if err != nil {
		return PairsByContest{}, err
	}
	contests := []int64{p.ContestID}
	for _, n := range namesakes {
		contests = append(contests, n.Participant.ContestID)
	}
	newest, err := r.store.NewestChecks(ctx, contests)
	if err != nil {
		return PairsByContest{}, err
	}
	againstChecks, err := r.maskChecks(ctx, against)
	if err != nil {
		return PairsByContest{}, err
	}
	newestChecks, err := r.maskChecks(ctx, newest)
	if err != nil {
		return PairsByContest{}, err
	}
	newestOf := make(map[int64]contest.Check)
	for _, c := range newestChecks {
		newestOf[c.ContestID] = c
	}
	lists := []PairsIn{{Namesake: contest.Namesake{Participant: p}, Check: newestOf[p.ContestID]}}
	for _, c := range againstChecks {
		lists = append(lists, PairsIn{Namesake: contest.Namesake{Participant: p}, Check: c})
	}
	for _, n := range namesakes {
		n.Participant = blind.LabelsFrom(ctx).HideParticipant(n.Participant)
		lists = append(lists, PairsIn{Namesake: n, Check: newestOf[n.Participant.ContestID]})
	}
	if err := r.readFirstPairs(ctx, lists, ownLimit, otherLimit); err != nil {
		return PairsByContest{}, err
	}
	return PairsByContest{lists[0], lists[1 : 1+len(against)], lists[1+len(against):]}, nil
}

// readFirstPairs fills the lists with their first pairs: at most ownLimit in the first list, otherLimit in each other.
func (r *Reader) readFirstPairs(ctx context.Context, lists []PairsIn, ownLimit, otherLimit int) error {
	selections := make([]contest.PairsOf, len(lists))
	for i, l := range lists {
		selections[i] = contest.PairsOf{CheckID: l.Check.ID, ParticipantID: l.Participant.ID, Limit: otherLimit}
	}
	selections[0].Limit = ownLimit
	found, err := r.store.FirstPairs(ctx, selections, r.visible())
	if err != nil {
		return err
	}
	var pairs []contest.Pair
	for _, f := range found {
		pairs = append(pairs, f.Pairs...)
	}
	if err := r.maskPairs(ctx, pairs); err != nil {
		return err
	}
	histograms, err := r.store.HistogramsOf(ctx, pairs)
	if err != nil {
		return err
	}
	for i := range lists {
		l, n := &lists[i], len(found[i].Pairs)
		l.FirstPairs = contest.FirstPairs{Pairs: pairs[:n:n], Total: found[i].Total}
		for _, p := range l.Pairs {
			l.Histograms = append(l.Histograms, histograms[p.ID])
		}
		pairs = pairs[n:]
	}
	return nil
}
