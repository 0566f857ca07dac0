package intake

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// Limits bound what a hostile or mistaken input can cost. A zero field takes
// its default.
type Limits struct {
	Entries  int   // files, folders and the like in all inputs together; default 200,000
	File     int64 // bytes of one file; a larger one is skipped; default lexer.MaxRawBytes
	Record   int64 // bytes of a file that tells of the whole contest, or of an archive in the input; a larger one is skipped; default 256 MiB
	Unpacked int64 // bytes unpacked from all inputs together; default 1 GiB
}

// The defaults. Nothing larger than a file of lexer.MaxRawBytes can be compared,
// and the largest contests have some 50,000 submissions of a few KB each.
const (
	defaultEntries  = 200_000
	defaultFile     = lexer.MaxRawBytes
	defaultRecord   = 256 << 20
	defaultUnpacked = 1 << 30
)

func (l Limits) withDefaults() Limits {
	if l.Entries <= 0 {
		l.Entries = defaultEntries
	}
	if l.File <= 0 {
		l.File = defaultFile
	}
	if l.Record <= 0 {
		l.Record = defaultRecord
	}
	if l.Unpacked <= 0 {
		l.Unpacked = defaultUnpacked
	}
	return l
}

// errUnpacked ends the reading of everything: the input unpacks to too much.
var errUnpacked = errors.New("the input unpacks to too much")

// A meter counts the bytes that come out of all inputs. What an archive claims
// of sizes is never believed: a small one can unpack to petabytes.
type meter struct {
	ctx   context.Context
	left  int64
	total int64
	// directory is the most that is read of an archive's list of files, in
	// bytes: some 200 for each file, and what it takes to find the list.
	directory int64
}

func newMeter(ctx context.Context, limits Limits) *meter {
	return &meter{ctx: ctx, left: limits.Unpacked, total: limits.Unpacked, directory: 1<<20 + 200*int64(limits.Entries)}
}

// reader counts what is read from r. It fails with errUnpacked when the limit
// is passed and with the context's error when that has ended.
func (m *meter) reader(r io.Reader) io.Reader { return &meteredReader{m, r} }

func (m *meter) err() error {
	return fmt.Errorf("%w: more than %s; what follows was not read: check it in parts", errUnpacked, bytesText(m.total))
}

type meteredReader struct {
	meter *meter
	r     io.Reader
}

func (r *meteredReader) Read(p []byte) (int, error) {
	m := r.meter
	if err := m.ctx.Err(); err != nil {
		return 0, err
	}
	if m.left < 0 {
		return 0, m.err()
	}
	// One byte over the limit tells "more than" from "exactly".
	if int64(len(p)) > m.left+1 {
		p = p[:m.left+1]
	}
	n, err := r.r.Read(p)
	m.left -= int64(n)
	if m.left < 0 {
		return n, m.err()
	}
	return n, err
}

// bytesText writes a size for people, in the largest unit that divides it:
// "1 MiB", "1000 bytes".
func bytesText(n int64) string {
	for _, unit := range []struct {
		size int64
		name string
	}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n >= unit.size && n%unit.size == 0 {
			return fmt.Sprintf("%d %s", n/unit.size, unit.name)
		}
	}
	return text.Count(int(n), "byte")
}
