package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evaluate"
	"github.com/ojcheck/ojcheck/internal/input"
	"github.com/ojcheck/ojcheck/internal/settings"
)

type evalCommand struct {
	Paths []string `arg:"" name:"path" help:"Directory or archive of programs, as for check, but each file counts as one participant."`

	Pairs    string   `required:"" type:"path" placeholder:"FILE" help:"Labels: a CSV file with the columns left, right (paths below PATH) and label (1 for a copy, 0 for an honest pair); and optionally problem (default: the first folder) and level."`
	Closed   bool     `help:"Count every pair of one problem that has no label as honest."`
	Clean    bool     `help:"Leave out honest pairs on which the labels contradict themselves: pairs of identical programs, and pairs of two copies of one program."`
	Train    string   `type:"path" placeholder:"FILE" help:"Learn thresholds from this file, which --scores wrote for other pairs."`
	Folds    int      `default:"5" placeholder:"K" help:"Without --train, learn thresholds by cross-validation in this many folds of the problems (default 5)."`
	By       *string  `enum:"problem" placeholder:"problem" help:"Print the figures of each problem too."`
	Language string   `placeholder:"NAME" help:"Language of all files, whatever their extension."`
	Base     []string `type:"path" sep:"none" placeholder:"PATH" help:"Base code: a template or library that all may use. Repeatable."`
	settings.Storage
	Without []string `placeholder:"PART" help:"Leave out a rule of the normalisation or a part of the suspicion, to see how the figures change; an unknown name lists them all. Repeatable."`
	Scores  string   `type:"path" placeholder:"FILE" help:"Write the scores of every pair to this file, as CSV; with --closed, rows without names count the honest pairs that check would not store."`
	Plot    string   `type:"path" placeholder:"FILE" help:"Draw the distribution of suspicion of copies and of honest pairs to this file, as SVG."`
	Format  string   `enum:"table,json" default:"table" placeholder:"FORMAT" help:"Format of the figures: table or json (default table)."`
	Quiet   bool     `short:"q" help:"Show no progress."`
}

func (c *evalCommand) Validate() error {
	switch {
	case c.Folds < 2:
		return fmt.Errorf("--folds is %d: it must be 2 or more", c.Folds)
	case c.Keep == 0:
		return errKeep
	case c.Scores != "" && c.Scores == c.Plot:
		return errors.New("--scores and --plot are the same file: give two")
	}
	for _, name := range c.Without {
		if !slices.Contains(check.Measurable(), name) {
			return fmt.Errorf("--without %s: there is no such rule or part; there are %s",
				name, strings.Join(check.Measurable(), ", "))
		}
	}
	return nil
}

func (c *evalCommand) Run(ctx context.Context, term terminal) error {
	inputs := slices.Concat(c.Paths, c.Base, []string{c.Pairs, c.Train})
	scores, err := openOptional(c.Scores, term.out, inputs...)
	if err != nil {
		return err
	}
	defer scores.discard()
	plot, err := openOptional(c.Plot, term.out, inputs...)
	if err != nil {
		return err
	}
	defer plot.discard()
	labels, err := readTable(c.Pairs, evaluate.ReadLabels)
	if err != nil {
		return err
	}
	opts := evaluate.Options{Folds: c.Folds, ByProblem: c.By != nil}
	if c.Train != "" {
		if opts.Train, err = readTable(c.Train, evaluate.ReadScores); err != nil {
			return err
		}
		if len(opts.Train) == 0 {
			return fmt.Errorf("%s holds no scores: write some with --scores", c.Train)
		}
	}
	req, err := input.Files{Paths: c.Paths, Base: c.Base}.ReadRequest(ctx, c.parameters())
	if err != nil {
		printSkipped(term.err, req.Skipped, "") // with an error, req has only these
		return err
	}
	progress, hide := newProgress(term.err, c.Quiet)
	scored, err := evaluate.Score(ctx, *req, evaluate.LabelSet{Labels: labels, Closed: c.Closed, Clean: c.Clean}, progress)
	hide()
	if err != nil {
		return fmt.Errorf("%s: %w", c.Pairs, err)
	}
	return c.write(term, scores, plot, scored, scored.Evaluate(opts))
}

func (c *evalCommand) parameters() contest.Parameters {
	p := check.Defaults()
	p.Layout = evaluate.FileLayout
	p.Language = c.Language
	p.Keep = float64(c.Keep)
	p.Omitted = c.Without
	return p
}

// write writes the figures. It also writes the scores and the plot, unless their output is nil.
func (c *evalCommand) write(
	term terminal, scores, plot *output, scored *evaluate.ScoredPairs, report *evaluate.Report,
) error {
	err := scores.fill(func(w io.Writer) error { return evaluate.WriteScores(w, scored.Rows) })
	if err == nil {
		err = plot.fill(func(w io.Writer) error { return evaluate.Plot(w, scored.Rows, report.Recommended) })
	}
	if err != nil {
		return err
	}
	printSkipped(term.err, scored.Skipped, "")
	out := bufio.NewWriter(term.out)
	write := report.Table
	if c.Format == "json" {
		write = report.JSON
	}
	if err := write(out); err != nil {
		return err
	}
	return out.Flush()
}

// readTable calls read for a CSV file. Errors have the name of the file.
func readTable[T any](name string, read func(io.Reader) (T, error)) (rows T, err error) {
	file, err := os.Open(name)
	if err != nil {
		return rows, err
	}
	defer file.Close()
	if rows, err = read(file); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return rows, err
}
