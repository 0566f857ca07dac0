package ui

import (
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

// logSize is how many entries one page of the audit log shows.
const logSize = 100

// logView is what a page of the audit log shows.
type logView struct {
	Contest *contest.Contest // nil for the whole installation
	Entries []logEntry
	Pages   pagination
}

// logEntry is an entry as the log shows it.
type logEntry access.LogEntry

// ContestLog shows who did what in a contest.
func (s *Site) ContestLog(w http.ResponseWriter, r *http.Request, _ loader, c contest.Contest) error {
	return s.showLog(w, r, &c)
}

// Log shows who did what in all contests.
func (s *Site) Log(w http.ResponseWriter, r *http.Request) error { return s.showLog(w, r, nil) }

func (s *Site) showLog(w http.ResponseWriter, r *http.Request, of *contest.Contest) error {
	view := logView{Contest: of, Pages: parsePagination(r.URL, logSize)}
	var contestID int64
	if of != nil {
		contestID = of.ID
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

// actionText says what was done.
func (e logEntry) actionText() string {
	d := e.Details
	switch e.Action {
	case review.ActionDecide:
		return "decided: " + decisionText(d)
	case review.ActionSettle:
		return "settled: " + decisionText(d)
	case review.ActionWithdraw:
		return "took back what they had decided"
	case review.ActionUndo:
		if d.Decision == "" {
			return "took back what they had decided"
		}
		return "went back to: " + decisionText(d)
	case review.ActionAssign:
		if d.User == 0 {
			return "assigned to nobody"
		}
		return "assigned to " + d.UserName
	case review.ActionReveal:
		return "uncovered the name"
	case review.ActionHide:
		return "hid the name again"
	case review.ActionSettings:
		return settingText(d)
	case review.ActionMembers:
		if d.Role == "" {
			return d.UserName + " is no member any more"
		}
		return d.UserName + " is " + d.Role + " now"
	case review.ActionCreate:
		return "began the contest"
	case review.ActionUpload:
		if d.Count == 0 {
			return "uploaded submissions"
		}
		return "uploaded " + text.Count(d.Count, "submission")
	case review.ActionFollow:
		return "followed the contest, and uploaded its submissions as they came"
	case review.ActionCheck:
		return "had the contest checked"
	case review.ActionExport:
		return "was handed " + exportLabel(d.File)
	case review.ActionDelete:
		return "deleted the contest"
	}
	return e.accountActionText()
}

// accountActionText says in words what was done to an account.
func (e logEntry) accountActionText() string {
	d := e.Details
	words := ""
	switch e.Action {
	case review.ActionAddAccount:
		words = "added the account " + d.UserName
		if d.Role == string(account.Administrator) {
			words += ", an administrator"
		}
	case review.ActionRename:
		words = "renamed the account " + d.From + " to " + d.To
	case review.ActionPassword:
		words = "set the password of " + d.UserName
	case review.ActionDisable:
		words = "disabled the account " + d.UserName
	case review.ActionEnable:
		words = "enabled the account " + d.UserName
	case review.ActionSignOut:
		words = "ended all sign-ins of " + d.UserName
	case review.ActionAddToken:
		words = "made a token of " + d.UserName + " to " + d.To
	case review.ActionRevokeToken:
		words = "revoked a token of " + d.UserName + " to " + d.To
	default:
		return string(e.Action)
	}
	if d.Count > 0 {
		words += "; " + text.Count(d.Count, "token") + " revoked by it"
	}
	return words
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
		return "made the review blind"
	case d.Setting == "blind":
		return "made all names visible: the review is not blind any more"
	case d.Setting == "agreement":
		return fmt.Sprintf("reviewers who must agree: %s, before %s", d.To, d.From)
	}
	return fmt.Sprintf("set %s to %s, before %s", d.Setting, d.To, d.From)
}

// participants says whom it is about: participants by their numbers.
func (e logEntry) participants() []participantLink {
	var list []participantLink
	for _, n := range []review.ParticipantRef{e.First, e.Second} {
		if n.Number != 0 {
			p := participantLink{Text: blind.Label(n.Number)}
			if n.ContestID != e.ContestID {
				p.Text += " of an earlier contest"
			} else if e.Contest != "" {
				p.Path = participantPath(contest.Participant{ContestID: n.ContestID, Number: n.Number})
			}
			list = append(list, p)
		}
	}
	return list
}

// participantLink is a participant by number, with the address of their page, if any.
type participantLink link

// stateText says where the case stood afterwards.
func (e logEntry) stateText() string {
	if e.Details.State == "" || string(e.Details.State) == string(e.Details.Decision) {
		return ""
	}
	return "then " + strings.ToLower(stateName(e.Details.State))
}

// exportLabel describes an exported file, by the end of its name.
func exportLabel(file string) string {
	if number, ok := strings.CutPrefix(file, "cluster-"); ok {
		return "the evidence of cluster " + strings.TrimSuffix(number, ".html")
	}
	switch file {
	case "pair.html":
		return "the evidence of a pair"
	case "left.html":
		return "the copy for the participant on the left"
	case "right.html":
		return "the copy for the participant on the right"
	case "contest.html":
		return "the evidence of the contest"
	case "decisions.csv", "decisions.json":
		return "the decisions, as " + file
	}
	return "the pairs, as " + file
}
