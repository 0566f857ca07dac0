package inspect

import (
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// A pair of two languages opens with the matches that the check counted: names, literals and operators. The
// view says how many others have each match, and shows the compared tokens with the names.
func TestPairAcrossLanguages(t *testing.T) {
	t.Parallel()
	var submissions []contest.Submission
	for _, dir := range []string{"../../testdata/submissions", "../../testdata/translations"} {
		set, err := intake.Read(t.Context(), []string{dir}, intake.Options{})
		must(t, err)
		submissions = append(submissions, set.Submissions...)
	}
	store := open(t)
	_, found := run(t, store, "c", check.Defaults(), submissions)
	opened := 0
	for _, pair := range found {
		if !pair.AcrossLanguages() {
			continue
		}
		opened++
		view := pairView(t, store, pair)
		if view.Tokens() != pair.MatchedTokens || view.Longest() != pair.LongestMatch || pair.MatchedTokens == 0 {
			t.Errorf("%s: the view has %d tokens, longest match %d; the check %d and %d", pair.Left.Path, view.Tokens(), view.Longest(), pair.MatchedTokens, pair.LongestMatch)
		}
		if view.Left.Language == view.Right.Language {
			t.Errorf("%s: both sides are in %s", pair.Left.Path, view.Left.Language)
		}
		if view.OthersClause != "who submitted a program for this problem" {
			t.Errorf("others are counted among those %q", view.OthersClause)
		}
		for _, match := range view.Matches {
			if match.OtherParticipants == nil {
				t.Errorf("%s: match %d does not say how many others have it", pair.Left.Path, match.Number)
			}
		}
		if pair.Right.Participant == "lupe-python" && pair.Left.Participant == "lupe" {
			checkInMatch(t, view.Left, "dpJoy[i] = dpJoy[i + 1]")
			checkInMatch(t, view.Right, "dpJoy[i] = dpJoy[i + 1]")
			checkTokens(t, view.Left, "sig buscar c i N + g dp sig")
			checkTokens(t, view.Right, "sig buscar c i N + g dp sig")
		}
	}
	if opened < 9 {
		t.Errorf("%d pairs across languages, want 9 or more", opened)
	}
}

// checkInMatch checks that a text is inside a match in the source.
func checkInMatch(t *testing.T, pane evidence.Pane, want string) {
	t.Helper()
	for _, line := range pane.Files[0].Lines {
		for _, run := range line.Runs {
			var text strings.Builder
			for _, span := range run.Spans {
				text.WriteString(span.Text)
			}
			if run.Match > 0 && strings.Contains(text.String(), want) {
				return
			}
		}
	}
	t.Errorf("%s has no match with %q", pane.Path, want)
}

// checkTokens checks that the tokens of a program hold some in a row.
func checkTokens(t *testing.T, pane evidence.Pane, want string) {
	t.Helper()
	var tokens []string
	for _, line := range pane.Tokens().Files[0] {
		for _, run := range line.Runs {
			tokens = slices.Concat(tokens, run.Texts)
		}
	}
	if !strings.Contains(strings.Join(tokens, " "), want) {
		t.Errorf("%s has the tokens %q, without %q", pane.Path, tokens, want)
	}
}
