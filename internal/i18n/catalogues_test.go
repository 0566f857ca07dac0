package i18n

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/tools/go/packages"
)

var update = flag.Bool("update", false, "add missing texts to the catalogues, and remove unused ones")

// verb matches a verb of a format, with the number of its argument if it names one.
var verb = regexp.MustCompile(`%(?:\.\d+)?(?:\[(\d+)\])?[dsqfv]`)

// textsOfTheCode returns all constants of type Key, with the place of their first use.
func textsOfTheCode(t *testing.T) map[Key]string {
	t.Helper()
	list, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedExportFile |
			packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
		Dir: "../..",
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[Key]string{}
	for _, p := range list {
		for _, err := range p.Errors {
			t.Fatal(err)
		}
		for _, file := range p.Syntax {
			ast.Inspect(file, func(n ast.Node) bool {
				call, isCall := n.(*ast.CallExpr)
				if isCall {
					checkArguments(t, p, call)
					checkIsTranslated(t, p, call)
				}
				e, ok := n.(ast.Expr)
				if !ok {
					return true
				}
				value := p.TypesInfo.Types[e]
				if value.Value == nil || !isKey(value.Type) {
					return true
				}
				text := Key(constant.StringVal(value.Value))
				if texts[text] == "" && text != "" {
					texts[text] = p.Fset.Position(e.Pos()).String()
				}
				return false
			})
		}
	}
	return texts
}

func isKey(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Key" && strings.HasSuffix(named.Obj().Pkg().Path(), "/internal/i18n")
}

// checkArguments checks that a call of T, Errorf or httperr.BadRequest has an argument for each verb of its first argument.
func checkArguments(t *testing.T, p *packages.Package, call *ast.CallExpr) {
	t.Helper()
	if len(call.Args) == 0 || call.Ellipsis.IsValid() {
		return
	}
	signature, ok := p.TypesInfo.TypeOf(call.Fun).(*types.Signature)
	text := p.TypesInfo.Types[call.Args[0]]
	if !ok || !signature.Variadic() || text.Value == nil || !isKey(text.Type) {
		return
	}
	format := constant.StringVal(text.Value)
	if want, got := len(verbs(format)), len(call.Args)-(signature.Params().Len()-1); want != got {
		t.Errorf("%s: %q has %d verbs, and the call %d arguments", p.Fset.Position(call.Pos()), format, want, got)
	}
}

// checkIsTranslated reports a Key that a call prints without a translation.
func checkIsTranslated(t *testing.T, p *packages.Package, call *ast.CallExpr) {
	t.Helper()
	signature, ok := p.TypesInfo.TypeOf(call.Fun).(*types.Signature)
	if !ok || strings.HasSuffix(p.PkgPath, "/internal/i18n") {
		return
	}
	callee, _ := call.Fun.(*ast.SelectorExpr)
	isTempl := callee != nil && strings.HasPrefix(types.ExprString(callee.X), "templ")
	for i, argument := range call.Args {
		if !isKey(p.TypesInfo.TypeOf(argument)) {
			continue
		}
		parameter := signature.Params().At(min(i, signature.Params().Len()-1)).Type()
		if slice, ok := parameter.(*types.Slice); ok && signature.Variadic() && i >= signature.Params().Len()-1 {
			parameter = slice.Elem()
		}
		if isTempl || types.IsInterface(parameter) {
			t.Errorf("%s: %s is not translated", p.Fset.Position(argument.Pos()), types.ExprString(argument))
		}
	}
}

