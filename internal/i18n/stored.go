package i18n

import (
	"encoding/json"
	"errors"
)

// Stored is an error that can be stored as JSON: an *Error as its text and arguments, so that it can be translated later;
// any other error, or one with arguments of other types, as its message in English.
type Stored struct{ Err error }

// storedError is an *Error in JSON.
type storedError struct {
	Text Key
	Args []storedArg `json:",omitempty"`
}

// storedArg is an argument of an *Error. One field is not nil.
type storedArg struct {
	Number      *int64   `json:",omitempty"`
	Decimal     *float64 `json:",omitempty"`
	Text        *string  `json:",omitempty"`
	Size        *Size    `json:",omitempty"`
	Error       *Stored  `json:",omitempty"`
	Capitalized *Stored  `json:",omitempty"`
}

func (s Stored) MarshalJSON() ([]byte, error) {
	if s.Err == nil {
		return []byte("null"), nil
	}
	known := new(Error)
	if !errors.As(s.Err, &known) {
		return json.Marshal(s.Err.Error())
	}
	stored := storedError{Text: known.Text}
	for _, arg := range known.Args {
		var a storedArg
		switch value := arg.(type) {
		case int:
			number := int64(value)
			a.Number = &number
		case int64:
			a.Number = &value
		case float64:
			a.Decimal = &value
		case string:
			a.Text = &value
		case Size:
			a.Size = &value
		case error:
			a.Error = &Stored{value}
		case Capitalized:
			a.Capitalized = &Stored{value.Err}
		default:
			return json.Marshal(known.Error())
		}
		stored.Args = append(stored.Args, a)
	}
	return json.Marshal(stored)
}

func (s *Stored) UnmarshalJSON(data []byte) error {
	*s = Stored{}
	if string(data) == "null" {
		return nil
	}
	var message string
	if json.Unmarshal(data, &message) == nil {
		s.Err = errors.New(message)
		return nil
	}
	var stored storedError
	if err := json.Unmarshal(data, &stored); err != nil {
		return err
	}
	read := &Error{Text: stored.Text}
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
		case a.Error != nil:
			arg = a.Error.Err
		case a.Capitalized != nil:
			arg = Capitalized{a.Capitalized.Err}
		}
		read.Args = append(read.Args, arg)
	}
	s.Err = read
	return nil
}
