package api

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

// apiPair is a pair of a check in the JSON of the API.
type apiPair struct {
	ID       int64          `json:"id" example:"4711"`
	CheckID  int64          `json:"check_id" example:"7"`
	Rank     int            `json:"rank" minimum:"1" doc:"The place in the ranking of the check: 1 is the most suspicious pair."`
	Problem  string         `json:"problem" doc:"The problem, or A + B if the sides are for different problems of the contest." example:"A"`
	Language string         `json:"language" doc:"The family of languages, or 'across languages' if the sides are in two." example:"c++"`
	Cluster  int            `json:"cluster" doc:"The number of the cluster to which the pair belongs; 0 if it belongs to none."`
	Left     apitypes.Side  `json:"left"`
	Right    apitypes.Side  `json:"right" doc:"The right side. Unlike the left side, it may be from an earlier contest."`
	Scores   contest.Scores `json:"scores"`
	State    string         `json:"state" enum:"open,pending,conflict,appealed,confirmed,dismissed,unclear" doc:"The state of the case."`
	Deciders []string       `json:"deciders" nullable:"false" doc:"The names of the reviewers who have decided on the case."`
}

func apiSideOf(s contest.Side) apitypes.Side {
	if s.IsSomebody() {
		s.SubmissionID = 0
	}
	return apitypes.Side{
		SubmissionID: s.SubmissionID, ContestID: s.ContestID, Contest: s.Contest, Participant: s.Participant, Number: s.Number,
		Problem: s.Problem, Path: s.Path, Language: s.Language, Verdict: string(s.Verdict), Attempt: s.Attempt, Time: utc(s.Time),
	}
}

func apiPairOf(p contest.Pair, c review.Case) apiPair {
	scores := p.Scores
	scores.Chance = p.WrittenChance()
	return apiPair{
		ID: p.ID, CheckID: p.CheckID, Rank: p.Rank, Problem: p.Problem, Language: p.Language, Cluster: p.Cluster,
		Left: apiSideOf(p.Left), Right: apiSideOf(p.Right), Scores: scores, State: string(c.State),
		Deciders: rowsOf(c.Reviews, func(r review.Review) string { return r.Reviewer.Name }),
	}
}

func (a *API) addPairs() {
	type listInput struct {
		PairQuery
		Page
	}
	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "listPairs", Method: http.MethodGet, Path: "/checks/{id}/pairs", Tags: []string{"pairs"},
		Summary: "List the pairs of a check", Description: "The pairs by rank, the most suspicious first.",
		Errors: []int{http.StatusConflict},
	}, withObject((*access.Reader).CompleteCheck, func(
		ctx context.Context, c apiRequest, check contest.Check, in *listInput,
	) (*listOutput[apiPair], error) {
		ranking, err := in.ranking(c.r, check)
		if err != nil {
			return nil, err
		}
		filter := ranking.Filter()
		return listPage(c, in.Page, math.MaxInt32, func(after int64, limit int) ([]apiPair, error) {
			filter.AfterRank, filter.Limit = int(after), limit
			list, _, err := c.Pairs(ctx, check.ID, filter)
			if err != nil {
				return nil, err
			}
			cases, err := c.CasesForPairs(ctx, check, list)
			rows := []apiPair{}
			for i, c := range cases {
				rows = append(rows, apiPairOf(list[i], c))
			}
			return rows, err
		}, func(row apiPair) int64 { return int64(row.Rank) })
	}))

	type pairInput struct {
		Source bool `query:"source" doc:"Whether the answer contains the text of both programs."`
	}
	add(a, auth.InPair(account.Viewer), huma.Operation{
		OperationID: "getPair", Method: http.MethodGet, Path: "/pairs/{id}", Tags: []string{"pairs"},
		Summary:     "Read a pair with its matches",
		Description: "Lines and columns count from 1; columns count characters. They refer to the text in the answer: in blind contests its names are masked, and signs stand for invisible characters.",
	}, withObject((*access.Reader).Pair, func(ctx context.Context, c apiRequest, p access.CheckedPair, in *pairInput) (*output[apiEvidence], error) {
		return answer(c.apiEvidence(ctx, p.Pair, p.Check, in.Source))
	}))

	add(a, auth.InPair(account.Viewer), huma.Operation{
		OperationID: "getFacts", Method: http.MethodGet, Path: "/pairs/{id}/facts", Tags: []string{"pairs"},
		Summary:     "Read the facts beside a pair",
		Description: "Facts about the two participants, each with how usual it is. No fact is part of the suspicion, and none is a verdict. The list is empty where there is too little to compare with, where a program was erased, and in installations that show no facts.",
	}, withObject((*access.Reader).Pair, func(ctx context.Context, c apiRequest, p access.CheckedPair, _ *struct{}) (*output[apiFacts], error) {
		list, err := c.Facts(ctx, p.Pair, p.Check, evidence.View{}, nil)
		return answer(apiFacts{rowsOf(list, apiFactOf)}, err)
	}))
}

