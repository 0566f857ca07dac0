package contest

// PairSort is a column that pairs can be sorted by.
type PairSort string

// The columns that pairs can be sorted by. Pairs that are equal in it stand by
// rank.
const (
	SortRank           PairSort = "rank"
	SortSuspicion      PairSort = "suspicion"
	SortPercentile     PairSort = "percentile" // pairs without one come last in either direction
	SortSimilarity     PairSort = "similarity"
	SortMaxSimilarity  PairSort = "max_similarity"
	SortLongestMatch   PairSort = "longest_match"
	SortMatchedTokens  PairSort = "matched_tokens"
	SortSharedTemplate PairSort = "shared_template_score"
	SortHamming        PairSort = "hamming" // pairs without fingerprints come last in either direction
)

// PairSides says which contests the two sides of a pair are of.
type PairSides string

// The kinds of pairs by the contests of their sides.
const (
	AllSides     PairSides = ""
	OwnSides     PairSides = "own"     // both are of the check's contest
	EarlierSides PairSides = "earlier" // the right one is of an earlier contest
)

// PairFilter says which pairs of a check to list, and in which order. The zero
// value is all of them by rank.
type PairFilter struct {
	Problem     string // exactly; "" for all
	Language    string // family, exactly; "" for all
	Participant string // part of either participant's name, in any case; "" for all
	Sides       PairSides
	Cluster     int // number of a group in the check; 0 for all
	// Visible lists the contests, by ID, whose programs may be told of; nil stands
	// for all. Pairs with an earlier contest that is not among them are left out.
	Visible      []int64
	MinSuspicion float64 // this much or more
	Sort         PairSort
	Descending   bool
	Offset       int // pairs to pass over
	Limit        int // pairs to return; 0 for no limit
}
