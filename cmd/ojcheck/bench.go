package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/bench"
	"github.com/ojcheck/ojcheck/simhash"
)

type benchCommand struct {
	Archive benchArchiveCommand `cmd:"" help:"Measure how quickly an archive of any size is searched, and check that it misses nothing."`
}

type benchArchiveCommand struct {
	Size     count  `default:"1M" placeholder:"N" help:"Fingerprints to store, such as 10M or 500k (default ${default})."`
	Distance []int  `default:"3,5,6,8" placeholder:"K" help:"Hamming distances to search for, 0 to 11 (default ${default})."`
	Queries  count  `default:"2000" placeholder:"N" help:"Queries for each distance, run one by one (default ${default})."`
	Grow     bool   `help:"Build the indexes first, then add the fingerprints, as contests do that come one by one. It takes longer, and the indexes take more room."`
	Seed     uint64 `default:"1" placeholder:"N" help:"Seed of the random numbers (default ${default})."`
	Format   string `enum:"table,json" default:"table" placeholder:"FORMAT" help:"Format of the figures: table or json (default table)."`
	Quiet    bool   `short:"q" help:"Show no progress."`
}

func (c *benchArchiveCommand) Validate() error {
	switch {
	case c.Size < 1:
		return errors.New("--size is 0: it must be 1 or more")
	case c.Queries < 1 || c.Queries > bench.MaxQueries:
		return fmt.Errorf("--queries is %d: it must be 1 to %d", c.Queries, bench.MaxQueries)
	}
	for _, k := range c.Distance {
		if k < 0 || k > simhash.MaxDistance {
			return fmt.Errorf("--distance is %d: it must be 0 to %d", k, simhash.MaxDistance)
		}
	}
	return nil
}

func (c *benchArchiveCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	opts := bench.Options{
		Size: int(c.Size), Distances: c.Distance, Queries: int(c.Queries), IndexFirst: c.Grow, Seed: c.Seed,
		Progress: func(step string) {
			if !c.Quiet {
				term.note("%s ...", step)
			}
		},
	}
	server, err := flags.server(ctx, term.log)
	if err != nil {
		return err
	}
	defer server.close()
	report, err := bench.Run(ctx, server.url, opts)
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
		return errors.New("some answers differ from those of a scan; report this as a bug")
	}
	return nil
}
