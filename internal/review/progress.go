package review

// Progress says how far the review of a check is. It counts pairs that the check lists.
type Progress struct {
	Listed   int
	Decided  int // pairs that need no more reviews
	ToReview int // pairs that need a review by the viewer
	// NewStatements counts the statements of the contest that nobody has marked as read.
	NewStatements int
	Reviewers     []ReviewerPairs
}

// ReviewerPairs counts the listed pairs that one reviewer has decided.
type ReviewerPairs struct {
	Reviewer Person
	Pairs    int
}
