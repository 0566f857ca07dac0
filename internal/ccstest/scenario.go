package ccstest

import (
	"testing"
	"time"
)

// Version is a version of the Contest API.
type Version string

// The versions in use.
const (
	V2020 Version = "2020-03"
	V2021 Version = "2021-11"
	V2022 Version = "2022-07"
	V2023 Version = "2023-06"
	V2026 Version = "2026-01"
)

// Versions returns all versions, oldest first; with -short only the oldest and the newest.
func Versions() []Version {
	if testing.Short() {
		return []Version{V2020, V2026}
	}
	return []Version{V2020, V2021, V2022, V2023, V2026}
}

// Scenario is a contest and its judge system. Times in the contest count from the start of the contest.
type Scenario struct {
	Version Version // V2023 if ""
	// DOMjudge makes the server behave like DOMjudge: with its base address, fields and roles, the endpoint source-code,
	// and event-feed?stream=false.
	DOMjudge  bool
	Users     []User        // who may use the API; if nil, everybody may read everything
	KeepAlive time.Duration // time between the newlines of a silent feed; 120 s if 0
	// SparseAccess leaves the submissions out of "access" until the contest has one, as a Contest Data Server does.
	SparseAccess bool
	// BrokenHTTP2 makes the server speak https with a self-signed certificate, see [Server.Pin]. The server offers HTTP/2,
	// but breaks off each answer over HTTP/2.
	BrokenHTTP2 bool
	Disorder    bool // the feed sends each event twice, and mixes the events of different objects
	// Href returns the address of a submission's archive. If Href is nil, the address is
	// relative to the base address.
	Href func(submission string) string

	ID, Name string
	Start    time.Time // all times have the same offset from UTC as Start
	Duration time.Duration

	Problems    []Problem
	Teams       []Team
	Submissions []Submission
	Judgements  []Judgement
	Ended       bool // no updates follow

	others map[string][]object // the objects of other collections, with the properties of the newest version
}

// User may use the API, by name and password or by token. The accounts in the contest's data are not users: they cannot sign in
// here.
type User struct {
	Name, Password, Token string
	NoFiles               bool // may not read the archives of submissions
	SourceCode            bool // may read DOMjudge's source-code
}

// Problem is a problem. Label is its letter.
type Problem struct{ ID, Label, Name string }

type Team struct {
	ID, Label, Name, DisplayName string
	Organization                 string // ID
	Groups                       []string
	Hidden                       bool
}

type Submission struct {
	ID                      string
	Team, Problem, Language string // IDs
	ContestTime             time.Duration
	Files                   []File
	Archive                 []byte // replaces the zip of Files, to test invalid archives
	Hash                    string // replaces the MD5 of the archive
}

type File struct{ Name, Content string }

// Judgement is a verdict on a submission. Times count from the start of the contest.
type Judgement struct {
	ID         string
	Submission string // ID
	Type       string // ID; "" while pending
	Start, End time.Duration
}
