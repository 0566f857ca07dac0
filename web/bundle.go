package web

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// pairBundle hands out the evidence of a pair as one file. With ?redact=left the
// copy is for the left participant, and the right one is hidden in it; with
// ?redact=right it is the other way round.
func (s *Server) pairBundle(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	rd := s.read(r)
	p, check, err := rd.pair(r.Context(), id)
	if err != nil {
		return err
	}
	b, err := rd.bundle(r.Context(), check, []contest.Pair{p})
	if err != nil {
		return err
	}
	b.Subject = "Evidence of a pair"
	name := exportName(check.Contest, id, "pair.html")
	var keep int64
	switch redact := r.URL.Query().Get("redact"); redact {
	case "":
		if err := s.logHandOut(r, "pair.html", check.ContestID, check.ID, p); err != nil {
			return err
		}
		return s.handOut(w, r, name, b, rd.names)
	case "left":
		keep = p.Left.ParticipantID
	case "right":
		keep = p.Right.ParticipantID
	default:
		return httperr.BadRequest("A pair has a left and a right side, and nothing else to redact it for.", "Choose the copy on the page of the pair.")
	}
	participants, err := rd.participants(r.Context(), check.ContestID)
	if err != nil {
		return err
	}
	if p.Earlier() {
		others, err := rd.participants(r.Context(), p.Right.ContestID)
		if err != nil {
			return err
		}
		participants = slices.Concat(participants, others)
	}
	b, names, err := report.Redact(b, keep, participants)
	if err != nil {
		return err
	}
	if err := s.logHandOut(r, r.URL.Query().Get("redact")+".html", check.ContestID, check.ID, p); err != nil {
		return err
	}
	return s.handOut(w, r, exportName(check.Contest, id, "copy.html"), b, func(context.Context, contest.Pair) (*blind.Masker, error) { return names, nil })
}

// clusterBundle hands out the evidence of all pairs that tie a cluster.
func (s *Server) clusterBundle(w http.ResponseWriter, r *http.Request) error {
	check, err := s.completeCheck(r)
	if err != nil {
		return err
	}
	number := pathNumber(r)
	if number == 0 {
		return httperr.NotFound("There is no such cluster.")
	}
	rd := s.read(r)
	list, total, err := rd.pairs(r.Context(), check.ID, contest.PairFilter{Cluster: number, Limit: report.MaxPairs})
	if err != nil {
		return err
	}
	if total == 0 {
		return httperr.NotFound("There is no such cluster.")
	}
	b, err := rd.bundle(r.Context(), check, list)
	if err != nil {
		return err
	}
	b.Subject = "Evidence of cluster " + integer(number)
	b.Selection = "All " + text.Count(total, "pair") + " that tie the cluster. A cluster is strung together pair by pair: not everybody in it is tied to everybody else."
	b.Omitted = total - len(list)
	file := fmt.Sprintf("cluster-%d.html", number)
	if err := s.logHandOut(r, file, check.ContestID, check.ID); err != nil {
		return err
	}
	return s.handOut(w, r, exportName(check.Contest, check.ID, file), b, rd.names)
}

// contestBundle hands out the evidence of the cases of a contest that are
// confirmed, or pending; with ?pairs=threshold that of all pairs that reach the
// threshold. It is of the check that contest.Newest
// chooses.
func (s *Server) contestBundle(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	rd := s.read(r)
	checks, err := rd.checks(r.Context(), id)
	if err != nil {
		return err
	}
	check, found := contest.NewestCheck(checks)
	if !found {
		return httperr.NotFound("No check of this contest has a result.")
	}
	var list []contest.Pair
	var total int
	selection := ""
	if r.URL.Query().Get("pairs") == "threshold" {
		list, total, err = rd.pairs(r.Context(), check.ID, contest.PairFilter{MinSuspicion: check.Parameters.Threshold, Limit: report.MaxPairs})
		selection = "All " + text.Count(total, "pair") + " from a suspicion of " + strconv.FormatFloat(check.Parameters.Threshold, 'f', -1, 64) + ", decided or not."
	} else {
		list, selection, err = rd.found(r.Context(), check)
		total = len(list)
		list = list[:min(len(list), report.MaxPairs)]
	}
	if err != nil {
		return err
	}
	b, err := rd.bundle(r.Context(), check, list)
	if err != nil {
		return err
	}
	b.Subject, b.Selection, b.Omitted = "Evidence of a contest", selection, total-len(list)
	if err := s.logHandOut(r, "contest.html", check.ContestID, check.ID); err != nil {
		return err
	}
	return s.handOut(w, r, exportName(check.Contest, id, "contest.html"), b, rd.names)
}

