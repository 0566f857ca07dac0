package contest

// Attempt is one submission of a participant of a pair, beside the compared one.
type Attempt struct {
	Side
	Checked bool // it was given to the pair's check
}
