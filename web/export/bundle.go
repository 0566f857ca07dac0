package export

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// PairBundle sends the evidence of a pair. ?redact=left is the copy for the left participant, which hides the
// right one; ?redact=right the other way round.
func (s *Sender) PairBundle(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID(r)
	if err != nil {
		return err
	}
	rd := s.read(r)
	p, check, err := rd.Pair(r.Context(), id)
	if err != nil {
		return err
	}
	b, err := rd.loadBundle(r.Context(), check, []contest.Pair{p})
	if err != nil {
		return err
	}
	b.Subject = "Evidence of a pair"
	name := exportName(check.Contest, id, "pair.html")
	var keep int64
	switch redact := r.URL.Query().Get("redact"); redact {
	case "":
		if err := s.logExport(r, "pair.html", check.ContestID, check.ID, p); err != nil {
			return err
		}
		return s.sendBundle(w, r, name, b, rd.Evidence)
	case "left":
		keep = p.Left.ParticipantID
	case "right":
		keep = p.Right.ParticipantID
	default:
		return httperr.BadRequest("A pair has a left and a right side, and nothing else to redact it for.", "Choose the copy on the page of the pair.")
	}
	roster, err := rd.Roster(r.Context(), p)
	if err != nil {
		return err
	}
	b, names, err := report.Redact(b, keep, roster)
	if err != nil {
		return err
	}
	if err := s.logExport(r, r.URL.Query().Get("redact")+".html", check.ContestID, check.ID, p); err != nil {
		return err
	}
	return s.sendBundle(w, r, exportName(check.Contest, id, "copy.html"), b, func(ctx context.Context, p contest.Pair) (evidence.View, error) {
		return rd.RedactedEvidence(ctx, p, names)
	})
}

// ClusterBundle sends the evidence of all pairs that tie a cluster.
func (s *Sender) ClusterBundle(w http.ResponseWriter, r *http.Request) error {
	check, err := request.ByID(r, s.read(r).CompleteCheck)
	if err != nil {
		return err
	}
	number := request.PathNumber(r)
	if number == 0 {
		return httperr.NotFound("There is no such cluster.")
	}
	rd := s.read(r)
	list, total, err := rd.Pairs(r.Context(), check.ID, contest.PairFilter{Cluster: number, Limit: report.MaxPairs})
	if err != nil {
		return err
	}
	if total == 0 {
		return httperr.NotFound("There is no such cluster.")
	}
	b, err := rd.loadBundle(r.Context(), check, list)
	if err != nil {
		return err
	}
	b.Subject = "Evidence of cluster " + text.Thousands(number)
	b.Selection = "All " + text.Count(total, "pair") + " that tie the cluster. A cluster is strung together pair by pair: not everybody in it is tied to everybody else."
	b.Omitted = total - len(list)
	file := fmt.Sprintf("cluster-%d.html", number)
	if err := s.logExport(r, file, check.ContestID, check.ID); err != nil {
		return err
	}
	return s.sendBundle(w, r, exportName(check.Contest, check.ID, file), b, rd.Evidence)
}

// ContestBundle sends the evidence of a contest's confirmed and pending cases, by the check of contest.Newest; with
// ?pairs=threshold that of all pairs from the threshold on.
func (s *Sender) ContestBundle(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID(r)
	if err != nil {
		return err
	}
	rd := s.read(r)
	checks, err := rd.Checks(r.Context(), id)
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
		list, total, err = rd.Pairs(r.Context(), check.ID, contest.PairFilter{MinSuspicion: check.Parameters.Threshold, Limit: report.MaxPairs})
		selection = "All " + text.Count(total, "pair") + " from a suspicion of " + strconv.FormatFloat(check.Parameters.Threshold, 'f', -1, 64) + ", decided or not."
	} else {
		list, selection, err = rd.confirmedPairs(r.Context(), check)
		total = len(list)
		list = list[:min(len(list), report.MaxPairs)]
	}
	if err != nil {
		return err
	}
	b, err := rd.loadBundle(r.Context(), check, list)
	if err != nil {
		return err
	}
	b.Subject, b.Selection, b.Omitted = "Evidence of a contest", selection, total-len(list)
	if err := s.logExport(r, "contest.html", check.ContestID, check.ID); err != nil {
		return err
	}
	return s.sendBundle(w, r, exportName(check.Contest, id, "contest.html"), b, rd.Evidence)
}

// confirmedPairs returns the pairs of a check whose case is confirmed or pending, by rank, and counts cases without.
func (rd collector) confirmedPairs(ctx context.Context, check contest.Check) (list []contest.Pair, selection string, err error) {
	byCase, err := rd.pairsByCase(ctx, check.ContestID, check.ID)
	if err != nil {
		return nil, "", err
	}
	missing := 0
	for _, state := range []review.State{review.CaseConfirmed, review.Pending} {
		keys, err := rd.CaseKeys(ctx, check.ContestID, state)
		if err != nil {
			return nil, "", err
		}
		for _, key := range keys {
			if p, there := byCase[key]; there {
				list = append(list, p)
			} else {
				missing++
			}
		}
	}
	slices.SortFunc(list, func(a, b contest.Pair) int { return a.Rank - b.Rank })
	selection = "All " + text.Count(len(list), "pair") + " whose case is confirmed, or is pending: confirmed by fewer reviewers than must agree."
	if missing > 0 {
		selection += " " + text.Count(missing, "such case") + " more are not in it: this check, the newest, did not find the pair."
	}
	return list, selection, nil
}

// loadBundle reads what belongs to some pairs of a check.
func (rd collector) loadBundle(ctx context.Context, check contest.Check, list []contest.Pair) (report.Bundle, error) {
	b := report.Bundle{Document: report.Document{Check: check, Pairs: list}}
	var err error
	if b.Problems, err = rd.Histograms(ctx, check); err != nil {
		return b, err
	}
	if b.Skipped, _, err = rd.Skipped(ctx, check, 0, 0); err != nil {
		return b, err
	}
	b.Cases, err = rd.CasesForPairs(ctx, check, list)
	return b, err
}

// sendBundle sends a bundle. Open opens one of its pairs.
func (s *Sender) sendBundle(w http.ResponseWriter, r *http.Request, name string, b report.Bundle, open func(context.Context, contest.Pair) (evidence.View, error)) error {
	rd := s.read(r)
	return s.send(w, r, name, "text/html; charset=utf-8", func(w io.Writer) error {
		return b.HTML(r.Context(), w, func(ctx context.Context, p contest.Pair) (report.Exhibit, error) {
			view, err := open(ctx, p)
			if err != nil {
				return report.Exhibit{}, err
			}
			return rd.exhibit(ctx, p, view)
		})
	})
}

// exhibit reads what a bundle shows of a pair.
func (rd collector) exhibit(ctx context.Context, p contest.Pair, view evidence.View) (report.Exhibit, error) {
	e := report.Exhibit{View: view}
	attempts, err := rd.Attempts(ctx, p)
	if err != nil {
		return e, err
	}
	e.Attempts = report.SortAttempts(attempts)
	for _, side := range []contest.Side{p.Left, p.Right} {
		files, err := rd.FileHashes(ctx, side)
		if err != nil {
			return e, err
		}
		for _, f := range files {
			e.Inputs = append(e.Inputs, report.Input{Participant: side.Participant, Path: f.Path, Bytes: f.Bytes, SHA256: f.SHA256})
		}
	}
	return e, nil
}
