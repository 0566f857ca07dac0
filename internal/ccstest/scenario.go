package ccstest

import "time"

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

// Versions lists all versions, oldest first.
func Versions() []Version { return []Version{V2020, V2021, V2022, V2023, V2026} }

// Scenario is a contest and its system. Times in the contest count from its start.
type Scenario struct {
	Version Version // V2023 if ""
	// DOMjudge adds the specialities of DOMjudge: its address, fields and roles, source-code, and
	// event-feed?stream=false.
	DOMjudge bool
	// Users are the accounts of the API. Without any, everybody may read everything.
	Users []User
	// KeepAlive is the time between the newlines of a silent feed; 120 s if 0.
	KeepAlive time.Duration
	// Disorder makes the feed send events twice, and events of different objects out of
	// order.
	Disorder bool
	// Href returns the address of a submission's archive; nil for one relative to the
	// base address.
	Href func(submission string) string

	ID       string
	Name     string
	Start    time.Time // with the offset of all times
	Duration time.Duration

	JudgementTypes []JudgementType
	Languages      []Language
	Problems       []Problem
	Groups         []Group
	Organizations  []Organization
	Teams          []Team
	Accounts       []Account
	Submissions    []Submission
	Judgements     []Judgement
	Ended          bool // no updates follow
}

// User is an account of the API, by name and password or by token.
type User struct {
	Name, Password string
	Token          string
	NoFiles        bool // may not read the archives of submissions
	SourceCode     bool // may read DOMjudge's source-code
}

type JudgementType struct {
	ID, Name        string
	Penalty, Solved bool
}

type Language struct {
	ID, Name   string
	Extensions []string // from 2021-11 on
}

type Problem struct{ ID, Label, Name string }

// Group is a group of teams: a site, a category.
type Group struct {
	ID, Name string
	Hidden   bool
}

// Organization is a school or a company.
type Organization struct{ ID, Name, Country string }

type Team struct {
	ID, Label, Name, DisplayName string
	Organization                 string // ID
	Groups                       []string
	Hidden                       bool
}

// Account is an account of the judge system, listed from 2021-11 on.
type Account struct {
	ID, Username, Type, Team string
	IP, Password             string
}

type Submission struct {
	ID          string
	Team        string // ID; "" for an account without a team
	Account     string // ID; listed from 2026-01 on
	Problem     string // ID
	Language    string // ID
	ContestTime time.Duration
	EntryPoint  string // entry point
	Files       []File
	Archive     []byte // in place of the zip of Files, for invalid archives
	Hash        string // in place of the MD5 of the archive
}

type File struct{ Name, Content string }

type Judgement struct {
	ID         string
	Submission string // ID
	Type       string // ID; "" while pending
	Start, End time.Duration
	Replaced   bool // by a rejudging; only 2026-01 and DOMjudge say so
}
