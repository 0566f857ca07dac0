package contest

// Cluster is a group of participants tied by pairs of one problem and language
// family whose suspicion reaches the check's threshold, directly or through
// others of the group (single linkage). Pairs with earlier contests' programs
// tie nobody.
type Cluster struct {
	CheckID  int64
	Number   int    // in the check, from 1: the most suspicious first
	Problem  string // "" where problems were compared across
	Language string // family

	Size     int     // participants: two or more
	Pairs    int     // that tie them
	Highest  float64 // suspicion of the most suspicious of these, 0 to 1
	Cohesion float64 // pairs of members that are tied, of all of which it is known, 0 to 1
	// Chain says that single linkage strung the group together: there are three
	// or more, and one pair alone ties some of them to the others, or less than
	// half of the pairs of members reach the threshold.
	Chain bool
	// Weakest is the rank of the pair up to whose suspicion, Holds, the threshold
	// can be raised before the group falls apart; Bridges are the ranks,
	// ascending, of those without any of which it falls apart at once.
	WeakestPair    int
	BreakThreshold float64 // 0 to 1
	Bridges        []int

	// Members are all of the group by number; of a list of clusters those alone
	// who were First.
	Members []ClusterMember
	Edges   []ClusterEdge // by rank; none in a list of clusters
}

// ClusterMember is a participant of a group.
type ClusterMember struct {
	Participant Participant
	Pairs       int  // of the group, that are theirs
	Earliest    Side // their first submission of those that were compared there
	Similar     Side // the one in the most suspicious of their pairs
	// First says that no other member handed in before Earliest. Where the time
	// of any is not known, nobody was first.
	First bool
}

// ClusterEdge is a pair that ties two members.
type ClusterEdge struct {
	PairID      int64
	Rank        int
	Left, Right int64 // IDs of the participants
	Suspicion   float64
}

// ClusterFilter says which clusters of a check to list; the zero value is all.
type ClusterFilter struct {
	Problem  string // exactly; "" for all
	Language string // family, exactly; "" for all
	MinSize  int    // so many members or more
}
