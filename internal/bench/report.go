package bench

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"github.com/ojcheck/ojcheck/internal/text"
)

// Report holds the results of a measurement.
type Report struct {
	Size          int       `json:"size"`
	Seed          uint64    `json:"seed"`
	CPUs          int       `json:"cpus"`
	System        string    `json:"system"`
	Server        string    `json:"server"`            // version of PostgreSQL
	Workers       int       `json:"workers,omitempty"` // servers of a Citus cluster; with them, HeapBytes and IndexBytes are of the table fingerprint_postings
	Distances     []Figures `json:"distances"`
	RowsPerSecond float64   `json:"rows_per_s"` // by COPY, without indexes
	LoadSeconds   float64   `json:"load_s"`
	IndexSeconds  float64   `json:"index_s"`     // indexes and VACUUM
	HeapBytes     float64   `json:"heap_bytes"`  // of the table, per fingerprint
	IndexBytes    float64   `json:"index_bytes"` // of the indexes and the primary key, per fingerprint
	BlockBytes    float64   `json:"block_bytes"` // of the indexes without the primary key, per fingerprint
	JoinSeconds   float64   `json:"join_10000_s"`
	JoinExact     bool      `json:"join_exact"`
}

// Figures hold the times and answers of single queries for one distance.
type Figures struct {
	Distance int     `json:"distance"`
	Min      float64 `json:"min_us"` // time of the quickest query, which other processes disturbed least
	P50      float64 `json:"p50_us"`
	P99      float64 `json:"p99_us"`
	Found    float64 `json:"found"` // average number of programs in an answer
	Exact    bool    `json:"exact"`
	Checked  int     `json:"checked"` // number of queries whose answers were compared with a scan
}

const columnBytes = 24 // of the three columns of a fingerprint

// Exact reports whether all checked answers were right.
func (r *Report) Exact() bool {
	return r.JoinExact && !slices.ContainsFunc(r.Distances, func(f Figures) bool { return !f.Exact })
}

// JSON writes the report as one object.
func (r *Report) JSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

// Table writes the report for a terminal.
func (r *Report) Table(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s fingerprints of random bits, every second query with planted neighbours (seed %d); PostgreSQL %s on %d CPUs (%s)\n\n",
		text.Thousands(int64(r.Size)), r.Seed, r.Server, r.CPUs, r.System)
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "distance\tquickest\tp50\tp99\tfound\texact\t")
	for _, f := range r.Distances {
		fmt.Fprintf(tab, "%d\t%.2f ms\t%.2f ms\t%.2f ms\t%.2f\t%s\t\n",
			f.Distance, f.Min/1000, f.P50/1000, f.P99/1000, f.Found, exactText(f.Exact, f.Checked))
	}
	tab.Flush() // out stores the error; out.Flush returns it
	size := fmt.Sprintf(`%.1f bytes for each fingerprint: three columns %d, their indexes %.1f
         the rest of the row and its primary key: %.1f (needed anyway, for the sample of shingles in the row)`,
		columnBytes+r.BlockBytes, columnBytes, r.BlockBytes, r.HeapBytes-columnBytes+r.IndexBytes-r.BlockBytes)
	if r.Workers > 0 {
		size = fmt.Sprintf("%.1f bytes for each fingerprint on %s: postings %.1f, their index %.1f",
			r.HeapBytes+r.IndexBytes, text.Count(r.Workers, "worker"), r.HeapBytes, r.IndexBytes)
	}
	fmt.Fprintf(out, `
load     %s rows/s by COPY (%.1f s), indexes and VACUUM %.1f s
size     %s
join     %s queries for distance %d in one statement: %.2f s (exact: %s)

"found" is the average number of programs in an answer. An answer has at most 100 fingerprints;
several programs can have the same fingerprint.
"exact" is the number of queries whose answers were compared with a scan in memory.
`, text.Thousands(int64(r.RowsPerSecond)), r.LoadSeconds, r.IndexSeconds, size,
		text.Thousands(joinQueries), joinDistance, r.JoinSeconds, exactText(r.JoinExact, r.Distances[0].Checked))
	return out.Flush()
}

func exactText(ok bool, checked int) string {
	if !ok {
		return "NO"
	}
	return fmt.Sprintf("yes, %d", checked)
}

func rounded(x float64) float64 { return math.Round(x*100) / 100 }
