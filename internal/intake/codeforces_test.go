package intake

import (
	"maps"
	"testing"
)

func TestCodeforcesParticipantsOfOneName(t *testing.T) {
	answers := make(map[string]codeforcesSubmission)
	add := func(id, team string, handles ...string) {
		var s codeforcesSubmission
		s.Author.TeamName = team
		for _, h := range handles {
			s.Author.Members = append(s.Author.Members, struct {
				Handle string `json:"handle"`
			}{h})
		}
		answers[id] = s
	}
	add("1", "", "ann")
	add("2", "", "ann")
	add("3", "ann", "bob", "cy")
	add("4", "Łódź", "dan")
	add("5", "Łódź", "eve")
	add("6", "alone", "fay")
	want := map[string]string{"1": "ann", "2": "ann", "3": "ann (bob, cy)", "4": "Łódź (dan)", "5": "Łódź (eve)", "6": "alone"}
	if got := codeforcesParticipants(answers); !maps.Equal(got, want) {
		t.Errorf("participants = %q, want %q", got, want)
	}
}
