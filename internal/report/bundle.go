package report

import (
	"bufio"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// MaxPairs is the largest number of pairs in a bundle. With programs of 64 KB, such a bundle has about 200
// MB.
const MaxPairs = 200

// Bundle is the evidence of one pair, a cluster or a contest, with the jury's decisions, for an appeal.
// Callers must first hide names with package blind; [Redact] does so for the copy of one participant. Equal
// bundles give equal bytes.
type Bundle struct {
	Document
	Subject   string                // "Evidence of a pair"
	Selection string                // a sentence without names that says which pairs these are; may be "" for one pair
	Omitted   int                   // number of selected pairs that are not in the bundle
	CopyFor   string                // the participant who gets this copy; "" for the jury and for outsiders
	Hides     review.Hiding         // what this copy hides; "" for nothing
	Sources   []contest.CheckSource // known sources in Known of the pairs, with their programs
	Masker    *blind.Masker         // of the programs of Sources; nil masks nothing

	copyForID int64
	paths     *blind.Masker // of the paths in PairEvidence; nil masks nothing
}

// PairEvidence is the evidence of one pair.
type PairEvidence struct {
	evidence.View
	Attempts []contest.Side // of both participants at the problem, in order of time
	Files    []ComparedFile // the compared files, left side first
	IsErased bool           // a program was erased, so there is nothing else
}

// ComparedFile is a file of one of the two programs.
type ComparedFile struct {
	ParticipantID int64
	Participant   string
	Path          string
	Bytes         int64
	SHA256        string // hexadecimal
	HidesNames    bool   // names are masked in the program as shown
}

// PairLoader reads the evidence of a pair.
type PairLoader func(context.Context, contest.Pair) (PairEvidence, error)

// explanation returns the sentences about a pair. A copy without the other program says nothing of the files of that program.
func (b Bundle) explanation(p *i18n.Printer, pair contest.Pair, view evidence.View) []string {
	sentences := evidence.Explain(p, pair, b.histogram(pair), b.Check.Parameters)
	if b.Hides != review.HidesProgram {
		sentences = append(sentences, view.FileSentences(p)...)
	}
	return sentences
}

// shownFiles returns the files that the bundle lists. Of a file with hidden names, it leaves out size and hash, unless the file is
// the recipient's own: with them, readers could try a list of names until the hash is right.
func (b Bundle) shownFiles(list []ComparedFile) []ComparedFile {
	var shown []ComparedFile
	for _, f := range list {
		isOwn := f.ParticipantID == b.copyForID
		if b.Hides == review.HidesProgram && !isOwn {
			continue
		}
		if f.HidesNames && !isOwn {
			f.Bytes, f.SHA256 = 0, ""
		}
		shown = append(shown, f)
	}
	return shown
}

func (b Bundle) sourceProgram(ctx context.Context, s contest.CheckSource) evidence.Pane {
	return evidence.BuildPane(ctx, evidence.PaneInput{
		Participant: s.Name, Path: s.File.Path, Files: []contest.File{s.File}, Masker: b.Masker,
	})
}

func hexSHA256(content []byte) string { return fmt.Sprintf("%x", sha256.Sum256(content)) }

// uses reports whether the known sources of a pool were compared with a program of the pairs.
func (b Bundle) uses(pool contest.SourcePool) bool {
	isCompared := func(s contest.Side) bool {
		own, ok := evidence.SourcePool(b.Check, s)
		return ok && own.Problem == pool.Problem && own.Language == pool.Language
	}
	return slices.ContainsFunc(b.Pairs, func(p contest.Pair) bool { return isCompared(p.Left) || isCompared(p.Right) })
}

// isReport reports whether b is the report of a check, see HTML, and no bundle.
func (b Bundle) isReport() bool { return b.Subject == "" }

// startsOpen reports whether all pairs are open at first. In a bundle they are, because browsers without
// JavaScript do not print closed pairs.
func (b Bundle) startsOpen() bool { return !b.isReport() || b.count() <= openPairs }

// HTML writes the bundle as one page that needs no other file and no network, in the language of the context,
// see [i18n.With]. It calls load for one pair after another, and sets the ID of each view.
func (b Bundle) HTML(ctx context.Context, w io.Writer, load PairLoader) error {
	isUnused := func(pool contest.SourcePool) bool { return !b.uses(pool) }
	b.Check.Summary.Sources = slices.DeleteFunc(slices.Clone(b.Check.Summary.Sources), isUnused)
	// The evidence of some pairs says nothing about the problems of others.
	b.Histograms = slices.DeleteFunc(slices.Clone(b.Histograms), func(h contest.Histogram) bool {
		return !slices.ContainsFunc(b.Pairs, func(p contest.Pair) bool {
			_, isOwn := contest.HistogramFor(p, []contest.Histogram{h})
			return isOwn
		})
	})
	head := bundleHead(b)
	if len(b.Pairs) > 1 {
		head = templ.Join(head, ranking(b))
	}
	after := templ.Join(knownSources(b), skipped(b), problems(b), checkDetails(b))
	return b.write(ctx, w, i18n.From(ctx).T("%s: %s", b.Subject, b.Check.Contest), head, after, load.withoutErased())
}

// Redact returns the copy of a bundle for a participant of all its pairs; participantID 0 is an outsider. In the
// copy everybody else is a number. In the programs and paths of a participant's copy they are "Somebody": participants know
// which names they wrote, so a number there would tell who has it. The roster has all participants of the contests of the
// pairs. Redact also returns the masker for the programs.
//
// Reviewers, earlier contests and base code become numbers, because their names may identify people. Redact
// removes notes, the grounds of an appeal and the outcome of the other participant. The copy for a
// participant has no statements: participants know which names they wrote, so the masked places would tell who
// the other participant is.
func Redact(printer *i18n.Printer, b Bundle, participantID int64, roster blind.Roster) (Bundle, *blind.Masker, error) {
	roster, labels := roster.HideAllBut(participantID), blind.LabelsIn(printer)
	b.Pairs = slices.Clone(b.Pairs)
	var sides []contest.Side
	for i := range b.Pairs {
		p := &b.Pairs[i]
		switch participantID {
		case 0:
			p.Left.Hidden, p.Right.Hidden = true, true
		case p.Left.ParticipantID:
			b.CopyFor, p.Right.Hidden = p.Left.Participant, true
		case p.Right.ParticipantID:
			b.CopyFor, p.Left.Hidden = p.Right.Participant, true
		default:
			return Bundle{}, nil, fmt.Errorf("redact a pair for participant %d: %w", participantID, contest.ErrNotFound)
		}
		sides = append(sides, p.Left, p.Right)
	}
	b.copyForID, b.Hides = participantID, review.HidesNames
	masker := roster.Masker(labels).ForSides(sides...)
	if participantID != 0 {
		masker = masker.WithoutNumbers()
	}
	b.paths = masker
	for i := range b.Pairs {
		p := &b.Pairs[i]
		if p.Right.Contest != "" {
			p.Right.Contest = printer.T("an earlier contest")
		}
		*p = labels.Pair(*p)
		p.Left.Path, p.Right.Path = masker.Mask(p.Left.Path), masker.Mask(p.Right.Path)
		p.Known = masker.MaskKnownCode(p.Known, true)
	}
	b.Sources, b.Masker = slices.Clone(b.Sources), masker.ForSources()
	for i, s := range b.Sources {
		b.Sources[i] = masker.MaskCheckSource(s, true)
	}
	b.Check.Summary = roster.Summary(labels, b.Check.Summary)
	if b.Check.Summary.Earlier != nil {
		earlier := *b.Check.Summary.Earlier
		earlier.NotIndexed = numberedNames(printer, earlier.NotIndexed, "contest %s")
		b.Check.Summary.Earlier = &earlier
	}
	b.Check.Parameters.Against = numberedNames(printer, b.Check.Parameters.Against, "contest %s")
	b.Check.Parameters.Base = numberedNames(printer, b.Check.Parameters.Base, "file %s")
	b.Skipped = blind.Skipped(b.Skipped, 1, nil, masker)
	b.Cases = slices.Clone(b.Cases)
	for i := range b.Cases {
		c := &b.Cases[i]
		c.Assigned.Name = ""
		c.Appeal.Grounds = ""
		if participantID != 0 {
			c.Outcomes, c.Statements = ownOutcome(participantID, *c), nil
		}
		c.Statements = slices.Clone(c.Statements)
		for j, s := range c.Statements {
			c.Statements[j].Text = masker.ForStatements().Mask(s.Text)
		}
		c.Reviews = slices.Clone(c.Reviews)
		for j := range c.Reviews {
			c.Reviews[j].Reviewer.Name = printer.T("reviewer %s", strconv.Itoa(j+1))
			c.Reviews[j].Note = ""
		}
	}
	return b, masker, nil
}

// ownOutcome returns the outcomes of a case, of which the other participant's is "".
func ownOutcome(participantID int64, c review.Case) (outcomes [2]string) {
	for i, id := range []int64{c.First, c.Second} {
		if id == participantID {
			outcomes[i] = c.Outcomes[i]
		}
	}
	return outcomes
}

// numberedNames replaces names by numbers, except contest.AgainstArchive.
func numberedNames(p *i18n.Printer, list []string, label i18n.Key) []string {
	var names []string
	for i, name := range list {
		if name != contest.AgainstArchive {
			name = p.T(label, strconv.Itoa(i+1))
		}
		names = append(names, name)
	}
	return names
}

//go:embed report.css
var reportCSS string

//go:embed report.js
var reportJS string

// HTML writes one page that needs no other file and no network, in the language of the context. It calls view
// for one pair after another and writes the result at once, so only one pair's evidence is in memory. It sets
// the ID of each view. Of a pair with an erased program it shows the measures only.
func HTML(
	ctx context.Context, w io.Writer, d Document, view func(context.Context, contest.Pair) (evidence.View, error),
) error {
	b, p := Bundle{Document: d}, i18n.From(ctx)
	head := []templ.Component{reportHead(d)}
	if d.Check.Summary.EmptyReason(p) == "" {
		head = append(head, ranking(b))
	}
	head = append(head, skipped(b), problems(b), checkDetails(b))
	if d.count() > 0 {
		head = append(head, evidenceHead())
	}
	load := PairLoader(func(ctx context.Context, p contest.Pair) (PairEvidence, error) {
		v, err := view(ctx, p)
		return PairEvidence{View: v}, err
	})
	return b.write(ctx, w, p.T("%s – similarity report", d.Check.Contest), templ.Join(head...), templ.Join(), load.withoutErased())
}

// withoutErased returns a loader that marks a pair with an erased program, where load returns an error.
func (load PairLoader) withoutErased() PairLoader {
	return func(ctx context.Context, p contest.Pair) (PairEvidence, error) {
		e, err := load(ctx, p)
		if errors.Is(err, contest.ErrErased) {
			return PairEvidence{IsErased: true}, nil
		}
		return e, err
	}
}

// write writes a page: the components before the pairs, the pairs, and the components after.
func (b Bundle) write(ctx context.Context, w io.Writer, title string, before, after templ.Component, load PairLoader) error {
	out := bufio.NewWriterSize(w, 64<<10)
	reportError := func(err error) error { return fmt.Errorf("write report of check %q: %w", b.Check.Digest, err) }
	if err := templ.Join(pageStart(title), before).Render(ctx, out); err != nil {
		return reportError(err)
	}
	i := 0
	for row, err := range b.rows() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return reportError(err)
		}
		e, err := load(ctx, row.Pair)
		if err != nil {
			return fmt.Errorf("evidence of pair %d: %w", row.Rank, err)
		}
		for n, a := range e.Attempts {
			e.Attempts[n].Path = b.paths.Mask(a.Path)
		}
		for n, f := range e.Files {
			e.Files[n].Path = b.paths.Mask(f.Path)
		}
		e.View.ID = fmt.Sprintf("p%d-", i+1)
		if err := pairSection(b, i, row, e).Render(ctx, out); err != nil {
			return fmt.Errorf("write evidence of pair %d: %w", row.Rank, err)
		}
		i++
	}
	if err := templ.Join(after, pageEnd()).Render(ctx, out); err != nil {
		return reportError(err)
	}
	return out.Flush()
}

const (
	openPairs   = 3  // largest number of pairs that are all open at first
	openSkipped = 20 // largest number of skipped items in a list that is open at first
)

// style and script are all that the page's policy allows, so that no program's text can run or load anything.
func style() string  { return evidence.ThemeCSS + evidence.CSS + reportCSS }
func script() string { return evidence.JS + reportJS }

// Policy returns the content security policy for servers that show a bundle.
func Policy() string { return policy() + "; frame-ancestors 'none'" }

func policy() string {
	return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '" + policyHash(style()) +
		"'; script-src '" + policyHash(script()) + "'"
}

// policyHash returns the hash of a style sheet or script as a policy names it.
func policyHash(source string) string {
	sum := sha256.Sum256([]byte(source))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
