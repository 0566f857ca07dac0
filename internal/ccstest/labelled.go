package ccstest

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// JudgedSubmission is a submission, and how it is judged; Judgement.Type is "" where it
// never is.
type JudgedSubmission struct {
	Submission Submission
	Judgement  Judgement
}

// PendingJudgement is the judgement before it is done.
func (h JudgedSubmission) PendingJudgement() Judgement {
	j := h.Judgement
	j.Type, j.End = "", 0
	return j
}

// LoadLabelled is a contest of programs in a folder, where they are named
// problem/participant/attempt-verdict.extension, such as testdata/submissions of
// this module: the contest before anything was handed in, and what was, in its
// order.
func LoadLabelled(dir string) (Scenario, []JudgedSubmission, error) {
	s := Scenario{
		ID: "finals26", Name: "Finals 2026",
		Start: time.Date(2026, 3, 14, 10, 0, 0, 0, time.FixedZone("", 3600)), Duration: 5 * time.Hour,
		JudgementTypes: JudgementTypes(),
		Languages:      append(Languages(), Language{"go", "Go", []string{"go"}}, Language{"kotlin", "Kotlin", []string{"kt"}}),
		Groups:         []Group{{ID: "north", Name: "North"}},
	}
	files := os.DirFS(dir)
	names, err := fs.Glob(files, "*/*/*-*.*")
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("%s holds no programs", dir)
	}
	if err != nil {
		return s, nil, err
	}
	// First attempts before second ones, and problems in turn.
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(attempt(a), attempt(b)), cmp.Compare(path.Dir(a), path.Dir(b)))
	})
	var list []JudgedSubmission
	for i, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return s, nil, err
		}
		parts := strings.Split(name, "/")
		problem, team := parts[0], "t-"+parts[1]
		if !slices.ContainsFunc(s.Teams, func(t Team) bool { return t.ID == team }) {
			s.Teams = append(s.Teams, Team{ID: team, Name: parts[1], Groups: []string{"north"}})
		}
		if !slices.ContainsFunc(s.Problems, func(p Problem) bool { return p.ID == problem }) {
			s.Problems = append(s.Problems, Problem{ID: problem, Label: problem[:1], Name: problem})
		}
		extension := path.Ext(name)
		_, verdict, _ := strings.Cut(strings.TrimSuffix(parts[2], extension), "-")
		if !slices.ContainsFunc(s.JudgementTypes, func(t JudgementType) bool { return t.ID == verdict }) {
			verdict = ""
		}
		id, at := fmt.Sprint(1000+i), time.Duration(i)*time.Minute
		list = append(list, JudgedSubmission{
			Submission{ID: id, Team: team, Problem: problem, Language: s.languageOf(extension), ContestTime: at, Files: []File{{"main" + extension, string(content)}}},
			Judgement{ID: "j" + id, Submission: id, Type: verdict, Start: at + time.Second, End: at + 10*time.Second},
		})
	}
	slices.SortFunc(s.Problems, func(a, b Problem) int { return strings.Compare(a.ID, b.ID) })
	return s, list, nil
}

// attempt is the number that the name of a file begins with.
func attempt(name string) string {
	number, _, _ := strings.Cut(path.Base(name), "-")
	return number
}

// languageOf is the language of files of an extension.
func (s *Scenario) languageOf(extension string) string {
	for _, l := range s.Languages {
		if slices.Contains(l.Extensions, strings.TrimPrefix(extension, ".")) {
			return l.ID
		}
	}
	return "unknown"
}
