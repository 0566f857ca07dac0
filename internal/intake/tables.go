package intake

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// tableFormat is a format in which a table tells whose each file is.
type tableFormat struct {
	file     string   // what the table is called
	columns  []string // those that are read
	ignored  []string // those that are not, and nobody misses them
	required string   // the column of the paths
	// parseRows reads the rows. The problem is what to call it where they do not
	// tell; note takes what is wrong with a line.
	parseRows func(problem string, rows *table, everyone *people, note func(line int, text string)) ([]tableEntry, []contest.Problem)
}

// isTable tells whether a file may be a table, by its path in the input: it stands
// at the top, or in a folder there.
func (f tableFormat) isTable(name string) bool {
	return strings.EqualFold(path.Base(name), f.file) && strings.Count(name, "/") <= 1
}

func (f tableFormat) mode(name string) readMode {
	if f.isTable(name) {
		return modeRecord
	}
	return modeProgram
}

// detect looks for tables that have the needed column and that, together,
// stand above all that there is.
func (f tableFormat) detect(l *listing) string {
	at := l.matching(func(name string) bool {
		_, peeked := l.heads[name]
		return peeked && strings.EqualFold(path.Base(name), f.file)
	})
	if len(at) == 0 || slices.ContainsFunc(l.names, func(name string) bool { return topTable(at, name) == "" }) {
		return ""
	}
	at = slices.DeleteFunc(at, func(name string) bool { return topTable(at, name) != name })
	for _, name := range at {
		if _, _, err := parseHeader(l.heads[name], f.columns, f.ignored, f.required); err != nil {
			return ""
		}
	}
	if len(at) > 1 {
		return fmt.Sprintf("%s and %s of the same name have a column %q", at[0], text.Count(len(at)-1, "table"), f.required)
	}
	return fmt.Sprintf("%s has a column %q", at[0], f.required)
}

// topTable returns the highest of tables that stands in the folder of a file or
// above it, which is the one that may tell of it: whoever took part may have
// handed in another. "" is none.
func topTable(tables []string, name string) string {
	best := ""
	for _, table := range tables {
		above := path.Dir(table) == "." || strings.HasPrefix(name, path.Dir(table)+"/")
		if above && (best == "" || strings.Count(table, "/") < strings.Count(best, "/")) {
			best = table
		}
	}
	return best
}

// read makes submissions of the files that the tables of t name.
func (f tableFormat) read(t *tree) (contents, error) {
	var out contents
	lists, err := f.inventories(t)
	if err != nil {
		return out, err
	}
	everyone := &people{}
	var drafts []*draft
	for _, l := range lists {
		table, err := parseTable(l.content, f.columns, f.ignored, f.required)
		if err != nil {
			return out, fmt.Errorf("%s: %w", l.path, err)
		}
		for _, note := range table.notes {
			t.skip(l.path, note)
		}
		var problems []contest.Problem
		l.lines, problems = f.parseRows(l.problem, table, everyone, func(line int, text string) {
			t.skip(l.path, fmt.Sprintf("line %d: %s", line, text))
		})
		drafts = append(drafts, l.drafts(t)...)
		for _, p := range problems {
			if !slices.ContainsFunc(out.about.Problems, func(known contest.Problem) bool { return known.Name == p.Name }) {
				out.about.Problems = append(out.about.Problems, p)
			}
		}
	}
	out.submissions = numberAttempts(drafts)
	out.participants = everyone.list(out.submissions)
	return out, nil
}

// inventories finds the tables to read. Files that none of them stands above are
// listed.
func (f tableFormat) inventories(t *tree) ([]inventory, error) {
	if t.manifest != nil {
		return []inventory{f.manifestInventory(t)}, nil
	}
	var paths []string
	for _, r := range t.records {
		paths = append(paths, r.path)
	}
	var lists []inventory
	for _, r := range t.records {
		if topTable(paths, r.path) != r.path {
			t.skip(r.path, "not read: one that stands higher tells of all")
			continue
		}
		lists = append(lists, inventory{path: r.path, folder: path.Dir(r.path), content: r.content, problem: cmp.Or(r.input, t.name)})
	}
	if len(lists) == 0 {
		return nil, fmt.Errorf("no table %s stands at its top, which tells in a column %q of the submissions", f.file, f.required)
	}
	if inFolders := len(lists) > 1; inFolders {
		for i := range lists {
			if folder := lists[i].folder; !strings.Contains(folder, "/") {
				lists[i].problem = path.Base(folder)
			}
		}
	}
	for _, file := range t.files {
		if topTable(paths, file.path) == "" {
			t.skip(file.path, fmt.Sprintf("no table %s stands above it", f.file))
		}
	}
	return lists, nil
}

// manifestInventory takes the manifest that was given, and lists those that were not.
func (f tableFormat) manifestInventory(t *tree) inventory {
	m := *t.manifest
	m.problem = t.name
	itself := func(f file) bool { return !m.outside && f.path == m.path }
	for _, r := range t.records {
		if !itself(r) {
			t.skip(r.path, "not read: another manifest was given")
		}
	}
	t.files = slices.DeleteFunc(t.files, itself)
	return m
}
