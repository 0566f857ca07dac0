// Package i18n writes the texts of pages, reports, letters and bundles in the languages of juries.
//
// The code that uses a text has it in English:
//
//	p := i18n.From(ctx)
//	p.T("Review %d pairs", n)
//
// The files catalogues/*.json map each English text to a translation. TestCatalogues finds all texts by the
// type Key, and says which ones are missing in a catalogue. "go test ./internal/i18n -update" adds them.
//
// Messages of commands, the API, the log and files for programs (CSV, JSON) stay in English.
package i18n

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/ojcheck/ojcheck/internal/text"
)

// Key is an English text, and the key of its translations. It is a format, as for fmt, but %d and %f write
// numbers as the language does.
type Key string

// Language is a language of the pages.
type Language struct {
	Tag  string // BCP 47, as in the attribute lang: "pt-BR"
	Name string // in the language itself
}

// Languages lists the languages: English first, then all others in the order of the tags.
var Languages = []Language{
	{"en", "English"},
	{"es", "Español"},
	{"ja", "日本語"},
	{"pt-BR", "Português (Brasil)"},
	{"ru", "Русский"},
	{"vi", "Tiếng Việt"},
	{"zh-Hans", "简体中文"},
}

//go:embed catalogues/*.json
var files embed.FS

// Printer writes texts, numbers and times in one language. Several goroutines may use a Printer.
type Printer struct {
	Language
	tag      language.Tag
	texts    map[Key]translation
	messages *message.Printer
}

// English returns the printer of English, for commands and files.
func English() *Printer { return printers["en"]() }

// printers maps the tag of each language to its printer. The first use of a printer reads its catalogue,
// because a command needs only English.
var printers = func() map[string]func() *Printer {
	all := make(map[string]func() *Printer)
	for _, l := range Languages {
		all[l.Tag] = sync.OnceValue(func() *Printer { return newPrinter(l) })
	}
	return all
}()

func newPrinter(l Language) *Printer {
	texts, err := readCatalogue(l.Tag)
	if err != nil {
		panic(fmt.Sprintf("catalogue %s: %v", l.Tag, err)) // the file is embedded in the program
	}
	tag := language.MustParse(l.Tag)
	return &Printer{l, tag, texts, message.NewPrinter(tag)}
}

// In returns the printer of the language with a tag; English for an unknown tag.
func In(tag string) *Printer {
	if p, ok := printers[tag]; ok {
		return p()
	}
	return English()
}

// Known reports whether one of Languages has the tag.
func Known(tag string) bool { return printers[tag] != nil }

var matcher = sync.OnceValue(func() language.Matcher {
	tags := make([]language.Tag, len(Languages))
	for i, l := range Languages {
		tags[i] = language.MustParse(l.Tag)
	}
	return language.NewMatcher(tags)
})

// Match returns the printer of the language that a reader prefers, by the header Accept-Language (RFC 9110).
// If the header has none of Languages, Match chooses a language that most such readers know, such as Russian
// for Kazakh, or else English.
func Match(acceptLanguage string) *Printer {
	tags, _, err := language.ParseAcceptLanguage(acceptLanguage)
	if err != nil {
		return English()
	}
	_, index, _ := matcher().Match(tags...)
	return In(Languages[index].Tag)
}

type contextKey struct{}

// With returns a context whose pages are in the language of p.
func With(ctx context.Context, p *Printer) context.Context {
	return context.WithValue(ctx, contextKey{}, p)
}

// From returns the printer of a context; English if the context has none.
func From(ctx context.Context) *Printer {
	if p, ok := ctx.Value(contextKey{}).(*Printer); ok {
		return p
	}
	return English()
}

// T translates a text, and fills in the arguments. A Text or an *Error among the arguments is translated too.
func (p *Printer) T(text Key, args ...any) string {
	shown, isCloned := args, false
	for i, arg := range args {
		words, ok := p.argument(arg)
		if !ok {
			continue
		}
		if strings.Contains(words, "<") {
			words = markupTag.ReplaceAllString(words, "<\u2060$1>")
		}
		if arg == any(words) {
			continue
		}
		if !isCloned {
			shown, isCloned = slices.Clone(args), true // args belongs to the caller
		}
		shown[i] = words
	}
	return p.format(p.translation(text, shown), shown)
}

// translation returns the translation of a text, in the plural form that fits the arguments; the text itself if there is none.
func (p *Printer) translation(text Key, args []any) string {
	t, ok := p.texts[text]
	switch {
	case !ok:
		return string(text)
	case t.forms == nil:
		return t.text
	}
	form := plural.Other
	if t.plural <= len(args) {
		if n, ok := wholeNumber(args[t.plural-1]); ok {
			form = plural.Cardinal.MatchPlural(p.tag, max(n, -n), 0, 0, 0, 0)
		}
	}
	return cmp.Or(t.forms[formNames[form]], t.forms["other"])
}

