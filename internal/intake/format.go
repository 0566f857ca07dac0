package intake

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// FormatFolders is the format of what no system has written: folders, which a
// layout explains.
const FormatFolders = "dir"

// NoFormatReason is why an input is taken for folders. What it looks like nearly, if
// there is something, stands behind it, and "; " between the two.
const NoFormatReason = "no judge system's export was recognised in it"

// Format is a way in which contests are handed out.
type Format struct {
	Name  string // as Options.From takes it
	Title string // for people: "Hydro's code zip"
	// Detectable formats are recognised by themselves; others look like any folder,
	// and have to be asked for.
	Detectable bool
}

// folders is the format that is nil elsewhere in this package.
var folders = Format{Name: FormatFolders, Title: "folders and files", Detectable: true}

// public is what others see of a format.
func (f *format) public() Format {
	if f == nil {
		return folders
	}
	return Format{Name: f.name, Title: f.title, Detectable: f.detect != nil}
}

// Formats lists all formats, FromFolders first.
func Formats() []Format {
	list := []Format{folders}
	for _, f := range systems() {
		list = append(list, f.public())
	}
	return list
}

// format reads what one system writes. Each stands in a file of its own.
type format struct {
	name  string
	title string
	// peek names files of which a listing keeps the beginning; nil for none.
	peek func(name string) bool
	// detect says why a listing is certainly of this format, in words that go
	// behind "for"; "" where it may be another.
	detect func(l *listing) (why string)
	// resembles says what a listing looks like that is nearly of this format, and not
	// certainly: "Hydro's code zip, but for 3 files"; "" where it is not. It may be nil.
	resembles func(l *listing) (what string)
	// mode tells how the file of a name is read, which is relative to its input;
	// files in archives that are read as wantArchive have the name of that before
	// theirs. nil reads all by their names.
	mode func(name string) readMode
	// read makes submissions of what was gathered. What is left out it lists by
	// tree.skip. An error is of the whole input, and may come beside a result.
	read func(t *tree) (contents, error)
}

// readMode is how a file is read.
type readMode int

// The ways to read a file.
const (
	modeByName  readMode = iota // a program, if it is one by its name; else it is listed
	modeProgram                 // a program, whatever its name; its language may be unknown
	modeRecord                  // whole, for the format alone: see tree.record
	modeArchive                 // a zip within the input: its files, as of a folder of its name
	modeIgnore                  // not at all, and nobody misses it
	modeCount                   // not at all, but its name is kept: see tree.counted
)

// contents is what a format understood.
type contents struct {
	submissions  []contest.Submission // numbered; see number
	participants []contest.Participant
	about        contest.About
}

// systems lists all formats but FromFolders, those that are the surest to
// recognise first.
func systems() []format {
	return []format{
		manifestFormat(), dolosFormat(),
		hydroFormat(), packageFormat(), hustojFormat(), vnojFormat(), matcomojFormat(), cmsFormat(), qduojFormat(),
		jplagFormat(), mossFormat(), compare50Format(), // not recognised: see FromFolders
	}
}

// formatNamed finds the format that was asked for; nil for FromFolders.
func formatNamed(name string) (*format, error) {
	list := systems()
	if i := slices.IndexFunc(list, func(f format) bool { return f.name == name }); i >= 0 {
		return &list[i], nil
	}
	if name == FormatFolders {
		return nil, nil
	}
	if exporter := map[string]string{"domjudge": "DOMjudge", "kattis": "Kattis", "pc2": "PC^2"}[strings.ToLower(name)]; exporter != "" {
		return nil, fmt.Errorf("%s exports are read by --from ccs", exporter)
	}
	var known []string
	for _, f := range Formats() {
		known = append(known, f.Name)
	}
	return nil, fmt.Errorf("no format is called %q; known are %s", name, strings.Join(known, ", "))
}

// detectFormat finds the format that a listing is certainly of, and why; nil
// for FromFolders.
func detectFormat(l *listing) (f *format, why string) {
	list := systems()
	for i := range list {
		if list[i].detect == nil {
			continue
		}
		if why := list[i].detect(l); why != "" {
			return &list[i], why
		}
	}
	return nil, strings.Join(append([]string{NoFormatReason}, resemblances(l)...), "; ")
}

// resemblances tells what a listing looks like that is certainly of no format, and how
// to have it read as that.
func resemblances(l *listing) (hints []string) {
	for _, f := range systems() {
		if f.resembles == nil {
			continue
		}
		if what := f.resembles(l); what != "" {
			hints = append(hints, fmt.Sprintf("it looks like %s: --from %s reads it so", what, f.name))
		}
	}
	return hints
}
