package intake

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// table is a CSV file about submissions or participants. Its header names the columns. Each other line
// describes one item.
type table struct {
	columns []string // in lower case; "" for an ignored column
	rows    []row
	notes   []i18n.Text // each says what could not be read
	isCut   bool        // the file was not read to its end, for the reason in the last note
}

// maxRows is the largest number of lines of a table that ojcheck reads.
const maxRows = defaultEntries

// row is one line of a table.
type row struct {
	line   int // number of its first line in the file, from 1
	values map[string]string
}

// text returns the value in a column without characters that cannot be shown.
func (r row) text(column string) string { return printable(r.values[column]) }

// parseTable reads the known columns of a table. It notes other columns unless they are in ignored. It
// returns an error if there is no header, or if the header lacks the required column.
func parseTable(content []byte, known, ignored []string, required string) (*table, error) {
	content = tableText(content)
	t, reader, err := parseHeader(content, known, ignored, required)
	if err != nil {
		return nil, err
	}
	if !utf8.Valid(content) {
		t.notes = append(t.notes, i18n.Textf(`it is not in UTF-8, so letters of other languages are shown as numbers such as \xe4: save it as UTF-8`))
	}
	for {
		record, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			t.notes = append(t.notes, i18n.Textf("not read to its end: %s", csvReason(err)))
			t.isCut = true
			return t, nil
		}
		line, _ := reader.FieldPos(0)
		if len(t.rows) == maxRows {
			t.notes = append(t.notes, i18n.Textf("not read from line %s on: a table may have %d lines", strconv.Itoa(line), maxRows))
			t.isCut = true
			return t, nil
		}
		t.addRow(line, record)
	}
}

// readTable returns the rows of a table. It lists what it cannot read as skipped.
func (t *tree) readTable(f file, known, ignored []string, required string) []row {
	table, err := parseTable(f.content, known, ignored, required)
	if err != nil {
		t.skip(f.path, "not read: %s", err)
		return nil
	}
	for _, note := range table.notes {
		t.skipText(f.path, note)
	}
	return table.rows
}

// tableText decodes a table in UTF-16 without a byte order mark, which has a zero byte next to the first letter. It returns any
// other content as it is.
func tableText(content []byte) []byte {
	switch {
	case len(content) < 2 || (content[0] == 0) == (content[1] == 0):
		return content
	case content[0] == 0:
		return text.DecodeUTF16(append([]byte(text.BigEndianMark), content...))
	}
	return text.DecodeUTF16(append([]byte(text.LittleEndianMark), content...))
}

// parseHeader reads the header of a table, and returns a reader of the other lines.
func parseHeader(content []byte, known, ignored []string, required string) (*table, *csv.Reader, error) {
	if !bytes.Contains(content, []byte("\n")) { // Excel for Mac can end lines with CR alone
		content = bytes.ReplaceAll(content, []byte("\r"), []byte("\n"))
	}
	reader := csv.NewReader(bytes.NewReader(content))
	reader.FieldsPerRecord = -1
	reader.Comma = separator(content)
	header, err := reader.Read()
	if errors.Is(err, io.EOF) {
		return nil, nil, i18n.Errorf("it is empty: its first line should name the columns")
	}
	if err != nil {
		return nil, nil, csvReason(err).Err()
	}
	t := &table{}
	for i, name := range header {
		name = strings.ToLower(strings.TrimSpace(name))
		switch {
		case slices.Contains(ignored, name):
			name = ""
		case !slices.Contains(known, name):
			// The note omits the name, because in a table without a header it is a value, perhaps a secret.
			t.notes = append(t.notes, i18n.Textf("column %s was not read: it is none of %s",
				strconv.Itoa(i+1), strings.Join(known, ", ")))
			name = ""
		case slices.Contains(t.columns, name):
			t.notes = append(t.notes, i18n.Textf("column %s was not read: it is a second %s", strconv.Itoa(i+1), name))
			name = ""
		}
		t.columns = append(t.columns, name)
	}
	if !slices.Contains(t.columns, required) {
		return nil, nil, i18n.Errorf("its first line names no column %q", required)
	}
	return t, reader, nil
}

// separator returns the most frequent of comma, semicolon and tab in a header. Which one a spreadsheet writes
// depends on the country.
func separator(content []byte) rune {
	header, _, _ := bytes.Cut(content, []byte("\n"))
	count := func(separator rune) int { return bytes.Count(header, []byte(string(separator))) }
	return slices.MaxFunc([]rune(",;\t"), func(a, b rune) int { return cmp.Compare(count(a), count(b)) })
}

