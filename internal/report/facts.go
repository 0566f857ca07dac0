package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// fact is one line of the facts about a check.
type fact struct{ name, value string }

// facts tells how the check was made: what its result depends on.
func facts(c contest.Check) []fact {
	p := c.Parameters
	facts := []fact{
		{"Check", c.Digest},
		{"ojcheck", c.ToolVersion},
		{"Algorithm", c.AlgorithmVersion},
		{"Started", timeText(c.StartedAt)},
		{"Finished", timeText(c.FinishedAt)},
		{"Listed from a suspicion of", strconv.FormatFloat(p.Threshold, 'f', -1, 64)},
		{"Kept from a suspicion of", strconv.FormatFloat(p.Keep, 'f', -1, 64)},
		{"Kept for each participant", "at most " + number(int64(p.KeepPerParticipant)) + " pairs"},
		{"Shingle", strconv.Itoa(p.ShingleLength) + " tokens"},
		{"Shortest match", strconv.Itoa(p.MinMatch) + " tokens"},
		{"Verdicts", p.Verdicts},
		{"Participants", p.Participants},
		{"Across problems", yesNo(p.AcrossProblems)},
		{"Layout", p.Layout},
	}
	if p.Language != "" {
		facts = append(facts, fact{"Language of all files", p.Language})
	}
	if len(p.Base) > 0 {
		facts = append(facts, fact{"Base code", strings.Join(p.Base, ", ")})
	}
	return facts
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func timeText(t time.Time) string {
	if t.IsZero() {
		return "not known"
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}

// counted tells how much was compared: "4 problems, 40 participants, ...".
func counted(s contest.Summary) string {
	return fmt.Sprintf("%s, %s, %s, %s compared",
		noun(int64(s.Problems), "problem"), noun(int64(s.Participants), "participant"),
		noun(int64(s.Submissions), "submission"), noun(s.PairsCompared, "pair"))
}

func noun(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return number(n) + " " + noun
}

// number writes a whole number with commas between the thousands.
func number(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func threeDecimals(x float64) string { return fmt.Sprintf("%.3f", x) }
