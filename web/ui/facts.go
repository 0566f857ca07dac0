package ui

import (
	"context"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/text"
)

// facts is what the contest's data says of both sides of a pair, beside their
// programs. It is no part of any score.
type facts struct {
	Rows []fact
	// Hidden says whose facts are left out, as they would tell who they are.
	Hidden  []contest.Side
	TimeGap string // the time between both submissions; "" where it is not known
}

// fact is one thing that is known of at least one side.
type fact struct {
	Name        string
	Left, Right string // "" where it is not known
	hidden      bool   // one side is
	// Open says that it tells nobody's name, and is shown of those who are hidden too.
	Open bool
}

// Says compares both sides of a fact; "" where they cannot be.
func (f fact) comparison() string {
	switch {
	case f.hidden || f.Left == "" || f.Right == "":
		return ""
	case strings.EqualFold(f.Left, f.Right):
		return "same"
	}
	return "different"
}

// facts returns what is known of both sides of a pair.
func (rd loader) facts(ctx context.Context, p contest.Pair) (facts, error) {
	var f facts
	var known [2]contest.Participant
	for i, side := range []contest.Side{p.Left, p.Right} {
		if side.Hidden {
			f.Hidden = append(f.Hidden, side)
			continue
		}
		var err error
		if known[i], err = rd.ParticipantOf(ctx, side); err != nil {
			return facts{}, err
		}
	}
	l, r := known[0], known[1]
	for _, row := range []fact{
		{Name: "Affiliation", Left: l.Affiliation, Right: r.Affiliation},
		{Name: "Site", Left: l.Site, Right: r.Site},
		{Name: "Address", Left: l.Address, Right: r.Address},
		{Name: "Seat", Left: l.Seat, Right: r.Seat},
	} {
		if row.hidden = len(f.Hidden) > 0; row.Left != "" || row.Right != "" {
			f.Rows = append(f.Rows, row)
		}
	}
	told, err := rd.Metadata(ctx, p.Left, p.Right)
	if err != nil {
		return facts{}, err
	}
	f.addMetadata(told[p.Left.SubmissionID], told[p.Right.SubmissionID])
	f.TimeGap = timeGap(p.Left, p.Right)
	return f, nil
}

// tell adds what the judge system says of both submissions.
func (f *facts) addMetadata(l, r contest.JudgeMetadata) {
	rows := []fact{
		{Name: "Language", Left: l.LanguageVersion, Right: r.LanguageVersion, Open: true},
		{Name: "Rejudged", Left: evidence.JudgementHistory(l.Judgements), Right: evidence.JudgementHistory(r.Judgements), Open: true},
		{Name: "Submission", Left: l.SystemID, Right: r.SystemID, hidden: true},
	}
	if l.Kind != r.Kind || l.Kind != contest.Official {
		rows = append(rows, fact{Name: "Took part", Left: kindName(l.Kind), Right: kindName(r.Kind), Open: true})
	}
	for _, row := range rows {
		if row.Left != "" || row.Right != "" {
			f.Rows = append(f.Rows, row)
		}
	}
}

// apart tells how long one side was handed in after the other: "right 12 min
// after left". Those of different contests were not handed in side by side.
func timeGap(left, right contest.Side) string {
	if left.Time.IsZero() || right.Time.IsZero() || left.ContestID != right.ContestID {
		return ""
	}
	switch d := right.Time.Sub(left.Time).Round(time.Second); {
	case d > 0:
		return "right " + text.Gap(d) + " after left"
	case d < 0:
		return "left " + text.Gap(-d) + " after right"
	}
	return "both at the same second"
}
