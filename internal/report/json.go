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
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// jsonPair is a pair in JSON. It is not of type object, which is slower to encode: a check can have a million
// pairs.
type jsonPair struct {
	Rank     int      `json:"rank"`
	Problem  string   `json:"problem"`
	Language string   `json:"language"`
	Left     jsonSide `json:"left"`
	Right    jsonSide `json:"right"`
	contest.Scores
	Cluster int `json:"cluster"`

	// The state and reviewers of the case are missing in reports without reviews.
	State     review.State `json:"state,omitempty"`
	DecidedBy *int         `json:"decided_by,omitempty"` // number of reviewers
	Reviewers []string     `json:"reviewers,omitempty"`
}

type jsonSide struct {
	Participant string `json:"participant"`
	Path        string `json:"path"`
	Language    string `json:"language,omitempty"` // set for a pair across languages
	// The earlier contest of the side, and the problem in that contest; missing for a side of the checked
	// contest.
	Contest string `json:"contest,omitempty"`
	Problem string `json:"problem,omitempty"`
}

func newJSONSide(p contest.Pair, s contest.Side) jsonSide {
	side := jsonSide{Participant: s.Participant, Path: s.Path, Contest: s.Contest}
	if p.AcrossLanguages() {
		side.Language = s.Language
	}
	if s.Contest != "" {
		side.Problem = s.Problem
	}
	return side
}

// JSON writes the document as one object, with each pair on its own line. Shares are from 0 to 1, rounded to
// four decimals, but percentile is rounded down to six decimals. hamming, percentile and chance are null
// where the columns of [CSV] are empty. cluster is 0 for a pair in no cluster. The only times are started_at
// and finished_at. They are in UTC, or null if unknown.
func JSON(w io.Writer, d Document) error {
	c := d.Check
	head := object{
		{"contest", c.Contest}, {"check", c.Digest},
		{"tool_version", c.ToolVersion}, {"algorithm_version", c.AlgorithmVersion},
		{"started_at", timeOrNil(c.StartedAt)}, {"finished_at", timeOrNil(c.FinishedAt)}, {"notice", evidence.Notice},
		{"threshold", c.Parameters.Threshold}, {"max_chance", c.Parameters.MaxChance},
		{"parameters", c.Parameters}, {"submissions", c.Summary.Submissions},
		{"threshold_text", d.selectionText(i18n.English())},
		// append makes an empty list [] instead of null.
		{"warnings", append([]string{}, c.Summary.Warnings(i18n.English(), c.Parameters)...)},
		{"notes", append([]string{}, c.Summary.Notes(i18n.English(), c.Parameters, evidence.LanguageName)...)},
		{"problems", objects(d.Histograms, problemObject)}, {"skipped", contest.InEnglish(d.Skipped)},
	}
	if len(c.Summary.Sources) > 0 {
		head = append(head, member{"known_sources", c.Summary.Sources})
	}
	begin, err := json.MarshalIndent(head, "", "  ")
	if err != nil {
		return fmt.Errorf("write check %q as JSON: %w", c.Digest, err)
	}
	out := bufio.NewWriter(w)
	out.Write(bytes.TrimSuffix(begin, []byte("\n}")))
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
			Rank: p.Rank, Problem: p.Problem, Language: p.Language,
			Left: newJSONSide(p.Pair, p.Left), Right: newJSONSide(p.Pair, p.Right),
			Scores: roundScores(p.Pair), Cluster: p.Cluster,
			State: state, DecidedBy: decidedBy, Reviewers: reviewers,
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

func problemObject(h contest.Histogram) object {
	return object{
		{"problem", h.Problem}, // "" if all problems were compared with each other
		{"language", h.Language}, {"programs", h.Programs}, {"participants", h.Participants},
		{"rarity_among", h.RarityParticipants}, // number of participants whose code decides what is rare; 0 if unknown
		{"pairs", h.Pairs()},
		{"sampled", h.Sampled}, // whether the number of pairs that are not stored is an estimate from a sample
		{"median_suspicion", roundShare(h.Median)}, {"mad_suspicion", roundShare(h.MAD)},
		{"typical_passages", h.TypicalSize}, {"simplicity", roundShare(h.Simplicity)}, {"too_simple", h.TooSimple},
	}
}

// object is a JSON object: a list of members. A member without a name is omitted.
type object []member

type member struct {
	name  string
	value any
}

// unlessEmpty returns a member that is omitted if the text is empty.
func unlessEmpty[T ~string](name string, text T) member {
	if text == "" {
		return member{}
	}
	return member{name, text}
}

func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false) // the caller's encoder may still escape the result
	for _, member := range o {
		if member.name != "" {
			fmt.Fprintf(&b, ",%q:", member.name)
			if err := encoder.Encode(member.value); err != nil {
				return nil, err
			}
		}
	}
	return append(append([]byte("{"), bytes.TrimPrefix(b.Bytes(), []byte(","))...), '}'), nil
}

// objects converts items. It returns an empty list for nil, so that JSON has [] instead of null.
func objects[T any](items []T, convert func(T) object) []object {
	list := make([]object, len(items))
	for i, item := range items {
		list[i] = convert(item)
	}
	return list
}

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

func timeOrNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return new(t.UTC())
}

// roundScores returns the scores of a pair as files have them.
func roundScores(p contest.Pair) contest.Scores {
	s := p.Scores
	for _, share := range []*float64{&s.Suspicion, &s.Similarity, &s.MaxSimilarity, &s.CoverageLeft, &s.CoverageRight, &s.SharedTemplateScore} {
		*share = roundShare(*share)
	}
	s.Percentile, s.Chance = roundPercentile(s.Percentile), s.WrittenChance()
	if s.Known != nil {
		known := *s.Known
		known.SuspicionWithout, known.Share = roundShare(known.SuspicionWithout), roundShare(known.Share)
		s.Known = &known
	}
	return s
}
