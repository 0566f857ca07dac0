package intake

// mossFormat is what people give to Moss (the head of its script moss): with -d a
// folder is a program with all that is in it, and without, each file is one.
// Folders of these are problems: <problem>/<student>/<files>, <student>/<files>, or
// <student>.<ext>. It looks like any folder, so it has to be asked for. Moss's
// base files, -b, are --base here.
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
			problems := map[string][]layoutFile{}
			var order []string
			for _, f := range files {
				if len(f.elements) == 1 {
					t.skip(f.path, outsideReasons[ProblemParticipant])
					continue
				}
				problem := f.elements[0]
				if problems[problem] == nil {
					order = append(order, problem)
				}
				problems[problem] = append(problems[problem], f)
			}
			for _, problem := range order {
				drafts = append(drafts, programDrafts(problem, problems[problem], 1)...)
			}
		}
		return contents{submissions: numberAttempts(drafts)}, nil
	}}
}

// depth is how many folders stand above each file, at least, of those that
// stand in one; 0 where none does.
func depth(files []layoutFile) int {
	least := 0
	for _, f := range files {
		if n := len(f.elements) - 1; n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}
