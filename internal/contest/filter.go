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

// StateWaiting in PairFilter.State stands for all states in which the jury still
// has something to do.
const StateWaiting = "waiting"

// StateMine in PairFilter.State stands for the states in which it is somebody's
// turn: those of StateWaiting, without what they have confirmed already and wait
// for others to agree with, and without conflicts that are not theirs to settle.
const StateMine = "mine"

// Turn says whose turn is meant.
type ReviewQueue struct {
	User int64 // ID; 0 is nobody, who has confirmed nothing
	// Settles lists the contests, by ID, whose conflicts they are to settle; nil
	// stands for all.
	CanSettle []int64
}

// PairFilter says which pairs of a check to list, and in which order. The zero
// value is all of them by rank.
type PairFilter struct {
	Problem  string  // exactly; "" for all
	Language string  // family, exactly; "" for all
	Verdict  Verdict // of either submission, in any case; "" for all
	// Participant is a part of either participant's name, in any case; "" for all.
	// Names of those who are hidden are not looked at, or they could be guessed:
	// they are found by "Participant 17" or "17" alone.
	Participant string
	Number      int   // of either participant, of those of NumberOf; 0 for all
	NumberOf    int64 // ID of a contest; 0 for that of the check
	Submission  int64 // ID of either submission; 0 for all
	AfterRank   int   // only pairs that come after this one; 0 for all
	Sides       PairSides
	Contest     string      // name of the earlier contest, or its ID where none has that name; "" for all
	Cluster     int         // number of a group in the check; 0 for all
	State       string      // of the pair's case, as in package review, StateWaiting or StateMine; "" for all
	Queue       ReviewQueue // of whom StateMine is
	Decided     bool        // only pairs that somebody has decided, or is to decide
	Reviewer    int64       // ID of a user who has decided it; 0 for anybody
	Assigned    int64       // ID of the user it is assigned to; 0 for anybody
	// Visible lists the contests, by ID, whose programs may be told of; nil stands
	// for all. Pairs with an earlier contest that is not among them are left out.
	Visible      []int64
	MinSuspicion float64 // this much or more
	Sort         PairSort
	Descending   bool
	Offset       int // pairs to pass over
	Limit        int // pairs to return; 0 for no limit
}
