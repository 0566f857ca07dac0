package contest

import "time"

// Scores has the measures of one pair. Shares are from 0 to 1. JSON files, the API and the database take their
// fields and their order from this declaration; the tag doc is the description in the API.
type Scores struct {
	Suspicion float64 `json:"suspicion" minimum:"0" maximum:"1"`
	// Percentile is nil if there are too few pairs, and in checks of older versions.
	Percentile *float64 `json:"percentile" minimum:"0" maximum:"1" doc:"Share of the other pairs of the problem and language that are less suspicious; null where there are too few."`
	// Chance counts the honest pairs of the pool. It is nil in checks of older versions.
	Chance        *float64 `json:"chance" doc:"The number of honest pairs of the problem and language that are expected by chance to be as suspicious, or to share as much rare code; at least 0.000001, which stands for all smaller numbers; null in checks of older versions."`
	Similarity    float64  `json:"similarity" minimum:"0" maximum:"1" doc:"The share of both programs that is inside matches."` // (matched left + matched right) / (own left + own right)
	MaxSimilarity float64  `json:"max_similarity" minimum:"0" maximum:"1"`                                                      // the larger coverage
	CoverageLeft  float64  `json:"coverage_left" minimum:"0" maximum:"1"`                                                       // share of the left program's own tokens inside matches
	CoverageRight float64  `json:"coverage_right" minimum:"0" maximum:"1"`
	LongestMatch  int      `json:"longest_match" doc:"The length of the longest match, in tokens."`
	MatchedTokens int      `json:"matched_tokens"` // tokens of all matches, counted in one program
	// Hamming is nil across languages, too.
	Hamming *int `json:"hamming" minimum:"0" maximum:"64" doc:"The number of bits in which the fingerprints differ; null if a program has no fingerprint."`

	// The counts behind the suspicion: distinct shingles that both programs have, those of them that no other
	// participant has, and shorter shingles with the same names in both. They exclude base code, and own
	// templates that both have. They are 0 in checks of older versions.
	SharedPassages   int `json:"shared_passages"`
	UniquePassages   int `json:"unique_passages" doc:"Shared passages that no other participant of the contest has."`
	SameNamePassages int `json:"named_passages" doc:"Shared shorter passages in which even the names are the same."`

	// The shared template is code that both participants also use for other problems. No other score counts
	// it. If nobody else has it, one of the two probably gave it to the other.
	SharedTemplate                int     `json:"shared_template" doc:"Tokens of the code that both participants repeat in their other problems."`
	OtherParticipantsWithTemplate int     `json:"shared_template_others" doc:"How many other participants have most of the shared template."`
	SharedTemplateScore           float64 `json:"shared_template_score" minimum:"0" maximum:"1"` // high if it is long and few others have it

	// Known is nil if no code is in known sources.
	Known *KnownCode `json:"known,omitempty" doc:"What of the pair stands in known sources; left out if nothing does."`
}

// minChance is the smallest chance in files and in the API. The archive stores smaller ones as 0.
const minChance = 1e-6

// WrittenChance returns Chance as files and the API have it: at least minChance, because no estimate says that there are no
// such pairs.
func (s Scores) WrittenChance() *float64 {
	if s.Chance == nil {
		return nil
	}
	return new(max(*s.Chance, minChance))
}

// AcrossLanguages is the Language of pairs of two language families, and of their Histogram.
const AcrossLanguages = "across languages"

// Side describes a submission, such as the left or the right submission of a pair.
type Side struct {
	SubmissionID int64
	// Contest is the name of an earlier contest; "" for the check's own contest, and always in a pair's left
	// side.
	Contest       string
	ContestID     int64 // ID of the submission's contest
	ParticipantID int64
	Participant   string
	Number        int  // of the participant in the contest; blind review shows the number instead of the name
	Hidden        bool // from reviewers, see package blind
	Problem, Path string
	Language      string // a lexer language ID
	Verdict       Verdict
	Attempt       int
	Time          time.Time
}

