package intake

import (
	"bytes"
	"context"

	"github.com/ojcheck/ojcheck/internal/contest"
)

const reasonNotZip = "not a zip, which it should be"

// readArchive takes the files of a zip that stands in an input, as if it were a
// folder of its name. Archives in that are not opened. What is wrong with it is
// listed; an error ends the reading of the input.
func (g *gatherer) readArchive(name, inside, prefix string, content []byte) error {
	if kind := kindOf(content); kind != "zip" {
		g.tree.skip(name, reasonNotZip)
		return nil
	}
	outer := g.selection.mode
	defer func() { g.selection.mode = outer }()
	g.selection.mode = func(name string) readMode {
		if w := outer(name); w != modeArchive {
			return w
		}
		return modeByName
	}
	for e, err := range zipEntries(bytes.NewReader(content), int64(len(content)), g.meter) {
		if err := g.meter.ctx.Err(); err != nil {
			return err
		}
		if err != nil {
			g.tree.skip(name, reason(err))
			return nil
		}
		g.entries++
		if g.entries > g.limits.Entries {
			return g.tooManyError()
		}
		if cleaned, refused := cleanName(e.name); refused != "" { // which a folder before it would hide
			g.tree.skip(name+"/"+cleaned, refused)
			continue
		}
		e.name = inside + "/" + e.name
		if err := g.readEntry(e, prefix); err != nil {
			return err
		}
	}
	return nil
}

// Unpack reads a zip of one submission's files, as judge systems hand it out,
// whatever the files are called, and lists what it could not read. Paths are those
// in the zip; both lists are sorted by them. What is wrong with the zip as a whole
// is listed under "". What is in it beside the program is left out: see Program.
func Unpack(ctx context.Context, zip []byte, limits Limits) ([]contest.File, []contest.SkippedItem, error) {
	g := newGatherer(ctx, selection{mode: func(string) readMode { return modeProgram }}, limits)
	if kindOf(zip) != "zip" {
		return nil, []contest.SkippedItem{{Reason: reasonNotZip}}, nil
	}
	if err := g.readInput(ctx, zipEntries(bytes.NewReader(zip), int64(len(zip)), g.meter), "", ""); err != nil {
		return nil, nil, err
	}
	t := g.finish()
	files := make([]contest.File, len(t.files))
	for i, f := range t.files {
		files[i] = contest.File{Path: f.path, Content: f.content}
	}
	files, left := SelectProgram(files)
	t.skipped = append(t.skipped, left...)
	return files, t.sortedSkips(), nil
}
