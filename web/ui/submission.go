package ui

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/web/request"
)

// submissionPairs is how many pairs the page of a submission lists.
const submissionPairs = 50

// submissionView is what the page of a submission shows.
type submissionView struct {
	Contest    contest.Contest
	Submission contest.Side
	Others     []contest.Side // of the same participant for the same problem, in the order of time
	Newest     *listView      // the pairs in which it stands in the newest complete check; nil where there is none
	Program    evidence.Pane
	Titles     titles                // of the contest's problems
	Metadata   contest.JudgeMetadata // by the judge system
}

// Submission shows one program.
func (s *Site) Submission(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID(r)
	if err != nil {
		return err
	}
	ctx, rd := r.Context(), s.read(r)
	var view submissionView
	if view.Submission, view.Others, err = rd.Submission(ctx, id); err != nil {
		return err
	}
	if view.Contest, err = rd.Contest(ctx, view.Submission.ContestID); err != nil {
		return err
	}
	if view.Newest, err = rd.pairsOfSubmission(ctx, view.Submission); err != nil {
		return err
	}
	if view.Titles, err = rd.Titles(ctx, view.Contest.ID); err != nil {
		return err
	}
	metadata, err := rd.Metadata(ctx, view.Submission)
	if err != nil {
		return err
	}
	view.Metadata = metadata[id]
	forced := ""
	if view.Newest != nil {
		forced = view.Newest.Check.Parameters.Language
	}
	if view.Program, err = rd.Program(ctx, view.Submission, forced); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, submissionPage(view))
}

// pairsOfSubmission reads the pairs of a submission in its contest's newest complete check, of any suspicion.
func (rd loader) pairsOfSubmission(ctx context.Context, side contest.Side) (*listView, error) {
	checks, err := rd.Checks(ctx, side.ContestID)
	if err != nil {
		return nil, err
	}
	newest := slices.IndexFunc(checks, func(k contest.Check) bool { return k.State == contest.Complete })
	if newest < 0 {
		return nil, nil
	}
	v := listView{Check: checks[newest]}
	filter := contest.PairFilter{Submission: side.SubmissionID, Limit: submissionPairs}
	if v.Pairs, v.Total, err = rd.Pairs(ctx, v.Check.ID, filter); err != nil {
		return nil, err
	}
	v.Cases, err = rd.States(ctx, side.ContestID, v.Pairs)
	return &v, err
}

// submissionPath is the address of a submission.
func submissionPath(id int64) string { return "/submissions/" + strconv.FormatInt(id, 10) }

// participantOf is the address of the participant whose submission it is.
func participantOf(s contest.Side) string {
	return participantPath(contest.Participant{ContestID: s.ContestID, Number: s.Number})
}

// title names the submission.
func (v submissionView) title() string {
	return v.Submission.Participant + ", problem " + v.Submission.Problem
}
