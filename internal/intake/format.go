package intake

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
)

// FormatFolders is the format of folders that no system wrote. A layout says what the folders mean.
const FormatFolders = "dir"

// NoFormat says why an input is read as folders, if it does not resemble any format.
var NoFormat = i18n.Textf("no judge system's export was recognised in it")

// none is the zero Text: no reason.
var none i18n.Text

// Format is a form of contests, such as a judge system's export.
type Format struct {
	Name       string   // as Options.Format takes it
	Title      i18n.Key // "Hydro's code zip"
	Detectable bool     // false if an input in the format looks like any folder, so that the user must name the format
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

// format reads what one system writes.
type format struct {
	name  string
	title i18n.Key
	// peek selects the files of which detect needs the first bytes; nil for none.
	peek func(name string) bool
	// detect returns why, a clause, if a listing is certainly in the format: "it holds an event feed". If the format is
	// only likely, detect returns what the listing resembles: "QDUOJ's download, except for 3 files". Nil detects nothing.
	detect func(l *listing) (why, resemblance i18n.Text)
	// mode says how to read a file, by its name relative to its input, through nested archives. Nil is modeByName.
	mode func(name string) readMode
	// read makes submissions of a tree, and calls tree.skip for other files. An error concerns the whole input.
	read func(t *tree) (contents, error)
}

// contents is the result of format.read.
type contents struct {
	submissions  []contest.Submission  // numbered; see numberAttempts
	participants []contest.Participant // some may have no submissions
	about        contest.About
	solutions    []contest.KnownSource // programs of the organisers
	isGuess      bool                  // participants and problems are parts of names that may mean something else; see doubtGuess
}

// foldersFormat is FormatFolders. A layout reads it.
var foldersFormat = &format{name: FormatFolders, title: "folders and files"}

// allFormats begins with FormatFolders. The other formats follow, the surest detection first.
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
	if exporter := map[string]string{"domjudge": "DOMjudge", "kattis": "Kattis", "pc2": "PC^2"}[strings.ToLower(name)]; exporter != "" {
		return nil, i18n.Errorf("the format ccs reads exports of %s", exporter)
	}
	return nil, i18n.Errorf("no format is called %q; known are %s", name, strings.Join(names, ", "))
}

// detection is what detectFormat finds.
type detection struct {
	format *format
	why    i18n.Text
	hint   i18n.Text // what the input resembles; zero for nothing
}

// detectFormat returns the format that a listing certainly has, else foldersFormat.
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
			return detection{format: f, why: certain}, nil
		}
		if !resemblance.IsZero() {
			d.hint = joinHints(d.hint, i18n.Textf("it looks like %s: the format %s reads it so", resemblance, f.name))
		}
	}
	return detection{foldersFormat, joinHints(NoFormat, d.hint), d.hint}, nil
}

// joinHints joins clauses, of which each may be zero.
func joinHints(first, second i18n.Text) i18n.Text {
	if first.IsZero() || second.IsZero() {
		return cmp.Or(first, second)
	}
	return i18n.Textf("%s; %s", first, second)
}

// draftFiles makes a draft of each program of a tree, or skips it for a reason.
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

// groupBy groups items by a key; keys are in the order of their first items.
func groupBy[K comparable, V any](items []V, key func(V) K) (keys []K, groups map[K][]V) {
	groups = map[K][]V{}
	for _, item := range items {
		k := key(item)
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], item)
	}
	return keys, groups
}

// listing lists the names of the files of all inputs, to detect the format before any file is read.
type listing struct {
	// names are sorted and relative to their input; with several inputs, they begin with the name of the input.
	names      []string
	input      string            // the name of the only input; "" for several
	heads      map[string][]byte // the first bytes of the files that formats peek at, by name
	headCounts map[*format]int
}

// To detect a format, listFiles reads at most headBytes bytes from each of at most maxHeads files.
const (
	headBytes = 4 << 10
	maxHeads  = 100
)

// matching returns the names that match.
func (l *listing) matching(match func(name string) bool) []string {
	return slices.DeleteFunc(slices.Clone(l.names), func(name string) bool { return !match(name) })
}

// isProgram reports whether a file is a program, by its name.
func isProgram(name string) bool {
	_, ok := lexer.ByPath(name)
	return ok
}

// submissions returns all names except those of files that describe participants, which may be in any export.
func (l *listing) submissions() []string {
	return l.matching(func(name string) bool { return !isParticipantsFile(name) })
}

// headCount counts the names that have a head.
func (l *listing) headCount(names []string) int {
	n := 0
	for _, name := range names {
		if _, ok := l.heads[name]; ok {
			n++
		}
	}
	return n
}

// almostAll reports whether n is at least 90% of all: the other files may be strays.
func almostAll(n, all int) bool { return n > 0 && 10*n >= 9*all }

// fit returns why if n, the number of files that fit a format, is almost all. If n is only most, it returns a resemblance.
func fit(title i18n.Key, n, all int, why i18n.Text) (certain, resemblance i18n.Text) {
	switch {
	case almostAll(n, all):
		return why, none
	case 2*n <= all:
		return none, none
	}
	return none, i18n.Textf("%[2]s, except for %[1]d files", all-n, i18n.Textf(title))
}

// modeIf returns a format.mode: mode for the names that match, otherwise for the others.
func modeIf(match func(name string) bool, mode, otherwise readMode) func(name string) readMode {
	return func(name string) readMode {
		if match(name) {
			return mode
		}
		return otherwise
	}
}

// listFiles lists the files below paths. It ignores errors and limits, which gather reports.
func listFiles(ctx context.Context, paths []string, limits Limits) (*listing, error) {
	l := &listing{heads: map[string][]byte{}, headCounts: map[*format]int{}}
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

// add adds an entry; name is its path in its input.
func (l *listing) add(path, name string, e entry) {
	l.names = append(l.names, path)
	needed := false
	for _, f := range allFormats {
		if f.peek != nil && l.headCounts[f] < maxHeads && f.peek(name) {
			l.headCounts[f]++
			needed = true
		}
	}
	if !needed {
		return
	}
	r, err := e.open()
	if err != nil {
		return
	}
	defer r.Close()
	if head, err := io.ReadAll(io.LimitReader(r, headBytes)); err == nil {
		l.heads[path] = head
	}
}
