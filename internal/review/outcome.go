package review

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Outcome is what the jury decides for a participant with confirmed cases. ojcheck only stores and shows an outcome.
type Outcome struct {
	Name string // from the list of the contest, such as "warning"; "" for none
	By   Person
	At   time.Time
}

// defaultOutcomes are the outcomes of a new contest. The jury may replace them, in the jury's words.
var defaultOutcomes = [...]i18n.Key{"warning", "problem voided", "disqualified"}

// OutcomeText returns an outcome to show. It translates default outcomes, and no words of the jury.
func OutcomeText(p *i18n.Printer, outcome string) string {
	return text.Visible(TranslateOutcome(p, outcome))
}

// TranslateOutcome is OutcomeText for a form, where invisible characters stay.
func TranslateOutcome(p *i18n.Printer, outcome string) string {
	for _, known := range defaultOutcomes {
		if outcome == string(known) {
			return p.T(known)
		}
	}
	return outcome
}

// TypedOutcome undoes TranslateOutcome: it returns the outcome that a form shows as the text typed.
func TypedOutcome(p *i18n.Printer, typed string) string {
	for _, known := range defaultOutcomes {
		if typed == p.T(known) {
			return string(known)
		}
	}
	return typed
}

// StatementsOf returns the statements of a participant.
func (c Case) StatementsOf(participantID int64) (own []Statement) {
	for _, s := range c.Statements {
		if s.ParticipantID == participantID {
			own = append(own, s)
		}
	}
	return own
}

// OutcomeOf returns the outcome of a participant of the case; "" for none.
func (c Case) OutcomeOf(participantID int64) string {
	switch participantID {
	case c.First:
		return c.Outcomes[0]
	case c.Second:
		return c.Outcomes[1]
	}
	return ""
}

const (
	maxOutcomes    = 20 // of a contest
	MaxOutcomeName = 60 // characters
)

// CleanOutcomes returns the stored form of a list of outcomes: without empty lines, repetitions, and blanks at
// the ends. The error wraps ErrRefused if the list is not valid.
func CleanOutcomes(typed []string) ([]string, error) {
	list := []string{} // not nil, because the column is NOT NULL
	for _, name := range typed {
		if !utf8.ValidString(name) || strings.ContainsRune(name, 0) {
			return nil, Refuse("an outcome must be UTF-8 text without NUL")
		}
		name = strings.Join(strings.Fields(name), " ")
		if utf8.RuneCountInString(name) > MaxOutcomeName {
			return nil, Refuse("an outcome may have at most %d characters", MaxOutcomeName)
		}
		if name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	if len(list) > maxOutcomes {
		return nil, Refuse("a contest may have at most %d outcomes", maxOutcomes)
	}
	return list, nil
}
