package intake

import (
	"cmp"
	"path"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// classroomFormat reads the repositories of an assignment that "gh classroom clone student-repos" clones:
// <assignment>-submissions/<assignment>-<login>/. The table classroomGrades may be beside them. It has the
// times of submission and the names in the teacher's roster.
var classroomFormat = &format{
	name: "github-classroom", title: "GitHub Classroom's repositories (<assignment>-submissions/<assignment>-<login>)",
	detect: func(l *listing) (reason, resemblance i18n.Text) {
		files, matching, keys := 0, 0, make(map[string]bool)
		for _, name := range l.withoutParticipantFiles() {
			if path.Base(name) == classroomGrades {
				continue
			}
			files++
			if s, ok := parseClassroomPath(name, l.input); ok && s.id == "" {
				matching++
				keys[s.key] = true
			}
		}
		if len(keys) < 2 {
			return noText, noText
		}
		return detectIfMost("GitHub Classroom's repositories", matching, files,
			i18n.Textf("its folders are called <assignment>-submissions/<assignment>-<login>"))
	},
	mode: modeIf(func(name string) bool { return path.Base(name) == classroomGrades }, modeRecord, modeByName),
	read: readClassroom,
}

// classroomGrades is the table that "gh classroom assignment-grades" writes.
const classroomGrades = "grades.csv"

const classroomFolder = "-submissions"

// parseClassroomPath reads a path. outer is the folder around it: the name of the input, or "" if the path begins with that
// name. If the name of a repository does not begin with the assignment, it becomes the name and ID of the
// participant.
func parseClassroomPath(name, outer string) (s courseFile, ok bool) {
	elements := strings.Split(name, "/")
	for i, element := range elements[:min(len(elements)-1, maxFolders)] {
		if assignment, found := strings.CutSuffix(outer, classroomFolder); found && assignment != "" && element != "" {
			s = courseFile{folder: cmp.Or(strings.Join(elements[:i], "/"), "."), key: element}
			if s.name, ok = strings.CutPrefix(element, assignment+"-"); !ok || s.name == "" {
				s.name, s.id = element, element
			}
			return s, true
		}
		outer = element
	}
	return courseFile{}, false
}

func readClassroom(t *tree) (contents, error) {
	c := contents{about: contest.Metadata{System: "GitHub Classroom"}}
	parse := func(f file) (courseFile, bool) {
		input := t.name
		if f.input != "" {
			input = ""
		}
		return parseClassroomPath(f.path, input)
	}
	rows := make(map[string][]row) // by the name of the repository
	for _, f := range t.records {
		if _, isInside := parse(f); isInside { // the file of a participant
			t.skip(f.path, reasonData)
			continue
		}
		known := []string{"student_repository_name", "github_username", "roster_identifier", "group_name", "submission_timestamp"}
		ignored := []string{
			"assignment_name", "assignment_url", "starter_code_url", "student_repository_url", "points_awarded", "points_available",
		}
		for _, r := range t.readTable(f, known, ignored, known[0]) {
			rows[r.text(known[0])] = append(rows[r.text(known[0])], r)
		}
	}
	drafts := t.courseSubmissions(false, func(f *file) (courseFile, i18n.Text) {
		s, ok := parse(*f)
		if !ok {
			return s, i18n.Textf("not in <assignment>-submissions/<assignment>-<login>, as GitHub Classroom calls repositories")
		}
		if list := rows[s.key]; s.id != "" && len(list) > 0 {
			s.name = cmp.Or(list[0].text("group_name"), list[0].text("github_username"), s.name)
		}
		s.id = ""
		return s, noText
	})
	for _, d := range drafts {
		d.Problem = strings.TrimSuffix(d.Problem, classroomFolder)
		list := rows[path.Base(d.Path)]
		for _, r := range list {
			if at, ok := parseTime(r.text("submission_timestamp")); ok && at.After(d.Time) {
				d.Time = at
			}
		}
		if len(list) == 1 && list[0].text("roster_identifier") != "" {
			c.participants = append(c.participants,
				contest.Participant{Name: d.Participant, SystemID: list[0].text("roster_identifier")})
		}
	}
	c.submissions = t.numberCourse(drafts)
	return c, nil
}
