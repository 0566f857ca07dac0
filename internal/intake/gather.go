package intake

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/notebook"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// file is a file of an input.
type file struct {
	path      string   // unique in the tree: inputPath; with several inputs, <input>/<inputPath>
	inputPath string   // relative to its input
	input     string   // name of the input; "" for the only input, and for a single file
	elements  []string // elements of inputPath; a layout may have removed folders at the top
	content   []byte
	language  *lexer.Language // by the name or the user's choice; nil for none
}

// tree holds the files of all inputs.
type tree struct {
	name     string          // suggested name of the contest, as in Result.Name
	language *lexer.Language // chosen by the user for all files; nil for none
	manifest *manifest       // named by Options.Manifest; nil for none

	files            []file // programs, sorted by path
	records          []file // read with modeRecord, sorted by path
	counted          []file // listed with modeCount, without contents
	participantFiles []file // may describe participants; see participantFacts

	skipped       []contest.SkippedItem // the first items for each reason
	skipReasons   map[string]*skipReason
	layoutReasons []i18n.Text // why the layout was detected
	isSingleFile  bool        // the only path is a file and not an archive
	inputErrors   []error     // errors that ended the reading of an input
	incomplete    []i18n.Text // as Result.Incomplete: "<input>: <error>"
}

// readMode says how to read a file.
type readMode int

const (
	modeByName       readMode = iota // as a program; skip it if its name shows no language
	modeProgram                      // as a program, with any name; the language may be unknown
	modeRecord                       // as a whole without a byte order mark, into tree.records
	modeArchive                      // as a zip, like a folder with the name of the zip
	modeIgnore                       // do not read it, and do not list it as skipped
	modeCount                        // do not read it, but list it in tree.counted
	modeParticipants                 // into tree.participantFiles
)

// selection says which files to read.
type selection struct {
	language         *lexer.Language            // the language of every file; nil to detect it by the name
	hiddenFolders    bool                       // also read files in hidden folders: a layout may read names from these
	anyLanguage      bool                       // also read files of unknown languages: a pattern may name the language
	participantFiles bool                       // also read files that describe participants
	mode             func(name string) readMode // nil for modeByName
}

// gatherer reads inputs into a tree.
type gatherer struct {
	tree      *tree
	selection selection
	limits    Limits
	meter     *meter
	entries   int             // number of entries so far
	isBroken  bool            // the input has broken files; those in a zip inside it do not count
	isInside  bool            // the entries are those of a zip inside an input
	seen      map[string]bool // paths of the files so far
	buffer    bytes.Buffer
}

// gather reads the selected files below paths. It returns an error only if there is no path, a path cannot be opened, or
// ctx has ended.
func gather(ctx context.Context, paths []string, selection selection, limits Limits) (*tree, error) {
	if len(paths) == 0 {
		return nil, i18n.Errorf("no path is given: name the folder or archive that holds the submissions")
	}
	g := newGatherer(ctx, selection, limits)
	isFile := false // tree.name is the name of a single file: that of a folder or archive is better
	err := forEachInput(paths, g.meter, func(i input, prefix, base string) error {
		if g.tree.name == "" || isFile && !i.isSingleFile {
			isFile = i.isSingleFile
			g.tree.name, g.tree.isSingleFile = withoutArchiveExtension(base), isFile && len(paths) == 1
		}
		return g.readInput(ctx, i.entries, prefix, base)
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

// finish sorts the lists of the tree and returns it. In an archive, a file and a folder may have the same path.
// finish skips such a file, because submissions need different paths.
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
	for _, list := range [][]file{t.files, t.records, t.participantFiles} {
		sortFiles(list)
	}
	return t
}

func sortFiles(files []file) {
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.path, b.path) })
}

