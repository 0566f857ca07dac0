package settings

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Field is a setting as forms and the JSON API name it.
type Field struct {
	Name    string
	Doc     string
	Kind    Kind
	Choices []string // of a Text that has no other values; nil otherwise
	Above   bool     // whether 0 is none of the values of a Number
	index   []int    // of the Go field
}

// Kind says which values a field takes.
type Kind int

// The kinds of fields.
const (
	Text   Kind = iota
	Flag        // true or false
	Number      // a Share
	List        // any number of texts
)

// Fields are the settings in the order of their declaration.
var Fields = FieldsOf(Settings{})

var kinds = map[reflect.Kind]Kind{reflect.String: Text, reflect.Bool: Flag, reflect.Float64: Number, reflect.Slice: List}

// FieldsOf returns the fields of a [Settings] or of one of its parts.
func FieldsOf(part any) []Field { return fieldsOf(reflect.TypeOf(part), nil) }

func fieldsOf(of reflect.Type, index []int) (fields []Field) {
	for i := range of.NumField() {
		f := of.Field(i)
		at := append(index[:len(index):len(index)], i)
		if f.Anonymous {
			fields = append(fields, fieldsOf(f.Type, at)...)
			continue
		}
		field := Field{Name: strings.ToLower(f.Name), Doc: f.Tag.Get("doc"), Kind: kinds[f.Type.Kind()], Above: f.Tag.Get("min") == "above", index: at}
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

// FieldNamed returns the field of a name; ok tells whether there is one.
func FieldNamed(name string) (f Field, ok bool) {
	i := slices.IndexFunc(Fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return Fields[i], true
}

// Set sets a field to a value as a form sends it. A List gets one more text; a
// Flag is off for "" and "false"; "" leaves a Number as it is, unless it is one
// that must be above 0.
func (s *Settings) Set(f Field, value string) error {
	to := reflect.ValueOf(s).Elem().FieldByIndex(f.index)
	switch f.Kind {
	case Flag:
		to.SetBool(value != "" && value != "false")
	case List:
		to.Set(reflect.Append(to, reflect.ValueOf(value)))
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
		to.SetFloat(float64(share))
	default:
		if value != "" && f.Choices != nil && !slices.Contains(f.Choices, value) {
			return fmt.Errorf("%q is none of %s", value, strings.Join(f.Choices, ", "))
		}
		to.SetString(value)
	}
	return nil
}

// Values returns the fields of a [Settings], or of one of its parts, as a form
// sends them. Empty texts and lists, flags that are off, and Numbers that are 0 but
// must be above are left out.
func Values(part any) map[string][]string {
	values := make(map[string][]string)
	from := reflect.ValueOf(part)
	for _, f := range FieldsOf(part) {
		switch v := from.FieldByIndex(f.index).Interface().(type) {
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
