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
