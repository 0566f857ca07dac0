// Package contest defines the plain types that the packages of ojcheck share: the data of judge systems
// (contest, problem, participant, submission, verdict) and the results of ojcheck (check, pair, cluster,
// histogram). It uses the words of the ICPC Contest API, where the API has one. It does no I/O.
package contest

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Contest is a contest in the archive.
type Contest struct {
	ID        int64
	Name      string // unique in the archive
	CreatedAt time.Time

	Submissions                    int // stored submissions of all imports
	Participants, Problems, Checks int

	Metadata // in a list of contests, Metadata.Problems is nil

	Blind bool // reviewers see numbers instead of names
	// Independent says that reviewers see the reviews of others for a pair only after their own decision.
	Independent bool
	Agreement   int      // how many reviewers must confirm a pair before it counts as confirmed; 1 to 9
	Outcomes    []string // outcomes that chief judges choose from, in this order
	// PublishedBase says that published known sources are base code if they are older than the contest.
	PublishedBase bool
	Deleted       bool // the contest is deleted; it has only the participants that decisions of other contests name
}

// Settings are changes of a contest's settings. A nil field changes nothing.
type Settings struct {
	Agreement                         *int
	Blind, Independent, PublishedBase *bool
	Outcomes                          []string // empty but not nil: no outcomes
	Retention                         *Retention
}

// Participant is a person or a team, with facts from the contest's data; an unknown fact is "". Pages show
// the facts beside a pair. No score uses them.
type Participant struct {
	ID          int64
	ContestID   int64
	Number      int // in the contest, from 1; random, because it must reveal nothing about the name
	Name        string
	Hidden      bool   // from reviewers, see package blind
	Affiliation string // school, company, country
	Site        string // where they sat: a city, a building, a room
	Address     string // network address of their computer
	Seat        string
	SystemID    string   // the judge system's ID of the participant; no page shows it
	FormerNames []string // from before the judge system renamed the participant; only for masking and personal data
}

// Metadata has what a judge system reports about a contest. A field that it does not report is "" or zero.
type Metadata struct {
	System   string // name of the judge system for people: "Contest API 2023-06"
	SystemID string // the system's ID of the contest
	// PersonalIDs says that participants have the same IDs in all contests of the system. It is not stored.
	PersonalIDs bool `db:"-"`
	Title       string
	StartsAt    time.Time
	Duration    time.Duration
	Problems    []Problem // in the contest's order
}

// Problem has what a judge system reports about a problem.
type Problem struct {
	Name     string // as in Submission.Problem: a label such as "A", else the system's id
	Title    string
	SystemID string // the system's ID of the problem
}

// StoredCounts counts what the archive stores of a contest. Deleting the contest deletes all of it but the remaining participants.
type StoredCounts struct {
	ID           int64
	Name         string
	Participants int
	Submissions  int // including replaced versions, unlike Contest.Submissions
	Checks       int // in any state
	Pairs        int // of all checks
	Decisions    int
	// CrossContestPairs counts the pairs of other contests' checks that are deleted with this contest.
	CrossContestPairs int
	// Remaining counts the participants that stay without programs, because decisions of other contests name them.
	Remaining int
}

// Text writes the counts in words: "150 submissions of 45 participants, 2 checks with
// 1,204 pairs, 3 decisions".
func (c StoredCounts) Text(p *i18n.Printer) string {
	words := p.T("%s of %s, %s with %s, %s", p.T("%d submissions", c.Submissions), p.T("%d participants", c.Participants),
		p.T("%d checks", c.Checks), p.T("%d pairs", c.Pairs), p.T("%d decisions", c.Decisions))
	if c.CrossContestPairs > 0 {
		words = p.T("%s; in other contests %s", words, p.T("%d pairs", c.CrossContestPairs))
	}
	if c.Remaining > 0 {
		words = p.T("%s; %d participants stay without programs, because decisions of other contests name them", words, c.Remaining)
	}
	return words
}

