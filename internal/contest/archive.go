package contest

import "errors"

// MaxListedSubmissions is the highest number of submissions that are listed for one fingerprint or sample.
const MaxListedSubmissions = 10

// FingerprintMatch is a fingerprint of the archive that is near the searched one, with its submissions.
type FingerprintMatch struct {
	Fingerprint uint64
	Distance    int // bits, from the searched fingerprint
	// Programs is the number of submissions. A search within contests counts up to MaxCountedPrograms.
	Programs    int
	Submissions []int64 // those with the lowest IDs, at most MaxListedSubmissions
}

// MaxCountedPrograms limits the count of submissions with one fingerprint in a search within contests.
const MaxCountedPrograms = 1000

// FingerprintMatches is the result of a search for one fingerprint.
type FingerprintMatches struct {
	Matches []FingerprintMatch // by distance, then by fingerprint
	HasMore bool               // there are further matches, which the limit cut off
}

// Scope selects the contests to search. The zero value selects all.
type Scope struct {
	Only   []int64 // IDs of the contests to search; nil for all
	Except []int64 // IDs of contests that are not searched
}

// IndexEntry is the entry of a submission in the archive's index: a fingerprint, a sample, or both.
type IndexEntry struct {
	SubmissionID   int64
	Fingerprint    uint64   // SimHash of the program
	HasFingerprint bool     // false if the program is too short
	Shingles       []uint32 // distinct and sorted; empty if the program is too short
}

// SampleMatch is a sample that shares shingles with the searched one, with its submissions.
type SampleMatch struct {
	Shingles    []uint32 // all shingles of the sample, shared or not
	Programs    int      // number of submissions that have the sample
	Submissions []int64  // those with the lowest IDs, at most MaxListedSubmissions
}

// LexedFile is the result of lexing a file of a submission.
type LexedFile struct {
	SubmissionID int64
	File         int    // index in Submission.Files
	Language     string // lexer language ID
	Content      []byte // the file's tokens, as package program encodes them
}

// Finding is a program of the archive that is similar to the searched program.
type Finding struct {
	Side // Contest is set
	// SameCount counts the other submissions of this program. If all MaxListedSubmissions of a fingerprint or sample have the
	// program, the unlisted ones count too. A search within contests counts up to MaxCountedPrograms of one fingerprint.
	SameCount   int
	SameProgram []Side // those that SameCount counts with the lowest IDs, approximately MaxListedSubmissions
	// OtherAttempts has the less similar programs that the participant submitted for the problem, the most similar
	// first. Its elements have no OtherAttempts.
	OtherAttempts []Finding
	// Distance is the Hamming distance of the fingerprints in bits; nil if a program has no fingerprint.
	Distance     *int
	SharedSample int // number of shingles that both programs' samples have

	Similarity    float64 // matched tokens of both / tokens of both
	Coverage      float64 // share of the searched program's tokens in matches
	FoundCoverage float64 // share of this program's tokens in matches
	LongestMatch  int     // tokens
	MatchedTokens int     // tokens of all matches
}

// Attempts returns the finding and its other attempts, the most similar first.
func (f Finding) Attempts() []Finding { return append([]Finding{f}, f.OtherAttempts...) }

// Findings is the result of a search of the archive, with one finding for each participant and problem.
type Findings struct {
	Language         string // lexer language ID of the searched program
	Tokens           int    // of the searched program
	Findings         []Finding
	Sampled          int  // number of shingles in the searched program's sample
	FrequentShingles int  // number of these shingles that were not looked up, because very many programs have them
	OmittedCount     int  // number of similar programs that the limit cut off
	NearOmitted      bool // more programs have a near fingerprint than a search compares
	SharedOmitted    bool // more programs share shingles than a search compares

	NotIndexed []string // names, sorted, of the searched contests of which this version of ojcheck has not read all submissions

	Sources []SourceFinding // the known sources that are similar to the searched program
}

// ProgramCount counts the programs of findings.
func ProgramCount(list []Finding) int {
	n := len(list)
	for _, f := range list {
		n += len(f.OtherAttempts)
	}
	return n
}

// SourceFinding is a known source similar to the searched program. File.Content is nil.
type SourceFinding struct {
	KnownSource
	Similarity    float64 // this field and the next ones are as in Finding
	Coverage      float64
	LongestMatch  int
	MatchedTokens int
}

// Searchable says whether a search of the archive can find anything.
type Searchable struct {
	Any     bool // some version of ojcheck has indexed submissions
	Current bool // this version of ojcheck has
}

// Figures are counts of the whole archive, for those who run ojcheck. They name nobody.
type Figures struct {
	Bytes       int64 // of the database on the disk
	Contests    int64
	Submissions int64
	// The maps count by state, and have every state.
	Checks  map[CheckState]int64
	Alerts  map[AlertState]int64
	Watches map[WatchState]int64
	// Undelivered counts the alerts that no webhook has taken yet, in contests with a webhook.
	Undelivered int64
}

// DistributionState says whether the archive is on one machine.
type DistributionState string

// The states of the archive.
const (
	NotDistributed DistributionState = "one machine"
	Distributing   DistributionState = "underway"
	Distributed    DistributionState = "distributed"
)

// ErrDistributed means that the archive is distributed already, ErrNotDistributed that it is not.
var (
	ErrDistributed    = errors.New("the archive is distributed already")
	ErrNotDistributed = errors.New("the archive is on one machine")
)

// Distribution says on which machines the archive's search tables and sources are.
type Distribution struct {
	State   DistributionState
	Tables  []MovedTable // while the distribution is underway
	Workers []Worker     // of Citus
}

// MovedTable says how many rows of a table a distribution has copied.
type MovedTable struct {
	Name        string
	Done, Total int64
}

// Worker is a machine of a cluster.
type Worker struct {
	Name   string // host and port
	Shards int64  // parts of tables
	Bytes  int64  // of these shards, with indexes
}
