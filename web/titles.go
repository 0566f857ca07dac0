package web

import (
	"context"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// titles are what a contest calls its problems, by their names; a problem without
// a title of its own is not there.
type titles map[string]string

// titles returns those of a contest's problems.
func (rd reader) titles(ctx context.Context, contestID int64) (titles, error) {
	list, err := rd.Store.Problems(ctx, contestID)
	if err != nil {
		return nil, err
	}
	t := make(titles)
	for _, p := range list {
		if p.Title != "" && p.Title != p.Name {
			t[p.Name] = p.Title
		}
	}
	return t, nil
}

// of returns the title of a problem, or of each of two as contest.Pair names
// them; "" where there is none.
func (t titles) of(problem string) string {
	if title := t[problem]; title != "" {
		return title
	}
	one, other, two := strings.Cut(problem, " + ")
	if two && t[one] != "" && t[other] != "" {
		return t[one] + " + " + t[other]
	}
	return ""
}

// full names a problem with its title: "A — Asteroid Rangers".
func (t titles) full(problem string) string {
	if title := t.of(problem); title != "" {
		return problem + " — " + title
	}
	return problem
}

// kindName says how somebody took part, as pages show it.
func kindName(k contest.ParticipantKind) string {
	switch k {
	case contest.Virtual:
		return "virtually"
	case contest.Staff:
		return "as staff"
	case contest.Official:
		return "officially"
	}
	return string(k)
}

// told returns what the judge system says of some sides, by their submissions.
// What it calls a submission of somebody who is hidden leads to them there, and
// is left out.
func (rd reader) told(ctx context.Context, sides ...contest.Side) (map[int64]contest.JudgeMetadata, error) {
	var ids []int64
	for _, side := range sides {
		ids = append(ids, side.SubmissionID)
	}
	all, err := rd.Store.JudgeMetadata(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, side := range sides {
		if t, ok := all[side.SubmissionID]; ok && side.Hidden {
			t.SystemID = ""
			all[side.SubmissionID] = t
		}
	}
	return all, nil
}

// tellAttempts adds to a timeline what the judge system says of the attempts.
func (rd reader) tellAttempts(ctx context.Context, line *evidence.Timeline) error {
	var ids []int64
	for _, lane := range []evidence.Lane{line.Left, line.Right} {
		for _, a := range lane.Attempts {
			ids = append(ids, a.SubmissionID)
		}
	}
	all, err := rd.Store.JudgeMetadata(ctx, ids)
	if err != nil {
		return err
	}
	for _, lane := range []evidence.Lane{line.Left, line.Right} {
		for i := range lane.Attempts {
			a := &lane.Attempts[i]
			a.Version, a.Judgements = all[a.SubmissionID].LanguageVersion, all[a.SubmissionID].Judgements
		}
	}
	return nil
}
