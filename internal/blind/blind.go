// Package blind hides who wrote a program from those who judge it. A reviewer
// sees "Participant 17" instead of a name, with the same number everywhere in
// the contest, and neither folders nor file names, which mostly hold the name.
//
// A contest.Side says itself whether it is to be hidden. The functions here turn
// plain data into plain data, so whatever shows it further on, a page, a report
// or a program, needs to know nothing of it.
package blind

import (
	"fmt"
	"path"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Name is what a participant is called who is hidden.
func Name(number int) string { return fmt.Sprintf("Participant %d", number) }

// Side hides a side that is to be hidden: its participant's name and its path.
func Side(s contest.Side) contest.Side {
	if s.Hidden {
		s.Path = fmt.Sprintf("participant-%d/attempt-%d%s", s.Number, s.Attempt, extension(s.Path))
		s.Participant = Name(s.Number)
	}
	return s
}

// Pair hides those sides of a pair that are to be hidden.
func Pair(p contest.Pair) contest.Pair {
	p.Left, p.Right = Side(p.Left), Side(p.Right)
	return p
}

// Participant hides one that is to be hidden, with all that is known of them.
func Participant(p contest.Participant) contest.Participant {
	if p.Hidden {
		return contest.Participant{ID: p.ID, ContestID: p.ContestID, Number: p.Number, Hidden: true, Name: Name(p.Number)}
	}
	return p
}

// Place hides a place of the archive that is to be hidden.
func Place(p contest.Place) contest.Place {
	p.Side = Side(p.Side)
	return p
}

// Findings hides those programs of a search's result that are to be hidden.
func Findings(f contest.Findings) contest.Findings {
	findings := make([]contest.Finding, len(f.Findings))
	for i, finding := range f.Findings {
		finding.Place = Place(finding.Place)
		same := make([]contest.Place, len(finding.Same))
		for j, place := range finding.Same {
			same[j] = Place(place)
		}
		finding.Same = same
		findings[i] = finding
	}
	f.Findings = findings
	return f
}

// Skipped hides the paths of what was skipped, and in the reasons the names
// that text knows. They are called by their places, of which the first of the list
// is given.
func Skipped(list []contest.Skipped, first int, text *Text) []contest.Skipped {
	hidden := make([]contest.Skipped, len(list))
	for i, s := range list {
		hidden[i] = contest.Skipped{
			Path:   fmt.Sprintf("file-%d%s", first+i, extension(s.Path)),
			Reason: text.Replace(strings.ReplaceAll(s.Reason, s.Path, "it")),
		}
	}
	return hidden
}

// File is what the n-th file, from 1, of a hidden side is called.
func File(n int, path string) string {
	return fmt.Sprintf("file-%d%s", n, extension(path))
}

// extension returns the extension of a path where it is that of a program, such
// as ".cpp", and not the end of a name with a dot in it.
func extension(p string) string {
	ext := path.Ext(p)
	if len(ext) < 2 || len(ext) > 7 || strings.ContainsFunc(ext[1:], func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '+'
	}) {
		return ""
	}
	return ext
}