// IsSomebody reports whether the side is hidden because of another one beside it, see package blind. Nothing may then lead to
// its submission, whose page has the participant's name.
func (s Side) IsSomebody() bool { return s.Hidden && s.Number == 0 }

// Pair stands for all attempts of two participants at one problem. It has the best pair of their attempts,
// with scores.
type Pair struct {
	ID          int64
	CheckID     int64
	Rank        int    // 1 for the most suspicious pair of the check
	Problem     string // "A"; or "A + B", sorted, if the sides have different problems of the contest
	Language    string // language family, such as "c++" for C and C++; or AcrossLanguages
	Cluster     int    // Cluster.Number of the pair's cluster; 0 if the pair belongs to no cluster
	Left, Right Side
	Scores
}

// Earlier reports whether the right side belongs to an earlier contest.
func (p Pair) Earlier() bool { return p.Right.Contest != "" }

// SideOf returns the right side if it is of the participant, else the left side.
func (p Pair) SideOf(participantID int64) Side {
	if p.Right.ParticipantID == participantID {
		return p.Right
	}
	return p.Left
}

// AcrossLanguages reports whether the sides have different language families.
func (p Pair) AcrossLanguages() bool { return p.Language == AcrossLanguages }

// PairSort is a column for sorting pairs.
type PairSort string

// Pairs with equal values are sorted by rank.
const (
	SortRank           PairSort = "rank"
	SortSuspicion      PairSort = "suspicion"
	SortChance         PairSort = "chance"     // pairs without a value come last in either direction
	SortPercentile     PairSort = "percentile" // pairs without a value come last in either direction
	SortSimilarity     PairSort = "similarity"
	SortMaxSimilarity  PairSort = "max_similarity"
	SortLongestMatch   PairSort = "longest_match"
	SortMatchedTokens  PairSort = "matched_tokens"
	SortSharedTemplate PairSort = "shared_template_score"
	SortHamming        PairSort = "hamming" // pairs without fingerprints come last in either direction
	// SortWithoutSources sorts by KnownCode.SuspicionWithout.
	SortWithoutSources PairSort = "suspicion_without"
)

// PairSides selects pairs by the contests of their sides.
type PairSides string

const (
	AllSides     PairSides = ""
	OwnSides     PairSides = "own"     // both in the check's contest
	EarlierSides PairSides = "earlier" // the right side in an earlier contest
)

// Explanation selects pairs by whether known sources explain them.
type Explanation string

const (
	AnyExplanation Explanation = ""
	Explained      Explanation = "explained" // known sources explain the pair, see KnownCode.Explained
	NotExplained   Explanation = "unexplained"
)

// StateWaiting in PairFilter.State selects pairs that still need a review or a ruling.
const StateWaiting = "waiting"

// StateStatement in PairFilter.State selects pairs with a statement that nobody has marked as read.
const StateStatement = "statement"

// StateMine in PairFilter.State selects the pairs of StateWaiting that wait for the user of PairFilter.Queue.
// It omits pairs that the user has confirmed and others must confirm too, conflicts that the user may not
// settle, and undecided pairs with an erased program, which nobody can see any more.
const StateMine = "mine"

// Seal says which cases are sealed for a viewer. In all lists, counts, filters and queues of the viewer, a
// sealed case counts as open, or as appealed if there was an appeal. A decision by the viewer ends the seal. So does a
// ruling, until an appeal.
type Seal struct {
	Viewer      int64 // ID of the user; 0 seals nothing
	AlsoSettled bool  // cases that need no more reviews are sealed too
	// Contests limits the seal to these contests, by ID, and of them to those with independent review; nil limits nothing.
	Contests []int64
}

// ReviewQueue identifies the user of StateMine, and the conflicts that belong to the queue.
type ReviewQueue struct {
	User int64 // ID; 0 for nobody
	// ConflictsOf lists the IDs of the contests whose conflicts belong to the queue: those in which the user is chief judge, and
	// those that the user may only read; nil for all.
	ConflictsOf []int64
}

