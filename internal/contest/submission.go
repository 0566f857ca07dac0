package contest

import "time"

// Kept is a submission as a list of a contest's has it, with what the judge
// system says of it beside.
type SubmissionRow struct {
	Side
	Kind            ParticipantKind
	SystemID        string
	LanguageVersion string
}

// KeptFilter says which submissions of a contest to list. The zero value is all.
type SubmissionFilter struct {
	ID      int64  // of the one that is meant, even if another was read from its path since; 0 for all
	Problem string // exactly; "" for all
	Number  int    // of the participant; 0 for all
}

// Told is what a judge system says of a stored submission beside its program; ""
// and nil where it says nothing.
type JudgeMetadata struct {
	Kind            ParticipantKind
	SystemID        string      // what it calls the submission
	LanguageVersion string      // what it calls the language
	Judgements      []Judgement // in order of time
}

// Attempt is one submission of a participant of a pair, beside the compared one.
type Attempt struct {
	Side
	Checked bool // it was given to the pair's check
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

// Judgement is one time that the judge system has judged a submission. A
// rejudging makes another one.
type Judgement struct {
	Verdict Verdict
	Solved  bool      // what the system says of the verdict
	At      time.Time // when it was done; zero where it is not known
	Current bool      // it counts: no rejudging has replaced it
}
