package intake

import (
	"path"
	"regexp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// qduojFormat reads the submissions of a contest that QDUOJ's administrators
// download: the newest accepted one of each user and problem, without language, time
// or number.
func qduojFormat() format {
	return format{
		name:  "qduoj",
		title: "QDUOJ's download of accepted submissions (<user>_<problem>.txt)",
		peek:  isText,
		detect: func(l *listing) string {
			q := countQduoj(l)
			if !q.isLikely(l) || !almostAll(q.labelled, q.files) {
				return ""
			}
			return "its files are programs of several users called <user>_<problem>.txt"
		},
		resembles: func(l *listing) string {
			q := countQduoj(l)
			switch {
			case !q.isLikely(l):
				return ""
			case almostAll(len(q.matching), q.files):
				return "QDUOJ's download, with long names of problems or short ones of users"
			}
			return nearMatch("QDUOJ's download", len(q.matching), q.files)
		},
		mode: func(name string) readMode {
			if _, _, ok := parseQduojName(name); ok {
				return modeProgram
			}
			return modeByName
		},
		read: readQduoj,
	}
}

// qduojCount counts the files of a listing that look like QDUOJ's.
type qduojCount struct {
	files    int
	matching []string // in one folder, with a name of the format
	labelled int      // of these, files of a problem with a label or a number
	users    map[string]int
	shared   bool // a problem has several users
}

func countQduoj(l *listing) qduojCount {
	names := l.submissions()
	q := qduojCount{files: len(names), users: map[string]int{}}
	solvers := map[string]string{} // by problem
	for _, name := range names {
		user, problem, ok := parseQduojName(name)
		if !ok || len(q.matching) > 0 && path.Dir(name) != path.Dir(q.matching[0]) {
			continue
		}
		q.matching = append(q.matching, name)
		q.users[user]++
		if label.MatchString(problem) || problemNumber.MatchString(problem) {
			q.labelled++
		}
		if other, found := solvers[problem]; found && other != user {
			q.shared = true
		}
		solvers[problem] = user
	}
	if mostAreLabels(q.users) { // the problem comes first
		q.labelled = 0
	}
	return q
}

// isLikely reports whether the files are programs of several users for the same
// problems, since names that end in a number are common.
func (q qduojCount) isLikely(l *listing) bool {
	programs := 0
	for _, name := range q.matching {
		if _, sure := sniff(l.heads[name]); sure {
			programs++
		}
	}
	return q.shared && 2*programs > l.peekedCount(q.matching)
}

// problemNumber matches a problem that is called by its number.
var problemNumber = regexp.MustCompile(`^[0-9]{3,6}$`)

// qduojName is <user>_<problem>.txt, split at the last underscore: names of users
// often contain some, labels of problems rarely.
var qduojName = regexp.MustCompile(`^(.+)_([^_]+)\.txt$`)

func parseQduojName(name string) (user, problem string, ok bool) {
	m := qduojName.FindStringSubmatch(path.Base(name))
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

func readQduoj(t *tree) (contents, error) {
	drafts := t.draftFiles(func(f file) (*draft, string) {
		user, problem, ok := parseQduojName(f.path)
		if !ok {
			return nil, "not called <user>_<problem>.txt, as QDUOJ calls submissions"
		}
		if f.language == nil {
			if f.language, ok = sniff(f.content); !ok {
				return nil, reasonNotSniffed
			}
		}
		d := newDraft(problem, user, f.path, []layoutFile{{file: f}})
		d.Verdict = contest.VerdictAccepted
		return d, ""
	})
	return contents{submissions: numberAttempts(drafts), about: contest.About{System: "QDUOJ"}}, nil
}
