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

// HTML writes one page that needs no other file and no network: the ranking, the skipped
// items, the parameters, and each pair's evidence side by side. It calls view for one pair
// after another and writes the result at once, so only one pair is in memory. It sets the ID
// of the view.
func HTML(ctx context.Context, w io.Writer, d Document, view func(context.Context, contest.Pair) (evidence.View, error)) error {
	b := Bundle{Document: d}
	head := []templ.Component{reportHead(d)}
	if d.Check.Summary.EmptyReason() == "" {
		head = append(head, ranking(b))
	}
	head = append(head, skipped(d, false), problems(d.Problems, false), checkFacts(d.Check, false))
	if len(d.Pairs) > 0 {
		head = append(head, evidenceHead())
	}
	return b.write(ctx, w, d.Check.Contest+" – similarity report", templ.Join(head...), templ.Join(), func(ctx context.Context, p contest.Pair) (Exhibit, error) {
		v, err := view(ctx, p)
		return Exhibit{View: v}, err
	})
}

// write writes a page: the components before the pairs, the pairs, and those after them.
func (b Bundle) write(ctx context.Context, w io.Writer, title string, before, after templ.Component, exhibit func(context.Context, contest.Pair) (Exhibit, error)) error {
	out := bufio.NewWriterSize(w, 64<<10)
	failed := func(err error) error { return fmt.Errorf("write report of check %q: %w", b.Check.Digest, err) }
	if err := templ.Join(pageStart(title), before).Render(ctx, out); err != nil {
		return failed(err)
	}
	for i, p := range b.Pairs {
		if err := ctx.Err(); err != nil {
			return failed(err)
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
	if err := templ.Join(after, pageEnd()).Render(ctx, out); err != nil {
		return failed(err)
	}
	return out.Flush()
}

// openPairs is the largest number of pairs that are all open at first.
const openPairs = 3

// openSkipped is the largest number of skipped items in an open list.
const openSkipped = 20

// style and script are inside the page. The policy allows only these two, so that nothing in
// a program's text can run or load.
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
