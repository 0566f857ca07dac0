package main

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
)

type auditCommand struct {
	Contest string `arg:"" help:"Name of the contest, as \"ojcheck contest list\" shows it."`

	Random int         `default:"20" placeholder:"N" help:"How many pairs to draw (default 20)."`
	Seed   int64       `default:"1" placeholder:"N" help:"The same seed draws the same pairs again (default 1)."`
	Out    outputFlags `embed:"" set:"output_formats=table, csv, json"`
}

func (c *auditCommand) Validate() error {
	switch {
	case c.Random < 1 || c.Random > contest.MaxAuditSample:
		return fmt.Errorf("--random is %d: it must be from 1 to %d", c.Random, contest.MaxAuditSample)
	case c.Seed < 0 || c.Seed > math.MaxInt32:
		return fmt.Errorf("--seed is %d: it must be from 0 to %d", c.Seed, math.MaxInt32)
	}
	return nil
}

func (c *auditCommand) Run(ctx context.Context, term terminal, db *archive) error {
	newest, err := db.newestCheck(ctx, c.Contest)
	if err != nil {
		return err
	}
	doc := report.Document{Check: newest}
	if doc.Histograms, err = db.Histograms(ctx, newest.ID); err != nil {
		return err
	}
	sample := contest.AuditSample{Size: c.Random, Seed: c.Seed}
	doc.Sample = sample
	if doc.Pairs, _, err = db.Pairs(ctx, newest.ID, contest.PairFilter{Audit: sample}); err != nil {
		return err
	}
	cases, err := db.CasesByPairs(ctx, doc.Pairs)
	if err != nil {
		return err
	}
	for _, p := range doc.Pairs {
		doc.Cases = append(doc.Cases, cases[review.KeyOf(newest.ContestID, p)])
	}
	population, err := db.UnlistedPairs(ctx, newest.ID, nil)
	if err != nil {
		return err
	}
	if err := c.print(term, doc); err != nil {
		return err
	}
	term.note("%s", review.NewAudit(newest.ContestID, newest.Parameters, population, doc.Pairs, cases).Text(i18n.English()))
	if len(doc.Pairs) > 0 {
		term.note("\"ojcheck serve\" shows the pairs to decide them, at /checks/%d?sample=%d&seed=%d", newest.ID, c.Random, c.Seed)
	}
	return nil
}

func (c *auditCommand) print(term terminal, doc report.Document) error {
	out, err := openOutput(c.Out.Output, term.out)
	if err != nil {
		return err
	}
	defer out.discard()
	return out.fill(func(w io.Writer) error {
		switch format := c.Out.format(); {
		case format == "csv":
			return report.CSV(w, doc)
		case format == "json":
			return report.JSON(w, doc)
		case format == "table" && len(doc.Pairs) == 0:
			return nil
		}
		return report.Table(w, doc, out.width())
	})
}
