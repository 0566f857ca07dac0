package intake

import (
	"bytes"
	"context"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// FormatFolders is the format of folders that no judge system wrote. A layout says what the folders mean.
const FormatFolders = "dir"

// NoFormat is the reason for FormatFolders if an input resembles no other format.
var NoFormat = i18n.Textf("no judge system's export was recognised in it")

// noText is the zero Text.
var noText i18n.Text

// Format describes how a contest is stored in files, such as the export of a judge system.
type Format struct {
	Name       string   // as Options.Format takes it
	Title      i18n.Key // "Hydro's code zip"
	Detectable bool     // false if the user must name the format, because its inputs look like any folder
}

func (f *format) description() Format {
	return Format{Name: f.name, Title: f.title, Detectable: f.detect != nil || f == foldersFormat}
}

// Formats lists all formats, FormatFolders first.
func Formats() []Format {
	var list []Format
	for _, f := range allFormats {
		list = append(list, f.description())
	}
	return list
}

// format reads the inputs of one Format.
type format struct {
	name  string
	title i18n.Key
	// peek selects the files whose first bytes detect needs; nil for none.
	peek func(name string) bool
	// detect returns a reason if a listing is certainly in the format, as a clause: "it holds an event feed".
	// If the format is only likely, detect returns what the listing resembles: "QDUOJ's download, except for
	// 3 files". A format without detect is never detected.
	detect func(l *listing) (reason, resemblance i18n.Text)
	// mode says how to read a file. name is relative to the input, and goes through nested archives. Nil is
	// modeByName.
	mode func(name string) readMode
	// read makes submissions of the files of a tree. It calls tree.skip for other files. An error concerns
	// the whole input.
	read func(t *tree) (contents, error)
}

// contents is the result of format.read.
type contents struct {
	submissions  []contest.Submission  // numbered; see numberAttempts
	participants []contest.Participant // some may have no submissions
	about        contest.Metadata
	solutions    []contest.KnownSource // programs of the organisers
	isGuess      bool                  // the names of files may mean something else; see doubtGuess
	doubt        i18n.Text             // why they may well mean something else; zero if doubtGuess decides
}

// foldersFormat is FormatFolders. It has no read, because a layout replaces it.
var foldersFormat = &format{name: FormatFolders, title: "folders and files"}

// allFormats begins with FormatFolders. The other formats follow, those with the surest detection first.
var allFormats = []*format{
	foldersFormat, manifestFormat, dolosFormat,
	hydroFormat, packageFormat, hustojFormat, vnojFormat, ejudgeFormat,
	matcomojNames.format(), yandexNames.format(), domjudgeNames.format(), codeforcesFormat, dmojFormat, cmsFormat, qduojFormat,
	gradescopeFormat, moodleFormat, classroomFormat, canvasFormat,
	jplagFormat, mossFormat, compare50Format, // not detectable
}

func formatNamed(name string) (*format, error) {
	var names []string
	for _, f := range allFormats {
		if f.name == name {
			return f, nil
		}
		names = append(names, f.name)
	}
	exporters := map[string]string{"domjudge": "DOMjudge", "kattis": "Kattis", "pc2": "PC^2"}
	if exporter := exporters[strings.ToLower(name)]; exporter != "" {
		return nil, i18n.Errorf("no format is called %q; ccs reads exports of %s", name, exporter)
	}
	return nil, i18n.Errorf("no format is called %q; known are %s", name, strings.Join(names, ", "))
}

// detection is what detectFormat finds.
type detection struct {
	format *format
	reason i18n.Text
	hint   i18n.Text // what the input resembles; zero for nothing
	doubt  i18n.Text // why the format may be wrong, as a clause; zero if nothing speaks against it
}

// detectFormat returns the first format that a listing certainly has, or else foldersFormat.
func detectFormat(ctx context.Context, l *listing) (d detection, err error) {
	for _, f := range allFormats {
		if err := ctx.Err(); err != nil {
			return d, err
		}
		if f.detect == nil {
			continue
		}
		certain, resemblance := f.detect(l)
		if !certain.IsZero() {
			return detection{format: f, reason: certain}, nil
		}
		if !resemblance.IsZero() {
			d.hint = joinClauses(d.hint, i18n.Textf("it looks like %s: the format %s reads it so", resemblance, f.name))
		}
	}
	doubt := doubtManifest(l)
	return detection{foldersFormat, joinClauses(NoFormat, d.hint, doubt), d.hint, doubt}, nil
}

// joinClauses joins the clauses that are not zero.
func joinClauses(clauses ...i18n.Text) (joined i18n.Text) {
	for _, clause := range clauses {
		switch {
		case joined.IsZero():
			joined = clause
		case !clause.IsZero():
			joined = i18n.Textf("%s; %s", joined, clause)
		}
	}
	return joined
}

// draftFiles makes drafts of the files of a tree. It skips the files for which convert returns a reason.
func (t *tree) draftFiles(convert func(f file) (d *draft, reason i18n.Key)) []*draft {
	var drafts []*draft
	for _, f := range t.files {
		if d, reason := convert(f); reason != "" {
			t.skip(f.path, reason)
		} else {
			drafts = append(drafts, d)
		}
	}
	return drafts
}

// parseFiles returns the files of a tree, with what parse finds out about each, by path. parse may change the file. It skips the
// files for which parse returns a reason.
func parseFiles[T any](t *tree, parse func(f *file) (facts T, reason i18n.Text)) (files []file, facts map[string]T) {
	facts = make(map[string]T)
	for _, f := range t.files {
		found, reason := parse(&f)
		if !reason.IsZero() {
			t.skipText(f.path, reason)
			continue
		}
		facts[f.path] = found
		files = append(files, f)
	}
	return files, facts
}

// groupBy yields the items of each key, in the order of the first items of the keys.
func groupBy[K comparable, V any](items []V, key func(V) K) iter.Seq2[K, []V] {
	var keys []K
	groups := map[K][]V{}
	for _, item := range items {
		k := key(item)
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], item)
	}
	return func(yield func(K, []V) bool) {
		for _, k := range keys {
			if !yield(k, groups[k]) {
				return
			}
		}
	}
}

