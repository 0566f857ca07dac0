package contest

// Kept is a submission as a list of a contest's has it, with what the judge
// system says of it beside.
type SubmissionRow struct {
	Side
	Kind            ParticipantKind
	SystemID        string
	LanguageVersion string
}

// KeptFilter says which submissions of a contest to list. The zero value is all.
type SubmissionFilter struct {
	ID      int64  // of the one that is meant, even if another was read from its path since; 0 for all
	Problem string // exactly; "" for all
	Number  int    // of the participant; 0 for all
}
