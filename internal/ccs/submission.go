package ccs

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// PathPrefix begins the path of a submission of a judge system; its ID follows.
const PathPrefix = "submissions/"

// Submission is a submission as ojcheck stores it, with references to its files.
type Submission struct {
	contest.Submission           // without Files and Attempt; Path is PathPrefix and the ID, the folder of the files
	Judged             bool      // one of the Judgements is current, so Verdict is set
	Files              []FileRef // one archive, if the judge system follows the specification
	// IgnoreReason says why the submission cannot be used now, without naming the participant; "" if it can.
	IgnoreReason i18n.Key
}

// Submission returns a submission; ok is false if the Model has no submission with this identifier.
func (m *Model) Submission(id string) (s Submission, ok bool) {
	raw, ok := m.submissions[id]
	if !ok {
		return Submission{}, false
	}
	s = Submission{Files: slices.Clone(raw.Files), IgnoreReason: m.ignoreReason(raw)}
	s.SystemID, s.Path, s.Problem = id, PathPrefix+id, m.problemName(string(raw.Problem))
	if team := m.teamOf(raw); team != "" {
		s.Participant = m.teamName(team)
	} else if raw.Account != "" {
		s.Participant = m.accountName(string(raw.Account))
	}
	s.Kind, s.Time = m.kind(raw), raw.Time.Time
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

// Attempts returns the number of the attempt of each submission, by identifier. The attempts of a participant at
// a problem are in the order of time.
func (m *Model) Attempts() map[string]int {
	ids := slices.SortedFunc(maps.Keys(m.submissions), func(a, b string) int {
		return cmp.Or(m.submissions[a].Time.Compare(m.submissions[b].Time.Time), compareIDs(a, b))
	})
	attempts, counts := make(map[string]int, len(ids)), map[[2]string]int{}
	for _, id := range ids {
		s := m.submissions[id]
		key := [2]string{m.participantKey(s), string(s.Problem)}
		counts[key]++
		attempts[id] = counts[key]
	}
	return attempts
}

// problemName returns the label of a problem. It returns the identifier if the label is missing, is longer than maxName, or is
// also the label or identifier of another problem.
func (m *Model) problemName(id string) string {
	label := string(m.problems[id].Label)
	_, isID := m.problems[label]
	if label == "" || len(label) > maxName || m.allNames().problems[label] > 1 || isID && label != id {
		return id
	}
	return label
}

func (m *Model) ignoreReason(s submission) i18n.Key {
	if _, ok := m.problems[string(s.Problem)]; !ok {
		return "its problem is not among those of the contest"
	}
	if s.Team == "" && s.Account == "" {
		return "it names neither a team nor an account"
	}
	if _, ok := m.teams[string(s.Team)]; s.Team != "" && !ok {
		return "its team is not among those of the contest"
	}
	return ""
}

// judgementList returns the complete judgements of a submission, sorted by time. The last one that is not
// superseded is current.
func (m *Model) judgementList(submission string) []contest.Judgement {
	var ids []string
	for id := range m.judgementsOf[submission] {
		if _, ok := m.types[m.judgements[id].typeID()]; ok {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(idA, idB string) int {
		a, b := m.judgements[idA], m.judgements[idB]
		return cmp.Or(a.time().Compare(b.time()), a.Start.Compare(b.Start.Time), compareIDs(idA, idB))
	})
	var list []contest.Judgement
	current := -1
	for i, id := range ids {
		j := m.judgements[id]
		t := m.types[j.typeID()]
		list = append(list, contest.Judgement{Verdict: t.verdict(j.typeID()), Solved: t.Solved == yes, At: j.End.Time})
		if j.Current != no && j.Valid != no {
			current = i
		}
	}
	if current >= 0 {
		list[current].Current = true
	}
	return list
}

// verdict returns the verdict that ojcheck stores for a judgement type. It is AC if and only if the type says
// that the problem is solved, and CE for compile errors. Otherwise it is the identifier of the type in
// capitals.
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

// time returns when the judgement ended, or when it started if the end is unknown.
func (j judgement) time() time.Time { return cmp.Or(j.End.Time, j.Start.Time) }
