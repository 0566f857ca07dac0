package evaluate

import (
	"fmt"
	"slices"
	"strings"
)

// AssignProblems says which problem each file is for: the one that the labels name
// beside it; for a file that they do not name, the one that they name for all
// labelled files of its first folder; else its first folder itself, and
// fallback for a file in no folder.
//
// It is an error if the labels name a file that is none of files, or put one
// file under two problems; it names the line.
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
	folders := make(map[string]string) // problem of the labelled files of a first folder
	for _, label := range labels {
		for _, file := range []string{label.Left, label.Right} {
			if !known[file] {
				return nil, fmt.Errorf("line %d: %s is not there%s", label.Line, file, missingFileHint(file, files))
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
				folders[folder] = folder // they disagree
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

// missingFileHint says where a missing file may be meant to be.
func missingFileHint(missing string, files []string) string {
	i := slices.IndexFunc(files, func(file string) bool { return strings.HasSuffix(file, "/"+missing) })
	if i < 0 {
		return ": paths are relative to the input"
	}
	return fmt.Sprintf(": paths are relative to the input, and this one stands in its folder %s; give that folder", strings.TrimSuffix(files[i], "/"+missing))
}

// AddHonestPairs adds every pair of files of one problem that the labels leave out as
// an honest one: it is for labels that name all copies there are. Such labels
// have Line 0, and their sides are in order.
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
