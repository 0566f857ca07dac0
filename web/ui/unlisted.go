package ui

import (
	"context"
	"net/http"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// unlistedView is the view model of the decided pairs that a check does not list.
type unlistedView struct {
	checkHead
	Cases []unlistedCase
}

// unlistedCase is a case whose pair the check does not list.
type unlistedCase struct {
	caseRow
	// PairID is the case's pair in the check; if the check has not stored the pair, it is the pair in the check in which somebody
	// decided the case last. It is 0 for none.
	PairID int64
	Stored *contest.Pair // nil unless the check has stored the pair
}

// Unlisted shows the decided pairs of a check's contest that the check does not list.
func (s *Site) Unlisted(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	head, err := reader.checkHead(r.Context(), check)
	if err != nil {
		return err
	}
	cases, err := reader.unlistedCases(r.Context(), check)
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, unlistedPage(i18n.From(r.Context()), unlistedView{head, cases}))
}

// unlistedCases reads the cases that review.Progress.Unlisted counts.
func (reader loader) unlistedCases(ctx context.Context, check contest.Check) ([]unlistedCase, error) {
	entries, err := reader.Cases(ctx, check.ContestID)
	if err != nil {
		return nil, err
	}
	var list []unlistedCase
	for _, e := range entries {
		pair, stored, err := reader.PairOfCase(ctx, e.Key, check.ID)
		if err != nil {
			return nil, err
		}
		if e.State == review.Open || stored && check.Parameters.Lists(pair.Scores) {
			continue
		}
		c := unlistedCase{caseRow: caseRow{e}}
		if stored {
			c.Stored = &pair
		} else if len(e.Reviews) > 0 {
			if pair, _, err = reader.PairOfCase(ctx, e.Key, e.Reviews[len(e.Reviews)-1].Basis.CheckID); err != nil {
				return nil, err
			}
		}
		c.PairID = pair.ID
		list = append(list, c)
	}
	return list, nil
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
