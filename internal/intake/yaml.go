package intake

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// yamlToJSON writes the first document of a YAML file as JSON. Every value is a
// text, as it stands in the file, for a number may be an identifier with zeros
// before it; and dashes in names are underscores, as older packages have them.
// Anchors, which can make much of little, are not followed.
func yamlToJSON(content []byte) ([]byte, error) {
	content, err := yamlWithin(content)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseBytes(content, 0)
	if err != nil {
		return nil, errors.New("it is no YAML") // the parser's own words quote it, passwords and all
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
	return nil, errors.New("it is empty")
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
