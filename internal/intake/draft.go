package intake

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// draft is a submission before its attempts are numbered.
type draft struct {
	contest.Submission
	number   string // number of the attempt in the input; "" for none
	timeText string // another form of time, such as minutes since the start, which only sorts attempts
	id       string // ID of the submission in the input; "" for none
}

// newDraft makes a submission of files that are sorted by path. Its language is the one with the most bytes.
func newDraft(problem, participant, path string, files ...file) *draft {
	d := &draft{Submission: contest.Submission{Problem: problem, Participant: participant, Kind: contest.Official, Path: path}}
	bytes := map[string]int{} // by language
	for _, f := range files {
		d.Files = append(d.Files, contest.File{Path: f.path, Content: f.content})
		if f.language != nil {
			bytes[f.language.ID] += len(f.content)
		}
	}
	d.Language = keyOfMost(bytes)
	return d
}

// keyOfMost returns the key with the highest count; "" for none. Of equal ones, it returns the first in alphabetical
// order.
func keyOfMost(counts map[string]int) (most string) {
	for key, n := range counts {
		if most == "" || n > counts[most] || n == counts[most] && key < most {
			most = key
		}
	}
	return most
}

// stablePath returns a path that a new verdict or score in the names of files does not change: the id, in the
// folder of the first file. If there is no id, or another submission has the path, it returns the path of the
// first file.
func stablePath(usedPaths map[string]bool, firstFile, id string) string {
	stable := path.Join(path.Dir(firstFile), id)
	if id == "" || usedPaths[stable] {
		return firstFile
	}
	usedPaths[stable] = true
	return stable
}

// numberAttempts numbers the attempts of each participant at each problem. It sorts them by time, then by
// number or id in the input, then by path. The result is sorted by path.
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
	slices.SortFunc(submissions, compareSubmissions)
	return submissions
}

func compareSubmissions(a, b contest.Submission) int { return strings.Compare(a.Path, b.Path) }

// attemptName matches <nn>[-<verdict>], without the extension.
var attemptName = regexp.MustCompile(`^([0-9]{1,18})(?:[-_]([A-Za-z_]{2,24}))?$`)

// parseAttempt reads a name such as "01-WA". The word must be in capitals or a known verdict, so "1-graph" is
// no attempt.
func parseAttempt(name string) (number string, verdict contest.Verdict, ok bool) {
	m := attemptName.FindStringSubmatch(name)
	if m == nil {
		return "", "", false
	}
	verdict = parseVerdict(m[2])
	if m[2] != string(verdict) && m[2] != strings.ToUpper(m[2]) && !slices.Contains(knownVerdicts, string(verdict)) {
		return "", "", false
	}
	return m[1], verdict, true
}

// knownVerdicts are the verdicts of the Contest API and of frequently used judge systems.
var knownVerdicts = strings.Fields(`AC WA TL TLE RE RTE CE ML MLE OLE PE APE OPE WTL ILE IE SE JE CS EO IO NO IR SF
	PA PC UKE IGN WRONG_ANSWER TIME_LIMIT RUN_ERROR RUNTIME_ERROR MEMORY_LIMIT OUTPUT_LIMIT PARTIAL REJECTED`)

// verdictWords is a regular expression for verdicts of several words joined by underscores.
const verdictWords = `(?i:wrong_answer|(?:run|run_?time|compile|compiler|compilation|presentation|internal|system)_error|` +
	`(?:time|memory|output|idleness|wall_?time)_limit(?:_exceed(?:ed)?)?)`

// parseVerdict returns a verdict in capitals. Any spelling of accepted and compile error becomes AC and CE.
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

// selectProgram selects the files of the program by their names: files in a known language, otherwise files
// that are not data, otherwise all files. It returns the other files as skipped.
func selectProgram(files []contest.File) (program []contest.File, skipped []contest.SkippedItem) {
	isCode := func(f contest.File) bool { return isProgram(f.Path) }
	isNotData := func(f contest.File) bool { return !isData(f.Path) }
	for _, wanted := range []func(contest.File) bool{isCode, isNotData} {
		if !slices.ContainsFunc(files, wanted) {
			continue
		}
		for _, f := range files {
			if wanted(f) {
				program = append(program, f)
			} else {
				skipped = append(skipped, contest.SkippedItem{
					Path: f.Path, Reason: i18n.Textf("beside the program, and in no known language"),
				})
			}
		}
		return program, skipped
	}
	return files, nil
}

// LanguageOf returns the language ID of a submission; "" if it is unknown. Of these sources, the first that
// knows the language counts: the submission, the extensions of files (most bytes win), the judge system's
// name of the language, the content of the longest file.
func LanguageOf(s contest.Submission) string {
	if s.Language != "" {
		return s.Language
	}
	bytes := map[string]int{} // by language
	var longest []byte
	for _, f := range s.Files {
		if l, known := lexer.ByPath(f.Path); known {
			bytes[l.ID] += len(f.Content) + 1
		}
		if len(f.Content) > len(longest) {
			longest = f.Content
		}
	}
	if id := keyOfMost(bytes); id != "" {
		return id
	}
	if l, known := lexer.ByName(s.LanguageVersion); known {
		return l.ID
	}
	if l, isSure := lexer.ByContent(longest); isSure {
		return l.ID
	}
	return ""
}
