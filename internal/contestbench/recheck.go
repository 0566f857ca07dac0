package contestbench

import (
	"bytes"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// oneMore makes a submission that a contest does not have yet, the same each
// time: that of a new participant, who took the last one of the contest and
// wrote its last line twice. There must be one.
func oneMore(submissions []contest.Submission) contest.Submission {
	s := submissions[len(submissions)-1]
	s.ID, s.Attempt, s.Kind = 0, 1, contest.Official
	s.Participant = "one more"
	for slices.ContainsFunc(submissions, func(other contest.Submission) bool { return other.Participant == s.Participant }) {
		s.Participant += "+"
	}
	s.Path = s.Participant + "/" + s.Path
	s.Files = slices.Clone(s.Files)
	for i, f := range s.Files {
		s.Files[i].Path = s.Participant + "/" + f.Path
		s.Files[i].Content = repeatLastLine(f.Content)
	}
	return s
}

// repeatLastLine returns a text with its last line that is not empty once more.
func repeatLastLine(text []byte) []byte {
	trimmed := bytes.TrimRight(text, "\r\n")
	last := trimmed[bytes.LastIndexByte(trimmed, '\n')+1:]
	return slices.Concat(trimmed, []byte("\n"), last, []byte("\n"))
}
