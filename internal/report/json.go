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

// jsonHead is the JSON object without its pairs.
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

	State     review.State `json:"state,omitempty"` // of the case; none without a jury
	DecidedBy *int         `json:"decided_by,omitempty"`
	Reviewers []string     `json:"reviewers,omitempty"`
}

// jsonProblem has the statistics of a problem in one family of languages.
type jsonProblem struct {
	Problem      string  `json:"problem"` // "" if all problems were compared with each other
	Language     string  `json:"language"`
	Programs     int     `json:"programs"`
	Participants int     `json:"participants"`
	RarityAmong  int     `json:"rarity_among"` // participants of the contest; 0 if unknown
	Pairs        int64   `json:"pairs"`
	Sampled      bool    `json:"sampled"` // whether pairs below "keep" were counted by a sample
	Median       float64 `json:"median_suspicion"`
	MAD          float64 `json:"mad_suspicion"`
	TypicalSize  int     `json:"typical_passages"`
	Simplicity   float64 `json:"simplicity"`
	TooSimple    bool    `json:"too_simple"`
}

func (d Document) problems() []jsonProblem {
	list := []jsonProblem{}
	for _, h := range d.Problems {
		list = append(list, jsonProblem{h.Problem, h.Language, h.Programs, h.Participants, h.RarityPool, h.Pairs(), h.Sampled,
			roundShare(h.Median), roundShare(h.MAD), h.TypicalSize, roundShare(h.Simplicity), h.TooSimple})
	}
	return list
}

type jsonSide struct {
	Participant string `json:"participant"`
	Path        string `json:"path"`
	// The earlier contest and its problem, if the side is of one.
	Contest string `json:"contest,omitempty"`
	Problem string `json:"problem,omitempty"`
}

func newJSONSide(s contest.Side) jsonSide {
	side := jsonSide{Participant: s.Participant, Path: s.Path, Contest: s.Contest}
	if s.Contest != "" {
		side.Problem = s.Problem
	}
	return side
}

// JSON writes the document as one object, with each pair on its own line. Shares are from 0
// to 1, rounded to four decimals, and percentile rounded down to six. hamming is null if a
// program has no fingerprint, percentile and z_score if there are too few pairs for
// statistics. started_at and finished_at are the only times, in UTC, null if unknown. The
// right side of a pair has contest and problem if it is of an earlier contest. A pair has
// state, decided_by and reviewers if there is a jury.
func JSON(w io.Writer, d Document) error {
	c := d.Check
	// Empty lists are [] rather than null.
	head, err := json.MarshalIndent(jsonHead{
		Contest: c.Contest, Check: c.Digest, ToolVersion: c.ToolVersion, AlgorithmVersion: c.AlgorithmVersion,
		StartedAt: timeOrNil(c.StartedAt), FinishedAt: timeOrNil(c.FinishedAt), Notice: evidence.Notice,
		Threshold: c.Parameters.Threshold, Parameters: c.Parameters, Submissions: c.Summary.Submissions,
		Notes:    append([]string{}, c.Summary.Notes(c.Parameters)...),
		Problems: d.problems(), Skipped: append([]contest.SkippedItem{}, d.Skipped...),
	}, "", "  ")
	if err != nil {
		return fmt.Errorf("write check %q as JSON: %w", c.Digest, err)
	}
	out := bufio.NewWriter(w)
	out.Write(bytes.TrimSuffix(head, []byte("\n}")))
	out.WriteString(",\n  \"pairs\": [")
	n := 0
	for p, err := range d.rows() {
		if err != nil {
			return err
		}
		state, reviewers := p.decision()
		var decidedBy *int
		if state != "" {
			decidedBy = new(len(reviewers))
		}
		pair, err := json.Marshal(jsonPair{
			Rank: p.Rank, Problem: p.Problem, Language: p.Language, Left: newJSONSide(p.Left), Right: newJSONSide(p.Right),
			Suspicion: roundShare(p.Suspicion), Percentile: percentile(p.Percentile), ZScore: p.ZScore,
			Similarity: roundShare(p.Similarity), MaxSimilarity: roundShare(p.MaxSimilarity),
			CoverageLeft: roundShare(p.CoverageLeft), CoverageRight: roundShare(p.CoverageRight),
			LongestMatch: p.LongestMatch, MatchedTokens: p.MatchedTokens, Hamming: p.Hamming,
			SharedPassages: p.SharedPassages, UniquePassages: p.UniquePassages, NamedPassages: p.NamedPassages,
			SharedTemplate: p.SharedTemplate, SharedTemplateOthers: p.SharedTemplateOthers,
			SharedTemplateScore: roundShare(p.SharedTemplateScore),
			State:               state, DecidedBy: decidedBy, Reviewers: reviewers,
		})
		if err != nil {
			return fmt.Errorf("write pair %d as JSON: %w", p.Rank, err)
		}
		if n++; n > 1 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		out.Write(pair)
	}
	if n > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	return out.Flush() // also the first error of a write
}

// writeJSON writes a value with indentation.
func writeJSON(w io.Writer, what string, value any) error {
	buffered := bufio.NewWriter(w)
	out := json.NewEncoder(buffered)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(value); err != nil {
		return fmt.Errorf("write %s as JSON: %w", what, err)
	}
	return buffered.Flush()
}

// timeOrNil returns nil for the zero time.
func timeOrNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