// ContestFilter selects contests; the zero value selects all.
type ContestFilter struct {
	Name    string      // text that the name contains, in upper or lower case; "" for all
	Visible []int64     // IDs of the contests that the viewer may see; nil for all
	Queue   ReviewQueue // ContestEntry.PairsToReview counts the pairs of this queue
	Seal    Seal
}

// ContestEntry is a contest in a list.
type ContestEntry struct {
	Contest
	ImportedAt    time.Time  // when submissions were last added: each check runs an import, which mostly adds none
	LastCheck     int64      // ID of the newest check that runs, failed or compared anything; 0 for none
	LastState     CheckState // of LastCheck
	LastStartedAt time.Time  // when LastCheck began
	PairsToReview int        // listed pairs of the newest complete check that still need a decision
}

// The packages of ojcheck wrap these errors.
var (
	ErrNotFound = errors.New("not found") // no such contest, check, pair or submission
	ErrExists   = errors.New("already stored")
	ErrDeleted  = errors.New("the contest was deleted meanwhile")
	// ErrInUse means that something cannot be removed now, because a job or something else refers to it. The
	// error that wraps ErrInUse says what.
	ErrInUse       = errors.New("in use")
	ErrJobLockLost = errors.New("another ojcheck serve may run the jobs of this database now")
	// ErrUnavailable means that the call may succeed later. Errors that wrap ErrDiskFull or
	// ErrTooManyConnections also wrap ErrUnavailable.
	ErrUnavailable        = errors.New("the database is unavailable")
	ErrDiskFull           = errors.New("the disk of the database is full")
	ErrTooManyConnections = errors.New("the database has no free connection")
)

// ValidTime reports whether t is in the years 1 to 9999 in UTC, so that RFC 3339 can write it.
func ValidTime(t time.Time) bool {
	year := t.UTC().Year()
	return year >= 1 && year <= 9999
}

// Namesake is a participant of another contest with the name of a given participant.
type Namesake struct {
	Contest string // its name
	Participant
}

// RankedParticipant is a participant in a check's ranking of participants.
type RankedParticipant struct {
	Participant
	PairID    int64    // ID of their most suspicious pair; 0 if no pair is stored
	Suspicion float64  // of the pair PairID, 0 to 1
	Chance    *float64 // of the pair PairID, see [Scores]
	Listed    int      // pairs that the check lists
	Confirmed int      // confirmed cases in the contest
	Clusters  []int    // Cluster.Number, ascending
}

// ParticipantSort is a column for sorting participants.
type ParticipantSort string

// Participants with equal values are sorted by their most suspicious pair.
const (
	ParticipantsBySuspicion ParticipantSort = "suspicion"
	ParticipantsByListed    ParticipantSort = "listed"
	ParticipantsByConfirmed ParticipantSort = "confirmed"
	ParticipantsByNumber    ParticipantSort = "number"
)

// ParticipantFilter selects and sorts the participants of a check's contest. Visible and Seal are as in
// PairFilter.
type ParticipantFilter struct {
	Participant   string // as in PairFilter
	Visible       []int64
	Seal          Seal
	Sort          ParticipantSort // "" for ParticipantsBySuspicion
	Offset, Limit int             // a limit of 0 means no limit
}

// MaxNames is the number of names that Names lists.
const MaxNames = 20

// StoredNames returns the end of an error message for a user who named a contest that is not stored: `there are "fall", "spring"`.
// contests are the names of those that are stored. StoredNames lists the first MaxNames, sorted, and counts the rest.
func StoredNames(contests []string) i18n.Text {
	if len(contests) == 0 {
		return i18n.Textf("no contest is stored yet")
	}
	list := slices.Sorted(slices.Values(contests))
	more := len(list) - MaxNames
	list = list[:min(len(list), MaxNames)]
	for i, name := range list {
		list[i] = strconv.Quote(name)
	}
	if more > 0 {
		return i18n.Textf("there are %[2]s and %[1]d more", more, strings.Join(list, ", "))
	}
	return i18n.Textf("there are %s", strings.Join(list, ", "))
}
