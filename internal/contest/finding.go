package contest

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
