package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/boilerplate"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// findTemplates finds which problems are versions of one another and, if that
// is wanted, sets aside what each participant repeats in their other problems.
func findTemplates(finder *boilerplate.Finder, solutions []*solution, p contest.Parameters) {
	programs := make([]boilerplate.Program, len(solutions))
	for i, e := range solutions {
		programs[i] = boilerplate.Program{
			Participant: e.submission.Participant,
			Family:      e.family,
			Problem:     e.submission.Problem,
			Time:        e.submission.Time,
			Shingles:    e.code.Shingles,
		}
	}
	found := finder.Find(programs)
	sameTokens := func(a, b contest.Passage) bool { return a.First == b.First && a.Tokens == b.Tokens }
	for i, e := range solutions {
		e.version = found.Similar.Of(e.submission.Problem)
		if !p.Templates {
			continue
		}
		if !slices.EqualFunc(e.template, found.Passages[i], sameTokens) {
			e.code.SetTemplate(found.Passages[i])
		}
		e.template = found.Passages[i]
	}
}

// saveTemplates stores the own templates that were found, so that a pair that
// is opened later shows them as the check saw them: to find one again takes
// all programs of the contest.
func saveTemplates(ctx context.Context, run Run, solutions []*solution) error {
	var templates []contest.Template
	for _, e := range solutions {
		if len(e.template) > 0 {
			templates = append(templates, contest.Template{SubmissionID: e.submission.ID, Passages: e.template})
		}
	}
	if err := run.SaveTemplates(ctx, templates); err != nil {
		return fmt.Errorf("store own templates: %w", err)
	}
	return nil
}
