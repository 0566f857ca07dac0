// Package review defines the work of a jury: decisions of reviewers, cases, which
// collect the decisions on two participants, and the audit log.
//
// A judge system gives a verdict on a submission; a reviewer makes a decision on a pair. A decision
// belongs to the contest, the problem and the two participants, not to a check. So it still holds when
// a later check finds the pair again.
package review

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Decision is one reviewer's opinion on a pair.
type Decision string

const (
	Confirmed Decision = "confirmed" // one program was made from the other, or both from the same forbidden source
	Dismissed Decision = "dismissed" // nothing to pursue
	Unclear   Decision = "unclear"   // the programs do not show whether one was made from the other
)

// Decisions lists the decisions in the order in which pages show them.
func Decisions() []Decision { return []Decision{Confirmed, Dismissed, Unclear} }

// Reason is a reviewer's reason for a decision.
type Reason string

const (
	Copied      Reason = "copied"
	Shared      Reason = "shared work"
	Published   Reason = "common published source"
	Generated   Reason = "same generator"
	Template    Reason = "template"
	Coincidence Reason = "coincidence"
	TooSimple   Reason = "too simple"
)

// Reasons lists the reasons in the order in which pages show them.
func Reasons() []Reason {
	return []Reason{Copied, Shared, Published, Generated, Template, Coincidence, TooSimple}
}

// Fits reports whether the reason is possible for a decision. Nobody dismisses a pair because one program is a copy, or
// confirms it because of a template, a coincidence or a simple problem. All else is possible: the rules of the contest say
// whether shared work, public code or a generator is allowed.
func (r Reason) Fits(d Decision) bool {
	switch r {
	case Copied:
		return d != Dismissed
	case Template, Coincidence, TooSimple:
		return d != Confirmed
	}
	return true
}

// State is the state of a case. A case in a state with the name of a decision is settled.
type State string

const (
	Open          State = "open"     // nobody has decided
	Pending       State = "pending"  // somebody confirmed, and more reviewers must confirm
	Conflict      State = "conflict" // both confirmed and dismissed; needs the ruling of a chief judge
	Appealed      State = "appealed" // reopened by an appeal; needs a reviewer who has not decided the case
	CaseConfirmed State = "confirmed"
	CaseDismissed State = "dismissed"
	CaseUnclear   State = "unclear" // all reviewers decided "unclear"
)

// States lists the states in the order in which pages show them.
func States() []State {
	return []State{Open, Pending, Conflict, Appealed, CaseConfirmed, CaseDismissed, CaseUnclear}
}

// stateTexts has the name of each state, and the words for a number of cases in the state.
var stateTexts = map[State]struct{ name, counted i18n.Key }{
	Open:          {"open", "%d open"},
	Pending:       {"needs a second reviewer", "%d need a second reviewer"},
	Conflict:      {"conflict", "%d conflict"},
	Appealed:      {"appealed", "%d appealed"},
	CaseConfirmed: {"confirmed", "%d confirmed"},
	CaseDismissed: {"dismissed", "%d dismissed"},
	CaseUnclear:   {"unclear", "%d unclear"},
}

// Name returns the state as pages and reports show it.
func (s State) Name(p *i18n.Printer) string { return p.T(stateTexts[s].name) }

// Name returns the decision as pages and reports show it.
func (d Decision) Name(p *i18n.Printer) string { return State(d).Name(p) }

var reasonNames = map[Reason]i18n.Key{
	Copied:      "copied",
	Shared:      "shared work",
	Published:   "public code",
	Generated:   "same AI tool or generator",
	Template:    "template",
	Coincidence: "coincidence",
	TooSimple:   "problem too simple",
}

// Name returns the reason as pages and reports show it.
func (r Reason) Name(p *i18n.Printer) string { return p.T(reasonNames[r]) }

// NeedsReview reports whether the case still needs a review or a ruling.
func (s State) NeedsReview() bool {
	return s == Open || s == Pending || s == Conflict || s == Appealed
}

// Key identifies a case: all pairs of the same two participants at one problem, in all checks.
type Key struct {
	ContestID     int64
	Problem       string // as in contest.Pair.Problem
	First, Second int64  // IDs of the participants, First < Second
}

// KeyOf returns the key of the case of a pair of the contest.
func KeyOf(contestID int64, p contest.Pair) Key {
	first, second := p.Left.ParticipantID, p.Right.ParticipantID
	return Key{contestID, p.Problem, min(first, second), max(first, second)}
}

// Person is a user, or another actor of the audit log.
type Person struct {
	ID   int64 // 0 for nobody
	Name string
}

