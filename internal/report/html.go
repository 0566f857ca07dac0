package report

import (
	"bufio"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"

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
	b := Bundle{Document: d}
	head := []templ.Component{reportHead(d)}
	if d.Check.Summary.EmptyReason() == "" {
		head = append(head, ranking(b))
	}
	head = append(head, skipped(d, false), problems(d.Problems, false), made(d.Check, false))
	if len(d.Pairs) > 0 {
		head = append(head, evidenceHead())
	}
	return b.write(ctx, w, d.Check.Contest+" – similarity report", inTurn(head...), inTurn(), func(ctx context.Context, p contest.Pair) (Exhibit, error) {
		v, err := view(ctx, p)
		return Exhibit{View: v}, err
	})
}

// write writes a page: what stands before the pairs, the pairs, and what stands
// behind them.
func (b Bundle) write(ctx context.Context, w io.Writer, title string, before, behind templ.Component, exhibit func(context.Context, contest.Pair) (Exhibit, error)) error {
	out := bufio.NewWriterSize(w, 64<<10)
	if err := inTurn(top(title), before).Render(ctx, out); err != nil {
		return fmt.Errorf("write report of check %q: %w", b.Check.Digest, err)
	}
	for i, p := range b.Pairs {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("write report of check %q: %w", b.Check.Digest, err)
		}
		e, err := exhibit(ctx, p)
		if err != nil {
			return fmt.Errorf("evidence of pair %d: %w", p.Rank, err)
		}
		e.View.ID = fmt.Sprintf("p%d-", i+1)
		if err := pairSection(b, i, e).Render(ctx, out); err != nil {
			return fmt.Errorf("write evidence of pair %d: %w", p.Rank, err)
		}
	}
	if err := inTurn(behind, bottom()).Render(ctx, out); err != nil {
		return fmt.Errorf("write report of check %q: %w", b.Check.Digest, err)
	}
	return out.Flush()
}

// inTurn shows one component after the other.
func inTurn(list ...templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		for _, component := range list {
			if err := component.Render(ctx, w); err != nil {
				return err
			}
		}
		return nil
	})
}

// openPairs is the number of pairs up to which all stand open from the start.
const openPairs = 3

// openSkipped is the number of skipped files up to which their list is open.
const openSkipped = 20

// style and script stand inside the page. The policy allows these two and
// nothing else, so that nothing in a program's text can ever run or load.
func style() string  { return evidence.ThemeCSS + evidence.CSS + reportCSS }
func script() string { return evidence.JS + reportJS }

func policy() string {
	return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '" + hash(style()) + "'; script-src '" + hash(script()) + "'"
}

func hash(source string) string {
	sum := sha256.Sum256([]byte(source))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func rawStyle() templ.Component  { return templ.Raw("<style>" + style() + "</style>") }
func rawScript() templ.Component { return templ.Raw("<script>" + script() + "</script>") }
