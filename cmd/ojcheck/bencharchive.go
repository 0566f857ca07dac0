package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ojcheck/ojcheck/internal/archivebench"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/simhash"
)

// benchArchiveCommand measures searches of an archive.
type benchArchiveCommand struct {
	Size       count  `default:"1M" placeholder:"N" help:"Fingerprints to store, such as 10M or 500k (default ${default})."`
	Distance   []int  `default:"3,5,6,8" placeholder:"K" help:"Hamming distances to search for, 0 to 11 (default ${default})."`
	Index      string `default:"product" placeholder:"NAME" help:"How fingerprints are kept: product, as the archive keeps them, or an alternative: ${alternatives}."`
	From       string `type:"path" placeholder:"PATH" help:"Take the fingerprints of the programs there, multiplied up to the size, instead of random bits."`
	Layout     string `placeholder:"LAYOUT" help:"How the folders and files of --from are named, as for check."`
	Queries    count  `default:"2000" placeholder:"N" help:"Queries for each distance, asked one by one (default ${default})."`
	Literature count  `default:"100k" placeholder:"N" help:"Fingerprints for the designs of the literature; 0 leaves them out (default ${default})."`
	Seed       uint64 `default:"1" placeholder:"N" help:"Seed of all that is random (default ${default})."`
	Format     string `enum:"table,json" default:"table" help:"Format of the figures: table or json."`
	Quiet      bool   `short:"q" help:"Show no progress."`
}

// Validate is called by kong.
func (c *benchArchiveCommand) Validate() error {
	switch {
	case c.Size < 1:
		return errors.New("--size is 0: give 1 or more")
	case c.Queries < 1 || c.Queries > archivebench.MostQueries:
		return fmt.Errorf("--queries is %d: give 1 to %d", c.Queries, archivebench.MostQueries)
	case c.Layout != "" && c.From == "":
		return errors.New("--layout tells of --from, which is not given")
	}
	for _, k := range c.Distance {
		if k < 0 || k > simhash.MaxDistance {
			return fmt.Errorf("--distance %d: give 0 to %d", k, simhash.MaxDistance)
		}
	}
	return archivebench.Accepts(c.Index, c.Distance)
}

func (c *benchArchiveCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	progress := newSteps(term.err, c.Quiet)
	opts := archivebench.Options{
		Size: int(c.Size), Distances: c.Distance, Index: c.Index, Queries: int(c.Queries),
		Seed: c.Seed, Literature: min(int(c.Literature), int(c.Size)), Progress: progress,
	}
	if c.From != "" {
		progress("reading programs")
		var err error
		opts.Programs, err = archivebench.ReadPrograms(ctx, []string{c.From}, intake.Options{Layout: c.Layout})
		if err != nil {
			return err
		}
	}
	server, err := flags.server(ctx, term.log)
	if err != nil {
		return err
	}
	defer server.close()
	report, err := archivebench.Run(ctx, server.url, opts)
	if err != nil {
		return err
	}
	write := report.Table
	if c.Format == "json" {
		write = report.JSON
	}
	if err := write(term.out); err != nil {
		return err
	}
	if !report.Exact() {
		return errors.New("some answers are not those of a scan")
	}
	return nil
}

// alternatives names the designs of archivebench, for a help text.
func alternatives() string { return strings.Join(archivebench.Designs()[1:], ", ") }
