package api

import (
	"net/http"

	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/request"
)

// BasePath and the names below are for the tests in package api_test.
const BasePath = basePath

type (
	ApiEvidence   = apiEvidence
	ApiFile       = apiFile
	ApiPlace      = apiPlace
	ApiJob        = apitypes.Job
	ApiAdded      = apiAdded
	ApiSubmission = apiSubmission
	NewSubmission = newSubmission
	NewFile       = newFile
)

var (
	SetField     = setField
	ApiJobOf     = apiJobOf
	ApiContestOf = apiContestOf
	NewCursor    = newCursor
	ParseCursor  = parseCursor
	ListKey      = listKey
)

// ReadSubmission returns the submission to be stored.
func ReadSubmission(s NewSubmission) (contest.Submission, error) { return s.submission() }

// Ranking reads the parameters of a request for pairs.
func Ranking(q PairQuery, r *http.Request, check contest.Check) (request.PairQuery, error) {
	return q.ranking(r, check)
}