// verbs returns the verbs of a format with their argument numbers, such as "1d" and "2s".
func verbs(format string) []string {
	list := []string{}
	for i, m := range verb.FindAllStringSubmatch(strings.ReplaceAll(format, "%%", ""), -1) {
		argument := m[1]
		if argument == "" {
			argument = strconv.Itoa(i + 1)
		}
		list = append(list, argument+m[0][len(m[0])-1:])
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func tags(text string) []string {
	list := markupTag.FindAllString(text, -1)
	slices.Sort(list)
	return list
}

// pluralForms returns the forms that a language uses for whole numbers.
func pluralForms(l language.Tag) []string {
	forms := map[string]bool{"other": true}
	for n := range 1000 {
		forms[formNames[plural.Cardinal.MatchPlural(l, n, 0, 0, 0, 0)]] = true
	}
	return slices.Sorted(maps.Keys(forms))
}

// hasCount reports whether a text counts something, so that it needs plural forms.
func hasCount(key Key) bool { return count.MatchString(string(key)) && key != "%d" }

var count = regexp.MustCompile(`%(?:\[\d\])?d`)

// Each catalogue has each text of the code with the same arguments and tags, and each plural form of its
// language. The English one has only texts that count something, because others are their own translation.
func TestCatalogues(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT RUN with -short: type-checks all packages")
	}
	texts := textsOfTheCode(t)
	if len(texts) < 10 {
		t.Fatalf("the code has only %d texts", len(texts))
	}
	english, err := readCatalogue("en")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range Languages {
		t.Run(l.Tag, func(t *testing.T) {
			t.Parallel()
			got, err := readCatalogue(l.Tag)
			if err != nil {
				t.Fatal(err)
			}
			forms := pluralForms(language.MustParse(l.Tag))
			if *update {
				updateCatalogue(t, l.Tag, texts, english, got, forms)
				return
			}
			for key, place := range texts {
				entry, ok := got[key]
				switch {
				case !ok && (l.Tag != "en" || hasCount(key)):
					t.Errorf("%s: %q is missing: \"go test ./internal/i18n -update\" adds it to translate", place, key)
					continue
				case !ok:
					continue
				case l.Tag == "en" && !hasCount(key):
					t.Errorf("%q counts nothing, so it needs no entry", key)
				case (entry.forms == nil) != (english[key].forms == nil):
					t.Errorf("%q must have plural forms if and only if it has them in English", key)
				}
				checkEntry(t, l.Tag, key, entry, forms)
			}
			for key := range got {
				if texts[key] == "" {
					t.Errorf("the code does not use %q: \"go test ./internal/i18n -update\" removes it", key)
				}
			}
		})
	}
}

// twoWords matches two English words in a row.
var twoWords = regexp.MustCompile(`\b[A-Za-z]?[a-z]{2,} [a-z]{2,}\b`)

func checkEntry(t *testing.T, tag string, key Key, entry translation, forms []string) {
	t.Helper()
	list := map[string]string{"": entry.text}
	if entry.forms != nil {
		list = entry.forms
		if got := slices.Sorted(maps.Keys(entry.forms)); !slices.Equal(got, forms) {
			t.Errorf("%q has the plural forms %q, want %q", key, got, forms)
		}
	}
	for name, text := range list {
		switch {
		case text == "", tag != "en" && text == string(key) && twoWords.MatchString(text):
			t.Errorf("%q is not translated", key)
		case !slices.Equal(verbs(text), verbs(string(key))):
			// A form for one number, such as "a pair", may leave out the number.
			if name == "" || name == "other" || !isSubset(verbs(text), verbs(string(key))) {
				t.Errorf("%q has the arguments %v, and %q has %v", text, verbs(text), key, verbs(string(key)))
			}
		}
		if !slices.Equal(tags(text), tags(string(key))) {
			t.Errorf("%q has other tags than %q", text, key)
		}
	}
}

func isSubset(part, whole []string) bool {
	return !slices.ContainsFunc(part, func(s string) bool { return !slices.Contains(whole, s) })
}

// updateCatalogue writes the file of a language: texts that it lacks get an empty translation.
func updateCatalogue(t *testing.T, tag string, texts map[Key]string, english, got map[Key]translation, forms []string) {
	t.Helper()
	file := map[Key]any{}
	for key := range texts {
		if tag == "en" && !hasCount(key) {
			continue
		}
		entry, ok := got[key]
		switch {
		case ok && entry.forms == nil:
			file[key] = entry.text
		case ok || english[key].forms != nil || tag == "en":
			all := map[string]any{}
			for _, form := range forms {
				all[form] = entry.forms[form]
			}
			if tag == "en" && !ok {
				all["other"] = key
			}
			if countArg := max(entry.plural, english[key].plural); countArg > 1 {
				all["of"] = countArg
			}
			file[key] = all
		default:
			file[key] = ""
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	if err := e.Encode(file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("catalogues/"+tag+".json", b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
