package settings

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/text"
)

// Field describes a setting for forms and the JSON API.
type Field struct {
	Name      string
	Doc       string
	Kind      Kind
	Choices   []string // the allowed values of a Text; nil if all are allowed
	AboveZero bool     // whether a Number must be above 0
	index     []int    // of the Go field, for reflect.Value.FieldByIndex
}

// Kind is the kind of a field's values.
type Kind int

// The kinds of fields.
const (
	Text   Kind = iota
	Flag        // true or false
	Number      // a Share or PairCount
	List        // any number of texts
)

// Fields lists all settings in the order of their declaration.
var Fields = FieldsOf(Settings{})

var kinds = map[reflect.Kind]Kind{reflect.String: Text, reflect.Bool: Flag, reflect.Float64: Number, reflect.Slice: List}

// FieldsOf returns the fields of a [Settings] or of one of its parts.
func FieldsOf(part any) (fields []Field) {
	for _, f := range reflect.VisibleFields(reflect.TypeOf(part)) {
		if f.Anonymous {
			continue // the fields of the embedded struct follow
		}
		field := Field{
			Name: cmp.Or(f.Tag.Get("form"), strings.ToLower(f.Name)), Doc: f.Tag.Get("doc"),
			Kind: kinds[f.Type.Kind()], index: f.Index,
		}
		_, field.AboveZero = f.Tag.Lookup("abovezero")
		if enum := f.Tag.Get("enum"); enum != "" {
			field.Choices = strings.Split(enum, ",")
		}
		fields = append(fields, field)
	}
	return fields
}

// FieldNamed returns the field with this name; ok is false if there is none.
func FieldNamed(name string) (f Field, ok bool) {
	for _, f := range Fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// Set sets a field to a value from a form, or appends the value to a List. An empty value or "false" turns
// off a Flag. An empty value leaves a Number unchanged, or is an error if the Number must be above 0.
func (s *Settings) Set(f Field, value string) error {
	field := reflect.ValueOf(s).Elem().FieldByIndex(f.index)
	switch f.Kind {
	case Flag:
		field.SetBool(value != "" && value != "false")
	case List:
		field.Set(reflect.Append(field, reflect.ValueOf(value)))
	case Number:
		if value == "" && !f.AboveZero {
			return nil
		}
		before := field.Float()
		err := field.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(value))
		if err == nil && f.AboveZero && field.Float() == 0 {
			err = fmt.Errorf("%q is not above 0", value)
		}
		if err != nil {
			field.SetFloat(before)
			return err
		}
	default:
		if value != "" && f.Choices != nil && !slices.Contains(f.Choices, value) {
			return fmt.Errorf("%q is none of %s", value, strings.Join(f.Choices, ", "))
		}
		field.SetString(value)
	}
	return nil
}

// Values returns the fields of a [Settings], or of one of its parts, as form values. It omits empty texts
// and lists, flags that are off, and a Number that is 0 but must be above 0, which means that it is not set.
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
		default: // a string or a Number
			if text := fmt.Sprint(v); text != "" && !(f.AboveZero && text == "0") {
				values[f.Name] = []string{text}
			}
		}
	}
	return values
}

// Share is a number from 0 to 1.
type Share float64

// ParseShare reads a share, such as 0.6 or 60%.
func ParseShare(input string) (Share, error) {
	digits, percent := strings.CutSuffix(strings.TrimSpace(input), "%")
	x, err := strconv.ParseFloat(digits, 64)
	if percent {
		x /= 100
	}
	switch {
	case err == nil && x >= 0 && x <= 1: // NaN is neither
		return Share(x), nil
	case err == nil && !percent && x > 1 && x <= 100:
		return 0, fmt.Errorf("%q is not a number from 0 to 1; for %s%% write %v or %s%%", input, digits, x/100, digits)
	}
	return 0, fmt.Errorf("%q is not a number from 0 to 1", input)
}

func (s *Share) UnmarshalText(text []byte) (err error) {
	*s, err = ParseShare(string(text))
	return err
}

func (s Share) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s Share) String() string { return text.Decimal(float64(s)) }

// PairCount is an expected number of pairs, which may be a fraction: 1 or 0.01.
type PairCount float64

// MaxPairCount is the highest PairCount.
const MaxPairCount float64 = 1e15

// ParsePairCount reads a number of pairs.
func ParsePairCount(input string) (PairCount, error) {
	x, err := strconv.ParseFloat(strings.TrimSpace(input), 64)
	if err != nil || !(x >= 0 && x <= MaxPairCount) {
		return 0, fmt.Errorf("%q is not a number of pairs, 0 or more", input)
	}
	return PairCount(x), nil
}

func (c *PairCount) UnmarshalText(text []byte) (err error) {
	*c, err = ParsePairCount(string(text))
	return err
}

func (c PairCount) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

func (c PairCount) String() string { return text.Decimal(float64(c)) }
