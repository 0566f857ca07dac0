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

// LinkedEvidence shows the evidence of a link's pair, without what the link hides. LinkedEvidence answers a POST, because programs that
// follow the links in a message send a GET: they must neither open the link nor use it up.
func (s *Sender) LinkedEvidence(w http.ResponseWriter, r *http.Request) error {
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
	b.Subject, b.Skipped = i18n.From(ctx).T("Evidence of a pair"), nil // leave out other programs
	// Leave out the participant's own statements: the participant knows which names they wrote, so the masked places would tell
	// who the other participant is.
	for i, c := range b.Cases {
		b.Cases[i].Statements = slices.DeleteFunc(c.Statements, func(s review.Statement) bool { return s.ParticipantID == v.ParticipantID })
	}
	load := loadEvidence(reader.Evidence)
	if v.Hides != review.HidesNothing {
		if b, load, err = reader.redact(ctx, b, v.ParticipantID); err != nil {
			return err
		}
		b.Hides = v.Hides
	}
	// Write the page first: a failure must not use up the link.
	var content bytes.Buffer
	if err := reader.writeBundle(ctx, &content, b, load); err != nil {
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
