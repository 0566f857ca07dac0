package intake

import (
	"regexp"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// attempt is what the name of an attempt says.
type attempt struct {
	number  string // digits
	verdict contest.Verdict
}

// attemptName is <nn>[-<verdict>], without the extension.
var attemptName = regexp.MustCompile(`^([0-9]{1,18})(?:[-_]([A-Za-z_]{2,24}))?$`)

// parseAttempt reads a name such as "01-WA". A word that is neither in capitals
// nor a known verdict is taken for a part of an ordinary name ("1-graph").
func parseAttempt(name string) (attempt, bool) {
	m := attemptName.FindStringSubmatch(name)
	if m == nil {
		return attempt{}, false
	}
	verdict := parseVerdict(m[2])
	if m[2] != string(verdict) && m[2] != strings.ToUpper(m[2]) && !knownVerdicts[verdict] {
		return attempt{}, false
	}
	return attempt{m[1], verdict}, true
}

// knownVerdicts are those of the Contest API and of the common judge systems.
var knownVerdicts = func() map[contest.Verdict]bool {
	known := map[contest.Verdict]bool{}
	for v := range strings.FieldsSeq(`AC WA TLE RE RTE CE MLE OLE PE APE OPE WTL ILE IE SE JE CS EO IO NO IR SF
		PA PC UKE IGN WRONG_ANSWER TIME_LIMIT RUN_ERROR RUNTIME_ERROR MEMORY_LIMIT OUTPUT_LIMIT PARTIAL REJECTED`) {
		known[contest.Verdict(v)] = true
	}
	return known
}()

// verdictWords is a regular expression of the verdicts of several words, with
// underscores between them.
const verdictWords = `(?i:wrong_answer|(?:run|run_?time|compile|compiler|compilation|presentation|internal|system)_error|` +
	`(?:time|memory|output|idleness|wall_?time)_limit(?:_exceed(?:ed)?)?)`

// parseVerdict writes a verdict in capitals, and the two that ojcheck treats
// in a way of its own by their usual name, however the words of it are parted:
// "Compile Error", "compile-error", "CompileError".
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
