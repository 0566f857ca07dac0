package report

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/review"
)

// DecidedCase is a case with its reviewed pairs. Callers must first hide names with package blind.
type DecidedCase struct {
	review.CaseEntry
	// Pairs has the reviewed pair for each check that a review is based on and that still exists.
	Pairs map[int64]contest.Pair
}

// sides returns the paths of the two programs of a review, in the order of the participants; "" if unknown.
func (d DecidedCase) sides(r review.Review) (first, second string) {
	p := d.Pairs[r.Basis.CheckID]
	if p.Left.ParticipantID == d.First {
		return p.Left.Path, p.Right.Path
	}
	return p.Right.Path, p.Left.Path
}

// DecisionsCSV writes a line for each review of each case, and a line for each case without a review. Times
// are in UTC. Hashes are those of review.ProgramHash. Formulas and the last column are as in [CSV].
func DecisionsCSV(w io.Writer, contestName string, cases []DecidedCase) error {
	out := csv.NewWriter(w)
	out.Write([]string{
		"contest", "problem", "first_participant", "second_participant", "earlier_contest", "state", "assigned",
		"reviewer", "decision", "reason", "ruling", "note", "decided_at",
		"check", "algorithm_version", "first_path", "second_path", "first_hash", "second_hash",
		"suspicion", "similarity", "max_similarity", "longest_match",
		"before_appeal", "first_outcome", "second_outcome", "notice",
	})
	for _, c := range cases {
		row := []string{cell(contestName), cell(c.Problem), cell(c.FirstParticipant.Name), cell(c.SecondParticipant.Name),
			cell(c.EarlierContest), string(c.State), cell(c.Assigned.Name)}
		if len(c.Reviews) == 0 {
			out.Write(append(append(row, make([]string, 17)...), cell(c.Outcomes[0]), cell(c.Outcomes[1]), notice))
		}
		for _, r := range c.Reviews {
			first, second := c.sides(r)
			b := r.Basis
			out.Write(slices.Concat(row, []string{
				cell(r.Reviewer.Name), string(r.Decision), cell(string(r.Reason)), strconv.FormatBool(r.Ruling), cell(r.Note),
				r.At.UTC().Format(time.RFC3339), strconv.FormatInt(b.CheckID, 10), cell(b.AlgorithmVersion),
				cell(first), cell(second), cell(b.FirstHash), cell(b.SecondHash),
				decimal(b.Suspicion), decimal(b.Similarity), decimal(b.MaxSimilarity), strconv.Itoa(b.LongestMatch),
				strconv.FormatBool(c.Appeal.Follows(r)), cell(c.Outcomes[0]), cell(c.Outcomes[1]), notice}))
		}
	}
	out.Flush()
	return out.Error() // also the first error of Write
}

// DecisionsJSON writes the cases as one object, with the texts as people typed them.
func DecisionsJSON(w io.Writer, contestName string, cases []DecidedCase) error {
	return writeJSON(w, "decisions", object{
		{"contest", contestName}, {"notice", evidence.Notice},
		{"cases", objects(cases, func(c DecidedCase) object {
			return object{
				{"problem", c.Problem},
				{"first_participant", c.FirstParticipant.Name}, {"second_participant", c.SecondParticipant.Name},
				unlessEmpty("earlier_contest", c.EarlierContest), {"state", c.State}, unlessEmpty("assigned", c.Assigned.Name),
				{"appealed_at", timeOrNil(c.Appeal.At)}, unlessEmpty("appeal", c.Appeal.Grounds),
				{"statements", objects(c.Statements, c.statementObject)},
				unlessEmpty("first_outcome", c.Outcomes[0]), unlessEmpty("second_outcome", c.Outcomes[1]),
				{"reviews", objects(c.Reviews, c.reviewObject)},
			}
		})},
	})
}

func (d DecidedCase) statementObject(s review.Statement) object {
	participant := d.FirstParticipant
	if s.ParticipantID == d.Second {
		participant = d.SecondParticipant
	}
	return object{{"participant", participant.Name}, {"stated_at", timeOrNil(s.At)}, {"text", s.Text}}
}

func (d DecidedCase) reviewObject(r review.Review) object {
	first, second := d.sides(r)
	for _, share := range []*float64{&r.Basis.Suspicion, &r.Basis.Similarity, &r.Basis.MaxSimilarity} {
		*share = roundShare(*share)
	}
	return object{
		{"reviewer", r.Reviewer.Name}, {"decision", r.Decision}, unlessEmpty("reason", r.Reason), {"ruling", r.Ruling},
		{"before_appeal", d.Appeal.Follows(r)}, unlessEmpty("note", r.Note), {"decided_at", timeOrNil(r.At)},
		unlessEmpty("first_path", first), unlessEmpty("second_path", second), {"basis", r.Basis},
	}
}
