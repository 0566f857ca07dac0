package export

import (
	"log/slog"
	"net/http"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Sender writes exports, as downloads.
type Sender struct {
	archive *access.Archive
	log     *slog.Logger
}

// newSender returns a Sender.
func New(archive *access.Archive, log *slog.Logger) *Sender { return &Sender{archive, log} }

// collector collects what an export holds, of what one viewer may see.
type collector struct{ *access.Reader }

func (s *Sender) read(r *http.Request) collector { return collector{s.archive.Reader(r.Context())} }

// logExport writes into the audit log that the viewer exports a file of a contest,
// made of a check, which is 0 for none, and of some pairs. Its entry names the
// participants where the file is of one pair.
func (s *Sender) logExport(r *http.Request, file string, contestID, checkID int64, pairs ...contest.Pair) error {
	if r.Method == http.MethodHead { // which sends no file
		return nil
	}
	entry := review.Entry{Details: review.Details{File: file, CheckID: checkID}}
	if len(pairs) == 1 {
		p := pairs[0]
		entry.Problem = p.Problem
		entry.First = review.ParticipantRef{ContestID: p.Left.ContestID, Number: p.Left.Number}
		entry.Second = review.ParticipantRef{ContestID: p.Right.ContestID, Number: p.Right.Number}
	}
	return s.read(r).LogExport(r.Context(), contestID, entry)
}