// Basis has the scores and the program hashes on which a decision was based.
type Basis struct {
	CheckID          int64   `json:"check"`
	AlgorithmVersion string  `json:"algorithm_version"`
	FirstHash        string  `json:"first_hash"` // ProgramHash of the program of Key.First
	SecondHash       string  `json:"second_hash"`
	Suspicion        float64 `json:"suspicion"`      // 0 to 1
	Similarity       float64 `json:"similarity"`     // 0 to 1
	MaxSimilarity    float64 `json:"max_similarity"` // 0 to 1
	LongestMatch     int     `json:"longest_match"`  // tokens
}

// Review is one reviewer's decision on a case.
type Review struct {
	Reviewer Person
	Decision Decision
	Reason   Reason // "" without a reason
	Note     string
	Ruling   bool // by a chief judge; it overrides the other decisions
	Basis    Basis
	At       time.Time
}

// Case is a case with its state and its reviews.
type Case struct {
	Key
	State    State
	Appeal   Appeal // the latest appeal; zero if there is none
	Assigned Person
	Reviews  []Review  // oldest first, at most one for each reviewer
	Outcomes [2]string // of First and of Second, if they take part in the contest; "" for none

	Statements []Statement // oldest first
}

// HasNewStatement reports whether a participant made a statement that nobody has marked as read.
func (c Case) HasNewStatement() bool { return slices.ContainsFunc(c.Statements, Statement.IsNew) }

// StateOf returns the state of a case with these reviews, oldest first. The latest ruling decides.
// Without a ruling, a confirmation and a dismissal together are a conflict. agreement is the number of
// reviewers who must confirm a case. A case is unclear only if all reviewers find it unclear. After an
// appeal, only later reviews count, and one reviewer is enough.
func StateOf(reviews []Review, appeal Appeal, agreement int) State {
	counts := make(map[Decision]int)
	for _, r := range Counting(reviews, appeal) {
		if r.Ruling {
			return State(r.Decision)
		}
		counts[r.Decision]++
	}
	if appeal.Exists() {
		agreement = 1
	}
	switch {
	case counts[Confirmed] > 0 && counts[Dismissed] > 0:
		return Conflict
	case counts[Confirmed] >= max(1, agreement):
		return CaseConfirmed
	case counts[Confirmed] > 0:
		return Pending
	case counts[Dismissed] > 0:
		return CaseDismissed
	case counts[Unclear] > 0:
		return CaseUnclear
	case appeal.Exists():
		return Appealed
	}
	return Open
}

// Counting returns the reviews that decide the state of a case: the latest ruling alone or, without a ruling, all reviews after
// the appeal. reviews are oldest first, and so is the result.
func Counting(reviews []Review, appeal Appeal) []Review {
	for i, r := range slices.Backward(reviews) {
		switch {
		case appeal.Follows(r):
			return reviews[i+1:]
		case r.Ruling:
			return reviews[i : i+1]
		}
	}
	return reviews
}

// ProgramHash returns the hexadecimal SHA-256 of the sums of a program's files, sorted by path.
func ProgramHash(sums [][]byte) string {
	return fmt.Sprintf("%x", sha256.Sum256(bytes.Join(sums, nil)))
}

// Changed returns the programs of a pair that changed after a decision. A program with an unknown hash counts as unchanged.
func Changed(p contest.Pair, old, current Basis) ChangedPrograms {
	differ := func(a, b string) bool { return a != "" && b != "" && a != b }
	first, second := differ(old.FirstHash, current.FirstHash), differ(old.SecondHash, current.SecondHash)
	if p.Left.ParticipantID > p.Right.ParticipantID {
		return ChangedPrograms{Left: second, Right: first}
	}
	return ChangedPrograms{Left: first, Right: second}
}

// ChangedPrograms says which programs of a pair changed since a review.
type ChangedPrograms struct{ Left, Right bool }

// Text returns a sentence for the page; "" if neither program changed.
func (c ChangedPrograms) Text(p *i18n.Printer) string {
	switch {
	case c.Left && c.Right:
		return p.T("Both programs have changed since.")
	case c.Left:
		return p.T("The left program has changed since.")
	case c.Right:
		return p.T("The right program has changed since.")
	}
	return ""
}

// MaxNote is the maximum length of a note in bytes.
const MaxNote = 20_000

// ErrRefused matches every RefusalError.
var ErrRefused = errors.New("not possible")

// RefusalError refuses an invalid value or change. Reason is a text for users.
type RefusalError struct{ Reason error }

func (e *RefusalError) Error() string { return ErrRefused.Error() + ": " + e.Reason.Error() }

func (e *RefusalError) Is(target error) bool { return target == ErrRefused }

// Refuse returns a RefusalError with a reason that can be translated.
func Refuse(reason i18n.Key, args ...any) error { return &RefusalError{i18n.Errorf(reason, args...)} }

