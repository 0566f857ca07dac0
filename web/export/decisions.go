package export

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

func (s *Sender) DecisionsCSV(w http.ResponseWriter, r *http.Request) error {
	return s.decisions(w, r, "decisions.csv", "text/csv; charset=utf-8", marked(report.DecisionsCSV))
}

func (s *Sender) DecisionsJSON(w http.ResponseWriter, r *http.Request) error {
	return s.decisions(w, r, "decisions.json", "application/json", report.DecisionsJSON)
}

// decisions sends all reviews of a contest.
func (s *Sender) decisions(w http.ResponseWriter, r *http.Request, ending, mediaType string, write func(io.Writer, report.Decisions) error) error {
	rd := s.read(r)
	of, err := request.ByID(r, rd.Contest)
	if err != nil {
		return err
	}
	d, err := rd.decisions(r.Context(), of)
	if err != nil {
		return err
	}
	if err := s.logExport(r, ending, of.ID, 0); err != nil {
		return err
	}
	return s.send(w, r, exportName(of.Name, of.ID, ending), mediaType, func(w io.Writer) error { return write(w, d) })
}

// decisions reads all reviews of a contest, with the reviewed pairs.
func (rd collector) decisions(ctx context.Context, of contest.Contest) (report.Decisions, error) {
	cases, err := rd.Cases(ctx, of.ID)
	if err != nil {
		return report.Decisions{}, err
	}
	d := report.Decisions{Contest: of.Name}
	checks := make(map[int64]map[review.Key]contest.Pair) // the pairs of each that a decision names
	for _, c := range cases {
		decided := report.DecidedCase{
			Case: c.Case, EarlierContest: c.Earlier, Pairs: make(map[int64]contest.Pair),
			FirstParticipant: c.FirstParticipant, SecondParticipant: c.SecondParticipant,
		}
		for _, one := range c.Reviews {
			check := one.Basis.CheckID
			if _, loaded := checks[check]; !loaded {
				if checks[check], err = rd.pairsByCase(ctx, of.ID, check); err != nil {
					return report.Decisions{}, err
				}
			}
			if p, found := checks[check][c.Key]; found {
				decided.Pairs[check] = p
			}
		}
		d.Cases = append(d.Cases, decided)
	}
	return d, nil
}

// pairsByCase returns the reviewed pairs of a check by case; none where it is gone or of another contest.
func (rd collector) pairsByCase(ctx context.Context, contestID, checkID int64) (map[review.Key]contest.Pair, error) {
	check, err := rd.Check(ctx, checkID)
	if errors.Is(err, contest.ErrNotFound) || err == nil && check.ContestID != contestID {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	byCase := make(map[review.Key]contest.Pair)
	for p, err := range rd.EachPair(ctx, checkID, contest.PairFilter{Decided: true}) {
		if err != nil {
			return nil, err
		}
		byCase[review.KeyOf(contestID, p)] = p
	}
	return byCase, nil
}
