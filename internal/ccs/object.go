package ccs

import (
	"bytes"
	"encoding/json"
	"errors"
)

// The objects, with those of their properties that something is made of. All
// other properties are passed over, among them the password of an account.

type information struct {
	Version  text `json:"version"`
	Provider struct {
		Name    text `json:"name"`
		Version text `json:"version"`
	} `json:"provider"`
}

type contestObject struct {
	ID         identifier       `json:"id"`
	Name       text             `json:"name"`
	FormalName text             `json:"formal_name"`
	StartTime  instant          `json:"start_time"`
	Duration   optionalDuration `json:"duration"`
}

type state struct {
	Started      instant `json:"started"`
	Ended        instant `json:"ended"`
	EndOfUpdates instant `json:"end_of_updates"`
}

type judgementType struct {
	Name   text `json:"name"`
	Solved flag `json:"solved"`
}

type language struct {
	Name       text   `json:"name"`
	Extensions []text `json:"extensions"`
}

type problem struct {
	Label   text   `json:"label"`
	Name    text   `json:"name"`
	Ordinal number `json:"ordinal"`
}

type group struct {
	Name   text `json:"name"`
	Type   text `json:"type"`
	Hidden flag `json:"hidden"`
}

type organization struct {
	Name       text `json:"name"`
	FormalName text `json:"formal_name"`
}

type team struct {
	Name         text        `json:"name"`
	DisplayName  text        `json:"display_name"`
	Label        text        `json:"label"`
	Organization identifier  `json:"organization_id"`
	Affiliation  text        `json:"affiliation"` // DOMjudge's, beside the organization
	GroupIDs     identifiers `json:"group_ids"`
	GroupID      identifiers `json:"group_id"` // of drafts before 2020-03
	Hidden       flag        `json:"hidden"`
	Location     location    `json:"location"`
}

// groups are those that the team belongs to.
func (t team) groups() []string {
	return append(t.GroupIDs[:len(t.GroupIDs):len(t.GroupIDs)], t.GroupID...)
}

type account struct {
	Username text       `json:"username"`
	Name     text       `json:"name"`
	Type     text       `json:"type"`
	IP       text       `json:"ip"`
	Team     identifier `json:"team_id"`
}

type submission struct {
	Problem     identifier       `json:"problem_id"`
	Language    identifier       `json:"language_id"`
	Team        identifier       `json:"team_id"`
	Account     identifier       `json:"account_id"`
	Time        instant          `json:"time"`
	ContestTime optionalDuration `json:"contest_time"`
	EntryPoint  text             `json:"entry_point"`
	Files       files            `json:"files"`
}

type judgement struct {
	Submission identifier `json:"submission_id"`
	Type       identifier `json:"judgement_type_id"`
	Simplified identifier `json:"simplified_judgement_type_id"`
	Start      instant    `json:"start_time"`
	End        instant    `json:"end_time"`
	Current    flag       `json:"current"` // from 2026-01 on
	Valid      flag       `json:"valid"`   // DOMjudge's
}

// isSuperseded tells whether the system says that the judgement counts no more.
func (j judgement) isSuperseded() bool { return j.Current == no || j.Valid == no }

// verdict is the identifier of the judgement's type; "" while it is pending. A
// client that may see the simplified type alone is given that alone.
func (j judgement) verdict() string {
	if j.Type == "" {
		return string(j.Simplified)
	}
	return string(j.Type)
}

// location is where a team sits: x and y in metres, DOMjudge's description, or
// a mere text.
type location struct {
	X, Y        number
	Description text
}

func (l *location) UnmarshalJSON(raw []byte) error {
	*l = location{}
	if raw[0] != '{' {
		return l.Description.UnmarshalJSON(raw)
	}
	type plain location
	return json.Unmarshal(raw, (*plain)(l))
}

// FileRef is a reference to a file of a submission. All of it is as the system
// gives it: an address may lead anywhere.
type FileRef struct {
	Href     string // relative to the base URL of the API, or absolute
	Filename string
	Mime     string
	Hash     string // MD5, in hexadecimal
}

// files are the files of a submission, the first few of them: the
// specification allows no more than one.
type files []FileRef

const maxFiles = 16

func (f *files) UnmarshalJSON(raw []byte) error {
	*f = nil
	var list []struct {
		Href, Filename, Mime, Hash text
	}
	if raw[0] == '{' {
		raw = append(append([]byte("["), raw...), ']')
	}
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	for _, ref := range list[:min(len(list), maxFiles)] {
		*f = append(*f, FileRef{string(ref.Href), string(ref.Filename), string(ref.Mime), string(ref.Hash)})
	}
	return nil
}

// parse reads an object of a type.
func parse[T any](data json.RawMessage) (T, error) {
	var object T
	if data = bytes.TrimSpace(data); len(data) == 0 || data[0] != '{' {
		return object, errors.New("it is no JSON object")
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return object, errors.New("it is not such an object as the Contest API has")
	}
	return object, nil
}

// idOf reads the identifier of an object.
func idOf(data json.RawMessage) string {
	var object struct {
		ID identifier `json:"id"`
	}
	if json.Unmarshal(data, &object) != nil {
		return ""
	}
	return string(object.ID)
}
