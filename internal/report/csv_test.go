package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func similarPair(left, right string, similarity, maximum float64, matched int) contest.Pair {
	return contest.Pair{
		Left: contest.Side{Path: left}, Right: contest.Side{Path: right},
		Scores: contest.Scores{Similarity: similarity, MaxSimilarity: maximum, MatchedTokens: matched, LongestMatch: matched / 2},
	}
}

// documentForOtherTools returns a document with pairs that are not sorted by similarity, an earlier contest,
// formulas, quotes, and numbers of all sizes.
func documentForOtherTools() Document {
	earlier := similarPair("A/ann.cpp", "A/dan.cpp", 2./3, 1, 31)
	earlier.Right.Contest = "Spring 2025"
	return Document{Pairs: []contest.Pair{
		earlier,
		similarPair("A/ann.cpp", "A/ben.cpp", 1, 1, 120),
		similarPair("B/=cmd().py", "B/a, \"b\".py", 0.0005, 0.25, 9),
		similarPair("A/cat.cpp", "A/ben.cpp", 0, 0, 0),
	}}
}

// JPlagCSV writes pairs by similarity in the form of JPlag.
func TestJPlagCSV(t *testing.T) {
	t.Parallel()
	var got strings.Builder
	must(t, JPlagCSV(&got, documentForOtherTools()))
	want := "submissionName1,submissionName2,averageSimilarity,maxSimilarity\r\n" +
		"A/ann.cpp,A/ben.cpp,1.0,1.0\r\n" +
		"A/ann.cpp,Spring 2025/A/dan.cpp,0.6666666666666666,1.0\r\n" +
		"B/=cmd().py,\"B/a, \"\"b\"\".py\",5.0E-4,0.25\r\n" +
		"A/cat.cpp,A/ben.cpp,0.0,0.0\r\n"
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("CSV (-want +got):\n%s", diff)
	}
}

// DolosCSV writes pairs by similarity in the form of Dolos.
func TestDolosCSV(t *testing.T) {
	t.Parallel()
	var got strings.Builder
	must(t, DolosCSV(&got, documentForOtherTools()))
	want := "id,leftFileId,leftFilePath,rightFileId,rightFilePath,similarity,totalOverlap,longestFragment,leftCovered,rightCovered\n" +
		"1,0,A/ann.cpp,1,A/ben.cpp,1,240,60,120,120\n" +
		"2,0,A/ann.cpp,2,Spring 2025/A/dan.cpp,0.6666666666666666,62,15,31,31\n" +
		"3,3,B/=cmd().py,4,\"B/a, \"\"b\"\".py\",0.0005,18,4,9,9\n" +
		"4,5,A/cat.cpp,1,A/ben.cpp,0,0,0,0,0\n"
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("CSV (-want +got):\n%s", diff)
	}
}

// The CSV forms of JPlag and Dolos do not let a path become a formula or an escape sequence.
func TestCSVOfOtherToolsGuardsFormulas(t *testing.T) {
	t.Parallel()
	d := Document{Pairs: []contest.Pair{similarPair("=cmd()", "@sum\x1b[2J", 1, 1, 10)}}
	var jplag, dolos strings.Builder
	must(t, JPlagCSV(&jplag, d))
	must(t, DolosCSV(&dolos, d))
	for _, text := range []string{jplag.String(), dolos.String()} {
		if !strings.Contains(text, "'=cmd()") || !strings.Contains(text, "'@sum") || strings.Contains(text, "\x1b") {
			t.Errorf("a path is a formula or an escape sequence in %q", text)
		}
	}
}

// javaDouble and jsNumber write numbers as Java and JavaScript do.
func TestNumbersOfOtherTools(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		x            float64
		java, script string
	}{
		{0, "0.0", "0"},
		{1, "1.0", "1"},
		{0.1, "0.1", "0.1"},
		{0.9234, "0.9234", "0.9234"},
		{0.001, "0.001", "0.001"},
		{0.0009, "9.0E-4", "0.0009"},
		{0.00012345, "1.2345E-4", "0.00012345"},
		{1e-7, "1.0E-7", "1e-7"},
		{1.5e-10, "1.5E-10", "1.5e-10"},
		{12345678, "1.2345678E7", "12345678"},
	} {
		if java, script := javaDouble(test.x), jsNumber(test.x); java != test.java || script != test.script {
			t.Errorf("%v: got %s and %s, want %s and %s", test.x, java, script, test.java, test.script)
		}
	}
}
