package intake

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// yamlToJSON converts the first document of a YAML file to JSON. Every value becomes a string as it is in the
// file, because a number may be an identifier with leading zeros. Dashes in names, as in older packages,
// become underscores. Anchors are errors, because they can expand a small file into a large one.
func yamlToJSON(content []byte) ([]byte, error) {
	content, err := firstYAMLDocument(content)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseBytes(content, 0)
	if err != nil {
		return nil, i18n.Errorf("it is not YAML") // the parser's error may quote a password
	}
	for _, document := range file.Docs {
		switch document.Body.(type) {
		case nil, *ast.DirectiveNode, *ast.CommentGroupNode:
			continue
		}
		value, err := yamlValue(document.Body)
		if err != nil {
			return nil, err
		}
		return json.Marshal(value)
	}
	return nil, i18n.Errorf("it is empty")
}

// yamlValue returns a node as a value for package json.
func yamlValue(node ast.Node) (any, error) {
	switch node := node.(type) {
	case nil, *ast.NullNode:
		return nil, nil
	case *ast.MappingNode:
		return yamlObject(node.Values)
	case *ast.MappingValueNode:
		return yamlObject([]*ast.MappingValueNode{node})
	case *ast.SequenceNode:
		list := make([]any, len(node.Values))
		for i, item := range node.Values {
			var err error
			if list[i], err = yamlValue(item); err != nil {
				return nil, err
			}
		}
		return list, nil
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode:
		return nil, i18n.Errorf("it has anchors or aliases, which ojcheck does not read: write out their values")
	case *ast.TagNode:
		return yamlValue(node.Value)
	case *ast.LiteralNode:
		return node.Value.Value, nil
	case *ast.StringNode:
		return node.Value, nil
	case ast.ScalarNode:
		return node.GetToken().Value, nil
	}
	return nil, i18n.Errorf("it uses a part of YAML that ojcheck does not read: write it as JSON")
}

func yamlObject(pairs []*ast.MappingValueNode) (any, error) {
	object := make(map[string]any, len(pairs))
	for _, pair := range pairs {
		key, err := yamlValue(pair.Key)
		if err != nil {
			return nil, err
		}
		name, ok := key.(string)
		if !ok {
			return nil, i18n.Errorf("a name in it is not a text")
		}
		if object[strings.ReplaceAll(name, "-", "_")], err = yamlValue(pair.Value); err != nil {
			return nil, err
		}
	}
	return object, nil
}

// The bounds of a YAML file. The parser's time grows with the squares of the depth, the names in an object,
// and the documents.
const (
	yamlBytes = 256 << 10
	yamlDepth = 64   // levels
	yamlNames = 1000 // in an object
)

// firstYAMLDocument cuts a YAML file to its first document. It returns an error if the document exceeds a
// bound. It looks only at lines, so it may overestimate, but files that people write are far from the bounds.
func firstYAMLDocument(content []byte) ([]byte, error) {
	if len(content) > yamlBytes {
		return nil, i18n.Errorf("longer than %s, the limit for YAML: write it as JSON", i18n.Size(yamlBytes))
	}
	nameCounts := make([]int, 4*yamlDepth+1) // by column: names so far in the object that starts there
	brackets, commas, end, inDocument := 0, 0, 0, false
	for line := range bytes.Lines(content) {
		if inDocument && bytes.HasPrefix(line, []byte("---")) {
			return content[:end], nil
		}
		end += len(line)
		if s := bytes.TrimSpace(line); len(s) == 0 || s[0] == '#' || s[0] == '%' {
			continue
		}
		inDocument = true
		column := len(line) - len(bytes.TrimLeft(line, " -?\t!&*:"))
		if column >= len(nameCounts) {
			return nil, errYAMLDepth
		}
		if first := len(line) - len(bytes.TrimLeft(line, " ")); first < column {
			clear(nameCounts[first+1:]) // a list item starts new objects
		}
		clear(nameCounts[column+1:])
		if nameCounts[column]++; nameCounts[column] > yamlNames {
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
	errYAMLDepth = i18n.Errorf("nested deeper than %d levels", yamlDepth)
	errYAMLNames = i18n.Errorf("more than %d lines or values in one place: write it as JSON", yamlNames)
)
