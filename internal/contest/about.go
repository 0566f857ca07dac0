package contest

import "time"

// About is what a judge system says of a contest as a whole. What it does not
// say is "" or zero.
type About struct {
	System   string // which system, for people to read: "Contest API 2023-06"
	SystemID string // what it calls the contest
	Title    string
	StartsAt time.Time
	Duration time.Duration
	Problems []Problem // in the contest's order
}

// Problem is what a judge system says of a problem.
type Problem struct {
	Name     string // as Submission.Problem has it: a label such as "A", else the system's id
	Title    string
	SystemID string // what the system calls it
}

// Judgement is one time that the judge system has judged a submission. A
// rejudging makes another one.
type Judgement struct {
	Verdict Verdict
	Solved  bool      // what the system says of the verdict
	At      time.Time // when it was done; zero where it is not known
	Current bool      // it counts: no rejudging has replaced it
}