// readInput reads the entries of one input, with paths below prefix. It returns only errors of ctx. Another
// error ends the input, and is listed as skipped under the name of the input.
func (g *gatherer) readInput(ctx context.Context, items entries, prefix, input string) error {
	g.isBroken = false
	for e, err := range items {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = g.countEntry()
		}
		if err == nil {
			err = g.readEntry(e, prefix)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			g.tree.inputErrors = append(g.tree.inputErrors, err)
			g.tree.incomplete = append(g.tree.incomplete, i18n.Textf("%s: %s", input, errorReason(err)))
			g.tree.skipText(input, errorReason(err))
			return nil
		}
	}
	if g.isBroken {
		g.tree.incomplete = append(g.tree.incomplete, i18n.Textf("%s: some of its files are broken; fetch it again", input))
	}
	return ctx.Err()
}

func (g *gatherer) countEntry() error {
	if g.entries++; g.entries > g.limits.Entries {
		return i18n.Errorf("more than %d entries: what follows was not read; split the input, and check each part", g.limits.Entries)
	}
	return nil
}

// readEntry reads one entry. It lists an entry that it cannot read as skipped. An error ends the reading of
// the input.
func (g *gatherer) readEntry(e entry, prefix string) error {
	name, refusal := cleanName(e.name)
	isLeft := refusal.IsZero() && isLeftover(name)
	if isLeft && (e.folder || !mayBeProgram(name)) {
		return nil
	}
	f := file{path: name, inputPath: name, input: prefix, elements: strings.Split(name, "/")}
	if prefix != "" {
		f.path = prefix + "/" + name
	}
	if e.folder {
		if !refusal.IsZero() && path.Clean(e.name) != "." { // "tar -c ." lists the folder itself
			g.tree.skipText(f.path, refusal)
		}
		return nil
	}
	if isLeft {
		return g.listLeftover(e, f.path)
	}
	mode, limit := g.mode(name), g.limits.File
	switch mode {
	case modeIgnore:
		return nil
	case modeCount:
		g.tree.counted = append(g.tree.counted, f)
		return nil
	case modeRecord, modeArchive:
		limit = g.limits.Record
	}
	hasCells := lexer.IsNotebook(name) && mode != modeRecord && mode != modeArchive && mode != modeParticipants
	if hasCells {
		limit = max(limit, notebook.MaxBytes)
	}
	language, unwanted := g.language(name)
	if mode != modeByName {
		unwanted = noText
	}
	var duplicate i18n.Text
	if g.seen[f.path] {
		duplicate = i18n.Textf("a second file of the same name: only the first was read")
	}
	if reason := cmp.Or(refusal, e.refusal, duplicate, unwanted, oversize(e.size, limit)); !reason.IsZero() {
		g.tree.skipText(f.path, reason)
		return nil
	}
	g.seen[f.path] = true
	content, reason, err := g.readContent(e, limit)
	if err != nil {
		g.tree.skip(f.path, reasonNotRead)
		return err
	}
	content = text.DecodeUTF16(content)
	if hasCells || mode == modeRecord || mode == modeParticipants { // programs stay as they are
		content = bytes.TrimPrefix(content, []byte(bom))
	}
	if reason.IsZero() && mode != modeRecord && mode != modeArchive {
		reason = unreadable(content)
	}
	if reason.IsZero() && hasCells {
		var key i18n.Key
		content, language, key = notebook.Read(content, g.selection.language)
		reason = oversize(int64(len(content)), g.limits.File)
		if key != "" {
			reason = i18n.Textf(key)
		}
	}
	if !reason.IsZero() {
		g.tree.skipText(f.path, reason)
		return nil
	}
	f.content = bytes.Clone(content)
	switch mode {
	case modeArchive:
		return g.readArchive(f)
	case modeRecord:
		g.tree.records = append(g.tree.records, f)
	case modeParticipants:
		g.tree.participantFiles = append(g.tree.participantFiles, f)
	default:
		f.language = language
		g.tree.files = append(g.tree.files, f)
	}
	return nil
}

