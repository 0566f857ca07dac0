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

// Scores are the measures of one pair; shares are from 0 to 1.
type Scores struct {
	Suspicion     float64 `json:"suspicion"`
	Similarity    float64 `json:"similarity"`     // (matched left + matched right) / (own left + own right)
	MaxSimilarity float64 `json:"max_similarity"` // the larger of the coverages
	CoverageLeft  float64 `json:"coverage_left"`  // share of the left program's own tokens inside matches
	CoverageRight float64 `json:"coverage_right"`
	LongestMatch  int     `json:"longest_match"`  // tokens
	MatchedTokens int     `json:"matched_tokens"` // tokens of all matches, counted once
	Hamming       *int    `json:"hamming"`        // bits, 0 to 64; nil where a program has no fingerprint

	// How unusual the pair is among all pairs of its problem and language: the
	// share of the others that are less suspicious, and the modified z-score.
	// Both are nil where there are too few pairs to tell what is usual, and in
	// checks of before they were counted.
	Percentile *float64 `json:"percentile"`
	ZScore     *float64 `json:"z_score"`
	// What the suspicion rests on: the distinct shingles that both have, those
	// of them that no other participant of the contest has, and the shorter
	// shingles that both have with the same names in them; none of base code or
	// of own template of both. All are 0 in checks of before they were counted.
	SharedPassages int `json:"shared_passages"`
	UniquePassages int `json:"unique_passages"`
	NamedPassages  int `json:"named_passages"`

	// What both participants repeat in their other problems: a fact of its own,
	// and no part of any score above. A template that many have was published;
	// one that the two alone have, one of them gave to the other.
	SharedTemplate       int     `json:"shared_template"`        // tokens
	SharedTemplateOthers int     `json:"shared_template_others"` // participants besides the two who have most of it
	SharedTemplateScore  float64 `json:"shared_template_score"`  // 0 to 1: long, and found in few others
}

// Side is one of the two submissions of a pair.
type Side struct {
	SubmissionID int64
	// Contest is the name of the earlier contest that the submission was handed
	// in for; "" where it is the check's own. Of a pair, the right side alone
	// may be an earlier one.
	Contest       string
	ContestID     int64 // of the contest that it was handed in for, in any case
	ParticipantID int64
	Participant   string
	Number        int  // of the participant, in the contest; what blind review calls them by
	Hidden        bool // from reviewers: see package blind
	Problem       string
	Path          string
	Language      string // a lexer language ID
	Verdict       Verdict
	Attempt       int
	Time          time.Time
}

// Pair is two submissions of different participants, scored. It stands for
// all attempts of the two at one problem, each in their contest.
type Pair struct {
	ID       int64
	CheckID  int64
	Rank     int    // 1 for the most suspicious of the check
	Problem  string // "A", or "A + B", in this order, where the two sides are of different problems of the contest
	Language string // language family, such as "c++" for C and C++
	Cluster  int    // number of the group in the check that the pair ties, see Cluster; 0 where it ties none
	Left     Side
	Right    Side
	Scores
}

// Earlier reports whether the right side is of an earlier contest.
func (p Pair) Earlier() bool { return p.Right.Contest != "" }

// Fingerprint is the SimHash of a submission's whole program.
type Fingerprint struct {
	SubmissionID int64
	Value        uint64
}
