package intake

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// canvas.go, classroom.go, gradescope.go and moodle.go read exports of courses. An export holds the last
// submission of each participant for one assignment, often as a zip that the participant packed. Each assignment
// is a problem. Several exports, as paths or folders, are one contest. There are no verdicts.

// courseFile is what the path of a file in an export says.
type courseFile struct {
	folder string // folder of the assignment; "." for the top
	key    string // identifies the participant in the assignment, also in later exports
	name   string // name of the participant
	id     string // ID of the participant; "" for none
}

// courseSubmissions makes a submission of all files with the same folder and key. parse reads a path, or
// returns why the file is skipped. If participants share a name, their IDs follow the name. idsOfAssignment
// says that a participant has a different ID in each assignment. Then participants share a name only if the name
// has two IDs in one folder.
func (t *tree) courseSubmissions(idsOfAssignment bool, parse func(f *file) (s courseFile, reason i18n.Text)) []*draft {
	files, parsed := parseFiles(t, parse)
	isShared := sharedNames(files, func(f file) (scope, name, id string) {
		s := parsed[f.path]
		if idsOfAssignment {
			scope = s.folder
		}
		return scope, s.name, s.id
	})
	var drafts []*draft
	submissionPath := func(f file) string { return path.Join(parsed[f.path].folder, parsed[f.path].key) }
	for p, group := range groupBy(files, submissionPath) {
		s := parsed[group[0].path]
		problem, participant := withoutArchiveExtension(s.folder), s.name
		if s.folder == "." {
			problem = t.name
		}
		numbered := participant + " (" + s.id + ")"
		if isShared[s.name] && s.id != "" {
			participant = numbered
		}
		d := newDraft(problem, participant, p, group...)
		if idsOfAssignment && s.id != "" {
			d.Numbered = numbered
		}
		drafts = append(drafts, d)
	}
	return drafts
}

// numberCourse is numberAttempts for drafts of courseSubmissions. If the input itself is the assignment, the
// name of the input is put before the paths, see addInput.
func (t *tree) numberCourse(drafts []*draft) []contest.Submission {
	t.addInput(slices.DeleteFunc(slices.Clone(drafts), func(d *draft) bool { return path.Dir(d.Path) != "." })...)
	return numberAttempts(drafts)
}

// courseMode also reads the zips that participants submit.
var courseMode = modeIf(hasZipName, modeArchive, modeByName)

// maxFolders bounds the folders around an export that detecting and reading look into.
const maxFolders = 20

// findElement finds the first element of a path that matches. It returns the path before the element, and the
// submatches.
func findElement(name string, form *regexp.Regexp) (folder string, submatches []string) {
	elements := strings.Split(name, "/")
	for i, element := range elements[:min(len(elements), maxFolders)] {
		if m := form.FindStringSubmatch(element); m != nil {
			return cmp.Or(strings.Join(elements[:i], "/"), "."), m
		}
	}
	return "", nil
}

// joinNames sorts and joins names without repetitions.
func joinNames(names []string) string {
	slices.SortFunc(names, text.CompareNatural)
	return strings.Join(slices.Compact(names), ", ")
}
