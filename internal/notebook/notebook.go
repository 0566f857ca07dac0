// Package notebook reads Jupyter notebooks as programs.
package notebook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
)

// Bounds of a notebook, which may hold pictures.
const (
	MaxBytes = 16 << 20 // with its outputs
	maxLines = 100_000  // in all cells together
)

// notebook is what ojcheck reads of a Jupyter notebook (nbformat 4).
type notebook struct {
	Cells    codeCells `json:"cells"`
	Metadata struct {
		Info struct {
			Name string `json:"name"`
		} `json:"language_info"`
		Kernel struct {
			Language string `json:"language"`
		} `json:"kernelspec"`
	} `json:"metadata"`
}

// codeCells are the cells with code.
type codeCells []cell

type cell struct {
	number int        // among all cells, from 1
	Type   string     `json:"cell_type"`
	Source cellSource `json:"source"`
}

func (c *codeCells) UnmarshalJSON(data []byte) error {
	number, lines := 0, 0
	return forEachElement(data, func(d *json.Decoder) error {
		number++
		next := cell{number: number}
		err := d.Decode(&next)
		if next.Type == "code" {
			*c = append(*c, next)
		}
		if lines += next.Source.lines; err == nil && lines > maxLines {
			err = errTooManyLines
		}
		return err
	})
}

// cellSource is the text of a cell, which a notebook has as a string or as a list of lines with their ends.
type cellSource struct {
	text  string
	lines int // of the list
}

func (s *cellSource) UnmarshalJSON(data []byte) error {
	if data[0] != '[' {
		return json.Unmarshal(data, &s.text)
	}
	var text strings.Builder
	err := forEachElement(data, func(d *json.Decoder) error {
		var line string
		err := d.Decode(&line)
		text.WriteString(line)
		s.lines++
		return err
	})
	s.text = text.String()
	return err
}

var errTooManyLines = errors.New("too many lines or cells")

// forEachElement calls read for each element of a JSON list, one by one, because a small archive may hold millions.
func forEachElement(data []byte, read func(d *json.Decoder) error) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if start, err := d.Token(); err != nil || start != json.Delim('[') {
		return errors.New("no list")
	}
	for n := 0; d.More(); n++ {
		if n == maxLines {
			return errTooManyLines
		}
		if err := read(d); err != nil {
			return err
		}
	}
	return nil
}

// Is reports whether a file is a notebook, by its name and content.
func Is(name string, content []byte) bool {
	return lexer.IsNotebook(name) && bytes.HasPrefix(bytes.TrimSpace(content), []byte("{"))
}

// Read returns the code of a notebook as one program. If chosen is not nil, it is the language. A comment
// before the code of a cell has the number of the cell among all cells, from 1. reason says why there is no program.
func Read(content []byte, chosen *lexer.Language) (program []byte, language *lexer.Language, reason i18n.Key) {
	var n notebook
	if err := json.Unmarshal(content, &n); errors.Is(err, errTooManyLines) {
		return nil, nil, "a notebook with too many lines or cells: export its code, such as to a .py file"
	} else if err != nil {
		return nil, nil, "not a Jupyter notebook, as its name says: export its code, such as to a .py file"
	}
	if language = chosen; language == nil {
		language, _ = lexer.ByName(cmp.Or(n.Metadata.Info.Name, n.Metadata.Kernel.Language, "python"))
	}
	if language == nil {
		return nil, nil, "a notebook in no known language: export its code to a file"
	}
	comment := "//"
	if slices.Contains([]string{"python", "r", "julia", "ruby", "perl", "bash"}, language.ID) {
		comment = "#"
	}
	var b bytes.Buffer
	for _, cell := range n.Cells {
		source := strings.TrimRight(cell.Source.text, " \t\r\n")
		if source == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s cell %d\n", comment, cell.number)
		isOther := language.ID == "python" && isOtherProgram(source)
		for line := range strings.SplitSeq(source, "\n") {
			if isOther || language.ID == "python" && isMagic(line) {
				b.WriteString(comment + " ")
			}
			b.WriteString(strings.TrimSuffix(line, "\r") + "\n")
		}
	}
	if b.Len() == 0 {
		return nil, nil, "a notebook without code"
	}
	return b.Bytes(), language, ""
}

// isMagic reports whether a line in a notebook of Python is not Python but for IPython, such as %time, or for the shell, such as
// !pip install.
func isMagic(line string) bool {
	line = strings.TrimLeft(line, " \t")
	if shell, ok := strings.CutPrefix(line, "!"); ok {
		return !strings.HasPrefix(shell, "=")
	}
	name := strings.TrimLeft(line, "%")
	return len(name) < len(line) && name != "" && ('a' <= name[0] && name[0] <= 'z' || 'A' <= name[0] && name[0] <= 'Z')
}

// isOtherProgram reports whether the first line of a cell says that the cell is no Python, such as %%bash. Magics that nobody
// knows count as Python, because a program may define its own.
func isOtherProgram(source string) bool {
	magic, ok := strings.CutPrefix(strings.TrimSpace(source), "%%")
	magic, _, _ = strings.Cut(magic, "\n")
	fields := strings.Fields(magic)
	if !ok || len(fields) == 0 {
		return false
	}
	switch fields[0] {
	case "writefile", "file":
		return !strings.HasSuffix(fields[len(fields)-1], ".py")
	case "script":
		return !strings.Contains(magic, "python") && !strings.Contains(magic, "pypy")
	}
	return slices.Contains(otherMagics, fields[0])
}

// otherMagics are the magics of cells in other languages: those of IPython, and widely used ones.
var otherMagics = strings.Fields("! bash cmd perl ruby sh sx system html HTML javascript js latex markdown svg SVG R cpp sql bigquery")
