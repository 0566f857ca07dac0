// Package review holds what a jury says of pairs: the decisions of reviewers,
// the case that they add up to, and the log of who did what.
//
// Judge systems say verdicts, of submissions; reviewers say decisions, of
// pairs. A decision belongs to the contest, the problem and the two
// participants, so that a pair which a later check finds again keeps it.
package review

import (
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Decision is what one reviewer says of a pair.
type Decision string

// The decisions.
const (
	Confirmed Decision = "confirmed" // one program was made from the other, or both from one that was not allowed
	Dismissed Decision = "dismissed" // nothing to pursue
	Unclear   Decision = "unclear"   // the programs do not tell
)

// Decisions lists them, in the order of the pages.
func Decisions() []Decision { return []Decision{Confirmed, Dismissed, Unclear} }

// Reason is why.
type Reason string

// The reasons, in the order of the pages.
const (
	Copied      Reason = "copied"
	Shared      Reason = "shared work"
	Published   Reason = "common published source"
	Generated   Reason = "same generator"
	Template    Reason = "template"
	Coincidence Reason = "coincidence"
	TooSimple   Reason = "too simple"
)

// Reasons lists them, in the order of the pages.
func Reasons() []Reason {
	return []Reason{Copied, Shared, Published, Generated, Template, Coincidence, TooSimple}
}

// State is where a case stands.
type State string

// The states of a case. Those named like a decision are final.
const (
	Open          State = "open"      // nobody has decided
	Pending       State = "pending"   // confirmed, but by fewer reviewers than must agree
	Conflict      State = "conflict"  // some confirmed and some dismissed: it waits for a chief judge
	CaseConfirmed State = "confirmed" //
	CaseDismissed State = "dismissed" //
	CaseUnclear   State = "unclear"   // nobody could tell
)

// States lists them, in the order of the pages.
func States() []State {
	return []State{Open, Pending, Conflict, CaseConfirmed, CaseDismissed, CaseUnclear}
}

// Waits reports whether the jury still has to do something.
func (s State) NeedsReview() bool { return s == Open || s == Pending || s == Conflict }

// Key names the case of a pair: all pairs of the same two participants at a
// problem, of whatever check, are one case.
type Key struct {
	ContestID     int64
	Problem       string // as in contest.Pair.Problem
	First, Second int64  // IDs of the participants, First < Second
}

// KeyOf returns the key of the case of a pair that a check of the contest found.
func KeyOf(contestID int64, p contest.Pair) Key {
	first, second := p.Left.ParticipantID, p.Right.ParticipantID
	return Key{contestID, p.Problem, min(first, second), max(first, second)}
}

// Person is a user, as far as others see them.
type Person struct {
	ID   int64 // 0 for nobody
	Name string
}

// Basis is what a decision was made on.
type Basis struct {
	CheckID          int64   `json:"check"`
	AlgorithmVersion string  `json:"algorithm_version"`
	FirstHash        string  `json:"first_hash"` // of the program of Key.First: hexadecimal SHA-256, see ProgramHash
	SecondHash       string  `json:"second_hash"`
	Suspicion        float64 `json:"suspicion"`      // 0 to 1
	Similarity       float64 `json:"similarity"`     // 0 to 1
	MaxSimilarity    float64 `json:"max_similarity"` // 0 to 1
	LongestMatch     int     `json:"longest_match"`  // tokens
}

// Review is what one reviewer has decided.
type Review struct {
	Reviewer Person
	Decision Decision
	Reason   Reason // "" where none was given
	Note     string
	Ruling   bool // a chief judge's word, which settles the case
	Basis    Basis
	At       time.Time
}

// Case is what a jury knows of one Key.
type Case struct {
	Key
	State    State
	Assigned Person
	Reviews  []Review // oldest first; at most one of each reviewer
}

// Standing returns where a case stands by its reviews, where so many reviewers
// must agree before it counts as confirmed. A ruling settles it: the latest,
// where there are several. Without one, confirming and dismissing is a
// conflict; "unclear" stands in nobody's way.
func StateOf(reviews []Review, agreement int) State {
	counts := make(map[Decision]int)
	for i := len(reviews) - 1; i >= 0; i-- {
		if reviews[i].Ruling {
			return State(reviews[i].Decision)
		}
		counts[reviews[i].Decision]++
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
	}
	return Open
}
