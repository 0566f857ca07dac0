package ui

import (
	"context"
	"net/http"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/request"
)

// maxSubmissionPairs is the largest number of pairs that the page of a submission lists.
const maxSubmissionPairs = 50

// submissionView is the view model of a submission's page.
type submissionView struct {
	Contest       contest.Contest
	Submission    contest.Side
	OtherAttempts []contest.Side // of the participant for the problem, sorted by time
	NewestPairs   *listView      // the submission's pairs in the newest complete check; nil if there is no such check
	Program       evidence.Pane
	Titles        titles // of the contest's problems
	Metadata      contest.JudgeMetadata
	Rewrites      []facts.Fact // among Submission and OtherAttempts
}

// Submission shows a program.
func (s *Site) Submission(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID(r, "id")
	if err != nil {
		return err
	}
	ctx, reader := r.Context(), s.loaderFor(r)
	var view submissionView
	if view.Submission, view.OtherAttempts, err = reader.Submission(ctx, id); err != nil {
		return err
	}
	if view.Contest, err = reader.Contest(ctx, view.Submission.ContestID); err != nil {
		return err
	}
	if view.NewestPairs, err = reader.pairsOfSubmission(ctx, view.Submission); err != nil {
		return err
	}
	if view.Titles, err = reader.Titles(ctx, view.Contest.ID); err != nil {
		return err
	}
	if view.NewestPairs != nil {
		attempts := append([]contest.Side{view.Submission}, view.OtherAttempts...)
		if view.Rewrites, err = reader.RewritesOf(ctx, view.NewestPairs.Check, attempts); err != nil {
			return err
		}
	}
	metadata, err := reader.Metadata(ctx, view.Submission)
	if err != nil {
		return err
	}
	view.Metadata = metadata[id]
	language := "" // in which the check read all files; "" for the language of each file
	if view.NewestPairs != nil {
		language = view.NewestPairs.Check.Parameters.Language
	}
	if view.Program, err = reader.Program(ctx, view.Submission, language); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, submissionPage(i18n.From(ctx), view))
}

// pairsOfSubmission reads the pairs of a submission in its contest's newest check, of any suspicion; nil if there is no check.
func (reader loader) pairsOfSubmission(ctx context.Context, side contest.Side) (*listView, error) {
	newest, err := reader.NewestCheck(ctx, side.ContestID)
	if err != nil || newest.ID == 0 {
		return nil, err
	}
	v := listView{Check: newest, MarksUnlisted: true}
	filter := contest.PairFilter{Submission: side.SubmissionID, Limit: maxSubmissionPairs}
	if v.Pairs, v.Total, err = reader.Pairs(ctx, v.Check.ID, filter); err != nil {
		return nil, err
	}
	v.Cases, err = reader.CasesWithoutNotes(ctx, v.Pairs)
	return &v, err
}

func submissionPath(id int64) string { return "/submissions/" + strconv.FormatInt(id, 10) }

// submitterPath returns the address of the participant of a side.
func submitterPath(s contest.Side) string {
	return participantPath(contest.Participant{ContestID: s.ContestID, Number: s.Number})
}

func (v submissionView) title(p *i18n.Printer) string {
	return p.T("%s, problem %s", v.Submission.Participant, v.Submission.Problem)
}
