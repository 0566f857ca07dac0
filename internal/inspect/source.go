package inspect

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
)

// NearSource returns a program of a check beside one of the check's known sources, with the matches. The
// caller has already masked the name and the path of the source. The masker masks names in both programs. In
// the source's program it writes no numbers of participants.
func (ins *Inspector) NearSource(ctx context.Context, checkID int64, side contest.Side, source contest.CheckSource,
	masker *blind.Masker) (view evidence.View, err error) {
	defer prefixError(&err, "open submission %d beside source %d of check %d", side.SubmissionID, source.Number, checkID)
	c, err := ins.checks.get(ctx, checkID)
	if err != nil {
		return view, err
	}
	stored, err := ins.readStored(ctx, c, []int64{side.SubmissionID})
	if err != nil {
		return view, err
	}
	submitted, err := c.read(ctx, side, stored, masker)
	if err != nil {
		return view, err
	}
	known, err := c.readSource(ctx, source.File)
	if err != nil {
		return view, err
	}
	length := c.check.Parameters.ShingleLength
	result := program.Compare(submitted.Code(length), known.Code(length), c.check.Parameters.MinMatch)
	printer := i18n.From(ctx)
	return c.newView(printer, evidenceInput(printer, side, submitted, masker),
		evidence.Input{Participant: source.Name, Path: source.File.Path, Program: known, Masker: masker.ForSources()},
		result), nil
}
