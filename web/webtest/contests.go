package webtest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// CheckedContest is a contest of two participants with a complete check.
type CheckedContest struct {
	Contest, Check int64
	Pairs          []int64 // their IDs
	Submissions    []contest.Submission
}

// AddChecked adds a checked contest. The check has the pair of its two participants, and pairs of the second participant with
// each submission of earlier, which are submissions of other contests.
func (s *Site) AddChecked(name string, earlier ...contest.Submission) CheckedContest {
	s.Helper()
	ctx := context.Background()
	var c CheckedContest
	var earlierIDs []int64
	for _, who := range []string{"team one", "team two"} {
		c.Submissions = append(c.Submissions, newSubmission(who+" of "+name, "A/"+who+"/01-AC.cpp", "", 1, name+" "+who))
	}
	id, _, err := s.DB.Import(ctx, review.CommandLine, "", contest.Import{Contest: name, Origin: name + ".zip", Submissions: c.Submissions})
	Must(s.T, err)
	ids := idsOf(c.Submissions)
	pairs := []contest.Pair{newPair(1, c.Submissions[0], c.Submissions[1], 0.9)}
	pairs[0].Cluster = 1
	for i, s := range earlier {
		earlierIDs = append(earlierIDs, s.ID)
		pairs = append(pairs, newPair(i+2, c.Submissions[1], s, 0.9))
	}
	newCheck := contest.Check{ContestID: id, Digest: name, Parameters: contest.Parameters{Threshold: 0.5}}
	run, err := s.DB.BeginCheck(ctx, review.CommandLine, newCheck, ids, nil)
	Must(s.T, err)
	defer run.Close()
	summary := contest.Summary{Problems: 1, Participants: 2, Submissions: 2, PairsCompared: 1, PairsStored: len(pairs)}
	Must(s.T, run.SaveEarlierSubmissions(ctx, "of "+name, earlierIDs))
	Must(s.T, run.SavePairs(ctx, pairs))
	Must(s.T, run.SaveClusters(ctx, []contest.Cluster{clusterOf(ids[0], ids[1])}))
	Must(s.T, run.Complete(ctx, summary, nil, nil))
	c.Contest, c.Check = id, run.ID()
	stored, _, err := s.DB.Pairs(ctx, c.Check, contest.PairFilter{})
	Must(s.T, err)
	for _, p := range stored {
		c.Pairs = append(c.Pairs, p.ID)
	}
	return c
}

func idsOf(submissions []contest.Submission) (ids []int64) {
	for _, s := range submissions {
		ids = append(ids, s.ID)
	}
	return ids
}

// newSubmission returns a program for problem A. The comment in the program makes its hash unique.
func newSubmission(participant, path string, verdict contest.Verdict, attempt int, comment string) contest.Submission {
	return contest.Submission{
		Problem: "A", Participant: participant, Kind: contest.Official, Path: path, Language: "cpp", Verdict: verdict, Attempt: attempt,
		Files: []contest.File{{Path: path, Content: []byte("int main() { return 0; } // " + comment)}},
	}
}

// newPair returns a pair for problem A.
func newPair(rank int, left, right contest.Submission, suspicion float64) contest.Pair {
	return contest.Pair{
		Rank: rank, Problem: "A", Language: "c++", Scores: contest.Scores{Suspicion: suspicion, Similarity: 0.9, MaxSimilarity: 0.9},
		Left: contest.Side{SubmissionID: left.ID}, Right: contest.Side{SubmissionID: right.ID},
	}
}

// clusterOf returns a cluster of two submissions.
func clusterOf(left, right int64) contest.Cluster {
	member := func(id int64) contest.ClusterMember {
		return contest.ClusterMember{Pairs: 1, Earliest: contest.Side{SubmissionID: id}, Similar: contest.Side{SubmissionID: id}}
	}
	return contest.Cluster{
		Number: 1, Problem: "A", Language: "c++", Size: 2, Pairs: 1, Highest: 0.9, Cohesion: 1, WeakestPair: 1, BreakThreshold: 0.9,
		Bridges: []int{1}, Members: []contest.ClusterMember{member(left), member(right)},
	}
}

