package intake

// mossFormat is what people give to Moss (the head of its script moss): with -d a
// folder is a program with all that is in it, and without, each file is one.
// Folders of these are problems: <problem>/<student>/<files>, <student>/<files>, or
// <student>.<ext>. It looks like any folder, so it has to be asked for. Moss's
// base files, -b, are --base here.
func mossFormat() format {
	return format{name: "moss", title: "Moss's folders, as for moss -d, or files", read: func(t *tree) (told, error) {
		var drafts []*draft
		for _, in := range t.shares() {
			files := place(in.files)
			for inner := unwrappedOnce(files); inner != nil && depth(files) != 2; inner = unwrappedOnce(files) {
				files = inner
			}
			if depth(files) < 2 {
				drafts = append(drafts, programs(in.name, files, 0)...)
				continue
			}
			problems := map[string][]placed{}
			var order []string
			for _, f := range files {
				if len(f.parts) == 1 {
					t.skip(f.path, outsideReason[ProblemParticipant])
					continue
				}
				problem := f.parts[0]
				if problems[problem] == nil {
					order = append(order, problem)
				}
				problems[problem] = append(problems[problem], f)
			}
			for _, problem := range order {
				drafts = append(drafts, programs(problem, problems[problem], 1)...)
			}
		}
		return told{submissions: number(drafts)}, nil
	}}
}

// depth is how many folders stand above each file, at least, of those that
// stand in one; 0 where none does.
func depth(files []placed) int {
	least := 0
	for _, f := range files {
		if n := len(f.parts) - 1; n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}
