package ui

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// logSize is the number of entries on one page of the audit log.
const logSize = 100

// logView is the view model of one page of the audit log.
type logView struct {
	Contest *contest.Contest // nil for the whole installation
	Entries []logEntry
	Pages   pagination
}

// logEntry is an entry of the log, with its texts.
type logEntry access.LogEntry

// ContestLog shows who did what in a contest.
func (s *Site) ContestLog(w http.ResponseWriter, r *http.Request, _ loader, c contest.Contest) error {
	return s.showLog(w, r, &c)
}

// Log shows who did what in all contests.
func (s *Site) Log(w http.ResponseWriter, r *http.Request) error { return s.showLog(w, r, nil) }

func (s *Site) showLog(w http.ResponseWriter, r *http.Request, c *contest.Contest) error {
	view := logView{Contest: c, Pages: parsePagination(r.URL, logSize)}
	var contestID int64
	if c != nil {
		contestID = c.ID
	}
	entries, total, err := s.read(r).AuditLog(r.Context(), contestID, view.Pages.offset(), logSize)
	if err != nil {
		return err
	}
	for _, e := range entries {
		view.Entries = append(view.Entries, logEntry(e))
	}
	view.Pages.Total = total
	return s.show(w, r, http.StatusOK, logPage(view))
}

// actionTexts describe the actions on contests; actionText fills in the details in braces.
var actionTexts = map[review.Action]string{
	review.ActionDecide:   "decided: {decision}",
	review.ActionRule:     "ruled: {decision}",
	review.ActionWithdraw: "withdrew the decision",
	review.ActionUndo:     "restored the decision: {decision}",
	review.ActionAppeal:   "reopened the pair after an appeal",
	review.ActionAssign:   "assigned to {user}",
	review.ActionOutcome:  "set the outcome: {to}",
	review.ActionReveal:   "revealed the name",
	review.ActionHide:     "hid the name",
	review.ActionMembers:  "gave {user} the role {role}",
	review.ActionCreate:   "created the contest",
	review.ActionUpload:   "uploaded submissions",
	review.ActionFollow:   "followed the contest and imported its submissions",
	review.ActionCheck:    "started a check",
	review.ActionExport:   "exported {file}",
	review.ActionDelete:   "deleted the contest",
	review.ActionErase:    "erased the participant",

	review.ActionAddSource:    "added known sources: {to}",
	review.ActionDeleteSource: "deleted a known source: {from}",

	review.ActionAddLink:      "made a link for a reader outside of the jury",
	review.ActionOpenLink:     "opened the pair by a link",
	review.ActionWithdrawLink: "withdrew a link",
	review.ActionStatement:    "made a statement",
}

// accountActionTexts describe the actions on accounts.
var accountActionTexts = map[review.Action]string{
	review.ActionAddAccount:   "added the account {user}",
	review.ActionRename:       "renamed the account {from} to {to}",
	review.ActionPassword:     "set the password of {user}",
	review.ActionDisable:      "disabled the account {user}",
	review.ActionEnable:       "enabled the account {user}",
	review.ActionAddFactor:    "turned on the second factor of {user}",
	review.ActionRemoveFactor: "removed the second factor of {user}",
	// By a group of the identity provider, at a sign-in.
	review.ActionAdministrator: "made {user} an administrator",
	review.ActionSignOut:       "ended all sessions of {user}",
	review.ActionAddToken:      "created a {to} token of {user}",
	review.ActionRevokeToken:   "revoked a {to} token of {user}",
}

