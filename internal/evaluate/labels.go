package evaluate

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// Label says whether two files are copies.
type Label struct {
	Left, Right string // paths below the input, slash-separated
	Copied      bool
	Problem     string // "" if the labels have no problems
	Level       string // how the copy is disguised; "" if the labels have no levels
	Line        int    // number of the line in the file of labels
}

// ReadLabels reads labels as comma-separated values (RFC 4180). The first line names the columns in any
// order: left, right and label (1 for a copy, 0 for an honest pair), and optionally problem and level. It
// ignores other columns. An error names the line.
func ReadLabels(r io.Reader) ([]Label, error) {
	rows, err := newTable(r, "left", "right", "label")
	if err != nil {
		return nil, err
	}
	var labels []Label
	first := make(map[[2]string]int) // line of each pair
	err = rows.eachRow(func() (err error) {
		label := Label{Problem: rows.column("problem"), Level: rows.column("level"), Line: rows.line}
		if label.Left, label.Right, label.Copied, err = rows.readPair(); err != nil {
			return err
		}
		key := pairKey(label.Left, label.Right)
		if earlier, ok := first[key]; ok {
			return fmt.Errorf("line %d: %s and %s are in line %d already: delete one of the two lines",
				rows.line, label.Left, label.Right, earlier)
		}
		first[key] = rows.line
		labels = append(labels, label)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return labels, nil
}

// pairKey returns the same key for both orders of a pair.
func pairKey(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// table reads comma-separated values by column names.
type table struct {
	csv     *csv.Reader
	columns map[string]int
	row     []string
	line    int
}

const byteOrderMark = "\ufeff"

// newTable reads the line of column names. It is an error if a required column is missing.
func newTable(r io.Reader, required ...string) (*table, error) {
	in := bufio.NewReader(r)
	if start, _ := in.Peek(len(byteOrderMark)); string(start) == byteOrderMark { // csv allows no quote behind the mark
		_, _ = in.Discard(len(byteOrderMark))
	}
	t := &table{csv: csv.NewReader(in), columns: make(map[string]int)}
	t.csv.ReuseRecord = true
	header, err := t.csv.Read()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("it is empty: its first line must name the columns %s", strings.Join(required, ", "))
	}
	if err != nil {
		return nil, csvError(err)
	}
	names := slices.Clone(header)
	for i, name := range names {
		names[i] = strings.ToLower(strings.TrimSpace(name))
		if _, ok := t.columns[names[i]]; ok && names[i] != "" {
			return nil, fmt.Errorf("line 1: two columns are called %q", names[i])
		}
		t.columns[names[i]] = i
	}
	for _, name := range required {
		if _, ok := t.columns[name]; !ok {
			return nil, fmt.Errorf("line 1: there is no column %q: the columns are %q, separated by commas",
				name, strings.Join(names, ","))
		}
	}
	return t, nil
}

// eachRow calls f for each row until it fails.
func (t *table) eachRow(f func() error) (err error) {
	for {
		if t.row, err = t.csv.Read(); errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return csvError(err)
		}
		t.line, _ = t.csv.FieldPos(0)
		if err := f(); err != nil {
			return err
		}
	}
}

// csvError names the line of an error of package csv.
func csvError(err error) error {
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("line %d: %w", parse.Line, parse.Err)
	}
	return err
}

// column returns a column of the row; "" if the file does not have the column.
func (t *table) column(column string) string {
	i, ok := t.columns[column]
	if !ok {
		return ""
	}
	return strings.Clone(t.row[i])
}

// readPair reads the columns left, right and label.
func (t *table) readPair() (left, right string, copied bool, err error) {
	for _, column := range []string{"left", "right"} {
		if t.column(column) == "" {
			return "", "", false, fmt.Errorf("line %d: %s is empty: give the path of a file", t.line, column)
		}
	}
	left, right = path.Clean(t.column("left")), path.Clean(t.column("right"))
	if left == right {
		return "", "", false, fmt.Errorf("line %d: %s is paired with itself", t.line, left)
	}
	label := strings.TrimSpace(t.column("label"))
	if label != "0" && label != "1" {
		return "", "", false, fmt.Errorf("line %d: the label is %q: give 1 for a copy, 0 for an honest pair", t.line, label)
	}
	return left, right, label == "1", nil
}
