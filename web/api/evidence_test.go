package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/web/api"
)

// Spans cover the text of a match, on both sides.
func TestSpans(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	a := s.call(s.read, "GET", "/pairs/{pair}?source=true", "", "")
	var e api.ApiEvidence
	if err := json.Unmarshal([]byte(a.Body), &e); err != nil || len(e.Matches) == 0 || len(e.Explanation) == 0 {
		t.Fatalf("%v: %.300s", err, a.Body)
	}
	tokens := 0
	for _, m := range e.Matches {
		tokens += m.Tokens
		for side, at := range map[string]struct {
			files []api.ApiFile
			api.ApiFragment
		}{"left": {e.LeftFiles, m.Left}, "right": {e.RightFiles, m.Right}} {
			lines := strings.Split(at.files[at.File].Text, "\n")
			if len(lines) != at.files[at.File].Lines {
				t.Fatalf("%s: %d lines, want %d", side, len(lines), at.files[at.File].Lines)
			}
			if len(at.Spans) == 0 {
				t.Errorf("%s: match %d has no spans", side, m.Number)
			}
			for _, span := range at.Spans {
				if span.FirstLine < at.FirstLine || span.LastLine > at.LastLine || span.LastLine < span.FirstLine {
					t.Errorf("%s: match %d from line %d to %d has %+v", side, m.Number, at.FirstLine, at.LastLine, span)
					continue
				}
				first, last := []rune(lines[span.FirstLine-1]), []rune(lines[span.LastLine-1])
				if span.FirstColumn > len(first) || span.LastColumn > len(last) {
					t.Errorf("%s: match %d has %+v, beyond %q or %q", side, m.Number, span, string(first), string(last))
					continue
				}
				for _, r := range []rune{first[span.FirstColumn-1], last[span.LastColumn-1]} {
					if strings.TrimSpace(string(r)) == "" {
						t.Errorf("%s: match %d has %+v, which begins or ends with a blank", side, m.Number, span)
					}
				}
			}
		}
	}
	if tokens != e.Pair.Scores.MatchedTokens {
		t.Errorf("matches of %d tokens, and the pair has %d", tokens, e.Pair.Scores.MatchedTokens)
	}
}
