package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/report"
)

// exhibit reads all that a bundle shows of a pair, whose sides say themselves
// whether they are hidden.
func (rd reader) exhibit(ctx context.Context, p contest.Pair, names *blind.Masker) (e report.Exhibit, err error) {
	if e.View, err = rd.Evidence(ctx, p, names); err != nil {
		return e, err
	}
	attempts, err := rd.Store.RelatedSubmissions(ctx, []int64{p.Left.SubmissionID, p.Right.SubmissionID})
	if err != nil {
		return e, err
	}
	for _, side := range attempts {
		of := p.Left
		if side.ParticipantID == p.Right.ParticipantID {
			of = p.Right
		}
		side.Hidden = of.Hidden
		e.Attempts = append(e.Attempts, blind.Side(side))
	}
	e.Attempts = report.SortAttempts(e.Attempts)
	for _, side := range []contest.Side{p.Left, p.Right} {
		files, err := rd.Store.Files(ctx, side.SubmissionID)
		if err != nil {
			return e, err
		}
		for i, f := range files {
			sum := sha256.Sum256(f.Content)
			input := report.Input{Participant: side.Participant, Path: f.Path, Bytes: int64(len(f.Content)), SHA256: hex.EncodeToString(sum[:])}
			if side.Hidden {
				input.Path = blind.FileLabel(i+1, f.Path)
			}
			e.Inputs = append(e.Inputs, input)
		}
	}
	return e, nil
}
