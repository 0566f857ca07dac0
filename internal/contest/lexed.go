package contest

// LexedFile is a file of a submission as it is once it is lexed.
type LexedFile struct {
	SubmissionID int64
	File         int    // index in Submission.Files
	Language     string // ID of the lexer language that it was read in
	Content      []byte // its tokens, as package program encodes them
}