// ClusterRef identifies a cluster of a check.
type ClusterRef struct {
	CheckID int64
	Number  int
}

// KeyedReview is a review to store for the case of Key.
type KeyedReview struct {
	Key
	Review
}

// Validate returns an error that wraps ErrRefused if r is not valid.
func (r KeyedReview) Validate() error {
	switch {
	case r.First >= r.Second || r.First <= 0 || r.ContestID <= 0 || r.Problem == "":
		return Refuse("no pair of participants was named")
	case !slices.Contains(Decisions(), r.Decision):
		return Refuse("%q is not a decision", r.Decision)
	case r.Reason != "" && !slices.Contains(Reasons(), r.Reason):
		return Refuse("%q is not a reason", r.Reason)
	case !r.Reason.Fits(r.Decision):
		return Refuse("the reason “%s” does not fit the decision “%s”", i18n.Errorf(reasonNames[r.Reason]), i18n.Errorf(stateTexts[State(r.Decision)].name))
	}
	return CheckText("the note", r.Note)
}

// StateCounts counts cases by state.
type StateCounts map[State]int

// Total returns the number of cases in all states.
func (c StateCounts) Total() (total int) {
	for _, n := range c {
		total += n
	}
	return total
}

// Text returns the counts in the order of States: "2 open, 1 confirmed"; "" for no cases.
func (c StateCounts) Text(p *i18n.Printer) string {
	var list []string
	for _, state := range States() {
		if n := c[state]; n > 0 {
			list = append(list, p.T(stateTexts[state].counted, n))
		}
	}
	return strings.Join(list, p.T(", "))
}

// CaseEntry is a case with its participants, as lists and exports show it.
type CaseEntry struct {
	Case
	FirstParticipant, SecondParticipant contest.Participant
	EarlierContest                      string // name of the earlier contest of First or Second; "" if there is none
}

// ParticipantOutcome is a participant with their confirmed cases and their outcome.
type ParticipantOutcome struct {
	contest.Participant                 // masked by package access
	Cases               []ConfirmedCase // by problem
	Outcome             Outcome
	// NoneConfirmed says that the participant has no confirmed case. It is false if the list omits anybody's confirmed case,
	// because true would tell who does not have that case.
	NoneConfirmed bool
}

// ConfirmedCase is a confirmed case of a participant.
type ConfirmedCase struct {
	Problem        string
	Other          contest.Participant // masked by package access; Other.Number is 0 if the number would reveal a hidden name
	EarlierContest string              // the earlier contest of the other participant; "" if both are of one contest
	PairID         int64               // in the newest complete check; 0 if the check does not have the pair
}

// Problems returns the problems of the cases, each once, sorted.
func (o ParticipantOutcome) Problems() []string {
	var list []string
	for _, c := range o.Cases {
		list = append(list, c.Problem)
	}
	return slices.Compact(list)
}

// Filter selects cases of a contest; its zero value selects all.
type Filter struct {
	State       State   // "" for all
	Participant int64   // ID of a participant of the case; 0 for anybody
	Visible     []int64 // IDs of the contests whose participants the viewer may see; nil for all
}

// Appeal reopens a settled case. Reviews from before the appeal no longer count; other reviewers decide.
type Appeal struct {
	At      time.Time
	Grounds string // in the words of the jury; may be ""
}

func (a Appeal) Exists() bool { return !a.At.IsZero() }

// Follows reports whether the appeal came after a review.
func (a Appeal) Follows(r Review) bool { return a.Exists() && r.At.Before(a.At) }

// CheckText returns an error that wraps ErrRefused if a typed text has more than MaxNote bytes, or
// cannot be stored. name is the name of the text in the error, such as "the note".
func CheckText(name i18n.Key, typed string) error {
	switch {
	case len(typed) > MaxNote:
		return Refuse("%s has %d bytes, and may have at most %d", i18n.Errorf(name), len(typed), MaxNote)
	case !utf8.ValidString(typed) || strings.ContainsRune(typed, 0):
		return Refuse("%s must be UTF-8 text without NUL", i18n.Errorf(name))
	}
	return nil
}

// Progress says how far the review of a check is. Listed, Settled, ToReview and Reviewers count pairs that the check lists.
type Progress struct {
	Listed   int // without undecided pairs that nobody can review, because a program was erased
	Settled  int // pairs that need no more reviews
	ToReview int // pairs that need a review by the viewer
	// Unlisted counts the cases that are not open and whose pairs the check does not list.
	Unlisted int
	// NewStatements counts the statements of the contest that nobody has marked as read.
	NewStatements int
	Reviewers     []ReviewerPairs
}

// ReviewerPairs counts the listed pairs that one reviewer has decided.
type ReviewerPairs struct {
	Reviewer Person
	Pairs    int
}
