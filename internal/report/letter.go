package report

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Letter asks a participant of a confirmed pair for a statement. The jury sends it; ojcheck sends no letters.
// Callers must first hide names with package blind.
type Letter struct {
	Contest   string
	Problem   string
	Own       contest.Side // the recipient's side of the pair
	Pair      contest.Pair
	Link      string    // address of the recipient's copy and the form for the statement
	LastDay   time.Time // last day on which the link works, in UTC
	DecidedAt time.Time // time of the last review
}

// LetterTo returns the letter to the participant of the link l. address is the URL of l.
func LetterTo(l review.Link, p contest.Pair, check contest.Check, c review.Case, address string) Letter {
	letter := Letter{
		Contest: check.Contest, Problem: p.Problem, Own: p.SideOf(l.ParticipantID), Pair: p,
		Link: address, LastDay: l.LastDay(),
	}
	if n := len(c.Reviews); n > 0 {
		letter.DecidedAt = c.Reviews[n-1].At
	}
	return letter
}

type letterDetail struct {
	Detail
	isTyped bool // somebody typed the value, so it may contain Markdown
}

func (l Letter) details(p *i18n.Printer) []letterDetail {
	coverage := l.Pair.CoverageLeft
	if l.Own.ParticipantID == l.Pair.Right.ParticipantID {
		coverage = l.Pair.CoverageRight
	}
	submission := p.T("attempt %s", strconv.Itoa(l.Own.Attempt))
	if !l.Own.Time.IsZero() {
		submission = p.T("%s, %s", submission, p.UTC(l.Own.Time))
	}
	details := []letterDetail{
		{Detail{p.T("Contest"), l.Contest}, true},
		{Detail{p.T("Problem"), l.Problem}, true},
		{Detail{p.T("Participant"), l.Own.Participant}, true},
		{Detail{p.T("Your submission"), submission}, false},
		{Detail{p.T("Confirmed by the jury"), p.LongDay(l.DecidedAt.UTC())}, false},
		{Detail{p.T("Your code that is also in the other program, apart from names, numbers and layout"), p.Percent(coverage)}, false},
		{Detail{p.T("Longest match"), p.T("%s (words, numbers and signs of the program)", p.T("%d tokens", l.Pair.LongestMatch))}, false},
	}
	if k := l.Pair.Known; k != nil {
		known := Detail{p.T("Of the code in both programs, in known sources"), p.Percent(k.Share)}
		details = append(details, letterDetail{known, false})
	}
	return details
}

// The texts of the letter. The last day is in <1>, which is bold in HTML.
const (
	letterReason i18n.Key = "the jury has compared the programs of the contest with each other. " +
		"It confirmed that one of your programs and a program of another participant were not written independently: " +
		"one comes from the other, or both come from a third program."
	letterRequest i18n.Key = "Please open the link below. " +
		"It shows your copy of the evidence, in which other participants are numbers, and a form for your statement. " +
		"You need no account. The link works until you send the statement, at the latest on <1>%s</1>, UTC."
	letterPrivacy i18n.Key = "The link is for you alone: whoever has it can read your copy and make the statement."
)

// Markdown returns the letter in Markdown (CommonMark), in the language of p. It escapes names, so that no
// name is markup.
func (l Letter) Markdown(p *i18n.Printer) string {
	var b strings.Builder
	greeting := strings.Replace(p.T("Dear <1/>,"), "<1/>", escapeMarkdown(l.Own.Participant), 1)
	fmt.Fprintf(&b, "%s\n\n%s\n\n", greeting, p.T(letterReason))
	for _, d := range l.details(p) {
		value := d.Value
		if d.isTyped {
			value = escapeMarkdown(value)
		}
		fmt.Fprintf(&b, "- %s\n", strings.Replace(p.T("%s: <1/>", d.Name), "<1/>", value, 1))
	}
	request := strings.NewReplacer("<1>", "", "</1>", "").Replace(p.T(letterRequest, p.LongDay(l.LastDay)))
	fmt.Fprintf(&b, "\n%s\n\n<%s>\n\n%s\n\n%s\n\n%s\n", request, l.Link, p.T(letterPrivacy), p.T(evidence.Notice), p.T("The jury"))
	return b.String()
}

// HTML returns the letter as one page that needs no other file, in the language of the context.
func (l Letter) HTML(ctx context.Context) (string, error) {
	var b bytes.Buffer
	err := letterPage(l).Render(ctx, &b)
	return b.String(), err
}

// escapeMarkdown returns a text as one line that CommonMark shows unchanged. It puts a backslash, which CommonMark
// does not show, before ASCII punctuation. Comma and apostrophe need none, and a hyphen only at the start.
func escapeMarkdown(s string) string {
	var b strings.Builder
	for i, r := range strings.TrimSpace(text.Visible(s)) {
		if r < 0x80 && strings.ContainsRune("!\"#$%&()*+./:;<=>?@[\\]^_`{|}~", r) || r == '-' && i == 0 {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
