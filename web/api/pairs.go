package api

import (
	"context"
	"math"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// apiPair is a pair of a check in the JSON of the API.
type apiPair struct {
	ID       int64     `json:"id" example:"4711"`
	CheckID  int64     `json:"check_id" example:"7"`
	Rank     int       `json:"rank" minimum:"1" doc:"1 for the most suspicious of the check."`
	Problem  string    `json:"problem" doc:"A, or A + B where the sides are of different problems of the contest." example:"A"`
	Language string    `json:"language" doc:"Family of languages." example:"c++"`
	Cluster  int       `json:"cluster" doc:"Number of the cluster that the pair ties; 0 where it ties none."`
	Left     apiSide   `json:"left"`
	Right    apiSide   `json:"right" doc:"It alone may be of an earlier contest."`
	Scores   apiScores `json:"scores"`
	State    string    `json:"state" enum:"open,pending,conflict,confirmed,dismissed,unclear" doc:"Where the jury's case stands."`
	Deciders []string  `json:"deciders" nullable:"false" doc:"The names of those who have decided."`
}

// apiSide is one of the two submissions of a pair.
type apiSide struct {
	SubmissionID int64      `json:"submission_id" example:"93"`
	ContestID    int64      `json:"contest_id" doc:"Of the contest that it was submitted for."`
	Contest      string     `json:"contest" doc:"The name of the earlier contest; empty where it is the check's own."`
	Participant  string     `json:"participant" doc:"In blind contests a number in words." example:"Participant 17"`
	Number       int        `json:"number" doc:"The participant's in the contest; 0 where it is hidden." example:"17"`
	Problem      string     `json:"problem" example:"A"`
	Path         string     `json:"path" example:"A/ann/02-AC.cpp"`
	Language     string     `json:"language" doc:"ID of the language; empty where it is not known." example:"cpp"`
	Verdict      string     `json:"verdict" doc:"Of the judge system; empty where it is not known." example:"AC"`
	Attempt      int        `json:"attempt" doc:"1 for the participant's first at the problem."`
	Time         *time.Time `json:"time" doc:"When it was submitted."`
}

// apiScores are the measures of a pair.
type apiScores struct {
	Suspicion            float64  `json:"suspicion" minimum:"0" maximum:"1"`
	Percentile           *float64 `json:"percentile" minimum:"0" maximum:"1" doc:"Share of the other pairs of the problem and language that are less suspicious; null where there are too few."`
	Chance               *float64 `json:"chance" doc:"The number of honest pairs of the problem and language that are expected by chance to be as suspicious, or to share as much rare code; null in checks of older versions."`
	Similarity           float64  `json:"similarity" minimum:"0" maximum:"1" doc:"Share of both programs that lies in matches."`
	MaxSimilarity        float64  `json:"max_similarity" minimum:"0" maximum:"1"`
	CoverageLeft         float64  `json:"coverage_left" minimum:"0" maximum:"1"`
	CoverageRight        float64  `json:"coverage_right" minimum:"0" maximum:"1"`
	LongestMatch         int      `json:"longest_match" doc:"In tokens."`
	MatchedTokens        int      `json:"matched_tokens"`
	Hamming              *int     `json:"hamming" minimum:"0" maximum:"64" doc:"Bits in which the fingerprints differ; null where a program has none."`
	SharedPassages       int      `json:"shared_passages"`
	UniquePassages       int      `json:"unique_passages" doc:"Those that no other participant of the contest has."`
	NamedPassages        int      `json:"named_passages" doc:"Shorter ones with the same names in them."`
	SharedTemplate       int      `json:"shared_template" doc:"Tokens of what both repeat in their other problems."`
	SharedTemplateOthers int      `json:"shared_template_others" doc:"Participants besides the two who have most of it."`
	SharedTemplateScore  float64  `json:"shared_template_score" minimum:"0" maximum:"1"`
}

func apiSideOf(s contest.Side) apiSide {
	return apiSide{
		SubmissionID: s.SubmissionID, ContestID: s.ContestID, Contest: s.Contest, Participant: s.Participant, Number: s.Number,
		Problem: s.Problem, Path: s.Path, Language: s.Language, Verdict: string(s.Verdict), Attempt: s.Attempt, Time: utc(s.Time),
	}
}

func apiPairOf(p contest.Pair, c review.Case) apiPair {
	s := p.Scores
	return apiPair{
		ID: p.ID, CheckID: p.CheckID, Rank: p.Rank, Problem: p.Problem, Language: p.Language, Cluster: p.Cluster,
		Left: apiSideOf(p.Left), Right: apiSideOf(p.Right), State: string(c.State),
		Deciders: rowsOf(c.Reviews, func(r review.Review) string { return r.Reviewer.Name }),
		Scores: apiScores{
			Suspicion: s.Suspicion, Percentile: s.Percentile, Chance: s.Chance, Similarity: s.Similarity, MaxSimilarity: s.MaxSimilarity,
			CoverageLeft: s.CoverageLeft, CoverageRight: s.CoverageRight, LongestMatch: s.LongestMatch, MatchedTokens: s.MatchedTokens,
			Hamming: s.Hamming, SharedPassages: s.SharedPassages, UniquePassages: s.UniquePassages, NamedPassages: s.NamedPassages,
			SharedTemplate: s.SharedTemplate, SharedTemplateOthers: s.SharedTemplateOthers, SharedTemplateScore: s.SharedTemplateScore,
		},
	}
}

func (a *API) addPairs() {
	type listInput struct {
		PairQuery
		Page
	}
	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "listPairs", Method: http.MethodGet, Path: "/checks/{id}/pairs", Tags: []string{"pairs"},
		Summary: "List the pairs of a check", Description: "The most suspicious first, by rank.",
		Errors: []int{http.StatusConflict},
	}, with((*access.Reader).CompleteCheck, func(
		ctx context.Context, c apiRequest, check contest.Check, in *listInput,
	) (*listOutput[apiPair], error) {
		chosen, err := in.ranking(check)
		if err != nil {
			return nil, err
		}
		filter := chosen.Filter()
		return listPage(c, in.Page, math.MaxInt32, func(after int64, limit int) ([]apiPair, error) {
			filter.AfterRank, filter.Limit = int(after), limit
			list, _, err := c.Pairs(ctx, check.ID, filter)
			if err != nil {
				return nil, err
			}
			cases, err := c.CasesForPairs(ctx, check, list)
			rows := []apiPair{}
			for i, stored := range cases {
				rows = append(rows, apiPairOf(list[i], stored))
			}
			return rows, err
		}, func(row apiPair) int64 { return int64(row.Rank) })
	}))

	type pairInput struct {
		Source bool `query:"source" doc:"With the text of both programs."`
	}
	add(a, auth.InPair(account.Viewer), huma.Operation{
		OperationID: "getPair", Method: http.MethodGet, Path: "/pairs/{id}", Tags: []string{"pairs"},
		Summary:     "Read a pair with its matches",
		Description: "Lines and columns count from 1, columns in characters, as the text is given here: in blind contests names in it are masked, and invisible characters are shown by signs.",
	}, with(readPair, func(ctx context.Context, c apiRequest, p foundPair, in *pairInput) (*output[apiEvidence], error) {
		return answer(c.apiEvidence(ctx, p.pair, p.check, in.Source))
	}))
}

