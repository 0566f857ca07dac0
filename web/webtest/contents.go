package webtest

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web"
)

// Hostile is a name that breaks pages which do not escape it. Its hidden character reverses the text direction.
const Hostile = "<script>alert(1)</script>\"'&\u202e🙂"

// The contest of NewContents, and what the pages of its complete check show.
const (
	ContestID = 1
	CheckID   = 2    // complete; check 3 runs, check 4 failed
	firstPair = 1000 // ID of the pair of rank 1
	PairCount = 120
	threshold = 0.5
)

// Contents is what a Site on a new database has stored.
type Contents struct {
	Contests   []string             // names of further contests, without a check
	States     []contest.CheckState // of the checks, the oldest first
	Pairs      []contest.Pair       // of each complete check; sides have participant, problem, path, language, verdict, attempt and time
	Parameters contest.Parameters
	Summary    contest.Summary // of each complete check
	Histograms []contest.Histogram
	Skipped    []contest.SkippedItem
}

// NewContents returns a contest with a complete, a running and a failed check. Each pair has the participant Hostile
// and another participant, team 0 to team 119.
func NewContents() *Contents {
	c := &Contents{
		States: []contest.CheckState{contest.Complete, contest.Running, contest.Failed},
		Parameters: contest.Parameters{
			ShingleLength: 10, MinMatch: 9, Threshold: threshold, Keep: 0.2, KeepPerParticipant: 100,
			Verdicts: "judged", Participants: "official", Templates: true, Layout: "problem/participant",
		},
		Summary: contest.Summary{
			Problems: 4, Participants: 40, Submissions: 93, PairsCompared: 3120, PairsStored: PairCount, Skipped: 700,
			Generic: []string{"Brainfuck"},
		},
		Pairs:      NewPairs(PairCount),
		Histograms: newHistograms(),
	}
	for i := range 700 {
		c.Skipped = append(c.Skipped, contest.SkippedItem{Path: fmt.Sprintf("A/%s/%03d.bin", Hostile, i), Reason: i18n.Verbatim("it is binary")})
	}
	return c
}

// NewPairs returns the pairs of ranks 1 to n, of problems A and B by turns.
func NewPairs(n int) (list []contest.Pair) {
	for i := range n {
		suspicion, chance := 1-float64(i)/float64(n), float64(i)/100
		hamming := (i * 7) % 40
		p := contest.Pair{
			Rank: i + 1, Problem: string(rune('A' + i%2)), Language: "c++",
			Left: contest.Side{
				Participant: fmt.Sprintf("team %d", i), Path: fmt.Sprintf("A/team %d/01-AC.cpp", i), Language: "cpp", Verdict: "AC", Attempt: 1,
			},
			Scores: contest.Scores{
				Suspicion: suspicion, Similarity: suspicion / 2, MaxSimilarity: 0.875, CoverageLeft: 0.875, CoverageRight: 0.5,
				LongestMatch: 1234, MatchedTokens: 1234 + 10*(i%13), Hamming: &hamming, SharedPassages: 80, UniquePassages: i % 80,
				Percentile: &suspicion, Chance: &chance,
			},
		}
		p.Right = hostileSide(p.Problem)
		if i == 0 {
			p.Hamming, p.Percentile, p.Chance = nil, nil, nil
		}
		list = append(list, p)
	}
	return list
}

func hostileSide(problem string) contest.Side {
	return contest.Side{
		Participant: Hostile, Path: problem + "/" + Hostile + "/02-WA.cpp", Language: "cpp", Verdict: "WA", Attempt: 2,
		Time: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
	}
}

func newHistograms() []contest.Histogram {
	a := contest.Histogram{
		Problem: "A", Language: "c++", Programs: 40, Participants: 38, RarityParticipants: 40, Median: 0.012, TypicalSize: 300,
	}
	a.Bins[0], a.Bins[30], a.Bins[49] = 1000, 7, 1
	simple := contest.Histogram{
		Problem: "B", Language: "c++", Programs: 32, Participants: 30, RarityParticipants: 40, TypicalSize: 20, Simplicity: 1, TooSimple: true,
	}
	simple.Bins[0] = 435
	b := contest.Histogram{Problem: "B", Language: "java", Programs: 40}
	b.Bins[0], b.Bins[25] = 1565, 112
	return []contest.Histogram{a, simple, b}
}

