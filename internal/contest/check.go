package contest

import "time"

// CheckState is where a check stands. Only complete checks show results.
type CheckState string

// The states of a check.
const (
	Running  CheckState = "running"
	Complete CheckState = "complete"
	Failed   CheckState = "failed"
)

// Check is one run of the analysis over the submissions of a contest, kept
// with all that its result depends on.
type Check struct {
	ID        int64
	ContestID int64
	Contest   string // the contest's name
	// Digest identifies what the result depends on: a hash, in hexadecimal,
	// over the submissions with their paths, problems, participants and
	// languages, the base code, the parameters and the algorithm version, and
	// over the earlier submissions that each was compared with. Two checks of
	// the same input have the same digest.
	Digest           string
	Matching         string // of what the matches of a pair depend on beside its two submissions; not read back
	State            CheckState
	Reason           string // why it failed, with what to do about it; "" otherwise
	Parameters       Parameters
	ToolVersion      string
	AlgorithmVersion string
	StartedAt        time.Time
	FinishedAt       time.Time // zero while running
	Summary          Summary
}

// Parameters are the settings of a check. They are stored with it and written
// into every report.
type Parameters struct {
	ShingleLength      int      `json:"shingle_length"`       // tokens
	MinMatch           int      `json:"min_match"`            // tokens of the shortest match
	Threshold          float64  `json:"threshold"`            // suspicion from which a pair is listed, 0 to 1
	Keep               float64  `json:"keep"`                 // suspicion from which a pair is stored, 0 to 1
	KeepPerParticipant int      `json:"keep_per_participant"` // pairs of each at one problem, at most
	KeepPerProblem     int      `json:"keep_per_problem"`     // pairs from which there are fewer for each, see KeepFor; 0 is no bound
	Verdicts           string   `json:"verdicts"`             // "accepted", "judged" or "all"
	Participants       string   `json:"participants"`         // "official" or "all"
	AcrossProblems     bool     `json:"across_problems"`
	Templates          bool     `json:"templates"`          // whether own templates are set aside
	Language           string   `json:"language,omitempty"` // forced for every file
	Layout             string   `json:"layout"`             // how the input was read
	Base               []string `json:"base,omitempty"`     // names of the base code files
	Without            []string `json:"without,omitempty"`  // rules and parts left out, to measure what they are worth
	// Against names the earlier contests that this one is compared with, sorted;
	// AgainstArchive alone stands for all that are kept.
	Against []string `json:"against,omitempty"`
}

// AgainstArchive in Parameters.Against stands for all other contests. A contest
// of that very name cannot be named alone.
const AgainstArchive = "archive"

// fewestKept is how many pairs each participant keeps in the largest contest.
const fewestKept = 10

// KeepFor returns how many pairs each of so many participants keeps at one
// problem: KeepPerParticipant, or fewer where they would come to more than
// KeepPerProblem, which nobody could look at, but at least ten.
func (p Parameters) KeepFor(participants int) int {
	if p.KeepPerProblem == 0 || participants == 0 {
		return p.KeepPerParticipant
	}
	return min(p.KeepPerParticipant, max(p.KeepPerProblem/participants, fewestKept))
}

// Newest returns the check that stands for its contest: of some checks, the newest
// first, the first that is complete and compared anything. A check that found
// nothing to compare, as all that was uploaded was skipped, hides none before it;
// it stands where there is no other. The result is false where none is complete.
func NewestCheck(checks []Check) (newest Check, found bool) {
	for _, c := range checks {
		if c.State != Complete {
			continue
		}
		if c.Summary.Submissions > 0 {
			return c, true
		}
		if !found {
			newest, found = c, true
		}
	}
	return newest, found
}

// Passage is a stretch of a program that is its participant's own template:
// code that they repeat in their other problems.
type Passage struct {
	First, Tokens int      // the tokens from First on
	Problems      []string // the others that it was handed in for, sorted
	Earlier       bool     // it is known to have been handed in for them earlier
}

// PrivateTemplate tells of two participants who repeat the same code in their
// problems, which few others have.
type PrivateTemplate struct {
	Left   string `json:"left"` // participant, before Right by name
	Right  string `json:"right"`
	Tokens int    `json:"tokens"` // most that they share at one problem
}

// Template is the own template in a submission, as a check found it.
type Template struct {
	SubmissionID int64
	Passages     []Passage // in their order; none touches another
}