// listLeftover lists a leftover as skipped if it is a program: a program can include ".git/b.h" or "._b.h" like any other file. An
// error ends the reading of the input.
func (g *gatherer) listLeftover(e entry, file string) error {
	if !e.refusal.IsZero() {
		return nil
	}
	content, refusal, err := g.readContent(e, g.limits.File)
	switch {
	case err != nil, !refusal.IsZero(), !unreadable(content).IsZero(), bytes.HasPrefix(content, []byte(appleDouble)):
	case strings.HasPrefix(path.Base(e.name), "._"):
		g.tree.skip(file, reasonData)
	default:
		g.tree.skip(file, reasonHidden)
	}
	return err
}

// appleDouble begins the files called ._NAME, in which macOS stores what a zip has no place for.
const appleDouble = "\x00\x05\x16\x07"

func (g *gatherer) mode(name string) readMode {
	switch {
	case g.selection.participantFiles && isParticipantsFile(name):
		return modeParticipants
	case g.selection.mode != nil:
		return g.selection.mode(name)
	}
	return modeByName
}

// language returns the language of a file, or why the file is not read. Both are zero if only
// selection.anyLanguage allows the file.
func (g *gatherer) language(name string) (language *lexer.Language, unwanted i18n.Text) {
	if !g.selection.hiddenFolders && strings.Contains("/"+path.Dir(name)+"/", "/.") && path.Dir(name) != "." {
		return nil, i18n.Textf(reasonHidden)
	}
	language, known := lexer.ByPath(name)
	if g.selection.language != nil {
		language = g.selection.language
	}
	extension := strings.ToLower(path.Ext(name))
	switch {
	case known && path.Ext(name) != path.Base(name): // a file called .cpp is no program
		return language, noText
	case slices.Contains(archiveExtensions, extension):
		return nil, i18n.Textf(reasonNested)
	case isData(name):
		return nil, i18n.Textf(reasonData)
	case language == nil && !g.selection.anyLanguage:
		return nil, i18n.Textf(reasonLanguage)
	}
	return language, noText
}

// isData reports whether the name of a file shows that it is no program, even if the user chose a language
// for all files. It is false for text files, because some judge systems call all programs .txt.
func isData(name string) bool {
	return slices.Contains(dataExtensions, strings.ToLower(path.Ext(name))) || strings.HasPrefix(path.Base(name), ".")
}

var dataExtensions = []string{
	".md", ".rst", ".pdf", ".html", ".htm", ".css", ".json", ".xml", ".yaml", ".yml", ".toml", ".csv", ".tsv", ".log",
	".in", ".out", ".ans", ".class", ".o", ".obj", ".exe", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".doc", ".docx",
}

// Reasons that several formats share.
const (
	reasonLanguage = "in no known language: if it is a program, choose a language for all files"
	reasonData     = "not a program, by its name: rename it if it is one"
	reasonNested   = "an archive inside the input: unpack it, or check it on its own"
	reasonNotRead  = "not read, because the input was not read to its end"
	reasonHidden   = "in a hidden folder: rename the folder if this is a submission"
	reasonNotZip   = "not a zip, which it should be"
	reasonContent  = "its language is not certain, and the input does not name it: choose a language for all files"
)

// oversize returns a reason to skip a file that is larger than the limit; zero for other files.
func oversize(size, limit int64) i18n.Text {
	if size > limit {
		return i18n.Textf("larger than %s, the limit for one file", i18n.Size(limit))
	}
	return noText
}

