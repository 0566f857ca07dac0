package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/review"
)

// jsonHead is all of the JSON object but its pairs.
type jsonHead struct {
	Contest          string                `json:"contest"`
	Check            string                `json:"check"`
	ToolVersion      string                `json:"tool_version"`
	AlgorithmVersion string                `json:"algorithm_version"`
	StartedAt        *time.Time            `json:"started_at"`
	FinishedAt       *time.Time            `json:"finished_at"`
	Notice           string                `json:"notice"`
	Threshold        float64               `json:"threshold"`
	Parameters       contest.Parameters    `json:"parameters"`
	Submissions      int                   `json:"submissions"`
	Notes            []string              `json:"notes"`
	Problems         []jsonProblem         `json:"problems"`
	Skipped          []contest.SkippedItem `json:"skipped"`
}

type jsonPair struct {
	Rank          int      `json:"rank"`
	Problem       string   `json:"problem"`
	Language      string   `json:"language"`
	Left          jsonSide `json:"left"`
	Right         jsonSide `json:"right"`
	Suspicion     float64  `json:"suspicion"`
	Percentile    *float64 `json:"percentile"`
	ZScore        *float64 `json:"z_score"`
	Similarity    float64  `json:"similarity"`
	MaxSimilarity float64  `json:"max_similarity"`
	CoverageLeft  float64  `json:"coverage_left"`
	CoverageRight float64  `json:"coverage_right"`
	LongestMatch  int      `json:"longest_match"`
	MatchedTokens int      `json:"matched_tokens"`
	Hamming       *int     `json:"hamming"`

	SharedPassages int `json:"shared_passages"`
	UniquePassages int `json:"unique_passages"`
	NamedPassages  int `json:"named_passages"`

	SharedTemplate       int     `json:"shared_template"`
	SharedTemplateOthers int     `json:"shared_template_others"`
	SharedTemplateScore  float64 `json:"shared_template_score"`

	State     review.State `json:"state,omitempty"` // of the case; none where there is no jury
	DecidedBy *int         `json:"decided_by,omitempty"`
	Reviewers []string     `json:"reviewers,omitempty"`
}

// jsonProblem is a problem in one family of languages, and what is usual there.
type jsonProblem struct {
	Problem      string  `json:"problem"` // "" where all problems were compared with each other
	Language     string  `json:"language"`
	Programs     int     `json:"programs"`
	Participants int     `json:"participants"`
	RarityAmong  int     `json:"rarity_among"` // participants of the contest; 0 where it is not known
	Pairs        int64   `json:"pairs"`
	Sampled      bool    `json:"sampled"` // whether pairs below "keep" were counted by a sample
	Median       float64 `json:"median_suspicion"`
	MAD          float64 `json:"mad_suspicion"`
	TypicalSize  int     `json:"typical_passages"`
	Simplicity   float64 `json:"simplicity"`
	TooSimple    bool    `json:"too_simple"`
}

// problems returns what the document says of each problem.
func (d Document) problems() []jsonProblem {
	list := []jsonProblem{}
	for _, h := range d.Problems {
		list = append(list, jsonProblem{h.Problem, h.Language, h.Programs, h.Participants, h.RarityPool, h.Pairs(), h.Sampled,
			rounded(h.Median), rounded(h.MAD), h.TypicalSize, rounded(h.Simplicity), h.TooSimple})
	}
	return list
}

type jsonSide struct {
	Participant string `json:"participant"`
	Path        string `json:"path"`
	// The earlier contest that it was handed in for, and the problem there.
	Contest string `json:"contest,omitempty"`
	Problem string `json:"problem,omitempty"`
}

func sideOf(s contest.Side) jsonSide {
	side := jsonSide{Participant: s.Participant, Path: s.Path, Contest: s.Contest}
	if s.Contest != "" {
		side.Problem = s.Problem
	}
	return side
}

// JSON writes the document as one object, with each pair on a line of its own.
// Shares are from 0 to 1, rounded to four decimals, and percentile down to six;
// hamming is null where a program has no fingerprint, percentile and z_score
// where there are too few pairs to tell what is usual; started_at and finished_at are the only time
// stamps, in UTC, null where the time is not known. The right side of a pair has
// a contest, and a problem there, where it is of an earlier contest. A pair has
// state, decided_by and reviewers where there is a jury to decide it.
func JSON(w io.Writer, d Document) error {
	c := d.Check
	// Empty lists are [] rather than null.
	head, err := json.MarshalIndent(jsonHead{
		Contest:          c.Contest,
		Check:            c.Digest,
		ToolVersion:      c.ToolVersion,
		AlgorithmVersion: c.AlgorithmVersion,
		StartedAt:        timeOrNil(c.StartedAt),
		FinishedAt:       timeOrNil(c.FinishedAt),
		Notice:           evidence.Notice,
		Threshold:        c.Parameters.Threshold,
		Parameters:       c.Parameters,
		Submissions:      c.Summary.Submissions,
		Notes:            append([]string{}, c.Summary.Notes(c.Parameters)...),
		Problems:         d.problems(),
		Skipped:          append([]contest.SkippedItem{}, d.Skipped...),
	}, "", "  ")
	if err != nil {
		return fmt.Errorf("write check %q as JSON: %w", c.Digest, err)
	}
	out := bufio.NewWriter(w)
	out.Write(bytes.TrimSuffix(head, []byte("\n}")))
	out.WriteString(",\n  \"pairs\": [")
	for i, p := range d.Pairs {
		state, reviewers := d.decision(i)
		var decidedBy *int
		if state != "" {
			decidedBy = new(len(reviewers))
		}
		pair, err := json.Marshal(jsonPair{
			Rank:          p.Rank,
			Problem:       p.Problem,
			Language:      p.Language,
			Left:          sideOf(p.Left),
			Right:         sideOf(p.Right),
			Suspicion:     rounded(p.Suspicion),
			Percentile:    percentile(p.Percentile),
			ZScore:        p.ZScore,
			Similarity:    rounded(p.Similarity),
			MaxSimilarity: rounded(p.MaxSimilarity),
			CoverageLeft:  rounded(p.CoverageLeft),
			CoverageRight: rounded(p.CoverageRight),
			LongestMatch:  p.LongestMatch,
			MatchedTokens: p.MatchedTokens,
			Hamming:       p.Hamming,

			SharedPassages: p.SharedPassages,
			UniquePassages: p.UniquePassages,
			NamedPassages:  p.NamedPassages,

			SharedTemplate:       p.SharedTemplate,
			SharedTemplateOthers: p.SharedTemplateOthers,
			SharedTemplateScore:  rounded(p.SharedTemplateScore),

			State:     state,
			DecidedBy: decidedBy,
			Reviewers: reviewers,
		})
		if err != nil {
			return fmt.Errorf("write pair %d as JSON: %w", p.Rank, err)
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		out.Write(pair)
	}
	if len(d.Pairs) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	return out.Flush() // also the first error of a write
}

// timeOrNil returns nil for the zero time.
func timeOrNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
