package evaluate

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// AssignProblems returns the problem of each file. A file with labels has the problem of its labels. For
// other files, AssignProblems takes the first rule that applies:
//
//  1. The nearest folder with labelled files decides, from the folder of the file upwards, if these files all have one
//     problem.
//  2. If no folder above has labelled files, and labelled files of one problem are in several top folders, then folders
//     do not name problems. The file has the problem of the labels, if all labels name one problem.
//  3. The problem is the name of the top folder; fallback for a file without a folder.
//
// unknown lists the files, sorted, for which several problems are possible. AssignProblems returns an error
// with the line if a labelled file is not in files or has two problems.
func AssignProblems(files []string, labels []Label, fallback string) (problems map[string]string, unknown []string, err error) {
	problems = make(map[string]string, len(files)) // "" until it is found
	for _, file := range files {
		problems[file] = ""
	}
	lines := make(map[string]int)                  // by file: the line of its problem
	problemsIn := make(map[string]map[string]bool) // by folder, "." for the input: the problems of labelled files
	topFolders := make(map[string]map[string]bool) // by problem: the top folders of its labelled files
	foldersNameProblems := true
	for _, label := range labels {
		for _, file := range []string{label.Left, label.Right} {
			earlier, ok := problems[file]
			if !ok {
				return nil, nil, fmt.Errorf("line %d: there is no file %s%s", label.Line, file, missingFileHint(file, files))
			}
			if label.Problem == "" {
				continue
			}
			if earlier != "" && earlier != label.Problem {
				return nil, nil, fmt.Errorf("line %d: %s is for problem %q here, but for %q in line %d",
					label.Line, file, label.Problem, earlier, lines[file])
			}
			problems[file], lines[file] = label.Problem, label.Line
			for dir := path.Dir(file); ; dir = path.Dir(dir) {
				if addMember(problemsIn, dir, label.Problem); !strings.Contains(dir, "/") {
					break
				}
			}
			addMember(topFolders, label.Problem, topFolder(file, fallback))
			foldersNameProblems = foldersNameProblems && len(topFolders[label.Problem]) == 1
		}
	}
	named := slices.Collect(maps.Keys(topFolders))
	for file, problem := range problems {
		dir := path.Dir(file)
		for problemsIn[dir] == nil && strings.Contains(dir, "/") {
			dir = path.Dir(dir)
		}
		candidates := slices.Collect(maps.Keys(problemsIn[dir]))
		if len(candidates) == 0 && !foldersNameProblems {
			candidates = named
		}
		switch {
		case problem != "":
		case len(candidates) == 1:
			problems[file] = candidates[0]
		default:
			problems[file] = topFolder(file, fallback)
			if len(candidates) > 1 {
				unknown = append(unknown, file)
			}
		}
	}
	slices.Sort(unknown)
	return problems, unknown, nil
}

func addMember(sets map[string]map[string]bool, key, member string) {
	if sets[key] == nil {
		sets[key] = make(map[string]bool)
	}
	sets[key][member] = true
}

func topFolder(file, fallback string) string {
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