// actionText describes the action.
func (e logEntry) actionText() string {
	d := e.Details
	words := cmp.Or(actionTexts[e.Action], accountActionTexts[e.Action], string(e.Action))
	switch {
	case e.Action == review.ActionSettings:
		return settingText(d)
	case e.Action == review.ActionErase && d.Setting == review.ErasedPrograms:
		words = "erased " + text.Count(d.Count, "program")
	case e.Action == review.ActionErase && d.Setting == review.ErasedPlaces:
		words = "erased addresses and seats of " + text.Count(d.Count, "participant")
	case e.Action == review.ActionUndo && d.Decision == "" && d.Cluster == 0:
		words = actionTexts[review.ActionWithdraw]
	case e.Action == review.ActionAdministrator && d.To == "":
		words = "ended the rights of {user} as an administrator"
	case e.Action == review.ActionAssign && d.User == 0:
		words = "removed the assignment"
	case d.Cluster > 0 && e.Action == review.ActionUndo:
		words = fmt.Sprintf("undid the decision on %s of cluster %d", text.Count(d.Count, "pair"), d.Cluster)
	case d.Cluster > 0:
		words += fmt.Sprintf(", for %s of cluster %d", text.Count(d.Count, "pair"), d.Cluster)
	case e.Action == review.ActionAddLink && d.To == "statement":
		words = "made a link for the statement of " + blind.Label(e.First.Number)
	case e.Action == review.ActionOpenLink && d.To == "statement":
		words = "opened the copy for " + blind.Label(e.First.Number)
	case e.Action == review.ActionOutcome && d.To == "":
		words = "removed the outcome: {from}"
	case e.Action == review.ActionOutcome && d.From != "":
		words = "changed the outcome from {from} to {to}"
	case e.Action == review.ActionMembers && d.Role == "":
		words = "removed the member {user}"
	case e.Action == review.ActionAddSource && d.Count > 1:
		words += fmt.Sprintf(" (%d)", d.Count)
	case e.Action == review.ActionUpload && d.Count > 0:
		words = "uploaded " + text.Count(d.Count, "submission")
	case e.Action == review.ActionAddAccount && d.Role == string(account.Administrator):
		words += ", an administrator"
	}
	if d.Link != 0 {
		words += fmt.Sprintf(" (link %d)", d.Link)
	}
	if accountActionTexts[e.Action] != "" && d.Count > 0 {
		words += "; " + text.Count(d.Count, "token") + " revoked"
	}
	return strings.NewReplacer("{decision}", decisionText(d), "{file}", exportLabel(d.File),
		"{user}", d.UserName, "{role}", account.Role(d.Role).String(), "{from}", d.From, "{to}", d.To).Replace(words)
}

func decisionText(d review.Details) string {
	words := string(d.Decision)
	if d.Reason != "" {
		words += ", " + string(d.Reason)
	}
	return words
}

func settingText(d review.Details) string {
	switch {
	case d.Setting == "blind" && d.To == "true":
		return "turned blind review on"
	case d.Setting == "blind":
		return "turned blind review off: all names are visible"
	case d.Setting == "independent" && d.To == "true":
		return "turned independent review on"
	case d.Setting == "independent":
		return "turned independent review off: reviewers see the decisions of others"
	case d.Setting == "outcomes":
		return fmt.Sprintf("changed the outcomes from “%s” to “%s”", d.From, d.To)
	case d.Setting == "agreement":
		return fmt.Sprintf("changed the reviewers who must agree from %s to %s", d.From, d.To)
	case d.Setting == "place_days":
		return fmt.Sprintf("changed the days that addresses and seats are stored from %s to %s", d.From, d.To)
	case d.Setting == "program_days":
		return fmt.Sprintf("changed the days that programs are stored from %s to %s", d.From, d.To)
	case d.Setting == "contest_days":
		return fmt.Sprintf("changed the days that the contest is stored from %s to %s", d.From, d.To)
	}
	return fmt.Sprintf("changed %s from %s to %s", d.Setting, d.From, d.To)
}

// participants returns the participants of the entry, by number.
func (e logEntry) participants() []participantLink {
	var list []participantLink
	for _, ref := range []review.ParticipantRef{e.First, e.Second} {
		if ref.Number == 0 {
			continue
		}
		p := participantLink{Text: blind.Label(ref.Number)}
		if ref.ContestID != e.ContestID {
			p.Text += " of an earlier contest"
		} else if e.Contest != "" {
			p.Path = participantPath(contest.Participant{ContestID: ref.ContestID, Number: ref.Number})
		}
		list = append(list, p)
	}
	return list
}

// pairText returns the participants of a pair of a cluster, by number.
func (e logEntry) pairText(p review.LoggedPair) string {
	words := blind.Label(p.First) + " and " + blind.Label(p.Second)
	if p.Problem != e.Problem {
		words += ", problem " + text.Visible(p.Problem)
	}
	return words
}

// participantLink is a participant by number. Path is the address of their page; "" for none.
type participantLink link

// stateText returns the state of the case after the action; "" if it says no more than the decision.
func (e logEntry) stateText() string {
	if e.Details.State == "" || string(e.Details.State) == string(e.Details.Decision) {
		return ""
	}
	return "then " + strings.ToLower(stateName(e.Details.State))
}

var exportLabels = map[string]string{
	"pair.html":      "evidence of a pair",
	"left.html":      "evidence of a pair, redacted for the left participant",
	"right.html":     "evidence of a pair, redacted for the right participant",
	"contest.html":   "evidence of the contest",
	"decisions.csv":  "decisions.csv",
	"decisions.json": "decisions.json",
	"outcomes.csv":   "outcomes.csv",
}

// exportLabel describes an exported file, by the end of its name.
func exportLabel(file string) string {
	if number, ok := strings.CutPrefix(file, "cluster-"); ok {
		return "evidence of cluster " + strings.TrimSuffix(number, ".html")
	}
	return cmp.Or(exportLabels[file], file)
}
