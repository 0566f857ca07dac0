package export

import (
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/web/request"
)

// noticeHeader says with every download that similarity is not proof: some
// formats have no room for it.
const NoticeHeader = "Ojcheck-Notice"

// send hands out a file of this name, as write writes it.
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
		// A part is gone already. The connection is cut, so that nobody takes
		// the part for the whole.
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

// exportName names a file by the contest, of whose name it keeps ASCII letters
// and digits, which every system accepts, an ID and an ending.
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
