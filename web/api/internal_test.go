package api

import (
	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
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
