package intake

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// file is one file that may be (part of) a program.
type file struct {
	path     string // relative to the input, unique in the tree
	place    string // the same as the layouts see it: less a folder that repeats the name of its archive
	content  []byte
	language *lexer.Language // nil where only a pattern can tell it
}

// tree is what all inputs hold together.
type tree struct {
	name    string // of the set
	files   []file // sorted by path
	skipped []contest.Skipped
	broken  []error // breaks of whole inputs
}

func (t *tree) skip(path, reason string) {
	t.skipped = append(t.skipped, contest.Skipped{Path: path, Reason: reason})
}

func (t *tree) sortedSkips() []contest.Skipped {
	slices.SortFunc(t.skipped, func(a, b contest.Skipped) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Reason, b.Reason))
	})
	return t.skipped
}

// selection says which files are read.
type selection struct {
	language  *lexer.Language // of every file; nil to go by the name
	patterned bool            // a pattern may tell the language: read files of unknown languages too
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
	prefixes := map[string]int{}
	for i, p := range paths {
		base, err := baseName(p)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			g.tree.name = setName(base)
		}
		items, closer, single, err := open(p, g.meter)
		if err != nil {
			return nil, err
		}
		prefix := ""
		if single {
			items = renamed(items, numbered(base, prefixes))
		} else if len(paths) > 1 {
			prefix = numbered(setName(base), prefixes)
		}
		before := len(g.tree.files)
		err = g.read(ctx, items, prefix, base)
		closer.Close()
		if err != nil {
			return nil, err
		}
		dropRepeated(g.tree.files[before:], prefix)
	}
	return g.done(), nil
}

func newGatherer(ctx context.Context, selection selection, limits Limits) *gatherer {
	limits = limits.withDefaults()
	return &gatherer{
		tree: &tree{}, selection: selection, limits: limits,
		meter: newMeter(ctx, limits), seen: map[string]bool{},
	}
}