// PairFilter selects and sorts pairs of a check. The zero value selects all pairs, sorted by rank.
type PairFilter struct {
	Problem  string  // exactly; "" for all
	Language string  // family, exactly; "" for all
	Verdict  Verdict // of either submission, in upper or lower case; "" for all
	// Participant is text that either name contains, in upper or lower case; "" for all. Hidden participants match only
	// "Participant 17" or "17", because nobody must be able to guess their names. A text that nobody's name contains may
	// be two names or numbers, such as "19 41", which selects the pairs of both.
	Participant     string
	Number          int   // of either participant, in the contest NumberContestID; 0 for all
	NumberContestID int64 // ID of the contest in which Number counts; 0 for the check's contest
	Submission      int64 // ID of either submission; 0 for all
	AfterRank       int   // only pairs after this rank; 0 for all
	Sides           PairSides
	Explanation     Explanation
	Contest         string      // name or ID of the earlier contest; a name comes first; "" for all
	Cluster         int         // Cluster.Number; 0 for all
	State           string      // a review.State, StateWaiting, StateMine or StateStatement; "" for all
	Queue           ReviewQueue // for StateMine
	Seal            Seal        // sealed cases count as open or appealed, and undecided
	HasCase         bool        // only pairs with a decision or an assignment
	Audit           AuditSample // only pairs of this sample; zero for all
	Reviewer        int64       // ID of a user who has decided the pair; 0 for anybody
	Assigned        int64       // ID of the user to whom the pair is assigned; 0 for anybody
	// Visible lists the earlier contests, by ID, that the viewer may see; nil for all.
	Visible      []int64
	MinSuspicion float64 // 0 to 1
	MaxChance    float64 // pairs without Chance are selected too; 0 for no limit
	Sort         PairSort
	Descending   bool
	Offset       int // pairs to skip
	Limit        int // maximum number of pairs to return; 0 for no limit
}

// PairsOf selects the first pairs of a participant in a check. The participant may be of an earlier contest.
type PairsOf struct {
	CheckID, ParticipantID int64
	Limit                  int // maximum number of pairs
}

// FirstPairs has the first pairs of a list, and the number of all.
type FirstPairs struct {
	Pairs []Pair
	Total int
}

// Cluster is a group of participants who are linked by the listed pairs of one problem and language family.
// The links may go through other members (single linkage). pairs.Clusters splits some groups: then each part
// is a cluster. Pairs with earlier contests do not link.
type Cluster struct {
	Number   int    // from 1 in each check: clusters of three or more first, then by falling suspicion
	Problem  string // "" in a check across problems
	Language string // family

	Size  int // participants: two or more
	Pairs int // number of pairs that link the members
	// Explained is the number of Pairs that known sources explain: none or all.
	Explained int
	Highest   float64 // highest suspicion of these pairs, 0 to 1
	Cohesion  float64 // share of the members' scored pairs that reach the threshold, 0 to 1
	// Chain warns that some of at least three members may share little code, because a single pair links them to the
	// rest, or because less than half of the members' pairs reach the threshold.
	Chain bool
	// BreakThreshold is the highest threshold at which the cluster does not split: the suspicion of the pair
	// with the rank WeakestPair. Bridges lists the ranks of pairs without which the cluster would split,
	// ascending.
	WeakestPair    int
	BreakThreshold float64 // 0 to 1
	Bridges        []int
	// Parts lists the numbers of all parts of the larger cluster that was split, ascending; empty if none
	// was. Links lists the ranks of the pairs between the parts, ascending. These pairs belong to no cluster.
	Parts []int
	Links []int

	// Members are sorted by number. A list of clusters has only members with First set.
	Members []ClusterMember `db:"-"`
	Edges   []ClusterEdge   `db:"-"` // by rank; nil in a list of clusters
	// LinkEdges are the most suspicious of Links, at most MaxLinkEdges; nil in a list of clusters.
	LinkEdges []ClusterLink `db:"-"`
}

// MaxOverviewEdges is the highest number of pairs of each cluster that an overview of many clusters shows.
const MaxOverviewEdges = 100

// MaxLinkEdges is the highest number of Cluster.LinkEdges.
const MaxLinkEdges = 50

