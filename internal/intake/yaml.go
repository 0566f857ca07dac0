package intake

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// The bounds of a YAML file. The parser takes a time that grows with the square
// of the depth; contests are described in few levels.
const (
	yamlBytes = 2 << 20
	yamlDepth = 64
)

// yamlToJSON writes the first document of a YAML file as JSON. Every value is a
// text, as it stands in the file, for a number may be an identifier with zeros
// before it; and dashes in names are underscores, as older packages have them.
// Anchors, which can make much of little, are not followed.
func yamlToJSON(content []byte) ([]byte, error) {
	if len(content) > yamlBytes {
		return nil, fmt.Errorf("longer than %s, the most that is read of YAML: write it as JSON", bytesText(yamlBytes))
	}
	if deepYAML(content) {
		return nil, fmt.Errorf("nested deeper than %d levels", yamlDepth)
	}
	file, err := parser.ParseBytes(content, 0)
	if err != nil {
		return nil, errors.New("it is no YAML") // the parser's own words quote it, passwords and all
	}
	if len(file.Docs) == 0 {
		return nil, errors.New("it is empty")
	}
	value, err := yamlValue(file.Docs[0].Body)
	if err != nil {
		return nil, err
	}
	return json.Marshal(value)
}

// deepYAML tells whether a file may be nested too deeply, without parsing it.
func deepYAML(content []byte) bool {
	open := 0
	for line := range bytes.Lines(content) {
		open += bytes.Count(line, []byte("[")) + bytes.Count(line, []byte("{")) - bytes.Count(line, []byte("]")) - bytes.Count(line, []byte("}"))
		if bytes.Count(line, []byte("["))+bytes.Count(line, []byte("{")) > 10*yamlDepth || open > yamlDepth {
			return true
		}
		open = max(open, 0)
		level := 0
		for _, c := range line {
			if !strings.ContainsRune(" -?!&*:\t", rune(c)) {
				break
			}
			level++
		}
		if level > 4*yamlDepth {
			return true
		}
	}
	return false
}

// yamlValue turns a node into what JSON can write.
func yamlValue(node ast.Node) (any, error) {
	switch node := node.(type) {
	case nil, *ast.NullNode:
		return nil, nil
	case *ast.MappingNode:
		object := make(map[string]any, len(node.Values))
		for _, pair := range node.Values {
			if err := yamlPair(object, pair); err != nil {
				return nil, err
			}
		}
		return object, nil
	case *ast.MappingValueNode:
		object := map[string]any{}
		return object, yamlPair(object, node)
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
		return nil, errors.New("it has anchors or aliases, which are not read: write out what they stand for")
	case *ast.TagNode:
		return yamlValue(node.Value)
	case *ast.LiteralNode:
		return node.Value.Value, nil
	case *ast.StringNode:
		return node.Value, nil
	case ast.ScalarNode:
		return node.GetToken().Value, nil
	}
	return nil, errors.New("it has things of YAML that are not read: write it as JSON")
}

func yamlPair(object map[string]any, pair *ast.MappingValueNode) error {
	key, err := yamlValue(pair.Key)
	if err != nil {
		return err
	}
	name, ok := key.(string)
	if !ok {
		return errors.New("a name in it is no text")
	}
	object[strings.ReplaceAll(name, "-", "_")], err = yamlValue(pair.Value)
	return err
}
