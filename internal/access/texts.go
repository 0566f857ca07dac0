package access

import (
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// maskerForTexts returns maskerForPair if somebody has typed a text about a case, and nil otherwise.
func (r *Reader) maskerForTexts(ctx context.Context, p contest.Pair, c review.Case) (*blind.Masker, error) {
	if c.Appeal.Grounds == "" && len(c.Statements) == 0 && !slices.ContainsFunc(c.Reviews, func(rev review.Review) bool { return rev.Note != "" }) {
		return nil, nil
	}
	return r.maskerForPair(ctx, p)
}

// maskTexts masks names in the grounds of an appeal and in the statements. Like [blind.Masker.Neutral], it writes no numbers.
func maskTexts(c review.Case, names *blind.Masker) review.Case {
	names = names.WithoutNumbers()
	c.Appeal.Grounds = names.Mask(c.Appeal.Grounds)
	c.Statements = slices.Clone(c.Statements)
	for i, s := range c.Statements {
		c.Statements[i].Text = names.Mask(s.Text)
	}
	return c
}