// readContent reads an entry into the buffer. reason says why the entry is skipped. An error ends the reading
// of the input.
func (g *gatherer) readContent(e entry, limit int64) (content []byte, reason i18n.Text, err error) {
	r, err := e.open()
	if err != nil {
		return nil, i18n.Textf("it cannot be read: %s", errorReason(err)), nil
	}
	defer r.Close()
	g.buffer.Reset()
	n, err := g.buffer.ReadFrom(io.LimitReader(r, limit+1))
	switch {
	case errors.Is(err, errUnpacksTooMuch), g.meter.ctx.Err() != nil:
		return nil, noText, err
	case n > limit:
		return nil, oversize(n, limit), nil
	case err == nil:
		return g.buffer.Bytes(), noText, nil
	}
	g.isBroken = g.isBroken || !g.isInside
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, i18n.Textf("broken: it is cut off in the middle"), nil
	}
	return nil, i18n.Textf("broken: %s", errorReason(err)), nil
}

// readArchive reads a zip inside an input like a folder with the name of the zip. It does not read archives
// in the zip. It lists a broken zip as skipped. An error ends the reading of the input.
func (g *gatherer) readArchive(f file) error {
	if !IsZip(f.content) {
		g.tree.skip(f.path, reasonNotZip)
		return nil
	}
	outer := g.selection.mode
	g.isInside = true
	defer func() { g.selection.mode, g.isInside = outer, false }()
	g.selection.mode = func(name string) readMode {
		if m := outer(name); m != modeArchive {
			return m
		}
		return modeByName
	}
	for e, err := range zipEntries(bytes.NewReader(f.content), int64(len(f.content)), g.meter) {
		if err := g.meter.ctx.Err(); err != nil {
			return err
		}
		if err != nil {
			g.tree.skipText(f.path, errorReason(err))
			return nil
		}
		if err := g.countEntry(); err != nil {
			return err
		}
		// readEntry would not notice an absolute path, because the name of the zip comes before it.
		if cleaned, refusal := cleanName(e.name); !refusal.IsZero() {
			g.tree.skipText(f.path+"/"+cleaned, refusal)
			continue
		}
		e.name = f.inputPath + "/" + e.name
		if err := g.readEntry(e, f.input); err != nil {
			return err
		}
	}
	return nil
}

// Unpack reads a zip with the files of one submission, as judge systems export it. The files may have any
// name. Unpack returns the program (see selectProgram) and the skipped files, sorted by path. Errors of the
// zip have the path "". A zip that is cut off is an error: the judge system has the rest of the program.
func Unpack(ctx context.Context, zip []byte, limits Limits) ([]contest.File, []contest.SkippedItem, error) {
	g := newGatherer(ctx, selection{mode: func(string) readMode { return modeProgram }}, limits)
	if !IsZip(zip) {
		return nil, []contest.SkippedItem{{Reason: i18n.Textf(reasonNotZip)}}, nil
	}
	if err := g.readInput(ctx, zipEntries(bytes.NewReader(zip), int64(len(zip)), g.meter), "", ""); err != nil {
		return nil, nil, err
	}
	t := g.finish()
	if slices.ContainsFunc(t.inputErrors, func(err error) bool { return errors.Is(err, errCutOff) }) {
		return nil, nil, i18n.Errorf("its archive is cut off")
	}
	files, omitted := selectProgram(t.asContestFiles())
	t.skipped = append(t.skipped, omitted...)
	return files, t.sortedSkips(), nil
}

func (t *tree) asContestFiles() []contest.File {
	files := make([]contest.File, len(t.files))
	for i, f := range t.files {
		files[i] = contest.File{Path: f.path, Content: f.content}
	}
	return files
}

// bom is the byte order mark that some editors put before UTF-8 text.
const bom = "\ufeff"

// unreadable says why this content is no program; zero if it may be one.
func unreadable(content []byte) i18n.Text {
	switch {
	case len(bytes.TrimSpace(bytes.TrimPrefix(content, []byte(bom)))) == 0:
		return i18n.Textf("empty")
	case archiveKind(content) != "":
		return i18n.Textf(reasonNested)
	case !lexer.IsText(content):
		return i18n.Textf("not text")
	}
	return noText
}

// errorReason returns the text of an error without the path, which is listed beside it.
func errorReason(err error) i18n.Text {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathError.Err
	}
	return i18n.TextOf(err)
}
