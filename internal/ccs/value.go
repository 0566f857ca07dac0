package ccs

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// These types are the values of properties. A value of another type than the specification says counts as
// missing. It does not prevent ojcheck from reading the other properties.

// maxText bounds a stored text, in bytes.
const maxText = 1000

// lineText is a string as oneLine returns it. In JSON it may be a number.
type lineText string

func (t *lineText) UnmarshalJSON(raw []byte) error {
	*t = ""
	var s string
	switch {
	case raw[0] == '"' && json.Unmarshal(raw, &s) == nil:
		*t = lineText(oneLine(s))
	case raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9':
		*t = lineText(oneLine(string(raw)))
	}
	return nil
}

// oneLine returns a text as one line of at most maxText bytes. Control characters and line separators become
// blanks. Byte order marks, and marks that change the direction of text, are removed.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		case '\u202a' <= r && r <= '\u202e', '\u2066' <= r && r <= '\u2069', r == '\ufeff':
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
	s = strings.TrimSpace(s)
	if len(s) <= maxText {
		return s
	}
	cut := maxText
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strings.Clone(strings.TrimSpace(s[:cut]))
}

// identifier is the identifier of an object; "" if cleanID refuses it. The specification allows letters,
// digits and _.- up to a length of 36, but judge systems use more.
type identifier string

// maxIdentifier bounds an identifier, in bytes.
const maxIdentifier = 100

func (id *identifier) UnmarshalJSON(raw []byte) error {
	var t lineText
	t.UnmarshalJSON(raw)
	*id = identifier(cleanID(string(t)))
	return nil
}

// cleanID returns the identifier, or "" if it is too long, not one line, "." or "..", or has one of / \ ( ).
// ojcheck writes identifiers into paths, and into names such as "Team 1 (42)".
func cleanID(id string) string {
	if len(id) > maxIdentifier || id == "." || id == ".." || strings.ContainsAny(id, `/\()`) || oneLine(id) != id {
		return ""
	}
	return id
}

// identifiers is a list of identifiers. In JSON it may be a single identifier.
type identifiers []string

// maxIdentifiers bounds the length of the list, such as the groups of a team.
const maxIdentifiers = 1000

func (ids *identifiers) UnmarshalJSON(raw []byte) error {
	*ids = nil
	for _, id := range listOf[identifier](raw) {
		if id != "" && len(*ids) < maxIdentifiers {
			*ids = append(*ids, string(id))
		}
	}
	return nil
}

// listOf returns the items of a list, or the only item if raw is no list; nil if raw is null or cannot be read.
func listOf[T any](raw []byte) (list []T) {
	if raw[0] != '[' && string(raw) != "null" {
		raw = slices.Concat([]byte("["), raw, []byte("]"))
	}
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	return list
}

// flag is a boolean that may be missing.
type flag int8

const (
	unset flag = iota
	yes
	no
)

func (f *flag) UnmarshalJSON(raw []byte) error {
	switch strings.ToLower(string(bytes.Trim(raw, `"`))) {
	case "true", "1", "yes":
		*f = yes
	case "false", "0", "no":
		*f = no
	default:
		*f = unset
	}
	return nil
}

// instant is a TIME of the specification; zero if missing.
type instant struct{ time.Time }

func (i *instant) UnmarshalJSON(raw []byte) error {
	var t lineText
	t.UnmarshalJSON(raw)
	i.Time, _ = ParseTime(string(t))
	return nil
}

// optionalDuration is a RELTIME of the specification; it may be missing.
type optionalDuration struct {
	isSet bool
	time.Duration
}

func (s *optionalDuration) UnmarshalJSON(raw []byte) error {
	var t lineText
	t.UnmarshalJSON(raw)
	s.Duration, s.isSet = parseDuration(string(t))
	return nil
}

// number is a number; nil if missing.
type number struct{ value *float64 }

func (n *number) UnmarshalJSON(raw []byte) error {
	n.value = nil
	if v, err := strconv.ParseFloat(string(bytes.Trim(raw, `"`)), 64); err == nil && !math.IsNaN(v) { // NaN would not equal itself
		n.value = &v
	}
	return nil
}
