package evaluate

import (
	"fmt"
	"slices"
	"strings"
)

// AssignProblems returns the problem of each file: the one in its labels; without
// labels, the one of all labelled files in its first folder; else the folder itself,
// or fallback without a folder.
//
// It is an error, which names the line, if a labelled file is not in files or has two
// problems.
func AssignProblems(files []string, labels []Label, fallback string) (map[string]string, error) {
	known := make(map[string]bool, len(files))
	for _, file := range files {
		known[file] = true
	}
	type source struct {
		problem string
		line    int
	}
	named := make(map[string]source)
	folders := make(map[string]string) // problem of all labelled files in a first folder
	for _, label := range labels {
		for _, file := range []string{label.Left, label.Right} {
			if !known[file] {
				return nil, fmt.Errorf("line %d: there is no file %s%s", label.Line, file, missingFileHint(file, files))
			}
			if label.Problem == "" {
				continue
			}
			if earlier, ok := named[file]; ok && earlier.problem != label.Problem {
				return nil, fmt.Errorf("line %d: %s is for problem %q here, but for %q in line %d", label.Line, file, label.Problem, earlier.problem, earlier.line)
			}
			named[file] = source{label.Problem, label.Line}
			folder := firstFolder(file, fallback)
			if problem, ok := folders[folder]; ok && problem != label.Problem {
				folders[folder] = folder // no single problem: the name of the folder stands for it
			} else {
				folders[folder] = label.Problem
			}
		}
	}
	problems := make(map[string]string, len(files))
	for _, file := range files {
		folder := firstFolder(file, fallback)
		switch {
		case named[file].problem != "":
			problems[file] = named[file].problem
		case folders[folder] != "":
			problems[file] = folders[folder]
		default:
			problems[file] = folder
		}
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
	return fmt.Sprintf(": paths are relative to the input, but this one is in its folder %s; give that folder", strings.TrimSuffix(files[i], "/"+missing))
}

// AddHonestPairs adds an honest label for every pair of files of one problem that has no
// label; use it if the labels list all copies. Added labels have Line 0 and ordered sides.
func AddHonestPairs(labels []Label, files []string, problems map[string]string) []Label {
	listed := make(map[[2]string]bool, len(labels))
	for _, label := range labels {
		listed[pairKey(label.Left, label.Right)] = true
	}
	sorted := slices.Sorted(slices.Values(files))
	closed := slices.Clone(labels)
	for i, right := range sorted {
		for _, left := range sorted[:i] {
			if problems[left] == problems[right] && !listed[[2]string{left, right}] {
				closed = append(closed, Label{Left: left, Right: right, Problem: problems[left]})
			}
		}
	}
	return closed
}