// found returns the pairs of a check whose case is confirmed or pending, by
// rank, and says how many there are, and how many cases have no pair in it.
func (rd reader) found(ctx context.Context, check contest.Check) (list []contest.Pair, selection string, err error) {
	visible, err := rd.visible(ctx)
	if err != nil {
		return nil, "", err
	}
	byCase, err := rd.pairsByCase(ctx, check.ContestID, check.ID)
	if err != nil {
		return nil, "", err
	}
	gone := 0
	for _, state := range []review.State{review.CaseConfirmed, review.Pending} {
		cases, _, err := rd.Store.Cases(ctx, check.ContestID, review.Filter{State: state, Visible: visible})
		if err != nil {
			return nil, "", err
		}
		for _, c := range cases {
			if p, there := byCase[c.Key]; there {
				list = append(list, p)
			} else {
				gone++
			}
		}
	}
	slices.SortFunc(list, func(a, b contest.Pair) int { return a.Rank - b.Rank })
	selection = "All " + text.Count(len(list), "pair") + " whose case is confirmed, or is pending: confirmed by fewer reviewers than must agree."
	if gone > 0 {
		selection += " " + text.Count(gone, "such case") + " more are not in it: this check, the newest, did not find the pair."
	}
	return list, selection, nil
}

// bundle reads what stands beside some pairs of a check.
func (rd reader) bundle(ctx context.Context, check contest.Check, list []contest.Pair) (report.Bundle, error) {
	b := report.Bundle{Document: report.Document{Check: check, Pairs: list}}
	var err error
	if b.Problems, err = rd.Store.Histograms(ctx, check.ID); err != nil {
		return b, err
	}
	if b.Skipped, _, err = rd.skipped(ctx, check, 0, 0); err != nil {
		return b, err
	}
	b.Cases, err = rd.casesOfPairs(ctx, check, list)
	return b, err
}

// casesOfPairs returns the cases of some pairs of a check, in their order, with
// the names of the hidden masked in the notes. It is never nil.
func (rd reader) casesOfPairs(ctx context.Context, check contest.Check, list []contest.Pair) ([]review.Case, error) {
	known, err := rd.Store.CasesByPairs(ctx, check.ContestID, list)
	if err != nil {
		return nil, err
	}
	cases := []review.Case{}
	for _, p := range list {
		key := review.KeyOf(check.ContestID, p)
		c, ok := known[key]
		if !ok {
			c = review.Case{Key: key, State: review.Open}
		}
		if len(c.Reviews) > 0 {
			names, err := rd.names(ctx, p)
			if err != nil {
				return nil, err
			}
			c.Reviews = blind.PairReviews(p, c.Reviews, names)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// handOut sends a bundle. names finds those names inside the programs of a pair
// that are to be masked.
func (s *Server) handOut(w http.ResponseWriter, r *http.Request, name string, b report.Bundle, names func(context.Context, contest.Pair) (*blind.Masker, error)) error {
	rd := s.read(r)
	return s.send(w, r, name, "text/html; charset=utf-8", func(w io.Writer) error {
		return b.HTML(r.Context(), w, func(ctx context.Context, p contest.Pair) (report.Exhibit, error) {
			text, err := names(ctx, p)
			if err != nil {
				return report.Exhibit{}, err
			}
			return rd.exhibit(ctx, p, text)
		})
	})
}
