package intake

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// tableEntry is what a line of a table says of a file, or of a folder of which all
// files are one submission.
type tableEntry struct {
	line                                 int
	path                                 string // as the table has it
	problem, participant                 string
	id, language, verdict, time, attempt string
	kind                                 contest.ParticipantKind
	refusal                              string // why it is no submission, by the table; "" where it is one
}

// inventory is a table of submissions, and where it stands.
type inventory struct {
	path    string // of the table, in the tree
	outside bool   // it stands in no input
	folder  string // that its paths are relative to; "." is the top
	content []byte
	problem string // what the problem is called where the table does not tell
	lines   []tableEntry
}

// drafts makes submissions of the files that the lines name; those of one id
// are one submission. What is wrong with a line is listed by its number, and so
// are the files that no line names.
func (l inventory) drafts(t *tree) []*draft {
	c := &collector{inventory: l, tree: t, byID: map[string]*tableSubmission{}, namedBy: map[string]int{}}
	for _, line := range l.lines {
		c.add(line)
	}
	for _, f := range t.files {
		mine := l.folder == "." || strings.HasPrefix(f.path, l.folder+"/") || t.manifest != nil
		if mine && c.namedBy[f.path] == 0 {
			t.skip(f.path, fmt.Sprintf("%s does not name it", l.path))
		}
	}
	inFolder := perFolder(t.files)
	var drafts []*draft
	for _, s := range c.submissions {
		slices.SortFunc(s.files, func(a, b layoutFile) int { return strings.Compare(a.path, b.path) })
		d := newDraft(s.problem, s.participant, cmp.Or(s.folder, pathOf(s.files, inFolder)), s.files)
		s.describe(d)
		drafts = append(drafts, d)
	}
	return drafts
}

// collector is the files of an inventory on their way to submissions.
type collector struct {
	inventory
	tree        *tree
	submissions []*tableSubmission
	byID        map[string]*tableSubmission
	namedBy     map[string]int // line that names a file, by its path in the tree
}

// tableSubmission is a submission with its first line.
type tableSubmission struct {
	tableEntry
	files  []layoutFile
	folder string // the folder that its only line names; "" where there is none
}

func (c *collector) add(line tableEntry) {
	// Names stand where names are looked for, and not in the reasons: they may be
	// those of somebody who is to be hidden.
	skip := func(name, reason string) {
		c.tree.skip(name, fmt.Sprintf("%s, line %d: %s", c.inventory.path, line.line, reason))
	}
	found, folder, missing := c.find(line.path)
	switch {
	case found == nil:
		skip(folder, missing)
		return
	case len(line.participant) > maxFactBytes:
		skip(folder, fmt.Sprintf("the name of the participant is longer than %d bytes", maxFactBytes))
		return
	case line.refusal != "":
		for _, f := range found {
			c.namedBy[f.path] = line.line
			skip(f.path, line.refusal)
		}
		return
	}
	s := c.byID[line.id]
	if line.id == "" || s == nil {
		s = &tableSubmission{tableEntry: line, folder: folder}
	} else if s.problem != line.problem || s.participant != line.participant {
		skip(line.path, fmt.Sprintf("line %d has the same id for another participant or problem: only that was read", s.line))
		return
	}
	language, known := lexer.ByName(line.language)
	if known = known && line.language != ""; !known && line.language != "" {
		skip(line.path, fmt.Sprintf("no language is called %q: its files were read by their names", line.language))
	}
	var files []layoutFile
	for _, f := range found {
		if first := c.namedBy[f.path]; first != 0 {
			skip(f.path, fmt.Sprintf("line %d names it too: only that was read", first))
			continue
		}
		c.namedBy[f.path] = line.line
		if known {
			f.language = language
		}
		if f.language == nil {
			c.tree.skip(f.path, reasonLanguage)
			continue
		}
		files = append(files, layoutFile{file: f})
	}
	if len(files) == 0 {
		return
	}
	if len(s.files) > 0 {
		s.folder = ""
	} else {
		c.submissions = append(c.submissions, s)
		if line.id != "" {
			c.byID[line.id] = s
		}
	}
	s.files = append(s.files, files...)
}

// find looks for what a line names: a file, or a folder with all that is in
// it. Where there is none, folder is what it was looked for as, and missing
// says why.
func (c *collector) find(name string) (files []file, folder, missing string) {
	if name == "" {
		return nil, c.inventory.path, "it names no file"
	}
	all := c.tree.files
	from := func(name string) int {
		return sort.Search(len(all), func(i int) bool { return all[i].path >= name })
	}
	// A table that was made on Windows may have backslashes.
	for _, name := range []string{name, slashes(name)} {
		cleaned, refused := cleanName(name)
		if folder, missing = cleaned, refused; refused != "" {
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

// describe writes what the line says into a draft.
func (l tableEntry) describe(d *draft) {
	d.Verdict, d.number, d.id, d.SystemID = parseVerdict(l.verdict), l.attempt, l.id, l.id
	d.Kind = cmp.Or(l.kind, contest.Official)
	if found, ok := lexer.ByName(l.language); ok && !strings.EqualFold(l.language, found.ID) && !strings.EqualFold(l.language, found.Name) {
		d.LanguageVersion = l.language
	}
	var known bool
	if d.Time, known = parseTime(l.time); !known {
		d.timeText = l.time
	}
}
