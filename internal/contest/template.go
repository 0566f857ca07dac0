package contest

// Passage is a stretch of a program that is its participant's own template:
// code that they repeat in their other problems.
type Passage struct {
	First, Tokens int      // the tokens from First on
	Problems      []string // the others that it was handed in for, sorted
	Earlier       bool     // it is known to have been handed in for them earlier
}

// PrivateTemplate tells of two participants who repeat the same code in their
// problems, which few others have.
type PrivateTemplate struct {
	Left   string `json:"left"` // participant, before Right by name
	Right  string `json:"right"`
	Tokens int    `json:"tokens"` // most that they share at one problem
}

// Template is the own template in a submission, as a check found it.
type Template struct {
	SubmissionID int64
	Passages     []Passage // in their order; none touches another
}
