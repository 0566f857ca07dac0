package review

import "github.com/ojcheck/ojcheck/internal/contest"

// PersonalData is what the archive stores about a participant of one contest. It names other participants and reviewers:
// package report hides them.
type PersonalData struct {
	contest.Participant
	Contest   string
	Retention contest.Retention
	Outcome   Outcome

	Programs []StoredProgram
	Near     []NearSource
	Pairs    []contest.Pair // of all complete checks, also of other contests
	Cases    []CaseEntry
	Links    []Link // to the cases
	Alerts   []contest.Alert
	Log      []Entry // the entries with the participant's number, newest first
	Texts    []StoredText
	Uploads  int // ended jobs of the server with the whole name in their upload, preview or error message

	Everybody []contest.Participant // the participants of all contests with data about this one, to hide their names
}

// StoredProgram is a submission with the size of its files.
type StoredProgram struct {
	contest.SubmissionRow
	Superseded bool // a later import replaced the submission
	Files      int  // 0 for an erased program
	Bytes      int64
}

// NearSource is a program near a known source in a check.
type NearSource struct {
	CheckID       int64
	Problem, Path string
	Number        int // of the source in the check
	Kind          contest.SourceKind
	Name          string
	Suspicion     float64
}

// StoredText is a text of a user or judge system that names a participant.
type StoredText struct{ Place, Text string }

// Erasable counts what erasing the participant erases.
func (d PersonalData) Erasable() contest.Erasure {
	e := contest.Erasure{Texts: len(d.Texts)}
	for _, p := range d.Programs {
		if p.Files > 0 {
			e.Submissions++
		}
	}
	for _, c := range d.Cases {
		e.Statements += len(c.StatementsOf(d.ID))
	}
	return e
}
