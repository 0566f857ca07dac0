package check

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// What is known of the participants is kept with the contest, and no score
// depends on it.
func TestParticipants(t *testing.T) {
	t.Parallel()
	store := open(t)
	plain, without, _ := run(t, store, Request{Contest: "plain", Submissions: primes(), Parameters: Defaults()})
	told, with, _ := run(t, store, Request{Contest: "told", Submissions: primes(), Parameters: Defaults(),
		Participants: []contest.Participant{{Name: "ann", Affiliation: "ETH", Seat: "7"}, {Name: "ben", Affiliation: "ETH", Seat: "8"}}})
	participants, err := store.Participants(t.Context(), told.ContestID)
	if err != nil {
		t.Fatal(err)
	}
	seats := make(map[string]string)
	for _, p := range participants {
		seats[p.Name] = p.Affiliation + p.Seat
	}
	if len(seats) != 3 || seats["ann"] != "ETH7" || seats["ben"] != "ETH8" || seats["cat"] != "" {
		t.Errorf("participants are %+v", participants)
	}
	if len(with) == 0 || len(with) != len(without) || plain.Digest != told.Digest {
		t.Fatalf("%d pairs with it, %d without; digests %s and %s", len(with), len(without), told.Digest, plain.Digest)
	}
	for i := range with {
		if with[i].Suspicion != without[i].Suspicion {
			t.Errorf("pair %d has a suspicion of %v with it, %v without", i, with[i].Suspicion, without[i].Suspicion)
		}
	}
}
