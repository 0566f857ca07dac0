package ccs

import (
	"bytes"
	"encoding/json"
	"errors"
)

// The objects, with the properties that ojcheck uses. Parsing ignores all others,
// such as the password of an account.

type information struct {
	Version  lineText `json:"version"`
	Provider struct {
		Name    lineText `json:"name"`
		Version lineText `json:"version"`
	} `json:"provider"`
}

type contestObject struct {
	ID         identifier       `json:"id"`
	Name       lineText         `json:"name"`
	FormalName lineText         `json:"formal_name"`
	StartTime  instant          `json:"start_time"`
	Duration   optionalDuration `json:"duration"`
}

type state struct {
	Started      instant `json:"started"`
	Ended        instant `json:"ended"`
	EndOfUpdates instant `json:"end_of_updates"`
}

type judgementType struct {
	Name   lineText `json:"name"`
	Solved flag     `json:"solved"`
}

type language struct {
	Name       lineText   `json:"name"`
	Extensions []lineText `json:"extensions"`
}

type problem struct {
	Label   lineText `json:"label"`
	Name    lineText `json:"name"`
	Ordinal number   `json:"ordinal"`
}

type group struct {
	Name   lineText `json:"name"`
	Type   lineText `json:"type"`
	Hidden flag     `json:"hidden"`
}

type organization struct {
	Name       lineText `json:"name"`
	FormalName lineText `json:"formal_name"`
}

type team struct {
	Name         lineText    `json:"name"`
	DisplayName  lineText    `json:"display_name"`
	Label        lineText    `json:"label"`
	Organization identifier  `json:"organization_id"`
	Affiliation  lineText    `json:"affiliation"` // DOMjudge's, beside the organization
	GroupIDs     identifiers `json:"group_ids"`
	GroupID      identifiers `json:"group_id"` // of drafts before 2020-03
	Hidden       flag        `json:"hidden"`
	Location     location    `json:"location"`
}

// groups returns the identifiers of the team's groups.
func (t team) groups() []string {
	return append(t.GroupIDs[:len(t.GroupIDs):len(t.GroupIDs)], t.GroupID...)
}

type account struct {
	Username lineText   `json:"username"`
	Name     lineText   `json:"name"`
	Type     lineText   `json:"type"`
	IP       lineText   `json:"ip"`
	Team     identifier `json:"team_id"`
}

type submission struct {
	Problem     identifier       `json:"problem_id"`
	Language    identifier       `json:"language_id"`
	Team        identifier       `json:"team_id"`
	Account     identifier       `json:"account_id"`
	Time        instant          `json:"time"`
	ContestTime optionalDuration `json:"contest_time"`
	EntryPoint  lineText         `json:"entry_point"`
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

// isSuperseded reports whether the system says that the judgement no longer counts.
func (j judgement) isSuperseded() bool { return j.Current == no || j.Valid == no }

// verdict returns the identifier of the judgement's type; "" while pending. Some
// clients may only see the simplified type.
func (j judgement) verdict() string {
	if j.Type == "" {
		return string(j.Simplified)
	}
	return string(j.Type)
}

// location is where a team sits: x and y in metres, DOMjudge's description, or a
// plain text.
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

// FileRef is a reference to a file of a submission, exactly as the system gives
// it: the address may lead anywhere.
type FileRef struct {
	Href     string // relative to the base URL of the API, or absolute
	Filename string
	Mime     string
	Hash     string // MD5, in hexadecimal
}

// files are the first files of a submission; the specification allows only one.
type files []FileRef

const maxFiles = 16

func (f *files) UnmarshalJSON(raw []byte) error {
	*f = nil
	var list []struct {
		Href, Filename, Mime, Hash lineText
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

// idOf returns the identifier of an object.
func idOf(data json.RawMessage) string {
	var object struct {
		ID identifier `json:"id"`
	}
	if json.Unmarshal(data, &object) != nil {
		return ""
	}
	return string(object.ID)
}
