package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// ParticipantOutcome is a participant with their confirmed cases and their outcome. Callers must first hide the names of
// hidden participants with package blind.
type ParticipantOutcome struct {
	contest.Participant
	Cases    int      // confirmed
	Problems []string // of these cases
	Outcome  review.Outcome
}

// OutcomesCSV writes a line for each participant of a contest. The problems are separated by spaces. Times are in UTC.
// Formulas and the last column are as in [CSV].
func OutcomesCSV(w io.Writer, contestName string, list []ParticipantOutcome) error {
	out := csv.NewWriter(w)
	out.Write([]string{
		"contest", "number", "participant", "affiliation", "confirmed_cases", "problems", "outcome", "set_by", "set_at", "notice",
	})
	for _, p := range list {
		setAt := ""
		if !p.Outcome.At.IsZero() {
			setAt = p.Outcome.At.UTC().Format(time.RFC3339)
		}
		out.Write([]string{
			cell(contestName), strconv.Itoa(p.Number), cell(p.Name), cell(p.Affiliation), strconv.Itoa(p.Cases),
			cell(strings.Join(p.Problems, " ")), cell(p.Outcome.Name), cell(p.Outcome.By.Name), setAt, notice,
		})
	}
	out.Flush()
	return out.Error() // also the first error of Write
}
