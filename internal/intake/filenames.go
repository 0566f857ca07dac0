package intake

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// The formats in this file read the newest submissions of users from the file names.

// vnojFormat reads the contest data that VNOJ and DMOJ prepare for download: the
// newest submission of each user and problem, <user>/<problem>.<ext>, and older ones
// with their numbers, <user>/$History/<problem>_<number>.<ext>. All were submitted by
// participants while the contest ran; there are no verdicts.
var vnojFormat = &format{
	name: "vnoj", title: "VNOJ's or DMOJ's contest data (<user>/<problem>.<ext>, <user>/$History)",
	detect: func(l *listing) (why, resemblance string) {
		files, matching, older := l.submissions(), 0, 0
		for _, name := range files {
			if s, ok := parseVnojName(name); ok {
				matching++
				if s.id != "" {
					older++
				}
			}
		}
		switch {
		case older == 0:
			return "", ""
		case almostAll(matching, len(files)):
			return "its older submissions are in folders named " + vnojHistory, ""
		}
		return "", nearMatch("the contest data of VNOJ or DMOJ", matching, len(files))
	},
	read: readVnoj,
}

const vnojHistory = "$History"

// vnojOlder matches the name of an older submission, without its extension. The problem's code may
// contain an underscore.
var vnojOlder = regexp.MustCompile(`^(.+)_([0-9]{1,18})$`)

// vnojName is what the path of a submission contains.
type vnojName struct {
	user, problem string
	id            string // of an older submission; "" for the newest
}

func parseVnojName(name string) (vnojName, bool) {
	dir, base := path.Split(name)
	dir, older := strings.CutSuffix(strings.TrimSuffix(dir, "/"), "/"+vnojHistory)
	s := vnojName{user: path.Base(dir), problem: stem(base)}
	if dir == "" || slices.Contains([]string{"/", ".", vnojHistory}, s.user) || path.Ext(base) == "" {
		return vnojName{}, false
	}
	if older {
		m := vnojOlder.FindStringSubmatch(s.problem)
		if m == nil {
			return vnojName{}, false
		}
		s.problem, s.id = m[1], m[2]
	}
	return s, true
}

func readVnoj(t *tree) (contents, error) {
	drafts := t.draftFiles(func(f file) (*draft, string) {
		s, ok := parseVnojName(f.inputPath)
		switch {
		case !ok:
			return nil, "neither <user>/<problem>.<ext> nor <user>/$History/<problem>_<number>.<ext>, as VNOJ calls submissions"
		case f.language == nil:
			return nil, reasonLanguage
		}
		d := newDraft(s.problem, s.user, f.path, f)
		d.SystemID = s.id
		return d, ""
	})
	// Attempts are in the order of their numbers; the newest submissions, which have no number, are
	// last.
	ordered := slices.SortedFunc(slices.Values(drafts), func(a, b *draft) int {
		if (a.SystemID == "") != (b.SystemID == "") {
			return cmp.Compare(len(b.SystemID), len(a.SystemID))
		}
		return cmp.Or(text.CompareNatural(a.SystemID, b.SystemID), cmp.Compare(a.Path, b.Path))
	})
	for i, d := range ordered {
		d.number = fmt.Sprint(i)
	}
	return contents{submissions: numberAttempts(drafts), about: contest.About{System: "VNOJ or DMOJ"}}, nil
}

// qduojFormat reads the submissions of a contest that QDUOJ's administrators
// download: the newest accepted one of each user and problem, without language, time
// or number.
var qduojFormat = &format{
	name: "qduoj", title: "QDUOJ's download of accepted submissions (<user>_<problem>.txt)",
	peek: isText, detect: detectQduoj,
	mode: func(name string) readMode {
		if _, _, ok := parseQduojName(name); ok {
			return modeProgram
		}
		return modeByName
	},
	read: func(t *tree) (contents, error) {
		drafts := t.draftFiles(func(f file) (*draft, string) {
			user, problem, ok := parseQduojName(f.path)
			if !ok {
				return nil, "not called <user>_<problem>.txt, as QDUOJ calls submissions"
			}
			if f.language == nil {
				if f.language, ok = lexer.ByContent(f.content); !ok {
					return nil, reasonContent
				}
			}
			d := newDraft(problem, user, f.path, f)
			d.Verdict = contest.VerdictAccepted
			return d, ""
		})
		return contents{submissions: numberAttempts(drafts), about: contest.About{System: "QDUOJ"}}, nil
	},
}

// detectQduoj looks for programs of several users for the same problem: names that end in a number
// are common, so the names do not suffice. It is certain only if the problems have labels or
// numbers.
func detectQduoj(l *listing) (why, resemblance string) {
	files := l.submissions()
	var matching []string          // files in one folder with a name of the format
	labelled := 0                  // number of matching files with a label or number of a problem
	programs := 0                  // number of matching files with a certain language
	users := map[string]int{}      // number of files of each user
	solvers := map[string]string{} // the last user of each problem
	shared := false                // a problem has several users
	for _, name := range files {
		user, problem, ok := parseQduojName(name)
		if !ok || len(matching) > 0 && path.Dir(name) != path.Dir(matching[0]) {
			continue
		}
		matching = append(matching, name)
		users[user]++
		if problemLabel.MatchString(problem) || problemNumber.MatchString(problem) {
			labelled++
		}
		if _, sure := lexer.ByContent(l.heads[name]); sure {
			programs++
		}
		if earlier, found := solvers[problem]; found && earlier != user {
			shared = true
		}
		solvers[problem] = user
	}
	switch {
	case !shared || 2*programs <= l.headCount(matching):
		return "", ""
	case almostAll(labelled, len(files)) && !mostAreLabels(users): // otherwise the problem comes first in the names
		return "its files are programs of several users called <user>_<problem>.txt", ""
	case almostAll(len(matching), len(files)):
		return "", "QDUOJ's download, with long names of problems or short ones of users"
	}
	return "", nearMatch("QDUOJ's download", len(matching), len(files))
}

// problemNumber matches a problem that is called by its number.
var problemNumber = regexp.MustCompile(`^[0-9]{3,6}$`)

// qduojName matches <user>_<problem>.txt, split at the last underscore: names of users often
// contain underscores, labels of problems rarely.
var qduojName = regexp.MustCompile(`^(.+)_([^_]+)\.txt$`)

func parseQduojName(name string) (user, problem string, ok bool) {
	m := qduojName.FindStringSubmatch(path.Base(name))
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}
