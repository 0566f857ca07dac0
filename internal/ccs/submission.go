package ccs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Submission is what ojcheck keeps of a submission.
type Submission struct {
	// Files are not set. Path is submissions/<id>, so that it is the same from
	// wherever the submission was read; its files belong below it. Attempt is
	// numbered among all that the participant is known to have handed in at the
	// problem, by time.
	contest.Submission
	Judged     bool      // a judgement counts, and is done
	Files      []FileRef // one archive, if the system keeps to the specification
	EntryPoint string    // the main class or file, where the language asks for it
	// IgnoreReason tells why the submission cannot be taken as things stand; "" where
	// it can. It names nobody.
	IgnoreReason string
}

// Submission returns a submission, if it is known.
func (m *Model) Submission(id string) (s Submission, ok bool) {
	raw, ok := m.submissions[id]
	if !ok {
		return Submission{}, false
	}
	s = Submission{Files: slices.Clone([]FileRef(raw.Files)), EntryPoint: string(raw.EntryPoint), IgnoreReason: m.ignoreReason(raw)}
	s.SystemID, s.Path = id, "submissions/"+id
	s.Problem = m.problemName(string(raw.Problem))
	if team := m.teamOf(raw); team != "" {
		s.Participant = m.teamName(team)
	} else if raw.Account != "" {
		s.Participant = m.accountName(string(raw.Account))
	}
	s.Kind = m.kind(raw)
	s.Time = raw.Time.Time
	at := m.placeOf[id]
	i, _ := slices.BinarySearchFunc(m.attempts[at.key], at.attempt, compareAttempts)
	s.Attempt = i + 1
	l := m.languages[string(raw.Language)]
	s.Language = l.lexerID(string(raw.Language))
	s.LanguageVersion = cmp.Or(string(l.Name), string(raw.Language))
	s.Judgements = m.judgementList(id)
	for _, j := range s.Judgements {
		if j.Current {
			s.Verdict, s.Judged = j.Verdict, true
		}
	}
	return s, true
}

// ignoreReason says why a submission cannot be taken.
func (m *Model) ignoreReason(s submission) string {
	if _, known := m.problems[string(s.Problem)]; !known {
		return "its problem is not among those of the contest"
	}
	if s.Team == "" && s.Account == "" {
		return "it names neither a team nor an account"
	}
	if _, known := m.teams[string(s.Team)]; s.Team != "" && !known {
		return "its team is not among those of the contest"
	}
	return ""
}

// judgementList returns the judgements of a submission that are done, in order of
// time. The last of those that the system has not said to be superseded is
// the current one.
func (m *Model) judgementList(submission string) []contest.Judgement {
	type timed struct {
		judgement
		id string
	}
	var done []timed
	for id := range m.judgementsOf[submission] {
		j := m.judgements[id]
		if _, known := m.types[j.verdict()]; known {
			done = append(done, timed{j, id})
		}
	}
	slices.SortFunc(done, func(a, b timed) int {
		return cmp.Or(a.sortTime().Compare(b.sortTime()), a.Start.Compare(b.Start.Time), compareIDs(a.id, b.id))
	})
	current := -1
	list := make([]contest.Judgement, len(done))
	for i, j := range done {
		kind := m.types[j.verdict()]
		list[i] = contest.Judgement{Verdict: kind.verdict(j.verdict()), Solved: kind.Solved == yes, At: j.End.Time}
		if !j.isSuperseded() {
			current = i
		}
	}
	if current >= 0 {
		list[current].Current = true
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

// verdict is how ojcheck writes a type of judgements: AC where it says that the
// problem is solved, whatever it is called, and never where it does not; CE for
// compile errors; and otherwise as the system has it, in capitals.
func (t judgementType) verdict(id string) contest.Verdict {
	name := strings.ToLower(string(t.Name))
	id = strings.ToUpper(id)
	switch {
	case t.Solved == yes:
		return contest.VerdictAccepted
	case id == "CE", strings.Contains(name, "compile error"), strings.Contains(name, "compiler error"),
		strings.Contains(name, "compilation error"):
		return contest.VerdictCompileError
	case id == string(contest.VerdictAccepted):
		return contest.Verdict(fmt.Sprintf("%s (NOT SOLVED)", id))
	}
	return contest.Verdict(id)
}

// sortTime is the time by which judgements are in order: when it was done, or
// else begun.
func (j judgement) sortTime() time.Time {
	if j.End.IsZero() {
		return j.Start.Time
	}
	return j.End.Time
}
