package evaluate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// AssignProblems returns the problem of each file. A file has the problem of its labels.
// Without labels, it has the problem of the labelled files in its first folder if they
// all have the same problem, else the name of the folder. A file without a folder has fallback.
//
// It returns an error with the line if a labelled file is not in files or has two problems.
func AssignProblems(files []string, labels []Label, fallback string) (map[string]string, error) {
	problems := make(map[string]string, len(files)) // "" until it is found
	for _, file := range files {
		problems[file] = ""
	}
	lines := make(map[string]int)      // by file: the line of its problem
	folders := make(map[string]string) // by first folder: the problem of all labelled files
	for _, label := range labels {
		for _, file := range []string{label.Left, label.Right} {
			earlier, ok := problems[file]
			if !ok {
				return nil, fmt.Errorf("line %d: there is no file %s%s", label.Line, file, missingFileHint(file, files))
			}
			if label.Problem == "" {
				continue
			}
			if earlier != "" && earlier != label.Problem {
				return nil, fmt.Errorf("line %d: %s is for problem %q here, but for %q in line %d",
					label.Line, file, label.Problem, earlier, lines[file])
			}
			problems[file], lines[file] = label.Problem, label.Line
			folder := firstFolder(file, fallback)
			if problem, ok := folders[folder]; ok && problem != label.Problem {
				folders[folder] = folder // several problems: files without labels have the name of the folder
			} else {
				folders[folder] = label.Problem
			}
		}
	}
	for file, problem := range problems {
		folder := firstFolder(file, fallback)
		problems[file] = cmp.Or(problem, folders[folder], folder)
	}
	return problems, nil
}

func firstFolder(file, fallback string) string {
	if folder, _, ok := strings.Cut(file, "/"); ok {
		return folder
	}
	return fallback
}

// missingFileHint suggests where a missing file may be.
func missingFileHint(missing string, files []string) string {
	i := slices.IndexFunc(files, func(file string) bool { return strings.HasSuffix(file, "/"+missing) })
	if i < 0 {
		return ": paths are relative to the input"
	}
	return fmt.Sprintf(": paths are relative to the input, and this file is in folder %s: give that folder as input",
		strings.TrimSuffix(files[i], "/"+missing))
}
