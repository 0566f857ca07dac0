package web

import (
	"net/http"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// logHandOut writes into the log that the viewer is handed a file of a contest,
// made of a check, which is 0 for none, and of some pairs. Participants stand there
// where the file is of one pair alone.
func (s *Server) logHandOut(r *http.Request, file string, contestID, checkID int64, pairs ...contest.Pair) error {
	if r.Method == http.MethodHead { // which hands out nothing
		return nil
	}
	entry := review.Entry{Actor: s.read(r).viewer.person(), ContestID: contestID, Action: review.ActionExport,
		Details: review.Details{File: file, CheckID: checkID}}
	if len(pairs) == 1 {
		p := pairs[0]
		entry.Problem = p.Problem
		entry.First = review.ParticipantRef{ContestID: p.Left.ContestID, Number: p.Left.Number}
		entry.Second = review.ParticipantRef{ContestID: p.Right.ContestID, Number: p.Right.Number}
	}
	return s.Store.Log(r.Context(), entry)
}

// handedOut says in words what a file holds, by how its name ends.
func handedOut(file string) string {
	if number, ok := strings.CutPrefix(file, "cluster-"); ok {
		return "the evidence of cluster " + strings.TrimSuffix(number, ".html")
	}
	switch file {
	case "pair.html":
		return "the evidence of a pair"
	case "left.html":
		return "the copy for the participant on the left"
	case "right.html":
		return "the copy for the participant on the right"
	case "contest.html":
		return "the evidence of the contest"
	case "decisions.csv", "decisions.json":
		return "the decisions, as " + file
	}
	return "the pairs, as " + file
}