// apiEvidence is a pair with its matches.
type apiEvidence struct {
	Pair        apiPair    `json:"pair"`
	Explanation []string   `json:"explanation" nullable:"false" doc:"What the suspicion rests on, in sentences."`
	LeftFiles   []apiFile  `json:"left_files" nullable:"false"`
	RightFiles  []apiFile  `json:"right_files" nullable:"false"`
	Matches     []apiMatch `json:"matches" nullable:"false" doc:"In the order of the left program."`
	Notice      string     `json:"notice" doc:"That similarity is not proof."`
}

// apiFile is a file of a program.
type apiFile struct {
	Path  string `json:"path" example:"A/ann/02-AC.cpp"`
	Lines int    `json:"lines" doc:"How many it has."`
	Text  string `json:"text,omitempty" doc:"The lines, each but the last followed by a line feed."`
}

// apiMatch is a fragment that both programs have.
type apiMatch struct {
	Number int         `json:"number" minimum:"1"`
	Tokens int         `json:"tokens" doc:"Equal ones."`
	Tiles  int         `json:"tiles" doc:"Of how many pieces it is; between them short stretches differ."`
	Others *int        `json:"others" doc:"Participants besides the two who have its rarest passage; null where it was not counted."`
	Left   apiFragment `json:"left"`
	Right  apiFragment `json:"right"`
}

