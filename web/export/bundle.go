package export

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

// PairBundle sends the evidence of a pair. With ?redact=left or ?redact=right, it sends a redacted copy for the left or right
// participant, which hides the other participant.
func (s *Sender) PairBundle(w http.ResponseWriter, r *http.Request) error {
	r, err := inLanguage(r)
	if err != nil {
		return err
	}
	reader := s.read(r)
	found, err := request.ByID(r, reader.Pair)
	if err != nil {
		return err
	}
	p := found.Pair
	b, err := reader.loadBundle(r.Context(), found.Check, []contest.Pair{p})
	if err != nil {
		return err
	}
	b.Subject = i18n.From(r.Context()).T("Evidence of a pair")
	redact := r.URL.Query().Get("redact")
	recipient, isSide := map[string]int64{"left": p.Left.ParticipantID, "right": p.Right.ParticipantID}[redact]
	switch {
	case redact == "":
		return s.sendBundle(w, r, "pair.html", "pair.html", p.ID, b, reader.Evidence, aboutPair(p))
	case !isSide:
		return httperr.BadRequest("A copy can be redacted for the left or the right participant only.",
			"Choose the copy on the page of the pair.")
	}
	b, load, err := reader.redact(r.Context(), b, recipient)
	if err != nil {
		return err
	}
	return s.sendBundle(w, r, redact+".html", "copy-"+redact+".html", p.ID, b, load, aboutPair(p))
}

// ParticipantBundle sends one copy of the evidence of all pairs of a participant in the newest check that are confirmed or
// appealed, redacted for the participant.
func (s *Sender) ParticipantBundle(w http.ResponseWriter, r *http.Request) error {
	r, err := inLanguage(r)
	if err != nil {
		return err
	}
	printer, reader := i18n.From(r.Context()), s.read(r)
	check, err := reader.newestCheck(r)
	if err != nil {
		return err
	}
	p, err := reader.Participant(r.Context(), check.ContestID, request.PathNumber(r))
	if err != nil {
		return err
	}
	cases, err := reader.CasesOf(r.Context(), p)
	if err != nil {
		return err
	}
	var keys []review.Key
	for _, c := range cases {
		if c.State == review.CaseConfirmed || c.State == review.Appealed {
			keys = append(keys, c.Key)
		}
	}
	list, missing, err := reader.pairsOfCases(r.Context(), check, keys)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return httperr.NotFound("No pair of this participant in the newest check is confirmed or appealed.")
	}
	total := len(list)
	b, err := reader.loadBundle(r.Context(), check, list[:min(total, report.MaxPairs)])
	if err != nil {
		return err
	}
	b.Subject, b.Omitted = printer.T("Evidence of a participant"), total-len(b.Pairs)
	b.Selection = printer.Sentences(printer.T("All %d pairs of the participant that are confirmed or appealed.", total), missing)
	b, load, err := reader.redact(r.Context(), b, p.ID)
	if err != nil {
		return err
	}
	about := review.Entry{First: review.ParticipantRef{ContestID: p.ContestID, Number: p.Number}}
	return s.sendBundle(w, r, "participant.html", fmt.Sprintf("participant-%d.html", p.Number), p.ContestID, b, load, about)
}

// loadEvidence returns the evidence of a pair, masked for the recipient of a bundle.
type loadEvidence func(context.Context, contest.Pair) (evidence.View, error)

// redact returns the copy of a bundle for a recipient: a participant's ID, or 0 for an outsider. The evidence
// that load returns is masked like the copy.
func (reader exportReader) redact(
	ctx context.Context, b report.Bundle, recipient int64,
) (redacted report.Bundle, load loadEvidence, err error) {
	roster, err := reader.Roster(ctx, b.Pairs...)
	if err != nil {
		return b, nil, err
	}
	redacted, names, err := report.Redact(i18n.From(ctx), b, recipient, roster)
	return redacted, func(ctx context.Context, p contest.Pair) (evidence.View, error) {
		return reader.RedactedEvidence(ctx, p, names)
	}, err
}

var errNoCluster = httperr.NotFound("There is no such cluster.")

