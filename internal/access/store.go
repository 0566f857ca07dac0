package access

import (
	"context"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/search"
)

// Store is the archive without access rules. postgres.DB, which implements it, documents the methods.
//
// For an unknown ID, methods return contest.ErrNotFound; a map of results omits the ID. A parameter "visible" has
// contest IDs; nil means all contests. A limit of 0 means no limit. A total counts all matches, not only the returned
// page. A change with a parameter "by" writes an audit entry in its transaction.
type Store interface {
	Accounts

	// Contests and their settings.

	Contests(ctx context.Context) ([]contest.Contest, error)
	ContestsPage(ctx context.Context, filter contest.ContestFilter, offset, limit int) (entries []contest.ContestEntry, total int, err error)
	Contest(ctx context.Context, id int64) (contest.Contest, error)
	Problems(ctx context.Context, contestID int64) ([]contest.Problem, error)
	SetSettings(ctx context.Context, by review.Person, contestID int64, s contest.Settings) error
	KnownSources(ctx context.Context, filter contest.SourceFilter) ([]contest.KnownSource, error)
	KnownSource(ctx context.Context, id int64) (contest.KnownSource, error)
	AddSources(ctx context.Context, by review.Person, sampleVersion int, added []contest.KnownSource) (ids []int64, err error)
	DeleteSource(ctx context.Context, by review.Person, id int64) error
	Contents(ctx context.Context, name string) (contest.StoredCounts, error)
	DeleteContest(ctx context.Context, by review.Person, id int64) error
	Log(ctx context.Context, entry review.Entry) error
	AuditLog(ctx context.Context, contestID int64, filter review.LogFilter, offset, limit int) (entries []review.Entry, total int, err error)
	LogActors(ctx context.Context, contestID int64) ([]review.Person, error)

	// Checks and their results.

	Checks(ctx context.Context, contestID int64) ([]contest.Check, error)
	CheckAndContest(ctx context.Context, id int64) (contest.CheckAndContest, error)
	NewestChecks(ctx context.Context, contests []int64) ([]contest.CheckAndContest, error)
	Histograms(ctx context.Context, checkID int64) ([]contest.Histogram, error)
	HistogramsOf(ctx context.Context, pairs []contest.Pair) (map[int64]contest.Histogram, error)
	Skipped(ctx context.Context, checkID int64, offset, limit int) (skipped []contest.SkippedItem, total int, err error)
	CheckSources(ctx context.Context, checkID int64) ([]contest.CheckSource, error)
	NearSources(ctx context.Context, checkID int64, filter contest.NearFilter) (near []contest.NearSources, total int, err error)
	Pairs(ctx context.Context, checkID int64, filter contest.PairFilter) (pairs []contest.Pair, total int, err error)
	PairsAndPools(ctx context.Context, checkID int64, filter, wider contest.PairFilter) (pairs []contest.Pair, total int, pools []contest.ListedPool, err error)
	RelatedPairs(ctx context.Context, p contest.Pair) ([]contest.Pair, error)
	PairsInOtherContests(ctx context.Context, p contest.Pair, visible []int64) ([]facts.OtherContest, error)
	PairIDs(ctx context.Context, checkID int64, filter contest.PairFilter) (ids []int64, total int, err error)
	NextToReview(ctx context.Context, checkID int64, filter contest.PairFilter, queue contest.ReviewQueue, current int64, start int) (id int64, position int, err error)
	FirstPairs(ctx context.Context, of []contest.PairsOf, visible []int64) ([]contest.FirstPairs, error)
	PairAndCheck(ctx context.Context, id int64) (contest.Pair, contest.CheckAndContest, error)
	PairsByID(ctx context.Context, ids []int64) (map[int64]contest.Pair, error)
	NextPairs(ctx context.Context, checkID int64, participants []int64, rank int, visible []int64) (map[int64]contest.Pair, error)
	ListedPools(ctx context.Context, checkID int64, filter contest.PairFilter) ([]contest.ListedPool, error)
	UnlistedPairs(ctx context.Context, checkID int64, visible []int64) (int, error)
	RankedParticipants(ctx context.Context, checkID int64, filter contest.ParticipantFilter) (list []contest.RankedParticipant, total int, err error)
	Clusters(ctx context.Context, checkID int64, filter contest.ClusterFilter, offset, limit int) (list []contest.Cluster, total int, err error)
	ClusterNeighbours(ctx context.Context, checkID int64, number, minSize int) (previous, next int, err error)
	ClusterEdges(ctx context.Context, checkID int64, numbers []int) (map[int][]contest.ClusterEdge, error)
	Cluster(ctx context.Context, checkID int64, number int) (contest.Cluster, error)
	ChecksAgainst(ctx context.Context, participantID int64, visible []int64) ([]contest.CheckAndContest, error)

	// Submissions and participants.

	Submissions(ctx context.Context, contestID int64, filter contest.SubmissionFilter, after int64, limit int) ([]contest.SubmissionRow, error)
	SidesByPath(ctx context.Context, contestID int64, paths []string) (map[string]contest.Side, error)
	Files(ctx context.Context, submissionID int64) ([]contest.File, error)
	RelatedSubmissions(ctx context.Context, submissions []int64) ([]contest.Side, error)
	ParticipantSubmissions(ctx context.Context, participantID int64, offset, limit int) (sides []contest.Side, total int, err error)
	JudgeMetadata(ctx context.Context, submissions []int64) (map[int64]contest.JudgeMetadata, error)
	ProgramHashes(ctx context.Context, submissions []int64) (map[int64]string, error)
	Participants(ctx context.Context, contestID int64) ([]contest.Participant, error)
	ParticipantsOf(ctx context.Context, contests []int64) (map[int64][]contest.Participant, error)
	Participant(ctx context.Context, contestID int64, number int) (contest.Participant, error)
	Namesakes(ctx context.Context, participantID int64, visible []int64) ([]contest.Namesake, error)
	SetRevealed(ctx context.Context, by review.Person, contestID int64, number int, revealed bool) error

	// Reviews and assignments.

	Case(ctx context.Context, key review.Key) (review.Case, error)
	CasesByPairs(ctx context.Context, pairs []contest.Pair) (map[review.Key]review.Case, error)
	BriefCasesByPairs(ctx context.Context, pairs []contest.Pair, user int64) (map[review.Key]review.Case, error)
	Cases(ctx context.Context, contestID int64, filter review.Filter) ([]review.CaseEntry, error)
	Progress(ctx context.Context, checkID int64, visible []int64, queue contest.ReviewQueue, seal contest.Seal) (review.Progress, error)
	ClusterStates(ctx context.Context, checkID int64, numbers []int, queue contest.ReviewQueue, seal contest.Seal) (states map[int]review.StateCounts, toReview map[int]int, err error)
	Reviewers(ctx context.Context, contestID int64, visible []int64, seal contest.Seal) ([]review.Person, error)
	Decide(ctx context.Context, by review.Person, key review.Key, r review.Review) (review.Case, error)
	DecideCluster(ctx context.Context, by review.Person, cluster review.ClusterRef, reviews []review.KeyedReview) (time.Time, error)
	UndoCluster(ctx context.Context, by review.Person, cluster review.ClusterRef, keys []review.Key, at time.Time) (int, error)
	Withdraw(ctx context.Context, by review.Person, key review.Key) (review.Case, error)
	Undo(ctx context.Context, by review.Person, key review.Key) (review.Case, error)
	Appeal(ctx context.Context, by review.Person, key review.Key, grounds string) (review.Case, error)
	Links(ctx context.Context, key review.Key) ([]review.Link, error)
	AddLink(ctx context.Context, by review.Person, l review.Link, hash account.TokenHash) (id int64, err error)
	WithdrawLink(ctx context.Context, by review.Person, key review.Key, id int64) error
	Link(ctx context.Context, hash account.TokenHash) (review.Link, error)
	OpenLink(ctx context.Context, hash account.TokenHash) (review.Link, error)
	AddStatement(ctx context.Context, hash account.TokenHash, text string) (review.Link, error)
	MarkStatementRead(ctx context.Context, by review.Person, key review.Key, link int64) error
	SetOutcome(ctx context.Context, by review.Person, contestID int64, outcome string, numbers ...int) error
	Outcomes(ctx context.Context, contestID int64) (map[int64]review.Outcome, error)
	Assign(ctx context.Context, by review.Person, keys []review.Key, to int64, seal contest.Seal) error

	// Contests that run.

	Watch(ctx context.Context, contestID int64) (contest.Watch, error)
	Watches(ctx context.Context) (map[int64]contest.Watch, error)
	AlertsAfter(ctx context.Context, contestID, after int64, limit int, visible []int64) ([]contest.Alert, error)
	Alerts(ctx context.Context, contestID int64, filter contest.AlertFilter) ([]contest.Alert, error)
	AlertProblems(ctx context.Context, contestID int64, visible []int64) ([]string, error)
	Alert(ctx context.Context, id int64) (contest.Alert, error)
	AlertCounts(ctx context.Context, contestID int64, visible []int64) (contest.AlertCounts, error)
	LiveVersions(ctx context.Context, contests []int64) (map[int64]contest.LiveVersion, error)

	Followings(ctx context.Context) ([]contest.Following, error)
	AddFollowing(ctx context.Context, by review.Person, f contest.Following, contestID int64) error
	SetFollowing(ctx context.Context, by review.Person, name string, active bool) error
	RemoveFollowing(ctx context.Context, by review.Person, name string) error

	// Users, members and tokens.

	Users(ctx context.Context) ([]account.User, error)
	UserNames(ctx context.Context, limit int) ([]string, error)
	AddUser(ctx context.Context, by review.Person, name, passwordHash string, administrator bool) (account.User, error)
	RenameUser(ctx context.Context, by review.Person, id int64, name string) (account.User, error)
	SetLanguage(ctx context.Context, id int64, language string) error
	SetPassword(ctx context.Context, by review.Person, id int64, hash string) (account.User, error)
	EndSignIns(ctx context.Context, by review.Person, id int64) (account.User, error)
	SetDisabled(ctx context.Context, by review.Person, id int64, disabled bool) (account.User, error)
	Members(ctx context.Context, contestID int64) ([]account.Member, error)
	Tokens(ctx context.Context, userID int64) ([]account.Token, error)
	AddToken(ctx context.Context, by review.Person, u account.User, t account.Token, hash account.TokenHash) (account.Token, error)
	RevokeToken(ctx context.Context, by review.Person, userID, id int64) error
}

