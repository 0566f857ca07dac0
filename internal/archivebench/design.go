package archivebench

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/simhash"
)

// design is a way to keep fingerprints in PostgreSQL and to find the near ones.
type design interface {
	cost
	// open makes the tables in an empty database.
	open(ctx context.Context, url string) (store, error)
}

// cost is what can be said of a design without a database.
type cost interface {
	// lookups is how many keys, or ranges of keys, a query for distance k looks
	// up; 0 where it reads everything.
	lookups(k int) int
	// predicted is how many of n random fingerprints a query for distance k
	// looks at, one that is found twice counting twice.
	predicted(n, k int) float64
}

// store is the tables of a design.
type store interface {
	// fill loads the tables and then makes the indexes, and all else that
	// queries need. It returns how long the loading took.
	fill(ctx context.Context, stored []simhash.Entry) (load time.Duration, err error)
	// near finds what is within distance k of f, in groups: the nearest ones, as
	// many as limit says, nearest first and then by fingerprint.
	near(ctx context.Context, f simhash.Fingerprint, k int) ([]group, error)
	// candidates counts what a query looks at, as design.predicted does.
	candidates(ctx context.Context, f simhash.Fingerprint, k int) (int64, error)
	// connection is one that nobody uses between two calls.
	connection() *pgx.Conn
	close()
}

// joiner is a store that answers many queries by one statement.
type joiner interface {
	// nearAll does for each query what near does.
	nearAll(ctx context.Context, queries []simhash.Fingerprint, k int) ([][]group, error)
}

// named is a design with its name and what it is.
type named struct {
	name  string
	about string
	design
}

// choice is a block index.
type choice struct {
	named
	blocks  blocks
	largest int // distance that it can be asked for
}

// choices are the block indexes that can be measured.
func choices() []choice {
	thirds, quarters, halves := blocks{simhash.Thirds()}, inBlocks(16, 16, 16, 16), inBlocks(32, 32)
	return []choice{
		{named{Product, "the archive's own tables and queries", product{thirds}}, thirds, simhash.MaxDistance},
		{named{"postings", "the archive's rows for each block, made for several machines, beside its own tables", postings{product{thirds}}}, thirds, simhash.MaxDistance},
		{named{"3x21", "three blocks of 22, 21 and 21 bits as stored columns, covering indexes", columns{blocks: thirds, covering: true}}, thirds, simhash.MaxDistance},
		{named{"4x16", "four blocks of 16 bits as stored columns, covering indexes", columns{blocks: quarters, covering: true}}, quarters, simhash.MaxDistance},
		{named{"4x16-bare", "four blocks of 16 bits, indexes on the blocks alone", columns{blocks: quarters}}, quarters, simhash.MaxDistance},
		{named{"4x16-rows", "four blocks of 16 bits, one row for each block", rows{quarters}}, quarters, simhash.MaxDistance},
		{named{"2x32", "two halves of 32 bits as stored columns, covering indexes", columns{blocks: halves, covering: true}}, halves, 5},
	}
}

// Designs are the names of the designs that can be chosen.
func Designs() []string {
	var names []string
	for _, d := range choices() {
		names = append(names, d.name)
	}
	return names
}

// Accepts tells why a design cannot be measured at these distances, if so.
func Accepts(name string, distances []int) error {
	_, err := chosen(name, distances)
	return err
}

// chosen finds a design by its name, and refuses distances that it cannot be
// asked for.
func chosen(name string, distances []int) (choice, error) {
	i := slices.IndexFunc(choices(), func(c choice) bool { return c.name == name })
	if i < 0 {
		return choice{}, fmt.Errorf("there is no index %q: choose one of %s", name, strings.Join(Designs(), ", "))
	}
	d := choices()[i]
	if largest := slices.Max(distances); largest > d.largest {
		return choice{}, fmt.Errorf("distance %d: the index %s takes 0 to %d", largest, name, d.largest)
	}
	return d, nil
}
