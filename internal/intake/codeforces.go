package intake

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// codeforcesFormat reads the programs of a contest on Codeforces, which are called {id}.{ext}. Users must
// save the answer of the API's method contest.status (https://codeforces.com/apiHelp/objects#Submission)
// beside them, because nothing else says who submitted them.
var codeforcesFormat = &format{
	name: "codeforces", title: "Codeforces' programs, with the answer of contest.status as JSON", peek: isJSON,
	detect: func(l *listing) (reason, resemblance i18n.Text) {
		answers := l.matching(func(name string) bool { return isJSON(name) && isCodeforcesAnswer(l.heads[name]) })
		withID := l.count(func(name string) bool { return isProgram(name) && codeforcesName.MatchString(path.Base(name)) })
		if len(answers) == 0 && almostAll(withID, l.count(isProgram)) {
			answers = l.matching(func(name string) bool { return isJSON(name) && codeforcesError.Match(l.heads[name]) })
		}
		if len(answers) == 0 {
			return noText, noText
		}
		return i18n.Textf("%s is an answer of Codeforces' contest.status", text.Visible(answers[0])), noText
	},
	mode: func(name string) readMode {
		switch {
		case isJSON(name):
			return modeRecord
		case isTxt(name) && codeforcesName.MatchString(path.Base(name)): // the answer has its language
			return modeProgram
		}
		return modeByName
	},
	read: readCodeforces,
}

func isJSON(name string) bool { return strings.EqualFold(path.Ext(name), ".json") }

// isCodeforcesAnswer reports whether a file begins like an answer of contest.status with at least one submission.
func isCodeforcesAnswer(head []byte) bool {
	return bytes.Contains(head, []byte(`"creationTimeSeconds"`)) && bytes.Contains(head, []byte(`"participantType"`))
}

// codeforcesError matches an answer that has an error instead of submissions.
var codeforcesError = regexp.MustCompile(`"status"\s*:\s*"FAILED"`)

// codeforcesName matches the name of a program.
var codeforcesName = regexp.MustCompile(`^([0-9]{1,18})\.[^.]+$`)

// codeforcesSubmission is a submission in an answer of contest.status.
type codeforcesSubmission struct {
	ID      json.Number
	Contest json.Number `json:"contestId"`
	Created int64       `json:"creationTimeSeconds"`
	Problem struct{ Index, Name string }
	Author  struct {
		Members  []struct{ Handle string }
		Type     string `json:"participantType"`
		TeamName string
	}
	Language string `json:"programmingLanguage"`
	Verdict  string
}

// handles returns the names of the author's accounts, sorted. Codeforces calls them handles.
func (s codeforcesSubmission) handles() string {
	var list []string
	for _, m := range s.Author.Members {
		list = append(list, m.Handle)
	}
	slices.Sort(list)
	return printable(strings.Join(list, ", "))
}

// kind returns the kind of the author. Participants out of competition are official, because they take part
// at the same time as the others.
func (s codeforcesSubmission) kind() contest.ParticipantKind {
	switch s.Author.Type {
	case "VIRTUAL", "PRACTICE":
		return contest.Virtual
	case "MANAGER":
		return contest.Staff
	}
	return contest.Official
}

