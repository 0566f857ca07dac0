package report

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Decisions is what is reported of what a jury has said of a contest.
type Decisions struct {
	Contest string
	Cases   []DecidedCase
}

// Decided is a case with those it is about. Whoever is to be hidden has been
// hidden by package blind.
type DecidedCase struct {
	review.Case
	FirstParticipant, SecondParticipant contest.Participant
	EarlierContest                      string // the contest of the second where that is an earlier one, or of the first; "" otherwise
	// Pairs are what was looked at, by the check that its review names. A check
	// may be gone.
	Pairs map[int64]contest.Pair
}

// sides returns the paths of what a review was made on, those of the case's
// first participant first; "" where they are not known.
func (d DecidedCase) sides(r review.Review) (first, second string) {
	p, ok := d.Pairs[r.Basis.CheckID]
	switch {
	case !ok:
		return "", ""
	case p.Left.ParticipantID == d.First:
		return p.Left.Path, p.Right.Path
	}
	return p.Right.Path, p.Left.Path
}

// DecisionsCSV writes a line for each review of each case, and one for a case
// that is assigned and that nobody has decided. Times are in UTC, shares from 0
// to 1; hashes are those of review.ProgramHash, of the programs that the decision
// was made on. Texts are guarded, and the last column is, as in [CSV].
func DecisionsCSV(w io.Writer, d Decisions) error {
	out := csv.NewWriter(w)
	out.Write([]string{
		"contest", "problem", "first_participant", "second_participant", "earlier_contest", "state", "assigned",
		"reviewer", "decision", "reason", "ruling", "note", "decided_at",
		"check", "algorithm_version", "first_path", "second_path", "first_hash", "second_hash",
		"suspicion", "similarity", "max_similarity", "longest_match", "notice",
	})
	for _, c := range d.Cases {
		row := []string{cell(d.Contest), cell(c.Problem), cell(c.FirstParticipant.Name), cell(c.SecondParticipant.Name),
			cell(c.EarlierContest), string(c.State), cell(c.Assigned.Name)}
		if len(c.Reviews) == 0 {
			out.Write(append(append(row, make([]string, 16)...), notice))
		}
		for _, r := range c.Reviews {
			first, second := c.sides(r)
			out.Write(append(row[:len(row):len(row)],
				cell(r.Reviewer.Name), string(r.Decision), cell(string(r.Reason)), strconv.FormatBool(r.Ruling), cell(r.Note), r.At.UTC().Format(time.RFC3339),
				strconv.FormatInt(r.Basis.CheckID, 10), cell(r.Basis.AlgorithmVersion), cell(first), cell(second), cell(r.Basis.FirstHash), cell(r.Basis.SecondHash),
				decimal(r.Basis.Suspicion), decimal(r.Basis.Similarity), decimal(r.Basis.MaxSimilarity), strconv.Itoa(r.Basis.LongestMatch), notice))
		}
	}
	out.Flush()
	return out.Error() // also the first error of Write
}

type jsonDecisions struct {
	Contest string     `json:"contest"`
	Notice  string     `json:"notice"`
	Cases   []jsonCase `json:"cases"`
}

type jsonCase struct {
	Problem string       `json:"problem"`
	First   string       `json:"first_participant"`
	Second  string       `json:"second_participant"`
	Earlier string       `json:"earlier_contest,omitempty"`
	State   review.State `json:"state"`
	// Assigned is the reviewer who is to look at it.
	Assigned string       `json:"assigned,omitempty"`
	Reviews  []jsonReview `json:"reviews"`
}

type jsonReview struct {
	Reviewer   string          `json:"reviewer"`
	Decision   review.Decision `json:"decision"`
	Reason     review.Reason   `json:"reason,omitempty"`
	Ruling     bool            `json:"ruling"`
	Note       string          `json:"note,omitempty"`
	DecidedAt  *time.Time      `json:"decided_at"`
	FirstPath  string          `json:"first_path,omitempty"`
	SecondPath string          `json:"second_path,omitempty"`
	Basis      review.Basis    `json:"basis"`
}

// DecisionsJSON writes the cases as one object. Texts are as they were typed.
func DecisionsJSON(w io.Writer, d Decisions) error {
	all := jsonDecisions{Contest: d.Contest, Notice: evidence.Notice, Cases: []jsonCase{}}
	for _, c := range d.Cases {
		entry := jsonCase{Problem: c.Problem, First: c.FirstParticipant.Name, Second: c.SecondParticipant.Name,
			Earlier: c.EarlierContest, State: c.State, Assigned: c.Assigned.Name, Reviews: []jsonReview{}}
		for _, r := range c.Reviews {
			first, second := c.sides(r)
			basis := r.Basis
			basis.Suspicion, basis.Similarity, basis.MaxSimilarity = rounded(basis.Suspicion), rounded(basis.Similarity), rounded(basis.MaxSimilarity)
			entry.Reviews = append(entry.Reviews, jsonReview{
				Reviewer: r.Reviewer.Name, Decision: r.Decision, Reason: r.Reason, Ruling: r.Ruling, Note: r.Note,
				DecidedAt: timeOrNil(r.At), FirstPath: first, SecondPath: second, Basis: basis,
			})
		}
		all.Cases = append(all.Cases, entry)
	}
	buffered := bufio.NewWriter(w)
	out := json.NewEncoder(buffered)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(all); err != nil {
		return fmt.Errorf("write decisions as JSON: %w", err)
	}
	return buffered.Flush()
}
