package archivebench

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/ojcheck/ojcheck/internal/text"
)

// Table writes the report for a terminal.
func (r *Report) Table(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s: %s\n", r.Index, r.About)
	fmt.Fprintf(out, "%s fingerprints, %s; PostgreSQL %s on %d CPUs (%s)\n\n",
		thousands(float64(r.Distances[0].Size)), r.dataText(), r.Server, r.CPUs, r.System)
	if s := r.Skew; s != nil {
		fmt.Fprintf(out, "Equal block values are %s times as frequent as in random bits (%s times among the real programs).\n",
			thousands(s.Filled), thousands(s.Real))
		fmt.Fprintf(out, "Largest bucket: %s fingerprints share the value of a block; %s are equal.\n\n",
			thousands(float64(s.LargestBucket)), thousands(float64(s.LargestGroup)))
	}
	grid(out, "distance\tquickest\tp50\tp99\tp99.9\tlookups\tcandidates\tpredicted\tmost\tfound\texact", func(row func(...any)) {
		for _, f := range r.Distances {
			row(f.Distance, micro(f.Min), micro(f.P50), micro(f.P99), micro(f.P999), thousands(float64(f.Lookups)), candidates(f.Candidates),
				candidates(f.Predicted), thousands(float64(f.MostCandidates)), candidates(f.Found), exact(f.Exact, f.Checked))
		}
	})
	fmt.Fprintf(out, "\nload     %s rows/s by COPY (%.1f s), indexes and VACUUM %.1f s\n", thousands(r.RowsPerS), r.LoadS, r.IndexS)
	var parts []string
	for _, p := range r.Parts {
		parts = append(parts, fmt.Sprintf("%s %.1f", p.Name, p.BytesPerRow))
	}
	if !r.Warm {
		fmt.Fprintln(out, "cold     not read into the server's memory first: it has no pg_prewarm that this user may run")
	}
	fmt.Fprintf(out, "size     %.1f bytes for each fingerprint: %s\n", r.BytesPerRow, strings.Join(parts, ", "))
	if j := r.Join; j != nil {
		fmt.Fprintf(out, "join     %s queries for distance %d in one statement: %.2f s (exact: %s)\n",
			thousands(float64(j.Queries)), j.Distance, j.Seconds, exact(j.Exact, j.Checked))
	}
	fmt.Fprintln(out, legend)
	r.literatureTable(out)
	return out.Flush()
}

const legend = `
Candidates are the index entries that a query looks at, on average, as predicted for
random bits, and at most; found are the programs in an answer, of at most 100 fingerprints.
Exact tells for how many queries the answer was compared with a scan in memory.`

func (r *Report) literatureTable(out *bufio.Writer) {
	if len(r.Literature) == 0 {
		return
	}
	fmt.Fprintf(out, "\nThe designs of the literature, distance %d, random bits:\n\n", literatureDistance)
	grid(out, "design\tsize\tbytes\tp50\tp99\tlookups\tcandidates\tpredicted\texact", func(row func(...any)) {
		for _, l := range r.Literature {
			row(l.Index, thousands(float64(l.Size)), thousands(l.BytesPerRow), micro(l.P50), micro(l.P99), thousands(float64(l.Lookups)),
				candidates(l.Candidates), candidates(l.Predicted), exact(l.Exact, l.Checked))
		}
	})
	fmt.Fprintln(out)
	for _, l := range r.Literature {
		fmt.Fprintf(out, "%s: %s\n", l.Index, l.About)
	}
}

func (r *Report) dataText() string {
	if r.Skew == nil {
		return fmt.Sprintf("random bits, every second query with planted neighbours (seed %d)", r.Seed)
	}
	return fmt.Sprintf("multiplied from %s programs for %d problems in %s (seed %d)",
		thousands(float64(r.Skew.Programs)), r.Skew.Problems, r.Data, r.Seed)
}

// grid writes a header and rows, whose cells stand right in their columns.
func grid(out *bufio.Writer, header string, rows func(row func(cells ...any))) {
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, header+"\t")
	rows(func(cells ...any) {
		for _, cell := range cells {
			fmt.Fprintf(tab, "%v\t", cell)
		}
		fmt.Fprintln(tab)
	})
	tab.Flush() // into memory
}

func exact(yes bool, checked int) string {
	if !yes {
		return "NO"
	}
	return fmt.Sprintf("yes, %d", checked)
}

// micro writes microseconds, as milliseconds where these are many.
func micro(us float64) string {
	if us >= 1000 {
		return fmt.Sprintf("%.1f ms", us/1000)
	}
	return fmt.Sprintf("%.0f us", us)
}

// candidates writes a mean, with decimals where it is small.
func candidates(x float64) string {
	if x < 10 {
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
	return thousands(x)
}

// thousands writes a number without decimals.
func thousands(x float64) string { return text.Thousands(int64(math.RoundToEven(x))) }
