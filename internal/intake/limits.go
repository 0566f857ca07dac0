package intake

import (
	"cmp"
	"context"
	"io"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
)

// Limits bound the cost of a hostile or mistaken input. Zero means the default.
type Limits struct {
	Entries  int   // files, folders, links and devices in all inputs together; default 200,000
	File     int64 // bytes of one file; a larger one is skipped; default lexer.MaxRawBytes
	Record   int64 // bytes of a file about the contest, or of an archive in an input; a larger one is skipped; default 256 MiB
	Unpacked int64 // bytes unpacked from all inputs together; default 1 GiB
}

// The defaults. The largest contests have some 50,000 submissions of a few KB each.
const (
	defaultEntries  = 200_000
	defaultFile     = lexer.MaxRawBytes
	defaultRecord   = 256 << 20
	defaultUnpacked = 1 << 30
)

func (l Limits) withDefaults() Limits {
	return Limits{
		Entries: cmp.Or(max(l.Entries, 0), defaultEntries), File: cmp.Or(max(l.File, 0), defaultFile),
		Record: cmp.Or(max(l.Record, 0), defaultRecord), Unpacked: cmp.Or(max(l.Unpacked, 0), defaultUnpacked),
	}
}

// errUnpacksTooMuch ends the reading of all inputs.
var errUnpacksTooMuch = i18n.Errorf("the input unpacks to too much")

// meter counts the bytes read from all inputs. It ignores the sizes that archives claim, because a small
// archive can unpack to petabytes.
type meter struct {
	ctx       context.Context
	remaining int64 // bytes that may still be read; negative after the limit
	limit     int64 // bytes
	// directoryBytes bounds the bytes read for a zip's list of files: approximately 200 for each file.
	directoryBytes int64
}

func newMeter(ctx context.Context, limits Limits) *meter {
	return &meter{ctx, limits.Unpacked, limits.Unpacked, 1<<20 + 200*int64(limits.Entries)}
}

// reader returns a reader that counts the bytes read from r. It fails above the limit, and when the context
// ends.
func (m *meter) reader(r io.Reader) io.Reader { return &meteredReader{m, r} }

func (m *meter) err() error {
	return i18n.Errorf("%s: more than %s; what follows was not read: split the input, and check each part", errUnpacksTooMuch, i18n.Size(m.limit))
}

type meteredReader struct {
	*meter
	io.Reader
}

func (r *meteredReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	if r.remaining < 0 {
		return 0, r.err()
	}
	// It reads up to one byte over the limit, because an input of exactly the limit is no error.
	n, err := r.Reader.Read(p[:min(int64(len(p)), r.remaining+1)])
	if r.remaining -= int64(n); r.remaining < 0 {
		return n, r.err()
	}
	return n, err
}
