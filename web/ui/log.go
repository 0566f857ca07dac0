package ui

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// logPageSize is the number of entries on one page of the audit log.
const logPageSize = 100

// logView is the view model of one page of the audit log.
type logView struct {
	Contest *contest.Contest // nil for the whole installation
	Path    string           // of the page without its filters
	Entries []logEntry
	Pages   pagination
	Actors  []review.Person // who has entries
	Who     review.Person   // whose entries the page shows; the zero Person for all
	Topic   string          // the name of the topic of the entries; "" for all
}

// logEntry is an entry of the log, with its texts.
type logEntry access.LogEntry

// Log shows who did what in a contest; with the zero Contest, in all contests.
func (s *Site) Log(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	view := logView{Path: r.URL.Path, Pages: parsePagination(r.URL, logPageSize)}
	if c.ID != 0 {
		view.Contest = &c
	}
	var err error
	if view.Actors, err = reader.LogActors(r.Context(), c.ID); err != nil {
		return err
	}
	q := r.URL.Query()
	for _, actor := range view.Actors {
		if q.Get("who") == actorValue(actor) {
			view.Who = actor
		}
	}
	filter := review.LogFilter{Actor: view.Who}
	for _, topic := range view.topics() {
		if q.Get("action") == topic.Name {
			view.Topic, filter.Actions = topic.Name, topic.Actions
		}
	}
	entries, total, err := reader.AuditLog(r.Context(), c.ID, filter, view.Pages.offset(), logPageSize)
	if err != nil {
		return err
	}
	for _, e := range entries {
		view.Entries = append(view.Entries, logEntry(e))
	}
	view.Pages.Total = total
	return s.show(w, r, http.StatusOK, logPage(i18n.From(r.Context()), view))
}

// logTopic is a group of actions by which a user can filter the log.
type logTopic struct {
	Name    string // in addresses
	Text    i18n.Key
	Actions []review.Action
}

// logTopics are the topics of a contest's log.
var logTopics = []logTopic{
	{"decisions", "Decisions", []review.Action{
		review.ActionDecide, review.ActionRule, review.ActionWithdraw, review.ActionUndo, review.ActionAppeal, review.ActionAssign}},
	{"outcomes", "Outcomes", []review.Action{review.ActionOutcome}},
	{"links", "Statements and links", []review.Action{
		review.ActionAddLink, review.ActionOpenLink, review.ActionWithdrawLink, review.ActionStatement, review.ActionRead}},
	{"names", "Revealed names", []review.Action{review.ActionReveal, review.ActionHide}},
	{"checks", "Submissions and checks", []review.Action{
		review.ActionCreate, review.ActionUpload, review.ActionFollow, review.ActionStartFollowing, review.ActionStopFollowing,
		review.ActionRemoveFollowing, review.ActionCheck}},
	{"sources", "Known sources", []review.Action{review.ActionAddSource, review.ActionDeleteSource}},
	{"exports", "Exports", []review.Action{review.ActionExport}},
	{"settings", "Settings and members", []review.Action{review.ActionSettings, review.ActionMembers}},
	{"deletion", "Deletion", []review.Action{review.ActionDelete, review.ActionErase}},
}

// topics returns the topics of the log. That of the installation also has the actions on accounts.
func (v logView) topics() []logTopic {
	if v.Contest != nil {
		return logTopics
	}
	return append(slices.Clip(logTopics), logTopic{"accounts", "Accounts", slices.Sorted(maps.Keys(accountActionTexts))})
}

// isFiltered reports whether the page leaves out entries.
func (v logView) isFiltered() bool { return v.Who != review.Person{} || v.Topic != "" }

// actorValue identifies an actor in addresses: by ID, or by name if the ID is 0, as of the command line.
func actorValue(p review.Person) string {
	if p.ID == 0 {
		return p.Name
	}
	return strconv.FormatInt(p.ID, 10)
}

// actionText describes an action with details of an entry.
type actionText struct {
	text    i18n.Key
	details []detail // one for each verb of the text
}

