package intake

import "path"

// jplagFormat is what JPlag reads (its wiki, "How to Use JPlag"): a root folder,
// in which each folder is a submission with all that is in it, and each file is
// one too. It looks like any folder, so it has to be asked for; what it means
// is that no folder is a problem's, and that files 01.cpp and 02.cpp in one
// folder are a program and not attempts. Several paths are several roots, a
// problem each.
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

// programDrafts makes submissions of files: what stands at a level, a folder with all
// that is in it or a file, is one, of a participant of its name. There is
// nothing above that level.
func programDrafts(problem string, files []layoutFile, level int) []*draft {
	inside := map[string][]layoutFile{} // by path
	var order []string
	for _, f := range files {
		p := f.pathTo(level)
		if inside[p] == nil {
			order = append(order, p)
		}
		inside[p] = append(inside[p], f)
	}
	same := sameStems(files, level)
	var drafts []*draft
	for _, p := range order {
		first := inside[p][0]
		name := first.name(level)
		if len(first.elements) == level+1 && same[path.Dir(p)+"/"+name] > 1 {
			name = first.elements[level]
		}
		drafts = append(drafts, newDraft(problem, name, p, inside[p]))
	}
	return drafts
}

// unwrapAll takes off the folders at the top that hold all there is: one
// submission alone would be of no use.
func unwrapAll(files []layoutFile) []layoutFile {
	for {
		inner := unwrap(files)
		if inner == nil {
			return files
		}
		files = inner
	}
}

// unwrap takes off the folder at the top; nil where not all stand in it.
func unwrap(files []layoutFile) []layoutFile {
	inner := make([]layoutFile, len(files))
	for i, f := range files {
		if len(f.elements) < 2 || f.elements[0] != files[0].elements[0] {
			return nil
		}
		inner[i] = layoutFile{f.file, f.elements[1:]}
	}
	return inner
}
