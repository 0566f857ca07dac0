package intake

import (
	"path"
	"regexp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// qduoj reads the submissions of a contest that QDUOJ's administrators download:
// of each user and problem the newest that was accepted, and no language, time or
// number of any.
func qduojFormat() format {
	return format{
		name:  "qduoj",
		title: "QDUOJ's download of accepted submissions (<user>_<problem>.txt)",
		peek:  isText,
		detect: func(l *listing) string {
			q := countQduoj(l)
			if !q.likely(l) || !almostAll(q.labelled, q.files) {
				return ""
			}
			return "its files are programs of several users called <user>_<problem>.txt"
		},
		resembles: func(l *listing) string {
			q := countQduoj(l)
			switch {
			case !q.likely(l):
				return ""
			case almostAll(len(q.named), q.files):
				return "QDUOJ's download, with long names of problems or short ones of users"
			}
			return nearMatch("QDUOJ's download", len(q.named), q.files)
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

// qduojCount is what a listing has of what QDUOJ gives.
type qduojCount struct {
	files    int
	named    []string // as they should be, in one folder
	labelled int      // of these, such as are of a problem with a label or a number
	users    map[string]int
	shared   bool // a problem has several users
}

func countQduoj(l *listing) qduojCount {
	names := l.submissions()
	q := qduojCount{files: len(names), users: map[string]int{}}
	solvers := map[string]string{} // by problem
	for _, name := range names {
		user, problem, ok := parseQduojName(name)
		if !ok || len(q.named) > 0 && path.Dir(name) != path.Dir(q.named[0]) {
			continue
		}
		q.named = append(q.named, name)
		q.users[user]++
		if label.MatchString(problem) || problemNumber.MatchString(problem) {
			q.labelled++
		}
		if other, found := solvers[problem]; found && other != user {
			q.shared = true
		}
		solvers[problem] = user
	}
	if mostAreLabels(q.users) { // of problems, whose names stand first
		q.labelled = 0
	}
	return q
}

// likely reports whether these are programs of several users for the same problems:
// files of many kinds are numbered behind a name.
func (q qduojCount) likely(l *listing) bool {
	programs := 0
	for _, name := range q.named {
		if _, sure := sniff(l.heads[name]); sure {
			programs++
		}
	}
	return q.shared && 2*programs > peeked(l, q.named)
}

// problemNumber is a problem that is called by its number.
var problemNumber = regexp.MustCompile(`^[0-9]{3,6}$`)

// qduojName is <user>_<problem>.txt. It is parted at the last underscore: users'
// names may hold some, the labels of problems seldom do.
var qduojName = regexp.MustCompile(`^(.+)_([^_]+)\.txt$`)

func parseQduojName(name string) (user, problem string, ok bool) {
	m := qduojName.FindStringSubmatch(path.Base(name))
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

func readQduoj(t *tree) (contents, error) {
	var drafts []*draft
	for _, f := range t.files {
		user, problem, ok := parseQduojName(f.path)
		if !ok {
			t.skip(f.path, "not called <user>_<problem>.txt, as QDUOJ calls submissions")
			continue
		}
		if f.language == nil {
			if f.language, ok = sniff(f.content); !ok {
				t.skip(f.path, reasonNotSniffed)
				continue
			}
		}
		d := newDraft(problem, user, f.path, []layoutFile{{file: f}})
		d.Verdict = contest.VerdictAccepted
		drafts = append(drafts, d)
	}
	return contents{submissions: numberAttempts(drafts), about: contest.About{System: "QDUOJ"}}, nil
}
