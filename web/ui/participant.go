package ui

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

const (
	submissionsPageSize  = 100 // number of submissions on one page
	maxOtherContestPairs = 5   // maximum number of pairs of each other contest
)

// participantView is the view model of a participant's page.
type participantView struct {
	Contest       contest.Contest
	Role          account.Role // of the viewer
	Participant   contest.Participant
	States        review.StateCounts // of their cases
	NewestPairs   *listView          // their pairs in the newest complete check; nil if there is no such check
	OtherCases    []caseRow          // without a pair in NewestPairs
	Listed        int                // how many of NewestPairs the check lists
	ComparedBy    []listView         // pairs in checks of later contests that compared with this participant
	OtherContests []otherContest
	Submissions   []contest.Side
	Pages         pagination // of Submissions
}

// hasPairs reports whether the page has a list of pairs.
func (v participantView) hasPairs() bool {
	return v.NewestPairs != nil && len(v.NewestPairs.Pairs) > 0 || len(v.ComparedBy) > 0 ||
		slices.ContainsFunc(v.OtherContests, func(c otherContest) bool { return c.NewestPairs != nil && len(c.NewestPairs.Pairs) > 0 })
}

// otherContest is another contest with a participant of the same name.
type otherContest struct {
	contest.Namesake
	NewestPairs *listView // their first pairs in the newest complete check; nil if there is no such check
}

// Participant shows a participant with all their pairs and submissions.
func (s *Site) Participant(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	ctx := r.Context()
	p, err := reader.participantOf(r, c)
	if err != nil {
		return err
	}
	view := participantView{Contest: c, Role: reader.Viewer().Role, Participant: p, Pages: parsePagination(r.URL, submissionsPageSize)}
	if err := reader.loadPairs(ctx, &view); err != nil {
		return err
	}
	if err := reader.loadCases(ctx, &view); err != nil {
		return err
	}
	view.Submissions, view.Pages.Total, err = reader.SubmissionsBy(ctx, p, view.Pages.offset(), submissionsPageSize)
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, participantPage(view))
}

// caseRow is a case in a list.
type caseRow struct{ review.CaseEntry }

// loadCases reads the cases of a participant: the decisions on the pairs of the newest check, and the other cases.
func (reader loader) loadCases(ctx context.Context, view *participantView) error {
	entries, err := reader.CasesOf(ctx, view.Participant)
	if err != nil {
		return err
	}
	isShown := make(map[review.Key]bool)
	if view.NewestPairs != nil {
		view.NewestPairs.Decisions = make(map[review.Key]caseRow)
		for _, pair := range view.NewestPairs.Pairs {
			isShown[review.KeyOf(view.Participant.ContestID, pair)] = true
		}
	}
	view.States = make(review.StateCounts)
	for _, e := range entries {
		view.States[e.State]++
		if isShown[e.Key] {
			view.NewestPairs.Decisions[e.Key] = caseRow{e}
		} else {
			view.OtherCases = append(view.OtherCases, caseRow{e})
		}
	}
	return nil
}

// otherThan returns the participant of the case who is not p.
func (c caseRow) otherThan(p contest.Participant) contest.Participant {
	if c.Second == p.ID {
		return c.FirstParticipant
	}
	return c.SecondParticipant
}

// decisionsText says who decided what: "ann: confirmed as copied; bea: dismissed (ruling)".
func (c caseRow) decisionsText(p *i18n.Printer) string {
	var list []string
	for _, r := range c.Reviews {
		words := decisionText(p, r.Decision, r.Reason)
		if r.Ruling {
			words = p.T("%s (ruling)", words)
		}
		list = append(list, p.T("%s: %s", r.Reviewer.Name, words))
	}
	return strings.Join(list, p.T("; "))
}

// decidedAt returns the time of the last decision; the zero time if there is none.
func (c caseRow) decidedAt() time.Time {
	if len(c.Reviews) == 0 {
		return time.Time{}
	}
	return c.Reviews[len(c.Reviews)-1].At
}

// summaryText counts what the page shows: "3 submissions; 2 pairs in the newest check; 2 cases: 1 open, 1 confirmed.".
func (v participantView) summaryText(p *i18n.Printer) string {
	parts := []string{p.T("%d submissions", v.Pages.Total)}
	if v.NewestPairs != nil && v.NewestPairs.Total > 0 {
		if v.Listed < v.NewestPairs.Total {
			parts = append(parts, p.T("%d pairs in the newest check, %s listed", v.NewestPairs.Total, i18n.Number(p, v.Listed)))
		} else {
			parts = append(parts, p.T("%d pairs in the newest check", v.NewestPairs.Total))
		}
	}
	if n := v.States.Total(); n > 0 {
		parts = append(parts, p.T("%s: %s", p.T("%d cases", n), v.States.Text(p)))
	}
	return p.T("%s.", strings.Join(parts, p.T("; ")))
}