// addRow adds the row of a line after the header. It omits values of more than maxFactBytes.
func (t *table) addRow(line int, record []string) {
	r := row{line: line, values: map[string]string{}}
	if len(record) > len(t.columns) {
		t.notes = append(t.notes, ofLine(line, "more values than columns: the extra ones were not read"))
	}
	for i, value := range record[:min(len(record), len(t.columns))] {
		column := t.columns[i]
		if column == "" {
			continue
		}
		value = strings.TrimSpace(value)
		if len(printable(value)) > maxFactBytes {
			t.notes = append(t.notes,
				ofLine(line, "the value in the column %s is longer than %d bytes and was not read", column, maxFactBytes))
			continue
		}
		r.values[column] = value
	}
	t.rows = append(t.rows, r)
}

// csvReason describes an error of a CSV file, with its line.
func csvReason(err error) i18n.Text {
	if broken, ok := errors.AsType[*csv.ParseError](err); ok {
		return i18n.Textf("line %s: %s", strconv.Itoa(broken.StartLine), broken.Err)
	}
	return errorReason(err)
}

// ofLine says what is wrong with a line of a file.
func ofLine(line int, text i18n.Key, args ...any) i18n.Text {
	return i18n.Textf("line %s: %s", strconv.Itoa(line), i18n.Textf(text, args...))
}

// tableFormat is a format in which a table describes the files.
type tableFormat struct {
	file      string   // name of the table
	columns   []string // columns that are read
	ignored   []string // columns that are not read, without a note
	required  string   // name of the column of paths
	parseRows func(m *manifest, t *table)
}

func (f tableFormat) format(name string, title i18n.Key) *format {
	return &format{
		name: name, title: title, peek: f.isTable, detect: f.detect, read: f.read,
		mode: modeIf(f.isTable, modeRecord, modeProgram),
	}
}

// isTable reports whether a file may be a table, by its path in the input. A table is at the top or in a
// folder there.
func (f tableFormat) isTable(name string) bool {
	return strings.EqualFold(path.Base(name), f.file) && strings.Count(name, "/") <= 1
}

// tables returns the tables of a listing; nil unless every file is in the folder of one of them, or below it. If a
// table cannot be read, unreadable is its path and err says why.
func (f tableFormat) tables(l *listing) (tables []string, unreadable string, err error) {
	tables = l.matching(func(name string) bool {
		_, peeked := l.heads[name]
		return peeked && strings.EqualFold(path.Base(name), f.file)
	})
	byFolder := newTablesByFolder(tables)
	if len(tables) == 0 || slices.ContainsFunc(l.names, func(name string) bool { return byFolder.highest(name) == "" }) {
		return nil, "", nil
	}
	tables = slices.DeleteFunc(tables, func(name string) bool { return byFolder.highest(name) != name })
	for _, name := range tables {
		if _, _, err := parseHeader(tableText(l.heads[name]), f.columns, f.ignored, f.required); err != nil {
			return tables, name, err
		}
	}
	return tables, "", nil
}

// detect looks for tables that have the required column.
func (f tableFormat) detect(l *listing) (reason, resemblance i18n.Text) {
	tables, _, err := f.tables(l)
	if err != nil || len(tables) == 0 {
		return noText, noText
	}
	if len(tables) > 1 {
		return i18n.Textf("%[2]s and %[1]d tables of the same name have a column %[3]q",
			len(tables)-1, tables[0], f.required), noText
	}
	return i18n.Textf("%s has a column %q", tables[0], f.required), noText
}

// tablesByFolder maps folders to the paths of their tables. "." is the top.
type tablesByFolder map[string]string

func newTablesByFolder(tables []string) tablesByFolder {
	byFolder := tablesByFolder{}
	for _, table := range tables {
		if folder := path.Dir(table); byFolder[folder] == "" { // the first of tables whose names differ in case
			byFolder[folder] = table
		}
	}
	return byFolder
}

// highest returns the highest table in the folders around a file; "" for none. Participants may have written
// lower ones.
func (t tablesByFolder) highest(name string) string {
	if top := t["."]; top != "" {
		return top
	}
	for i, r := range name {
		if r == '/' && t[name[:i]] != "" {
			return t[name[:i]]
		}
	}
	return ""
}

