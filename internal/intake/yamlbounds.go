package intake

import (
	"bytes"
	"fmt"
)

// The bounds of a YAML file, which people write by hand. The parser takes a time
// that grows with the square of the depth, of the names in an object and of the
// documents.
const (
	yamlBytes = 256 << 10
	yamlDepth = 64   // levels
	yamlNames = 1000 // in an object
)

// yamlWithin cuts a YAML file to its first document, or says which bound it
// passes. It looks at lines alone, and so may take a text for more than it is;
// what people write is far from the bounds.
func yamlWithin(content []byte) ([]byte, error) {
	if len(content) > yamlBytes {
		return nil, fmt.Errorf("longer than %s, the most that is read of YAML: write it as JSON", bytesText(yamlBytes))
	}
	names := make([]int, 4*yamlDepth+1) // in the object that is open at each column
	brackets, commas, end, begun := 0, 0, 0, false
	for line := range bytes.Lines(content) {
		if begun && bytes.HasPrefix(line, []byte("---")) {
			return content[:end], nil
		}
		end += len(line)
		if text := bytes.TrimSpace(line); len(text) == 0 || text[0] == '#' || text[0] == '%' {
			continue
		}
		begun = true
		column := len(line) - len(bytes.TrimLeft(line, " -?\t!&*:"))
		if column >= len(names) {
			return nil, errYAMLDepth
		}
		if first := len(line) - len(bytes.TrimLeft(line, " ")); first < column {
			clear(names[first+1:]) // an item of a list: objects within begin anew
		}
		clear(names[column+1:])
		if names[column]++; names[column] > yamlNames {
			return nil, errYAMLNames
		}
		for _, c := range line {
			switch c {
			case '[', '{':
				brackets++
			case ']', '}':
				if brackets = max(brackets-1, 0); brackets == 0 {
					commas = 0
				}
			case ',':
				commas++
			}
			if brackets > yamlDepth {
				return nil, errYAMLDepth
			}
			if brackets > 0 && commas > yamlNames {
				return nil, errYAMLNames
			}
		}
		if brackets == 0 {
			commas = 0
		}
	}
	return content, nil
}

var (
	errYAMLDepth = fmt.Errorf("nested deeper than %d levels", yamlDepth)
	errYAMLNames = fmt.Errorf("more than %d lines or values in one place: write it as JSON", yamlNames)
)