// detail returns one detail for the text of an action.
type detail func(p *i18n.Printer, d review.Details) string

func newActionText(text i18n.Key, details ...detail) actionText { return actionText{text, details} }

func (t actionText) render(p *i18n.Printer, d review.Details) string {
	args := make([]any, len(t.details))
	for i, detail := range t.details {
		args[i] = detail(p, d)
	}
	return p.T(t.text, args...)
}

func userName(_ *i18n.Printer, d review.Details) string { return d.UserName }

func oldValue(_ *i18n.Printer, d review.Details) string { return d.From }

func newValue(_ *i18n.Printer, d review.Details) string { return d.To }

func newOutcome(p *i18n.Printer, d review.Details) string { return review.OutcomeText(p, d.To) }

func roleName(p *i18n.Printer, d review.Details) string { return p.T(roleNames[account.Role(d.Role)]) }

func fileName(p *i18n.Printer, d review.Details) string { return exportLabel(p, d.File) }

func loggedDecision(p *i18n.Printer, d review.Details) string {
	if d.Reason == "" {
		return d.Decision.Name(p)
	}
	return d.Decision.Name(p) + p.T(", ") + d.Reason.Name(p)
}

// actionTexts describe the actions on contests.
var actionTexts = map[review.Action]actionText{
	review.ActionDecide:          newActionText("decided: %s", loggedDecision),
	review.ActionRule:            newActionText("ruled: %s", loggedDecision),
	review.ActionWithdraw:        newActionText("withdrew the decision"),
	review.ActionUndo:            newActionText("restored the decision: %s", loggedDecision),
	review.ActionAppeal:          newActionText("reopened the pair after an appeal"),
	review.ActionAssign:          newActionText("assigned to %s", userName),
	review.ActionOutcome:         newActionText("set the outcome: %s", newOutcome),
	review.ActionReveal:          newActionText("revealed the name"),
	review.ActionHide:            newActionText("hid the name"),
	review.ActionMembers:         newActionText("gave %s the role %s", userName, roleName),
	review.ActionCreate:          newActionText("created the contest"),
	review.ActionUpload:          newActionText("uploaded submissions"),
	review.ActionFollow:          newActionText("followed the contest and imported its submissions"),
	review.ActionStartFollowing:  newActionText("made the server follow the contest %s", newValue),
	review.ActionStopFollowing:   newActionText("made the server stop following the contest %s", newValue),
	review.ActionRemoveFollowing: newActionText("removed the contest %s from those that the server follows", newValue),
	review.ActionCheck:           newActionText("started a check"),
	review.ActionExport:          newActionText("exported %s", fileName),
	review.ActionDelete:          newActionText("deleted the contest %s", oldValue),
	review.ActionErase:           newActionText("erased the participant"),

	review.ActionAddSource:    newActionText("added known sources: %s", newValue),
	review.ActionDeleteSource: newActionText("deleted a known source: %s", oldValue),

	review.ActionAddLink:      newActionText("made a link for a reader outside of the jury"),
	review.ActionOpenLink:     newActionText("opened the pair by a link"),
	review.ActionWithdrawLink: newActionText("withdrew a link"),
	review.ActionStatement:    newActionText("made a statement"),
	review.ActionRead:         newActionText("marked a statement as read"),
}

// accountActionTexts describe the actions on accounts.
var accountActionTexts = map[review.Action]actionText{
	review.ActionAddAccount:   newActionText("added the account %s", userName),
	review.ActionRename:       newActionText("renamed the account %s to %s", oldValue, newValue),
	review.ActionPassword:     newActionText("set the password of %s", userName),
	review.ActionDisable:      newActionText("disabled the account %s", userName),
	review.ActionEnable:       newActionText("enabled the account %s", userName),
	review.ActionAddFactor:    newActionText("turned on the second factor of %s", userName),
	review.ActionRemoveFactor: newActionText("removed the second factor of %s", userName),
	// By a group of the identity provider, at a sign-in.
	review.ActionAdministrator: newActionText("made %s an administrator", userName),
	review.ActionSignInByLink:  newActionText("signed in by the one-time link of the server"),
	review.ActionSignOut:       newActionText("ended all sessions of %s", userName),
	review.ActionAddToken:      newActionText("created a %s token of %s", newValue, userName),
	review.ActionRevokeToken:   newActionText("revoked a %s token of %s", newValue, userName),
}

