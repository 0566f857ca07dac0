package intake

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// tableFormat is a format in which a table describes the files.
type tableFormat struct {
	file     string   // name of the table
	columns  []string // that are read
	ignored  []string // that need no note
	required string   // the column of paths
	// parseRows reads the rows. problem is the name of the problem if a row has none;
	// note takes what is wrong with a line.
	parseRows func(problem string, rows *table, participants participantIndex, note func(line int, text string)) ([]tableEntry, []contest.Problem)
}

// isTable reports whether a file may be a table, by its path in the input: tables
// are at the top or in a folder there.
func (f tableFormat) isTable(name string) bool {
	return strings.EqualFold(path.Base(name), f.file) && strings.Count(name, "/") <= 1
}

func (f tableFormat) mode(name string) readMode {
	if f.isTable(name) {
		return modeRecord
	}
	return modeProgram
}

// detect looks for tables that have the required column and that together govern all
// files.
func (f tableFormat) detect(l *listing) string {
	tables := l.matching(func(name string) bool {
		_, peeked := l.heads[name]
		return peeked && strings.EqualFold(path.Base(name), f.file)
	})
	if len(tables) == 0 || slices.ContainsFunc(l.names, func(name string) bool { return topTable(tables, name) == "" }) {
		return ""
	}
	tables = slices.DeleteFunc(tables, func(name string) bool { return topTable(tables, name) != name })
	for _, name := range tables {
		if _, _, err := parseHeader(l.heads[name], f.columns, f.ignored, f.required); err != nil {
			return ""
		}
	}
	if len(tables) > 1 {
		return fmt.Sprintf("%s and %s of the same name have a column %q", tables[0], text.Count(len(tables)-1, "table"), f.required)
	}
	return fmt.Sprintf("%s has a column %q", tables[0], f.required)
}

// topTable returns the highest table in the folder of a file or above it; "" for
// none. Only this one may describe the file: a participant may have submitted others.
func topTable(tables []string, name string) string {
	top := ""
	for _, table := range tables {
		above := path.Dir(table) == "." || strings.HasPrefix(name, path.Dir(table)+"/")
		if above && (top == "" || strings.Count(table, "/") < strings.Count(top, "/")) {
			top = table
		}
	}
	return top
}

// read makes submissions of the files that the tables of t list.
func (f tableFormat) read(t *tree) (contents, error) {
	var c contents
	inventories, err := f.inventories(t)
	if err != nil {
		return c, err
	}
	participants := participantIndex{}
	var drafts []*draft
	for _, v := range inventories {
		table, err := parseTable(v.content, f.columns, f.ignored, f.required)
		if err != nil {
			return c, fmt.Errorf("%s: %w", v.path, err)
		}
		for _, note := range table.notes {
			t.skip(v.path, note)
		}
		var problems []contest.Problem
		v.entries, problems = f.parseRows(v.problem, table, participants, func(line int, text string) {
			t.skip(v.path, fmt.Sprintf("line %d: %s", line, text))
		})
		drafts = append(drafts, v.drafts(t)...)
		for _, p := range problems {
			if !slices.ContainsFunc(c.about.Problems, func(known contest.Problem) bool { return known.Name == p.Name }) {
				c.about.Problems = append(c.about.Problems, p)
			}
		}
	}
	c.submissions = numberAttempts(drafts)
	c.participants = participants.list(c.submissions)
	return c, nil
}

// inventories returns the tables to read, and skips other tables and the files that
// no table governs.
func (f tableFormat) inventories(t *tree) ([]inventory, error) {
	if t.manifest != nil {
		return []inventory{f.manifestInventory(t)}, nil
	}
	var paths []string
	for _, r := range t.records {
		paths = append(paths, r.path)
	}
	var list []inventory
	for _, r := range t.records {
		if topTable(paths, r.path) != r.path {
			t.skip(r.path, "not read: a table in a higher folder describes all files")
			continue
		}
		list = append(list, inventory{path: r.path, folder: path.Dir(r.path), content: r.content, problem: cmp.Or(r.input, t.name)})
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("there is no table %s with a column %q at its top", f.file, f.required)
	}
	if len(list) > 1 {
		for i := range list {
			if folder := list[i].folder; !strings.Contains(folder, "/") {
				list[i].problem = path.Base(folder)
			}
		}
	}
	for _, file := range t.files {
		if topTable(paths, file.path) == "" {
			t.skip(file.path, fmt.Sprintf("no table %s in its folder or above", f.file))
		}
	}
	return list, nil
}

// manifestInventory returns the manifest that the user gave, and skips other tables.
func (f tableFormat) manifestInventory(t *tree) inventory {
	m := *t.manifest
	m.problem = t.name
	isManifest := func(f file) bool { return !m.outside && f.path == m.path }
	for _, r := range t.records {
		if !isManifest(r) {
			t.skip(r.path, "not read: another manifest was given")
		}
	}
	t.files = slices.DeleteFunc(t.files, isManifest)
	return m
}

// tableEntry holds a table line's facts about a file, or about a folder whose files are
// one submission.
type tableEntry struct {
	line                                 int
	path                                 string // as in the table
	problem, participant                 string
	id, language, verdict, time, attempt string
	kind                                 contest.ParticipantKind
	refusal                              string // why it is not a submission, by the table; "" if it is
}

