package report

import (
	"encoding/json"
	"io"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// jsonPreview is a Preview for scripts, without sources.
type jsonPreview struct {
	Contest      string                  `json:"contest"`
	From         string                  `json:"from"`
	Why          string                  `json:"why"`
	Layout       string                  `json:"layout"`
	LayoutWhy    string                  `json:"layout_why"`
	System       string                  `json:"system"`
	SystemID     string                  `json:"system_id"`
	Title        string                  `json:"title"`
	StartsAt     *time.Time              `json:"starts_at"`
	Seconds      float64                 `json:"duration_seconds"` // 0 if unknown
	Problems     []jsonPreviewProblem    `json:"problems"`
	Participants []jsonPreviewPerson     `json:"participants"` // those with more than a name
	Submissions  []jsonPreviewSubmission `json:"submissions"`
	Skipped      []contest.SkippedItem   `json:"skipped"`
	Incomplete   []string                `json:"incomplete"`
}

type jsonPreviewProblem struct {
	Name        string `json:"name"`
	Title       string `json:"title"`
	SystemID    string `json:"system_id"`
	Submissions int    `json:"submissions"`
}

type jsonPreviewPerson struct {
	Name        string `json:"name"`
	Affiliation string `json:"affiliation"`
	Site        string `json:"site"`
	Address     string `json:"address"`
	Seat        string `json:"seat"`
}

type jsonPreviewSubmission struct {
	Path            string                  `json:"path"`
	Problem         string                  `json:"problem"`
	Participant     string                  `json:"participant"`
	Kind            contest.ParticipantKind `json:"kind"`
	Attempt         int                     `json:"attempt"`
	Verdict         contest.Verdict         `json:"verdict"`
	Language        string                  `json:"language"`
	LanguageVersion string                  `json:"language_version"`
	Time            *time.Time              `json:"time"`
	SystemID        string                  `json:"system_id"`
	Judgements      []jsonPreviewJudgement  `json:"judgements"`
	Files           []string                `json:"files"`
}

type jsonPreviewJudgement struct {
	Verdict contest.Verdict `json:"verdict"`
	Solved  bool            `json:"solved"`
	At      *time.Time      `json:"at"`
	Current bool            `json:"current"`
}

// JSON writes the preview for scripts, without sources.
func (p Preview) JSON(w io.Writer) error {
	doc := jsonPreview{
		Contest: p.Contest, From: p.Format, Why: p.FormatReason, Layout: p.Layout, LayoutWhy: p.LayoutReason,
		System: p.About.System, SystemID: p.About.SystemID, Title: p.About.Title,
		StartsAt: timeOrNil(p.About.StartsAt), Seconds: p.About.Duration.Seconds(),
		Problems: []jsonPreviewProblem{}, Participants: []jsonPreviewPerson{}, Submissions: []jsonPreviewSubmission{},
		Skipped: append([]contest.SkippedItem{}, p.Skipped...), Incomplete: append([]string{}, p.Incomplete...),
	}
	for _, problem := range p.problems() {
		doc.Problems = append(doc.Problems, jsonPreviewProblem{problem.Name, problem.Title, problem.SystemID, len(problem.submissions)})
	}
	for _, person := range p.Participants {
		doc.Participants = append(doc.Participants, jsonPreviewPerson{person.Name, person.Affiliation, person.Site, person.Address, person.Seat})
	}
	for _, s := range p.Submissions {
		doc.Submissions = append(doc.Submissions, previewSubmission(s))
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(doc)
}

func previewSubmission(s contest.Submission) jsonPreviewSubmission {
	out := jsonPreviewSubmission{
		Path: s.Path, Problem: s.Problem, Participant: s.Participant, Kind: s.Kind, Attempt: s.Attempt, Verdict: s.Verdict,
		Language: s.Language, LanguageVersion: s.LanguageVersion, Time: timeOrNil(s.Time), SystemID: s.SystemID,
		Judgements: []jsonPreviewJudgement{}, Files: []string{},
	}
	for _, j := range s.Judgements {
		out.Judgements = append(out.Judgements, jsonPreviewJudgement{j.Verdict, j.Solved, timeOrNil(j.At), j.Current})
	}
	for _, f := range s.Files {
		out.Files = append(out.Files, f.Path)
	}
	return out
}
