package intake

import (
	"path"
	"strings"
)

// layoutFile is a file and its place in the layout: the elements of its path, less
// the folders that are seen through.
type layoutFile struct {
	file
	elements []string // at least one; the last is the file's own name
}

func layoutFiles(files []file) []layoutFile {
	out := make([]layoutFile, len(files))
	for i, f := range files {
		out[i] = layoutFile{f, strings.Split(f.inputPath, "/")}
	}
	return out
}

// name is the element at level: a folder's name, or a file's without its
// extension.
func (p layoutFile) name(level int) string {
	if level == len(p.elements)-1 {
		return stem(p.elements[level])
	}
	return p.elements[level]
}

func stem(name string) string {
	if s := strings.TrimSuffix(name, path.Ext(name)); s != "" {
		return s
	}
	return name
}

// pathTo is the path of the folder (or file) at level.
func (p layoutFile) pathTo(level int) string {
	elements := strings.Split(p.path, "/")
	return strings.Join(elements[:len(elements)-len(p.elements)+level+1], "/")
}

// outsideReasons says, for each preset, what a file is that stands too high.
var outsideReasons = map[string]string{
	ProblemParticipant: "beside the problems' folders: it belongs to no problem",
	ParticipantProblem: "beside the participants' folders: it belongs to no participant",
}

// arrange makes submissions of files, by a preset. One problem is named by
// set where the folders name none. Files outside the layout are returned.
func arrange(preset string, files []layoutFile, set string) (drafts []*draft, outside []layoutFile) {
	level := 1 // of the file or folder that belongs to one participant and problem
	if preset == ParticipantFiles {
		level = 0
	}
	folders := map[string][]layoutFile{} // by path
	var order []string
	for _, f := range files {
		switch {
		case len(f.elements) <= level:
			outside = append(outside, f)
		default:
			p := f.pathTo(level)
			if folders[p] == nil {
				order = append(order, p)
			}
			folders[p] = append(folders[p], f)
		}
	}
	same := sameStems(files, level)
	for _, p := range order {
		inside := folders[p]
		name := inside[0].name(level)
		single := len(inside[0].elements) == level+1
		if single && preset != ParticipantProblem && same[path.Dir(p)+"/"+name] > 1 {
			name = inside[0].elements[level]
		}
		problem, participant := set, name
		switch preset {
		case ProblemParticipant:
			problem = inside[0].elements[0]
		case ParticipantProblem:
			problem, participant = name, inside[0].elements[0]
		}
		if single {
			drafts = append(drafts, newDraft(problem, participant, p, inside[:1]))
			continue
		}
		drafts = append(drafts, folderDrafts(problem, participant, p, inside, level+1)...)
	}
	return drafts, outside
}

// sameStems counts, for each folder, the files at level that differ in their
// extension only: there, the whole name is the participant.
func sameStems(files []layoutFile, level int) map[string]int {
	counts := map[string]int{}
	for _, f := range files {
		if len(f.elements) == level+1 {
			counts[path.Dir(f.path)+"/"+stem(f.elements[level])]++
		}
	}
	return counts
}

// folderDrafts makes submissions of what one participant has in the folder at
// p for one problem. What is in it is at level.
func folderDrafts(problem, participant, p string, files []layoutFile, level int) []*draft {
	attempts := map[string][]layoutFile{} // by path
	var order []string
	for _, f := range files {
		if _, ok := parseAttempt(f.name(level)); !ok {
			return []*draft{newDraft(problem, participant, p, files)}
		}
		q := f.pathTo(level)
		if attempts[q] == nil {
			order = append(order, q)
		}
		attempts[q] = append(attempts[q], f)
	}
	var drafts []*draft
	for _, q := range order {
		d := newDraft(problem, participant, q, attempts[q])
		a, _ := parseAttempt(attempts[q][0].name(level))
		d.number, d.Verdict = a.number, a.verdict
		drafts = append(drafts, d)
	}
	return drafts
}