// apiFragment says where a match is in one of the programs.
type apiFragment struct {
	File      int       `json:"file" doc:"Index into the files of the side, from 0."`
	FirstLine int       `json:"first_line" minimum:"1"`
	LastLine  int       `json:"last_line" minimum:"1"`
	Spans     []apiSpan `json:"spans" nullable:"false" doc:"The stretches of text that are in it."`
}

// apiSpan is a stretch of text from its first to its last character.
type apiSpan struct {
	FirstLine   int `json:"first_line" minimum:"1"`
	FirstColumn int `json:"first_column" minimum:"1"`
	LastLine    int `json:"last_line" minimum:"1"`
	LastColumn  int `json:"last_column" minimum:"1"`
}

// apiEvidence opens a pair, with the text of both programs if source is set.
func (c apiRequest) apiEvidence(ctx context.Context, p contest.Pair, check contest.Check, source bool) (apiEvidence, error) {
	cases, err := c.CasesForPairs(ctx, check, []contest.Pair{p})
	if err != nil {
		return apiEvidence{}, err
	}
	histograms, err := c.Histograms(ctx, check)
	if err != nil {
		return apiEvidence{}, err
	}
	view, err := c.Evidence(ctx, p)
	if err != nil {
		return apiEvidence{}, err
	}
	baseline, _ := contest.HistogramFor(p, histograms)
	e := apiEvidence{
		Pair: apiPairOf(p, cases[0]), Notice: evidence.Notice,
		Explanation: append([]string{}, evidence.Explain(p, baseline, check.Parameters)...),
		LeftFiles:   filesOf(view.Left, source), RightFiles: filesOf(view.Right, source), Matches: []apiMatch{},
	}
	left, right := spansOf(view.Left), spansOf(view.Right)
	for _, m := range view.Matches {
		e.Matches = append(e.Matches, apiMatch{
			Number: m.Number, Tokens: m.Tokens, Tiles: m.Pieces, Others: m.OtherParticipants,
			Left:  apiFragment{m.Left.File, m.Left.First, m.Left.Last, append([]apiSpan{}, left[m.Number]...)},
			Right: apiFragment{m.Right.File, m.Right.First, m.Right.Last, append([]apiSpan{}, right[m.Number]...)},
		})
	}
	return e, nil
}

// filesOf lists the files of a program, with their text if source is set.
func filesOf(pane evidence.Pane, source bool) []apiFile {
	files := []apiFile{}
	for _, f := range pane.Files {
		file := apiFile{Path: f.Path, Lines: len(f.Lines)}
		if source {
			var words strings.Builder
			for i, line := range f.Lines {
				if i > 0 {
					words.WriteByte('\n')
				}
				for _, run := range line.Runs {
					words.WriteString(runText(run))
				}
			}
			file.Text = words.String()
		}
		files = append(files, file)
	}
	return files
}

// spansOf returns the text spans of each match, by its number. A span continues over blanks and line ends.
func spansOf(pane evidence.Pane) map[int][]apiSpan {
	spans := make(map[int][]apiSpan)
	for _, file := range pane.Files {
		open := 0 // the match whose span may continue
		for _, line := range file.Lines {
			column := 1
			for _, run := range line.Runs {
				words := runText(run)
				length := utf8.RuneCountInString(words)
				switch {
				case length == 0:
				case run.Match == 0:
					if strings.TrimSpace(words) != "" {
						open = 0
					}
				case run.Match == open && !run.First:
					last := &spans[run.Match][len(spans[run.Match])-1]
					last.LastLine, last.LastColumn = line.Number, column+length-1
				default:
					spans[run.Match] = append(spans[run.Match], apiSpan{line.Number, column, line.Number, column + length - 1})
					open = run.Match
				}
				column += length
			}
		}
	}
	return spans
}