// apiFact is a fact beside a pair.
type apiFact struct {
	Kind  string `json:"kind" enum:"functions,own_hand,rewrite,quick_solve,together,place,elsewhere" doc:"What kind of fact it is."`
	Text  string `json:"text" doc:"The fact as a sentence."`
	Usual string `json:"usual" doc:"How usual it is, as a sentence."`
	Count int    `json:"count" doc:"How many have it, out of the number in the field \"of\"."`
	Of    int    `json:"of" doc:"How many there are to compare with: others than the participants of the pair; for a rewrite, all attempts of the contest, this one included."`
}

func apiFactOf(f facts.Fact) apiFact {
	p := i18n.English()
	return apiFact{string(f.Kind()), f.Text(p), f.RateText(p), f.Rate().Count, f.Rate().Total}
}

// apiFacts lists the facts beside a pair.
type apiFacts struct {
	Facts []apiFact `json:"facts" nullable:"false"`
}

// apiEvidence is a pair with its matches.
type apiEvidence struct {
	Pair        apiPair    `json:"pair"`
	Erased      string     `json:"erased,omitempty" doc:"Why a program of the pair cannot be shown any more; left out if both can. The lists of files and matches are then empty."`
	Explanation []string   `json:"explanation" nullable:"false" doc:"The reasons for the suspicion, as sentences."`
	LeftFiles   []apiFile  `json:"left_files" nullable:"false"`
	RightFiles  []apiFile  `json:"right_files" nullable:"false"`
	Matches     []apiMatch `json:"matches" nullable:"false" doc:"The matches, in the order of the left program."`
	Notice      string     `json:"notice" doc:"The notice that similarity is not proof."`
}

// apiFile is a file of a program.
type apiFile struct {
	Path  string `json:"path" example:"A/ann/02-AC.cpp"`
	Lines int    `json:"lines" doc:"The number of lines."`
	Text  string `json:"text,omitempty" doc:"The lines, with a line feed after each except the last."`
}

// apiMatch is a match of the two programs of a pair.
type apiMatch struct {
	Number int      `json:"number" minimum:"1"`
	Tokens int      `json:"tokens" doc:"The number of equal tokens."`
	Tiles  int      `json:"tiles" doc:"The number of pieces of the match. Short stretches of different code separate them."`
	Others *int     `json:"others" doc:"How many other participants have the rarest passage of the match; null if nobody counted them."`
	Left   apiPlace `json:"left"`
	Right  apiPlace `json:"right"`
}

// apiPlace says where a match is in one of the programs.
type apiPlace struct {
	File      int       `json:"file" doc:"The index of the file in left_files or right_files, from 0."`
	FirstLine int       `json:"first_line" minimum:"1"`
	LastLine  int       `json:"last_line" minimum:"1"`
	Spans     []apiSpan `json:"spans" nullable:"false" doc:"The stretches of text that belong to the match."`
}

// apiSpan is a stretch of text from its first to its last character.
type apiSpan struct {
	FirstLine   int `json:"first_line" minimum:"1"`
	FirstColumn int `json:"first_column" minimum:"1"`
	LastLine    int `json:"last_line" minimum:"1"`
	LastColumn  int `json:"last_column" minimum:"1"`
}

// apiEvidence opens a pair, with the text of both programs if withText is set.
func (c apiRequest) apiEvidence(ctx context.Context, p contest.Pair, check contest.Check, withText bool) (apiEvidence, error) {
	cases, err := c.CasesForPairs(ctx, check, []contest.Pair{p})
	if err != nil {
		return apiEvidence{}, err
	}
	histogram, err := c.HistogramOf(ctx, p, check)
	if err != nil {
		return apiEvidence{}, err
	}
	view, err := c.Evidence(ctx, p)
	erased := ""
	if errors.Is(err, contest.ErrErased) {
		erased, err = i18n.English().T(contest.ErasedReason), nil
	}
	if err != nil {
		return apiEvidence{}, err
	}
	e := apiEvidence{
		Erased: erased,
		Pair:   apiPairOf(p, cases[0]), Notice: evidence.Notice,
		Explanation: append(evidence.Explain(i18n.English(), p, histogram, check.Parameters), view.FileSentences(i18n.English())...),
		LeftFiles:   filesOf(view.Left, withText), RightFiles: filesOf(view.Right, withText), Matches: []apiMatch{},
	}
	left, right := spansOf(view.Left), spansOf(view.Right)
	for _, m := range view.Matches {
		e.Matches = append(e.Matches, apiMatch{
			Number: m.Number, Tokens: m.Tokens, Tiles: m.Pieces, Others: m.OtherParticipants,
			Left:  apiPlace{m.Left.File, m.Left.First, m.Left.Last, append([]apiSpan{}, left[m.Number]...)},
			Right: apiPlace{m.Right.File, m.Right.First, m.Right.Last, append([]apiSpan{}, right[m.Number]...)},
		})
	}
	return e, nil
}

