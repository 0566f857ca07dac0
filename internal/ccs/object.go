package ccs

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
)

// The objects have only the properties that ojcheck uses. Parsing ignores other properties, such as the
// password of an account. It ignores the case of names, so names of one word need no tag.

type information struct {
	Version  lineText
	Provider struct{ Name, Version lineText }
}

type contestObject struct {
	ID         identifier
	Name       lineText
	FormalName lineText `json:"formal_name"`
	StartTime  instant  `json:"start_time"`
	Duration   optionalDuration
}

type state struct {
	Started      instant
	Ended        instant
	EndOfUpdates instant `json:"end_of_updates"`
}

type judgementType struct {
	Name   lineText
	Solved flag
}

type language struct {
	Name       lineText
	Extensions []lineText
}

type problem struct {
	Label, Name lineText
	Ordinal     number
}

type group struct {
	Name, Type lineText
	Hidden     flag
}

type organization struct {
	Name       lineText
	FormalName lineText `json:"formal_name"`
}

type team struct {
	Name, Label  lineText
	DisplayName  lineText    `json:"display_name"`
	Organization identifier  `json:"organization_id"`
	Affiliation  lineText    // a property of DOMjudge, besides the organization
	GroupIDs     identifiers `json:"group_ids"`
	GroupID      identifiers `json:"group_id"` // instead of GroupIDs, in drafts before 2020-03
	Hidden       flag
	Location     location
}

func (t team) groups() []string {
	return slices.Concat(t.GroupIDs, t.GroupID)
}

type account struct {
	Username, Name, Type, IP lineText
	Team                     identifier `json:"team_id"`
}

type submission struct {
	Problem     identifier `json:"problem_id"`
	Language    identifier `json:"language_id"`
	Team        identifier `json:"team_id"`
	Account     identifier `json:"account_id"`
	Time        instant
	ContestTime optionalDuration `json:"contest_time"`
	Files       files
}

type judgement struct {
	Submission identifier `json:"submission_id"`
	Type       identifier `json:"judgement_type_id"`
	Simplified identifier `json:"simplified_judgement_type_id"`
	Start      instant    `json:"start_time"`
	End        instant    `json:"end_time"`
	Current    flag       // since version 2026-01
	Valid      flag       // of DOMjudge
}

// typeID returns the identifier of the judgement's type; "" while the judgement is pending. Some accounts
// may read only the simplified type.
func (j judgement) typeID() string { return string(cmp.Or(j.Type, j.Simplified)) }

// location is where a team sits: x and y in metres, or a description, as in DOMjudge.
type location struct {
	X, Y        number
	Description lineText
}

func (l *location) UnmarshalJSON(raw []byte) error {
	*l = location{}
	if raw[0] != '{' {
		return l.Description.UnmarshalJSON(raw)
	}
	type plain location
	return json.Unmarshal(raw, (*plain)(l))
}

// FileRef is an unchecked reference to a file of a submission. Its address may lead anywhere.
type FileRef struct {
	Href     string // relative to the base URL of the API, or absolute
	Filename string
	Mime     string
	Hash     string // MD5, in hexadecimal
}

// files holds at most maxFiles references of a submission. The specification allows only one.
type files []FileRef

const maxFiles = 16

func (f *files) UnmarshalJSON(raw []byte) error {
	*f = nil
	list := listOf[struct{ Href, Filename, Mime, Hash lineText }](raw)
	for _, ref := range list[:min(len(list), maxFiles)] {
		*f = append(*f, FileRef{string(ref.Href), string(ref.Filename), string(ref.Mime), string(ref.Hash)})
	}
	return nil
}

// parse reads an object. Its errors do not quote the object.
func parse[T any](data json.RawMessage) (T, error) {
	var object T
	if data = bytes.TrimSpace(data); len(data) == 0 || data[0] != '{' {
		return object, errors.New("it is not a JSON object")
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return object, errors.New("it is not an object of the Contest API")
	}
	return object, nil
}

// idOf returns the identifier of an object; "" for none.
func idOf(data json.RawMessage) string {
	var object struct{ ID identifier }
	if json.Unmarshal(data, &object) != nil {
		return ""
	}
	return string(object.ID)
}
