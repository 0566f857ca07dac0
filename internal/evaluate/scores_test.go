package evaluate

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// Scores that are written can be read again.
func TestScoresRoundTrip(t *testing.T) {
	t.Parallel()
	rows := []Row{
		{Left: "A/a, b.c", Right: "A/\"c\".c", Copied: true, Problem: "A", Pairs: 1, Suspicion: 0.123456, Chance: 1e-6, Similarity: 1. / 3,
			MaxSimilarity: math.Nextafter(0.3, 1), LongestMatch: 41, MatchedTokens: 93, Hamming: 12},
		{Left: "A/a.c", Right: "A/b.c", Problem: "A", Pairs: 1, Suspicion: 1, Chance: weakestChance, Hamming: MaxDistance},
		{Left: "A/a.c", Right: "A/a2.c", Problem: "A", Pairs: 1},
		{Problem: "A", Pairs: 12, Suspicion: 0.01, Chance: weakestChance, Hamming: MaxDistance},
	}
	var out bytes.Buffer
	must(t, WriteScores(&out, rows))
	wantText := `left,right,label,problem,suspicion,chance,similarity,max_similarity,longest_match,matched_tokens,hamming,pairs
,,0,A,0.01,,0,0,0,0,64,12
"A/a, b.c","A/""c"".c",1,A,0.123456,0.000001,0.3333333333333333,0.30000000000000004,41,93,12,1
A/a.c,A/a2.c,0,A,0,0,0,0,0,0,0,1
A/a.c,A/b.c,0,A,1,,0,0,0,0,64,1
`
	wantEqual(t, "scores", wantText, out.String())
	got, err := ReadScores(&out)
	must(t, err)
	wantEqual(t, "rows", []Row{rows[3], rows[0], rows[2], rows[1]}, got)
}

// The errors of ReadScores name the line and the column.
func TestReadScoresErrors(t *testing.T) {
	t.Parallel()
	header := strings.Join(scoreColumns, ",") + "\n"
	tests := []struct{ name, text, wantErr string }{
		{"a file of labels", "left,right,label\na,b,1\n", `line 1: there is no column "problem"`},
		{"a suspicion that is not a number", header + "a,b,1,A,x,0,0,0,0,0,0,1\n", `line 2: suspicion is "x": it must be a number from 0 to 1`},
		{"a similarity of NaN", header + "a,b,1,A,0,0,NaN,0,0,0,0,1\n", `line 2: similarity is "NaN"`},
		{"a similarity above 1", header + "a,b,1,A,0,0,0,1.5,0,0,0,1\n", `line 2: max_similarity is "1.5"`},
		{"a chance below 0", header + "a,b,1,A,0,-1,0,0,0,0,0,1\n", `line 2: chance is "-1": it must be a number from 0 on, or empty`},
		{"a negative count", header + "a,b,1,A,0,0,0,0,-1,0,0,1\n", `line 2: longest_match is "-1": it must be a whole number`},
		{"a distance above 64", header + "a,b,1,A,0,0,0,0,0,0,65,1\n", `line 2: hamming is "65": it must be a whole number from 0 to 64`},
		{"a bad label", header + "a,b,1,A,0,0,0,0,0,0,0,1\nc,d,?,A,0,,0,0,0,0,0,1\n", `line 3: the label is "?"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := ReadScores(strings.NewReader(test.text)); err == nil || !strings.Contains(err.Error(), test.wantErr) {
				t.Errorf("error is %v, want %q", err, test.wantErr)
			}
		})
	}
}

// FuzzReadScores checks that rows stay the same if they are written and read again.
func FuzzReadScores(f *testing.F) {
	header := strings.Join(scoreColumns, ",") + "\n"
	f.Add(header + "a,b,1,A,0.5,2.5,0.25,1,9,20,64,1\n")
	f.Add(header + "b,a,0,\"A, B\",1e-9,,0x1p-2,-0,0,0,0,1\n")
	f.Add(header + ",,0,A,0.01,,0,0,0,0,64,1700\n")
	f.Add("left,right\n")
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := ReadScores(strings.NewReader(text))
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		must(t, WriteScores(&first, rows))
		rowsRead, err := ReadScores(bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatalf("error %v for the written scores:\n%s", err, first.String())
		}
		must(t, WriteScores(&second, rowsRead))
		if first.String() != second.String() {
			t.Errorf("the second writing differs from the first:\n%s\n%s", first.String(), second.String())
		}
	})
}