func runText(run evidence.Run) string {
	var words strings.Builder
	for _, span := range run.Spans {
		words.WriteString(span.Text)
	}
	return words.String()
}

// apiCluster is a group of participants who are tied by pairs.
type apiCluster struct {
	Number   int         `json:"number" minimum:"1" doc:"In the check: the most suspicious first."`
	Problem  string      `json:"problem" doc:"Empty where problems were compared across." example:"A"`
	Language string      `json:"language" doc:"Family of languages." example:"c++"`
	Size     int         `json:"size" minimum:"2" doc:"Participants."`
	Pairs    int         `json:"pairs" doc:"That tie them."`
	Highest  float64     `json:"highest" minimum:"0" maximum:"1" doc:"Suspicion of the most suspicious of these."`
	Cohesion float64     `json:"cohesion" minimum:"0" maximum:"1" doc:"Share of the pairs of members that are tied."`
	Chain    bool        `json:"chain" doc:"It was strung together: not everybody in it is tied to everybody else."`
	Holds    float64     `json:"holds" minimum:"0" maximum:"1" doc:"Up to this threshold of suspicion it does not fall apart."`
	Members  []apiMember `json:"members" nullable:"false" doc:"By number. Lists have those alone who were first."`
}

// apiMember is a participant in a cluster.
type apiMember struct {
	Participant string  `json:"participant" example:"Participant 17"`
	Number      int     `json:"number" example:"17"`
	Pairs       int     `json:"pairs" doc:"Of the cluster, that are theirs."`
	First       bool    `json:"first" doc:"No other member submitted before them."`
	Earliest    apiSide `json:"earliest" doc:"Their first submission of those that were compared there."`
}

func apiClusterOf(c contest.Cluster) apiCluster {
	return apiCluster{
		Number: c.Number, Problem: c.Problem, Language: c.Language, Size: c.Size, Pairs: c.Pairs, Highest: c.Highest,
		Cohesion: c.Cohesion, Chain: c.Chain, Holds: c.BreakThreshold,
		Members: rowsOf(c.Members, func(m contest.ClusterMember) apiMember {
			return apiMember{m.Participant.Name, m.Participant.Number, m.Pairs, m.First, apiSideOf(m.Earliest)}
		}),
	}
}

func (a *API) addClusters() {
	type listInput struct {
		Problem  string `query:"problem" doc:"Exactly."`
		Language string `query:"language" doc:"A family of languages, exactly."`
		Size     int    `query:"size" minimum:"0" maximum:"2147483647" doc:"So many members or more."`
		Page
	}
	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "listClusters", Method: http.MethodGet, Path: "/checks/{id}/clusters", Tags: []string{"pairs"},
		Summary: "List the clusters of a check", Description: "Groups of participants who are tied by listed pairs. Their pairs are listed with the filter cluster.",
		Errors: []int{http.StatusConflict},
	}, with((*access.Reader).CompleteCheck, func(
		ctx context.Context, c apiRequest, check contest.Check, in *listInput,
	) (*listOutput[apiCluster], error) {
		return listPage(c, in.Page, math.MaxInt32, func(after int64, limit int) ([]apiCluster, error) {
			filter := contest.ClusterFilter{Problem: in.Problem, Language: in.Language, MinSize: in.Size}
			list, _, err := c.Clusters(ctx, check.ID, filter, int(after), limit)
			return rowsOf(list, apiClusterOf), err
		}, nil)
	}))

	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "getCluster", Method: http.MethodGet, Path: "/checks/{id}/clusters/{number}", Tags: []string{"pairs"},
		Summary: "Read a cluster", Errors: []int{http.StatusConflict},
	}, with((*access.Reader).CompleteCheck, func(
		ctx context.Context, c apiRequest, check contest.Check, _ *struct{},
	) (*output[apiCluster], error) {
		number := request.PathNumber(c.r)
		if number == 0 {
			return nil, httperr.NotFound("There is no such cluster.")
		}
		k, err := c.Cluster(ctx, check.ID, number)
		return answer(apiClusterOf(k), err)
	}))
}
