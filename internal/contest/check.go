package contest

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// CheckState is the state of a check. Only a complete check has results.
type CheckState string

const (
	Running  CheckState = "running"
	Complete CheckState = "complete"
	Failed   CheckState = "failed"
)

// Check is one stored run of the analysis, with everything that its result depends on.
type Check struct {
	ID        int64
	ContestID int64
	Contest   string // the contest's name
	// Digest is a hexadecimal hash of everything that the result depends on: submissions, base code,
	// parameters, algorithm version, and the compared submissions of earlier contests. Checks of equal input
	// have equal digests.
	Digest string
	// Matching is a hash of all input that matches depend on; "" in a check that was read from the archive.
	Matching                      string
	State                         CheckState
	Reason                        i18n.Text // why the check failed, and what to do; zero otherwise
	Parameters                    Parameters
	ToolVersion, AlgorithmVersion string
	StartedAt                     time.Time
	FinishedAt                    time.Time // zero while running
	Summary                       Summary
	// Job is the ID of the job that begins the check; "" without a job, and in a check that was read from the archive.
	Job string
	// Problems and Participants have a submission for each name that the check was given, because the judge system may change
	// names before the check ends; nil in a check that was read from the archive.
	Problems, Participants map[string]int64 `db:"-"`
}

// IsPattern reports whether a layout is a pattern, not the name of a preset.
func IsPattern(layout string) bool { return strings.ContainsAny(layout, "{(") }

// Parameters are the settings of a check. They are stored with the check.
type Parameters struct {
	ShingleLength      int      `json:"shingle_length"`       // tokens
	MinMatch           int      `json:"min_match"`            // length of the shortest match, in tokens
	Threshold          float64  `json:"threshold"`            // minimum suspicion of a listed pair, 0 to 1
	MaxChance          float64  `json:"max_chance"`           // Scores.Chance up to which a pair is listed; 0 for no limit
	Keep               float64  `json:"keep"`                 // minimum suspicion of a stored pair, 0 to 1
	KeepPerParticipant int      `json:"keep_per_participant"` // maximum pairs of one participant at one problem
	KeepPerProblem     int      `json:"keep_per_problem"`     // maximum pairs of a problem, see KeepFor; 0 for no limit
	Verdicts           string   `json:"verdicts"`             // "accepted", "judged" or "all"
	Participants       string   `json:"participants"`         // "official" or "all"
	AcrossProblems     bool     `json:"across_problems"`
	Templates          bool     `json:"templates"`          // whether own templates are ignored
	Language           string   `json:"language,omitempty"` // of every file; "" to detect it
	Layout             string   `json:"layout"`             // how the input's folders and files are named
	Base               []string `json:"base,omitempty"`     // names of the base code files
	// Omitted lists the rules and the parts of the suspicion that are switched off, for measurements.
	Omitted []string `json:"without,omitempty"`
	// Against lists the names of earlier contests, sorted. AgainstArchive alone means all contests.
	Against []string `json:"against,omitempty"`
}

// PublishedFolder begins the names of base code that comes from known sources. The next check does not take over
// these files: it reads the known sources itself.
const PublishedFolder = "known sources/"

// IsPublished reports whether a file of base code comes from a known source.
func IsPublished(name string) bool { return strings.HasPrefix(name, PublishedFolder) }

// GivenBase returns the names of the base code files that users gave, without those from known sources.
func (p Parameters) GivenBase() []string { return slices.DeleteFunc(slices.Clone(p.Base), IsPublished) }

// Lists reports whether a check lists a pair with these scores.
func (p Parameters) Lists(s Scores) bool {
	return s.Suspicion >= p.Threshold && (p.MaxChance == 0 || s.Chance == nil || *s.Chance <= p.MaxChance)
}

// Filter returns a filter for the pairs that a check lists.
func (p Parameters) Filter() PairFilter {
	return PairFilter{MinSuspicion: p.Threshold, MaxChance: p.MaxChance}
}

// ListedText says which pairs are listed: "with a suspicion of at least 0.5"; "that are stored" for all.
func (p Parameters) ListedText(printer *i18n.Printer) string {
	switch threshold, chance := printer.Decimal(p.Threshold), printer.Decimal(p.MaxChance); {
	case p.Threshold > 0 && p.MaxChance > 0:
		return printer.T("with a suspicion of at least %s and a chance of at most %s", threshold, chance)
	case p.Threshold > 0:
		return printer.T("with a suspicion of at least %s", threshold)
	case p.MaxChance > 0:
		return printer.T("with a chance of at most %s", chance)
	}
	return printer.T("that are stored")
}

// AgainstArchive in Parameters.Against means all other contests. It never means a contest with this name.
const AgainstArchive = "archive"

// minKeep is the lowest result of KeepFor that KeepPerProblem can cause.
const minKeep = 10

// KeepFor returns how many pairs of each participant are stored at one problem: KeepPerParticipant. It
// returns less, but at least minKeep, if all participants together would have more than KeepPerProblem pairs.
func (p Parameters) KeepFor(participants int) int {
	if p.KeepPerProblem == 0 || participants == 0 {
		return p.KeepPerParticipant
	}
	return min(p.KeepPerParticipant, max(p.KeepPerProblem/participants, minKeep))
}

// Run stores a running check. Its result is invisible until Complete. postgres.Run, which implements it, documents the
// methods.
type Run interface {
	ID() int64
	StoredMeasures(ctx context.Context) ([]PairMeasures, error)
	PreventReuse(ctx context.Context) error
	SaveTemplates(ctx context.Context, templates []Template) error
	SaveEarlierSubmissions(ctx context.Context, digest string, submissionIDs []int64) error
	SaveSources(ctx context.Context, used []CheckSource) error
	SaveNear(ctx context.Context, near []NearProgram) error
	SaveFrequencies(ctx context.Context, frequencies []Frequencies) error
	SavePairs(ctx context.Context, pairs []Pair) error
	SaveClusters(ctx context.Context, clusters []Cluster) error
	Complete(ctx context.Context, summary Summary, histograms []Histogram, skipped []SkippedItem) error
	Fail(ctx context.Context, reason i18n.Text) error
	Close() error
}

// NewestCheck returns the check whose result the contest shows: the newest complete check that compared something, because an
// upload without usable files must not hide an earlier result; without one, the newest complete check. checks are sorted, the
// newest first. ok is false if no check is complete.
func NewestCheck(checks []Check) (newest Check, ok bool) {
	for _, c := range checks {
		if c.State == Complete && c.Summary.Submissions > 0 {
			return c, true
		}
		if c.State == Complete && !ok {
			newest, ok = c, true
		}
	}
	return newest, ok
}

// CheckAndContest is a check with its contest.
type CheckAndContest struct {
	Check
	Contest
}

// Passage is a passage of own template: the participant also uses it for other problems.
type Passage struct {
	First, Tokens int      // index of the first token, and number of tokens
	Problems      []string // other problems for which the participant submitted it, sorted
	Earlier       bool     // the participant submitted it earlier for all these problems
}

// PrivateTemplate is an own template that two participants share, but few others have.
type PrivateTemplate struct {
	Left   string `json:"left"` // the participant with the smaller number
	Right  string `json:"right"`
	Tokens int    `json:"tokens"` // length of the longest shared template at one problem
}

// Template is the own template in a submission, as a check found it.
type Template struct {
	SubmissionID int64
	Passages     []Passage // sorted by First, with other tokens between them
}

// Job is the stored form of work that the server has accepted.
type Job struct {
	ID      string
	Content json.RawMessage // package jobs writes and reads it
	CheckID int64           // the complete check of the job; 0 for none; not stored with the job
}
