package ui

import (
	"net/http"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// unlistedPageSize is the number of cases on one page.
const unlistedPageSize = 100

// unlistedView is the view model of one page of the decided pairs that a check does not list.
type unlistedView struct {
	checkHead
	Cases []unlistedCase
	Pages pagination
}

// unlistedCase is a case whose pair the check does not list.
type unlistedCase struct {
	caseRow
	PairID int64         // the case's pair in the check or, if the check has none, the pair of the last decision; 0 for none
	Stored *contest.Pair // nil unless the check has stored the pair
}

// Unlisted shows the decided pairs of a check's contest that the check does not list.
func (s *Site) Unlisted(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	view := unlistedView{Pages: parsePagination(r.URL, unlistedPageSize)}
	var err error
	if view.checkHead, err = reader.checkHead(r.Context(), check); err != nil {
		return err
	}
	cases, total, err := reader.UnlistedCases(r.Context(), check, view.Pages.offset(), unlistedPageSize)
	if err != nil {
		return err
	}
	view.Pages.Total = total
	for _, e := range cases {
		c := unlistedCase{caseRow: caseRow{e}}
		pair, stored, err := reader.PairOfCase(r.Context(), e.Key, check.ID)
		if stored {
			c.Stored = &pair
		} else if err == nil && len(e.Reviews) > 0 {
			pair, _, err = reader.PairOfCase(r.Context(), e.Key, e.Reviews[len(e.Reviews)-1].Basis.CheckID)
		}
		if err != nil {
			return err
		}
		c.PairID = pair.ID
		view.Cases = append(view.Cases, c)
	}
	return s.show(w, r, http.StatusOK, unlistedPage(i18n.From(r.Context()), view))
}

func (c unlistedCase) participants(p *i18n.Printer) (list []link) {
	for _, person := range []contest.Participant{c.FirstParticipant, c.SecondParticipant} {
		l := linkTo(person)
		if c.EarlierContest != "" && person.ContestID != c.ContestID {
			l.Text = p.T("%s (%s)", l.Text, text.Visible(c.EarlierContest))
		}
		list = append(list, l)
	}
	return list
}
