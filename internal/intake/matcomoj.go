package intake

import (
	"path"
	"regexp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// matcomoj reads the submissions of a contest that the Matcom Online Grader hands
// out: <problem>/<number>_<verdict>_<team>_<problem>.<ext>, the problem by its
// letter.
func matcomojFormat() format {
	return format{
		name:  "matcomoj",
		title: "Matcom Online Grader's submissions (A/<number>_<verdict>_<team>_A.<ext>)",
		detect: func(l *listing) string {
			if called, programs := countMatcom(l); !almostAll(called, programs) {
				return ""
			}
			return "its programs are called <number>_<verdict>_<team>_<problem>, and stand in folders of the problems"
		},
		resembles: func(l *listing) string {
			called, programs := countMatcom(l)
			return nearMatch("the submissions of the Matcom Online Grader", called, programs)
		},
		read: readMatcom,
	}
}

// countMatcom counts the programs, and those that are called as they should be.
func countMatcom(l *listing) (called, programs int) {
	for _, name := range l.programs() {
		programs++
		if _, ok := parseMatcomName(name); ok {
			called++
		}
	}
	return called, programs
}

// matcomName is the name of a submission. Teams' names may hold underscores, and so
// may verdicts of two words: those are taken as far as they are known.
var matcomName = regexp.MustCompile(`^([0-9]{1,18})_(` + verdictWords + `|[^_]+)_(.+)_([A-Z][0-9]{0,2})\.[^.]+$`)

// matcomSubmission is what the path of a submission tells.
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
	var drafts []*draft
	for _, f := range t.files {
		s, ok := parseMatcomName(f.inputPath)
		switch {
		case !ok:
			t.skip(f.path, "not called <number>_<verdict>_<team>_<problem>.<ext> in the problem's folder")
			continue
		case f.language == nil:
			t.skip(f.path, reasonLanguage)
			continue
		}
		d := newDraft(s.problem, s.team, stablePath(taken, f.path, s.id), []layoutFile{{file: f}})
		d.id, d.SystemID, d.Verdict = s.id, s.id, s.verdict
		drafts = append(drafts, d)
	}
	return contents{submissions: numberAttempts(drafts), about: contest.About{System: "Matcom Online Grader"}}, nil
}
