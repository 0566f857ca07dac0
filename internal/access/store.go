package access

import (
	"context"
	"iter"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Store is the archive without access rules: it answers everybody alike. An ID
// that does not exist gives an error that is contest.ErrNotFound. Where a method
// takes the IDs of visible contests, nil stands for all.
type Store interface {
	ContestStore
	CheckStore
	SubmissionStore
	ReviewStore
	LiveStore
	AccountStore
}

// ContestStore stores contests and how their chief judges set them up. Changes are
// written into the audit log in the same transaction.
type ContestStore interface {
	Contests(ctx context.Context) ([]contest.Contest, error)
	// ContestsPage lists contests, the newest first, and counts all that the
	// filter lets through.
	ContestsPage(ctx context.Context, filter contest.ContestFilter, offset, limit int) (entries []contest.ContestEntry, total int, err error)
	Contest(ctx context.Context, id int64) (contest.Contest, error)
	ContestByName(ctx context.Context, name string) (contest.Contest, error)
	// Problems returns the problems of a contest in its order.
	Problems(ctx context.Context, contestID int64) ([]contest.Problem, error)
	SetBlind(ctx context.Context, by review.Person, contestID int64, blind bool) error
	// SetAgreement sets how many reviewers must confirm a pair.
	SetAgreement(ctx context.Context, by review.Person, contestID int64, agreement int) error
	// Contents counts the stored parts of the contest with a name.
	Contents(ctx context.Context, name string) (contest.Contents, error)
	// DeleteContest removes a contest with all that belongs to it. The error is
	// contest.ErrInUse while something works on it.
	DeleteContest(ctx context.Context, by review.Person, id int64) error
	// Log adds an entry to the audit log.
	Log(ctx context.Context, entry review.Entry) error
	// AuditLog returns a page of the log of a contest, or, for 0, of the whole
	// installation, the newest first, and how long it is in all.
	AuditLog(ctx context.Context, contestID int64, offset, limit int) (entries []review.Entry, total int, err error)
}

// CheckStore reads checks and what they found.
type CheckStore interface {
	// Checks lists the checks of a contest, newest first.
	Checks(ctx context.Context, contestID int64) ([]contest.Check, error)
	Check(ctx context.Context, id int64) (contest.Check, error)
	Histograms(ctx context.Context, checkID int64) ([]contest.Histogram, error)
	// Skipped returns what a check did not compare, from an offset on, and how
	// much there is in all; limit 0 is no limit.
	Skipped(ctx context.Context, checkID int64, offset, limit int) (skipped []contest.SkippedItem, total int, err error)
	// Pairs returns one page of a check's pairs, and how many pairs the filter
	// lets through on all pages.
	Pairs(ctx context.Context, checkID int64, filter contest.PairFilter) (pairs []contest.Pair, total int, err error)
	// RelatedPairs lists the other pairs of the same two participants: those of the
	// same check, then those of the visible contests' newest complete checks.
	RelatedPairs(ctx context.Context, p contest.Pair, visible []int64) ([]contest.RelatedPair, error)
	// EachPair returns the pairs that Pairs returns, one by one. An error comes last.
	EachPair(ctx context.Context, checkID int64, filter contest.PairFilter) iter.Seq2[contest.Pair, error]
	// PairAndCheck returns a pair with its check; PairsByID returns those pairs that
	// exist, by ID.
	PairAndCheck(ctx context.Context, id int64) (contest.Pair, contest.Check, error)
	PairsByID(ctx context.Context, ids []int64) (map[int64]contest.Pair, error)
	// NextPairs returns the most suspicious pair of each participant that comes after a
	// rank in a check, by participant.
	NextPairs(ctx context.Context, checkID int64, participants []int64, rank int, visible []int64) (map[int64]contest.Pair, error)
	// Clusters returns clusters of a check, from an offset on, without pairs and
	// with only those of their members who were first, and how many there are;
	// limit 0 is no limit. Cluster returns one with all of both.
	Clusters(ctx context.Context, checkID int64, filter contest.ClusterFilter, offset, limit int) (clusters []contest.Cluster, total int, err error)
	Cluster(ctx context.Context, checkID int64, number int) (contest.Cluster, error)
	// ChecksAgainst lists, by ID and the newest first, the newest complete checks of
	// other visible contests in which a participant has pairs, as one of an
	// earlier contest.
	ChecksAgainst(ctx context.Context, participantID int64, visible []int64) ([]int64, error)
}

// SubmissionStore reads submissions and participants.
type SubmissionStore interface {
	// Submissions lists those submissions of a contest that a filter lets through, by
	// ID, after an ID, at most limit of them.
	Submissions(ctx context.Context, contestID int64, filter contest.SubmissionFilter, after int64, limit int) ([]contest.SubmissionRow, error)
	// SidesByPath returns those submissions of a contest that have one of the paths,
	// by path.
	SidesByPath(ctx context.Context, contestID int64, paths []string) (map[string]contest.Side, error)
	// Files returns the files of a submission, sorted by path.
	Files(ctx context.Context, submissionID int64) ([]contest.File, error)
	// RelatedSubmissions returns all that the participants of some submissions submitted
	// for the problems of these, in the order of time.
	RelatedSubmissions(ctx context.Context, submissions []int64) ([]contest.Side, error)
	// ParticipantSubmissions returns a page of a participant's submissions, and how many
	// there are in all.
	ParticipantSubmissions(ctx context.Context, participantID int64, offset, limit int) (sides []contest.Side, total int, err error)
	// JudgeMetadata returns what judge systems report about submissions, by their IDs.
	JudgeMetadata(ctx context.Context, submissions []int64) (map[int64]contest.JudgeMetadata, error)
	// ProgramHashes returns review.ProgramHash of submissions, by their IDs.
	ProgramHashes(ctx context.Context, submissions []int64) (map[int64]string, error)
	// Participants returns all of a contest, with their names.
	Participants(ctx context.Context, contestID int64) ([]contest.Participant, error)
	Participant(ctx context.Context, contestID int64, number int) (contest.Participant, error)
	// Namesakes returns the participants of other visible contests who have the
	// same name.
	Namesakes(ctx context.Context, participantID int64, visible []int64) ([]contest.Namesake, error)
	// Reveal reveals the name of a participant to all members of their contest,
	// and Hide hides it again.
	Reveal(ctx context.Context, by review.Person, contestID int64, number int) error
	Hide(ctx context.Context, by review.Person, contestID int64, number int) error
}

// ReviewStore stores reviews and assignments. Every change writes an audit entry
// in the same transaction.
type ReviewStore interface {
	// Case returns the case of a pair: an open one where nobody has decided.
	Case(ctx context.Context, key review.Key) (review.Case, error)
	// CasesByPairs returns the cases of several pairs of a contest's check.
	CasesByPairs(ctx context.Context, contestID int64, pairs []contest.Pair) (map[review.Key]review.Case, error)
	// Cases returns those cases of a contest that a filter lets through, and how
	// many there are.
	Cases(ctx context.Context, contestID int64, filter review.Filter) (cases []review.CaseEntry, total int, err error)
	// PairsToReview counts, by contest, the pairs of its newest complete check that
	// need a review.
	PairsToReview(ctx context.Context, contestIDs, visible []int64, queue contest.ReviewQueue) (map[int64]int, error)
	// ClusterStates counts the cases of the pairs of some clusters of a check, by
	// the clusters' numbers and the states of the cases.
	ClusterStates(ctx context.Context, checkID int64, numbers []int) (map[int]review.StateCounts, error)
	// Reviewers lists those who have decided a case of a contest, or are to, by name.
	Reviewers(ctx context.Context, contestID int64) ([]review.Person, error)
	// Decide replaces somebody's review of a case. The error is review.ErrRefused
	// where the review makes no sense.
	Decide(ctx context.Context, by review.Person, key review.Key, r review.Review) (review.Case, error)
	// DecideAll is Decide for several cases of one contest: all or none.
	DecideAll(ctx context.Context, by review.Person, decided []review.NewReview) (map[review.Key]review.Case, error)
	// Withdraw removes somebody's review of a case; the error is
	// contest.ErrNotFound where there is none.
	Withdraw(ctx context.Context, by review.Person, key review.Key) (review.Case, error)
	// Undo is Withdraw, and restores the review before it.
	Undo(ctx context.Context, by review.Person, key review.Key) (review.Case, error)
	// Assign assigns cases to a user; 0 is nobody.
	Assign(ctx context.Context, by review.Person, keys []review.Key, to int64) error
}

// LiveStore reads contests while they run.
type LiveStore interface {
	// Watch returns how far a contest has been followed, or an error that is
	// contest.ErrNotFound where it never was.
	Watch(ctx context.Context, contestID int64) (contest.Watch, error)
	// Watches returns those of all contests that have one, by contest.
	Watches(ctx context.Context) (map[int64]contest.Watch, error)
	// Alerts returns the alerts of a contest after one of them, the oldest first;
	// limit 0 is no limit.
	Alerts(ctx context.Context, contestID, after int64, limit int) ([]contest.Alert, error)
	// NewestAlerts returns those that a filter lets through, the newest first
	// unless it asks for another order.
	NewestAlerts(ctx context.Context, contestID int64, filter contest.AlertFilter) ([]contest.Alert, error)
	// AlertProblems lists the problems that have alerts.
	AlertProblems(ctx context.Context, contestID int64, visible []int64) ([]string, error)
	Alert(ctx context.Context, id int64) (contest.Alert, error)
	AlertCounts(ctx context.Context, contestID int64, visible []int64) (contest.AlertCounts, error)
	// LiveVersions returns the versions of contests, by contest.
	LiveVersions(ctx context.Context, contests []int64) (map[int64]contest.LiveVersion, error)
}

// AccountStore stores users, members and tokens. A user who does not exist gives
// an error that is contest.ErrNotFound, a name that somebody has
// account.ErrNameTaken, and one that nobody can have an *account.InvalidError.
// Passwords are given and returned as account.HashPassword makes them.
type AccountStore interface {
	// Users lists all, by name.
	Users(ctx context.Context) ([]account.User, error)
	User(ctx context.Context, id int64) (account.User, error)
	// UserByName also returns the hash of the password; "" for none.
	UserByName(ctx context.Context, name string) (user account.User, password string, err error)
	// FirstAdministrator returns the first, and adds one where there is none.
	FirstAdministrator(ctx context.Context) (account.User, error)
	AddUser(ctx context.Context, by review.Person, name, password string, administrator bool) (account.User, error)
	RenameUser(ctx context.Context, by review.Person, id int64, name string) (account.User, error)
	// SetPassword, EndSignIns and SetDisabled begin another epoch of the user, and
	// revoke the user's tokens.
	SetPassword(ctx context.Context, by review.Person, id int64, password string) (account.User, error)
	EndSignIns(ctx context.Context, by review.Person, id int64) (account.User, error)
	// SetDisabled gives account.ErrLastAdministrator where no other is left.
	SetDisabled(ctx context.Context, by review.Person, id int64, disabled bool) (account.User, error)
	// Rehash replaces a hash by another of the same password.
	Rehash(ctx context.Context, id int64, old, new string) error

	// Roles are those of a user, by the contests' IDs. Administrators need none.
	Roles(ctx context.Context, userID int64) (map[int64]account.Role, error)
	// Members lists those of a contest, by name.
	Members(ctx context.Context, contestID int64) ([]account.Member, error)
	// SetMember removes a member where the role is None.
	SetMember(ctx context.Context, by review.Person, contestID, userID int64, role account.Role) error

	// Tokens lists those of a user, the newest first.
	Tokens(ctx context.Context, userID int64) ([]account.Token, error)
	AddToken(ctx context.Context, by review.Person, t account.Token, hash account.TokenHash) (account.Token, error)
	RevokeToken(ctx context.Context, by review.Person, userID, id int64) error
	// UserByToken does not find an expired token.
	UserByToken(ctx context.Context, hash account.TokenHash) (account.User, account.Scope, error)
}

// Searcher searches the archive.
type Searcher interface {
	// Search returns the programs of the archive that are like the given one,
	// the best first, at most limit of them. An error that the user can mend is
	// a *jobs.Failure.
	Search(ctx context.Context, s Search, limit int) (contest.Findings, error)
	// Open shows the given program beside a submission, with what both share,
	// and masks names in the submission's text; nil are none. Errors are those
	// of Search.
	Open(ctx context.Context, s Search, found contest.Side, names *blind.Masker) (evidence.View, error)
}

// Search is a program to find in the archive.
type Search struct {
	Name     string // of the file, as the browser called it; "" for one that was pasted
	Program  []byte
	Language string  // a lexer language ID; "" to go by the name
	Contest  int64   // ID of the contest to search in; 0 for all
	Within   []int64 // IDs of the contests to search in by what the viewer may see; nil for all
	With     int64   // ID of the submission to show the program beside; 0 for none
}
