package watch

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// The message of an alert masks hidden participants unless names are wanted, and has the
// address of the page that shows the alert.
func TestNewAlertMessage(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	side := contest.Side{Participant: "ann", Number: 17, Path: "submissions/1007"}
	hidden := contest.Side{Participant: "ben", Number: 4, Hidden: true, Path: "submissions/1002"}
	earlier := contest.Side{Participant: "cat", Number: 9, Path: "C/cat.cpp", Contest: "spring"}
	a := contest.Alert{ID: 3, ContestID: 2, At: at, Problem: "C", Suspicion: 0.75, Left: side, Right: hidden}
	withPair := contest.Alert{ID: 3, ContestID: 2, At: at, Problem: "C", Suspicion: 0.75, Left: side, Right: earlier, PairID: 8}
	withSource := contest.Alert{ID: 3, ContestID: 2, At: at, Problem: "C", Suspicion: 0.75, Left: side, Right: earlier,
		Known: &contest.KnownCode{Number: 2, Kind: contest.Leaked, Name: "by ben"}}
	const known = `{"participant":"cat","number":9,"contest":"spring"},"known":{"suspicion_without":0,"share":0,"source":2,"kind":"leaked","name":"%s","explained":false,"both_near":false}}`
	const begin = `{"alert":3,"at":"2026-03-14T12:00:00Z","contest":"finals","contest_id":2,"problem":"C","suspicion":0.75,"left":{"participant":"ann","number":17,"submission":"1007"},"right":`
	for _, tt := range []struct {
		name, publicURL string
		alert           contest.Alert
		names           bool
		want            string
	}{
		{"a hidden participant and their submission are masked", "", a, false, begin + `{"participant":"Participant 4","number":4}}`},
		{"names of hidden participants are wanted", "", a, true, begin + `{"participant":"ben","number":4,"submission":"1002"}}`},
		{"an alert without a pair: the address of the live page", "https://ojcheck.example", a, false, begin + `{"participant":"Participant 4","number":4},"url":"https://ojcheck.example/contests/2/live"}`},
		{"a pair with an earlier contest: the address of the pair's page", "https://ojcheck.example", withPair, false, begin + `{"participant":"cat","number":9,"contest":"spring"},"url":"https://ojcheck.example/pairs/8"}`},
		{"a known source is a number", "", withSource, false, begin + fmt.Sprintf(known, "source 2")},
		{"or its name", "", withSource, true, begin + fmt.Sprintf(known, "by ben")},
	} {
		got, err := json.Marshal(NewAlertMessage(tt.alert, "finals", tt.publicURL, tt.names))
		if diff := cmp.Diff(tt.want, string(got)); diff != "" || err != nil {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
