package intake

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path"
	"regexp"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// gradescopeFormat reads what Gradescope exports for a programming assignment ("Download Submissions"). It
// has a folder submission_<number> for the active submission of each participant or group. Beside these
// folders, gradescopeMetadata says who submitted them.
var gradescopeFormat = &format{
	name: "gradescope", title: "Gradescope's export of submissions, with submission_metadata.yml",
	peek: isGradescopeMetadata,
	detect: func(l *listing) (reason, resemblance i18n.Text) {
		metadata := l.matching(func(name string) bool {
			return isGradescopeMetadata(name) && bytes.Contains(l.heads[name], []byte("\n  :submitters:"))
		})
		if len(metadata) == 0 || l.count(func(name string) bool { return gradescopeFolder(name) != "" }) == 0 {
			return noText, noText
		}
		return i18n.Textf("%s says who submitted the folders called submission_<number>", text.Visible(metadata[0])), noText
	},
	mode: func(name string) readMode {
		if isGradescopeMetadata(name) {
			return modeRecord
		}
		return courseMode(name)
	},
	read: readGradescope,
}

const gradescopeMetadata = "submission_metadata.yml"

// gradescopeAdvice tells users where to find the participants.
const gradescopeAdvice = gradescopeMetadata + ", which Gradescope puts beside the folders, says who submitted them: " +
	`choose "Export Submissions" again and give the whole zip, or write a manifest`

// isGradescopeMetadata reports whether a file says who submitted. A file in the folder of a submission does
// not count, because a participant wrote it.
func isGradescopeMetadata(name string) bool {
	return path.Base(name) == gradescopeMetadata && gradescopeFolder(name) == ""
}

var gradescopeName = regexp.MustCompile(`^submission_([0-9]{1,18})$`)

// gradescopeFolder returns the folder of the submission that a file belongs to; "" for none.
func gradescopeFolder(name string) string {
	for i, r := range name {
		if folder := name[:i]; r == '/' && gradescopeName.MatchString(path.Base(folder)) {
			return folder
		}
	}
	return ""
}

// gradescopeEntry is what gradescopeMetadata says about a submission.
type gradescopeEntry struct {
	Submitters []struct {
		Name  string `json:":name"`
		SID   string `json:":sid"` // the participant's number at the university
		Email string `json:":email"`
	} `json:":submitters"`
	Created string `json:":created_at"`
}

func readGradescope(t *tree) (contents, error) {
	c := contents{about: contest.Metadata{System: "Gradescope", PersonalIDs: true}}
	entries := make(map[string]gradescopeEntry) // by the path of the folder
	for _, f := range t.records {
		t.readGradescopeMetadata(f, entries)
	}
	drafts := t.courseSubmissions(false, func(f *file) (courseFile, i18n.Text) {
		folder := gradescopeFolder(f.path)
		switch {
		case folder == "":
			return courseFile{}, i18n.Textf("not in a folder called submission_<number>, as Gradescope calls submissions")
		case len(entries) == 0:
			return courseFile{}, i18n.Textf("nothing says who submitted it")
		}
		key := path.Base(folder)
		s := courseFile{folder: path.Dir(folder), key: key}
		var names, ids []string
		for _, p := range entries[folder].Submitters {
			names = append(names, printable(cmp.Or(p.Name, p.SID, p.Email)))
			ids = append(ids, printable(cmp.Or(p.SID, p.Email)))
		}
		s.name, s.id = cmp.Or(joinNames(names), key), joinNames(ids) // a deleted account leaves no submitter
		return s, noText
	})
	if len(entries) == 0 {
		return c, i18n.Errorf("the file that names the participants is missing or cannot be read: " + gradescopeAdvice)
	}
	for _, d := range drafts {
		e := entries[d.Path]
		d.SystemID = gradescopeName.FindStringSubmatch(path.Base(d.Path))[1]
		d.id = d.SystemID
		d.Time, _ = parseTime(e.Created)
		if len(e.Submitters) == 1 && e.Submitters[0].SID != "" {
			c.participants = append(c.participants,
				contest.Participant{Name: d.Participant, SystemID: printable(e.Submitters[0].SID)})
		}
	}
	c.submissions = t.numberCourse(drafts)
	return c, nil
}

func parseGradescopeEntry(yaml []byte) (e gradescopeEntry, err error) {
	if len(yaml) > gradescopeEntryBytes {
		return e, i18n.Errorf("its submitters are too many")
	}
	asJSON, err := yamlToJSON(yaml)
	if err != nil {
		return e, err
	}
	if json.Unmarshal(asJSON, &e) != nil {
		return gradescopeEntry{}, i18n.Errorf("its submitters are not a list")
	}
	return e, nil
}

// gradescopeKey matches the line that begins the entry of a submission.
var gradescopeKey = regexp.MustCompile(`^(submission_[0-9]{1,18}):\s*$`)

// gradescopeEntryBytes bounds the submitters of one submission, because the time of the YAML parser grows
// with the square of their size.
const gradescopeEntryBytes = 16 << 10

// readGradescopeMetadata adds the entries of a file. It parses only the submitters and the time of each entry
// as YAML, because the results of tests make these files large. Few YAML parsers accept a whole file, because it
// has several documents, and closing quotes in the first column. Keys begin in the first or third column, and
// no text in an entry does, so a participant cannot forge an entry.
func (t *tree) readGradescopeMetadata(f file, entries map[string]gradescopeEntry) {
	folder, isWanted := "", false
	var block bytes.Buffer
	add := func() {
		if folder == "" {
			return
		}
		p := path.Join(path.Dir(f.path), folder)
		e, err := parseGradescopeEntry(block.Bytes())
		if _, repeated := entries[p]; repeated {
			err = i18n.Errorf("it is the second one for this submission")
		}
		if err != nil {
			t.skip(f.path, "the entry of %s was not read: %s", folder, err)
			return
		}
		entries[p] = e
	}
	for line := range bytes.Lines(f.content) {
		m := gradescopeKey.FindSubmatch(line)
		switch {
		case m != nil:
			add()
			folder, isWanted = string(m[1]), false
			block.Reset()
		case bytes.HasPrefix(line, []byte("  :")):
			name := strings.TrimSpace(string(line))
			isWanted = strings.HasPrefix(name, ":submitters:") || strings.HasPrefix(name, ":created_at:")
		case !bytes.HasPrefix(line, []byte("  ")):
			isWanted = false
		}
		if isWanted && folder != "" && block.Len() <= gradescopeEntryBytes {
			block.Write(line)
		}
	}
	add()
	if folder == "" {
		t.skip(f.path, "it names no submission")
	}
}