// sentence is the action's text with a capital letter. A name at its beginning, as in some languages, stays as it is.
func (e logEntry) sentence(p *i18n.Printer) string {
	words := text.Visible(e.actionText(p))
	for _, name := range []string{e.Details.UserName, e.Details.From, e.Details.To, e.Details.File} {
		rest, ok := strings.CutPrefix(words, text.Visible(name))
		if next, _ := utf8.DecodeRuneInString(rest); name != "" && ok && !unicode.IsLower(next) {
			return words
		}
	}
	return text.Capitalize(words)
}

// actionText describes the action.
func (e logEntry) actionText(p *i18n.Printer) string {
	d := e.Details
	words := e.actionWords(p)
	switch {
	case d.Cluster > 0 && e.Action != review.ActionUndo:
		words = p.T("%s, for %s of cluster %s", words, p.T("%d pairs", d.Count), i18n.Number(p, d.Cluster))
	case e.Action == review.ActionAddAccount && d.Role == string(account.Administrator):
		words = p.T("%s, an administrator", words)
	}
	if d.Link != 0 {
		words = p.T("%s (link %s)", words, strconv.FormatInt(d.Link, 10))
	}
	if _, ok := accountActionTexts[e.Action]; ok && d.Count > 0 {
		words = p.T("%s; %d tokens revoked", words, d.Count)
	}
	return words
}

// actionWords describes the action without what pages add to the text.
func (e logEntry) actionWords(p *i18n.Printer) string {
	d := e.Details
	switch {
	case e.Action == review.ActionSettings:
		return settingText(p, d)
	case e.Action == review.ActionDelete && d.Count > 0:
		return p.T("deleted the contest %s but for %d participants whom decisions of other contests name", d.From, d.Count)
	case e.Action == review.ActionErase && d.Setting == review.ErasedPrograms:
		return p.T("erased %d programs", d.Count)
	case e.Action == review.ActionErase && d.Setting == review.ErasedPlaces:
		return p.T("erased addresses and seats of %d participants", d.Count)
	case e.Action == review.ActionUndo && d.Cluster > 0:
		return p.T("undid the decision on %s of cluster %s", p.T("%d pairs", d.Count), i18n.Number(p, d.Cluster))
	case e.Action == review.ActionUndo && d.Decision == "":
		return actionTexts[review.ActionWithdraw].render(p, d)
	case e.Action == review.ActionAdministrator && d.To == "":
		return p.T("ended the rights of %s as an administrator", d.UserName)
	case e.Action == review.ActionAssign && d.User == 0:
		return p.T("removed the assignment")
	case e.Action == review.ActionAddLink && d.To == "statement":
		return p.T("made a link for the statement of %s", blind.LabelsIn(p).Participant(e.First.Number))
	case e.Action == review.ActionOpenLink && d.To == "statement":
		return p.T("opened the copy for %s", blind.LabelsIn(p).Participant(e.First.Number))
	case e.Action == review.ActionOutcome && d.To == "":
		return p.T("removed the outcome: %s", review.OutcomeText(p, d.From))
	case e.Action == review.ActionOutcome && d.From != "":
		return p.T("changed the outcome from %s to %s", review.OutcomeText(p, d.From), review.OutcomeText(p, d.To))
	case e.Action == review.ActionMembers && d.Role == "":
		return p.T("removed the member %s", d.UserName)
	case e.Action == review.ActionStartFollowing && d.From != "":
		return p.T("made the server follow the contest %s from %s", text.Visible(d.To), text.Visible(d.From))
	case e.Action == review.ActionUpload && d.Count > 0:
		return p.T("uploaded %d submissions", d.Count)
	}
	if t, ok := actionTexts[e.Action]; ok {
		return t.render(p, d)
	}
	if t, ok := accountActionTexts[e.Action]; ok {
		return t.render(p, d)
	}
	return string(e.Action)
}

