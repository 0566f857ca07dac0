package settings

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Field describes a setting for forms and the JSON API.
type Field struct {
	Name    string
	Doc     string
	Kind    Kind
	Choices []string // the allowed values of a Text; nil if all are allowed
	Above   bool     // whether a Number must be above 0
	index   []int    // of the Go field, for reflect.Value.FieldByIndex
}

// Kind is the kind of a field's values.
type Kind int

// The kinds of fields.
const (
	Text   Kind = iota
	Flag        // true or false
	Number      // a Share
	List        // any number of texts
)

// Fields lists all settings in the order of their declaration.
var Fields = FieldsOf(Settings{})

var kinds = map[reflect.Kind]Kind{reflect.String: Text, reflect.Bool: Flag, reflect.Float64: Number, reflect.Slice: List}

// FieldsOf returns the fields of a [Settings] or of one of its parts.
func FieldsOf(part any) []Field { return fieldsOf(reflect.TypeOf(part), nil) }

func fieldsOf(part reflect.Type, index []int) (fields []Field) {
	for i := range part.NumField() {
		f := part.Field(i)
		path := append(index[:len(index):len(index)], i)
		if f.Anonymous {
			fields = append(fields, fieldsOf(f.Type, path)...)
			continue
		}
		field := Field{Name: strings.ToLower(f.Name), Doc: f.Tag.Get("doc"), Kind: kinds[f.Type.Kind()], Above: f.Tag.Get("min") == "above", index: path}
		if name := f.Tag.Get("form"); name != "" {
			field.Name = name
		}
		if enum := f.Tag.Get("enum"); enum != "" {
			field.Choices = strings.Split(enum, ",")
		}
		fields = append(fields, field)
	}
	return fields
}

// FieldNamed returns the field with this name; ok is false if there is none.
func FieldNamed(name string) (f Field, ok bool) {
	i := slices.IndexFunc(Fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return Fields[i], true
}

// Set sets a field to a value from a form. It appends the value to a List; a Flag is off
// for "" and "false"; "" does not change a Number, and is an error if the Number must be
// above 0.
func (s *Settings) Set(f Field, value string) error {
	field := reflect.ValueOf(s).Elem().FieldByIndex(f.index)
	switch f.Kind {
	case Flag:
		field.SetBool(value != "" && value != "false")
	case List:
		field.Set(reflect.Append(field, reflect.ValueOf(value)))
	case Number:
		if value == "" && !f.Above {
			return nil
		}
		share, err := ParseShare(value)
		if err == nil && f.Above && share == 0 {
			err = fmt.Errorf("%q is not above 0", value)
		}
		if err != nil {
			return err
		}
		field.SetFloat(float64(share))
	default:
		if value != "" && f.Choices != nil && !slices.Contains(f.Choices, value) {
			return fmt.Errorf("%q is none of %s", value, strings.Join(f.Choices, ", "))
		}
		field.SetString(value)
	}
	return nil
}

// Values returns the fields of a [Settings], or of one of its parts, as form values. It
// omits empty texts and lists, flags that are off, and Numbers that are 0 but must be
// above.
func Values(part any) map[string][]string {
	values := make(map[string][]string)
	value := reflect.ValueOf(part)
	for _, f := range FieldsOf(part) {
		switch v := value.FieldByIndex(f.index).Interface().(type) {
		case bool:
			if v {
				values[f.Name] = []string{"true"}
			}
		case []string:
			if len(v) > 0 {
				values[f.Name] = v
			}
		default: // a string or a Share
			if text := fmt.Sprint(v); text != "" && !(f.Above && text == "0") {
				values[f.Name] = []string{text}
			}
		}
	}
	return values
}
