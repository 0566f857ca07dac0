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

// table is a CSV file about submissions or participants: a header that names the
// columns, then a line for each.
type table struct {
	columns []string // in lower case; "" for ignored ones
	rows    []row
	notes   []string // what could not be read, by line
}

// row is one line of a table.
type row struct {
	line   int // from 1, where the row starts in the file
	values map[string]string
}

// text returns the value in a column, as stored and shown.
func (r row) text(column string) string { return printable(r.values[column]) }

// parseTable reads the known columns of a table. It notes other columns unless they are
// in ignored. The separator is a comma, semicolon or tab, whichever the header has: it
// depends on a spreadsheet's country. parseTable returns an error if there is no header,
// or if the header lacks the required column.
func parseTable(content []byte, known, ignored []string, required string) (*table, error) {
	t, in, err := parseHeader(content, known, ignored, required)
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

// parseHeader reads the header of a table, and returns a reader of the other lines.
func parseHeader(content []byte, known, ignored []string, required string) (*table, *csv.Reader, error) {
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
	for i, name := range header {
		name = strings.ToLower(strings.TrimSpace(name))
		switch {
		case slices.Contains(ignored, name):
			name = ""
		case !slices.Contains(known, name):
			// The note leaves out the name: without a header, it is a value, perhaps a secret.
			t.notes = append(t.notes, fmt.Sprintf("column %d was not read: it is none of %s", i+1, strings.Join(known, ", ")))
			name = ""
		case slices.Contains(t.columns, name):
			t.notes = append(t.notes, fmt.Sprintf("column %d was not read: it is a second %s", i+1, name))
			name = ""
		}
		t.columns = append(t.columns, name)
	}
	if !slices.Contains(t.columns, required) {
		return nil, nil, fmt.Errorf("its first line names no column %q", required)
	}
	return t, in, nil
}

// separator returns the separator of a header.
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

// addRow adds a line after the header. maxFactBytes bounds the stored cells.
func (t *table) addRow(line int, record []string) {
	r := row{line: line, values: map[string]string{}}
	if len(record) > len(t.columns) {
		t.notes = append(t.notes, fmt.Sprintf("line %d: more values than columns: the extra ones were not read", line))
	}
	for i, value := range record[:min(len(record), len(t.columns))] {
		column := t.columns[i]
		if column == "" {
			continue
		}
		value = strings.TrimSpace(value)
		if len(printable(value)) > maxFactBytes {
			t.notes = append(t.notes, fmt.Sprintf("line %d: the %s is longer than %d bytes and was not read", line, column, maxFactBytes))
			continue
		}
		r.values[column] = value
	}
	t.rows = append(t.rows, r)
}

// csvReason describes an error of a CSV file, with its line.
func csvReason(err error) string {
	if broken := (*csv.ParseError)(nil); errors.As(err, &broken) {
		return fmt.Sprintf("line %d: %v", broken.StartLine, broken.Err)
	}
	return errorReason(err)
}
