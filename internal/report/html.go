package report

import (
	"bufio"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"
	"strconv"

	"github.com/a-h/templ"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

//go:embed report.css
var reportCSS string

//go:embed report.js
var reportJS string

// HTML writes one page that needs no other file and no network: the ranking,
// what was skipped, the parameters, and each pair's evidence side by side. The
// evidence of a pair is asked for when its turn comes, and written at once, so
// only one pair is held in memory. The view's ID is set here.
func HTML(ctx context.Context, w io.Writer, d Document, view func(context.Context, contest.Pair) (evidence.View, error)) error {
	out := bufio.NewWriterSize(w, 64<<10)
	if err := top(d).Render(ctx, out); err != nil {
		return fmt.Errorf("write report of check %q: %w", d.Check.Digest, err)
	}
	for i, p := range d.Pairs {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("write report of check %q: %w", d.Check.Digest, err)
		}
		v, err := view(ctx, p)
		if err != nil {
			return fmt.Errorf("evidence of pair %d: %w", p.Rank, err)
		}
		v.ID = fmt.Sprintf("p%d-", i+1)
		if err := pairSection(d, p, v, pairID(i), len(d.Pairs) <= openPairs).Render(ctx, out); err != nil {
			return fmt.Errorf("write evidence of pair %d: %w", p.Rank, err)
		}
	}
	if err := bottom(d).Render(ctx, out); err != nil {
		return fmt.Errorf("write report of check %q: %w", d.Check.Digest, err)
	}
	return out.Flush()
}

// openPairs is the number of pairs up to which all stand open from the start.
const openPairs = 3

// openSkipped is the number of skipped files up to which their list is open.
const openSkipped = 20

func pairID(i int) string { return "pair-" + strconv.Itoa(i+1) }

// style and script stand inside the page. The policy allows these two and
// nothing else, so that nothing in a program's text can ever run or load.
func style() string  { return evidence.ThemeCSS + evidence.EvidenceCSS + reportCSS }
func script() string { return evidence.EvidenceJS + reportJS }

func policy() string {
	return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '" + hash(style()) + "'; script-src '" + hash(script()) + "'"
}

func hash(source string) string {
	sum := sha256.Sum256([]byte(source))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func rawStyle() templ.Component  { return templ.Raw("<style>" + style() + "</style>") }
func rawScript() templ.Component { return templ.Raw("<script>" + script() + "</script>") }
