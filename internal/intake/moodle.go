package intake

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// moodleFormat reads what Moodle's page of an assignment downloads as "all submissions". The teacher chooses
// whether each participant has a folder, or files whose names begin with the name of that folder.
var moodleFormat = &format{
	name: "moodle", title: `Moodle's download of all submissions (<name>_<number>_assignsubmission_file)`,
	detect: func(l *listing) (reason, resemblance i18n.Text) {
		files := l.withoutParticipantFiles()
		matching := count(slices.Values(files), func(name string) bool { _, ok := parseMoodlePath(name); return ok })
		return detectIfMost("Moodle's download of submissions", matching, len(files),
			i18n.Textf("its folders or files are called <name>_<number>_assignsubmission_file"))
	},
	mode: courseMode,
	read: func(t *tree) (contents, error) {
		// Moodle numbers the participants of each assignment anew (get_uniqueid_for_user).
		drafts := t.courseSubmissions(true, func(f *file) (courseFile, i18n.Text) {
			s, ok := parseMoodlePath(f.path)
			if !ok {
				return s, i18n.Textf("not below <name>_<number>_assignsubmission_file, as Moodle calls submissions")
			}
			return s, noText
		})
		return contents{submissions: t.numberCourse(t.withoutGroupCopies(drafts)), about: contest.Metadata{System: "Moodle"}}, nil
	},
}

// moodleName matches the name of a folder or file. In an assignment for groups, a participant without a group
// has no number. Moodle replaces underscores in names.
var moodleName = regexp.MustCompile(`^([^_]+)(?:_([0-9]{1,18}))?_assignsubmission_[a-z]+(?:_.*)?$`)

// withoutGroupCopies leaves one draft for each group. Before 4.1, Moodle exports the submission of a group once for each member,
// called <group>-<name>_<number>. So an assignment is one of groups if all of its names have a hyphen, all with the same word
// before it have the same files, and this is so in several groups: the given names of two people who copy may also be the same.
func (t *tree) withoutGroupCopies(drafts []*draft) (left []*draft) {
	group := func(d *draft) string { name, _, _ := strings.Cut(d.Participant, "-"); return name }
	isSame := func(a, b contest.File) bool { return bytes.Equal(a.Content, b.Content) }
	for _, assignment := range groupBy(drafts, func(d *draft) string { return path.Dir(d.Path) }) {
		ofGroups, withCopies := true, 0
		for name, members := range groupBy(assignment, group) {
			for _, d := range members {
				ofGroups = ofGroups && name != "" && name != d.Participant && slices.EqualFunc(d.Files, members[0].Files, isSame)
			}
			if len(members) > 1 {
				withCopies++
			}
		}
		if !ofGroups || withCopies < 2 {
			left = append(left, assignment...)
			continue
		}
		for name, members := range groupBy(assignment, group) {
			for _, d := range members[1:] {
				t.skip(d.Path, "the submission of a group: only that of one member was read")
			}
			members[0].Participant, members[0].Numbered = name, ""
			left = append(left, members[0])
		}
	}
	return left
}

func parseMoodlePath(name string) (courseFile, bool) {
	folder, m := findElement(name, moodleName)
	if m == nil {
		return courseFile{}, false
	}
	key, _, _ := strings.Cut(m[0], "_assignsubmission_")
	return courseFile{folder: folder, key: key, name: m[1], id: m[2]}, true
}