// listing lists the names of the files of all inputs, to detect the format before any file is read.
type listing struct {
	// names are sorted and relative to their input. If there are several inputs, names begin with the name of
	// the input.
	names      []string
	input      string            // the name of the only input; "" for several
	heads      map[string][]byte // by name: the first bytes of the files that formats peek at
	peekCounts map[*format]int   // number of files at which a format has peeked
}

// For each format, listFiles reads at most headBytes bytes from each of at most maxHeads files.
const (
	headBytes = 4 << 10
	maxHeads  = 100
)

func (l *listing) matching(match func(name string) bool) []string {
	return slices.DeleteFunc(slices.Clone(l.names), func(name string) bool { return !match(name) })
}

func (l *listing) count(match func(name string) bool) int {
	return count(slices.Values(l.names), match)
}

// isBelow reports whether a folder holds all files.
func (l *listing) isBelow(folder string) bool {
	return strings.HasPrefix(l.names[0], folder+"/") && strings.HasPrefix(l.names[len(l.names)-1], folder+"/")
}

// isProgram reports whether the name of a file shows a language.
func isProgram(name string) bool {
	_, ok := lexer.ByPath(name)
	return ok
}

// withoutParticipantFiles returns all names except those of files that describe participants, which any export may have.
func (l *listing) withoutParticipantFiles() []string {
	return l.matching(func(name string) bool { return !isParticipantsFile(name) })
}

// countHeads counts the names that have a head.
func (l *listing) countHeads(names []string) int {
	return count(slices.Values(names), func(name string) bool { return l.heads[name] != nil })
}

// count counts the items for which match holds.
func count[T any](items iter.Seq[T], match func(T) bool) (n int) {
	for item := range items {
		if match(item) {
			n++
		}
	}
	return n
}

// almostAll reports whether n is at least 90% of all. The rest may be files that do not belong to the export.
func almostAll(n, all int) bool { return n > 0 && 10*n >= 9*all }

// detectIfMost returns the results of format.detect for a listing in which n of all files have the form of
// the format. If these are almost all, the format is certain. If they are more than half, the listing resembles it.
func detectIfMost(title i18n.Key, n, all int, reason i18n.Text) (certain, resemblance i18n.Text) {
	switch {
	case almostAll(n, all):
		return reason, noText
	case 2*n <= all:
		return noText, noText
	}
	return noText, i18n.Textf("%[2]s, except for %[1]d files", all-n, i18n.Textf(title))
}

// modeIf returns a format.mode that returns mode for the names that match, and otherMode for all others.
func modeIf(match func(name string) bool, mode, otherMode readMode) func(name string) readMode {
	return func(name string) readMode {
		if match(name) {
			return mode
		}
		return otherMode
	}
}

// listFiles lists the files below paths. It ignores errors and limits, because gather reports them.
func listFiles(ctx context.Context, paths []string, limits Limits) (*listing, error) {
	l := &listing{heads: map[string][]byte{}, peekCounts: map[*format]int{}}
	limits = limits.withDefaults()
	err := forEachInput(paths, newMeter(ctx, limits), func(i input, prefix, base string) error {
		if prefix != "" {
			prefix += "/"
		} else if len(paths) == 1 {
			l.input = withoutArchiveExtension(base)
		}
		for e, err := range i.entries {
			if err != nil || len(l.names) == limits.Entries {
				break
			}
			name, refusal := cleanName(e.name)
			if refusal.IsZero() && e.refusal.IsZero() && !e.folder && !isLeftover(name) {
				l.add(prefix+name, name, e)
			}
		}
		return ctx.Err()
	})
	slices.Sort(l.names)
	return l, err
}

// add adds an entry. path is its name in the listing, and name is its path in the input.
func (l *listing) add(path, name string, e entry) {
	l.names = append(l.names, path)
	isPeeked := false
	for _, f := range allFormats {
		if f.peek != nil && l.peekCounts[f] < maxHeads && f.peek(name) {
			l.peekCounts[f]++
			isPeeked = true
		}
	}
	if !isPeeked {
		return
	}
	r, err := e.open()
	if err != nil {
		return
	}
	defer r.Close()
	if head, err := io.ReadAll(io.LimitReader(r, headBytes)); err == nil {
		l.heads[path] = bytes.TrimPrefix(text.DecodeUTF16(head), []byte(bom))
	}
}
