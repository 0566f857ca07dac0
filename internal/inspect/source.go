package inspect

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
)

// NearSource returns a program of a check beside one of the check's known sources, with their matches.
// The caller has already masked what is said of the source; the masker masks names in both programs, in that of the
// source without numbers.
func (i *Inspector) NearSource(ctx context.Context, checkID int64, side contest.Side, source contest.CheckSource,
	masker *blind.Masker) (view evidence.View, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("open submission %d beside source %d of check %d: %w", side.SubmissionID, source.Number, checkID, err)
		}
	}()
	c, err := i.checks.get(ctx, checkID)
	if err != nil {
		return view, err
	}
	files, err := i.store.FilesOf(ctx, []int64{side.SubmissionID})
	if err != nil {
		return view, err
	}
	given, err := c.read(side, files[side.SubmissionID], masker)
	if err != nil {
		return view, err
	}
	if c.hasTemplates() {
		templates, err := i.store.Templates(ctx, checkID, []int64{side.SubmissionID})
		if err != nil {
			return view, fmt.Errorf("read own templates: %w", err)
		}
		given.SetTemplate(templates[side.SubmissionID])
	}
	language, forced := lexer.ByName(c.check.Parameters.Language)
	if !forced {
		var ok bool
		if language, ok = lexer.ByPath(source.File.Path); !ok {
			return view, fmt.Errorf("the language of %s is not known", source.File.Path)
		}
	}
	known, err := program.Read([]contest.File{source.File}, language, forced)
	if err != nil {
		return view, err
	}
	c.base.Mark(known)
	length := c.check.Parameters.ShingleLength
	result := program.Compare(given.Code(length), known.Code(length), c.check.Parameters.MinMatch)
	view = evidence.Build(i18n.From(ctx), input(side, given, masker),
		evidence.Input{Participant: source.Name, Path: source.File.Path, Program: known, Masker: masker.Neutral()}, result.Matches)
	view.Coarse = result.Coarse
	if c.isOutdated() {
		view.CheckAlgorithm, view.ViewAlgorithm = c.check.AlgorithmVersion, check.AlgorithmVersion
	}
	return view, nil
}
