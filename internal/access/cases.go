package access

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Case is the case of a pair. In the notes of other reviewers, names of hidden participants are masked.
type Case struct {
	review.Case
	Agreement           int                      // number of reviewers who must confirm the case
	Own                 review.Review            // the viewer's review; Own.Decision is "" if there is none
	DecidedBeforeAppeal bool                     // by the viewer, who cannot decide again
	Changed             []review.ChangedPrograms // the programs that changed since each review, in the order of Reviews
}

// Case returns the case of a pair of a check, open if nobody has decided it. It leaves out what is sealed for the viewer.
func (r *Reader) Case(ctx context.Context, p contest.Pair, check contest.Check) (Case, error) {
	stored, err := r.Contest(ctx, check.ContestID)
	if err != nil {
		return Case{}, err
	}
	c := Case{Agreement: stored.Agreement}
	if c.Case, err = r.store.Case(ctx, review.KeyOf(check.ContestID, p)); err != nil {
		return Case{}, err
	}
	seal, err := r.seal(ctx, check.ContestID)
	if err != nil {
		return Case{}, err
	}
	c.Case = sealed(seal, c.Case)
	c.Own = r.ownReview(c.Case)
	c.DecidedBeforeAppeal = decidedBeforeAppeal(c.Case, r.viewer.ID)
	if len(c.Reviews) > 0 {
		hashes, err := r.store.ProgramHashes(ctx, []int64{p.Left.SubmissionID, p.Right.SubmissionID})
		if err != nil {
			return Case{}, err
		}
		basis := BasisOf(p, check, hashes)
		for _, rev := range c.Reviews {
			c.Changed = append(c.Changed, review.Changed(p, rev.Basis, basis))
		}
	}
	c.Case, err = r.maskCase(ctx, p, c.Case)
	for i := range c.Reviews {
		if rev := &c.Reviews[i]; rev.Reviewer.ID == r.viewer.ID {
			rev.Note = c.Own.Note
		}
	}
	return c, err
}

// BasisOf returns the basis of a new decision: the check, the scores and the hashes of both programs.
func BasisOf(p contest.Pair, check contest.Check, hashes map[int64]string) review.Basis {
	first, second := p.Left, p.Right
	if first.ParticipantID > second.ParticipantID {
		first, second = second, first
	}
	return review.Basis{
		CheckID: check.ID, AlgorithmVersion: check.AlgorithmVersion,
		FirstHash: hashes[first.SubmissionID], SecondHash: hashes[second.SubmissionID],
		Suspicion: p.Suspicion, Similarity: p.Similarity, MaxSimilarity: p.MaxSimilarity, LongestMatch: p.LongestMatch,
	}
}

func (r *Reader) ownReview(c review.Case) review.Review {
	for _, rev := range c.Reviews {
		if rev.Reviewer.ID == r.viewer.ID {
			return rev
		}
	}
	return review.Review{}
}

// NextToReview returns the ID and the position, from 1, of the next pair that needs a review by the viewer; 0 if there is
// none. It searches the pairs of the filter from the given pair, at position at, to the last one, then from the first one.
// A sealed pair needs a review, whatever other reviewers have decided.
func (r *Reader) NextToReview(
	ctx context.Context, from contest.Pair, filter contest.PairFilter, at int,
) (id int64, position int, err error) {
	contestID, err := r.requireCheck(ctx, from.CheckID)
	if err != nil {
		return 0, 0, err
	}
	if filter, err = r.restrict(ctx, from.CheckID, filter); err != nil {
		return 0, 0, err
	}
	if filter.Seal, err = r.seal(ctx, contestID); err != nil {
		return 0, 0, err
	}
	// A decision may have removed the given pair from the ranking. Then another pair has its position.
	return r.store.NextToReview(ctx, from.CheckID, filter, r.reviewQueue(), from.ID, at)
}

