package intake

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// FormatFolders is the format of folders that no system wrote; a layout explains
// them.
const FormatFolders = "dir"

// NoFormatReason says why an input is read as folders. If it resembles a format,
// "; " and the resemblance follow.
const NoFormatReason = "no judge system's export was recognised in it"

// Format is a form of contests, such as a judge system's export.
type Format struct {
	Name  string // as Options.Format takes it
	Title string // for people: "Hydro's code zip"
	// Detectable formats are recognised automatically; the others look like any
	// folder, so that the user must name them.
	Detectable bool
}

// folders describes FormatFolders; elsewhere in this package a nil *format means it.
var folders = Format{Name: FormatFolders, Title: "folders and files", Detectable: true}

func (f *format) public() Format {
	if f == nil {
		return folders
	}
	return Format{Name: f.name, Title: f.title, Detectable: f.detect != nil}
}

// Formats lists all formats, FormatFolders first.
func Formats() []Format {
	list := []Format{folders}
	for _, f := range systems() {
		list = append(list, f.public())
	}
	return list
}

// format reads what one system writes.
type format struct {
	name  string
	title string
	// peek selects the files whose beginnings a listing needs; nil for none.
	peek func(name string) bool
	// detect says why a listing is certainly of this format, as a clause: "it holds
	// an event feed"; "" if it may be another.
	detect func(l *listing) (why string)
	// resembles says what a listing looks like if it is nearly of this format:
	// "Hydro's code zip, except for 3 files"; "" if it is not. It may be nil.
	resembles func(l *listing) (what string)
	// mode says how to read a file, by its name relative to its input. The name of
	// a file in a nested archive begins with that of the archive. nil is modeByName.
	mode func(name string) readMode
	// read makes submissions of a tree, and calls tree.skip for other files. An error
	// concerns the whole input, and may come with contents.
	read func(t *tree) (contents, error)
}

// contents is the result of format.read.
type contents struct {
	submissions  []contest.Submission // numbered; see numberAttempts
	participants []contest.Participant
	about        contest.About
}

// systems lists all formats but FormatFolders, those with the surest detection
// first.
func systems() []format {
	return []format{
		manifestFormat(), dolosFormat(),
		hydroFormat(), packageFormat(), hustojFormat(), vnojFormat(), matcomojFormat(), cmsFormat(), qduojFormat(),
		jplagFormat(), mossFormat(), compare50Format(), // not detectable
	}
}

// formatNamed returns the format of a name; nil for FormatFolders.
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

// detectFormat returns the certain format of a listing, and why; nil for
// FormatFolders.
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
	reasons := []string{NoFormatReason}
	for _, f := range list {
		if f.resembles == nil {
			continue
		}
		if what := f.resembles(l); what != "" {
			reasons = append(reasons, fmt.Sprintf("it looks like %s: --from %s reads it so", what, f.name))
		}
	}
	return nil, strings.Join(reasons, "; ")
}

// draftFiles makes a draft of each program of a tree, or skips it for a reason.
func (t *tree) draftFiles(convert func(f file) (d *draft, reason string)) []*draft {
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
