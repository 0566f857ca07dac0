package intake

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// FormatManifest is the format of what a CSV manifest explains: a table that
// somebody wrote for ojcheck, or a script.
const FormatManifest = "manifest"

func manifestFormat() format {
	f := tableFormat{
		file: "submissions.csv",
		// The score is read over: it is there so that the table of a judge system
		// need not be cut.
		columns: []string{
			"path", "participant", "problem", "id", "language", "verdict", "score", "time", "attempt", "kind", "affiliation", "site",
		},
		required:  "path",
		parseRows: manifestLines,
	}
	return format{name: FormatManifest, title: "a CSV manifest, submissions.csv", peek: f.isTable, detect: f.detect, mode: f.mode, read: f.read}
}

// manifestLines reads a manifest. Where it has no column for the participant, they
// are called as the file or folder is.
func manifestLines(problem string, rows *table, everyone *people, note func(line int, text string)) ([]tableEntry, []contest.Problem) {
	named := slices.Contains(rows.columns, "participant")
	var lines []tableEntry
	for _, r := range rows.rows {
		l := tableEntry{
			line: r.line, path: r.values["path"], problem: cmp.Or(r.text("problem"), problem), participant: r.text("participant"),
			id: r.text("id"), language: r.text("language"), verdict: r.text("verdict"), time: r.text("time"), attempt: r.text("attempt"),
		}
		if !named && l.path != "" {
			l.participant = stem(path.Base(printable(slashes(l.path))))
		}
		if l.participant == "" {
			note(r.line, "it names no participant")
			continue
		}
		var known bool
		if l.kind, known = kindNamed(r.values["kind"]); !known {
			note(r.line, "the kind is official, virtual or staff: it was taken for official")
		}
		everyone.add(contest.Participant{Name: l.participant, Affiliation: r.text("affiliation"), Site: r.text("site")},
			func(text string) { note(r.line, text) })
		lines = append(lines, l)
	}
	return lines, nil
}

// kindNamed reads the kind of a participant; "" is official.
func kindNamed(text string) (kind contest.ParticipantKind, known bool) {
	switch kind := contest.ParticipantKind(strings.ToLower(text)); kind {
	case contest.Official, contest.Virtual, contest.Staff:
		return kind, true
	}
	return contest.Official, text == ""
}
