package ui

import (
	"net/http"
	"time"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// proposedDays is how many days the form proposes for a statement or for a reader.
const proposedDays = 14

// linksView is the view model of the links to a pair.
type linksView struct {
	access.CheckedPair
	Case            access.Case
	Links           []review.Link // newest first
	Now             time.Time
	NewLink         *newLink // nil unless a link was just made
	ProposedLastDay string   // the last day that the form proposes
}

// newLink is a new link with its address, which nobody can see again.
type newLink struct {
	review.Link
	Address        string
	IsLocal        bool   // only this machine can open the address
	Markdown, HTML string // the letter; "" for an outsider
	Language       string // of the letter
}

// Links shows the links to a pair, and forms for new ones.
func (s *Site) Links(w http.ResponseWriter, r *http.Request, reader loader, p access.CheckedPair) error {
	return s.showLinks(w, r, reader, p, nil)
}

func (s *Site) showLinks(w http.ResponseWriter, r *http.Request, reader loader, p access.CheckedPair, added *newLink) error {
	now := time.Now()
	view := linksView{CheckedPair: p, NewLink: added, Now: now, ProposedLastDay: now.UTC().AddDate(0, 0, proposedDays).Format(time.DateOnly)}
	var err error
	if view.Case, err = reader.Case(r.Context(), p.Pair, p.Check); err != nil {
		return err
	}
	if view.Links, err = reader.Links(r.Context(), p.Pair, p.Check); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, linksPage(i18n.From(r.Context()), view))
}

// AddLink makes a link, and shows the address and the letter only now: only a hash of the secret is stored.
func (s *Site) AddLink(w http.ResponseWriter, r *http.Request, reader loader, p access.CheckedPair) error {
	l, token, err := reader.AddLink(r.Context(), p.Pair, p.Check, access.NewLink{
		Side: r.PostFormValue("side"), Recipient: r.PostFormValue("recipient"), Hides: review.Hiding(r.PostFormValue("hides")),
		Once: r.PostFormValue("once") == "true", LastDay: r.PostFormValue("last_day"),
	})
	if err != nil {
		return err
	}
	added := &newLink{Link: l, Address: s.Exposure.Base(r) + request.LinkPath + token, IsLocal: s.Exposure.IsLocal(r)}
	if l.ForStatement() {
		ctx := r.Context()
		if language := r.PostFormValue("lang"); i18n.Known(language) {
			ctx = i18n.With(ctx, i18n.In(language))
		}
		letter, err := reader.Letter(ctx, l, added.Address)
		if err != nil {
			return err
		}
		printer := i18n.From(ctx)
		added.Markdown, added.Language = letter.Markdown(printer), printer.Tag
		if added.HTML, err = letter.HTML(ctx); err != nil {
			return err
		}
	}
	return s.showLinks(w, r, reader, p, added)
}

// WithdrawLink ends a link, and leads back to the list.
func (s *Site) WithdrawLink(w http.ResponseWriter, r *http.Request, reader loader, p access.CheckedPair) error {
	id, err := request.PathID(r, "link")
	if err != nil {
		return err
	}
	return seeOtherUnless(reader.WithdrawLink(r.Context(), p.Pair, p.Check, id), w, r, linksPath(p.Pair.ID))
}

// MarkStatementRead marks a statement as read, and leads back to the statement on the page of the pair.
func (s *Site) MarkStatementRead(w http.ResponseWriter, r *http.Request, reader loader, p access.CheckedPair) error {
	link, err := request.PathID(r, "link")
	if err != nil {
		return err
	}
	return seeOtherUnless(reader.MarkStatementRead(r.Context(), p.Pair, p.Check, link), w, r, pairPath(p.Pair.ID)+"#"+statementID(link))
}

func linksPath(pairID int64) string { return pairPath(pairID) + "/links" }

// recipient says for whom a link is.
func (v linksView) recipient(p *i18n.Printer, l review.Link) string {
	if !l.ForStatement() {
		return text.Visible(l.Recipient)
	}
	return evidence.ParticipantName(p, v.Pair.SideOf(l.ParticipantID))
}

// stateText describes the state of a link.
func (v linksView) stateText(p *i18n.Printer, l review.Link) string {
	switch l.State(v.Now) {
	case review.LinkStated:
		return p.T("statement made")
	case review.LinkWithdrawn:
		return p.T("withdrawn")
	case review.LinkUsed:
		return p.T("used")
	case review.LinkEnded:
		return p.T("ended %s", p.Day(l.LastDay()))
	}
	if l.OneTime {
		return p.T("until %s, works once", p.Day(l.LastDay()))
	}
	return p.T("until %s", p.Day(l.LastDay()))
}

var hidingTexts = map[review.Hiding]i18n.Key{
	review.HidesNothing: "nothing hidden",
	review.HidesNames:   "names hidden",
	review.HidesProgram: "names and the other program hidden",
}
