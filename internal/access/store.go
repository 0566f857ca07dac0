package access

import (
	"context"
	"iter"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Store is the archive without access rules. For an ID that does not exist it returns contest.ErrNotFound.
// Parameters named visible are contest IDs; nil means all contests. A limit of 0 means no limit. Every change
// writes an audit entry in the same transaction. A map "by participant ID" has participant IDs as keys.
type Store interface {
	// Contests and their settings.

	Contests(ctx context.Context) ([]contest.Contest, error)
	// ContestsPage returns one page of contests, newest first, and counts the contests that match the filter.
	ContestsPage(ctx context.Context, filter contest.ContestFilter, offset, limit int) (entries []contest.ContestEntry, total int, err error)
	Contest(ctx context.Context, id int64) (contest.Contest, error)
	ContestByName(ctx context.Context, name string) (contest.Contest, error)
	// Problems returns the problems of a contest, in the contest's order.
	Problems(ctx context.Context, contestID int64) ([]contest.Problem, error)
	SetBlind(ctx context.Context, by review.Person, contestID int64, blind bool) error
	SetIndependent(ctx context.Context, by review.Person, contestID int64, independent bool) error
	// SetAgreement sets how many reviewers must confirm a pair.
	SetAgreement(ctx context.Context, by review.Person, contestID int64, agreement int) error
	// SetOutcomes sets the outcomes that a chief judge can choose from.
	SetOutcomes(ctx context.Context, by review.Person, contestID int64, outcomes []string) error
	// SetPublishedBase sets whether published known sources from before the contest are base code.
	SetPublishedBase(ctx context.Context, by review.Person, contestID int64, base bool) error
	// KnownSources lists known sources without their programs.
	KnownSources(ctx context.Context, filter contest.SourceFilter) ([]contest.KnownSource, error)
	// KnownSource returns a known source with its program.
	KnownSource(ctx context.Context, id int64) (contest.KnownSource, error)
	// AddSources returns a *contest.StoredSourceError if a source is stored already.
	AddSources(ctx context.Context, by review.Person, sampleVersion int, added []contest.KnownSource) (ids []int64, err error)
	DeleteSource(ctx context.Context, by review.Person, id int64) error
	// Contents counts the stored parts of the contest with a name.
	Contents(ctx context.Context, name string) (contest.Contents, error)
	// DeleteContest removes a contest with all its parts. It returns contest.ErrInUse while a job works on it.
	DeleteContest(ctx context.Context, by review.Person, id int64) error
	// Log adds an entry to the audit log.
	Log(ctx context.Context, entry review.Entry) error
	// AuditLog returns one page of the log of a contest, or of the whole installation for contest ID 0, newest first,
	// and counts all entries.
	AuditLog(ctx context.Context, contestID int64, offset, limit int) (entries []review.Entry, total int, err error)

	// Checks and their results.

	// Checks lists the checks of a contest, newest first.
	Checks(ctx context.Context, contestID int64) ([]contest.Check, error)
	Check(ctx context.Context, id int64) (contest.Check, error)
	Histograms(ctx context.Context, checkID int64) ([]contest.Histogram, error)
	// Skipped returns one page of the files and submissions that a check did not compare, and counts all of them.
	Skipped(ctx context.Context, checkID int64, offset, limit int) (skipped []contest.SkippedItem, total int, err error)
	// CheckSources returns the known sources that a check used, with their programs.
	CheckSources(ctx context.Context, checkID int64) ([]contest.CheckSource, error)
	// NearSources returns one page of the programs that are near known sources, and counts all of them.
	NearSources(ctx context.Context, checkID int64, filter contest.NearFilter) (near []contest.NearSources, total int, err error)
	// Pairs returns one page of a check's pairs, and counts the pairs that match the filter.
	Pairs(ctx context.Context, checkID int64, filter contest.PairFilter) (pairs []contest.Pair, total int, err error)
	// RelatedPairs lists the other pairs of the same two participants in the same check.
	RelatedPairs(ctx context.Context, p contest.Pair) ([]contest.Pair, error)
	// PairsElsewhere returns the listed pairs of the same two participants in other visible contests of the same judge
	// system, which identifies them by its IDs; the Case of each is not set.
	PairsElsewhere(ctx context.Context, p contest.Pair, visible []int64) ([]facts.Elsewhere, error)
	// PairIDs returns the IDs of the pairs of Pairs, in the same order.
	PairIDs(ctx context.Context, checkID int64, filter contest.PairFilter) ([]int64, error)
	// NextToReview returns the ID and position of the next pair that matches a filter and is in a queue, from the position at
	// on and then from the first; it skips the pair from. It returns 0 for none.
	NextToReview(ctx context.Context, checkID int64, filter contest.PairFilter, queue contest.ReviewQueue, from int64, at int) (id int64, position int, err error)
	// EachPair yields the pairs of Pairs one by one. An error comes last.
	EachPair(ctx context.Context, checkID int64, filter contest.PairFilter) iter.Seq2[contest.Pair, error]
	PairAndCheck(ctx context.Context, id int64) (contest.Pair, contest.Check, error)
	// PairsByID returns pairs by ID. It omits pairs that do not exist.
	PairsByID(ctx context.Context, ids []int64) (map[int64]contest.Pair, error)
	// NextPairs returns the pair that each participant has next in the ranking of a check, below the given rank, by
	// participant ID.
	NextPairs(ctx context.Context, checkID int64, participants []int64, rank int, visible []int64) (map[int64]contest.Pair, error)
	// UnlistedPairs counts the stored pairs that a check does not list.
	UnlistedPairs(ctx context.Context, checkID int64, visible []int64) (int, error)
	// RankedParticipants returns one page of the participants of a check's contest, and counts those that match the
	// filter.
	RankedParticipants(ctx context.Context, checkID int64, filter contest.ParticipantFilter) (list []contest.RankedParticipant, total int, err error)
	// Clusters returns one page of a check's clusters, and counts the clusters that match the filter. The clusters
	// come without pairs; of the members they have only those who submitted before all others.
	Clusters(ctx context.Context, checkID int64, filter contest.ClusterFilter, offset, limit int) ([]contest.Cluster, int, error)
	// ClusterEdges returns the most suspicious pairs of clusters, by cluster number.
	ClusterEdges(ctx context.Context, checkID int64, numbers []int) (map[int][]contest.ClusterEdge, error)
	// Cluster returns one cluster with all pairs and members.
	Cluster(ctx context.Context, checkID int64, number int) (contest.Cluster, error)
	// ChecksAgainst returns the IDs of checks in which the participant has pairs as a participant of an earlier
	// contest, newest first. It looks at the newest complete check of each other visible contest.
	ChecksAgainst(ctx context.Context, participantID int64, visible []int64) ([]int64, error)

	// Submissions and participants.

	// Submissions lists at most limit submissions of a contest that match a filter and have an ID above after, sorted
	// by ID.
	Submissions(ctx context.Context, contestID int64, filter contest.SubmissionFilter, after int64, limit int) ([]contest.SubmissionRow, error)
	// SidesByPath returns the submissions of a contest at the given paths, by path. A contest.Side describes a
	// submission, in a pair or alone.
	SidesByPath(ctx context.Context, contestID int64, paths []string) (map[string]contest.Side, error)
	// Files returns the files of a submission, sorted by path.
	Files(ctx context.Context, submissionID int64) ([]contest.File, error)
	// RelatedSubmissions returns the given submissions and all others by the same participants for the same problems,
	// sorted by time.
	RelatedSubmissions(ctx context.Context, submissions []int64) ([]contest.Side, error)
	// ParticipantSubmissions returns one page of a participant's submissions, and counts all of them.
	ParticipantSubmissions(ctx context.Context, participantID int64, offset, limit int) (sides []contest.Side, total int, err error)
	// JudgeMetadata returns what judge systems report about submissions, by submission ID.
	JudgeMetadata(ctx context.Context, submissions []int64) (map[int64]contest.JudgeMetadata, error)
	// ProgramHashes returns review.ProgramHash of submissions, by submission ID.
	ProgramHashes(ctx context.Context, submissions []int64) (map[int64]string, error)
	// Participants returns all participants of a contest, with their names.
	Participants(ctx context.Context, contestID int64) ([]contest.Participant, error)
	Participant(ctx context.Context, contestID int64, number int) (contest.Participant, error)
	// Namesakes returns the participants of other visible contests who have the same name.
	Namesakes(ctx context.Context, participantID int64, visible []int64) ([]contest.Namesake, error)
	// Reveal reveals the name of a participant to all members of their contest, and Hide hides it again.
	Reveal(ctx context.Context, by review.Person, contestID int64, number int) error
	Hide(ctx context.Context, by review.Person, contestID int64, number int) error

	// Reviews and assignments.

	// Case returns the case of a pair; its state is open if nobody has decided.
	Case(ctx context.Context, key review.Key) (review.Case, error)
	// CasesByPairs returns the cases of several pairs of a contest's check.
	CasesByPairs(ctx context.Context, contestID int64, pairs []contest.Pair) (map[review.Key]review.Case, error)
	// BriefCasesByPairs does the same, but without the notes and the bases of reviews.
	BriefCasesByPairs(ctx context.Context, contestID int64, pairs []contest.Pair) (map[review.Key]review.Case, error)
	// Cases returns the cases of a contest that match a filter, and counts them.
	Cases(ctx context.Context, contestID int64, filter review.Filter) (cases []review.CaseEntry, total int, err error)
	// Progress counts the pairs that a check lists by how far their review is; ToReview counts those of the queue.
	Progress(ctx context.Context, checkID int64, visible []int64, queue contest.ReviewQueue, seal contest.Seal) (review.Progress, error)
	// ClusterStates returns, by cluster number, how many of the cluster's cases are in each state.
	ClusterStates(ctx context.Context, checkID int64, numbers []int, seal contest.Seal) (map[int]review.StateCounts, error)
	// ClustersToReview returns, by cluster number, how many of the cluster's pairs wait for the user of the queue.
	ClustersToReview(ctx context.Context, checkID int64, numbers []int, queue contest.ReviewQueue) (map[int]int, error)
	// Reviewers lists the users who decided cases of a contest or to whom cases are assigned, sorted by name.
	Reviewers(ctx context.Context, contestID int64) ([]review.Person, error)
	// Decide replaces somebody's review of a case. It returns review.ErrRefused if the review is not valid.
	Decide(ctx context.Context, by review.Person, key review.Key, r review.Review) (review.Case, error)
	// DecideCluster does the same for several cases of a cluster, and returns the time of the reviews. After an error,
	// no case has changed.
	DecideCluster(ctx context.Context, by review.Person, cluster review.ClusterRef, reviews []review.KeyedReview) (time.Time, error)
	// UndoCluster undoes the reviews that DecideCluster stored at a time, and counts them. It returns
	// contest.ErrNotFound if there are none.
	UndoCluster(ctx context.Context, by review.Person, cluster review.ClusterRef, keys []review.Key, at time.Time) (int, error)
	// Withdraw removes somebody's review of a case. It returns contest.ErrNotFound if there is none.
	Withdraw(ctx context.Context, by review.Person, key review.Key) (review.Case, error)
	// Undo removes somebody's review of a case and restores the one before it.
	Undo(ctx context.Context, by review.Person, key review.Key) (review.Case, error)
	// Appeal reopens a settled case. It returns review.ErrRefused if the case is not settled.
	Appeal(ctx context.Context, by review.Person, key review.Key, grounds string) (review.Case, error)
	// Links lists the links to a case, newest first.
	Links(ctx context.Context, key review.Key) ([]review.Link, error)
	// AddLink stores a link with the hash of its token. It returns review.ErrRefused if the link is not valid.
	AddLink(ctx context.Context, by review.Person, l review.Link, hash account.TokenHash) (id int64, err error)
	// WithdrawLink ends a link of a case.
	WithdrawLink(ctx context.Context, by review.Person, key review.Key, id int64) error
	// Link returns the link with a token, in any state.
	Link(ctx context.Context, hash account.TokenHash) (review.Link, error)
	// OpenLink logs that a link is opened, and AddStatement stores a statement. Both return the link as it was before:
	// unless it was open, they change nothing.
	OpenLink(ctx context.Context, hash account.TokenHash) (review.Link, error)
	AddStatement(ctx context.Context, hash account.TokenHash, text string) (review.Link, error)
	ReadStatement(ctx context.Context, by review.Person, key review.Key, link int64) error
	// SetOutcome sets the outcome of a participant with a confirmed case; "" removes it.
	SetOutcome(ctx context.Context, by review.Person, contestID int64, number int, outcome string) error
	// Outcomes returns the outcomes of a contest's participants, by participant ID.
	Outcomes(ctx context.Context, contestID int64) (map[int64]review.Outcome, error)
	// Assign assigns cases to a user; 0 is nobody.
	Assign(ctx context.Context, by review.Person, keys []review.Key, to int64) error

	// Contests that run.

	// Watch returns the watch of a contest, or contest.ErrNotFound if it was never watched.
	Watch(ctx context.Context, contestID int64) (contest.Watch, error)
	// Watches returns all watches, by contest ID.
	Watches(ctx context.Context) (map[int64]contest.Watch, error)
	// Alerts returns the alerts of a contest after one of them, oldest first.
	Alerts(ctx context.Context, contestID, after int64, limit int) ([]contest.Alert, error)
	// NewestAlerts returns the alerts that match a filter, newest first unless the filter sets another order.
	NewestAlerts(ctx context.Context, contestID int64, filter contest.AlertFilter) ([]contest.Alert, error)
	// AlertProblems lists the problems that have alerts.
	AlertProblems(ctx context.Context, contestID int64, visible []int64) ([]string, error)
	Alert(ctx context.Context, id int64) (contest.Alert, error)
	AlertCounts(ctx context.Context, contestID int64, visible []int64) (contest.AlertCounts, error)
	// LiveVersions returns a value for each contest that changes whenever the contest's live page does, by contest ID.
	LiveVersions(ctx context.Context, contests []int64) (map[int64]contest.LiveVersion, error)

	// Followings returns what the server follows or has followed.
	Followings(ctx context.Context) ([]contest.Following, error)
	// AddFollowing returns contest.ErrInUse if the server follows a contest with the name already, and a
	// *contest.FollowedError if it follows the judge system's contest under another name.
	AddFollowing(ctx context.Context, by review.Person, f contest.Following, contestID int64) error
	// SetFollowing follows again, or stops following, what AddFollowing added.
	SetFollowing(ctx context.Context, by review.Person, name string, active bool) error
	// RemoveFollowing stops what AddFollowing added, and forgets it with its account.
	RemoveFollowing(ctx context.Context, by review.Person, name string) error

	// Users, members and tokens. These methods return account.ErrNameTaken if another user has the name, and an
	// *account.InvalidError if no user can have it. A parameter named password is a hash by account.HashPassword.

	// Users lists all users, sorted by name.
	Users(ctx context.Context) ([]account.User, error)
	User(ctx context.Context, id int64) (account.User, error)
	// UserByName also returns the hash of the user's password; "" if the user has none.
	UserByName(ctx context.Context, name string) (user account.User, password string, err error)
	// FirstAdministrator returns the first administrator, and adds one if there is none.
	FirstAdministrator(ctx context.Context) (account.User, error)
	AddUser(ctx context.Context, by review.Person, name, password string, administrator bool) (account.User, error)
	RenameUser(ctx context.Context, by review.Person, id int64, name string) (account.User, error)
	// SetLanguage sets the language in which a user reads pages; "" is the browser's language.
	SetLanguage(ctx context.Context, id int64, language string) error
	// SetPassword, EndSignIns and SetDisabled end the sign-ins of the user, by a new account.User.Epoch, and revoke
	// the user's tokens.
	SetPassword(ctx context.Context, by review.Person, id int64, password string) (account.User, error)
	EndSignIns(ctx context.Context, by review.Person, id int64) (account.User, error)
	// SetDisabled returns account.ErrLastAdministrator if no other administrator is left.
	SetDisabled(ctx context.Context, by review.Person, id int64, disabled bool) (account.User, error)
	// Rehash replaces a hash with another hash of the same password.
	Rehash(ctx context.Context, id int64, old, new string) error
	// Roles returns a user's roles, by contest ID. Administrators need none.
	Roles(ctx context.Context, userID int64) (map[int64]account.Role, error)
	// Members lists the members of a contest, sorted by name.
	Members(ctx context.Context, contestID int64) ([]account.Member, error)
	// SetMember removes the member if the role is NoRole.
	SetMember(ctx context.Context, by review.Person, contestID, userID int64, role account.Role) error
	// Tokens lists a user's tokens, newest first.
	Tokens(ctx context.Context, userID int64) ([]account.Token, error)
	AddToken(ctx context.Context, by review.Person, t account.Token, hash account.TokenHash) (account.Token, error)
	RevokeToken(ctx context.Context, by review.Person, userID, id int64) error
	// SecondFactor returns the secret of a user's second factor; "" for none.
	SecondFactor(ctx context.Context, id int64) (secret string, err error)
	// SetSecondFactor sets the secret, or removes it if it is "", and ends the user's sessions. step is the step of the
	// last used code.
	SetSecondFactor(ctx context.Context, by review.Person, id int64, secret string, step int64) (account.User, error)
	// UseCode records that the code of a step was used; ok is false if it or a later one was used before.
	UseCode(ctx context.Context, id, step int64) (ok bool, err error)
	// UserOfIdentity returns the user of a person whom an identity provider knows, and adds one at the first sign-in.
	UserOfIdentity(ctx context.Context, id account.Identity, name string) (account.User, error)
	// SetAdministrator returns account.ErrLastAdministrator where no other administrator is left.
	SetAdministrator(ctx context.Context, by review.Person, id int64, administrator bool) (account.User, error)
	// UserByToken returns the user of a token that has not expired.
	UserByToken(ctx context.Context, hash account.TokenHash) (account.User, account.Scope, error)
}

// Searcher searches the archive. An error that the user can correct is a *jobs.Failure.
type Searcher interface {
	// Search returns at most limit programs of the archive that are similar to the given one, best first.
	Search(ctx context.Context, s Search, limit int) (contest.Findings, error)
	// Open shows the given program beside a found one, with their matches, and masks names in the found one's text; nil
	// masks nothing. The found one is a submission, or has the given files.
	Open(ctx context.Context, s Search, found contest.Side, files []contest.File, names *blind.Masker) (evidence.View, error)
}

// Search is a program to find in the archive.
type Search struct {
	Name         string // the file's name, as the browser sent it; "" for pasted text
	Program      []byte
	Language     string  // a lexer language ID; "" to choose it by the name
	ContestID    int64   // ID of the contest that the user chose; 0 for all
	Contests     []int64 // IDs of the contests to search, which Reader.Search sets: only visible ones; nil for all
	SubmissionID int64   // ID of the submission to show beside the program; 0 to show no other
	SourceID     int64   // ID of the known source to show beside the program; 0 to show none
}
