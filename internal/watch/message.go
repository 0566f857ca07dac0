package watch

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// AlertMessage is an alert in JSON: a line of output, and the data of a webhook.
type AlertMessage struct {
	Alert     int64            `json:"alert"` // its ID
	At        time.Time        `json:"at"`
	Contest   string           `json:"contest"`
	ContestID int64            `json:"contest_id"`
	Problem   string           `json:"problem"`
	Suspicion float64          `json:"suspicion"` // when the alert was raised, 0 to 1
	Left      AlertMessageSide `json:"left"`
	Right     AlertMessageSide `json:"right"`
	URL       string           `json:"url,omitempty"`
}

// AlertMessageSide is a side of an alert.
type AlertMessageSide struct {
	Participant string `json:"participant"`
	Number      int    `json:"number"`               // of the participant, in the contest
	Submission  string `json:"submission,omitempty"` // its ID in the judge system
	Contest     string `json:"contest,omitempty"`    // of the submission, if an earlier one
}

// NewAlertMessage returns the message of an alert. It masks hidden participants
// unless names is set. Base is the address of the pages; "" for none.
func NewAlertMessage(a contest.Alert, contestName, base string, names bool) AlertMessage {
	t := AlertMessage{
		Alert: a.ID, At: a.At, Contest: contestName, ContestID: a.ContestID, Problem: a.Problem, Suspicion: a.Suspicion,
		Left: newAlertMessageSide(a.Left, names), Right: newAlertMessageSide(a.Right, names),
	}
	switch {
	case base == "":
	case a.PairID != 0:
		t.URL = fmt.Sprintf("%s/pairs/%d", base, a.PairID)
	default:
		t.URL = fmt.Sprintf("%s/contests/%d/live", base, a.ContestID)
	}
	return t
}

func newAlertMessageSide(s contest.Side, names bool) AlertMessageSide {
	if !names && s.Hidden {
		// No submission ID: the judge system's scoreboard shows whose it is.
		return AlertMessageSide{Participant: blind.Side(s).Participant, Number: s.Number, Contest: s.Contest}
	}
	id, ok := strings.CutPrefix(s.Path, folder)
	if !ok {
		id = ""
	}
	return AlertMessageSide{Participant: s.Participant, Number: s.Number, Submission: id, Contest: s.Contest}
}

// JSON returns the message as one line of JSON.
func (t AlertMessage) JSON() []byte {
	line, err := json.Marshal(t)
	if err != nil {
		panic(fmt.Sprintf("an alert is plain data: %v", err))
	}
	return line
}
