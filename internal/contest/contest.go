// Package contest holds the plain types that the rooms of ojcheck hand to one
// another: what a judge system says of a contest (contest, problem,
// participant, submission, verdict), and what ojcheck says of it (check, pair,
// histogram). The words are those of the ICPC Contest API where it has one.
//
// The package does no I/O and imports nothing but the standard library.
package contest

import "time"

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

// Verdict is what the judge system said of a submission: "AC", "WA", "TLE",
// "CE" and so on, in upper case; "" where it is not known. It is never what a
// reviewer says of a pair.
type Verdict string

// The verdicts that ojcheck treats in a way of its own.
const (
	VerdictUnknown      Verdict = ""
	VerdictAccepted     Verdict = "AC"
	VerdictCompileError Verdict = "CE"
)

// ParticipantKind tells how somebody took part.
type ParticipantKind string

// The kinds of participants. Only official ones are compared unless the judge
// asks for all.
const (
	Official ParticipantKind = "official"
	Virtual  ParticipantKind = "virtual"
	Staff    ParticipantKind = "staff"
)

// File is one source file of a submission.
type File struct {
	// Path is slash-separated, relative to the input, and valid UTF-8.
	Path    string
	Content []byte // the original bytes
}

// Submission is one program that a participant handed in for a problem.
type Submission struct {
	ID          int64 // the archive's; 0 before it is stored
	Problem     string
	Participant string
	Kind        ParticipantKind
	// Path names the origin, relative to the input: the path of the file, or
	// of the folder where the files of a folder are one submission.
	Path     string
	Language string // a lexer language ID such as "cpp"; "" where it is not known
	Verdict  Verdict
	Attempt  int       // 1 for the participant's first on this problem, in order of time or name; or NextAttempt
	Time     time.Time // zero where it is not known
	Files    []File    // at least one, sorted by path

	// What the judge system says beside; "" and nil where it says nothing.
	SystemID        string      // what it calls the submission
	LanguageVersion string      // what it calls the language: "GNU C++17", "cc.cc17o2"
	Judgements      []Judgement // in order of time
}

// NextAttempt stands for the attempt after those that are stored: the archive
// numbers the submission when it stores it.
const NextAttempt = -1

// Skipped is something of the input that was not compared, and why.
type SkippedItem struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}