// refuseRedact returns an error if the request asks for a redacted copy of pairs that have no participant in common.
func refuseRedact(r *http.Request) error {
	if !r.URL.Query().Has("redact") {
		return nil
	}
	return httperr.BadRequest("Evidence of several pairs can be redacted for one participant only.",
		"Choose the copy on the page of the participant or of the pair.")
}

// ClusterBundle sends the evidence of all listed pairs within a cluster.
func (s *Sender) ClusterBundle(w http.ResponseWriter, r *http.Request) error {
	r, err := inLanguage(r)
	if err != nil {
		return err
	}
	if err := refuseRedact(r); err != nil {
		return err
	}
	reader := s.read(r)
	check, err := request.ByID(r, reader.CompleteCheck)
	if err != nil {
		return err
	}
	number := request.PathNumber(r)
	if number == 0 {
		return errNoCluster
	}
	list, total, err := reader.Pairs(r.Context(), check.ID, contest.PairFilter{Cluster: number, Limit: report.MaxPairs})
	if err != nil {
		return err
	}
	if total == 0 {
		return errNoCluster
	}
	cluster, err := reader.Cluster(r.Context(), check.ID, number)
	if err != nil {
		return err
	}
	b, err := reader.loadBundle(r.Context(), check, list)
	if err != nil {
		return err
	}
	printer := i18n.From(r.Context())
	b.Subject = printer.T("Evidence of cluster %s", i18n.Number(printer, number))
	b.Selection = clusterSelection(printer, cluster, total)
	b.Omitted = total - len(list)
	file := fmt.Sprintf("cluster-%d.html", number)
	return s.sendBundle(w, r, file, file, check.ID, b, reader.Evidence, review.Entry{})
}

// clusterSelection describes the pairs of a cluster in its bundle.
func clusterSelection(p *i18n.Printer, c contest.Cluster, pairs int) string {
	sentences := []string{p.T("All %d pairs that link participants of the cluster.", pairs)}
	switch {
	case c.Size < 3:
	case pairs < c.Size*(c.Size-1)/2:
		sentences = append(sentences, p.T("Not everybody in it is linked to everybody else."))
	default:
		sentences = append(sentences, p.T("Everybody in it is linked to everybody else."))
	}
	return p.Sentences(append(sentences, c.Shape(p)...)...)
}

// ContestBundle sends the evidence of the pairs in the newest check of a contest that are confirmed or need a second
// reviewer. With ?pairs=threshold, it sends the evidence of all pairs that the check lists.
func (s *Sender) ContestBundle(w http.ResponseWriter, r *http.Request) error {
	r, err := inLanguage(r)
	if err != nil {
		return err
	}
	if err := refuseRedact(r); err != nil {
		return err
	}
	printer, reader := i18n.From(r.Context()), s.read(r)
	check, err := reader.newestCheck(r)
	if err != nil {
		return err
	}
	var list []contest.Pair
	var total int
	selection := ""
	if r.URL.Query().Get("pairs") == "threshold" {
		filter := check.Parameters.Filter()
		filter.Limit = report.MaxPairs
		list, total, err = reader.Pairs(r.Context(), check.ID, filter)
		// For example: "All 7 pairs with a suspicion of 0.30 or more, decided or not."
		selection = printer.T("All %d pairs %s, decided or not.", total, check.Parameters.ListedText(printer))
	} else {
		list, selection, err = reader.confirmedOrPending(r.Context(), check)
		total = len(list)
		list = list[:min(len(list), report.MaxPairs)]
	}
	if err != nil {
		return err
	}
	b, err := reader.loadBundle(r.Context(), check, list)
	if err != nil {
		return err
	}
	b.Subject, b.Selection, b.Omitted = printer.T("Evidence of a contest"), selection, total-len(list)
	return s.sendBundle(w, r, "contest.html", "contest.html", check.ContestID, b, reader.Evidence, review.Entry{})
}

// newestCheck returns the newest complete check of the contest in the address.
func (reader exportReader) newestCheck(r *http.Request) (contest.Check, error) {
	check, err := request.ByID(r, reader.NewestCheck)
	if err == nil && check.ID == 0 {
		err = httperr.NotFound("No check of this contest is complete.")
	}
	return check, err
}