// loadPairs reads the lists of pairs of a participant's page, with pairs of any suspicion.
func (reader loader) loadPairs(ctx context.Context, view *participantView) error {
	pairs, err := reader.PairsByContest(ctx, view.Participant, request.PageSize, maxOtherContestPairs)
	if err != nil {
		return err
	}
	shown := pairs.Own.Pairs
	for _, in := range slices.Concat(pairs.Against, pairs.Namesakes) {
		shown = append(shown, in.Pairs...)
	}
	cases, err := reader.CasesWithoutNotes(ctx, shown)
	if err != nil {
		return err
	}
	if view.NewestPairs, err = reader.pairsList(ctx, pairs.Own, cases); err != nil {
		return err
	}
	if view.NewestPairs != nil {
		if view.Listed, err = reader.countListed(ctx, *view.NewestPairs); err != nil {
			return err
		}
	}
	for _, in := range pairs.Against {
		list, err := reader.pairsList(ctx, in, cases)
		if err != nil {
			return err
		}
		view.ComparedBy = append(view.ComparedBy, *list)
	}
	for _, in := range pairs.Namesakes {
		list, err := reader.pairsList(ctx, in, cases)
		if err != nil {
			return err
		}
		view.OtherContests = append(view.OtherContests, otherContest{in.Namesake, list})
	}
	return nil
}

// countListed returns how many pairs of a participant the check lists. Only if the page has not all pairs, it counts them in
// the database.
func (reader loader) countListed(ctx context.Context, v listView) (count int, err error) {
	if v.Total > len(v.Pairs) {
		limits := v.Check.Parameters.Filter()
		limits.Number, limits.Limit = v.Query.Number, 1
		_, count, err = reader.PairIDs(ctx, v.Check.ID, limits)
		return count, err
	}
	for _, pair := range v.Pairs {
		if v.Check.Parameters.Lists(pair.Scores) {
			count++
		}
	}
	return count, nil
}

// pairsList returns the list of a participant's pairs in a check; nil if there is no check.
func (reader loader) pairsList(ctx context.Context, in access.PairsIn, cases map[review.Key]review.Case) (*listView, error) {
	if in.Check.ID == 0 {
		return nil, nil
	}
	r := request.ParsePairQuery(nil, in.Check.Parameters).AllStored()
	if r.Number = in.Participant.Number; in.Participant.ContestID != in.Check.ContestID {
		r.NumberContestID = in.Participant.ContestID
	}
	titles, err := reader.Titles(ctx, in.Check.ContestID)
	return &listView{Check: in.Check, Query: r, Pairs: in.Pairs, Total: in.Total, Histograms: in.Histograms, Cases: cases, Titles: titles, MarksUnlisted: true}, err
}

// participantOf reads the participant of a contest that the address names.
func (reader loader) participantOf(r *http.Request, c contest.Contest) (contest.Participant, error) {
	number := request.PathNumber(r)
	if number == 0 {
		return contest.Participant{}, httperr.NotFound("There is no such page.")
	}
	return reader.Participant(r.Context(), c.ID, number)
}

// RevealName shows the name of a participant to all members of the contest.
func (s *Site) RevealName(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	return setRevealed(w, r, reader, c, true)
}

// HideName hides the name of a participant again.
func (s *Site) HideName(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	return setRevealed(w, r, reader, c, false)
}

func setRevealed(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest, revealed bool) error {
	p, err := reader.participantOf(r, c)
	if err != nil {
		return err
	}
	return seeOtherUnless(reader.SetRevealed(r.Context(), c.ID, p.Number, revealed), w, r, participantPath(p))
}

// contextRows returns what is known about the participant, in the Left fields.
func (v participantView) contextRows() []contextRow {
	p, t := v.Participant, contextTable{}
	t.add(contextRow{Name: "Affiliation", Left: p.Affiliation}, contextRow{Name: "Site", Left: p.Site},
		contextRow{Name: "Address", Left: p.Address}, contextRow{Name: "Seat", Left: p.Seat})
	return t.Rows
}
