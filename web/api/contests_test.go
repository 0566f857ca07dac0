package api_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/api"
)

// The API leaves out problems without a title and an ID of the judge system.
func TestContestProblems(t *testing.T) {
	t.Parallel()
	c := contest.Contest{Metadata: contest.Metadata{Problems: []contest.Problem{{Name: "A"}, {Name: "B", Title: "Rivers", SystemID: "17"}}}}
	want := []apitypes.ContestProblem{{Name: "B", Title: "Rivers", SystemID: "17"}}
	if diff := cmp.Diff(want, api.ApiContestOf(c, contest.Watch{}, account.Viewer).About.Problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}
