package search_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/search"
)

func queryFor(t *testing.T, file contest.File) search.Query {
	t.Helper()
	p, _, err := search.Request{File: file}.Program(t.Context())
	must(t, err)
	return search.QueryFor(p.Tokens)
}

// labelledCopy is a pair of pairs.csv that is a copy: the paths of two programs, and the level of
// disguise.
type labelledCopy struct{ left, right, level string }

func labelledCopies(t *testing.T) []labelledCopy {
	t.Helper()
	file, err := os.Open(filepath.Join(submissions, "pairs.csv"))
	must(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	must(t, err)
	var list []labelledCopy
	for _, row := range rows[1:] {
		if row[2] == "1" {
			list = append(list, labelledCopy{row[0], row[1], row[4]})
		}
	}
	return list
}

// A search for one program of a labelled copy finds its copy, at every level of disguise: always by
// shared shingles, and at levels 1 to 5 and 9 often by fingerprint too. All queries together, as in a
// check, and each query by itself find the same.
func TestRecall(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	db := open(t)
	ids := db.storeContest(t, "finals", submissions)
	copies := labelledCopies(t)
	var queries []search.Query
	for _, c := range copies {
		queries = append(queries, queryFor(t, source(t, c.left)), queryFor(t, source(t, c.right)))
	}
	limits := search.Limits{Distance: search.DefaultDistance, FingerprintCandidates: 10, SampleCandidates: 10}
	proposed, err := db.finder().Candidates(t.Context(), queries, contest.Scope{}, limits)
	must(t, err)
	type counts struct{ Queries, ByFingerprint, BySample, Found int }
	got := make(map[string]counts)
	for i, p := range proposed {
		c := copies[i/2]
		other := ids[[]string{c.right, c.left}[i%2]]
		n := got[c.level]
		n.Queries++
		for _, candidate := range p.Candidates {
			if !slices.Contains(candidate.Submissions, other) {
				continue
			}
			n.Found++
			if candidate.NearFingerprint {
				n.ByFingerprint++
			}
			if candidate.SharedShingles > 0 {
				n.BySample++
			}
			break
		}
		got[c.level] = n
		single, err := db.finder().Candidates(t.Context(), queries[i:i+1], contest.Scope{}, limits)
		must(t, err)
		if !slices.ContainsFunc(single[0].Candidates, func(c search.Candidate) bool { return slices.Contains(c.Submissions, other) }) {
			t.Errorf("%s and %s: a single query does not find the other program", c.left, c.right)
		}
	}
	want := map[string]counts{
		"1": {Queries: 6, ByFingerprint: 6, BySample: 6, Found: 6},
		"2": {Queries: 8, ByFingerprint: 8, BySample: 8, Found: 8},
		"3": {Queries: 10, ByFingerprint: 10, BySample: 10, Found: 10},
		"4": {Queries: 10, ByFingerprint: 4, BySample: 10, Found: 10},
		"5": {Queries: 10, ByFingerprint: 2, BySample: 10, Found: 10},
		"6": {Queries: 6, BySample: 6, Found: 6},
		"7": {Queries: 10, BySample: 10, Found: 10},
		"8": {Queries: 6, BySample: 6, Found: 6},
		"9": {Queries: 6, ByFingerprint: 6, BySample: 6, Found: 6},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("copies found by level (-want +got):\n%s", diff)
	}
}
