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

// This file, gradescope.go and classroom.go read exports of courses. An export holds the last submission of
// each participant for one assignment, often as a zip that the participant packed. Each assignment is a
// problem. Several exports, as paths or folders, are one contest. There are no verdicts.

// courseFile is what the path of a file in an export says.
type courseFile struct {
	folder string // folder of the assignment; "." for the top
	key    string // identifies the participant in the assignment, also in later exports
	name   string // name of the participant
	id     string // ID of the participant; "" for none
}

// courseSubmissions makes a submission of all files with the same folder and key. parse reads a path, or
// returns why the file is skipped. If participants share a name, their IDs follow the name. idsOfAssignment
// says that a participant has another ID in each assignment. Then participants share a name only if the name
// has two IDs in one folder.
func (t *tree) courseSubmissions(idsOfAssignment bool, parse func(f file) (s courseFile, reason i18n.Key)) []*draft {
	parsed := make(map[string]courseFile)
	isShared := make(map[string]bool)    // by name of participants
	lastID := make(map[[2]string]string) // by folder and name of the participant
	files := slices.DeleteFunc(slices.Clone(t.files), func(f file) bool {
		s, reason := parse(f)
		if reason != "" {
			t.skip(f.path, reason)
			return true
		}
		parsed[f.path] = s
		scope := [2]string{"", s.name}
		if idsOfAssignment {
			scope[0] = s.folder
		}
		if id, ok := lastID[scope]; ok && id != s.id {
			isShared[s.name] = true
		}
		lastID[scope] = s.id
		return false
	})
	var drafts []*draft
	submissionPath := func(f file) string { return path.Join(parsed[f.path].folder, parsed[f.path].key) }
	for p, group := range groupBy(files, submissionPath) {
		s := parsed[group[0].path]
		problem, participant := withoutArchiveExtension(s.folder), s.name
		if s.folder == "." {
			problem = t.name
		}
		if isShared[s.name] && s.id != "" {
			participant += " (" + s.id + ")"
		}
		drafts = append(drafts, newDraft(problem, participant, p, group...))
	}
	return drafts
}

// courseMode also reads the zips that participants submit.
var courseMode = modeIf(isZip, modeArchive, modeByName)

// moodleFormat reads what Moodle's page of an assignment downloads as "all submissions". The teacher chooses
// whether each participant has a folder, or files whose names begin with the name of that folder.
var moodleFormat = &format{
	name: "moodle", title: `Moodle's download of all submissions (<name>_<number>_assignsubmission_file)`,
	detect: func(l *listing) (reason, resemblance i18n.Text) {
		files := l.submissions()
		matching := count(slices.Values(files), func(name string) bool { _, ok := parseMoodlePath(name); return ok })
		return detectIfMost("Moodle's download of submissions", matching, len(files),
			i18n.Textf("its folders or files are called <name>_<number>_assignsubmission_file"))
	},
	mode: courseMode,
	read: func(t *tree) (contents, error) {
		// Moodle numbers the participants of each assignment anew (get_uniqueid_for_user).
		drafts := t.courseSubmissions(true, func(f file) (courseFile, i18n.Key) {
			s, ok := parseMoodlePath(f.path)
			if !ok {
				return s, "not below <name>_<number>_assignsubmission_file, as Moodle calls submissions"
			}
			return s, ""
		})
		return contents{submissions: numberAttempts(drafts), about: contest.Metadata{System: "Moodle"}}, nil
	},
}

// moodleName matches the name of a folder or file. In an assignment for groups, a participant without a group
// has no number. Moodle replaces underscores in names.
var moodleName = regexp.MustCompile(`^([^_]+)(?:_([0-9]{1,18}))?_assignsubmission_[a-z]+(?:_.*)?$`)

func parseMoodlePath(name string) (courseFile, bool) {
	folder, m := findElement(name, moodleName)
	if m == nil {
		return courseFile{}, false
	}
	key, _, _ := strings.Cut(m[0], "_assignsubmission_")
	return courseFile{folder: folder, key: key, name: m[1], id: m[2]}, true
}

// maxFolders bounds the folders around an export that detection looks into.
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

// canvasFormat reads what Canvas's page of an assignment downloads as "Download Submissions". All files are
// in one folder.
var canvasFormat = &format{
	name: "canvas", title: "Canvas's download of submissions (<name>[_LATE]_<user>_<number>_<file>)",
	detect: detectCanvas, mode: courseMode,
	read: func(t *tree) (contents, error) {
		var participants []contest.Participant
		ids := make(map[string]string) // by path
		drafts := t.courseSubmissions(false, func(f file) (courseFile, i18n.Key) {
			s, _, ok := parseCanvasPath(f.path)
			if !ok {
				return s, "not called <name>_<user>_<number>_<file>, as Canvas calls submissions"
			}
			ids[path.Join(s.folder, s.key)] = s.id
			return s, ""
		})
		for _, d := range drafts {
			d.Problem = strings.TrimSuffix(d.Problem, "_submissions") // the zip is called <course>-<assignment>_submissions
			if id := ids[d.Path]; id != d.Participant {
				participants = append(participants, contest.Participant{Name: d.Participant, SystemID: id})
			}
		}
		return contents{
			submissions: numberAttempts(drafts), participants: participants, about: contest.Metadata{System: "Canvas"}, isGuess: true,
		}, nil
	},
}

// canvasName matches the name of a file. Canvas removes everything but letters, digits and underscores from
// the name of a user, and removes underscores around numbers. So the first number is that of the user, the
// second that of the file.
var canvasName = regexp.MustCompile(`^(?:(?:LATE_)?(anon_[0-9A-Za-z]{1,20})|([^_].*?)_(?:LATE_)?([0-9]{1,20}))_` +
	`(?:([0-9]{1,20})_.+|(?:text|link)\.html)$`)

// parseCanvasPath reads a path. number is the number of the uploaded file; "" for text that the user typed on the page.
func parseCanvasPath(name string) (s courseFile, number string, ok bool) {
	folder, m := findElement(name, canvasName)
	switch {
	case m == nil:
		return courseFile{}, "", false
	case m[1] != "": // graded anonymously
		return courseFile{folder: folder, key: m[1], name: m[1], id: m[1]}, m[4], true
	}
	return courseFile{folder: folder, key: m[2] + "_" + m[3], name: m[2], id: m[3]}, m[4], true
}

// detectCanvas requires two users or more. Many other names have two numbers. So detectCanvas also requires
// that a user number always comes with the same name, and that each file has another number.
func detectCanvas(l *listing) (reason, resemblance i18n.Text) {
	files, matching := l.submissions(), 0
	names, numbers := make(map[string]string), make(map[string]bool) // names of users by ID; numbers of files
	for _, name := range files {
		s, number, ok := parseCanvasPath(name)
		if !ok {
			continue
		}
		if earlier, found := names[s.id]; found && earlier != s.name || numbers[number] && number != "" {
			return noText, noText
		}
		matching++
		names[s.id], numbers[number] = s.name, true
	}
	if len(names) < 2 {
		return noText, noText
	}
	return detectIfMost("Canvas's download of submissions", matching, len(files),
		i18n.Textf("its files are called <name>_<user>_<number>_<file>, and numbers fit names"))
}

// joinNames sorts and joins names without repetitions.
func joinNames(names []string) string {
	slices.SortFunc(names, text.CompareNatural)
	return strings.Join(slices.Compact(names), ", ")
}
