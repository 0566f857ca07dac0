package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// UnknownContestError tells that Parameters.Against names what a contest cannot be
// compared with.
type UnknownContestError struct{ Message string }

func (e *UnknownContestError) Error() string { return e.Message }

// resolveAgainst finds the earlier contests that a contest is to be compared
// with, among those that are kept. Each text is contest.AgainstArchive, the name
// of a contest, or several of these with commas between them: what is a name as
// a whole is one name, whatever commas are in it. It returns the names as
// contest.Parameters has them, and where to search.
func resolveAgainst(texts []string, checked string, kept []contest.Contest) (names []string, scope contest.Scope, err error) {
	ids := make(map[string]int64, len(kept))
	for _, c := range kept {
		ids[c.Name] = c.ID
	}
	for _, text := range texts {
		parts := strings.Split(text, ",")
		if _, ok := ids[text]; ok {
			parts = []string{text}
		}
		for _, part := range parts {
			name := part
			if _, ok := ids[name]; !ok {
				name = strings.TrimSpace(name)
			}
			_, ok := ids[name]
			switch {
			case name == contest.AgainstArchive:
			case name == "":
				return nil, scope, &UnknownContestError{fmt.Sprintf("%q names no contest: give %s, or names of contests with commas between them", text, contest.AgainstArchive)}
			case name == checked:
				return nil, scope, &UnknownContestError{fmt.Sprintf("contest %q cannot be compared with itself: its own submissions are compared in any case", name)}
			case !ok:
				return nil, scope, unknownContest(name, checked, kept)
			}
			names = append(names, name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if slices.Contains(names, contest.AgainstArchive) {
		return []string{contest.AgainstArchive}, scope, nil
	}
	for _, name := range names {
		scope.Within = append(scope.Within, ids[name])
	}
	return names, scope, nil
}

// unknownContest names the contests that there are.
func unknownContest(name, checked string, kept []contest.Contest) error {
	var known []string
	for _, c := range kept {
		if c.Name != checked {
			known = append(known, c.Name)
		}
	}
	if len(known) == 0 {
		return &UnknownContestError{fmt.Sprintf("no earlier contest is called %q: no other contest is stored yet", name)}
	}
	return &UnknownContestError{fmt.Sprintf("no earlier contest is called %q: %s", name, text.Contests(known))}
}
