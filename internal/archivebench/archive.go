package archivebench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/scratch"
)

// Options say what to measure.
type Options struct {
	Size      int    // fingerprints to store
	Distances []int  // of the queries, 0 to simhash.MaxDistance
	Index     string // one of Designs
	Queries   int    // asked one by one for each distance, up to MostQueries
	Seed      uint64 // of all that is random
	// Programs are real ones to take the fingerprints of; random ones are taken
	// where it is nil.
	Programs *Programs
	// Literature is the size at which the designs that the block index replaces
	// are shown; 0 leaves them out.
	Literature int
	// Progress is told what is done next.
	Progress func(step string)
}

// joinDistance is that of the set-based join.
const joinDistance = 3

// Run measures in scratch databases beside the one at url, and drops them,
// whatever happens.
func Run(ctx context.Context, url string, opts Options) (*Report, error) {
	switch {
	case opts.Size < 1 || len(opts.Distances) == 0:
		return nil, errors.New("measure an archive: give a size and distances")
	case opts.Queries < 1 || opts.Queries > MostQueries:
		return nil, fmt.Errorf("measure an archive: %d queries: give 1 to %d", opts.Queries, MostQueries)
	}
	d, err := chosen(opts.Index, opts.Distances)
	if err != nil {
		return nil, fmt.Errorf("measure an archive: %w", err)
	}
	report := &Report{Seed: opts.Seed, CPUs: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH}
	opts.Progress("making fingerprints")
	var data *data
	if opts.Programs == nil {
		report.Data = "random"
		data = randomData(opts.Size, slices.Max(opts.Distances), opts.Seed)
	} else {
		report.Data = opts.Programs.Origin
		data = opts.Programs.fill(opts.Size, opts.Seed)
		report.Skew = opts.Programs.skew(data.stored, d.blocks)
	}
	b := &bench{data: data, queries: opts.Queries, joins: true, progress: opts.Progress}
	if err := b.ask(ctx, max(joinDistance, slices.Max(opts.Distances))); err != nil {
		return nil, err
	}
	err = inScratch(ctx, url, func(db *scratch.Database) error {
		report.Server = db.Server()
		report.Measured, err = b.measure(ctx, db.URL(), d.named, opts.Distances)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("measure an archive with index %s: %w", d.name, err)
	}
	if opts.Literature > 0 {
		if report.Literature, err = literature(ctx, url, opts); err != nil {
			return nil, fmt.Errorf("measure the designs of the literature: %w", err)
		}
	}
	return report, nil
}

// inScratch calls f with a scratch database.
func inScratch(ctx context.Context, url string, f func(db *scratch.Database) error) (err error) {
	db, err := scratch.Create(ctx, url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Drop()) }()
	return f(db)
}

// warmUp is how many queries are asked before the clock runs: the plans are made
// then, and the upper levels of the indexes are in memory. They are the last of
// the queries, the measured ones the first: none is measured when asked again.
const warmUp = 200

// MostQueries can be measured.
const MostQueries = joined - warmUp

// bench measures designs over the same data.
type bench struct {
	data     *data
	queries  int // asked one by one
	joins    bool
	answers  [][]group // of the first queries, by the oracle
	progress func(step string)
}

// ask lets the oracle answer the first of the queries.
func (b *bench) ask(ctx context.Context, largest int) (err error) {
	n := checkable(b.queries, len(b.data.stored))
	b.progress(fmt.Sprintf("scanning for the answers of %d queries", n))
	b.answers, err = oracle(ctx, b.data.stored, b.data.queries[:n], largest)
	return err
}

// measure loads a design into an empty database and asks it.
func (b *bench) measure(ctx context.Context, url string, d named, distances []int) (m Measured, err error) {
	s, err := d.open(ctx, url)
	if err != nil {
		return m, err
	}
	defer s.close()
	m.Index, m.About = d.name, d.about
	b.progress("loading " + d.name)
	start := time.Now()
	load, err := s.fill(ctx, b.data.stored)
	if err != nil {
		return m, fmt.Errorf("load: %w", err)
	}
	m.LoadS, m.IndexS = seconds(load), seconds(time.Since(start)-load)
	m.RowsPerS = rate(len(b.data.stored), load)
	if m.Parts, m.BytesPerRow, err = sizes(ctx, s.connection(), len(b.data.stored)); err != nil {
		return m, err
	}
	m.Warm = warm(ctx, s.connection())
	for _, k := range distances {
		b.progress(fmt.Sprintf("asking %s for distance %d", d.name, k))
		f, err := b.single(ctx, s, d, k)
		if err != nil {
			return m, fmt.Errorf("distance %d: %w", k, err)
		}
		m.Distances = append(m.Distances, f)
	}
	if s, ok := s.(joiner); ok && b.joins {
		b.progress("joining with " + d.name)
		if m.Join, err = b.join(ctx, s); err != nil {
			return m, fmt.Errorf("join: %w", err)
		}
	}
	return m, nil
}

// single asks one query after another.
func (b *bench) single(ctx context.Context, s store, d named, k int) (Figures, error) {
	f := Figures{
		Size: len(b.data.stored), Index: d.name, Distance: k,
		Lookups: d.lookups(k), Predicted: rounded(d.predicted(len(b.data.stored), k)),
		Exact: true, Checked: len(b.answers),
	}
	for _, query := range b.data.queries[joined-warmUp:][:min(warmUp, b.queries)] {
		if _, err := s.near(ctx, query, k); err != nil {
			return f, err
		}
	}
	times := make([]time.Duration, b.queries)
	for i, query := range b.data.queries[:b.queries] {
		start := time.Now()
		found, err := s.near(ctx, query, k)
		times[i] = time.Since(start)
		if err != nil {
			return f, err
		}
		if i < len(b.answers) {
			f.Exact = f.Exact && b.right(i, k, found)
		}
		for _, g := range found {
			f.Found += float64(g.programs)
		}
	}
	f.Found = rounded(f.Found / float64(b.queries))
	f.Min = micros(slices.Min(times))
	f.P50, f.P99, f.P999 = micros(percentile(times, 0.5)), micros(percentile(times, 0.99)), micros(percentile(times, 0.999))
	return f, b.count(ctx, s, &f)
}

// right tells whether an answer is the oracle's.
func (b *bench) right(query, k int, found []group) bool {
	want := within(b.answers[query], b.data.queries[query], k)
	return slices.Equal(found, want)
}

// counts is for how many queries the candidates are counted.
const counts = 200

// count counts what is looked at, on average and at most.
func (b *bench) count(ctx context.Context, s store, f *Figures) error {
	queries := b.data.counted[:min(counts, b.queries)]
	total := int64(0)
	for _, query := range queries {
		n, err := s.candidates(ctx, query, f.Distance)
		if err != nil {
			return fmt.Errorf("count candidates: %w", err)
		}
		total += n
		f.MostCandidates = max(f.MostCandidates, n)
	}
	f.Candidates = rounded(float64(total) / float64(len(queries)))
	return nil
}

// join asks all queries at once, and checks the answers that are known.
func (b *bench) join(ctx context.Context, s joiner) (*Join, error) {
	start := time.Now()
	found, err := s.nearAll(ctx, b.data.queries, joinDistance)
	j := &Join{Seconds: seconds(time.Since(start)), Queries: len(b.data.queries), Distance: joinDistance, Exact: true, Checked: len(b.answers)}
	if err != nil {
		return nil, err
	}
	for i := range b.answers {
		j.Exact = j.Exact && b.right(i, joinDistance, found[i])
	}
	return j, nil
}
