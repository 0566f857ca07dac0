package evaluate_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evaluate"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// fingerprintDoc is the document with the tables of this test.
const fingerprintDoc = "../../docs/fingerprints.md"

// column is a column of a table: the labelled pairs for which holds is true.
type column struct {
	name  string
	holds func(evaluate.Row) bool
}

// fingerprintSets are the published sets in the document.
var fingerprintSets = []string{"conplag-raw", "conplag-template-free", "vkcup2015"}

var (
	copies = column{"copies", func(r evaluate.Row) bool { return r.Copied }}
	honest = column{"honest", func(r evaluate.Row) bool { return !r.Copied }}
	ranked = column{"ranked", isRanked}
)

// isRanked reports whether a check lists a pair by default.
func isRanked(r evaluate.Row) bool {
	return check.Defaults().Lists(contest.Scores{Suspicion: r.Suspicion, Chance: &r.Chance})
}

// docs/fingerprints.md has the tables of this test: how many pairs the block index finds at each distance,
// by level of disguise and by set, and how many the exact search finds.
func TestReachOfTheIndex(t *testing.T) {
	t.Parallel()
	var levels []column
	for level := 1; level <= 9; level++ {
		name := fmt.Sprint(level)
		levels = append(levels, column{name, func(r evaluate.Row) bool { return r.Copied && r.Level == name }})
	}
	rows := score(t, ownSet).Rows
	compareTable(t, tableOf("level", reach(t, submissions, rows, append(levels, copies, honest, ranked))))

	var columns [][]string
	for _, set := range publishedSets(t, fingerprintSets...) {
		columns = append(columns, reach(t, set.files, scoreEach(t, set), []column{copies, honest, ranked})...)
	}
	compareTable(t, tableOf("set", columns))
}

// reach returns a list for each column: its name, its number of pairs, how many of them a search of the
// index finds for each distance, and how many the exact search finds.
func reach(t *testing.T, path string, rows []evaluate.Row, columns []column) [][]string {
	t.Helper()
	index, ids := simhash.NewIndex(), make(map[string]int64)
	fingerprints := make(map[string]simhash.Fingerprint)
	for path, p := range lexAll(t, path) {
		if f, ok := program.Fingerprint(lexer.Symbols(p.tokens)); ok {
			ids[path], fingerprints[path] = int64(len(ids)), f
			index.Add(ids[path], f)
		}
	}
	found := func(r evaluate.Row, k int) bool {
		left, ok := fingerprints[r.Left]
		right, known := ids[r.Right]
		if !ok || !known || strings.HasPrefix(r.NotStoredReason, "not paired") {
			return false
		}
		hits, err := index.Search(left, k)
		must(t, err)
		for _, hit := range hits {
			if hit.ID == right {
				return true
			}
		}
		return false
	}
	var lists [][]string
	for _, c := range columns {
		lists = append(lists, []string{c.name})
	}
	add := func(counts func(evaluate.Row) bool) {
		numbers := make([]int, len(columns))
		for _, row := range rows {
			if !counts(row) {
				continue
			}
			for i, c := range columns {
				if c.holds(row) {
					numbers[i]++
				}
			}
		}
		for i, n := range numbers {
			lists[i] = append(lists[i], fmt.Sprint(n))
		}
	}
	add(func(evaluate.Row) bool { return true })
	for k := range simhash.MaxDistance + 1 {
		add(func(r evaluate.Row) bool { return found(r, k) })
	}
	add(isRanked)
	return lists
}

// tableOf returns a table of columns side by side, after a column with the names of the lines.
func tableOf(title string, columns [][]string) string {
	names := []string{title, "pairs"}
	for k := range simhash.MaxDistance + 1 {
		names = append(names, fmt.Sprintf("k = %d", k))
	}
	names = append(names, "exact")
	var table strings.Builder
	for line, name := range names {
		fmt.Fprintf(&table, "%-6s", name)
		for _, c := range columns {
			fmt.Fprintf(&table, "  %*s", len(c[0]), c[line])
		}
		table.WriteByte('\n')
	}
	return table.String()
}

// compareTable compares a table with the table in the document that has the same first line.
func compareTable(t *testing.T, table string) {
	t.Helper()
	text, err := os.ReadFile(fingerprintDoc)
	must(t, err)
	var want strings.Builder
	for line := range strings.Lines(table) {
		want.WriteString("    " + line)
	}
	header, _, _ := strings.Cut(want.String(), "\n")
	before, rest, ok := strings.Cut(string(text), header+"\n")
	if !ok {
		t.Fatalf("%s has no table that starts with\n%s", fingerprintDoc, header)
	}
	got := header + "\n"
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, "    ") {
			break
		}
		got += line
	}
	if *update {
		after := strings.TrimPrefix(rest, strings.TrimPrefix(got, header+"\n"))
		must(t, os.WriteFile(fingerprintDoc, []byte(before+want.String()+after), 0o644))
		return
	}
	if diff := cmp.Diff(want.String(), got); diff != "" {
		t.Errorf("%s: run with -update if the change is intended (-measured +documented):\n%s", fingerprintDoc, diff)
	}
}
