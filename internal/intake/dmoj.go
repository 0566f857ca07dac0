package intake

import (
	"bytes"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// dmojFormat reads the data that a user of DMOJ downloads. It has the programs submissions/<number>.<ext> of
// one user, and a table of them, submissions/info.json. Nothing in the data names the user. So the
// participant has the name of the folder or archive around submissions/.
var dmojFormat = &format{
	name: "dmoj", title: "the data of DMOJ's users (submissions/<number>.<ext>, submissions/info.json)", peek: isDmojInfo,
	detect: func(l *listing) (reason, resemblance i18n.Text) {
		for _, name := range l.matching(isDmojInfo) {
			if head := l.heads[name]; bytes.Contains(head, []byte(`"case_points"`)) && bytes.Contains(head, []byte(`"problem"`)) {
				return i18n.Textf("it holds submissions/info.json, DMOJ's table of a user's submissions"), noText
			}
		}
		return noText, noText
	},
	mode: func(name string) readMode {
		switch {
		case isDmojInfo(name):
			return modeRecord
		case hasZipName(name):
			return modeArchive
		case strings.HasPrefix(name, "comments/") || strings.Contains(name, "/comments/"):
			return modeIgnore
		}
		return modeByName
	},
	read: readDmoj,
}

const dmojInfo = "submissions/info.json"

func isDmojInfo(name string) bool { return name == dmojInfo || strings.HasSuffix(name, "/"+dmojInfo) }

// dmojSubmission is a submission in a table.
type dmojSubmission struct{ Problem, Date, Language, Result string }

// dmojUsers maps the path of each folder submissions/ to the name of its user. This is the name of the folder
// or archive around it. If all these names are equal (alice/data, bob/data), the folders around them name the
// users. If only some are equal, longer paths do.
func dmojUsers(folders []string) map[string]string {
	paths := make([][]string, len(folders))
	for i, folder := range folders {
		paths[i] = strings.Split(path.Dir(folder), "/")
	}
	last := func(elements []string) string { return elements[len(elements)-1] }
	for len(paths) > 1 && !slices.ContainsFunc(paths, func(p []string) bool { return len(p) < 2 || last(p) != last(paths[0]) }) {
		for i, p := range paths {
			paths[i] = p[:len(p)-1]
		}
	}
	for width := 1; width <= maxFolders; width++ {
		users, isUsed := make(map[string]string), make(map[string]bool)
		for i, p := range paths {
			user := strings.TrimSuffix(strings.Join(p[max(0, len(p)-width):], "/"), ".zip")
			users[folders[i]], isUsed[user] = user, true
		}
		if len(isUsed) == len(folders) {
			return users
		}
	}
	users := make(map[string]string)
	for _, folder := range folders {
		users[folder] = path.Dir(folder)
	}
	return users
}

func readDmoj(t *tree) (contents, error) {
	tables := make(map[string]map[string]dmojSubmission) // by folder and ID
	for _, f := range t.records {
		var table map[string]dmojSubmission
		if err := json.Unmarshal(f.content, &table); err != nil {
			t.skip(f.path, "not DMOJ's table of submissions: %s", err)
			continue
		}
		tables[path.Dir(f.path)] = table
	}
	users := dmojUsers(slices.Collect(maps.Keys(tables)))
	c := contents{about: contest.Metadata{System: "DMOJ"}}
	c.submissions = numberAttempts(t.draftFiles(func(f file) (*draft, i18n.Key) {
		folder := path.Dir(f.path)
		id := stem(path.Base(f.path))
		s := tables[folder][id]
		if s.Problem == "" {
			return nil, dmojInfo + " does not say what problem it is for"
		}
		user := t.name
		if len(tables) > 1 && path.Dir(folder) != "." {
			user = users[folder]
		}
		d := newDraft(printable(s.Problem), user, f.path, f)
		d.id, d.SystemID, d.Verdict, d.LanguageVersion = id, id, parseVerdict(s.Result), printable(s.Language)
		d.setTime(s.Date)
		return d, ""
	}))
	if len(tables) == 0 {
		return c, i18n.Errorf("nothing says what the programs are: DMOJ's download has a table of them, " + dmojInfo)
	}
	return c, nil
}
