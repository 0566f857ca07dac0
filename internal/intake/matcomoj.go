package intake

import (
	"path"
	"regexp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// matcomojFormat reads the submissions of a contest that the Matcom Online Grader
// exports: <problem>/<number>_<verdict>_<team>_<problem>.<ext>; the problem is a
// letter.
func matcomojFormat() format {
	return format{
		name:  "matcomoj",
		title: "Matcom Online Grader's submissions (A/<number>_<verdict>_<team>_A.<ext>)",
		detect: func(l *listing) string {
			if matching, programs := countMatcom(l); !almostAll(matching, programs) {
				return ""
			}
			return "its programs are called <number>_<verdict>_<team>_<problem>, and stand in folders of the problems"
		},
		resembles: func(l *listing) string {
			matching, programs := countMatcom(l)
			return nearMatch("the submissions of the Matcom Online Grader", matching, programs)
		},
		read: readMatcom,
	}
}

// countMatcom counts the programs, and those with a name of the format.
func countMatcom(l *listing) (matching, programs int) {
	isMatcom := func(name string) bool { _, ok := parseMatcomName(name); return ok && isProgram(name) }
	return len(l.matching(isMatcom)), len(l.programs())
}

// matcomName is the name of a submission. Names of teams may contain underscores, and
// so may known verdicts of several words.
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

func readMatcom(t *tree) (contents, error) {
	taken := map[string]bool{}
	drafts := t.draftFiles(func(f file) (*draft, string) {
		s, ok := parseMatcomName(f.inputPath)
		switch {
		case !ok:
			return nil, "not called <number>_<verdict>_<team>_<problem>.<ext> in the problem's folder"
		case f.language == nil:
			return nil, reasonLanguage
		}
		d := newDraft(s.problem, s.team, stablePath(taken, f.path, s.id), []layoutFile{{file: f}})
		d.id, d.SystemID, d.Verdict = s.id, s.id, s.verdict
		return d, ""
	})
	return contents{submissions: numberAttempts(drafts), about: contest.About{System: "Matcom Online Grader"}}, nil
}