// inventory is a table of submissions.
type inventory struct {
	path    string // of the table, in the tree
	outside bool   // the table is in no input
	folder  string // that its paths are relative to; "." is the top
	content []byte
	problem string // name of the problem if a line has none
	entries []tableEntry
}

// drafts makes submissions of the files that the entries list; entries of one id are
// one submission. It skips files that no entry lists, and reports what is wrong with
// an entry by its line.
func (v inventory) drafts(t *tree) []*draft {
	c := &collector{inventory: v, tree: t, byID: map[string]*tableSubmission{}, namedBy: map[string]int{}}
	for _, e := range v.entries {
		c.add(e)
	}
	for _, f := range t.files {
		governed := v.folder == "." || strings.HasPrefix(f.path, v.folder+"/") || t.manifest != nil
		if governed && c.namedBy[f.path] == 0 {
			t.skip(f.path, fmt.Sprintf("%s does not list it", v.path))
		}
	}
	inFolder := perFolder(t.files)
	var drafts []*draft
	for _, s := range c.submissions {
		slices.SortFunc(s.files, func(a, b file) int { return strings.Compare(a.path, b.path) })
		files := wrapFiles(s.files)
		d := newDraft(s.problem, s.participant, cmp.Or(s.folder, pathOf(files, inFolder)), files)
		s.describe(d)
		drafts = append(drafts, d)
	}
	return drafts
}

// collector makes submissions of the entries of an inventory.
type collector struct {
	inventory
	tree        *tree
	submissions []*tableSubmission
	byID        map[string]*tableSubmission
	namedBy     map[string]int // the line that lists a file, by its path in the tree
}

// tableSubmission is a submission with its first entry.
type tableSubmission struct {
	tableEntry
	files  []file
	folder string // that its only entry names; "" for none
}

func (c *collector) add(e tableEntry) {
	// Only paths may contain names, not reasons: the names may have to be hidden.
	skip := func(path, reason string) {
		c.tree.skip(path, fmt.Sprintf("%s, line %d: %s", c.inventory.path, e.line, reason))
	}
	found, folder, missing := c.find(e.path)
	switch {
	case found == nil:
		skip(folder, missing)
		return
	case len(e.participant) > maxFactBytes:
		skip(folder, fmt.Sprintf("the name of the participant is longer than %d bytes", maxFactBytes))
		return
	case e.refusal != "":
		for _, f := range found {
			c.namedBy[f.path] = e.line
			skip(f.path, e.refusal)
		}
		return
	}
	s := c.byID[e.id]
	if e.id == "" || s == nil {
		s = &tableSubmission{tableEntry: e, folder: folder}
	} else if s.problem != e.problem || s.participant != e.participant {
		skip(e.path, fmt.Sprintf("line %d has the same id for another participant or problem: only that was read", s.line))
		return
	}
	files := c.programs(e, found, skip)
	if len(files) == 0 {
		return
	}
	if len(s.files) > 0 {
		s.folder = ""
	} else {
		c.submissions = append(c.submissions, s)
		if e.id != "" {
			c.byID[e.id] = s
		}
	}
	s.files = append(s.files, files...)
}

// programs returns the files of an entry that no other entry lists, with their
// language.
func (c *collector) programs(e tableEntry, found []file, skip func(path, reason string)) []file {
	language, known := lexer.ByName(e.language)
	if known = known && e.language != ""; !known && e.language != "" {
		skip(e.path, fmt.Sprintf("no language is called %q: its files were read by their names", e.language))
	}
	var files []file
	for _, f := range found {
		if first := c.namedBy[f.path]; first != 0 {
			skip(f.path, fmt.Sprintf("line %d lists it too: only that was read", first))
			continue
		}
		c.namedBy[f.path] = e.line
		if known {
			f.language = language
		}
		if f.language == nil {
			c.tree.skip(f.path, reasonLanguage)
			continue
		}
		files = append(files, f)
	}
	return files
}

// find returns the file of an entry, or all files of a folder. If there is none,
// folder is the path that it looked for, and missing says why.
func (c *collector) find(name string) (files []file, folder, missing string) {
	if name == "" {
		return nil, c.inventory.path, "it names no file"
	}
	all := c.tree.files
	from := func(name string) int {
		return sort.Search(len(all), func(i int) bool { return all[i].path >= name })
	}
	for _, name := range []string{name, slashes(name)} { // Windows writes backslashes
		cleaned, refusal := cleanName(name)
		if folder, missing = cleaned, refusal; refusal != "" {
			continue
		}
		folder, missing = path.Join(c.folder, cleaned), "it is not in the input, or was not read"
		if at := from(folder); at < len(all) && all[at].path == folder {
			return all[at : at+1], "", ""
		}
		if start, end := from(folder+"/"), from(folder+"0"); start < end { // '0' follows '/'
			return all[start:end], folder, ""
		}
	}
	return nil, folder, missing
}

// describe writes what the entry says into a draft.
func (e tableEntry) describe(d *draft) {
	d.Verdict, d.number, d.id, d.SystemID = parseVerdict(e.verdict), e.attempt, e.id, e.id
	d.Kind = cmp.Or(e.kind, contest.Official)
	if l, ok := lexer.ByName(e.language); ok && !strings.EqualFold(e.language, l.ID) && !strings.EqualFold(e.language, l.Name) {
		d.LanguageVersion = e.language
	}
	d.setTime(e.time)
}
