package intake

import (
	"path"
	"regexp"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// canvasFormat reads what Canvas's page of an assignment downloads as "Download Submissions". All files are
// in one folder.
var canvasFormat = &format{
	name: "canvas", title: "Canvas's download of submissions (<name>[_LATE]_<user>_<number>_<file>)",
	detect: detectCanvas, mode: courseMode,
	read: func(t *tree) (contents, error) {
		var participants []contest.Participant
		ids := make(map[string]string) // by path
		drafts := t.courseSubmissions(false, func(f *file) (courseFile, i18n.Text) {
			s, _, ok := parseCanvasPath(f.path)
			if !ok {
				return s, i18n.Textf("not called <name>_<user>_<number>_<file>, as Canvas calls submissions")
			}
			ids[path.Join(s.folder, s.key)] = s.id
			return s, noText
		})
		for _, d := range drafts {
			d.Problem = strings.TrimSuffix(d.Problem, "_submissions") // the zip is called <course>-<assignment>_submissions
			if id := ids[d.Path]; id != d.Participant {
				participants = append(participants, contest.Participant{Name: d.Participant, SystemID: id})
			}
		}
		return contents{
			submissions: t.numberCourse(drafts), participants: participants, isGuess: true,
			about: contest.Metadata{System: "Canvas", PersonalIDs: true},
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

// detectCanvas requires two users or more, or the name that Canvas gives to the zip. Many other names have two numbers. So
// detectCanvas also requires that a user number always comes with the same name, and that no two files have the same number.
func detectCanvas(l *listing) (reason, resemblance i18n.Text) {
	files, matching := l.withoutParticipantFiles(), 0
	names, numbers := make(map[string]string), make(map[string]bool) // names of users by ID; numbers of files
	folder := l.input
	for _, name := range files {
		s, number, ok := parseCanvasPath(name)
		if !ok {
			continue
		}
		if earlier, found := names[s.id]; found && earlier != s.name || numbers[number] && number != "" {
			return noText, noText
		}
		if s.folder != "." {
			folder = withoutArchiveExtension(s.folder)
		}
		matching++
		names[s.id], numbers[number] = s.name, true
	}
	const title i18n.Key = "Canvas's download of submissions"
	if len(names) < 2 && !strings.HasSuffix(folder, "_submissions") {
		if almostAll(matching, len(files)) {
			return noText, i18n.Textf(title)
		}
		return noText, noText
	}
	return detectIfMost(title, matching, len(files), i18n.Textf("its files are called <name>_<user>_<number>_<file>, and numbers fit names"))
}
