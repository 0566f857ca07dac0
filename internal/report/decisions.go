package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Decisions are the decisions of a jury in a contest.
type Decisions struct {
	Contest string
	Cases   []DecidedCase
}

// DecidedCase is a case with its participants. Callers must hide hidden ones with package
// blind before.
type DecidedCase struct {
	review.Case
	FirstParticipant, SecondParticipant contest.Participant
	EarlierContest                      string // of the second or the first participant; "" if both are of the contest
	// Pairs are the reviewed pairs by the check of the review, which may be deleted.
	Pairs map[int64]contest.Pair
}

// sides returns the paths of the programs of a review, that of the case's first participant
// first; "" if unknown.
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

// DecisionsCSV writes a line for each review of each case, and one for an assigned case
// without decision. Times are in UTC, shares from 0 to 1, and hashes are review.ProgramHash
// of the reviewed programs. Formulas and the last column are as in [CSV].
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
	// Assigned is the reviewer to whom the case is assigned.
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

// DecisionsJSON writes the cases as one object, with texts as they were typed.
func DecisionsJSON(w io.Writer, d Decisions) error {
	all := jsonDecisions{Contest: d.Contest, Notice: evidence.Notice, Cases: []jsonCase{}}
	for _, c := range d.Cases {
		entry := jsonCase{Problem: c.Problem, First: c.FirstParticipant.Name, Second: c.SecondParticipant.Name,
			Earlier: c.EarlierContest, State: c.State, Assigned: c.Assigned.Name, Reviews: []jsonReview{}}
		for _, r := range c.Reviews {
			first, second := c.sides(r)
			basis := r.Basis
			basis.Suspicion, basis.Similarity, basis.MaxSimilarity = roundShare(basis.Suspicion), roundShare(basis.Similarity), roundShare(basis.MaxSimilarity)
			entry.Reviews = append(entry.Reviews, jsonReview{
				Reviewer: r.Reviewer.Name, Decision: r.Decision, Reason: r.Reason, Ruling: r.Ruling, Note: r.Note,
				DecidedAt: timeOrNil(r.At), FirstPath: first, SecondPath: second, Basis: basis,
			})
		}
		all.Cases = append(all.Cases, entry)
	}
	return writeJSON(w, "decisions", all)
}
