package archivebench

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"time"
)

// Report is what was measured.
type Report struct {
	Data   string `json:"data"` // "random", or the path of the programs
	Seed   uint64 `json:"seed"`
	CPUs   int    `json:"cpus"`
	System string `json:"system"`
	Server string `json:"server"` // version of PostgreSQL
	Skew   *Skew  `json:"skew,omitempty"`
	Measured
	Literature []Shown `json:"literature,omitempty"`
}

// Measured is what was measured of one design.
type Measured struct {
	Index       string    `json:"index"`
	About       string    `json:"about"`
	Distances   []Figures `json:"distances"`
	BytesPerRow float64   `json:"bytes_per_row"` // table, primary key and all indexes
	Parts       []Part    `json:"parts"`
	Warm        bool      `json:"warm"`       // whether all was read into the server's memory first, as far as it fits
	RowsPerS    float64   `json:"rows_per_s"` // by COPY, before there are indexes
	LoadS       float64   `json:"load_s"`
	IndexS      float64   `json:"index_s"` // indexes and VACUUM
	Join        *Join     `json:"-"`
}

// Figures are of the single queries for one distance.
type Figures struct {
	Size           int     `json:"size"`
	Index          string  `json:"index"`
	Distance       int     `json:"distance"`
	Min            float64 `json:"min_us"` // the quickest, which others on the machine disturb least
	P50            float64 `json:"p50_us"`
	P99            float64 `json:"p99_us"`
	P999           float64 `json:"p999_us"`
	Lookups        int     `json:"lookups"`              // of one query
	Candidates     float64 `json:"candidates"`           // that a query looks at, on average
	Predicted      float64 `json:"candidates_predicted"` // were the bits random
	MostCandidates int64   `json:"candidates_most"`
	Found          float64 `json:"found"` // programs in an answer, on average
	Exact          bool    `json:"exact"`
	Checked        int     `json:"checked"` // queries whose answers were compared with a scan
}

// Join is the set-based join of many queries.
type Join struct {
	Seconds  float64
	Queries  int
	Distance int
	Exact    bool
	Checked  int
}

// Exact tells whether every answer that was checked was right.
func (r *Report) Exact() bool {
	for _, f := range r.Distances {
		if !f.Exact {
			return false
		}
	}
	for _, l := range r.Literature {
		if !l.Exact {
			return false
		}
	}
	return r.Join == nil || r.Join.Exact
}

// JSON writes the report as one object.
func (r *Report) JSON(w io.Writer) error {
	type flat Report // without this method's name in the way of embedding
	out := struct {
		*flat
		JoinS     *float64 `json:"join_10000_s"` // null for a design that cannot join
		JoinExact *bool    `json:"join_exact"`
	}{flat: (*flat)(r)}
	if r.Join != nil {
		out.JoinS, out.JoinExact = &r.Join.Seconds, &r.Join.Exact
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(out); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}

// rounded is a figure to two decimals.
func rounded(x float64) float64 { return math.Round(x*100) / 100 }

// seconds is a duration to the millisecond.
func seconds(d time.Duration) float64 { return math.Round(d.Seconds()*1000) / 1000 }

// rate is how many there are to a second.
func rate(n int, d time.Duration) float64 {
	return math.Round(float64(n) / max(d.Seconds(), 1e-9))
}
