// Package contest holds the plain types that the rooms of ojcheck hand to one
// another: what a judge system says of a contest (contest, problem,
// participant, submission, verdict), and what ojcheck says of it (check, pair,
// histogram). The words are those of the ICPC Contest API where it has one.
//
// The package does no I/O and imports nothing but the standard library.
package contest

import (
	"errors"
	"time"

	"github.com/ojcheck/ojcheck/internal/text"
)

// Contest is one contest whose submissions are kept in the archive.
type Contest struct {
	ID        int64
	Name      string // unique in the archive
	CreatedAt time.Time

	Submissions  int // kept of this contest, all imports together
	Participants int
	Problems     int
	Checks       int

	About About // what the judge system says of it; its Problems are asked for apart

	Blind     bool // reviewers see numbers instead of names
	Agreement int  // how many reviewers must confirm a pair before it counts as confirmed; 1 to 9
}

// Participant is a person or a team, with what the contest's data says of them:
// facts that stand beside a pair, and are no part of any score. Those that are
// not known are "".
type Participant struct {
	ID          int64
	ContestID   int64
	Number      int // in the contest, from 1; it tells nothing of the name
	Name        string
	Hidden      bool   // from reviewers: see package blind
	Affiliation string // school, company, country
	Site        string // where they sat: a city, a building, a room
	Address     string // of their computer in the network
	Seat        string
}

// About is what a judge system says of a contest as a whole. What it does not
// say is "" or zero.
type About struct {
	System   string // which system, for people to read: "Contest API 2023-06"
	SystemID string // what it calls the contest
	Title    string
	StartsAt time.Time
	Duration time.Duration
	Problems []Problem // in the contest's order
}

// Problem is what a judge system says of a problem.
type Problem struct {
	Name     string // as Submission.Problem has it: a label such as "A", else the system's id
	Title    string
	SystemID string // what the system calls it
}

// Contents counts what is kept of a contest, and so what goes when it is
// deleted.
type Contents struct {
	ID           int64
	Name         string
	Participants int
	Problems     int
	Submissions  int // in every way in which they were read, so perhaps more than Contest has
	Checks       int // in any state
	Pairs        int // of all checks
	Decisions    int // of each reviewer, also those of other contests on pairs with its participants
	// Elsewhere counts the pairs of other contests' checks that name its
	// submissions as earlier ones. They hold its code, and go with it.
	CrossContestPairs int
}

// String says it in words: "150 submissions of 45 participants, 2 checks with
// 1,204 pairs, 3 decisions".
func (c Contents) String() string {
	s := text.Count(c.Submissions, "submission") + " of " + text.Count(c.Participants, "participant") + ", " +
		text.Count(c.Checks, "check") + " with " + text.Count(c.Pairs, "pair") + ", " +
		text.Count(c.Decisions, "decision")
	if c.CrossContestPairs > 0 {
		s += ", " + text.Count(c.CrossContestPairs, "pair") + " in checks of other contests"
	}
	return s
}

// ContestFilter says which contests to list. The zero value is all of them.
type ContestFilter struct {
	Name    string      // part of the name, in any case; "" for all
	Visible []int64     // IDs of those that may be told of; nil for all
	Queue   ReviewQueue // for whom ContestEntry.Waiting is counted
}

// ContestEntry is a contest in a list.
type ContestEntry struct {
	Contest
	ImportedAt    time.Time  // of the last import that is complete
	LastCheck     int64      // ID of the newest check, but for complete ones that compared nothing; 0 where there is none
	LastState     CheckState // of that check
	LastStartedAt time.Time  // when it began
	PairsToReview int        // pairs of the newest complete check, from its threshold on, that the jury still has to do with
}

// ErrNotFound is returned, wrapped, where the archive has no such contest,
// check, pair or submission.
var ErrNotFound = errors.New("not found")

// ErrInUse is returned, wrapped, where something of a contest cannot be removed
// because it is being worked on, or referred to. The error says by whom.
var ErrInUse = errors.New("in use")

// ErrAway is returned, wrapped, where the archive does not answer, or has no room
// at this moment. The same may be asked of it again later.
var ErrUnavailable = errors.New("the archive is away")

// ValidTime reports whether a time can be told everywhere: RFC 3339 knows the
// years 1 to 9999, here of UTC.
func ValidTime(t time.Time) bool {
	year := t.UTC().Year()
	return year >= 1 && year <= 9999
}

// Namesake is a participant of another contest who has the same name.
type Namesake struct {
	Contest     string // its name
	Participant Participant
}
