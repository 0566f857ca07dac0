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
		peeks: isText,
		recognise: func(l *listing) string {
			names := l.submitted()
			if len(names) < 2 {
				return ""
			}
			programs, users := 0, map[string]int{}
			for _, name := range names {
				user, problem, ok := parseQduojName(name)
				if !ok || path.Dir(name) != path.Dir(names[0]) || !label.MatchString(problem) && !number4.MatchString(problem) {
					return ""
				}
				users[user]++
				if _, sure := sniff(l.heads[name]); sure {
					programs++
				}
			}
			if 2*programs <= peeked(l, names) || labels(users) {
				return ""
			}
			return "all its files are programs called <user>_<problem>.txt"
		},
		wants: func(name string) want {
			if _, _, ok := parseQduojName(name); ok {
				return wantProgram
			}
			return wantByName
		},
		read: readQduoj,
	}
}

// number4 is a problem that is called by its number.
var number4 = regexp.MustCompile(`^[0-9]{3,6}$`)

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

func readQduoj(t *tree) (told, error) {
	var drafts []*draft
	for _, f := range t.files {
		user, problem, ok := parseQduojName(f.path)
		if !ok {
			t.skip(f.path, "not called <user>_<problem>.txt, as QDUOJ calls submissions")
			continue
		}
		if f.language == nil {
			if f.language, ok = sniff(f.content); !ok {
				t.skip(f.path, notSniffed)
				continue
			}
		}
		d := newDraft(problem, user, f.path, []placed{{file: f}})
		d.Verdict = contest.VerdictAccepted
		drafts = append(drafts, d)
	}
	return told{submissions: number(drafts), about: contest.About{System: "QDUOJ"}}, nil
}
