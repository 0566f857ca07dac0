package intake

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// The formats in this file are of systems that put all facts into the file names.

// matcomojFormat reads the submissions of a contest that the Matcom Online Grader
// exports: <problem>/<number>_<verdict>_<team>_<problem>.<ext>; the problem is a letter.
var matcomojFormat = &format{
	name: "matcomoj", title: "Matcom Online Grader's submissions (A/<number>_<verdict>_<team>_A.<ext>)",
	detect: func(l *listing) (why, resemblance string) {
		programs, matching := l.matching(isProgram), 0
		for _, name := range programs {
			if _, ok := parseMatcomName(name); ok {
				matching++
			}
		}
		if almostAll(matching, len(programs)) {
			return "its programs are called <number>_<verdict>_<team>_<problem>, and are in folders of the problems", ""
		}
		return "", nearMatch("the submissions of the Matcom Online Grader", matching, len(programs))
	},
	read: func(t *tree) (contents, error) {
		usedPaths := map[string]bool{}
		drafts := t.draftFiles(func(f file) (*draft, string) {
			s, ok := parseMatcomName(f.inputPath)
			switch {
			case !ok:
				return nil, "not called <number>_<verdict>_<team>_<problem>.<ext> in the problem's folder"
			case f.language == nil:
				return nil, reasonLanguage
			}
			d := newDraft(s.problem, s.team, stablePath(usedPaths, f.path, s.id), f)
			d.id, d.SystemID, d.Verdict = s.id, s.id, s.verdict
			return d, ""
		})
		return contents{submissions: numberAttempts(drafts), about: contest.About{System: "Matcom Online Grader"}}, nil
	},
}

// matcomName matches the name of a submission. Names of teams may contain underscores, and so may
// known verdicts of several words.
var matcomName = regexp.MustCompile(`^([0-9]{1,18})_(` + verdictWords + `|[^_]+)_(.+)_([A-Z][0-9]{0,2})\.[^.]+$`)

// matcomSubmission is what the path of a submission contains.
type matcomSubmission struct {
	id, team, problem string
	verdict           contest.Verdict
}

func parseMatcomName(name string) (matcomSubmission, bool) {
	m := matcomName.FindStringSubmatch(path.Base(name))
	if m == nil || path.Base(path.Dir(name)) != m[4] {
		return matcomSubmission{}, false
	}
	return matcomSubmission{m[1], m[3], m[4], parseVerdict(m[2])}, true
}

// vnojFormat reads the contest data that VNOJ prepares for download: one submission of each user and problem,
// <user>/<problem>.<ext>, and the others with their numbers, <user>/$History/<problem>_<number>.<ext>. The one without a
// number is the best one if the page prepared the data, and the newest one if VNOJ's command did: its place among the
// attempts is not known, and it counts as the first. All were submitted by participants while the contest ran; there are
// no verdicts.
var vnojFormat = &format{
	name: "vnoj", title: "VNOJ's contest data (<user>/<problem>.<ext>, <user>/$History)",
	detect: func(l *listing) (why, resemblance string) {
		files, matching, numbered := l.submissions(), 0, 0
		for _, name := range files {
			if s, ok := parseVnojName(name); ok {
				matching++
				if s.id != "" {
					numbered++
				}
			}
		}
		switch {
		case numbered == 0:
			return "", ""
		case almostAll(matching, len(files)):
			return "it has folders of submissions named " + vnojHistory, ""
		}
		return "", nearMatch("the contest data of VNOJ", matching, len(files))
	},
	read: readVnoj,
}

const vnojHistory = "$History"

// vnojNumbered matches the name of a submission with a number, without its extension. The problem's code may
// contain an underscore.
var vnojNumbered = regexp.MustCompile(`^(.+)_([0-9]{1,18})$`)

// vnojName is what the path of a submission contains.
type vnojName struct {
	user, problem string
	id            string // "" for the submission outside $History
}

func parseVnojName(name string) (vnojName, bool) {
	dir, base := path.Split(name)
	dir, isNumbered := strings.CutSuffix(strings.TrimSuffix(dir, "/"), "/"+vnojHistory)
	s := vnojName{user: path.Base(dir), problem: stem(base)}
	if dir == "" || slices.Contains([]string{"/", ".", vnojHistory}, s.user) || path.Ext(base) == "" {
		return vnojName{}, false
	}
	if isNumbered {
		m := vnojNumbered.FindStringSubmatch(s.problem)
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
		d.id, d.SystemID = s.id, s.id
		return d, ""
	})
	return contents{submissions: numberAttempts(drafts), about: contest.About{System: "VNOJ"}}, nil
}
