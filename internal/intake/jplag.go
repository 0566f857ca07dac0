package intake

import "path"

// jplagFormat is what JPlag reads (its wiki, "How to Use JPlag"): a root folder,
// in which each folder is a submission with all that is in it, and each file is
// one too. It looks like any folder, so it has to be asked for; what it means
// is that no folder is a problem's, and that files 01.cpp and 02.cpp in one
// folder are a program and not attempts. Several paths are several roots, a
// problem each.
func jplagFormat() format {
	return format{name: "jplag", title: "JPlag's root folders: a folder or a file for each submission", read: func(t *tree) (told, error) {
		var drafts []*draft
		roots := t.shares()
		for _, root := range roots {
			files := place(root.files)
			if len(roots) == 1 {
				files = unwrapped(files)
			}
			drafts = append(drafts, programs(root.name, files, 0)...)
		}
		return told{submissions: number(drafts)}, nil
	}}
}

// programs makes submissions of files: what stands at a level, a folder with all
// that is in it or a file, is one, of a participant of its name. There is
// nothing above that level.
func programs(problem string, files []placed, level int) []*draft {
	inside := map[string][]placed{} // by path
	var order []string
	for _, f := range files {
		p := f.upTo(level)
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
		if len(first.parts) == level+1 && same[path.Dir(p)+"/"+name] > 1 {
			name = first.parts[level]
		}
		drafts = append(drafts, newDraft(problem, name, p, inside[p]))
	}
	return drafts
}

// unwrapped takes off the folders at the top that hold all there is: one
// submission alone would be of no use.
func unwrapped(files []placed) []placed {
	for {
		inner := unwrappedOnce(files)
		if inner == nil {
			return files
		}
		files = inner
	}
}

// unwrappedOnce takes off the folder at the top; nil where not all stand in it.
func unwrappedOnce(files []placed) []placed {
	inner := make([]placed, len(files))
	for i, f := range files {
		if len(f.parts) < 2 || f.parts[0] != files[0].parts[0] {
			return nil
		}
		inner[i] = placed{f.file, f.parts[1:]}
	}
	return inner
}