func readCodeforces(t *tree) (contents, error) {
	c := contents{about: contest.Metadata{System: "Codeforces"}}
	submissions := make(map[string]codeforcesSubmission) // by ID
	source := ""                                         // the first file with an answer
	var refusal error
	for _, f := range t.records {
		list, err := parseCodeforces(f.content)
		if err != nil {
			t.skipText(f.path, i18n.TextOf(err))
			refusal = cmp.Or(refusal, err)
		} else if source == "" {
			source = f.path
		}
		for _, s := range list {
			if id := s.ID.String(); s.handles() != "" && s.Problem.Index != "" && submissions[id].ID == "" {
				submissions[id] = s
			}
		}
	}
	participants, used := codeforcesParticipants(submissions), make(map[string]bool)
	drafts := t.draftFiles(func(f file) (*draft, i18n.Key) {
		m := codeforcesName.FindStringSubmatch(path.Base(f.path))
		if m == nil {
			return nil, "its name is not the number of a submission"
		}
		s, ok := submissions[m[1]]
		switch {
		case !ok:
			return nil, "no answer of contest.status says who submitted it: save the answer again, with all submissions"
		case used[m[1]]:
			return nil, "a second program with this number: only the first was read"
		}
		if l, ok := lexer.ByName(s.Language); ok && t.language == nil {
			f.language = l
		}
		if f.language == nil {
			return nil, reasonLanguage
		}
		used[m[1]] = true
		d := newDraft(printable(s.Problem.Index), participants[m[1]], f.path, f)
		d.SystemID, d.id, d.Kind = m[1], m[1], s.kind()
		d.Verdict, d.LanguageVersion = parseVerdict(s.Verdict), printable(s.Language)
		if at := time.Unix(s.Created, 0).UTC(); s.Created > 0 && contest.ValidTime(at) {
			d.Time = at
		}
		return d, ""
	})
	if len(submissions) == 0 {
		return c, i18n.Errorf("nothing says who submitted the programs: %s; save the answer of "+
			"https://codeforces.com/api/contest.status?contestId=ID, with the contest's number for ID, beside them as status.json; "+
			"for a gym or a group, the request needs an API key of one of its managers",
			cmp.Or(refusal, i18n.Errorf("there is no answer of contest.status")))
	}
	if missing := len(submissions) - len(used); missing > 0 {
		t.skip(source, "%d submissions of contest.status without a program in the input", missing)
	}
	c.submissions = numberAttempts(drafts)
	c.about.SystemID, c.about.Problems = codeforcesContest(submissions)
	for id := range used {
		c.participants = append(c.participants, contest.Participant{Name: participants[id], SystemID: submissions[id].handles()})
	}
	return c, nil
}

// parseCodeforces reads an answer of contest.status.
func parseCodeforces(content []byte) ([]codeforcesSubmission, error) {
	var answer struct {
		Status, Comment string
		Result          []codeforcesSubmission
	}
	err := json.Unmarshal(content, &answer)
	switch {
	case answer.Status == "FAILED":
		return nil, i18n.Errorf("Codeforces answered with an error: %s", text.Visible(answer.Comment))
	case err != nil || answer.Status != "OK":
		return nil, i18n.Errorf("not a complete answer of Codeforces' contest.status")
	}
	return answer.Result, nil
}

// codeforcesParticipants maps the ID of a submission to its participant: the name of the team, or the handle
// of a person. If another team or person has the same name, the handles follow the name of the team.
func codeforcesParticipants(submissions map[string]codeforcesSubmission) map[string]string {
	nameAndHandles := func(s codeforcesSubmission) (scope, name, handles string) {
		return "", cmp.Or(printable(s.Author.TeamName), s.handles()), s.handles()
	}
	isShared := sharedNames(slices.Collect(maps.Values(submissions)), nameAndHandles)
	participants := make(map[string]string, len(submissions))
	for id, s := range submissions {
		_, name, handles := nameAndHandles(s)
		if s.Author.TeamName != "" && isShared[name] {
			name += " (" + handles + ")"
		}
		participants[id] = name
	}
	return participants
}

// codeforcesContest returns the ID and the problems of the contest. The ID is "" if the submissions are of
// several contests.
func codeforcesContest(submissions map[string]codeforcesSubmission) (id string, problems []contest.Problem) {
	ids, titles := make(map[string]bool), make(map[string]string)
	for _, key := range slices.Sorted(maps.Keys(submissions)) {
		s := submissions[key]
		ids[s.Contest.String()] = true
		if index := printable(s.Problem.Index); titles[index] == "" {
			titles[index] = printable(s.Problem.Name)
		}
	}
	for _, name := range slices.SortedFunc(maps.Keys(titles), text.CompareNatural) {
		problems = append(problems, contest.Problem{Name: name, Title: titles[name]})
	}
	if len(ids) == 1 {
		id = slices.Collect(maps.Keys(ids))[0]
	}
	return id, problems
}
