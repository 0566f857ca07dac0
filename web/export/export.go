// Package export serves the downloads: evidence bundles, pairs and decisions. The audit log has an entry for each download.
package export

import (
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"path"
	"strings"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

// Sender sends downloads.
type Sender struct {
	archive *access.Archive
	log     *slog.Logger
}

func New(archive *access.Archive, log *slog.Logger) *Sender { return &Sender{archive, log} }

// exportReader reads the data of an export, limited to what the viewer may see.
type exportReader struct{ *access.Reader }

func (s *Sender) read(r *http.Request) exportReader {
	return exportReader{s.archive.Reader(r.Context())}
}

// inLanguage returns the request in the language of its parameter lang; without lang, in the language of the pages.
func inLanguage(r *http.Request) (*http.Request, error) {
	tag := r.URL.Query().Get("lang")
	switch {
	case tag == "":
		return r, nil
	case !i18n.Known(tag):
		return nil, &httperr.Error{
			Status: http.StatusBadRequest, Title: "Invalid request",
			Message: i18n.Errorf("ojcheck has no texts in this language."),
			Advice:  i18n.Errorf("Choose one of: %s.", strings.Join(tags(), ", ")),
		}
	}
	return r.WithContext(i18n.With(r.Context(), i18n.In(tag))), nil
}

// addLanguage returns the suffix of a file's name with the language of the file: "pair.ja.html".
func addLanguage(r *http.Request, suffix string) string {
	extension := path.Ext(suffix)
	return strings.TrimSuffix(suffix, extension) + "." + i18n.From(r.Context()).Tag + extension
}

// inEnglish returns the request in English, for files that programs read.
func inEnglish(r *http.Request) *http.Request {
	return r.WithContext(i18n.With(r.Context(), i18n.English()))
}

func tags() (list []string) {
	for _, l := range i18n.Languages {
		list = append(list, l.Tag)
	}
	return list
}

// logExport adds the export of a file to the audit log. checkID is 0 if the file is about a whole contest. The entry in about
// says which problem and participants the file is about, if it is about some.
func (s *Sender) logExport(r *http.Request, file string, contestID, checkID int64, about review.Entry) error {
	if r.Method == http.MethodHead { // the answer to HEAD has no file
		return nil
	}
	about.Details = review.Details{File: file, CheckID: checkID}
	return s.read(r).LogExport(r.Context(), contestID, about)
}

// aboutPair returns an entry of the log about a pair.
func aboutPair(p contest.Pair) review.Entry {
	return review.Entry{
		Problem: p.Problem,
		First:   review.ParticipantRef{ContestID: p.Left.ContestID, Number: p.Left.Number},
		Second:  review.ParticipantRef{ContestID: p.Right.ContestID, Number: p.Right.Number},
	}
}

// NoticeHeader is the header with the notice that similarity is not proof, because some formats have no room for it.
const NoticeHeader = "Ojcheck-Notice"

func (s *Sender) send(w http.ResponseWriter, r *http.Request, name, mediaType string, write func(io.Writer) error) error {
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set(NoticeHeader, evidence.Notice)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	started := &startWriter{Writer: w}
	err := write(started)
	if err == nil {
		return nil
	}
	err = fmt.Errorf("export %s: %w", name, err)
	if !started.sent {
		w.Header().Del("Content-Disposition")
		return err
	}
	// Part of the file is sent. Abort the connection, so that nobody believes that the file is complete.
	if r.Context().Err() == nil {
		s.log.Error("export broke off; the connection was cut", "error", err)
	}
	panic(http.ErrAbortHandler)
}

// startWriter records whether anything was written.
type startWriter struct {
	io.Writer
	sent bool
}

func (w *startWriter) Write(b []byte) (n int, err error) {
	n, err = w.Writer.Write(b)
	w.sent = w.sent || n > 0
	return n, err
}

// exportName returns a file name: the name of a contest with "-" for all but ASCII letters, digits, "." and "_", an ID and
// the suffix. It leaves out a name of which nothing is left.
func exportName(contest string, id int64, suffix string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '.', r == '_':
			return r
		}
		return '-'
	}, contest)
	if name = strings.Trim(request.Truncate(name, 60), "-."); name != "" {
		name += "-"
	}
	return fmt.Sprintf("ojcheck-%s%d.%s", name, id, suffix)
}
