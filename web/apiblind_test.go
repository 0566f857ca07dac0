package web

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/ojcheck/ojcheck/internal/account"
)

// In a blind contest, no operation tells a name: neither what it answers to a
// reviewer nor, that of another contest, to a stranger.
func TestAPIHidesNames(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	participants, err := s.db.Participants(t.Context(), s.check.ContestID)
	if err != nil || len(participants) == 0 {
		t.Fatal(err)
	}
	names := make(map[string]bool)
	for _, p := range participants {
		names[strings.ToLower(p.Name)] = true
	}
	ann, _ := s.token(s.users["ann"].ID, account.WriteScope)
	d := readDocument(t, s.page("/api/v1/openapi.json").body)
	asked := 0
	for id, op := range d.operations() {
		if op.method != "GET" && id != "decide" {
			continue
		}
		for _, c := range apiCalls[id] {
			a := s.call(ann, op.method, c.path, c.body, c.bodyType())
			if a.status >= 400 && id != "getJob" { // which is of another
				t.Errorf("%s %s: status %d: %.200s", op.method, c.path, a.status, a.body)
			}
			asked++
			for _, word := range strings.FieldsFunc(strings.ToLower(a.body), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
				if names[word] {
					t.Errorf("%s %s tells of %s", op.method, c.path, word)
					break
				}
			}
		}
	}
	if asked < 20 {
		t.Errorf("%d requests were made", asked)
	}
	// Uncovered, they are told again: there was something to hide.
	side := s.pairs[0].Left
	if err := s.db.Reveal(t.Context(), s.person("cid"), s.check.ContestID, side.Number); err != nil {
		t.Fatal(err)
	}
	a := s.call(ann, "GET", fmt.Sprintf("/submissions/%d", side.SubmissionID), "", "")
	mention(t, a.body, fmt.Sprintf("%q", side.Participant), side.Path)
}
