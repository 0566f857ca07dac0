package api_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// In a blind contest, no answer to a reviewer has a name.
func TestAPIHidesNames(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	s := newAPISite(t)
	participants, err := s.DB.Participants(t.Context(), s.Check.ContestID)
	if err != nil || len(participants) == 0 {
		t.Fatal(err)
	}
	names := make(map[string]bool)
	for _, p := range participants {
		names[strings.ToLower(p.Name)] = true
	}
	delete(names, "elif") // also a keyword of Python, which programs show
	ann, _ := s.AddToken(s.Users["ann"].ID, account.WriteScope)
	d := readDocument(t, s.Page("/api/v1/openapi.json").Body)
	requests := 0
	for id, op := range d.operations() {
		if op.method != "GET" && id != "decide" || id == "listLinks" || id == "exportParticipantEvidence" { // only for chief judges
			continue
		}
		for _, c := range apiCalls[id] {
			a := s.call(ann, op.method, c.path, c.body, c.bodyType())
			if a.Status >= 400 && id != "getJob" && id != "followJob" { // the job is another user's
				t.Errorf("%s %s: status %d: %.200s", op.method, c.path, a.Status, a.Body)
			}
			requests++
			for _, word := range strings.FieldsFunc(strings.ToLower(a.Body), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
				if names[word] {
					t.Errorf("%s %s names %s", op.method, c.path, word)
					break
				}
			}
		}
	}
	if requests < 20 {
		t.Errorf("%d requests were made, want at least 20", requests)
	}
	// The requests above had a name to hide: after its reveal, the answers contain it.
	side := s.Pairs[0].Left
	webtest.Must(t, s.DB.SetRevealed(t.Context(), s.Person("cid"), s.Check.ContestID, side.Number, true))
	a := s.call(ann, "GET", fmt.Sprintf("/submissions/%d", side.SubmissionID), "", "")
	webtest.Mention(t, a.Body, fmt.Sprintf("%q", side.Participant), side.Path)
}