// read makes submissions of the files that the tables of t list.
func (f tableFormat) read(t *tree) (contents, error) {
	manifests, err := f.manifests(t)
	if err != nil {
		return contents{}, err
	}
	participants := map[string]contest.Participant{} // by name
	hasProblem := map[string]bool{}                  // by name
	fileCounts := countByFolder(t.files)
	var c contents
	var drafts []*draft
	for _, m := range manifests {
		table, err := parseTable(m.content, f.columns, f.ignored, f.required)
		if err != nil {
			return c, i18n.Errorf("%s: %s", m.path, err)
		}
		for _, note := range table.notes {
			t.skipText(m.path, note)
		}
		if table.isCut {
			t.incomplete = append(t.incomplete, i18n.Textf("%s: %s", m.path, table.notes[len(table.notes)-1]))
		}
		m.tree, m.participants = t, participants
		m.byID, m.listedBy = map[string]*tableSubmission{}, map[string]int{}
		f.parseRows(m, table)
		drafts = append(drafts, m.drafts(fileCounts)...)
		for _, p := range m.problems {
			if !hasProblem[p.Name] {
				hasProblem[p.Name] = true
				c.about.Problems = append(c.about.Problems, p)
			}
		}
	}
	c.submissions, c.participants = numberAttempts(drafts), sortedParticipants(participants)
	return c, nil
}

// manifests returns the tables to read. It skips other tables, and files that are not below any table.
func (f tableFormat) manifests(t *tree) ([]*manifest, error) {
	if m := t.manifest; m != nil {
		m.problem = t.name
		isManifest := func(f file) bool { return !m.isOutside && f.path == m.path }
		for _, r := range t.records {
			if !isManifest(r) {
				t.skip(r.path, "not read: another manifest was given")
			}
		}
		t.files = slices.DeleteFunc(t.files, isManifest)
		return []*manifest{m}, nil
	}
	var paths []string
	for _, r := range t.records {
		paths = append(paths, r.path)
	}
	byFolder := newTablesByFolder(paths)
	var list []*manifest
	for _, r := range t.records {
		if byFolder.highest(r.path) != r.path {
			t.skip(r.path, "not read: a table in a higher folder describes all files")
			continue
		}
		list = append(list, &manifest{
			path: r.path, folder: path.Dir(r.path), content: r.content, problem: cmp.Or(r.input, t.name),
		})
	}
	if len(list) == 0 {
		return nil, i18n.Errorf("there is no table %s with a column %q at its top", f.file, f.required)
	}
	for _, m := range list {
		if len(list) > 1 && !strings.Contains(m.folder, "/") {
			m.problem = m.folder
		}
	}
	for _, file := range t.files {
		if byFolder.highest(file.path) == "" {
			t.skip(file.path, "no table %s in its folder or above", f.file)
		}
	}
	return list, nil
}

// tableEntry is what a line of a table says about a file, or about a folder with the files of one submission.
type tableEntry struct {
	line                                 int
	path                                 string // as in the table
	problem, participant                 string
	id, language, verdict, time, attempt string
	kind                                 contest.ParticipantKind
	refusal                              i18n.Key // why the entry is no submission; "" for a submission
}

// manifest is a table that lists the files of submissions.
type manifest struct {
	path      string // path of the table in the tree
	isOutside bool   // the table is in no input
	folder    string // paths in the table are relative to this folder; "." is the top
	content   []byte
	problem   string // of lines that name no problem

	// tableFormat.parseRows adds to these fields.
	problems     []contest.Problem
	participants map[string]contest.Participant // by name
	submissions  []*tableSubmission
	byID         map[string]*tableSubmission
	listedBy     map[string]int // path of a file or folder in the tree to the line that lists it

	tree *tree
}

// tableSubmission is a submission, with the first entry that names it.
type tableSubmission struct {
	tableEntry
	files  []file
	folder string // the folder that the entry names, if there is only one entry; "" for none
}

// note lists what is wrong with a line as skipped.
func (m *manifest) note(line int, text i18n.Key, args ...any) {
	m.tree.skipText(m.path, ofLine(line, text, args...))
}

// skip skips a path for a reason in an entry. The reason must not name participants, because blind review may
// hide them.
func (m *manifest) skip(e tableEntry, path string, reason i18n.Key, args ...any) {
	m.skipText(e, path, i18n.Textf(reason, args...))
}

func (m *manifest) skipText(e tableEntry, path string, reason i18n.Text) {
	m.tree.skip(path, "%s, line %s: %s", m.path, strconv.Itoa(e.line), reason)
}