// CasesWithoutNotes returns the cases of pairs of any contests, for lists: without typed texts, and with the rulings and the
// viewer's own reviews only, because these say whether a case is sealed.
func (r *Reader) CasesWithoutNotes(ctx context.Context, pairs []contest.Pair) (map[review.Key]review.Case, error) {
	for _, p := range pairs {
		if err := r.requireVisible(p.Left.ContestID); err != nil {
			return nil, err
		}
	}
	cases, err := r.store.BriefCasesByPairs(ctx, pairs, r.viewer.ID)
	for key, c := range cases {
		seal, err := r.seal(ctx, key.ContestID)
		if err != nil {
			return nil, err
		}
		c = sealed(seal, c)
		c.Appeal.Grounds, c.Statements = "", slices.Clone(c.Statements)
		for i := range c.Statements {
			c.Statements[i].Text = ""
		}
		cases[key] = c
	}
	return cases, err
}

// CasesForPairs returns the cases of a check's pairs for an export, in the order of the pairs. It masks the names of
// hidden participants in all notes. The list is not nil, also without pairs.
func (r *Reader) CasesForPairs(ctx context.Context, check contest.Check, list []contest.Pair) ([]review.Case, error) {
	seal, err := r.seal(ctx, check.ContestID)
	if err != nil {
		return nil, err
	}
	stored, err := r.store.CasesByPairs(ctx, list)
	if err != nil {
		return nil, err
	}
	cases := []review.Case{}
	for _, p := range list {
		c, err := r.maskCase(ctx, p, sealed(seal, stored[review.KeyOf(check.ContestID, p)]))
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// EdgeCases returns the cases of a cluster's edges by pair ID, without notes.
func (r *Reader) EdgeCases(ctx context.Context, check contest.Check, edges []contest.ClusterEdge) (map[int64]review.Case, error) {
	if err := r.requireVisible(check.ContestID); err != nil {
		return nil, err
	}
	ids := make([]int64, len(edges))
	for i, e := range edges {
		ids[i] = e.PairID
	}
	stored, err := r.store.PairsByID(ctx, ids) // for the problem, which an edge does not have
	if err != nil {
		return nil, err
	}
	pairs := slices.Collect(maps.Values(stored))
	byKey, err := r.CasesWithoutNotes(ctx, pairs)
	if err != nil {
		return nil, err
	}
	cases := make(map[int64]review.Case, len(pairs))
	for _, p := range pairs {
		cases[p.ID] = byKey[review.KeyOf(check.ContestID, p)]
	}
	return cases, nil
}

// CaseKeys returns the keys of the cases of a contest with a state.
func (r *Reader) CaseKeys(ctx context.Context, contestID int64, state review.State) ([]review.Key, error) {
	cases, err := r.storedCases(ctx, contestID, review.Filter{State: state})
	keys := make([]review.Key, len(cases))
	for i, c := range cases {
		keys[i] = c.Key
	}
	return keys, err
}

// storedCases lists the cases of a contest that match a filter, as the viewer may see them, but not masked. It omits open
// cases without reviews and assignee.
func (r *Reader) storedCases(ctx context.Context, contestID int64, filter review.Filter) ([]review.CaseEntry, error) {
	seal, err := r.seal(ctx, contestID)
	if err != nil {
		return nil, err
	}
	filter.Visible = r.visible()
	state := filter.State
	if seal.Viewer != 0 {
		filter.State = "" // the store does not know the state that a sealed case shows
	}
	cases, err := r.store.Cases(ctx, contestID, filter)
	for i := range cases {
		cases[i].Case = sealed(seal, cases[i].Case)
	}
	return slices.DeleteFunc(cases, func(c review.CaseEntry) bool {
		return state != "" && c.State != state || c.State == review.Open && len(c.Reviews) == 0 && c.Assigned.ID == 0
	}), err
}

// Cases lists all cases of a contest for an export. It masks hidden names, also in notes.
func (r *Reader) Cases(ctx context.Context, contestID int64) ([]review.CaseEntry, error) {
	cases, err := r.storedCases(ctx, contestID, review.Filter{})
	if err != nil {
		return nil, err
	}
	return cases, r.maskCases(ctx, contestID, cases)
}

// UnlistedCases returns some of the cases that review.Progress.Unlisted counts, masked as by Cases, and the number of all.
func (r *Reader) UnlistedCases(ctx context.Context, check contest.Check, offset, limit int) ([]review.CaseEntry, int, error) {
	cases, err := r.storedCases(ctx, check.ContestID, review.Filter{})
	if err != nil {
		return nil, 0, err
	}
	pairs, err := r.PairsByCase(ctx, check.ContestID, check.ID)
	if err != nil {
		return nil, 0, err
	}
	cases = slices.DeleteFunc(cases, func(c review.CaseEntry) bool {
		pair, stored := pairs[c.Key]
		return c.State == review.Open || stored && check.Parameters.Lists(pair.Scores)
	})
	total := len(cases)
	cases = cases[min(offset, total):min(offset+limit, total)]
	return cases, total, r.maskCases(ctx, check.ContestID, cases)
}

// CasesOf lists the cases of a participant in their contest, masked as by Cases. For a visible participant, it omits cases
// with a hidden participant of another contest, because such a case would tell who the hidden one is.
func (r *Reader) CasesOf(ctx context.Context, p contest.Participant) ([]review.CaseEntry, error) {
	cases, err := r.storedCases(ctx, p.ContestID, review.Filter{Participant: p.ID})
	if err == nil {
		err = r.maskCases(ctx, p.ContestID, cases)
	}
	return slices.DeleteFunc(cases, func(c review.CaseEntry) bool {
		own := c.FirstParticipant
		if c.Second == p.ID {
			own = c.SecondParticipant
		}
		return own.Number == 0 // see blind.HideCounterpart
	}), err
}

// maskCases masks hidden names in cases of a contest, also in notes.
func (r *Reader) maskCases(ctx context.Context, contestID int64, cases []review.CaseEntry) error {
	for i := range cases {
		c := &cases[i]
		first, second := c.FirstParticipant, c.SecondParticipant
		blind.HideCounterpart(&first, &second)
		side := func(id int64, p contest.Participant) contest.Side {
			return contest.Side{
				ContestID: cmp.Or(p.ContestID, contestID), ParticipantID: id, Number: p.Number, Hidden: p.Hidden,
			}
		}
		masked, err := r.maskCase(ctx, contest.Pair{Left: side(c.First, first), Right: side(c.Second, second)}, c.Case)
		if err != nil {
			return err
		}
		c.Case = masked
		labels := blind.LabelsFrom(ctx)
		c.FirstParticipant, c.SecondParticipant = labels.HideParticipant(first), labels.HideParticipant(second)
	}
	return nil
}

// ClusterStates returns, by cluster number, how many of the cluster's cases are in each state, and how many pairs of the
// cluster need a review by the viewer.
func (r *Reader) ClusterStates(ctx context.Context, check contest.Check, numbers ...int) (states map[int]review.StateCounts, toReview map[int]int, err error) {
	seal, err := r.seal(ctx, check.ContestID)
	if err != nil {
		return nil, nil, err
	}
	return r.store.ClusterStates(ctx, check.ID, numbers, r.reviewQueue(), seal)
}

// reviewQueue returns the queue of pairs that need a review by the viewer. It also has the conflicts of contests in which the
// viewer is chief judge. Of contests that the viewer may only read, it has all pairs that need anybody's review, and conflicts.
func (r *Reader) reviewQueue() contest.ReviewQueue {
	queue := contest.ReviewQueue{User: r.viewer.ID}
	if r.viewer.Administrator {
		return queue
	}
	queue.ConflictsOf = []int64{}
	for id, role := range r.viewer.Roles {
		if role.May(account.Chief) || !role.May(account.Reviewer) {
			queue.ConflictsOf = append(queue.ConflictsOf, id)
		}
	}
	return queue
}

// Audit returns the pairs of a sample that the viewer may see, the cases of these pairs, and the result. A case that
// independent review hides from the viewer counts as open.
func (r *Reader) Audit(
	ctx context.Context, check contest.Check, sample contest.AuditSample,
) (audit review.Audit, pairs []contest.Pair, cases map[review.Key]review.Case, err error) {
	if pairs, _, err = r.Pairs(ctx, check.ID, contest.PairFilter{Audit: sample}); err != nil {
		return audit, nil, nil, err
	}
	list, err := r.CasesForPairs(ctx, check, pairs)
	if err != nil {
		return audit, nil, nil, err
	}
	cases = make(map[review.Key]review.Case, len(list))
	for _, c := range list {
		cases[c.Key] = c
	}
	population, err := r.store.UnlistedPairs(ctx, check.ID, r.visible())
	return review.NewAudit(check.ContestID, check.Parameters, population, pairs, cases), pairs, cases, err
}

// Reviewers lists the users to whom a case can be assigned: the viewer, all other reviewers who may sign in, and the case's
// assignee. It leaves out those who decided the case before an appeal, as far as the viewer knows. The zero case is any case.
func (r *Reader) Reviewers(ctx context.Context, contestID int64, c review.Case) ([]review.Person, error) {
	if err := r.require(contestID, account.Reviewer); err != nil {
		return nil, err
	}
	members, err := r.store.Members(ctx, contestID)
	if err != nil {
		return nil, err
	}
	people := []review.Person{r.viewer.Person()}
	add := func(p review.Person) {
		if p.ID != 0 && !slices.ContainsFunc(people, func(q review.Person) bool { return q.ID == p.ID }) {
			people = append(people, p)
		}
	}
	for _, m := range members {
		if m.Role.May(account.Reviewer) && !m.Disabled {
			add(review.Person{ID: m.UserID, Name: m.Name})
		}
	}
	add(c.Assigned)
	return slices.DeleteFunc(people, func(p review.Person) bool { return decidedBeforeAppeal(c, p.ID) }), nil
}

// decidedBeforeAppeal reports whether a user decided a case before an appeal, and so cannot decide it again.
func decidedBeforeAppeal(c review.Case, user int64) bool {
	return slices.ContainsFunc(c.Reviews, func(rev review.Review) bool { return rev.Reviewer.ID == user && c.Appeal.Follows(rev) })
}

// ActiveReviewers lists the users who have decided cases of a contest or are assignees of cases, as far as the viewer may
// know. It adds users whose IDs come from an address, so that old addresses still work: their name is "account 7".
func (r *Reader) ActiveReviewers(ctx context.Context, contestID int64, linked ...int64) ([]review.Person, error) {
	seal, err := r.seal(ctx, contestID)
	if err != nil {
		return nil, err
	}
	people, err := r.store.Reviewers(ctx, contestID, r.visible(), seal)
	for _, id := range linked {
		if id != 0 && !slices.ContainsFunc(people, func(p review.Person) bool { return p.ID == id }) {
			name := "account " + strconv.FormatInt(id, 10)
			if id == r.viewer.ID {
				name = r.viewer.Name
			}
			people = append(people, review.Person{ID: id, Name: name})
		}
	}
	return people, err
}

// logLookback is the number of the viewer's log entries that OwnReviews searches.
const logLookback = 200

// OwnReviews returns the viewer's reviews of a pair from the viewer's latest entries in the log, the latest first. A review has only
// decision, reason and note. An empty review means that the viewer withdrew one, or undid a decision
// on a cluster.
func (r *Reader) OwnReviews(ctx context.Context, p contest.Pair, contestID int64) ([]review.Review, error) {
	if err := r.require(contestID, account.Reviewer); err != nil {
		return nil, err
	}
	filter := review.LogFilter{
		Actor:   review.Person{ID: r.viewer.ID},
		Actions: []review.Action{review.ActionDecide, review.ActionRule, review.ActionWithdraw, review.ActionUndo},
	}
	entries, _, err := r.store.AuditLog(ctx, contestID, filter, 0, logLookback)
	if err != nil {
		return nil, err
	}
	first := review.ParticipantRef{ContestID: p.Left.ContestID, Number: p.Left.Number}
	second := review.ParticipantRef{ContestID: p.Right.ContestID, Number: p.Right.Number}
	var list []review.Review
	for _, e := range entries {
		if e.ChangesCase(p.Problem, first, second) {
			list = append(list, review.Review{Decision: e.Details.Decision, Reason: e.Details.Reason, Note: e.Note})
		}
	}
	return list, nil
}