// AddBlind adds a checked contest of three people. The contest has all that may name people: pairs, an own template,
// a skipped file, affiliation, site, address and seat, and an earlier contest with a participant of the same name.
func (s *Site) AddBlind() (contestID, checkID int64, pairs []contest.Pair) {
	s.Helper()
	ctx := context.Background()
	people := []string{"Ada Lovelace", "Grace Hopper", "Emmy Noether"}
	newSubmissions := func(season string, people ...string) (list []contest.Submission) {
		for i, who := range people {
			path := fmt.Sprintf("A/%s/%s.cpp", who, strings.ToLower(strings.Fields(who)[1]))
			list = append(list, newSubmission(who, path, "AC", i+1, season+who))
		}
		return list
	}
	earlier := newSubmissions("spring ", people[0])
	_, _, err := s.DB.Import(ctx, review.CommandLine, "", contest.Import{Contest: "Spring", Origin: "spring.zip", Submissions: earlier})
	Must(s.T, err)
	submissions := newSubmissions("", people...)
	skipped := []contest.SkippedItem{{Path: "A/Grace Hopper/hopper.exe", Reason: i18n.Verbatim("A/Grace Hopper/hopper.exe of Grace Hopper is binary")}}
	contestID, _, err = s.DB.Import(ctx, review.CommandLine, "", contest.Import{Contest: "Autumn", Origin: "autumn.zip", Submissions: submissions, Skipped: skipped})
	Must(s.T, err)
	s.Exec(`UPDATE participants
		SET affiliation = 'Analytical Society', site = 'Nantes', address = '10.1.2.3', seat = 'row-7' WHERE contest_id = $1`, contestID)
	newCheck := contest.Check{ContestID: contestID, Digest: "autumn"}
	newCheck.Parameters = contest.Parameters{Threshold: 0.5, Verdicts: "judged", Participants: "official", Templates: true}
	run, err := s.DB.BeginCheck(ctx, review.CommandLine, newCheck, idsOf(submissions), nil)
	Must(s.T, err)
	defer run.Close()
	summary := contest.Summary{
		Problems: 1, Participants: 3, Submissions: 3, PairsCompared: 3, PairsStored: 3, Skipped: 1,
		PrivateCount: 1, PrivateTemplates: []contest.PrivateTemplate{{Left: people[0], Right: people[1], Tokens: 99}},
		Incomplete: []i18n.Text{i18n.Verbatim("the archive of Emmy Noether is cut off")},
		Earlier:    &contest.EarlierSummary{Contests: 1, Submissions: 1, Pairs: 1},
	}
	Must(s.T, run.SaveEarlierSubmissions(ctx, "with spring", []int64{earlier[0].ID}))
	Must(s.T, run.SavePairs(ctx, []contest.Pair{
		newPair(1, submissions[0], submissions[1], 0.95), newPair(2, submissions[1], submissions[2], 0.7), newPair(3, submissions[2], earlier[0], 0.6),
	}))
	Must(s.T, run.Complete(ctx, summary, nil, skipped))
	pairs, _, err = s.DB.Pairs(ctx, run.ID(), contest.PairFilter{})
	Must(s.T, err)
	return contestID, run.ID(), pairs
}

// AddAlert adds an alert, as a watch does.
func (s *Site) AddAlert(contestID int64, left, right contest.Submission, suspicion float64) contest.Alert {
	s.Helper()
	added, err := s.DB.AddAlerts(context.Background(), contestID, []contest.Alert{{
		At: AlertedAt, Problem: left.Problem, Suspicion: suspicion,
		Left: contest.Side{SubmissionID: left.ID}, Right: contest.Side{SubmissionID: right.ID},
	}})
	if err != nil || len(added) != 1 {
		s.Fatalf("added %d alerts, want 1: %v", len(added), err)
	}
	return added[0]
}

// SetWatch stores the watch of a contest.
func (s *Site) SetWatch(w contest.Watch) {
	s.Helper()
	Must(s.T, s.DB.SaveWatch(context.Background(), w))
}

// FollowingWatch returns the watch of a contest that somebody follows.
func FollowingWatch(contestID int64) contest.Watch {
	return contest.Watch{
		ContestID: contestID, URL: "https://jury:secret@judge.example/api", SystemID: "wf-2026", State: contest.WatchFollowing,
		StartedAt: AlertedAt.Add(-time.Hour), LastEventAt: AlertedAt, Submissions: 1234, Judged: 1200, Compared: 1150, Uncompared: 3,
	}
}

// EndBlindReview makes the review of a contest not blind.
func (s *Site) EndBlindReview(contestID int64) {
	s.Helper()
	Must(s.T, s.DB.SetSettings(context.Background(), review.CommandLine, contestID, contest.Settings{Blind: new(false)}))
}

// AddMetadata stores what a judge system reports about a contest; ids are the system's IDs of c's first submissions.
func (s *Site) AddMetadata(c CheckedContest, about contest.Metadata, ids ...string) {
	s.Helper()
	submissions := slices.Clone(c.Submissions)
	for i, id := range ids {
		submissions[i].SystemID, submissions[i].LanguageVersion = id, "GNU C++17"
		submissions[i].Judgements = []contest.Judgement{
			{Verdict: "WA", At: AlertedAt}, {Verdict: "AC", Solved: true, At: AlertedAt.Add(time.Hour), Current: true},
		}
	}
	stored, err := s.DB.Contest(s.Context(), c.Contest)
	Must(s.T, err)
	_, _, err = s.DB.Import(s.Context(), review.CommandLine, "", contest.Import{Contest: stored.Name, Origin: "metadata", Submissions: submissions})
	Must(s.T, err)
	Must(s.T, s.DB.SaveAbout(s.Context(), c.Contest, contest.About{Metadata: about}))
}

// AlertedAt is the time of the alerts of Site.AddAlert.
var AlertedAt = time.Date(2026, 3, 1, 10, 20, 30, 0, time.UTC)

// Exec executes an SQL statement in the site's database, for what no page changes.
func (s *Site) Exec(sql string, arguments ...any) {
	s.Helper()
	_, err := s.DB.Pool().Exec(s.Context(), sql, arguments...)
	Must(s.T, err)
}
