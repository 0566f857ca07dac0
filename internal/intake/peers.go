package intake

import (
	"path"
	"strings"
)

// The inputs of other plagiarism checkers. They look like any folder, so that the
// user must name the format.

// jplagFormat is JPlag's input (its wiki, "How to Use JPlag"): a root folder in which
// each folder or file is a submission. Unlike in a layout, no folder is a problem, and
// files 01.cpp and 02.cpp in a folder are one program. Each path is a problem.
func jplagFormat() format {
	return format{name: "jplag", title: "JPlag's root folders: a folder or a file for each submission", read: func(t *tree) (contents, error) {
		var drafts []*draft
		roots := t.byInput()
		for _, root := range roots {
			files := layoutFiles(root.files)
			if len(roots) == 1 {
				files = unwrapAll(files)
			}
			drafts = append(drafts, programDrafts(root.name, files, 0)...)
		}
		return contents{submissions: numberAttempts(drafts)}, nil
	}}
}

// mossFormat is Moss's input (the head of its script moss): with -d each folder is a
// program, without it each file. Folders of these are problems:
// <problem>/<student>/<files>, <student>/<files>, or <student>.<ext>. Moss's base
// files, -b, are --base here.
func mossFormat() format {
	return format{name: "moss", title: "Moss's folders, as for moss -d, or files", read: func(t *tree) (contents, error) {
		var drafts []*draft
		for _, in := range t.byInput() {
			files := layoutFiles(in.files)
			for inner := unwrap(files); inner != nil && depth(files) != 2; inner = unwrap(files) {
				files = inner
			}
			if depth(files) < 2 {
				drafts = append(drafts, programDrafts(in.name, files, 0)...)
				continue
			}
			problems, groups := groupBy(files, func(f layoutFile) string {
				if len(f.elements) == 1 {
					return ""
				}
				return f.elements[0]
			})
			for _, f := range groups[""] {
				t.skip(f.path, outsideReasons[ProblemParticipant])
			}
			for _, problem := range problems {
				if problem != "" {
					drafts = append(drafts, programDrafts(problem, groups[problem], 1)...)
				}
			}
		}
		return contents{submissions: numberAttempts(drafts)}, nil
	}}
}

// compare50Format is compare50's input (its README): each path is a submission, a
// folder, a zip or a file. If there is only one path, its entries are the
// submissions. compare50's base code, --distro, is --base here.
func compare50Format() format {
	return format{
		name: "compare50", title: "compare50's submissions: a folder, a zip or a file each",
		mode: func(name string) readMode {
			if !strings.Contains(name, "/") && isZip(name) {
				return modeArchive
			}
			return modeByName
		},
		read: func(t *tree) (contents, error) {
			var drafts []*draft
			if inputs := t.byInput(); len(inputs) == 1 && inputs[0].files[0].input == "" {
				drafts = programDrafts(t.name, unwrapAll(layoutFiles(inputs[0].files)), 0)
			} else {
				for i := range t.files { // each path is an entry
					t.files[i].inputPath = t.files[i].path
				}
				drafts = programDrafts("submissions", layoutFiles(t.files), 0)
			}
			names := map[string]bool{}
			for _, d := range drafts {
				names[d.Participant] = true
			}
			for _, d := range drafts {
				if name := stem(d.Participant); isZip(d.Participant) && !names[name] {
					d.Participant = name
				}
			}
			return contents{submissions: numberAttempts(drafts)}, nil
		},
	}
}

func isZip(name string) bool { return strings.EqualFold(path.Ext(name), ".zip") }

// programDrafts makes a draft of each folder or file at a level; its name is the
// participant's.
func programDrafts(problem string, files []layoutFile, level int) []*draft {
	paths, groups := groupBy(files, func(f layoutFile) string { return f.pathTo(level) })
	names := submissionNames(files, level)
	var drafts []*draft
	for _, p := range paths {
		drafts = append(drafts, newDraft(problem, names(p, groups[p][0]), p, groups[p]))
	}
	return drafts
}

// unwrapAll removes all folders at the top that hold everything: a contest with one
// submission would be useless.
func unwrapAll(files []layoutFile) []layoutFile {
	for {
		inner := unwrap(files)
		if inner == nil {
			return files
		}
		files = inner
	}
}

// unwrap removes the folder at the top; nil if it does not hold all files.
func unwrap(files []layoutFile) []layoutFile {
	for _, f := range files {
		if len(f.elements) < 2 || f.elements[0] != files[0].elements[0] {
			return nil
		}
	}
	return withoutTop(files)
}

// depth returns the lowest number, above 0, of folders around a file; 0 if no file is in a folder.
func depth(files []layoutFile) int {
	least := 0
	for _, f := range files {
		if n := len(f.elements) - 1; n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}