// Accounts is the part of a Store that signing in needs.
type Accounts interface {
	User(ctx context.Context, id int64) (account.User, error)
	UserByName(ctx context.Context, name string) (user account.User, passwordHash string, err error)
	UserByToken(ctx context.Context, hash account.TokenHash) (account.User, account.Scope, error)
	SignInByLink(ctx context.Context) (account.User, error)
	Roles(ctx context.Context, userID int64) (map[int64]account.Role, error)
	Rehash(ctx context.Context, id int64, old, new string) error
	SecondFactor(ctx context.Context, id int64) (secret string, err error)
	SetSecondFactor(ctx context.Context, by review.Person, id int64, secret string, step int64) (account.User, error)
	UseCode(ctx context.Context, id, step int64) (ok bool, err error)
	UserOfIdentity(ctx context.Context, id account.Identity, name string) (account.User, error)
	SetAdministrator(ctx context.Context, by review.Person, id int64, administrator bool) (account.User, error)
	SetMember(ctx context.Context, by review.Person, contestID, userID int64, role account.Role) error
	ContestByName(ctx context.Context, name string) (contest.Contest, error)
}

// Searcher searches the archive. An error that the user can correct is a *jobs.Failure.
type Searcher interface {
	// Search returns at most limit programs of the archive like the given program, the most similar first; 0 is no limit.
	Search(ctx context.Context, s Search, limit int) (contest.Findings, error)
	// Open shows the given program beside a found program, with their matches. It masks names in the found program; a nil
	// masker masks nothing. The found program consists of files; if there are none, it is the submission of found.
	Open(ctx context.Context, s Search, found contest.Side, files []contest.File, masker *blind.Masker) (evidence.View, error)
}

// Search is a program to find in the archive.
type Search struct {
	Name         string // the file's name, as the browser sent it; "" for pasted text
	Program      []byte
	Language     string  // a lexer language ID; "" to detect the language
	ContestID    int64   // ID of the contest that the user chose; 0 for all
	Contests     []int64 // IDs of the contests to search, which Reader.Search sets: only visible ones; nil for all
	SubmissionID int64   // ID of the submission to show beside the program; 0 to show no other
	SourceID     int64   // ID of the known source to show beside the program; 0 to show none
}

// Request returns the search for at most limit programs; 0 is no limit.
func (s Search) Request(limit int) search.Request {
	file := contest.File{Path: s.Name, Content: s.Program}
	return search.Request{File: file, Language: s.Language, Distance: search.DefaultDistance, Scope: contest.Scope{Only: s.Contests}, Limit: limit}
}
