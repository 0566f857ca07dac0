package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

// apiStatement is what a participant stated about a pair.
type apiStatement struct {
	Side string    `json:"side" enum:"left,right" doc:"The side of the participant."`
	Text string    `json:"text" doc:"Plain text. In blind contests its names are masked."`
	At   time.Time `json:"at"`
}

// sideName returns the side of a participant of a pair.
func sideName(p contest.Pair, participantID int64) string {
	if p.Right.ParticipantID == participantID {
		return "right"
	}
	return "left"
}

// apiLink is a link to a pair, without its address.
type apiLink struct {
	ID        int64      `json:"id" example:"12"`
	Side      string     `json:"side,omitempty" enum:"left,right" doc:"The side of the participant who may make a statement; missing for an outsider."`
	Recipient string     `json:"recipient,omitempty" doc:"The outsider."`
	Hides     string     `json:"hides" enum:"nothing,names,program" doc:"What the link hides, besides what blind review hides."`
	Once      bool       `json:"once" doc:"Whether the link ends when it is opened."`
	State     string     `json:"state" enum:"open,stated,withdrawn,used,ended"`
	EndsAt    time.Time  `json:"ends_at"`
	MadeBy    apiPerson  `json:"made_by"`
	MadeAt    *time.Time `json:"made_at"`
	OpenedAt  *time.Time `json:"opened_at" doc:"When it was opened, accurate to an hour; null if never."`
}

// apiLinks are the links to a pair.
type apiLinks struct {
	Items []apiLink `json:"items" nullable:"false" doc:"The links, newest first."`
}

// apiNewLink is a link that was just made.
type apiNewLink struct {
	Link     apiLink `json:"link"`
	Address  string  `json:"address" doc:"The address of the link. No other answer has it: only a hash of its secret is stored." example:"https://judge.example/links/K2QX"`
	Markdown string  `json:"letter_markdown,omitempty" doc:"The letter to the participant in Markdown. ojcheck sends nothing."`
	HTML     string  `json:"letter_html,omitempty" doc:"The letter as one HTML page."`
}

func apiLinkOf(l review.Link, p contest.Pair) apiLink {
	link := apiLink{
		ID: l.ID, Recipient: l.Recipient, Hides: string(l.Hides), Once: l.OneTime, State: string(l.State(time.Now())), EndsAt: l.EndsAt.UTC(),
		MadeBy: apiPerson{l.By.ID, l.By.Name}, MadeAt: utc(l.CreatedAt), OpenedAt: utc(l.OpenedAt),
	}
	if l.ForStatement() {
		link.Side = sideName(p, l.ParticipantID)
	}
	return link
}

// readLinks returns the answer with the links to a pair.
func (c apiRequest) readLinks(ctx context.Context, p access.CheckedPair) (*output[apiLinks], error) {
	list, err := c.Links(ctx, p.Pair, p.Check)
	return answer(apiLinks{rowsOf(list, func(l review.Link) apiLink { return apiLinkOf(l, p.Pair) })}, err)
}

func (a *API) addLinks() {
	tags := []string{"pairs"}
	add(a, auth.InPair(account.Chief), huma.Operation{
		OperationID: "listLinks", Method: http.MethodGet, Path: "/pairs/{id}/links", Tags: tags,
		Summary: "List the links to a pair for people without an account", Errors: []int{http.StatusForbidden},
	}, withObject((*access.Reader).Pair, func(ctx context.Context, c apiRequest, p access.CheckedPair, _ *struct{}) (*output[apiLinks], error) {
		return c.readLinks(ctx, p)
	}))

	type linkInput struct {
		Body struct {
			Side      string   `json:"side,omitempty" enum:"left,right" doc:"The participant who may make a statement; without it, the link is for an outsider."`
			Recipient string   `json:"recipient,omitempty" maxLength:"200" doc:"The outsider, in your words."`
			Hides     string   `json:"hides" enum:"nothing,names,program" doc:"What the link hides. A link for a statement hides names, or program: names and the other program. A link for an outsider hides names or nothing."`
			Once      bool     `json:"once,omitempty" doc:"End the link when the outsider opens it."`
			Language  language `json:"language,omitempty" doc:"The language of the letter; English by default."`
			LastDay   string   `json:"last_day" format:"date" doc:"The last day on which the link works, in UTC." example:"2026-12-03"`
		}
	}
	add(a, auth.InPair(account.Chief), huma.Operation{
		OperationID: "addLink", Method: http.MethodPost, Path: "/pairs/{id}/links", Tags: tags,
		Summary: "Make a link to a pair for somebody without an account",
		Description: "A link for a statement needs a confirmed case; it opens the participant's copy and a form, and withdraws the open link of the " +
			"same participant. A link for an outsider shows the pair.",
		DefaultStatus: http.StatusCreated,
	}, withObject((*access.Reader).Pair, func(ctx context.Context, c apiRequest, p access.CheckedPair, in *linkInput) (*output[apiNewLink], error) {
		l, token, err := c.AddLink(ctx, p.Pair, p.Check, access.NewLink{
			Side: in.Body.Side, Recipient: in.Body.Recipient, Hides: review.Hiding(in.Body.Hides), Once: in.Body.Once, LastDay: in.Body.LastDay,
		})
		if err != nil {
			return nil, err
		}
		added := apiNewLink{Link: apiLinkOf(l, p.Pair), Address: c.api.Exposure.Base(c.r) + request.LinkPath + token}
		if l.ForStatement() {
			printer := i18n.In(string(in.Body.Language))
			ctx := i18n.With(ctx, printer)
			letter, err := c.Letter(ctx, l, added.Address)
			if err != nil {
				return nil, err
			}
			added.Markdown = letter.Markdown(printer)
			if added.HTML, err = letter.HTML(ctx); err != nil {
				return nil, err
			}
		}
		return answer(added, nil)
	}))

	add(a, auth.InPair(account.Chief), huma.Operation{
		OperationID: "withdrawLink", Method: http.MethodDelete, Path: "/pairs/{id}/links/{link}", Tags: tags,
		Summary:       "Withdraw a link to a pair",
		Description:   "The answer is the list of links afterwards. If the link has ended already, nothing changes.",
		DefaultStatus: http.StatusOK,
	}, withObject((*access.Reader).Pair, func(ctx context.Context, c apiRequest, p access.CheckedPair, _ *struct{}) (*output[apiLinks], error) {
		id, err := request.PathID(c.r, "link")
		if err != nil {
			return nil, err
		}
		if err := c.WithdrawLink(ctx, p.Pair, p.Check, id); err != nil {
			return nil, err
		}
		return c.readLinks(ctx, p)
	}))
}
