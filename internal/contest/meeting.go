package contest

// Meeting is another pair of the same two participants.
type RelatedPair struct {
	Pair
	// In is the name of the contest whose newest complete check found it; "" for
	// the check of the pair at hand.
	Contest string
}
