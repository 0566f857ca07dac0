package contest

import "time"

// Scores are the measures of one pair; shares are from 0 to 1.
type Scores struct {
	Suspicion     float64 `json:"suspicion"`
	Similarity    float64 `json:"similarity"`     // (matched left + matched right) / (own left + own right)
	MaxSimilarity float64 `json:"max_similarity"` // the larger of the coverages
	CoverageLeft  float64 `json:"coverage_left"`  // share of the left program's own tokens inside matches
	CoverageRight float64 `json:"coverage_right"`
	LongestMatch  int     `json:"longest_match"`  // tokens
	MatchedTokens int     `json:"matched_tokens"` // tokens of all matches, counted once
	Hamming       *int    `json:"hamming"`        // bits, 0 to 64; nil where a program has no fingerprint

	// How unusual the pair is among all pairs of its problem and language: the
	// share of the others that are less suspicious, and the modified z-score.
	// Both are nil where there are too few pairs to tell what is usual, and in
	// checks of before they were counted.
	Percentile *float64 `json:"percentile"`
	ZScore     *float64 `json:"z_score"`
	// What the suspicion rests on: the distinct shingles that both have, those
	// of them that no other participant of the contest has, and the shorter
	// shingles that both have with the same names in them; none of base code or
	// of own template of both. All are 0 in checks of before they were counted.
	SharedPassages int `json:"shared_passages"`
	UniquePassages int `json:"unique_passages"`
	NamedPassages  int `json:"named_passages"`

	// What both participants repeat in their other problems: a fact of its own,
	// and no part of any score above. A template that many have was published;
	// one that the two alone have, one of them gave to the other.
	SharedTemplate       int     `json:"shared_template"`        // tokens
	SharedTemplateOthers int     `json:"shared_template_others"` // participants besides the two who have most of it
	SharedTemplateScore  float64 `json:"shared_template_score"`  // 0 to 1: long, and found in few others
}

// Side is one of the two submissions of a pair.
type Side struct {
	SubmissionID int64
	// Contest is the name of the earlier contest that the submission was handed
	// in for; "" where it is the check's own. Of a pair, the right side alone
	// may be an earlier one.
	Contest       string
	ContestID     int64 // of the contest that it was handed in for, in any case
	ParticipantID int64
	Participant   string
	Number        int  // of the participant, in the contest; what blind review calls them by
	Hidden        bool // from reviewers: see package blind
	Problem       string
	Path          string
	Language      string // a lexer language ID
	Verdict       Verdict
	Attempt       int
	Time          time.Time
}

// Pair is two submissions of different participants, scored. It stands for
// all attempts of the two at one problem, each in their contest.
type Pair struct {
	ID       int64
	CheckID  int64
	Rank     int    // 1 for the most suspicious of the check
	Problem  string // "A", or "A + B", in this order, where the two sides are of different problems of the contest
	Language string // language family, such as "c++" for C and C++
	Cluster  int    // number of the group in the check that the pair ties, see Cluster; 0 where it ties none
	Left     Side
	Right    Side
	Scores
}

// Earlier reports whether the right side is of an earlier contest.
func (p Pair) Earlier() bool { return p.Right.Contest != "" }

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

// HistogramBins is the number of equal bins of a Histogram.
const HistogramBins = 50

// Histogram counts all pairs of participants of one problem and language
// family by suspicion: bin i holds those from i/HistogramBins up to, not
// including, (i+1)/HistogramBins; the last holds 1 too. Where problems were
// compared across, Problem is "" and all of them are counted together.
//
// Beside the counts stands what is usual there. Checks of before it was
// counted have 0 Participants.
type Histogram struct {
	Problem  string
	Language string
	Programs int
	Bins     [HistogramBins]int64
	// Sampled says that the pairs below Parameters.Keep were counted by a
	// sample, and Median and MAD with them: there were millions.
	Sampled bool

	// Highest counts the participants by their most suspicious pair, in bins like
	// those of Bins; only pairs within the contest count. Who has none of
	// Parameters.Keep or more is not among them: see BelowKeep. It is nil in
	// checks of before it was counted.
	Highest []int64

	Participants int
	RarityPool   int     // participants of the contest in Language, among whom the rarity of code was counted; 0 if not known
	Median       float64 // suspicion of the typical pair, 0 to 1
	MAD          float64 // median distance of suspicions from Median, 0 to 1
	TypicalSize  int     // of the participants' programs: distinct shingles of own code
	Simplicity   float64 // of the problem, 0 to 1
	// TooSimple says that different people solve the problem with the same few
	// lines, so that two programs that are alike say little.
	TooSimple bool
}

// Pairs returns the number of pairs counted.
func (h Histogram) Pairs() int64 {
	sum := int64(0)
	for _, n := range h.Bins {
		sum += n
	}
	return sum
}

// BelowKeep returns how many participants have no pair that reaches
// Parameters.Keep. Without Highest, it is not known.
func (h Histogram) BelowStored() int64 {
	n := int64(h.Participants)
	for _, above := range h.Highest {
		n -= above
	}
	return n
}

// HistogramOf returns the histogram that counts a pair.
func HistogramFor(p Pair, histograms []Histogram) (h Histogram, ok bool) {
	for _, h := range histograms {
		if h.Language == p.Language && (h.Problem == p.Problem || h.Problem == "") {
			return h, true
		}
	}
	return Histogram{}, false
}

// Frequencies tells how many participants have what code at a problem, in a
// family of languages: what a check counted of it.
type Frequencies struct {
	Problem  string // "" where all problems are compared with each other
	Language string // family
	Content  []byte // as package check encodes it
}

// Measured is what a check measured of two submissions by their matches. It is
// named as in Scores.
type PairMeasures struct {
	Left, Right   int64 // IDs of the submissions
	Similarity    float64
	MaxSimilarity float64
	CoverageLeft  float64
	CoverageRight float64
	LongestMatch  int
	MatchedTokens int
}

// Meeting is another pair of the same two participants.
type RelatedPair struct {
	Pair
	// In is the name of the contest whose newest complete check found it; "" for
	// the check of the pair at hand.
	Contest string
}
