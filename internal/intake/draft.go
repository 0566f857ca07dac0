package intake

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// draft is a submission before its attempts are numbered.
type draft struct {
	contest.Submission
	number   string // of the attempt, as the input has it; "" where it has none
	timeText string // the time, where it is no point in time that can be read
	id       string
}

// newDraft makes a submission of files, which are sorted by path.
func newDraft(problem, participant, path string, files []layoutFile) *draft {
	d := &draft{Submission: contest.Submission{
		Problem: problem, Participant: participant, Kind: contest.Official, Path: path,
	}}
	bytes := map[string]int{} // by language
	for _, f := range files {
		d.Files = append(d.Files, contest.File{Path: f.path, Content: f.content})
		if f.language == nil {
			continue
		}
		id := f.language.ID
		bytes[id] += len(f.content)
		if d.Language == "" || bytes[id] > bytes[d.Language] || bytes[id] == bytes[d.Language] && id < d.Language {
			d.Language = id
		}
	}
	return d
}

// stablePath is the path of a submission that has an id, where the names of its files
// tell a verdict or a score, which may be another the next time: beside the files,
// by the id. Where that is taken it is the first file's.
func stablePath(taken map[string]bool, first, id string) string {
	at := path.Join(path.Dir(first), id)
	if id == "" || taken[at] {
		return first
	}
	taken[at] = true
	return at
}

// numberAttempts numbers the attempts of each participant at each problem, in order of
// time, else of the number or id that the input gives them, else of the name.
// The result is sorted by path.
func numberAttempts(drafts []*draft) []contest.Submission {
	slices.SortFunc(drafts, func(a, b *draft) int {
		return cmp.Or(
			strings.Compare(a.Problem, b.Problem),
			strings.Compare(a.Participant, b.Participant),
			a.Time.Compare(b.Time),
			text.CompareNatural(a.timeText, b.timeText),
			text.CompareNatural(a.number, b.number),
			text.CompareNatural(a.id, b.id),
			text.CompareNatural(a.Path, b.Path),
			strings.Compare(a.Path, b.Path),
		)
	})
	subs := make([]contest.Submission, len(drafts))
	for i, d := range drafts {
		subs[i] = d.Submission
		subs[i].Attempt = 1
		if i > 0 && subs[i-1].Problem == d.Problem && subs[i-1].Participant == d.Participant {
			subs[i].Attempt = subs[i-1].Attempt + 1
		}
	}
	slices.SortFunc(subs, func(a, b contest.Submission) int { return strings.Compare(a.Path, b.Path) })
	return subs
}
