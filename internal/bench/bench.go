// Package bench measures searches of an archive of any size on this machine: how long searches take, how much
// room the fingerprints need, and whether the answers are exact. The command "ojcheck bench archive" runs a
// measurement.
//
// The measurement loads fingerprints into a separate database by COPY, builds the indexes before or after
// loading, and vacuums the table. Except on a cluster, it reads the indexes once, because a server that has run
// for a while has them in memory. Some queries warm up plans and caches. Then it runs queries one by one through
// the archive's own search, and times each call. Last, one statement answers 10,000 queries. A scan of all
// fingerprints in memory checks the answers of the first queries: as many as 20 billion comparisons allow, but at
// least 100. Package simhash measures other designs of the index.
package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/simhash"
)

// Options say what to measure.
type Options struct {
	Size       int   // fingerprints to store
	Distances  []int // Hamming distances to search, each from 0 up to simhash.MaxDistance
	Queries    int   // run one by one for each distance, up to MaxQueries
	IndexFirst bool  // build the indexes before loading, as when contests are added one by one
	Seed       uint64
	Progress   func(step string)
}

const (
	joinQueries      = 10_000 // queries that one statement answers, by a join with the fingerprints
	joinDistance     = 3      // Hamming distance within which the joining statement searches
	warmUpQueries    = 200    // queries for warming up: the last ones of bench.queries
	maxAnswer        = 100    // largest number of fingerprints in an answer, the nearest first
	algorithmVersion = 1      // the archive's search selects fingerprints by version; any number would do

	// MaxQueries is the largest number of queries that can run one by one.
	MaxQueries = joinQueries - warmUpQueries
)

// bench measures one archive. Equal seeds make equal fingerprints and queries.
type bench struct {
	db      *database
	stored  []simhash.Fingerprint
	queries []simhash.Fingerprint        // one statement answers all; the first MaxQueries may also run one by one
	answers [][]contest.FingerprintMatch // right answers to the first queries, found by a scan
}

// Run creates a database on the server at url, measures in it, and drops it.
func Run(ctx context.Context, url string, opts Options) (_ *Report, err error) {
	b := bench{stored: make([]simhash.Fingerprint, opts.Size), queries: make([]simhash.Fingerprint, joinQueries)}
	r := &Report{Size: opts.Size, Seed: opts.Seed, CPUs: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH}
	maxDistance := max(joinDistance, slices.Max(opts.Distances))
	b.fill(rand.New(rand.NewPCG(opts.Seed, uint64(opts.Size))), maxDistance)
	checked := min(opts.Queries, max(100, 20_000_000_000/opts.Size))
	opts.Progress(fmt.Sprintf("scanning for the answers of %d queries", checked))
	if err := b.scan(ctx, checked, maxDistance); err != nil {
		return nil, err
	}
	if b.db, err = open(ctx, url); err != nil {
		return nil, fmt.Errorf("measure an archive: %w", err)
	}
	defer func() { err = errors.Join(err, b.db.drop()) }()
	opts.Progress("loading fingerprints")
	if err := b.db.load(ctx, b.stored, opts.IndexFirst, r); err != nil {
		return nil, fmt.Errorf("measure an archive: load: %w", err)
	}
	opts.Progress("reading the indexes")
	if err := b.db.readIndexes(ctx); err != nil {
		return nil, fmt.Errorf("measure an archive: read the indexes: %w", err)
	}
	for _, k := range opts.Distances {
		opts.Progress(fmt.Sprintf("searching within distance %d", k))
		f, err := b.measure(ctx, opts.Queries, k)
		if err != nil {
			return nil, fmt.Errorf("measure an archive: distance %d: %w", k, err)
		}
		r.Distances = append(r.Distances, f)
	}
	opts.Progress(fmt.Sprintf("answering %d queries in one statement", joinQueries))
	if err := b.measureJoin(ctx, r); err != nil {
		return nil, fmt.Errorf("measure an archive: %w", err)
	}
	return r, nil
}

