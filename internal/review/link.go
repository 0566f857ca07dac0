package review

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Link shows one case to somebody without an account: to a participant, who may make a statement, or to an outsider,
// such as an expert. Whoever has the link's token may open the link; only a hash of the token is stored.
type Link struct {
	ID            int64
	Key                  // the case
	PairID        int64  // the pair that the link shows
	ParticipantID int64  // the participant who may make a statement; 0 for an outsider
	Recipient     string // an outsider, in the words of the jury; "" for a participant
	Hides         Hiding
	OneTime       bool      // the link ends when it is opened; only for outsiders
	EndsAt        time.Time // when the link stops working
	By            Person
	CreatedAt     time.Time
	OpenedAt      time.Time // time of the last log entry that says that the link was opened; zero if there is none
	WithdrawnAt   time.Time
	StatedAt      time.Time // when the participant made the statement
	Statement     string
}

// Hiding says what a link hides besides what blind review hides.
type Hiding string

// HidesNames and HidesProgram also hide all else that report.Redact removes from a participant's copy.
const (
	HidesNothing Hiding = "nothing" // for outsiders only
	HidesNames   Hiding = "names"   // names of everybody but the recipient, also inside the programs
	HidesProgram Hiding = "program" // names, and the program of the other participant; for statements only
)

// LinkState says whether a link still opens the case, or why not.
type LinkState string

const (
	LinkOpen      LinkState = "open"
	LinkStated    LinkState = "stated" // the participant has made the statement
	LinkWithdrawn LinkState = "withdrawn"
	LinkUsed      LinkState = "used" // the link works once, and was opened
	LinkEnded     LinkState = "ended"
)

// ForStatement reports whether the link is for a participant.
func (l Link) ForStatement() bool { return l.ParticipantID != 0 }

// State returns the state of the link at a time.
func (l Link) State(now time.Time) LinkState {
	switch {
	case !l.StatedAt.IsZero():
		return LinkStated
	case !l.WithdrawnAt.IsZero():
		return LinkWithdrawn
	case l.OneTime && !l.OpenedAt.IsZero():
		return LinkUsed
	case !now.Before(l.EndsAt):
		return LinkEnded
	}
	return LinkOpen
}

// LastDay returns the last day on which the link works, as a time on that day in UTC.
func (l Link) LastDay() time.Time { return l.EndsAt.UTC().Add(-time.Second) }

// maxLinkLife is the longest time that a link may work.
const maxLinkLife = 366 * 24 * time.Hour

// MaxRecipient is the maximum length of Link.Recipient in characters.
const MaxRecipient = 200

// EndOfDay returns the end, in UTC, of a day such as "2026-12-03". The error wraps ErrRefused.
func EndOfDay(day string) (time.Time, error) {
	t, err := time.Parse(time.DateOnly, strings.TrimSpace(day))
	if err != nil {
		return time.Time{}, Refuse("the last day must be a date such as 2026-12-03")
	}
	return t.Add(24 * time.Hour), nil
}

// Validate returns an error that wraps ErrRefused if a new link is not valid at a time.
func (l Link) Validate(now time.Time) error {
	hides := []Hiding{HidesNothing, HidesNames}
	if l.ForStatement() {
		hides = []Hiding{HidesNames, HidesProgram}
	}
	switch {
	case l.ForStatement() && l.ParticipantID != l.First && l.ParticipantID != l.Second:
		return Refuse("this participant is not one of the pair")
	case !slices.Contains(hides, l.Hides):
		return Refuse("a link for this recipient cannot hide %q", l.Hides)
	case l.ForStatement() && (l.OneTime || l.Recipient != ""):
		return Refuse("a link for a statement works until the statement is made, and needs no other recipient")
	case !l.ForStatement() && l.Recipient == "":
		return Refuse("say for whom the link is")
	case !utf8.ValidString(l.Recipient), strings.ContainsAny(l.Recipient, "\x00\r\n"),
		utf8.RuneCountInString(l.Recipient) > MaxRecipient:
		return Refuse("the recipient must be one line of at most %d characters", MaxRecipient)
	case !l.EndsAt.After(now):
		return Refuse("the last day is over already")
	case l.EndsAt.After(now.Add(maxLinkLife)):
		return Refuse("a link works for at most %d days", int(maxLinkLife/(24*time.Hour)))
	}
	return nil
}

// Statement is what a participant said about their case.
type Statement struct {
	LinkID        int64 // the link that the participant used
	ParticipantID int64
	Text          string
	At            time.Time
	ReadAt        time.Time // when somebody of the jury marked the statement as read; zero before
	ReadBy        Person    // who marked the statement as read; zero if unknown
}

// IsNew reports whether nobody has marked the statement as read.
func (s Statement) IsNew() bool { return s.ReadAt.IsZero() }

// ValidateStatement returns an error that wraps ErrRefused if a text cannot be a statement.
func ValidateStatement(text string) error {
	if text == "" {
		return Refuse("the statement is empty")
	}
	return CheckText("the statement", text)
}

// LinkHolder stands in the log for somebody who opened a link and changed something.
var LinkHolder = Person{Name: "link"}
