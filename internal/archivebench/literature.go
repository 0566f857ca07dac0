package archivebench

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/scratch"
	"github.com/ojcheck/ojcheck/simhash"
)

// Shown is what a design of the literature costs.
type Shown struct {
	Figures
	About       string  `json:"about"`
	BytesPerRow float64 `json:"bytes_per_row"` // of a fingerprint, however many rows it takes
}

const (
	// literatureDistance is what the designs of the literature are made for.
	literatureDistance = 3
	// literatureQueries are few, as some of the designs are slow.
	literatureQueries = 100
	// expansion is how many times fewer fingerprints are expanded: each takes
	// 43,745 rows.
	expansion = 1000
)

// replaced are the designs that the block index replaces, after that itself, to
// compare them with.
func replaced() []named {
	list := []named{
		{Product, "the archive's own tables and queries", product{blocks{simhash.Thirds()}}},
		{"scan", "a linear scan", scan{}},
		{"values", "one probe for each value within the distance", values{}},
		{"expanded", "a store expanded to every value within the distance", expanded{}},
	}
	for _, tables := range []int{4, 10, 16, 20} {
		p := permutedTables(tables)
		list = append(list, named{
			fmt.Sprintf("permuted-%d", tables),
			fmt.Sprintf("%d tables of permuted blocks, by their first %s bits (Manku, Jain and Das Sarma 2007)", tables, p.leadingText()),
			p,
		})
	}
	return list
}

// literature measures the designs over random fingerprints, each in a scratch
// database.
func literature(ctx context.Context, url string, opts Options) ([]Shown, error) {
	var list []Shown
	for _, d := range replaced() {
		size := opts.Literature
		if d.name == "expanded" {
			size = max(1, size/expansion)
		}
		b := &bench{
			data:     randomData(size, literatureDistance, opts.Seed),
			queries:  min(opts.Queries, literatureQueries),
			progress: opts.Progress,
		}
		if err := b.ask(ctx, literatureDistance); err != nil {
			return nil, err
		}
		err := inScratch(ctx, url, func(db *scratch.Database) error {
			m, err := b.measure(ctx, db.URL(), d, []int{literatureDistance})
			if err == nil {
				list = append(list, Shown{m.Distances[0], d.about, m.BytesPerRow})
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
	}
	return list, nil
}
