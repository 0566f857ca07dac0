package report

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Fact is one fact about a check.
type Fact struct{ Name, Value string }

// Facts lists everything that the result of a check depends on.
func Facts(c contest.Check) []Fact {
	p := c.Parameters
	facts := []Fact{
		{"Check", c.Digest},
		{"ojcheck", c.ToolVersion},
		{"Algorithm", c.AlgorithmVersion},
		{"Started", timeText(c.StartedAt, secondsUTC, "not known")},
		{"Finished", timeText(c.FinishedAt, secondsUTC, "not known")},
		{"Listed from a suspicion of", strconv.FormatFloat(p.Threshold, 'f', -1, 64)},
		{"Kept from a suspicion of", strconv.FormatFloat(p.Keep, 'f', -1, 64)},
		{"Kept for each participant", keepText(p)},
		{"Shingle", strconv.Itoa(p.ShingleLength) + " tokens"},
		{"Shortest match", strconv.Itoa(p.MinMatch) + " tokens"},
		{"Verdicts", p.Verdicts},
		{"Participants", p.Participants},
		{"Across problems", yesNo(p.AcrossProblems)},
		{"Own templates set aside", yesNo(p.Templates)},
		{"Layout", p.Layout},
	}
	if len(p.Against) > 0 {
		facts = append(facts, Fact{"Compared with", againstText(p)})
	}
	if p.Language != "" {
		facts = append(facts, Fact{"Language of all files", p.Language})
	}
	if len(p.Base) > 0 {
		facts = append(facts, Fact{"Base code", strings.Join(p.Base, ", ")})
	}
	return facts
}

// againstText names the earlier contests that a check compares with.
func againstText(p contest.Parameters) string {
	if slices.Equal(p.Against, []string{contest.AgainstArchive}) {
		return "all earlier contests"
	}
	return "earlier contests: " + strings.Join(p.Against, ", ")
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

const secondsUTC = "2006-01-02 15:04:05 UTC"

// timeText formats a time in UTC; the zero time is unknown.
func timeText(t time.Time, layout, unknown string) string {
	if t.IsZero() {
		return unknown
	}
	return t.UTC().Format(layout)
}

// keepText says how many pairs of each participant are stored.
func keepText(p contest.Parameters) string {
	words := "at most " + text.Thousands(int64(p.KeepPerParticipant)) + " pairs for each problem"
	if p.KeepPerProblem > 0 {
		words += ", fewer where they came to more than " + text.Thousands(int64(p.KeepPerProblem))
	}
	return words
}
