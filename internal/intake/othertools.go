package intake

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// The formats in this file are those of other plagiarism checkers.

// jplagFormat is JPlag's input (its wiki, "How to Use JPlag"). Each folder or file in a root folder is a
// submission. Each root folder is a problem. Files 01.cpp and 02.cpp of a folder are one program, while in
// ojcheck's own layouts (--layout) they are attempts.
var jplagFormat = &format{
	name: "jplag", title: "JPlag's root folders: a folder or a file for each submission",
	read: func(t *tree) (contents, error) {
		var drafts []*draft
		roots := t.byInput()
		for _, root := range roots {
			if len(roots) == 1 {
				root.files = unwrapAll(root.files)
			}
			drafts = append(drafts, t.arrangeOrSkip(ParticipantFiles, root.files, root.name, false)...)
		}
		t.addInput(drafts...)
		return contents{submissions: numberAttempts(drafts)}, nil
	},
}

// mossFormat is Moss's input (the head of its script moss). With -d each folder is a program, without it each
// file is. Folders of programs are problems: <problem>/<student>/<files>, <student>/<files>, or
// <student>.<ext>.
var mossFormat = &format{
	name: "moss", title: "Moss's folders, as for moss -d, or files",
	read: func(t *tree) (contents, error) {
		var drafts []*draft
		for _, input := range t.byInput() {
			files := input.files
			for depth(files) != 2 { // two levels are <problem>/<student>
				inner := unwrap(files)
				if inner == nil {
					break
				}
				files = inner
			}
			preset := ParticipantFiles
			if depth(files) >= 2 {
				preset = ProblemParticipant
			}
			inputDrafts := t.arrangeOrSkip(preset, files, input.name, false)
			if preset == ParticipantFiles {
				t.addInput(inputDrafts...)
			}
			drafts = append(drafts, inputDrafts...)
		}
		return contents{submissions: numberAttempts(drafts)}, nil
	},
}

// compare50Format is compare50's input (its README). Each path is a submission. If there is only one path, each of
// its entries is one.
var compare50Format = &format{
	name: "compare50", title: "compare50's submissions: a folder, a zip or a file each",
	mode: modeIf(func(name string) bool { return !strings.Contains(name, "/") && hasZipName(name) }, modeArchive, modeByName),
	read: func(t *tree) (contents, error) {
		var drafts []*draft
		if inputs := t.byInput(); len(inputs) == 1 && inputs[0].files[0].input == "" {
			drafts = t.arrangeOrSkip(ParticipantFiles, unwrapAll(t.files), t.name, false)
			t.addInput(drafts...)
		} else {
			for i := range t.files { // path begins with the name of the input, and elements do not
				t.files[i].elements = strings.Split(t.files[i].path, "/")
			}
			drafts = t.arrangeOrSkip(ParticipantFiles, t.files, "submissions", false)
		}
		names := map[string]bool{}
		for _, d := range drafts {
			names[d.Participant] = true
		}
		for _, d := range drafts {
			if name := stem(d.Participant); hasZipName(d.Participant) && !names[name] {
				d.Participant = name
			}
		}
		return contents{submissions: numberAttempts(drafts)}, nil
	},
}

func hasZipName(name string) bool { return strings.EqualFold(path.Ext(name), ".zip") }

// unwrapAll removes folders at the top that hold all files, because a folder without others beside it is no
// submission.
func unwrapAll(files []file) []file {
	for inner := unwrap(files); inner != nil; inner = unwrap(files) {
		files = inner
	}
	return files
}

// unwrap removes the folder at the top; it returns nil if that folder does not hold all files.
func unwrap(files []file) []file {
	for _, f := range files {
		if len(f.elements) < 2 || f.elements[0] != files[0].elements[0] {
			return nil
		}
	}
	return withoutTop(files)
}

// depth returns the least number of folders around a file that is in a folder; 0 if no file is in a folder.
func depth(files []file) int {
	least := 0
	for _, f := range files {
		if n := len(f.elements) - 1; n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}

// dolosFormat is Dolos's input (lib/src/lib/dataset.ts), which Dodona exports (app/helpers/export_helper.rb).
// A table info.csv has a line for each file. Dodona writes an empty file for a student who submitted nothing.
var dolosFormat = tableFormat{
	file: "info.csv",
	columns: []string{
		"filename", "full_name", "id", "username", "status", "submission_id", "name_en", "name_nl", "exercise_id", "created_at",
		"label", "labels", "ignored",
	},
	ignored:  []string{"first_name", "last_name", "email"},
	required: "filename", parseRows: dolosRows,
}.format("dolos", "Dolos's data set, with info.csv")

// dolosRows reads the rows of an info.csv. If several people share a name, their ids follow the name.
func dolosRows(m *manifest, t *table) {
	isShared := sharedNames(t.rows, func(r row) (scope, name, id string) { return "", r.text("full_name"), r.text("id") })
	isSharedTitle := sharedNames(t.rows, func(r row) (scope, title, id string) { return "", dolosTitle(r), r.text("exercise_id") })
	for _, r := range t.rows {
		e := tableEntry{
			line: r.line, path: r.values["filename"], problem: m.problem, participant: r.text("full_name"),
			id: r.text("submission_id"), verdict: r.text("status"), time: r.text("created_at"),
		}
		if strings.EqualFold(r.values["ignored"], "true") {
			e.refusal = "a template, which Dolos ignores: give it as base code"
		}
		if isShared[e.participant] && r.text("id") != "" {
			e.participant = fmt.Sprintf("%s (%s)", e.participant, r.text("id"))
		}
		e.participant = cmp.Or(e.participant, r.text("username"))
		if e.participant == "" && e.path != "" {
			e.participant = stem(path.Base(printable(slashes(e.path))))
		}
		id, title := r.text("exercise_id"), dolosTitle(r)
		if title != "" || id != "" {
			e.problem = title
			if title == "" || isSharedTitle[title] {
				e.problem = cmp.Or(id, title)
			}
			m.problems = append(m.problems, contest.Problem{Name: e.problem, Title: title, SystemID: id})
		}
		m.addParticipant(r.line, contest.Participant{Name: e.participant, Site: cmp.Or(r.text("label"), r.text("labels"))})
		m.add(e)
	}
}

func dolosTitle(r row) string { return cmp.Or(r.text("name_en"), r.text("name_nl")) }