// fill makes random fingerprints. Every second query gets up to four stored neighbours at distances from 0 to
// maxDistance+2. A search must not find the neighbours beyond its distance.
func (b *bench) fill(rng *rand.Rand, maxDistance int) {
	for _, list := range [][]simhash.Fingerprint{b.stored, b.queries} {
		for i := range list {
			list[i] = simhash.Fingerprint(rng.Uint64())
		}
	}
	planted := min(len(b.stored)/2, joinQueries*2)
	for i := range planted {
		f := b.queries[2*(i/4)]
		for _, bit := range rng.Perm(64)[:rng.IntN(maxDistance+3)] {
			f ^= 1 << bit
		}
		b.stored[i*len(b.stored)/planted] = f // spread evenly
	}
}

// scan answers the first n queries for distance k. It compares each query with every fingerprint.
func (b *bench) scan(ctx context.Context, n, k int) error {
	b.answers = make([][]contest.FingerprintMatch, n)
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i, query := range b.queries[:n] {
		workers.Go(func() error {
			programs := make(map[simhash.Fingerprint]int)
			for _, f := range b.stored {
				if simhash.Distance(query, f) <= k {
					programs[f]++
				}
			}
			for f, n := range programs {
				match := contest.FingerprintMatch{Fingerprint: uint64(f), Distance: simhash.Distance(query, f), Programs: n}
				b.answers[i] = append(b.answers[i], match)
			}
			slices.SortFunc(b.answers[i], func(a, b contest.FingerprintMatch) int {
				return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Fingerprint, b.Fingerprint))
			})
			return ctx.Err()
		})
	}
	return workers.Wait()
}

// isExact reports whether an answer equals the answer of the scan, if the scan answered the query.
func (b *bench) isExact(query, k int, found contest.FingerprintMatches) bool {
	if query >= len(b.answers) {
		return true
	}
	want := slices.DeleteFunc(slices.Clone(b.answers[query]), func(m contest.FingerprintMatch) bool { return m.Distance > k })
	return slices.EqualFunc(want[:min(maxAnswer, len(want))], found.Matches, func(a, b contest.FingerprintMatch) bool {
		return a.Fingerprint == b.Fingerprint && a.Distance == b.Distance && a.Programs == b.Programs
	})
}

// search runs one query for distance k.
func (b *bench) search(ctx context.Context, query simhash.Fingerprint, k int) (contest.FingerprintMatches, error) {
	found, err := b.db.NearAll(ctx, algorithmVersion, []uint64{uint64(query)}, k, maxAnswer, contest.Scope{})
	if err != nil {
		return contest.FingerprintMatches{}, err
	}
	return found[0], nil
}

// measure measures the first n queries for distance k, one after another.
func (b *bench) measure(ctx context.Context, n, k int) (Figures, error) {
	f := Figures{Distance: k, Exact: true, Checked: len(b.answers)}
	for _, query := range b.queries[MaxQueries:] {
		if _, err := b.search(ctx, query, k); err != nil {
			return f, err
		}
	}
	times := make([]time.Duration, n)
	for i, query := range b.queries[:n] {
		start := time.Now()
		found, err := b.search(ctx, query, k)
		times[i] = time.Since(start)
		if err != nil {
			return f, err
		}
		f.Exact = f.Exact && b.isExact(i, k, found)
		for _, match := range found.Matches {
			f.Found += float64(match.Programs) / float64(n)
		}
	}
	slices.Sort(times)
	micros := func(i int) float64 { return rounded(times[i].Seconds() * 1e6) }
	// A percentile P is the smallest time that P percent of the queries do not exceed (nearest rank).
	f.Min, f.P50, f.P99, f.Found = micros(0), micros((n-1)/2), micros((99*n+99)/100-1), rounded(f.Found)
	return f, nil
}

func (b *bench) measureJoin(ctx context.Context, r *Report) error {
	queries := make([]uint64, joinQueries)
	for i, f := range b.queries {
		queries[i] = uint64(f)
	}
	start := time.Now()
	found, err := b.db.NearAll(ctx, algorithmVersion, queries, joinDistance, maxAnswer, contest.Scope{})
	if err != nil {
		return err
	}
	r.JoinSeconds, r.JoinExact = rounded(time.Since(start).Seconds()), true
	for i := range b.answers {
		r.JoinExact = r.JoinExact && b.isExact(i, joinDistance, found[i])
	}
	return nil
}
