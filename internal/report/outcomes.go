package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/review"
)

// OutcomesCSV writes a line for each participant of a contest. The problems are separated by spaces. Times
// are in UTC. Formulas and the last column are as in [CSV]. Callers must first hide names, as package blind does.
func OutcomesCSV(w io.Writer, contestName string, list []review.ParticipantOutcome) error {
	out := csv.NewWriter(w)
	out.Write([]string{
		"contest", "number", "participant", "affiliation", "confirmed_cases", "problems",
		"outcome", "set_by", "set_at", "notice",
	})
	for _, p := range list {
		out.Write([]string{
			cell(contestName), strconv.Itoa(p.Number), cell(p.Name), cell(p.Affiliation), strconv.Itoa(len(p.Cases)),
			cell(strings.Join(p.Problems(), " ")), cell(p.Outcome.Name), cell(p.Outcome.By.Name),
			timeText(p.Outcome.At, time.RFC3339, ""), notice,
		})
	}
	out.Flush()
	return out.Error() // also the first error of Write
}
