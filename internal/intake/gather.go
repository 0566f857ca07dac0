package intake

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// file is one file that may be (part of) a program.
type file struct {
	path      string // relative to the input, unique in the tree
	inputPath string // the same below the input that it is of, which is what the presets see
	input     string // name of that input; "" for all single files together
	content   []byte
	language  *lexer.Language // nil where only a pattern can tell it
}

// tree is what all inputs hold together.
type tree struct {
	name    string // of the set
	files   []file // sorted by path
	records []file // what the format wants whole, sorted by path
	counted []file // what it wants to count, without contents
	// language is that of every file, where the user has said so; nil otherwise.
	language *lexer.Language
	skipped  []contest.SkippedItem
	// participantFiles are files that tell of the participants, if they stand at the top.
	participantFiles []file
	layoutReasons    []string   // why the layouts of folders were taken for what they are
	manifest         *inventory // given beside the inputs; nil where there is none
	single           bool       // the first path is a file, and no archive
	inputErrors      []error    // breaks of whole inputs
	// incomplete tells of the same, a line each, which input and why.
	incomplete []string
}

func (t *tree) skip(path, reason string) {
	t.skipped = append(t.skipped, contest.SkippedItem{Path: path, Reason: reason})
}

func (t *tree) sortedSkips() []contest.SkippedItem {
	slices.SortFunc(t.skipped, func(a, b contest.SkippedItem) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Reason, b.Reason))
	})
	return t.skipped
}

// selection says which files are read.
type selection struct {
	language         *lexer.Language            // of every file; nil to go by the name
	anyLanguage      bool                       // a pattern may tell the language: read files of unknown languages too
	participantFiles bool                       // read what tells of the participants
	mode             func(name string) readMode // nil reads all by their names
}

// gatherer reads inputs into a tree.
type gatherer struct {
	tree      *tree
	selection selection
	limits    Limits
	meter     *meter
	entries   int             // seen so far
	seen      map[string]bool // paths of files
	buffer    bytes.Buffer
}

// gather reads everything below paths that may be a program. The error is of a
// path that cannot be opened at all, or the context's.
func gather(ctx context.Context, paths []string, selection selection, limits Limits) (*tree, error) {
	if len(paths) == 0 {
		return nil, errors.New("no path is given: name the folder or archive that holds the submissions")
	}
	g := newGatherer(ctx, selection, limits)
	err := forEachInput(paths, g.meter, func(in input, prefix, base string) error {
		if g.tree.name == "" {
			g.tree.name, g.tree.single = setName(base), in.single
		}
		files, records := len(g.tree.files), len(g.tree.records)
		if err := g.readInput(ctx, in.entries, prefix, base); err != nil {
			return err
		}
		for _, list := range [][]file{g.tree.files[files:], g.tree.records[records:]} {
			for i := range list {
				list[i].input, list[i].inputPath = prefix, strings.TrimPrefix(list[i].path, prefix+"/")
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return g.finish(), nil
}

func newGatherer(ctx context.Context, selection selection, limits Limits) *gatherer {
	limits = limits.withDefaults()
	return &gatherer{
		tree: &tree{language: selection.language}, selection: selection, limits: limits,
		meter: newMeter(ctx, limits), seen: map[string]bool{},
	}
}

// finish gives what was gathered, in an order that does not depend on the
// input's. An archive can hold a file and a folder of one name, which would
// give two submissions of one path.
func (g *gatherer) finish() *tree {
	t := g.tree
	folders := map[string]bool{}
	for _, f := range t.files {
		for dir := path.Dir(f.path); dir != "." && !folders[dir]; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	t.files = slices.DeleteFunc(t.files, func(f file) bool {
		if folders[f.path] {
			t.skip(f.path, "there is a folder of the same name: only that was read")
		}
		return folders[f.path]
	})
	byPath := func(a, b file) int { return strings.Compare(a.path, b.path) }
	slices.SortFunc(t.files, byPath)
	slices.SortFunc(t.records, byPath)
	return t
}

// record returns the content of the record at a path.
func (t *tree) record(path string) (content []byte, ok bool) {
	i, ok := slices.BinarySearchFunc(t.records, path, func(f file, path string) int { return strings.Compare(f.path, path) })
	if !ok {
		return nil, false
	}
	return t.records[i].content, true
}

func (g *gatherer) tooManyError() error {
	return fmt.Errorf("more than %d entries: what follows was not read; check it in parts", g.limits.Entries)
}

// readInput takes the entries of one input. What it lists stands below prefix; a
// break of the input is listed by the input's own name.
func (g *gatherer) readInput(ctx context.Context, items entries, prefix, input string) error {
	for e, err := range items {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			g.entries++
			if g.entries > g.limits.Entries {
				err = g.tooManyError()
			} else {
				err = g.readEntry(e, prefix)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			g.tree.inputErrors = append(g.tree.inputErrors, err)
			g.tree.incomplete = append(g.tree.incomplete, input+": "+reason(err))
			g.tree.skip(input, reason(err))
			return nil
		}
	}
	return ctx.Err()
}
