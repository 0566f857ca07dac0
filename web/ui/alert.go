package ui

import (
	"net/http"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// alertView is what the page of an alert shows.
type alertView struct {
	Contest  contest.Contest
	Role     account.Role // of the viewer
	Alert    contest.Alert
	Evidence evidence.View
	Titles   titles // of the contest's problems
}

// Alert shows both programs of an alert side by side, as a pair's page does.
func (s *Site) Alert(w http.ResponseWriter, r *http.Request, rd loader, c contest.Contest) error {
	ctx, view := r.Context(), alertView{Contest: c, Role: rd.Viewer().Role}
	var err error
	if view.Alert, err = rd.Alert(ctx, c.ID, alertID(r.PathValue("alert"))); err != nil {
		return err
	}
	if view.Titles, err = rd.Titles(ctx, c.ID); err != nil {
		return err
	}
	if view.Evidence, err = rd.Evidence(ctx, pairOfAlert(view.Alert)); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, alertPage(view))
}

// pairOfAlert is the pair of an alert, which no check has found.
func pairOfAlert(a contest.Alert) contest.Pair {
	p := contest.Pair{Problem: a.Problem, Left: a.Left, Right: a.Right, Scores: contest.Scores{Suspicion: a.Suspicion}}
	if l, ok := lexer.ByName(a.Left.Language); ok {
		p.Language = l.Family
	}
	return p
}

// title names both sides.
func (v alertView) title() string {
	return v.Alert.Left.Participant + " and " + v.Alert.Right.Participant
}

// scoreText explains the score.
func (v alertView) scoreText() string {
	switch {
	case v.Alert.State == contest.AlertOpen:
		return "The score is that of the moment. What is rare moves with every submission that comes, so the closing check may score the pair otherwise."
	case v.Alert.Closing == nil:
		return "The score is that of the moment. The closing check, which has seen the whole contest, does not have the pair: the alert fell."
	case v.Alert.State == contest.AlertUpheld:
		return "The score is that of the moment. The closing check, which has seen the whole contest, has the pair at " + text.Score(*v.Alert.Closing) + ": the alert stands."
	}
	return "The score is that of the moment. The closing check, which has seen the whole contest, has the pair at " + text.Score(*v.Alert.Closing) + ", below its threshold: the alert fell."
}

// closingScore is the suspicion of an alert in the closing check.
func closingScore(a contest.Alert) string {
	switch {
	case a.Closing != nil:
		return text.Score(*a.Closing)
	case a.State == contest.AlertOpen:
		return ""
	}
	return "–"
}

// alertText describes an alert in a sentence, for screen readers.
func alertText(a contest.Alert) string {
	return "problem " + text.Visible(a.Problem) + ", " + text.Visible(a.Left.Participant) + " and " + text.Visible(a.Right.Participant) +
		", suspicion " + text.Score(a.Suspicion)
}

// alertCountsText says how many alerts there are, and how they turned out.
func alertCountsText(c contest.AlertCounts) string {
	switch {
	case c.Total() == 0:
		return "none"
	case c.Open == c.Total():
		return text.Thousands(c.Total())
	}
	words := text.Thousands(c.Total()) + ": " + countOf(c.Upheld, "stands", "stand") + ", " + text.Thousands(c.NotUpheld) + " fell"
	if c.Open > 0 {
		words += ", " + text.Thousands(c.Open) + " open"
	}
	return words
}

// noAlertsText says why there are none.
func noAlertsText(v liveView) string {
	switch {
	case v.Watch == nil:
		return "Alerts come while a contest is followed."
	case v.Watch.Running():
		return "No pair has reached the threshold so far."
	}
	return "No pair has reached the threshold while the contest was followed."
}
