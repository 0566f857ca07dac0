package report

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Letter asks a participant of a confirmed pair for a statement. The jury sends it; ojcheck sends nothing. Callers must
// first hide the names of hidden participants with package blind.
type Letter struct {
	Contest  string
	Problem  string
	Own      contest.Side // the recipient's
	Pair     contest.Pair
	Link     string // to the copy of the recipient and the form for the statement
	LastDay  string // on which the link works: "3 December 2026"
	Decision time.Time
}

// LetterTo returns the letter for the participant who gets a link to a pair's case.
func LetterTo(l review.Link, p contest.Pair, check contest.Check, c review.Case, address string) Letter {
	letter := Letter{Contest: check.Contest, Problem: p.Problem, Own: sideOf(p, l.ParticipantID), Pair: p, Link: address, LastDay: l.LastDay()}
	if n := len(c.Reviews); n > 0 {
		letter.Decision = c.Reviews[n-1].At
	}
	return letter
}

// letterFact is a fact of the letter.
type letterFact struct {
	Fact
	isTyped bool // people chose the value: it may be anything
}

// facts returns the facts of the letter.
func (l Letter) facts() []letterFact {
	coverage := l.Pair.CoverageLeft
	if l.Own.ParticipantID == l.Pair.Right.ParticipantID {
		coverage = l.Pair.CoverageRight
	}
	submission := fmt.Sprintf("attempt %d", l.Own.Attempt)
	if !l.Own.Time.IsZero() {
		submission += ", " + timeText(l.Own.Time, secondsUTC, "")
	}
	return []letterFact{
		{Fact{"Contest", l.Contest}, true},
		{Fact{"Problem", l.Problem}, true},
		{Fact{"Participant", l.Own.Participant}, true},
		{Fact{"Your submission", submission}, false},
		{Fact{"Confirmed by the jury", timeText(l.Decision, "2 January 2006", "not known")}, false},
		{Fact{"Your code that is also in the other program", text.Percent(coverage)}, false},
		{Fact{"Longest match", text.Count(l.Pair.LongestMatch, "token")}, false},
	}
}

const (
	letterReason = "the jury has compared the programs of the contest with each other. It confirmed that one of your programs " +
		"and a program of another participant were not written independently of each other."
	letterRequest = "Please open the link below. It shows your copy of the evidence, in which other participants are numbers, " +
		"and a form for your statement. You need no account. The link works until you send the statement, at the latest on"
	letterPrivacy = "The link is for you alone: whoever has it can read your copy and make the statement."
)

// Markdown returns the letter in Markdown (CommonMark). Names are escaped: they are never markup.
func (l Letter) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Dear %s,\n\n%s\n\n", escapeMarkdown(l.Own.Participant), letterReason)
	for _, f := range l.facts() {
		value := f.Value
		if f.isTyped {
			value = escapeMarkdown(value)
		}
		fmt.Fprintf(&b, "- %s: %s\n", f.Name, value)
	}
	fmt.Fprintf(&b, "\n%s %s, UTC.\n\n<%s>\n\n%s\n\n%s\n\nThe jury\n", letterRequest, l.LastDay, l.Link, letterPrivacy, evidence.Notice)
	return b.String()
}

// HTML returns the letter as one page that needs no other file.
func (l Letter) HTML(ctx context.Context) (string, error) {
	var b bytes.Buffer
	err := letterPage(l).Render(ctx, &b)
	return b.String(), err
}

// escapeMarkdown returns a text as one line that CommonMark shows unchanged. A backslash before ASCII punctuation is
// never shown; comma, apostrophe and hyphen mean nothing inside a line.
func escapeMarkdown(s string) string {
	var b strings.Builder
	for _, r := range text.Visible(s) {
		if r < 0x80 && strings.ContainsRune("!\"#$%&()*+./:;<=>?@[\\]^_`{|}~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
