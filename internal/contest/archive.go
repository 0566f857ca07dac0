package contest

// NearSubmissions is how many submissions are named of those that have the same
// fingerprint.
const MaxListedSubmissions = 10

// Near is a fingerprint of the archive that is near one that was searched for,
// with the submissions that have it. One popular program may have been handed in
// ten thousand times; it is one Near.
type FingerprintMatch struct {
	Fingerprint uint64
	Distance    int // bits, from the fingerprint searched for
	// Programs is the number of submissions that have the fingerprint. A
	// search within some contests counts no further than CountedPrograms.
	Programs    int
	Submissions []int64 // the first of them by ID, at most NearSubmissions
}

// CountedPrograms is how far the submissions with one fingerprint are counted
// in a search within some contests.
const MaxCountedPrograms = 1000

// Neighbours is what a search of the archive found near one fingerprint.
type FingerprintMatches struct {
	Matches []FingerprintMatch // the nearest first, and at the same distance by fingerprint
	More    bool               // whether there are others, left out because of the limit
}

// Scope says in which contests of the archive to search. The zero value is all.
type Scope struct {
	Within  []int64 // IDs of the contests to search in; nil for all
	Without []int64 // IDs of contests to leave out
}

// Sample is a sample of the shingles of a submission's whole program.
type Sample struct {
	SubmissionID int64
	Shingles     []uint32 // distinct and sorted
}

// Sampled is a sample of the archive that has shingles in common with one that
// was searched for, with the submissions that have it.
type SampleMatch struct {
	Shingles    []uint32 // the whole sample
	Programs    int      // how many submissions have it
	Submissions []int64  // the first of them by ID, at most NearSubmissions
}

// LexedFile is a file of a submission as it is once it is lexed.
type LexedFile struct {
	SubmissionID int64
	File         int    // index in Submission.Files
	Language     string // ID of the lexer language that it was read in
	Content      []byte // its tokens, as package program encodes them
}

// Place says where in the archive a submission stands. Its Contest is always
// set.
type Location struct{ Side }

// Finding is a program of the archive that is like one that was searched for.
type Finding struct {
	Location
	// Others is how many further submissions have the same fingerprint, or the
	// same sample of shingles: almost always the same program. By fingerprints, a
	// search within some contests counts no further than CountedPrograms.
	Others int
	// Same says where the first of these stand, by ID: about NearSubmissions at
	// most.
	SameProgram []Location
	// Distance is that of the fingerprints in bits; nil where one of the two
	// programs is too short to have one.
	Distance *int
	// SharedSample is how many of the shingles that were looked up are in the
	// sample of this program too.
	SharedSample int

	Similarity    float64 // (matched here + matched there) / (tokens here + tokens there)
	Coverage      float64 // share of the given program that is found in this one
	CoverageThere float64 // share of this program that is found in the given one
	LongestMatch  int     // tokens
	MatchedTokens int     // tokens of all matches
}

// Findings is what a search of the archive has found.
type Findings struct {
	Language string // ID of the language that the given program was read in
	Tokens   int    // of the given program
	Findings []Finding
	// Sampled is how many shingles there were to look up, and Common how many
	// of them were not, because a great many programs have them.
	Sampled, Common int
	// More is how many programs that are like the given one were left out.
	More int
}

// Searchable tells what a search of the archive could find at all.
type Searchable struct {
	Any     bool // there are submissions
	Current bool // some were read by the versions of now
}

// Fingerprint is the SimHash of a submission's whole program.
type Fingerprint struct {
	SubmissionID int64
	Value        uint64
}
