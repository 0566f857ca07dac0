package ui

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

// settingsView is the view model of a contest's settings.
type settingsView struct {
	Contest   contest.Contest
	Contents  contest.StoredCounts // of the contest, for the warning before it is deleted
	MayDelete bool                 // whether the viewer may delete the contest
	Notice    string               // says what the viewer has just done
	Failure   string               // why the contest was not deleted
}

// settingsNotices are the notices, by the parameter "done" of the address.
var settingsNotices = map[string]i18n.Key{
	"saved": "The rules are saved.",
}

func (s *Site) Settings(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	return s.showSettings(w, r, reader, c, http.StatusOK, "")
}

func (s *Site) showSettings(
	w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest, status int, failure string,
) error {
	view := settingsView{
		Contest: c, MayDelete: reader.Viewer().May(account.Administrator),
		Notice: doneNotice(r, settingsNotices), Failure: failure,
	}
	if view.MayDelete {
		var err error
		if view.Contents, err = reader.Contents(r.Context(), c); err != nil {
			return err
		}
	}
	return s.show(w, r, status, settingsPage(i18n.From(r.Context()), view))
}

// SetSettings stores the settings of a form.
func (s *Site) SetSettings(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	agreement, err := strconv.Atoi(r.PostFormValue("agreement"))
	if err != nil {
		return httperr.BadRequest("“Reviewers who must agree” must be a whole number.", "Correct it and try again.")
	}
	blind, ok := parseBox(r.PostForm["blind"])
	if !ok {
		return httperr.BadRequest("The form does not say whether the review is blind.",
			"Reload the settings and save them again, or set blind to true or false.")
	}
	var settings contest.Settings
	if isChanged(r, "agreement") {
		settings.Agreement = &agreement
	}
	if isChanged(r, "blind") {
		settings.Blind = &blind
	}
	if independent, ok := parseBox(r.PostForm["independent"]); ok && isChanged(r, "independent") {
		settings.Independent = &independent
	}
	if list := r.PostForm["outcomes"]; len(list) > 0 && isChanged(r, "outcomes") {
		lines := strings.Split(list[0], "\n")
		for i, line := range lines {
			lines[i] = review.TypedOutcome(i18n.From(r.Context()), strings.TrimSpace(line))
		}
		if settings.Outcomes, err = review.CleanOutcomes(lines); err != nil {
			return access.ExplainOutcomes(err)
		}
	}
	err = reader.SetSettings(r.Context(), c.ID, settings)
	if errors.Is(err, review.ErrRefused) {
		return httperr.BadRequest("“Reviewers who must agree” must be from 1 to 9.", "Correct it and try again.")
	}
	if err != nil {
		return err
	}
	return seeOther(w, r, settingsPath(c.ID)+"?done=saved")
}

// isChanged reports whether a field has another value than the form showed. The others stay as they are now: somebody else may have
// changed them meanwhile.
func isChanged(r *http.Request, field string) bool {
	shown, sent := r.PostForm["shown_"+field], r.PostForm[field]
	return len(shown) == 0 || len(sent) == 0 || shown[0] != sent[len(sent)-1]
}

// shownRules returns the fields of the form and the values that it shows.
func (v settingsView) shownRules(p *i18n.Printer) [][2]string {
	return [][2]string{
		{"agreement", strconv.Itoa(v.Contest.Agreement)}, {"blind", strconv.FormatBool(v.Contest.Blind)},
		{"independent", strconv.FormatBool(v.Contest.Independent)}, {"outcomes", v.outcomesText(p)},
	}
}

// parseBox reads a check box from the values of its field. Before each box, the form has a hidden field with "false".
// So the last value is "true" for a checked box and "false" for an unchecked one. ok is false if there is neither.
func parseBox(values []string) (checked, ok bool) {
	if len(values) == 0 {
		return false, false
	}
	last := values[len(values)-1]
	return last == "true", last == "true" || last == "false"
}

// DeleteContest deletes a contest. The form must contain its name.
func (s *Site) DeleteContest(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	if request.OneLine(r.PostFormValue("name")) != request.OneLine(c.Name) {
		return s.showSettings(w, r, reader, c, http.StatusUnprocessableEntity,
			i18n.From(r.Context()).T("Nothing was deleted: the name does not match."))
	}
	err := reader.DeleteContest(r.Context(), c.ID)
	if errors.Is(err, contest.ErrInUse) {
		return s.showSettings(w, r, reader, c, http.StatusConflict,
			i18n.From(r.Context()).T("Nothing was deleted: the contest is followed, or a check or an import is using it. Stop following it, or try again when that has ended."))
	}
	return seeOtherUnless(err, w, r, "/?done=deleted")
}

// outcomesText returns the outcomes of the contest as the form has them, one a line.
func (v settingsView) outcomesText(p *i18n.Printer) string {
	var lines []string
	for _, name := range v.Contest.Outcomes {
		lines = append(lines, review.TranslateOutcome(p, name))
	}
	return strings.Join(lines, "\n")
}

func settingsPath(contestID int64) string { return contestPath(contestID) + "/settings" }