// done gives what was gathered, in an order that does not depend on the
// input's. An archive can hold a file and a folder of one name, which would
// give two submissions of one path.
func (g *gatherer) done() *tree {
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
	slices.SortFunc(t.files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return t
}

// baseName is what a path that the user gave is called.
func baseName(p string) (string, error) {
	absolute, err := filepath.Abs(p)
	if err != nil {
		return "", err
	}
	base := printable(filepath.Base(absolute))
	if strings.Contains(base, "/") { // the root itself
		base = "root"
	}
	return base, nil
}

// numbered keeps equal names of several paths apart: "x.cpp", "x-2.cpp".
func numbered(name string, seen map[string]int) string {
	seen[name]++
	if n := seen[name]; n > 1 {
		return fmt.Sprintf("%s-%d%s", stem(name), n, strings.TrimPrefix(name, stem(name)))
	}
	return name
}

// renamed gives the one entry of a single file another name.
func renamed(items entries, name string) entries {
	return func(yield func(entry, error) bool) {
		for e, err := range items {
			e.name = name
			if !yield(e, err) {
				return
			}
		}
	}
}

// dropRepeated takes the folder off the place of each file that repeats the
// name of its archive, as A does in A.zip when that holds A/alice.cpp.
func dropRepeated(files []file, prefix string) {
	repeated := prefix + "/" + prefix + "/"
	for _, f := range files {
		if prefix == "" || !strings.HasPrefix(f.place, repeated) {
			return
		}
	}
	for i := range files {
		files[i].place = files[i].place[len(prefix)+1:]
	}
}

// read takes the entries of one input. What it lists stands below prefix; a
// break of the input is listed by the input's own name.
func (g *gatherer) read(ctx context.Context, items entries, prefix, input string) error {
	for e, err := range items {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			g.entries++
			if g.entries > g.limits.Entries {
				err = fmt.Errorf("more than %d entries: what follows was not read; check it in parts", g.limits.Entries)
			} else {
				err = g.take(e, prefix)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			g.tree.broken = append(g.tree.broken, err)
			g.tree.skip(input, reason(err))
			return nil
		}
	}
	return ctx.Err()
}

// take reads one entry. Its error ends the reading of the input; what is wrong
// with the entry alone is listed.
func (g *gatherer) take(e entry, prefix string) error {
	inside, refused := cleanName(e.name)
	if refused == "" && leftover(inside) {
		return nil
	}
	name := inside
	if prefix != "" {
		name = prefix + "/" + inside
	}
	if e.folder {
		if refused != "" {
			g.tree.skip(name, refused)
		}
		return nil
	}
	language, unwanted := g.language(inside)
	for _, reason := range []string{refused, e.refused, g.duplicate(name), unwanted, g.oversize(e.size)} {
		if reason != "" {
			g.tree.skip(name, reason)
			return nil
		}
	}
	g.seen[name] = true
	content, skip, err := g.content(e)
	if err != nil {
		g.tree.skip(name, notRead)
		return err
	}
	if skip != "" {
		g.tree.skip(name, skip)
		return nil
	}
	g.tree.files = append(g.tree.files, file{name, name, content, language})
	return nil
}

// language tells the language of a file by its name, or why the file is not
// read. Where a pattern may tell the language, it may be nil.
func (g *gatherer) language(name string) (language *lexer.Language, unwanted string) {
	if strings.Contains("/"+path.Dir(name)+"/", "/.") && path.Dir(name) != "." {
		return nil, "in a hidden folder: rename the folder if this is a submission"
	}
	language, known := lexer.ByPath(name)
	if g.selection.language != nil {
		language = g.selection.language
	}
	extension := strings.ToLower(path.Ext(name))
	switch {
	case known && path.Ext(name) != path.Base(name):
		return language, ""
	case slices.Contains(archiveExtensions, extension):
		return nil, refusedNested
	case slices.Contains(dataExtensions, extension), strings.HasPrefix(path.Base(name), "."):
		return nil, "not a program, by its name: rename it if it is one"
	case language == nil && !g.selection.patterned:
		return nil, refusedLanguage
	}
	return language, ""
}

// dataExtensions are never programs, not even where the language of every file
// is given. Text files may be: some judge systems hand out all programs so.
var dataExtensions = []string{
	".md", ".rst", ".pdf", ".html", ".htm", ".css", ".json", ".xml", ".yaml", ".yml", ".toml", ".csv", ".tsv", ".log",
	".in", ".out", ".ans", ".class", ".o", ".obj", ".exe", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".doc", ".docx",
}

// Reasons that name what to do.
const (
	refusedLanguage = "no known language: if it is a program, name its language with --language"
	notRead         = "not read, for the input was not read to its end"
	refusedNested   = "an archive inside the input: unpack it, or check it on its own"
)

func (g *gatherer) duplicate(name string) string {
	if g.seen[name] {
		return "a second file of the same name: only the first was read"
	}
	return ""
}

func (g *gatherer) oversize(size int64) string {
	if size > g.limits.File {
		return fmt.Sprintf("larger than %s, the most that is read of one file", bytesText(g.limits.File))
	}
	return ""
}

// content reads an entry. What skip says is of this entry alone; err is of the
// whole input.
func (g *gatherer) content(e entry) (content []byte, skip string, err error) {
	r, err := e.open()
	if err != nil {
		return nil, "it cannot be read: " + reason(err), nil
	}
	defer r.Close()
	g.buffer.Reset()
	n, err := g.buffer.ReadFrom(io.LimitReader(r, g.limits.File+1))
	switch {
	case errors.Is(err, errUnpacked), g.meter.ctx.Err() != nil:
		return nil, "", err
	case n > g.limits.File:
		return nil, g.oversize(n), nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, "broken: it is cut off in the middle", nil
	case err != nil:
		return nil, "broken: " + reason(err), nil
	}
	text := g.buffer.Bytes()
	switch {
	case len(bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))) == 0:
		return nil, "empty", nil
	case kindOf(text) != "":
		return nil, refusedNested, nil
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return nil, "UTF-16 text: save it as UTF-8", nil
	case !isText(text):
		return nil, "not text", nil
	}
	return bytes.Clone(text), "", nil
}

// reason is what an error says without the path, which is listed beside it.
func reason(err error) string {
	if pathError := (*fs.PathError)(nil); errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}
