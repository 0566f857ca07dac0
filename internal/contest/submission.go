package contest

import (
	"cmp"
	"slices"
	"time"
)

// SubmissionRow is a submission in a list, with data of the judge system.
type SubmissionRow struct {
	Side
	Kind            ParticipantKind
	SystemID        string
	LanguageVersion string
}

// SubmissionFilter selects submissions of a contest; its zero value selects all.
type SubmissionFilter struct {
	ID      int64  // of one submission, which a later import may have replaced; 0 for all
	Problem string // exactly; "" for all
	Number  int    // of the participant; 0 for all
}

// JudgeMetadata has what a judge system reports about a submission. A field that it does not report is "" or
// nil.
type JudgeMetadata struct {
	Kind            ParticipantKind
	SystemID        string      // the system's ID of the submission
	LanguageVersion string      // the system's name of the language
	Judgements      []Judgement // in order of time
}

// Attempt is a submission of a pair's participant for the pair's problem.
type Attempt struct {
	Side
	Compared bool      // the pair's check compared it
	Template []Passage // the own template that the check found in the attempt
	JudgeMetadata
}

// SortAttempts sorts submissions of one contest by participant and problem, and the attempts of a participant for a problem by
// time. If one of these times is unknown, it sorts them by number, because numbers follow times.
func SortAttempts(sides []Side) {
	type series struct {
		participant int
		problem     string
	}
	lacksTime := make(map[series]bool)
	for _, s := range sides {
		if s.Time.IsZero() {
			lacksTime[series{s.Number, s.Problem}] = true
		}
	}
	slices.SortFunc(sides, func(a, b Side) int {
		order := cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Problem, b.Problem))
		if order == 0 && !lacksTime[series{a.Number, a.Problem}] {
			order = a.Time.Compare(b.Time)
		}
		return cmp.Or(order, cmp.Compare(a.Attempt, b.Attempt), cmp.Compare(a.SubmissionID, b.SubmissionID))
	})
}

// Verdict is the judge system's result for a submission, in upper case, such as "AC", "WA", "TLE" and "CE";
// "" if unknown. What a reviewer says is a decision, see package review.
type Verdict string

// The verdicts that change how ojcheck treats a submission.
const (
	VerdictUnknown      Verdict = ""
	VerdictAccepted     Verdict = "AC"
	VerdictCompileError Verdict = "CE"
)

// ParticipantKind says how a participant took part in a contest.
type ParticipantKind string

// The kinds of participants. A check compares only official ones, unless Parameters.Participants is "all".
const (
	Official ParticipantKind = "official"
	Virtual  ParticipantKind = "virtual"
	Staff    ParticipantKind = "staff"
)

// File is one source file of a submission.
type File struct {
	Path    string // slash-separated, relative to the input, and valid UTF-8
	Content []byte // the original bytes
}

// Submission is one program that a participant submitted for a problem.
type Submission struct {
	ID                   int64 // in the archive; 0 before it is stored
	Problem, Participant string
	// Numbered is Participant with an ID, as in "Ann Lee (1002)", if participants may share a name and each has one path for a
	// problem; else "".
	Numbered string
	Kind     ParticipantKind
	// Path identifies the submission in its contest: a file or folder, relative to the input.
	Path     string
	Language string // a lexer language ID such as "cpp"; "" if not known
	Verdict  Verdict
	// Attempt numbers the participant's submissions for the problem from 1, sorted by time. If times are
	// unknown, numbers, IDs or paths in the input sort them. Attempt may also be NextAttempt.
	Attempt int
	Time    time.Time // zero if not known
	Files   []File    // at least one, sorted by path

	// More data of the judge system, as in JudgeMetadata.
	SystemID        string
	LanguageVersion string      // such as "GNU C++17", "cc.cc17o2"
	Judgements      []Judgement // in order of time
}

// Import says what to store of a contest.
type Import struct {
	Contest     string // its name
	ContestID   int64  // of the stored contest; 0 to add to the one with the name, or create it
	Origin      string // where the input came from, in the user's words
	Submissions []Submission
	About       About
	Skipped     []SkippedItem         // what was not read
	Progress    func(done, total int) // called after each batch of submissions; nil for nothing
	Corrected   func(n int)           // called with the number of stored submissions that others replaced; nil for nothing
}

// About is what an input says about a contest and the people in it, besides their submissions.
type About struct {
	Metadata     Metadata
	Participants []Participant // affiliations, places and IDs, by name; nil if unknown
}

// NextAttempt in Submission.Attempt makes the archive assign the next number.
const NextAttempt = -1

// Judgement is one judging of a submission. Each rejudging adds one. The archive stores it as JSON.
type Judgement struct {
	Verdict Verdict   `json:"verdict"`
	Solved  bool      `json:"solved"`      // the judge system counts the problem as solved
	At      time.Time `json:"at,omitzero"` // when it ended; zero if unknown
	Current bool      `json:"current"`     // false if a rejudging has replaced the judgement
}
