package contest

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