func settingText(p *i18n.Printer, d review.Details) string {
	switch {
	case d.Setting == "blind" && d.To == "true":
		return p.T("turned blind review on")
	case d.Setting == "blind":
		return p.T("turned blind review off: all names are visible")
	case d.Setting == "independent" && d.To == "true":
		return p.T("turned independent review on")
	case d.Setting == "independent":
		return p.T("turned independent review off: reviewers see the decisions of others")
	case d.Setting == "published_base" && d.To == "true":
		return p.T("took published sources from before the contest as base code")
	case d.Setting == "published_base":
		return p.T("took published sources as known sources, not as base code")
	case d.Setting == "outcomes":
		return p.T("changed the outcomes from “%s” to “%s”", d.From, d.To)
	case d.Setting == "agreement":
		return p.T("changed the reviewers who must agree from %s to %s", d.From, d.To)
	case d.Setting == "place_days":
		return p.T("changed the days that addresses and seats are stored from %s to %s", d.From, d.To)
	case d.Setting == "program_days":
		return p.T("changed the days that programs are stored from %s to %s", d.From, d.To)
	case d.Setting == "contest_days":
		return p.T("changed the days that the contest is stored from %s to %s", d.From, d.To)
	}
	return p.T("changed %s from %s to %s", d.Setting, d.From, d.To)
}

// participants returns the participants of the entry, by number.
func (e logEntry) participants(p *i18n.Printer) []link {
	var list []link
	for _, ref := range []review.ParticipantRef{e.First, e.Second} {
		if ref.Number == 0 {
			continue
		}
		l := link{Text: blind.LabelsIn(p).Participant(ref.Number)}
		if ref.ContestID != e.ContestID {
			l.Text = p.T("%s of an earlier contest", l.Text)
		} else if e.Contest != "" {
			l.Path = participantPath(contest.Participant{ContestID: ref.ContestID, Number: ref.Number})
		}
		list = append(list, l)
	}
	return list
}

// pairText returns the participants of a pair of a cluster, by number.
func (e logEntry) pairText(p *i18n.Printer, pair review.LoggedPair) string {
	first, second := blind.LabelsIn(p).Participant(pair.First), blind.LabelsIn(p).Participant(pair.Second)
	if pair.Problem != e.Problem {
		return p.T("%s and %s, problem %s", first, second, text.Visible(pair.Problem))
	}
	return p.T("%s and %s", first, second)
}

// stateText returns the state of the case after the action; "" if the state says no more than the decision.
func (e logEntry) stateText(p *i18n.Printer) string {
	if e.Details.State == "" || string(e.Details.State) == string(e.Details.Decision) {
		return ""
	}
	return p.T("state: %s", e.Details.State.Name(p))
}

var exportLabels = map[string]i18n.Key{
	"pair.html":        "evidence of a pair",
	"left.html":        "evidence of a pair, redacted for the left participant",
	"right.html":       "evidence of a pair, redacted for the right participant",
	"contest.html":     "evidence of the contest",
	"participant.html": "evidence of a participant, redacted for them",
}

// actorName returns the name of who did an action.
func actorName(p *i18n.Printer, actor review.Person) string {
	switch actor {
	case review.CommandLine:
		return p.T("command line")
	case review.Server:
		return p.T("server")
	case review.LinkHolder:
		return p.T("a link’s holder")
	}
	return text.Visible(actor.Name)
}

// exportLabel describes an exported file, by the end of its name.
func exportLabel(p *i18n.Printer, file string) string {
	if number, ok := strings.CutPrefix(file, "cluster-"); ok {
		return p.T("evidence of cluster %s", strings.TrimSuffix(number, ".html"))
	}
	if label, ok := exportLabels[file]; ok {
		return p.T(label)
	}
	return file
}
