package intake

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// draft is a submission before its attempts are numbered.
type draft struct {
	contest.Submission
	number   string // of the attempt in the input; "" for none
	timeText string // a time that is not a point in time but still gives an order
	id       string
}

// newDraft makes a submission of files, which are sorted by path. Its language is the
// one with the most bytes.
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

// stablePath returns the path of a submission with an id whose file names contain a
// verdict or a score, which may change: the id, in the folder of the files. If that
// path is taken, it returns the path of the first file.
func stablePath(taken map[string]bool, first, id string) string {
	at := path.Join(path.Dir(first), id)
	if id == "" || taken[at] {
		return first
	}
	taken[at] = true
	return at
}

// numberAttempts numbers the attempts of each participant at each problem by time,
// else by the number or id in the input, else by name. The result is sorted by path.
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
	submissions := make([]contest.Submission, len(drafts))
	for i, d := range drafts {
		submissions[i] = d.Submission
		submissions[i].Attempt = 1
		if i > 0 && submissions[i-1].Problem == d.Problem && submissions[i-1].Participant == d.Participant {
			submissions[i].Attempt = submissions[i-1].Attempt + 1
		}
	}
	slices.SortFunc(submissions, func(a, b contest.Submission) int { return strings.Compare(a.Path, b.Path) })
	return submissions
}

// attempt is what the name of an attempt contains.
type attempt struct {
	number  string // digits
	verdict contest.Verdict
}

// attemptName is <nn>[-<verdict>], without the extension.
var attemptName = regexp.MustCompile(`^([0-9]{1,18})(?:[-_]([A-Za-z_]{2,24}))?$`)

// parseAttempt reads a name such as "01-WA". A word that is neither in capitals
// nor a known verdict is part of an ordinary name ("1-graph").
func parseAttempt(name string) (attempt, bool) {
	m := attemptName.FindStringSubmatch(name)
	if m == nil {
		return attempt{}, false
	}
	verdict := parseVerdict(m[2])
	if m[2] != string(verdict) && m[2] != strings.ToUpper(m[2]) && !slices.Contains(knownVerdicts, string(verdict)) {
		return attempt{}, false
	}
	return attempt{m[1], verdict}, true
}

// knownVerdicts are those of the Contest API and of common judge systems.
var knownVerdicts = strings.Fields(`AC WA TLE RE RTE CE MLE OLE PE APE OPE WTL ILE IE SE JE CS EO IO NO IR SF
	PA PC UKE IGN WRONG_ANSWER TIME_LIMIT RUN_ERROR RUNTIME_ERROR MEMORY_LIMIT OUTPUT_LIMIT PARTIAL REJECTED`)

// verdictWords is a regular expression for verdicts of several words joined by
// underscores.
const verdictWords = `(?i:wrong_answer|(?:run|run_?time|compile|compiler|compilation|presentation|internal|system)_error|` +
	`(?:time|memory|output|idleness|wall_?time)_limit(?:_exceed(?:ed)?)?)`

// parseVerdict writes a verdict in capitals. The two with a meaning for ojcheck get
// their usual name in any spelling: "Compile Error", "compile-error", "CompileError".
func parseVerdict(text string) contest.Verdict {
	text = strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToUpper(strings.TrimSpace(text)))
	switch strings.ReplaceAll(text, "_", "") {
	case "OK", "ACCEPTED", "CORRECT":
		return contest.VerdictAccepted
	case "COMPILEERROR", "COMPILERERROR", "COMPILATIONERROR":
		return contest.VerdictCompileError
	}
	return contest.Verdict(text)
}
