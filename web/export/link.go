package export

import (
	"bytes"
	"net/http"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
)

// LinkCopy shows the evidence of the pair that a link is for, with what the link hides left out. It is the answer to a
// POST: programs that follow the links of a message neither open it nor use it up.
func (s *Sender) LinkCopy(w http.ResponseWriter, r *http.Request) error {
	r, err := inLanguage(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	v, err := s.archive.Visit(ctx, r.PathValue("token"))
	if err != nil {
		return err
	}
	reader := exportReader{v.Reader}
	b, err := reader.loadBundle(ctx, v.Check, []contest.Pair{v.Pair})
	if err != nil {
		return err
	}
	b.Subject, b.Skipped = i18n.From(ctx).T("Evidence of a pair"), nil // no other programs and problems
	if own, ok := contest.HistogramFor(v.Pair, b.Problems); ok {
		b.Problems = []contest.Histogram{own}
	}
	for i, c := range b.Cases { // which names are masked in their own statement would tell a participant who the other one is
		b.Cases[i].Statements = slices.DeleteFunc(c.Statements, func(s review.Statement) bool { return s.ParticipantID == v.ParticipantID })
	}
	open := reader.Evidence
	if v.Hides != review.HidesNothing {
		if b, open, err = reader.redact(ctx, b, v.ParticipantID); err != nil {
			return err
		}
		b.Hides = v.Hides
	}
	// Write it before the link is used: a failure must not use it up.
	var content bytes.Buffer
	if err := reader.writeBundle(ctx, &content, b, open); err != nil {
		return err
	}
	if err := v.Open(ctx); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", report.Policy())
	_, _ = content.WriteTo(w) // fails if the client has closed the connection
	return nil
}
