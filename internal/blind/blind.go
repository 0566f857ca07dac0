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
	"github.com/ojcheck/ojcheck/lexer"
)

// Name is what a participant is called who is hidden; 0 is the number of those
// whose number would tell who they are, see [Across].
func Label(number int) string {
	if number == 0 {
		return "Somebody"
	}
	return fmt.Sprintf("Participant %d", number)
}

// Side hides a side that is to be hidden: its participant's name and its path.
func Side(s contest.Side) contest.Side {
	if s.Hidden {
		folder := strings.ToLower(strings.ReplaceAll(Label(s.Number), " ", "-"))
		ending := extension(s.Path)
		if l, _ := lexer.ByPath(s.Path); l != nil && s.Language != "" && l.ID != s.Language {
			ending = "" // of a folder's name
		}
		s.Path = fmt.Sprintf("%s/attempt-%d%s", folder, s.Attempt, ending)
		s.Participant = Label(s.Number)
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
		return contest.Participant{ID: p.ID, ContestID: p.ContestID, Number: p.Number, Hidden: true, Name: Label(p.Number)}
	}
	return p
}

// Place hides a place of the archive that is to be hidden.
func Place(p contest.Location) contest.Location {
	p.Side = Side(p.Side)
	return p
}

// Across hides the other of two participants of different contests where one of
// them is hidden: the two may be one person, or have much to do with each other,
// so that the name of the one tells that of the other. The number of a
// participant who is shown elsewhere is known to be theirs, so it is 0 then.
func HideCounterpart(a, b *contest.Participant) {
	if a.ContestID == b.ContestID || a.Hidden == b.Hidden {
		return
	}
	if a.Hidden {
		a, b = b, a
	}
	a.Hidden, a.Number = true, 0
}

// Findings hides those programs of a search's result that are to be hidden, and
// those of other contests that are the same as a hidden one.
func Findings(f contest.Findings) contest.Findings {
	findings := make([]contest.Finding, len(f.Findings))
	for i, finding := range f.Findings {
		places := append([]contest.Location{finding.Location}, finding.SameProgram...)
		hidden := make(map[int64]bool) // contests of which one place is
		for _, place := range places {
			hidden[place.ContestID] = hidden[place.ContestID] || place.Hidden
		}
		for j := range places {
			for id, one := range hidden {
				if place := &places[j]; one && !place.Hidden && place.ContestID != id {
					place.Hidden, place.Number = true, 0
				}
			}
			places[j] = Place(places[j])
		}
		finding.Location, finding.SameProgram = places[0], places[1:]
		findings[i] = finding
	}
	f.Findings = findings
	return f
}

// Skipped hides the paths of what was skipped, and in the reasons the names
// that text knows. Those of stored submissions, which kept has by their paths, are
// called as these are everywhere else; others by their places, of which the first
// of the list is given.
func Skipped(list []contest.SkippedItem, first int, kept map[string]contest.Side, text *Masker) []contest.SkippedItem {
	hidden := make([]contest.SkippedItem, len(list))
	for i, s := range list {
		path := fmt.Sprintf("file-%d%s", first+i, extension(s.Path))
		if side, found := kept[s.Path]; found {
			path = Side(side).Path
		}
		hidden[i] = contest.SkippedItem{
			Path:   path,
			Reason: text.Mask(strings.ReplaceAll(s.Reason, s.Path, "it")),
		}
	}
	return hidden
}

// File is what the n-th file, from 1, of a hidden side is called.
func FileLabel(n int, path string) string {
	return fmt.Sprintf("file-%d%s", n, extension(path))
}

// extension returns the extension of a path where it is that of a program, such
// as ".cpp", and not the end of a folder's name or of another with a dot in it.
func extension(p string) string {
	if _, known := lexer.ByPath(p); known {
		return path.Ext(p)
	}
	return ""
}
