package ccstest

import "time"

// Version is a version of the Contest API, as the specification names it.
type Version string

// The versions that are about.
const (
	V2020 Version = "2020-03"
	V2021 Version = "2021-11"
	V2022 Version = "2022-07"
	V2023 Version = "2023-06"
	V2026 Version = "2026-01"
)

// Versions are all of them, the oldest first.
func Versions() []Version { return []Version{V2020, V2021, V2022, V2023, V2026} }

// Scenario is a contest, and the system that serves it. Times within the contest
// are since its start.
type Scenario struct {
	Version Version // V2023 where it is ""
	// DOMjudge makes the server like DOMjudge's: its address, its further fields,
	// its roles, source-code, and event-feed?stream=false.
	DOMjudge bool
	// Users are the accounts of the API. Where there are none, anybody may read
	// everything.
	Users []User
	// KeepAlive is the time between the newlines of a silent feed; 120 s where it
	// is 0.
	KeepAlive time.Duration
	// Disorder makes the feed send events twice, and those of different objects
	// out of order.
	Disorder bool
	// Href gives the address of a submission's archive; nil for one relative to
	// the base address.
	Href func(submission string) string

	ID       string
	Name     string
	Start    time.Time // with the offset that is to be written
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
	Ended          bool // no updates will follow
}

// User is an account of the API, by name and password or by token.
type User struct {
	Name, Password string
	Token          string
	NoFiles        bool // may not read the archives of submissions
	SourceCode     bool // may read DOMjudge's source-code all the same
}

// JudgementType is an answer that judging can have.
type JudgementType struct {
	ID, Name        string
	Penalty, Solved bool
}

// Language is a programming language.
type Language struct {
	ID, Name   string
	Extensions []string // from 2021-11 on
}

// Problem is a problem of the contest; their order is that of the scenario.
type Problem struct{ ID, Label, Name string }

// Group is a group of teams: a site, a category.
type Group struct {
	ID, Name string
	Hidden   bool
}

// Organization is a school or a company.
type Organization struct{ ID, Name, Country string }

// Team is a participant.
type Team struct {
	ID, Label, Name, DisplayName string
	Organization                 string // ID
	Groups                       []string
	Hidden                       bool
}

// Account is somebody who can sign in to the judge system. There are accounts
// from 2021-11 on.
type Account struct {
	ID, Username, Type, Team string
	IP, Password             string
}

// Submission is a program that was handed in.
type Submission struct {
	ID          string
	Team        string // ID; "" where an account without a team handed it in
	Account     string // ID; told from 2026-01 on
	Problem     string // ID
	Language    string // ID
	ContestTime time.Duration
	EntryPoint  string // entry point
	Files       []File
	Archive     []byte // in place of the zip of Files, as it is; for what no system should send
	Hash        string // in place of the MD5 of the archive
}

// File is a file of a submission.
type File struct{ Name, Content string }

// Judgement is one judging of a submission. Type "" is one under way.
type Judgement struct {
	ID         string
	Submission string // ID
	Type       string // ID; "" for none yet
	Start, End time.Duration
	Replaced   bool // by a rejudging; told in 2026-01 and by DOMjudge alone
}