// format fills in the arguments. A verb may say which argument it takes, from 1 on: "%[2]s".
func (p *Printer) format(format string, args []any) string {
	b := make([]byte, 0, 128) // on the stack, so that a short text is allocated once
	next := 0                 // index of the argument for the next verb
	for {
		before, after, found := strings.Cut(format, "%")
		b = append(b, before...)
		if !found {
			return string(b)
		}
		if number, rest, isNumbered := strings.Cut(after, "]"); isNumbered && after[0] == '[' {
			n, _ := strconv.Atoi(number[1:]) // TestLiterals reads all formats
			next, after = n-1, rest
		}
		end := strings.IndexAny(after, "sdfq%") + 1
		switch verb := after[:end]; {
		case verb == "%":
			b = append(b, '%') // takes no argument
		case 0 <= next && next < len(args):
			b = p.appendValue(b, verb, args[next])
			next++
		default:
			b = append(b, "%!"...) // as package fmt marks a missing argument
		}
		format = after[end:]
	}
}

// appendValue appends an argument. Package message takes ten times as long for words and small numbers, which all languages write
// alike, and a page may have 10,000 texts.
func (p *Printer) appendValue(b []byte, verb string, value any) []byte {
	if words, ok := value.(string); ok && verb == "s" {
		return append(b, words...)
	}
	if n, ok := wholeNumber(value); ok && verb == "d" && 0 <= n && n < 1000 {
		return strconv.AppendInt(b, int64(n), 10)
	}
	return append(b, p.messages.Sprintf("%"+verb, value)...)
}

func wholeNumber(value any) (n int, ok bool) {
	switch value := value.(type) {
	case int:
		return value, true
	case int64:
		return int(value), true
	}
	return 0, false
}

// argument returns an argument of T in words; ok is false for a number.
func (p *Printer) argument(arg any) (words string, ok bool) {
	switch value := arg.(type) {
	case string:
		return value, true
	case Text:
		return value.In(p), true
	case Size:
		return p.Bytes(int64(value)), true
	case Capitalized:
		return text.Capitalize(p.Err(value.Err)), true
	case error:
		return p.Err(value), true
	}
	return "", false
}

// markupTag matches a tag of package markup. If an argument of T, such as a name, has such a tag, T writes an
// invisible character into it, so that it is no tag.
var markupTag = regexp.MustCompile(`<(/?\d/?)>`)

// Error is an error with a message that can be translated.
type Error struct {
	Text Key
	Args []any // arguments of T
}

// Size is an argument of a text: a number of bytes, which Printer.Bytes writes.
type Size int64

// Capitalized is an argument of a text: an error whose message is written with a capital first letter.
type Capitalized struct{ Err error }

// Errorf returns an error with a text that can be translated. The error wraps all errors among args; the verb for them is %s.
func Errorf(text Key, args ...any) error { return &Error{text, args} }

func (e *Error) Error() string { return English().T(e.Text, e.Args...) }

func (e *Error) Unwrap() (list []error) {
	for _, arg := range e.Args {
		if err, ok := arg.(error); ok {
			list = append(list, err)
		}
	}
	return list
}

// Err returns the message of an error. The message of an *Error is translated, and others are in English.
func (p *Printer) Err(err error) string {
	if known, ok := errors.AsType[*Error](err); ok {
		return p.T(known.Text, known.Args...)
	}
	return err.Error()
}

// translation is an entry of a catalogue. It has one text, or a text for each plural form (CLDR) of one
// argument.
type translation struct {
	text   string
	plural int               // number, from 1, of the argument that decides which form is used
	forms  map[string]string // texts by the names in formNames; nil for one text
}

// formNames are the names of the plural forms in CLDR.
var formNames = [...]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many",
}

func (t *translation) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &t.text) == nil {
		return nil
	}
	var forms map[string]any
	if err := json.Unmarshal(data, &forms); err != nil {
		return err
	}
	t.plural, t.forms = 1, make(map[string]string)
	for name, value := range forms {
		switch value := value.(type) {
		case float64:
			t.plural = int(value)
		case string:
			t.forms[name] = value
		}
	}
	return nil
}

func readCatalogue(tag string) (map[Key]translation, error) {
	data, err := files.ReadFile("catalogues/" + tag + ".json")
	if err != nil {
		return nil, err
	}
	var texts map[Key]translation
	err = json.Unmarshal(data, &texts)
	return texts, err
}
