package web

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// caseView is what the page of a pair shows of its case.
type caseView struct {
	review.Case
	Agreement int // reviewers who must confirm it
	Viewer    viewer
	Own       review.Review // the viewer's; without a decision where there is none
	Said      []said
	People    []review.Person // whom it can be assigned to
}

// said is a review with what has become of the programs since.
type said struct {
	review.Review
	Changed string // "" where both are the same still
}

// caseOf returns the case of a pair of a check's.
func (rd reader) caseOf(ctx context.Context, p contest.Pair, check contest.Check) (caseView, error) {
	of, err := rd.contest(ctx, check.ContestID)
	if err != nil {
		return caseView{}, err
	}
	v := caseView{Agreement: of.Agreement, Viewer: rd.viewer}
	if v.Case, err = rd.Store.Case(ctx, review.KeyOf(check.ContestID, p)); err != nil {
		return caseView{}, err
	}
	if len(v.Reviews) > 0 {
		if err := rd.mask(ctx, p, v.Reviews); err != nil {
			return caseView{}, err
		}
		if v.Said, err = rd.said(ctx, p, v.Reviews); err != nil {
			return caseView{}, err
		}
	}
	v.Own = reviewBy(v.Case, rd.viewer)
	if rd.viewer.may(account.Reviewer) {
		if v.People, err = rd.reviewers(ctx, check.ContestID, v.Assigned); err != nil {
			return caseView{}, err
		}
	}
	return v, nil
}

// mask hides in the notes of reviews, the viewer's own too, the names of those
// who are hidden.
func (rd reader) mask(ctx context.Context, p contest.Pair, reviews []review.Review) error {
	if !slices.ContainsFunc(reviews, func(r review.Review) bool { return r.Note != "" }) {
		return nil
	}
	names, err := rd.names(ctx, p)
	for i := range reviews {
		reviews[i].Note = names.Mask(reviews[i].Note)
	}
	return err
}

// said tells of each review what has become of the programs since.
func (rd reader) said(ctx context.Context, p contest.Pair, reviews []review.Review) ([]said, error) {
	hashes, err := rd.Store.ProgramHashes(ctx, []int64{p.Left.SubmissionID, p.Right.SubmissionID})
	if err != nil {
		return nil, err
	}
	now := basisOf(p, contest.Check{}, hashes)
	list := make([]said, len(reviews))
	for i, r := range reviews {
		first, second := review.Changed(r.Basis, now)
		if p.Left.ParticipantID > p.Right.ParticipantID {
			first, second = second, first
		}
		list[i] = said{r, changed(first, second)}
	}
	return list, nil
}

// changed says which programs are not those any more that were decided on.
func changed(left, right bool) string {
	switch {
	case left && right:
		return "Both programs have changed since."
	case left:
		return "The left program has changed since."
	case right:
		return "The right program has changed since."
	}
	return ""
}

// basisOf is what somebody decides on who decides on the pair now.
func basisOf(p contest.Pair, check contest.Check, hashes map[int64]string) review.Basis {
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

// reviewers lists whom a case can be assigned to: those who may decide, and who
// has it already.
func (rd reader) reviewers(ctx context.Context, contestID int64, assigned review.Person) ([]review.Person, error) {
	members, err := rd.Store.Members(ctx, contestID)
	if err != nil {
		return nil, err
	}
	people := []review.Person{rd.viewer.person()}
	add := func(p review.Person) {
		if p.ID != 0 && !slices.ContainsFunc(people, func(known review.Person) bool { return known.ID == p.ID }) {
			people = append(people, p)
		}
	}
	for _, m := range members {
		if m.Role.May(account.Reviewer) {
			add(review.Person{ID: m.UserID, Name: m.Name})
		}
	}
	add(assigned)
	return people, nil
}

// deciders lists those by whom pairs can be filtered: who has decided in a
// contest or is to, and whoever the address names already, so that a link to them
// still means them. Of somebody who has nothing to do with the contest it tells
// no name.
func (rd reader) deciders(ctx context.Context, contestID int64, named ...int64) ([]review.Person, error) {
	people, err := rd.Store.Reviewers(ctx, contestID)
	for _, id := range named {
		if id != 0 && !slices.ContainsFunc(people, func(p review.Person) bool { return p.ID == id }) {
			name := "account " + strconv.FormatInt(id, 10)
			if id == rd.viewer.ID {
				name = rd.viewer.Name
			}
			people = append(people, review.Person{ID: id, Name: name})
		}
	}
	return people, err
}

// reviewBy returns what a viewer has said of a case.
func reviewBy(c review.Case, v viewer) review.Review {
	for _, r := range c.Reviews {
		if r.Reviewer.ID == v.ID {
			return r
		}
	}
	return review.Review{}
}

// waitsFor reports whether a case waits for this viewer, and not only for others.
func waitsFor(c review.Case, v viewer) bool {
	switch c.State {
	case review.Open:
		return true
	case review.Pending:
		return reviewBy(c, v).Decision == ""
	case review.Conflict:
		return v.may(account.Chief)
	}
	return false
}

// settles reports whether a decision of the viewer would be meant to settle the
// case: it is in conflict and they are no party of that, or they settled it.
func (v caseView) settles() bool {
	return v.State == review.Conflict && v.Own.Decision == "" || v.Own.Ruling
}

// standing says in words where the case stands.
func (v caseView) standing() string {
	var confirmed, dismissed, unclear []string
	for _, r := range v.Reviews {
		switch r.Decision {
		case review.Confirmed:
			confirmed = append(confirmed, r.Reviewer.Name)
		case review.Dismissed:
			dismissed = append(dismissed, r.Reviewer.Name)
		case review.Unclear:
			unclear = append(unclear, r.Reviewer.Name)
		}
	}
	for _, r := range slices.Backward(v.Reviews) {
		if r.Ruling {
			return capital(string(r.Decision)) + " by ruling of " + r.Reviewer.Name
		}
	}
	switch v.State {
	case review.Pending:
		missing := "another reviewer must agree"
		if n := v.Agreement - len(confirmed); n > 1 {
			missing = integer(n) + " more reviewers must agree"
		}
		return "Confirmed by " + integer(len(confirmed)) + " of " + integer(v.Agreement) + ": " + missing
	case review.Conflict:
		return "Conflict: confirmed by " + listed(confirmed) + ", dismissed by " + listed(dismissed) + "; it waits for a chief judge"
	case review.CaseConfirmed:
		return "Confirmed by " + listed(confirmed)
	case review.CaseDismissed:
		return "Dismissed by " + listed(dismissed)
	case review.CaseUnclear:
		return "Unclear to " + listed(unclear)
	}
	return "Nobody has decided yet"
}

// listed joins names: "ann, ben and cid".
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// capital begins a text with a capital letter.
func capital(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
