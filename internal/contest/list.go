package contest

import "time"

// ContestFilter says which contests to list. The zero value is all of them.
type ContestFilter struct {
	Name    string      // part of the name, in any case; "" for all
	Visible []int64     // IDs of those that may be told of; nil for all
	Queue   ReviewQueue // for whom ContestEntry.Waiting is counted
}

// ContestEntry is a contest in a list.
type ContestEntry struct {
	Contest
	ImportedAt    time.Time  // of the last import that is complete
	LastCheck     int64      // ID of the newest check, but for complete ones that compared nothing; 0 where there is none
	LastState     CheckState // of that check
	LastStartedAt time.Time  // when it began
	PairsToReview int        // pairs of the newest complete check, from its threshold on, that the jury still has to do with
}
