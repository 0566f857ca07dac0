package intake

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// dolosFormat is Dolos's input (lib/src/lib/dataset.ts), which Dodona exports
// (app/helpers/export_helper.rb): a table info.csv with a line for each file. Dodona
// adds an empty file for each student who submitted nothing.
func dolosFormat() format {
	f := tableFormat{
		file: "info.csv",
		columns: []string{
			"filename", "full_name", "id", "username", "status", "submission_id", "name_en", "name_nl", "exercise_id", "created_at", "label", "labels", "ignored",
		},
		ignored:   []string{"first_name", "last_name", "email"},
		required:  "filename",
		parseRows: dolosRows,
	}
	return format{name: "dolos", title: "Dolos's data set, with info.csv", peek: f.isTable, detect: f.detect, mode: f.mode, read: f.read}
}

// dolosRows reads the rows of an info.csv. The id distinguishes people of one name.
func dolosRows(problem string, rows *table, participants participantIndex, note func(line int, text string)) ([]tableEntry, []contest.Problem) {
	ids, exercises := map[string]string{}, map[string]string{}
	sharedNames, sharedTitles := map[string]bool{}, map[string]bool{}
	for _, r := range rows.rows {
		noteShared(ids, sharedNames, r.text("full_name"), r.text("id"))
		noteShared(exercises, sharedTitles, dolosTitle(r), r.text("exercise_id"))
	}
	var entries []tableEntry
	var problems []contest.Problem
	for _, r := range rows.rows {
		e := tableEntry{
			line: r.line, path: r.values["filename"], problem: problem, participant: r.text("full_name"), id: r.text("submission_id"),
			verdict: r.text("status"), time: r.text("created_at"),
		}
		if strings.EqualFold(r.values["ignored"], "true") {
			e.refusal = "a template, which Dolos ignores: give it as base code"
		}
		if sharedNames[e.participant] && r.text("id") != "" {
			e.participant = fmt.Sprintf("%s (%s)", e.participant, r.text("id"))
		}
		if e.participant = cmp.Or(e.participant, r.text("username")); e.participant == "" && e.path != "" {
			e.participant = stem(path.Base(printable(slashes(e.path))))
		}
		id, title := r.text("exercise_id"), dolosTitle(r)
		if title != "" || id != "" {
			e.problem = title
			if title == "" || sharedTitles[title] {
				e.problem = cmp.Or(id, title)
			}
			problems = append(problems, contest.Problem{Name: e.problem, Title: title, SystemID: id})
		}
		participants.add(contest.Participant{Name: e.participant, Site: cmp.Or(r.text("label"), r.text("labels"))},
			func(text string) { note(r.line, text) })
		entries = append(entries, e)
	}
	return entries, problems
}

func dolosTitle(r row) string { return cmp.Or(r.text("name_en"), r.text("name_nl")) }

// noteShared notes which names belong to several ids.
func noteShared(ids map[string]string, shared map[string]bool, name, id string) {
	if known, ok := ids[name]; ok && known != id {
		shared[name] = true
	}
	ids[name] = id
}
