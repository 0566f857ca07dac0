package check

import (
	"fmt"
	"github.com/ojcheck/ojcheck/pairs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
)

// Where the memory is too little, the longest programs are left out, in whatever order they come.
func TestMemory(t *testing.T) {
	t.Parallel()
	java, _ := lexer.ByName("java")
	var all []*submission
	for i := range 20 {
		text := strings.Repeat("a = b + c; ", 10*(i/2+1)) // two of each length
		p, err := program.Read(t.Context(), []contest.File{{Path: "Main.java", Content: []byte(text)}}, java, false)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, &submission{Submission: contest.Submission{Path: fmt.Sprintf("%02d", i)}, code: p.Code(10)})
	}
	bound := int64(0)
	for _, sub := range all[:7] {
		bound += memoryOf(sub.code)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		m := &memory{bytes: bound}
		submissions := make([]*submission, len(all))
		for i, sub := range all {
			submissions[i] = &submission{Submission: sub.Submission, code: sub.code}
		}
		random.Shuffle(len(submissions), func(i, j int) { submissions[i], submissions[j] = submissions[j], submissions[i] })
		for _, sub := range submissions {
			m.add(sub)
		}
		compared, skipped := m.drop(submissions)
		var paths []string
		for _, sub := range compared {
			paths = append(paths, sub.Path)
		}
		slices.Sort(paths)
		if diff := cmp.Diff([]string{"00", "01", "02", "03", "04", "05", "06"}, paths); diff != "" {
			t.Fatalf("compared (-want +got):\n%s", diff)
		}
		if len(skipped) != 13 || !strings.Contains(skipped[0].Reason.String(), "--memory") {
			t.Fatalf("skipped %+v, want 13 with the advice", skipped)
		}
	}
}

// fewTimes shortens only long lists with many repetitions.
func TestFewTimes(t *testing.T) {
	t.Parallel()
	short, long := []uint64{3, 1, 3}, slices.Repeat([]uint64{3, 1, 0}, longList)
	times := func(shingle uint64) []uint64 { return slices.Repeat([]uint64{shingle}, pairs.MaxTimes) }
	varied := make([]uint64, longList)
	for i := range varied {
		varied[i] = uint64(longList - i)
	}
	for _, tt := range []struct{ list, want []uint64 }{{short, short}, {long, slices.Concat(times(0), times(1), times(3))}, {varied, varied}} {
		if diff := cmp.Diff(tt.want, fewTimes(tt.list)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	if long[0] != 3 {
		t.Error("fewTimes changes its argument")
	}
}