// ClusterLink is a pair of a member with a member of another part.
type ClusterLink struct {
	ClusterEdge
	Cluster int         // number of the other part
	Other   Participant // the member of the other part
}

// ClusterMember is a participant in a cluster.
type ClusterMember struct {
	Participant Participant
	Pairs       int  // number of the cluster's pairs with this member
	Earliest    Side // their first submission in these pairs
	Similar     Side // their submission in the most suspicious of these pairs
	// First says that no other member submitted before Earliest; false if any time is unknown.
	First bool
}

// ClusterEdge is a pair that links two members.
type ClusterEdge struct {
	PairID      int64
	Rank        int
	Left, Right int64 // IDs of the participants
	Suspicion   float64
}

// ClusterFilter selects clusters of a check; the zero value selects all.
type ClusterFilter struct {
	Problem  string // exactly; "" for all
	Language string // family, exactly; "" for all
	MinSize  int    // members
	// Explanation selects clusters by whether known sources explain their pairs; "" selects all.
	Explanation Explanation
}

// HistogramBins is the number of equal bins of a Histogram.
const HistogramBins = 50

// Histogram counts all pairs of participants by suspicion, for one problem and language family. Bin i counts
// pairs from i/HistogramBins up to, not including, (i+1)/HistogramBins; the last bin includes 1. A check
// across problems has one histogram for all problems, with Problem "".
//
// The fields after ParticipantBins are the baseline of the problem. They are 0 in checks of older versions.
type Histogram struct {
	Problem, Language string
	Programs          int
	Bins              [HistogramBins]int64
	// Sampled says that Median, MAD and low counts were estimated from a sample of the pairs.
	Sampled bool

	// ParticipantBins counts participants by the suspicion of their most suspicious pair within the contest, in bins like Bins.
	// WithoutStoredPair counts the others. ParticipantBins is nil in checks of older versions.
	ParticipantBins []int64

	Participants int
	// RarityParticipants is the number of participants whose code decides what is rare; 0 if unknown.
	RarityParticipants int
	Median             float64 // median suspicion of the pairs, 0 to 1
	MAD                float64 // median of the distances between suspicions and Median, 0 to 1
	TypicalSize        int     // distinct shingles of own code in a typical program
	Simplicity         float64 // of the problem, 0 to 1
	// TooSimple says that similar programs prove little, because honest participants solve the problem with
	// the same few lines, or in the same few ways.
	TooSimple bool
}

// ListedPool has the highest chance of a pool's listed pairs. Pairs with one problem of an earlier contest are a pool of
// their own.
type ListedPool struct {
	Problem, Language string // as in Pair
	EarlierContest    int64  // ID; 0 for pairs within the contest
	EarlierProblem    string
	HighestChance     float64
}

// Pairs returns the number of counted pairs.
func (h Histogram) Pairs() int64 {
	sum := int64(0)
	for _, n := range h.Bins {
		sum += n
	}
	return sum
}

// WithoutStoredPair returns the number of participants without a pair of at least Parameters.Keep. It has no
// meaning if ParticipantBins is nil.
func (h Histogram) WithoutStoredPair() int64 {
	n := int64(h.Participants)
	for _, participants := range h.ParticipantBins {
		n -= participants
	}
	return n
}

// HistogramFor returns the histogram that counts p.
func HistogramFor(p Pair, histograms []Histogram) (h Histogram, ok bool) {
	for _, h := range histograms {
		if h.Language == p.Language && (h.Problem == p.Problem || h.Problem == "") {
			return h, true
		}
	}
	return Histogram{}, false
}

// Frequencies has the number of participants with each shingle at one problem, in one
// language family, in one check.
type Frequencies struct {
	Problem  string // "" in a check across problems
	Language string // family
	Content  []byte // as package check encodes it
}

// PairMeasures has the measures that the matches of two submissions give, as in Scores.
type PairMeasures struct {
	Left, Right                 int64 // IDs of the submissions
	Similarity, MaxSimilarity   float64
	CoverageLeft, CoverageRight float64
	LongestMatch, MatchedTokens int
}
