package report

import (
	"context"
	"io"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// MaxPairs is how many pairs a bundle holds at most: with two programs of 64 KB
// each, some 200 MB. Whoever makes one sets Omitted to the number of the others,
// which is told at its head.
const MaxPairs = 200

// Bundle is the evidence of some pairs of a check, with what the jury says of
// them, to stand before an appeal: of one pair, of a cluster, or of a contest.
// Whoever is to be hidden has been hidden by package blind, as [Redact] does for
// the copy that one of two participants gets. The same values give the same
// bytes: there is no time of its making in it.
type Bundle struct {
	Document
	Subject   string // what it is about: "Evidence of a pair"
	Selection string // a sentence that tells which pairs are in it, by no names; may be "" for one pair
	Omitted   int    // pairs that belong to the selection and are not in it
	CopyFor   string // the one participant who gets this copy; "" for the jury's own
}

// Exhibit is what is shown of one pair.
type Exhibit struct {
	evidence.View
	Attempts []contest.Side // of both at the problem, in the order of time
	Inputs   []Input        // the files that were compared, those of the left side first
}

// Input is a file that was compared.
type Input struct {
	Participant string
	Path        string
	Bytes       int64
	SHA256      string // of its bytes, hexadecimal
}

// decided reports whether there is something to say of decisions.
func (b Bundle) decided() bool { return b.Cases != nil }

// open reports whether all pairs stand open from the start. In a bundle they do:
// without JavaScript, what is closed is not printed.
func (b Bundle) open() bool { return b.Subject != "" || len(b.Pairs) <= openPairs }

// HTML writes the bundle as one page that needs no other file and no network: a
// head that tells what is in it, each pair with its measures, decisions, and
// both programs whole, and how the check was made. exhibit is asked for a pair
// when its turn comes; the view's ID is set here.
func (b Bundle) HTML(ctx context.Context, w io.Writer, exhibit func(context.Context, contest.Pair) (Exhibit, error)) error {
	head := bundleHead(b)
	if len(b.Pairs) > 1 {
		head = inTurn(head, ranking(b))
	}
	// Open, for without JavaScript what is closed is not printed.
	behind := inTurn(skipped(b.Document, true), problems(b.Problems, true), made(b.Check, true))
	return b.write(ctx, w, b.Subject+": "+b.Check.Contest, head, behind, exhibit)
}
