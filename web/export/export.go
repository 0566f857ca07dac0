// Package export sends what leaves the server as files: evidence bundles, pairs and
// decisions. Every export is written into the audit log.
package export

import (
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strings"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

// Sender sends exports, as downloads.
type Sender struct {
	archive *access.Archive
	log     *slog.Logger
}

// New returns a Sender.
func New(archive *access.Archive, log *slog.Logger) *Sender { return &Sender{archive, log} }

// collector reads the data of an export, limited to what the viewer may see.
type collector struct{ *access.Reader }

func (s *Sender) read(r *http.Request) collector { return collector{s.archive.Reader(r.Context())} }

// logExport writes an export into the audit log, of a check (0 for none) and some pairs. It names the participants
// of a single pair.
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

// NoticeHeader says with every download that similarity is not proof: some formats have no room for it.
const NoticeHeader = "Ojcheck-Notice"

// send sends a file, as write writes it.
func (s *Sender) send(w http.ResponseWriter, r *http.Request, name, mediaType string, write func(io.Writer) error) error {
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set(NoticeHeader, evidence.Notice)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	sent := &counter{to: w}
	if err := write(sent); err != nil {
		err = fmt.Errorf("export %s: %w", name, err)
		if sent.n == 0 {
			w.Header().Del("Content-Disposition")
			return err
		}
		// A part is sent already. Abort the connection, so that nobody takes it
		// for the whole file.
		if r.Context().Err() == nil {
			s.log.Error("export broke off; the connection was cut", "error", err)
		}
		panic(http.ErrAbortHandler)
	}
	return nil
}

// counter counts the bytes that pass.
type counter struct {
	to io.Writer
	n  int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.to.Write(b)
	c.n += int64(n)
	return n, err
}

// exportName makes a file name of the ASCII letters and digits of a contest's name, an ID and an extension.
func exportName(contest string, id int64, ending string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '.', r == '_':
			return r
		}
		return '-'
	}, contest)
	name = strings.Trim(request.Truncate(name, 60), "-.")
	return fmt.Sprintf("ojcheck-%s-%d.%s", name, id, ending)
}
