package intake

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// dolosFormat is what Dolos reads (lib/src/lib/dataset.ts), and Dodona hands out
// (app/helpers/export_helper.rb): a table info.csv, of which each line is a file.
// Dodona adds an empty file for each student who handed nothing in.
func dolosFormat() format {
	f := tableFormat{
		file: "info.csv",
		columns: []string{
			"filename", "full_name", "id", "username", "status", "submission_id", "name_en", "name_nl", "exercise_id", "created_at", "label", "labels", "ignored",
		},
		ignored:   []string{"first_name", "last_name", "email"},
		required:  "filename",
		parseRows: dolosLines,
	}
	return format{name: "dolos", title: "Dolos's data set, with info.csv", peek: f.isTable, detect: f.detect, mode: f.mode, read: f.read}
}

// dolosLines reads an info.csv. Who has the name of somebody else is told apart
// by their id.
func dolosLines(problem string, rows *table, everyone *people, note func(line int, text string)) ([]tableEntry, []contest.Problem) {
	ids, exercises := map[string]string{}, map[string]string{}
	sharedNames, sharedTitles := map[string]bool{}, map[string]bool{}
	for _, r := range rows.rows {
		noteName(ids, sharedNames, r.text("full_name"), r.text("id"))
		noteName(exercises, sharedTitles, dolosTitle(r), r.text("exercise_id"))
	}
	var lines []tableEntry
	var problems []contest.Problem
	for _, r := range rows.rows {
		l := tableEntry{
			line: r.line, path: r.values["filename"], problem: problem, participant: r.text("full_name"), id: r.text("submission_id"),
			verdict: r.text("status"), time: r.text("created_at"),
		}
		if strings.EqualFold(r.values["ignored"], "true") {
			l.refusal = "a template, which Dolos ignores: give it as base code"
		}
		if sharedNames[l.participant] && r.text("id") != "" {
			l.participant = fmt.Sprintf("%s (%s)", l.participant, r.text("id"))
		}
		if l.participant = cmp.Or(l.participant, r.text("username")); l.participant == "" && l.path != "" {
			l.participant = stem(path.Base(printable(slashes(l.path))))
		}
		id, title := r.text("exercise_id"), dolosTitle(r)
		if title != "" || id != "" {
			l.problem = title
			if title == "" || sharedTitles[title] {
				l.problem = cmp.Or(id, title)
			}
			problems = append(problems, contest.Problem{Name: l.problem, Title: title, SystemID: id})
		}
		everyone.add(contest.Participant{Name: l.participant, Site: cmp.Or(r.text("label"), r.text("labels"))},
			func(text string) { note(r.line, text) })
		lines = append(lines, l)
	}
	return lines, problems
}

func dolosTitle(r row) string { return cmp.Or(r.text("name_en"), r.text("name_nl")) }

// noteName notes which names are those of several ids.
func noteName(ids map[string]string, shared map[string]bool, name, id string) {
	if known, ok := ids[name]; ok && known != id {
		shared[name] = true
	}
	ids[name] = id
}
