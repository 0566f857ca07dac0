package archivebench

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/simhash"
)

const (
	// scanBudget is how many distances may be computed to check answers: some
	// 20 seconds of one processor. At large sizes it bounds the queries that
	// are checked.
	scanBudget = 20_000_000_000
	// leastChecked queries are checked at any size.
	leastChecked = 100
)

// checkable is how many of so many queries over n fingerprints are checked.
func checkable(queries, n int) int {
	return min(queries, max(leastChecked, scanBudget/max(n, 1)))
}

// oracle answers queries by looking at every fingerprint: what is within
// distance k, as a store's near does.
func oracle(ctx context.Context, stored []simhash.Entry, queries []simhash.Fingerprint, k int) ([][]group, error) {
	// A part that stays in the processor's cache is scanned for all queries.
	const part = 8192
	parts := (len(stored) + part - 1) / part
	workers, ctx := errgroup.WithContext(ctx)
	each := runtime.GOMAXPROCS(0)
	found := make([][]map[simhash.Fingerprint]int64, each)
	for w := range each {
		found[w] = make([]map[simhash.Fingerprint]int64, len(queries))
		workers.Go(func() error {
			for p := w; p < parts; p += each {
				if err := ctx.Err(); err != nil {
					return err
				}
				entries := stored[p*part : min((p+1)*part, len(stored))]
				for q, query := range queries {
					for _, hit := range simhash.Scan(entries, query, k) {
						if found[w][q] == nil {
							found[w][q] = make(map[simhash.Fingerprint]int64)
						}
						found[w][q][stored[hit.ID-1].Fingerprint]++
					}
				}
			}
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, err
	}
	answers := make([][]group, len(queries))
	for q := range queries {
		all := make(map[simhash.Fingerprint]int64)
		for w := range found {
			for fingerprint, n := range found[w][q] {
				all[fingerprint] += n
			}
		}
		for fingerprint, n := range all {
			answers[q] = append(answers[q], group{fingerprint, n})
		}
		answers[q] = nearest(answers[q], queries[q])
	}
	return answers, nil
}
