package contest

import "time"

// CheckState is the state of a check. Only complete checks show results.
type CheckState string

// The states of a check.
const (
	Running  CheckState = "running"
	Complete CheckState = "complete"
	Failed   CheckState = "failed"
)

// Check is one stored run of the analysis over the submissions of a contest,
// with everything that its result depends on.
type Check struct {
	ID        int64
	ContestID int64
	Contest   string // the contest's name
	// Digest is a hexadecimal hash of all that the result depends on: the
	// submissions with their paths, problems, participants and languages, the
	// base code, the parameters, the algorithm version, and the earlier
	// submissions that each was compared with. Checks of equal input have equal digests.
	Digest           string
	Matching         string // hash of all that a pair's matches depend on other than its two submissions; written, never read
	State            CheckState
	Reason           string // why it failed and what to do about it; "" otherwise
	Parameters       Parameters
	ToolVersion      string
	AlgorithmVersion string
	StartedAt        time.Time
	FinishedAt       time.Time // zero while running
	Summary          Summary
}

// Parameters are the settings of a check. The check and every report of it
// record them.
type Parameters struct {
	ShingleLength      int      `json:"shingle_length"`       // tokens
	MinMatch           int      `json:"min_match"`            // tokens of the shortest match
	Threshold          float64  `json:"threshold"`            // suspicion from which a pair is listed, 0 to 1
	Keep               float64  `json:"keep"`                 // suspicion from which a pair is stored, 0 to 1
	KeepPerParticipant int      `json:"keep_per_participant"` // most pairs of one participant at one problem
	KeepPerProblem     int      `json:"keep_per_problem"`     // most pairs of a problem, see KeepFor; 0 for no limit
	Verdicts           string   `json:"verdicts"`             // "accepted", "judged" or "all"
	Participants       string   `json:"participants"`         // "official" or "all"
	AcrossProblems     bool     `json:"across_problems"`
	Templates          bool     `json:"templates"`          // whether own templates are ignored
	Language           string   `json:"language,omitempty"` // of every file; "" to detect it
	Layout             string   `json:"layout"`             // how the input's folders and files are named
	Base               []string `json:"base,omitempty"`     // names of the base code files
	Without            []string `json:"without,omitempty"`  // rules and parts that are off, to measure the effect of each
	// Against lists the names of the earlier contests to compare with, sorted, or only
	// AgainstArchive for all.
	Against []string `json:"against,omitempty"`
}

// AgainstArchive in Parameters.Against means all other contests. A contest with this
// name cannot be selected by itself.
const AgainstArchive = "archive"

// minKeep is the least value of KeepFor in a large contest.
const minKeep = 10

// KeepFor returns how many pairs of each participant are stored at one problem:
// KeepPerParticipant, or fewer if all participants together would have more than
// KeepPerProblem, too many to read; but at least minKeep.
func (p Parameters) KeepFor(participants int) int {
	if p.KeepPerProblem == 0 || participants == 0 {
		return p.KeepPerParticipant
	}
	return min(p.KeepPerParticipant, max(p.KeepPerProblem/participants, minKeep))
}

// NewestCheck returns the check whose results represent the contest: in a list with the
// newest first, the first complete check that compared anything, so that an upload
// without usable files does not hide an earlier result; otherwise the first complete
// check. ok is false if no check is complete.
func NewestCheck(checks []Check) (newest Check, ok bool) {
	for _, c := range checks {
		if c.State != Complete {
			continue
		}
		if c.Summary.Submissions > 0 {
			return c, true
		}
		if !ok {
			newest, ok = c, true
		}
	}
	return newest, ok
}

// Passage is a part of a program that belongs to its participant's own template: code
// that they also use for other problems.
type Passage struct {
	First, Tokens int      // token index, and number of tokens
	Problems      []string // the other problems that it was submitted for, sorted
	Earlier       bool     // it was submitted for them earlier
}

// PrivateTemplate is an own template that two participants share and few others have.
type PrivateTemplate struct {
	Left   string `json:"left"` // participant; Left sorts before Right
	Right  string `json:"right"`
	Tokens int    `json:"tokens"` // the most that they share at one problem
}

// Template is the own template in a submission, as a check found it.
type Template struct {
	SubmissionID int64
	Passages     []Passage // by First; they do not touch each other
}
