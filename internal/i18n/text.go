package i18n

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Text is a text with its arguments. It can be stored, and is translated when it is shown. Equal texts
// and arguments make equal values. The zero Text has no words.
type Text struct {
	stored string // JSON of a storedText, or words that have no translation
}

// storedText is a Text in JSON.
type storedText struct {
	Text Key
	Args []storedArg `json:",omitempty"`
}

// storedArg is an argument of a Text in JSON. Exactly one field is not nil.
type storedArg struct {
	Number      *int64   `json:",omitempty"`
	Decimal     *float64 `json:",omitempty"`
	Text        *string  `json:",omitempty"`
	Size        *Size    `json:",omitempty"`
	Nested      *Text    `json:"Error,omitempty"` // a Text or the text of an error
	Capitalized *Text    `json:",omitempty"`
}

// Textf returns a text. It takes the same arguments as Errorf. Arguments of other types are formatted by fmt.Sprint, and not translated.
func Textf(text Key, args ...any) Text {
	stored := storedText{Text: text}
	for _, arg := range args {
		var a storedArg
		switch value := arg.(type) {
		case int:
			a.Number = new(int64(value))
		case int64:
			a.Number = &value
		case float64:
			a.Decimal = &value
		case Size:
			a.Size = &value
		case Text:
			a.Nested = &value
		case Capitalized:
			a.Capitalized = new(TextOf(value.Err))
		case error:
			a.Nested = new(TextOf(value))
		default:
			a.Text = new(fmt.Sprint(value))
		}
		stored.Args = append(stored.Args, a)
	}
	return stored.text()
}

func (s storedText) text() Text {
	encoded, err := json.Marshal(s)
	if err != nil {
		panic(err) // an argument is an infinite number or NaN
	}
	return Text{string(encoded)}
}

// TextOf returns the message of an error; the zero Text for nil. Only texts of Errorf and Textf are
// translated.
func TextOf(err error) Text {
	if err == nil {
		return Text{}
	}
	if known, ok := errors.AsType[*Error](err); ok && known.Error() == err.Error() {
		return Textf(known.Text, known.Args...)
	}
	return Verbatim(err.Error())
}

// Verbatim returns a text that is never translated: a message of another program, or of an old version of ojcheck.
func Verbatim(words string) Text {
	if strings.HasPrefix(words, "{") { // else the words would be read as JSON
		return Textf("“%s”", words)
	}
	// The database takes only valid UTF-8 without the character 0.
	return Text{strings.ReplaceAll(strings.ToValidUTF8(words, "\uFFFD"), "\x00", "\uFFFD")}
}

// Sentences joins sentences as the reader's language does.
func Sentences(list ...Text) (joined Text) {
	for _, s := range list {
		switch {
		case joined.IsZero():
			joined = s
		case !s.IsZero():
			joined = Textf(twoSentences, joined, s)
		}
	}
	return joined
}

// Join lists names in a sentence: "A, B and C".
func Join(list []Text) (joined Text) {
	for i, name := range list {
		switch {
		case i == 0:
			joined = name
		case i == len(list)-1:
			joined = Textf("%s and %s", joined, name)
		default:
			joined = Textf("%s, %s", joined, name)
		}
	}
	return joined
}

// Capitalized returns a text that begins with a capital letter.
func (t Text) Capitalized() Text {
	if t.IsZero() {
		return t
	}
	return Textf("%s", Capitalized{t.Err()})
}

func (t Text) IsZero() bool { return t.stored == "" }

// String returns a text in English.
func (t Text) String() string { return t.In(English()) }

// In returns a text in the language of p.
func (t Text) In(p *Printer) string {
	if text, args, ok := t.parts(); ok {
		return p.T(text, args...)
	}
	return t.stored
}

// Err returns an error with the text; nil if the text is zero.
func (t Text) Err() error {
	text, args, ok := t.parts()
	switch {
	case ok:
		return Errorf(text, args...)
	case t.IsZero():
		return nil
	}
	return errors.New(t.stored)
}

// Map returns a copy of the text in which change has replaced each string among the arguments. If the text has no
// translation, change replaces the whole text.
func (t Text) Map(change func(string) string) Text {
	text, args, ok := t.parts()
	if !ok {
		return Text{change(t.stored)}
	}
	for i, arg := range args {
		switch value := arg.(type) {
		case string:
			args[i] = change(value)
		case Text:
			args[i] = value.Map(change)
		case Capitalized:
			args[i] = Capitalized{TextOf(value.Err).Map(change).Err()}
		}
	}
	return Textf(text, args...)
}

// parts is the inverse of Textf; ok is false for words without a translation.
func (t Text) parts() (text Key, args []any, ok bool) {
	var stored storedText
	if !strings.HasPrefix(t.stored, "{") || json.Unmarshal([]byte(t.stored), &stored) != nil {
		return "", nil, false
	}
	for _, a := range stored.Args {
		var arg any
		switch {
		case a.Number != nil:
			arg = *a.Number
		case a.Decimal != nil:
			arg = *a.Decimal
		case a.Text != nil:
			arg = *a.Text
		case a.Size != nil:
			arg = *a.Size
		case a.Nested != nil:
			arg = *a.Nested
		case a.Capitalized != nil:
			arg = Capitalized{a.Capitalized.Err()}
		}
		args = append(args, arg)
	}
	return stored.Text, args, true
}

// MarshalJSON writes the text and its arguments, for UnmarshalJSON. The API writes the result of String instead.
func (t Text) MarshalJSON() ([]byte, error) {
	if strings.HasPrefix(t.stored, "{") {
		return []byte(t.stored), nil
	}
	return json.Marshal(t.stored)
}

// UnmarshalJSON reads what MarshalJSON wrote, or a string in English.
func (t *Text) UnmarshalJSON(data []byte) error {
	if strings.HasPrefix(string(data), "{") {
		var stored storedText
		err := json.Unmarshal(data, &stored)
		*t = stored.text() // encode again, because the database may have changed white space and the order of the members
		return err
	}
	var words *string
	if err := json.Unmarshal(data, &words); err != nil || words == nil {
		*t = Text{}
		return err
	}
	*t = Verbatim(*words)
	return nil
}

// Column returns a text in the form of the database: JSON, or words that have no translation.
func (t Text) Column() string { return t.stored }

// Stored is the inverse of Column.
func Stored(column string) Text { return Text{column} }

// Value implements driver.Valuer for package pgx. It returns Column.
func (t Text) Value() (driver.Value, error) { return t.stored, nil }

func (t *Text) Scan(column any) error {
	stored, ok := column.(string)
	if !ok {
		return fmt.Errorf("cannot read a text from a %T", column)
	}
	t.stored = stored
	return nil
}

// Equal reports whether texts are equal, for package cmp.
func (t Text) Equal(other Text) bool { return t == other }

// Compare orders texts. The order does not depend on the language.
func (t Text) Compare(other Text) int { return strings.Compare(t.stored, other.stored) }
