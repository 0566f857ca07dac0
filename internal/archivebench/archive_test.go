package archivebench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/scratch"
)

func options(index string, distances ...int) Options {
	return Options{Size: 3000, Distances: distances, Index: index, Queries: 40, Seed: 1, Progress: func(string) {}}
}

func wantNothingLeft(t *testing.T, url string) {
	t.Helper()
	left, err := scratch.Left(context.Background(), url)
	if err != nil || len(left) > 0 {
		t.Errorf("%q are left behind, %v", left, err)
	}
}

// Every index finds exactly what a scan finds, over random bits and over real
// programs, and leaves nothing behind.
func TestIndexes(t *testing.T) {
	t.Parallel()
	real := programs(t)
	for _, c := range choices() {
		for name, programs := range map[string]*Programs{"random": nil, "real": real} {
			t.Run(c.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				url := pgtest.NewEmpty(t)
				distances := []int{0, 3, min(c.largest, 8)}
				opts := options(c.name, distances...)
				opts.Programs = programs
				r, err := Run(t.Context(), url, opts)
				if err != nil {
					t.Fatal(err)
				}
				if !r.Exact() {
					t.Errorf("not exact: %+v, %+v", r.Distances, r.Join)
				}
				for i, f := range r.Distances {
					if f.Checked != opts.Queries || f.Candidates < 0 || f.P50 <= 0 || f.P999 < f.P99 || f.P99 < f.P50 {
						t.Errorf("distance %d: %+v", distances[i], f)
					}
				}
				if last := r.Distances[len(distances)-1]; last.Found == 0 {
					t.Errorf("nothing is found at distance %d: %+v", last.Distance, last)
				}
				if r.BytesPerRow < 60 || len(r.Parts) < 2 || r.RowsPerS <= 0 {
					t.Errorf("%+v", r.Measured)
				}
				if joins := c.name != "postings"; (r.Join != nil) != joins || joins && r.Join.Queries != 10_000 {
					t.Errorf("joined: %+v", r.Join)
				}
				if (r.Skew != nil) != (programs != nil) {
					t.Errorf("the skew of %s data is %+v", name, r.Skew)
				}
				wantNothingLeft(t, url)
			})
		}
	}
}

// The candidates of random bits are those predicted.
func TestCandidates(t *testing.T) {
	t.Parallel()
	for _, index := range []string{Product, "4x16"} {
		t.Run(index, func(t *testing.T) {
			t.Parallel()
			opts := options(index, 8)
			opts.Size, opts.Queries = 50_000, 200
			r, err := Run(t.Context(), pgtest.NewEmpty(t), opts)
			if err != nil {
				t.Fatal(err)
			}
			if f := r.Distances[0]; f.Candidates < 0.8*f.Predicted || f.Candidates > 1.2*f.Predicted {
				t.Errorf("%v candidates, %v are predicted", f.Candidates, f.Predicted)
			}
		})
	}
}

// The designs of the literature are exact, and what is told of them is right.
func TestLiterature(t *testing.T) {
	t.Parallel()
	url := pgtest.NewEmpty(t)
	opts := options(Product, 3)
	opts.Literature, opts.Queries = 2000, 15
	r, err := Run(t.Context(), url, opts)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Literature) != len(replaced()) || !r.Exact() {
		t.Errorf("%+v", r.Literature)
	}
	for _, l := range r.Literature {
		size := 2000
		if l.Index == "expanded" {
			size = 2
		}
		if l.Size != size || l.BytesPerRow < 40 || l.Checked != opts.Queries {
			t.Errorf("%+v", l)
		}
	}
	wantNothingLeft(t, url)
}

// Interrupted or failed at any step, nothing is left behind.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for _, step := range []string{"making", "scanning", "loading", "asking", "joining"} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			url := pgtest.NewEmpty(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			opts := options(Product, 3)
			opts.Progress = func(next string) {
				if strings.HasPrefix(next, step) {
					cancel()
				}
			}
			if _, err := Run(ctx, url, opts); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v, want that it was interrupted", err)
			}
			wantNothingLeft(t, url)
		})
	}
}

func TestRunRefuses(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string]Options{
		"no size":          {Distances: []int{3}, Index: Product, Queries: 1},
		"no distance":      {Size: 10, Index: Product, Queries: 1},
		"too many queries": {Size: 10, Distances: []int{3}, Index: Product, Queries: MostQueries + 1},
		"no such index":    {Size: 10, Distances: []int{3}, Index: "tree", Queries: 1},
		"distance too far": {Size: 10, Distances: []int{6}, Index: "2x32", Queries: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if r, err := Run(t.Context(), "", opts); err == nil {
				t.Errorf("got %+v", r)
			}
		})
	}
}

// A wrong answer is noticed, and told.
func TestInexact(t *testing.T) {
	t.Parallel()
	b := &bench{data: randomData(1000, 3, 1), queries: 10, progress: func(string) {}}
	if err := b.ask(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	for i, answer := range b.answers {
		if len(answer) == 0 {
			continue
		}
		if !b.right(i, 3, answer) || b.right(i, 3, answer[1:]) || b.right(i, 3, append(answer[:len(answer):len(answer)], group{1, 1})) {
			t.Errorf("query %d: a wrong answer passes, or the right one does not", i)
		}
	}
	r := Report{Measured: Measured{Distances: []Figures{{Exact: true}, {Exact: false}}}}
	if r.Exact() {
		t.Error("one wrong distance passes")
	}
	r.Distances[1].Exact = true
	if !r.Exact() {
		t.Error("right answers do not pass")
	}
	r.Join = &Join{}
	if r.Exact() {
		t.Error("a wrong join passes")
	}
}

// The keys that others read.
func TestJSON(t *testing.T) {
	t.Parallel()
	r := Report{Measured: Measured{Distances: []Figures{{Size: 5, Index: "4x16", Distance: 3, P50: 1.5, P99: 2, Candidates: 61, Exact: true}},
		BytesPerRow: 195.5, RowsPerS: 1e6, Join: &Join{Seconds: 0.7, Exact: true}}}
	var out bytes.Buffer
	if err := r.JSON(&out); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]any{"bytes_per_row": 195.5, "join_10000_s": 0.7, "rows_per_s": 1e6} {
		if got[key] != want {
			t.Errorf("%s: got %v, want %v", key, got[key], want)
		}
	}
	first := got["distances"].([]any)[0].(map[string]any)
	for key, want := range map[string]any{"size": 5.0, "index": "4x16", "distance": 3.0, "p50_us": 1.5, "p99_us": 2.0, "candidates": 61.0, "exact": true} {
		if first[key] != want {
			t.Errorf("%s: got %v, want %v", key, first[key], want)
		}
	}
}

func TestThousands(t *testing.T) {
	t.Parallel()
	for x, want := range map[float64]string{0: "0", 12: "12", 999.4: "999", 1000: "1,000", 1234567.2: "1,234,567"} {
		if got := thousands(x); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
