package intake

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// table is a CSV file that tells of submissions: a header that names the
// columns, and a line for each.
type table struct {
	columns []string // lower case; "" for one that is not read
	rows    []row
	notes   []string // what was not understood, by line
}

// row is one line of a table.
type row struct {
	line   int // from 1, where it starts in the file
	values map[string]string
}

// maxCell bounds what is read of a cell, in bytes as it is kept: as much as the
// archive has room for in a name.
const maxCell = maxFactBytes

// parseTable reads a table of the columns that are known; others are passed
// over, and told where they are not among those to be passed over in silence.
// The separator is the one of comma, semicolon and tab that the header has,
// since spreadsheets write them by the country. An error is of the whole: there
// is no header, or it names no column that is needed.
func parseTable(content []byte, known, silent []string, needed string) (*table, error) {
	t, in, err := parseHeader(content, known, silent, needed)
	if err != nil {
		return nil, err
	}
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			t.notes = append(t.notes, "not read to its end: "+csvReason(err))
			return t, nil
		}
		line, _ := in.FieldPos(0)
		t.addRow(line, record)
	}
}

// parseHeader reads the header of a table, and gives what reads the lines behind it.
func parseHeader(content []byte, known, silent []string, needed string) (*table, *csv.Reader, error) {
	content = bytes.TrimPrefix(content, []byte(bom))
	in := csv.NewReader(bytes.NewReader(content))
	in.FieldsPerRecord = -1
	in.Comma = separator(content)
	header, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, nil, errors.New("it is empty: its first line should name the columns")
	}
	if err != nil {
		return nil, nil, errors.New(csvReason(err))
	}
	t := &table{}
	t.readHeader(header, known, silent)
	if !slices.Contains(t.columns, needed) {
		return nil, nil, fmt.Errorf("its first line names no column %q", needed)
	}
	return t, in, nil
}

// separator is what stands between the columns of a header.
func separator(content []byte) rune {
	header, _, _ := bytes.Cut(content, []byte("\n"))
	best, most := ',', bytes.Count(header, []byte(","))
	for _, s := range ";\t" {
		if n := bytes.Count(header, []byte(string(s))); n > most {
			best, most = s, n
		}
	}
	return best
}

// readHeader takes the header.
func (t *table) readHeader(header, known, silent []string) {
	for i, name := range header {
		name = strings.ToLower(strings.TrimSpace(name))
		switch {
		case slices.Contains(silent, name):
			name = ""
		case !slices.Contains(known, name):
			// Not by name: where there is no header, it is a value, perhaps a secret one.
			t.notes = append(t.notes, fmt.Sprintf("column %d was not read: it is none of %s", i+1, strings.Join(known, ", ")))
			name = ""
		case slices.Contains(t.columns, name):
			t.notes = append(t.notes, fmt.Sprintf("column %d was not read: it is a second %s", i+1, name))
			name = ""
		}
		t.columns = append(t.columns, name)
	}
}

// addRow takes a line behind the header.
func (t *table) addRow(line int, record []string) {
	r := row{line: line, values: map[string]string{}}
	if len(record) > len(t.columns) {
		t.notes = append(t.notes, fmt.Sprintf("line %d: more values than columns: those beyond were not read", line))
	}
	for i, value := range record[:min(len(record), len(t.columns))] {
		column := t.columns[i]
		if column == "" {
			continue
		}
		value = strings.TrimSpace(value)
		if len(printable(value)) > maxCell {
			t.notes = append(t.notes, fmt.Sprintf("line %d: the %s is longer than %d bytes and was not read", line, column, maxCell))
			continue
		}
		r.values[column] = value
	}
	t.rows = append(t.rows, r)
}

// text is a value of a row as it is kept and shown.
func (r row) text(column string) string { return printable(r.values[column]) }