// filesOf lists the files of a program, with the text of each file if withText is set.
func filesOf(pane evidence.Pane, withText bool) []apiFile {
	files := []apiFile{}
	for _, f := range pane.Files {
		file := apiFile{Path: f.Path, Lines: len(f.Lines)}
		if withText {
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

// spansOf returns the text spans of each match, by the number of the match. A span continues over blanks and line ends.
func spansOf(pane evidence.Pane) map[int][]apiSpan {
	spans := make(map[int][]apiSpan)
	for _, file := range pane.Files {
		openMatch := 0 // number of the match of the last span, which may continue; 0 for none
		for _, line := range file.Lines {
			column := 1
			for _, run := range line.Runs {
				words := runText(run)
				length := utf8.RuneCountInString(words)
				switch {
				case length == 0:
				case run.Match == 0:
					if strings.TrimSpace(words) != "" {
						openMatch = 0
					}
				case run.Match == openMatch && !run.StartsMatch:
					last := &spans[run.Match][len(spans[run.Match])-1]
					last.LastLine, last.LastColumn = line.Number, column+length-1
				default:
					spans[run.Match] = append(spans[run.Match], apiSpan{line.Number, column, line.Number, column + length - 1})
					openMatch = run.Match
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

// apiCluster is a cluster: participants who are linked by listed pairs.
type apiCluster struct {
	Number    int         `json:"number" minimum:"1" doc:"The number in the check: clusters of three or more come first, by falling suspicion, and clusters of pairs that known sources explain last."`
	Problem   string      `json:"problem" doc:"The problem; empty if the check compared across problems." example:"A"`
	Language  string      `json:"language" doc:"The family of languages." example:"c++"`
	Size      int         `json:"size" minimum:"2" doc:"The number of participants."`
	Pairs     int         `json:"pairs" doc:"The number of pairs that link the participants."`
	Explained int         `json:"explained,omitempty" doc:"The number of these pairs that known sources explain: all of them; left out for none."`
	Highest   float64     `json:"highest" minimum:"0" maximum:"1" doc:"The suspicion of the most suspicious of these pairs."`
	Cohesion  float64     `json:"cohesion" minimum:"0" maximum:"1" doc:"The share of the pairs of members that are listed. Pairs that are not stored do not count."`
	Chain     bool        `json:"chain" doc:"Whether the cluster is a chain: many members are linked only through others."`
	Path      []int       `json:"path" nullable:"false" doc:"The numbers of members from one end of the cluster to the other, each linked to the next; empty in a list."`
	Parts     []int       `json:"parts" nullable:"false" doc:"The numbers of the clusters into which a larger one was split where its parts hold together, this one included; empty if it was not split."`
	Links     []int       `json:"links" nullable:"false" doc:"The ranks of the pairs with members of the other parts, which belong to no cluster."`
	Holds     float64     `json:"holds" minimum:"0" maximum:"1" doc:"The highest threshold of suspicion at which the cluster stays whole."`
	Members   []apiMember `json:"members" nullable:"false" doc:"The members, by number. In a list, clusters have only the members who submitted first."`
}

// apiMember is a participant in a cluster.
type apiMember struct {
	Participant string        `json:"participant" example:"Participant 17"`
	Number      int           `json:"number" example:"17"`
	Pairs       int           `json:"pairs" doc:"The number of pairs of the cluster to which the participant belongs."`
	First       bool          `json:"first" doc:"Whether no other member submitted before the participant."`
	Earliest    apitypes.Side `json:"earliest" doc:"The earliest of the participant's submissions in the pairs of the cluster."`
}

func apiClusterOf(c contest.Cluster) apiCluster {
	numbers := make(map[int64]int)
	for _, m := range c.Members {
		numbers[m.Participant.ID] = m.Participant.Number
	}
	return apiCluster{
		Path:  rowsOf(c.Path(), func(id int64) int { return numbers[id] }),
		Parts: append([]int{}, c.Parts...), Links: append([]int{}, c.Links...),
		Number: c.Number, Problem: c.Problem, Language: c.Language, Size: c.Size, Pairs: c.Pairs, Explained: c.Explained, Highest: c.Highest,
		Cohesion: c.Cohesion, Chain: c.Chain, Holds: c.BreakThreshold,
		Members: rowsOf(c.Members, func(m contest.ClusterMember) apiMember {
			return apiMember{m.Participant.Name, m.Participant.Number, m.Pairs, m.First, apiSideOf(m.Earliest)}
		}),
	}
}

func (a *API) addClusters() {
	type listInput struct {
		Problem  string `query:"problem" doc:"The name of the problem, in full."`
		Language string `query:"language" doc:"The name of the family of languages, in full."`
		Size     int    `query:"size" minimum:"0" maximum:"2147483647" default:"3" doc:"The smallest number of members. Clusters of two are pairs of the ranking; 2 lists them too."`
		Sources  string `query:"sources" enum:"explained,unexplained" doc:"explained: only clusters of pairs that a known source explains. unexplained: only the others."`
		Page
	}
	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "listClusters", Method: http.MethodGet, Path: "/checks/{id}/clusters", Tags: []string{"pairs"},
		Summary: "List the clusters of a check", Description: "A cluster is participants who are linked by listed pairs. To list the pairs of a cluster, list the pairs of the check with the filter cluster.",
		Errors: []int{http.StatusConflict},
	}, withObject((*access.Reader).CompleteCheck, func(
		ctx context.Context, c apiRequest, check contest.Check, in *listInput,
	) (*listOutput[apiCluster], error) {
		return listPage(c, in.Page, math.MaxInt32, func(after int64, limit int) ([]apiCluster, error) {
			filter := contest.ClusterFilter{Problem: in.Problem, Language: in.Language, MinSize: in.Size, Explanation: contest.Explanation(in.Sources)}
			list, _, err := c.Clusters(ctx, check.ID, filter, int(after), limit)
			return rowsOf(list, apiClusterOf), err
		}, nil)
	}))

	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "getCluster", Method: http.MethodGet, Path: "/checks/{id}/clusters/{number}", Tags: []string{"pairs"},
		Summary: "Read a cluster", Errors: []int{http.StatusConflict},
	}, withObject((*access.Reader).CompleteCheck, func(
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

// apiAudit is the outcome of a sample of the pairs that a check does not list.
type apiAudit struct {
	Population int       `json:"population" doc:"How many stored pairs the check does not list."`
	Sampled    int       `json:"sampled" doc:"How many of them are in the sample: fewer than asked for if there are no more."`
	Decided    int       `json:"decided" doc:"How many pairs of the sample need no more reviews."`
	Confirmed  int       `json:"confirmed"`
	Unclear    int       `json:"unclear"`
	AtMost     *float64  `json:"at_most" minimum:"0" maximum:"1" doc:"The largest share of copies in the population that the outcome does not rule out with 95% confidence (Clopper and Pearson 1934). Unclear pairs count as copies. Null until all pairs of the sample are decided."`
	Text       string    `json:"text" doc:"The outcome in words."`
	Pairs      []apiPair `json:"pairs" nullable:"false" doc:"The pairs of the sample, by rank."`
}

func (a *API) addAudit() {
	type input struct {
		Sample int   `query:"sample" default:"20" minimum:"1" maximum:"1000" doc:"How many pairs to draw."`
		Seed   int64 `query:"seed" default:"1" minimum:"0" maximum:"2147483647" doc:"The same seed draws the same pairs of the check. A larger sample has the pairs of a smaller one."`
	}
	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "auditCheck", Method: http.MethodGet, Path: "/checks/{id}/audit", Tags: []string{"pairs"},
		Summary:     "Read a random sample of the pairs that are not listed",
		Description: "A sample of the stored pairs that the check does not list, and what the decisions on them say of the others. Decide the pairs like any others.",
		Errors:      []int{http.StatusConflict},
	}, withObject((*access.Reader).CompleteCheck, func(ctx context.Context, c apiRequest, check contest.Check, in *input) (*output[apiAudit], error) {
		audit, pairs, cases, err := c.Audit(ctx, check, contest.AuditSample{Size: in.Sample, Seed: in.Seed})
		body := apiAudit{
			Population: audit.Population, Sampled: audit.Sampled, Decided: audit.Decided, Confirmed: audit.Confirmed,
			Unclear: audit.Unclear, Text: audit.Text(i18n.English()), Pairs: []apiPair{},
		}
		if share, ok := audit.MaxCopyShare(); ok {
			body.AtMost = &share
		}
		for _, p := range pairs {
			body.Pairs = append(body.Pairs, apiPairOf(p, cases[review.KeyOf(check.ContestID, p)]))
		}
		return answer(body, err)
	}))
}
