package watch

import (
	"fmt"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// AlertMessage is an alert in JSON, for a line of output or the data of a webhook.
type AlertMessage struct {
	Alert     int64              `json:"alert"` // ID of the alert
	At        time.Time          `json:"at"`
	Contest   string             `json:"contest"`
	ContestID int64              `json:"contest_id"`
	Problem   string             `json:"problem"`
	Suspicion float64            `json:"suspicion"` // when the alert was raised, 0 to 1
	Left      AlertMessageSide   `json:"left"`
	Right     AlertMessageSide   `json:"right"`
	Known     *contest.KnownCode `json:"known,omitempty"` // how much code of the pair is also in known sources
	URL       string             `json:"url,omitempty"`
}

// AlertMessageSide is one side of the pair of an alert.
type AlertMessageSide struct {
	Participant string `json:"participant"`
	Number      int    `json:"number"`               // number of the participant in the contest
	Submission  string `json:"submission,omitempty"` // ID in the judge system
	Contest     string `json:"contest,omitempty"`    // name of the earlier contest; "" for this one
}

// NewAlertMessage returns the message of an alert. If showNames is false, it masks hidden participants, and
// numbers known sources instead of naming them. pagesURL is the address of the pages; "" for none.
func NewAlertMessage(a contest.Alert, contestName, pagesURL string, showNames bool) AlertMessage {
	m := AlertMessage{
		Alert: a.ID, At: a.At, Contest: contestName, ContestID: a.ContestID, Problem: a.Problem, Suspicion: a.Suspicion,
		Left: newAlertMessageSide(a.Left, showNames), Right: newAlertMessageSide(a.Right, showNames), Known: a.Known,
	}
	// A known source may have the name of a hidden participant, even if both participants are visible.
	if !showNames && a.Known != nil {
		known := *a.Known
		known.Name = fmt.Sprintf("source %d", known.Number)
		m.Known = &known
	}
	switch {
	case pagesURL == "":
	case a.PairID != 0:
		m.URL = fmt.Sprintf("%s/pairs/%d", pagesURL, a.PairID)
	default:
		m.URL = fmt.Sprintf("%s/contests/%d/live", pagesURL, a.ContestID)
	}
	return m
}

func newAlertMessageSide(s contest.Side, showNames bool) AlertMessageSide {
	side := AlertMessageSide{Participant: s.Participant, Number: s.Number, Contest: s.Contest}
	if !showNames && s.Hidden {
		// The submission ID is left out, because it reveals the participant on the judge system's scoreboard.
		side.Participant = blind.Labels{}.Side(s).Participant
	} else if id, ok := strings.CutPrefix(s.Path, ccs.PathPrefix); ok {
		side.Submission = id
	}
	return side
}
