package contestbench

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
)

// Report is what was measured.
type Report struct {
	Input  string   `json:"input"`
	CPUs   int      `json:"cpus"`
	System string   `json:"system"`
	Server string   `json:"server"` // version of PostgreSQL
	Sizes  []Size   `json:"sizes"`
	Growth []Growth `json:"growth"`
}

// JSON writes the report as one object.
func (r *Report) JSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(r); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}

// Table writes the report for a terminal.
func (r *Report) Table(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s; PostgreSQL %s on %d CPUs (%s)\n\n", r.Input, r.Server, r.CPUs, r.System)
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "submissions\tMB\treading\tstoring\tlexing\tindexing\tscoring\tmatching\ttotal\tCPU\tlexed\tpeak\tpairs\trecheck\tdelete\t")
	for _, s := range r.Sizes {
		fmt.Fprintf(tab, "%d\t%.1f\t", s.Submissions, float64(s.Bytes)/1e6)
		for _, seconds := range []float64{s.Reading, s.Storing, s.Lexing, s.Indexing, s.Scoring, s.Matching, s.Total, s.CPU} {
			fmt.Fprintf(tab, "%.2f s\t", seconds)
		}
		fmt.Fprintf(tab, "%.1f MB/s\t%.0f MB\t%d\t%.2f s\t%.2f s\t\n", s.Speed, s.PeakMB, s.Compared, s.Recheck, s.Delete)
	}
	tab.Flush() // into memory
	for i, g := range r.Growth {
		if i == 0 {
			fmt.Fprint(out, "\nGrowth with the contest, as an exponent (1 is as it grows, 2 as its pairs do):\n")
		}
		fmt.Fprintf(out, "from %d to %d: %.2f by wall time (total less reading), %.2f by CPU time\n", g.From, g.To, g.Time, g.CPU)
	}
	fmt.Fprint(out, `
Each size ran in a process of its own; CPU and peak memory are those of that process, as
the operating system counted them, without the PostgreSQL server. A recheck is a second
process, from reading the input again to the new ranking, with one submission more.
`)
	return out.Flush()
}