// SignedIn starts a server on a database with these contents, with an administrator signed in. Each change may replace parts
// of the server's options.
func (c *Contents) SignedIn(t *testing.T, change ...func(*web.Options)) *Site {
	t.Helper()
	return NewSignedIn(t, append([]func(*web.Options){c.store(t)}, change...)...)
}

// NewContestSite is NewSignedIn with NewContents.
func NewContestSite(t *testing.T, change ...func(*web.Options)) *Site {
	t.Helper()
	return NewContents().SignedIn(t, change...)
}

// store returns a change of options that writes the contents to the database of the options.
func (c *Contents) store(t *testing.T) func(*web.Options) {
	return func(o *web.Options) { c.write(t, o.Store.(*postgres.DB)) }
}

func (c *Contents) write(t *testing.T, db *postgres.DB) {
	t.Helper()
	ctx := t.Context()
	execute := func(sql string, arguments ...any) {
		_, err := db.Pool().Exec(ctx, sql, arguments...)
		Must(t, err)
	}
	execute("SELECT setval('checks_id_seq', $1, false), setval('pairs_id_seq', $2, false)", CheckID, firstPair)

	submissions := make(map[string][]contest.Submission) // by contest
	index := make(map[contest.Side]int)                  // in the submissions of its contest
	pairs := slices.Clone(c.Pairs)
	for i := range pairs {
		for _, side := range []*contest.Side{&pairs[i].Left, &pairs[i].Right} {
			side.Contest, side.Problem = cmp.Or(side.Contest, Hostile), cmp.Or(side.Problem, pairs[i].Problem)
			if _, ok := index[*side]; ok {
				continue
			}
			index[*side] = len(submissions[side.Contest])
			submissions[side.Contest] = append(submissions[side.Contest], contest.Submission{
				Problem: side.Problem, Participant: side.Participant, Kind: contest.Official, Path: side.Path, Language: side.Language,
				Verdict: side.Verdict, Attempt: side.Attempt, Time: side.Time,
				Files: []contest.File{{Path: side.Path, Content: []byte("int main() { return 0; } // " + side.Path)}},
			})
		}
	}
	ids := make(map[string][]int64) // of the submissions, by contest
	for _, name := range append([]string{Hostile}, c.Contests...) {
		if submissions[name] == nil {
			submissions[name] = []contest.Submission{newSubmission(Hostile, "A/1.cpp", "AC", 1, name)}
		}
		id, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: name, Origin: "finals.zip", Submissions: submissions[name]})
		Must(t, err)
		Must(t, db.SetSettings(ctx, review.CommandLine, id, contest.Settings{Blind: new(false)}))
		ids[name] = idsOf(submissions[name])
	}
	for i := range pairs {
		for _, side := range []*contest.Side{&pairs[i].Left, &pairs[i].Right} {
			side.SubmissionID = ids[side.Contest][index[*side]]
		}
	}
	for _, state := range c.States {
		run, err := db.BeginCheck(ctx, review.CommandLine, contest.Check{
			ContestID: ContestID, Digest: "abc123", Parameters: c.Parameters, ToolVersion: "9.8.7", AlgorithmVersion: "lexer 1",
		}, ids[Hostile], nil)
		Must(t, err)
		switch state {
		case contest.Running:
			t.Cleanup(func() { _ = run.Close() })
			continue
		case contest.Failed:
			Must(t, run.Fail(ctx, i18n.Verbatim("the disk was full "+Hostile)))
		case contest.Complete:
			for _, name := range c.Parameters.Against {
				Must(t, run.SaveEarlierSubmissions(ctx, "earlier", ids[name]))
			}
			Must(t, run.SavePairs(ctx, pairs))
			Must(t, run.Complete(ctx, c.Summary, c.Histograms, c.Skipped))
			execute("UPDATE checks SET started_at = finished_at - interval '83 seconds' WHERE id = $1", run.ID())
		}
		Must(t, run.Close())
	}
}
