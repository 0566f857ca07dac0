package access

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// PairsByContest has the pairs of a participant, and of the participants with the same name in other contests.
type PairsByContest struct {
	Own       PairsIn
	Later     []PairsIn // in the newest check of each other contest that has pairs of the participant
	Namesakes []PairsIn
}

// PairsIn has the first pairs of a participant in the newest check of a contest.
type PairsIn struct {
	contest.Namesake               // whose pairs; Contest is "" for the participant whom PairsByContest is about
	Check            contest.Check // the zero Check if the contest has no complete check
	contest.FirstPairs
	Histograms []contest.Histogram // in which the pairs are counted
}

// PairsByContest returns the pairs of a participant in all contests that the viewer may see: at most own pairs of the
// participant's contest, and at most others of each other contest. It reads all contests together.
func (r *Reader) PairsByContest(ctx context.Context, p contest.Participant, own, others int) (PairsByContest, error) {
	if err := r.requireVisible(p.ContestID); err != nil {
		return PairsByContest{}, err
	}
	namesakes, err := r.store.Namesakes(ctx, p.ID, r.visible())
	if err != nil {
		return PairsByContest{}, err
	}
	later, err := r.store.ChecksAgainst(ctx, p.ID, r.visible())
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
	laterChecks, err := r.maskChecks(ctx, later)
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
	for _, c := range laterChecks {
		lists = append(lists, PairsIn{Namesake: contest.Namesake{Participant: p}, Check: c})
	}
	for _, n := range namesakes {
		n.Participant = blind.LabelsFrom(ctx).HideParticipant(n.Participant)
		lists = append(lists, PairsIn{Namesake: n, Check: newestOf[n.Participant.ContestID]})
	}
	if err := r.readFirstPairs(ctx, lists, own, others); err != nil {
		return PairsByContest{}, err
	}
	return PairsByContest{lists[0], lists[1 : 1+len(later)], lists[1+len(later):]}, nil
}

// readFirstPairs reads the pairs of lists: at most first pairs of the first list, and at most others of each other list.
func (r *Reader) readFirstPairs(ctx context.Context, lists []PairsIn, first, others int) error {
	of := make([]contest.PairsOf, len(lists))
	for i, l := range lists {
		of[i] = contest.PairsOf{CheckID: l.Check.ID, ParticipantID: l.Participant.ID, Limit: others}
	}
	of[0].Limit = first
	found, err := r.store.FirstPairs(ctx, of, r.visible())
	if err != nil {
		return err
	}
	var pairs []contest.Pair
	for _, f := range found {
		pairs = append(pairs, f.Pairs...)
	}
	if err := r.hidePairs(ctx, pairs); err != nil {
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