// confirmedOrPending returns the pairs of a check that are confirmed or need a second reviewer, by rank. selection
// describes these pairs in the bundle.
func (reader exportReader) confirmedOrPending(ctx context.Context, check contest.Check) (list []contest.Pair, selection string, err error) {
	var keys []review.Key
	for _, state := range []review.State{review.CaseConfirmed, review.Pending} {
		inState, err := reader.CaseKeys(ctx, check.ContestID, state)
		if err != nil {
			return nil, "", err
		}
		keys = append(keys, inState...)
	}
	list, missing, err := reader.pairsOfCases(ctx, check, keys)
	if err != nil {
		return nil, "", err
	}
	printer := i18n.From(ctx)
	all := printer.T("All %d pairs that are confirmed or need a second reviewer.", len(list))
	hidden, err := reader.SealText(ctx, check.ContestID)
	return list, printer.Sentences(all, missing, hidden), err // missing and hidden may be ""
}

// pairsOfCases returns the pairs of cases in a check, by rank. missing is a sentence about the cases without a pair; "" if all
// have one.
func (reader exportReader) pairsOfCases(
	ctx context.Context, check contest.Check, keys []review.Key,
) (list []contest.Pair, missing string, err error) {
	byCase, err := reader.PairsByCase(ctx, check.ContestID, check.ID)
	for _, key := range keys {
		if p, found := byCase[key]; found {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b contest.Pair) int { return a.Rank - b.Rank })
	if n := len(keys) - len(list); n > 0 {
		missing = i18n.From(ctx).T("%d more such cases are missing, because the newest check did not find their pairs.", n)
	}
	return list, missing, err
}

// loadBundle returns a bundle of pairs of a check, without their evidence.
func (reader exportReader) loadBundle(ctx context.Context, check contest.Check, list []contest.Pair) (report.Bundle, error) {
	b := report.Bundle{Document: report.Document{Check: check, Pairs: list}}
	var err error
	if b.Histograms, err = reader.Histograms(ctx, check); err != nil {
		return b, err
	}
	if b.Skipped, _, err = reader.Skipped(ctx, check, 0, 0); err != nil {
		return b, err
	}
	if b.Sources, b.Masker, err = reader.SourcesOfPairs(ctx, check, list); err != nil {
		return b, err
	}
	b.Cases, err = reader.CasesForPairs(ctx, check, list)
	return b, err
}

// sendBundle adds an export to the audit log under logName, and sends a bundle. about is an entry with the participants
// whom the file is about. The file name consists of the contest, id and suffix.
func (s *Sender) sendBundle(
	w http.ResponseWriter, r *http.Request, logName, suffix string, id int64, b report.Bundle, load loadEvidence, about review.Entry,
) error {
	if err := s.logExport(r, logName, b.Check.ContestID, b.Check.ID, about); err != nil {
		return err
	}
	reader, name := s.read(r), exportName(b.Check.Contest, id, addLanguage(r, suffix))
	return s.send(w, r, name, "text/html; charset=utf-8", func(w io.Writer) error {
		return reader.writeBundle(r.Context(), w, b, load)
	})
}

func (reader exportReader) writeBundle(ctx context.Context, w io.Writer, b report.Bundle, load loadEvidence) error {
	return b.HTML(ctx, w, func(ctx context.Context, p contest.Pair) (report.PairEvidence, error) {
		view, err := load(ctx, p)
		if err != nil {
			return report.PairEvidence{}, err
		}
		return reader.pairEvidence(ctx, p, view)
	})
}

// pairEvidence returns what a bundle shows of a pair: its evidence, attempts and hashes of the files.
func (reader exportReader) pairEvidence(
	ctx context.Context, p contest.Pair, view evidence.View,
) (report.PairEvidence, error) {
	e := report.PairEvidence{View: view}
	attempts, err := reader.Attempts(ctx, p)
	if err != nil {
		return e, err
	}
	e.Attempts = report.SortAttempts(attempts)
	left, err := reader.FileHashes(ctx, p.Left, view.Left)
	if err != nil {
		return e, err
	}
	right, err := reader.FileHashes(ctx, p.Right, view.Right)
	e.Files = slices.Concat(left, right)
	return e, err
}
