package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/api"
)

// On both sides, the spans of a match are within its lines, and begin and end with a visible character.
func TestEvidence(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	a := s.call(s.readToken, "GET", "/pairs/{pair}?source=true", "", "")
	var e api.ApiEvidence
	if err := json.Unmarshal([]byte(a.Body), &e); err != nil || len(e.Matches) == 0 || len(e.Explanation) == 0 {
		t.Fatalf("%v: %.300s", err, a.Body)
	}
	tokens := 0
	for _, m := range e.Matches {
		tokens += m.Tokens
		for side, fragment := range map[string]struct {
			files []api.ApiFile
			api.ApiPlace
		}{"left": {e.LeftFiles, m.Left}, "right": {e.RightFiles, m.Right}} {
			lines := strings.Split(fragment.files[fragment.File].Text, "\n")
			if len(lines) != fragment.files[fragment.File].Lines {
				t.Fatalf("%s: %d lines, want %d", side, len(lines), fragment.files[fragment.File].Lines)
			}
			if len(fragment.Spans) == 0 {
				t.Errorf("%s: match %d has no spans", side, m.Number)
			}
			for _, span := range fragment.Spans {
				if span.FirstLine < fragment.FirstLine || span.LastLine > fragment.LastLine || span.LastLine < span.FirstLine {
					t.Errorf("%s: match %d has the span %+v outside of its lines %d to %d",
						side, m.Number, span, fragment.FirstLine, fragment.LastLine)
					continue
				}
				first, last := []rune(lines[span.FirstLine-1]), []rune(lines[span.LastLine-1])
				if span.FirstColumn > len(first) || span.LastColumn > len(last) {
					t.Errorf("%s: match %d has the span %+v, beyond the end of %q or %q",
						side, m.Number, span, string(first), string(last))
					continue
				}
				for _, r := range []rune{first[span.FirstColumn-1], last[span.LastColumn-1]} {
					if strings.TrimSpace(string(r)) == "" {
						t.Errorf("%s: match %d has the span %+v, which begins or ends with a blank", side, m.Number, span)
					}
				}
			}
		}
	}
	if tokens != e.Pair.Scores.MatchedTokens {
		t.Errorf("the matches have %d tokens, want the %d of the pair", tokens, e.Pair.Scores.MatchedTokens)
	}

	// A pair of erased programs has its scores and its case, and says why there is no code.
	s.Exec("DELETE FROM submission_files")
	a = s.call(s.readToken, "GET", "/pairs/{pair}?source=true", "", "")
	e = api.ApiEvidence{}
	if err := json.Unmarshal([]byte(a.Body), &e); err != nil || a.Status != http.StatusOK {
		t.Fatalf("status %d, %v: %.300s", a.Status, err, a.Body)
	}
	if e.Erased != string(contest.ErasedReason) || e.Pair.Scores.Suspicion == 0 || len(e.Explanation) == 0 || len(e.LeftFiles)+len(e.RightFiles)+len(e.Matches) > 0 {
		t.Errorf("got %+v, want the scores and no code", e)
	}
	a = s.call(s.readToken, "GET", "/submissions/{submission}", "", "")
	var submission api.ApiSubmission
	if err := json.Unmarshal([]byte(a.Body), &submission); err != nil || a.Status != http.StatusOK {
		t.Fatalf("status %d, %v: %.300s", a.Status, err, a.Body)
	}
	if submission.Erased != string(contest.ErasedReason) || submission.Problem == "" || len(submission.Files) > 0 {
		t.Errorf("got %+v, want the submission without code", submission)
	}
}
