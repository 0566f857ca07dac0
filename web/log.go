package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// logSize is how many entries one page of the audit log shows.
const logSize = 100

// logView is what a page of the audit log shows.
type logView struct {
	Contest *contest.Contest // nil for the whole installation
	Entries []logEntry
	Pages   paged
}

// logEntry is an entry with the name of its contest, and with the names of those
// participants who are shown by name.
type logEntry struct {
	review.Entry
	Contest string // "" where it is gone
	names   map[review.Numbered]string
}

// contestLog shows who did what in a contest.
func (s *Server) contestLog(w http.ResponseWriter, r *http.Request) error {
	c, err := s.findContest(r)
	if err != nil {
		return err
	}
	return s.showLog(w, r, &c)
}

// log shows who did what in all contests.
func (s *Server) log(w http.ResponseWriter, r *http.Request) error { return s.showLog(w, r, nil) }

func (s *Server) showLog(w http.ResponseWriter, r *http.Request, of *contest.Contest) error {
	view := logView{Contest: of, Pages: newPaged(r.URL, logSize)}
	var contestID int64
	if of != nil {
		contestID = of.ID
	}
	ctx, rd := r.Context(), s.read(r)
	entries, total, err := s.Store.AuditLog(ctx, contestID, view.Pages.offset(), logSize)
	if err != nil {
		return err
	}
	view.Pages.Total = total
	if view.Entries, err = rd.named(ctx, entries); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, logPage(view))
}

// named tells of which contests entries are, and hides in their notes the names
// of participants who are hidden.
func (rd reader) named(ctx context.Context, entries []review.Entry) ([]logEntry, error) {
	contests, err := rd.contests(ctx)
	if err != nil {
		return nil, err
	}
	names := make(map[int64]string)
	for _, c := range contests {
		names[c.ID] = c.Name
	}
	texts := make(map[int64]*blind.Text)
	list := make([]logEntry, len(entries))
	for i, e := range entries {
		if e.Note != "" {
			if _, known := texts[e.ContestID]; !known {
				participants, err := rd.participants(ctx, e.ContestID)
				if err != nil {
					return nil, err
				}
				texts[e.ContestID] = blind.NewText(participants)
			}
			e.Note = texts[e.ContestID].Replace(e.Note)
		}
		list[i] = logEntry{Entry: e, Contest: names[e.ContestID]}
	}
	return list, nil
}

// what says in words what was done.
func (e logEntry) what() string {
	d := e.Details
	switch e.Action {
	case review.ActionDecide:
		return "decided: " + decided(d)
	case review.ActionSettle:
		return "settled: " + decided(d)
	case review.ActionWithdraw:
		return "took back what they had decided"
	case review.ActionUndo:
		if d.Decision == "" {
			return "took back what they had decided"
		}
		return "went back to: " + decided(d)
	case review.ActionAssign:
		if d.User == 0 {
			return "assigned to nobody"
		}
		return "assigned to " + d.UserName
	case review.ActionUncover:
		return "uncovered the name"
	case review.ActionCover:
		return "hid the name again"
	case review.ActionSettings:
		return setting(d)
	case review.ActionMembers:
		if d.Role == "" {
			return d.UserName + " is no member any more"
		}
		return d.UserName + " is " + d.Role + " now"
	case review.ActionUpload:
		return "uploaded submissions"
	case review.ActionCheck:
		return "had the contest checked"
	case review.ActionDelete:
		return "deleted the contest"
	}
	return string(e.Action)
}

func decided(d review.Details) string {
	text := string(d.Decision)
	if d.Reason != "" {
		text += ", " + string(d.Reason)
	}
	return text
}

func setting(d review.Details) string {
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

// about says whom it is about: participants by their numbers.
func (e logEntry) about() []numbered {
	var list []numbered
	for _, n := range []review.Numbered{e.First, e.Second} {
		if n.Number != 0 {
			p := numbered{Text: blind.Name(n.Number)}
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

// numbered is a participant by number, with the address of their page, if there
// is one.
type numbered link

// stands says where the case stood afterwards.
func (e logEntry) stands() string {
	if e.Details.State == "" || string(e.Details.State) == string(e.Details.Decision) {
		return ""
	}
	return "then " + strings.ToLower(stateName(e.Details.State))
}