// drafts makes drafts of the submissions. It skips files that no entry lists. fileCounts is as in pathOf.
func (m *manifest) drafts(fileCounts map[string]int) []*draft {
	files := m.tree.files
	if m.folder != "." && m.tree.manifest == nil {
		files = m.tree.filesBelow(m.folder)
	}
	for _, f := range files {
		if m.listedBy[f.path] == 0 {
			m.tree.skip(f.path, "%s does not list it", m.path)
		}
	}
	var drafts []*draft
	for _, s := range m.submissions {
		sortFiles(s.files)
		d := newDraft(s.problem, s.participant, cmp.Or(s.folder, pathOf(s.files, fileCounts)), s.files...)
		d.Verdict, d.number, d.id, d.SystemID = parseVerdict(s.verdict), s.attempt, s.id, s.id
		d.Kind = cmp.Or(s.kind, contest.Official)
		if l, ok := lexer.ByName(s.language); ok && !strings.EqualFold(s.language, l.ID) && !strings.EqualFold(s.language, l.Name) {
			d.LanguageVersion = s.language
		}
		d.setTime(s.time)
		drafts = append(drafts, d)
	}
	return drafts
}

// add adds the files that an entry lists. Entries with the same id are one submission. What is wrong with an
// entry is listed under the line of the entry.
func (m *manifest) add(e tableEntry) {
	found, folder, missing := m.find(e.path)
	switch {
	case found == nil:
		m.skipText(e, folder, missing)
		return
	case folder != "" && m.listedBy[folder] != 0:
		m.skip(e, folder, alreadyListed, strconv.Itoa(m.listedBy[folder]))
		return
	case len(e.participant) > maxFactBytes:
		m.refuse(e, folder, found, "the name of the participant is longer than %d bytes", maxFactBytes)
		return
	case e.refusal != "":
		m.refuse(e, folder, found, e.refusal)
		return
	}
	s := m.byID[e.id]
	if e.id == "" || s == nil {
		s = &tableSubmission{tableEntry: e, folder: folder}
	} else if s.problem != e.problem || s.participant != e.participant {
		m.refuse(e, folder, found, "line %s has the same id for another participant or problem: only that was read", strconv.Itoa(s.line))
		return
	}
	m.listedBy[folder] = e.line
	files := m.programs(e, found)
	switch {
	case len(files) == 0:
		return
	case len(s.files) > 0:
		s.folder = ""
	default:
		m.submissions = append(m.submissions, s)
		m.byID[e.id] = s
	}
	s.files = append(s.files, files...)
}

// refuse skips the files of an entry.
func (m *manifest) refuse(e tableEntry, folder string, found []file, reason i18n.Key, args ...any) {
	m.listedBy[folder] = e.line
	for _, f := range found {
		m.listedBy[f.path] = e.line
		m.skip(e, f.path, reason, args...)
	}
}

const alreadyListed = "line %s lists it too: only that was read"

// programs returns the files of an entry, with their language. It skips files that an earlier entry lists.
func (m *manifest) programs(e tableEntry, found []file) []file {
	language, known := lexer.ByName(e.language)
	if !known && e.language != "" {
		m.skip(e, e.path, "no language is called %q: its files were read by their names", e.language)
	}
	var files []file
	for _, f := range found {
		if first := m.listedBy[f.path]; first != 0 {
			m.skip(e, f.path, alreadyListed, strconv.Itoa(first))
			continue
		}
		m.listedBy[f.path] = e.line
		if known {
			f.language = language
		}
		if f.language == nil {
			m.tree.skip(f.path, reasonLanguage)
			continue
		}
		files = append(files, f)
	}
	return files
}

// find returns the file that an entry names, or all files of the folder that it names. If there is none,
// missing says why, and folder is the path to list as skipped.
func (m *manifest) find(name string) (files []file, folder string, missing i18n.Text) {
	if name == "" {
		return nil, m.path, i18n.Textf("it names no file")
	}
	for _, name := range []string{name, slashes(name)} { // Windows writes backslashes
		cleaned, refusal := cleanName(name)
		if folder, missing = cleaned, refusal; !refusal.IsZero() {
			continue
		}
		folder, missing = path.Join(m.folder, cleaned), i18n.Textf("it is not in the input, or was not read")
		if i, found := m.tree.search(folder); found {
			return m.tree.files[i : i+1], "", noText
		}
		if below := m.tree.filesBelow(folder); len(below) > 0 {
			return below, folder, noText
		}
	}
	return nil, folder, missing
}

// search returns the index of the file with a path, or of the file before which it would be.
func (t *tree) search(p string) (i int, found bool) {
	return slices.BinarySearchFunc(t.files, p, func(f file, p string) int { return strings.Compare(f.path, p) })
}

// filesBelow returns the files below a folder.
func (t *tree) filesBelow(folder string) []file {
	start, _ := t.search(folder + "/")
	end, _ := t.search(folder + "0") // '0' follows '/' in ASCII
	return t.files[start:end]
}
