package i18n

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	templparser "github.com/a-h/templ/parser/v2"
	"github.com/a-h/templ/parser/v2/visitor"
)

// names are the same in all languages.
var names = []string{"ojcheck", "· ojcheck", "CSV", "JSON", "HTML", "JPlag CSV", "Dolos CSV", "Markdown"}

// shownAttributes are the attributes that readers see or hear.
var shownAttributes = []string{"alt", "aria-label", "aria-description", "data-before", "data-label", "label", "placeholder", "summary", "title"}

// No .templ file holds a text that is not translated.
func TestTemplatesHaveNoTexts(t *testing.T) {
	t.Parallel()
	count := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".templ" {
			return err
		}
		count++
		file, err := templparser.Parse(path)
		if err != nil {
			return err
		}
		complain := func(text string) { t.Errorf("%s: %q is not translated", path, text) }
		v := visitor.New()
		v.Text = func(n *templparser.Text) error {
			if isText(n.Value) {
				complain(n.Value)
			}
			return nil
		}
		v.ConstantAttribute = func(n *templparser.ConstantAttribute) error {
			if slices.Contains(shownAttributes, n.Key.String()) && isText(n.Value) {
				complain(n.Value)
			}
			return nil
		}
		v.ExpressionAttribute = func(n *templparser.ExpressionAttribute) error {
			if slices.Contains(shownAttributes, n.Key.String()) {
				for _, text := range textsOf(t, n.Expression.Value) {
					complain(text)
				}
			}
			return nil
		}
		v.StringExpression = func(n *templparser.StringExpression) error {
			for _, text := range textsOf(t, n.Expression.Value) {
				complain(text)
			}
			return nil
		}
		return file.Visit(v)
	})
	if err != nil {
		t.Fatal(err)
	}
	if count < 30 {
		t.Errorf("found only %d .templ files", count)
	}
}

// isText reports whether a reader would read s: it has two letters, and is no name.
func isText(s string) bool {
	letters := strings.IndexFunc(strings.TrimSpace(s), unicode.IsLetter) >= 0 && len(strings.TrimSpace(s)) > 1
	return letters && !slices.Contains(names, strings.TrimSpace(s))
}

// textsOf returns the texts in an expression outside of calls of T.
func textsOf(t *testing.T, expression string) []string {
	t.Helper()
	e, err := parser.ParseExpr(expression)
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	var texts []string
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "T" {
				return false
			}
		case *ast.BasicLit:
			if value, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && isText(value) {
				texts = append(texts, value)
			}
		}
		return true
	})
	return texts
}
