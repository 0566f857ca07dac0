package check

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// A check skips a program whose tokens would overflow the sums of weights.
func TestTooLargeTogether(t *testing.T) {
	t.Parallel()
	submissions := primes()
	var source strings.Builder // by the sequence of Thue and Morse, which has no period
	for i := range 60_000 {
		source.WriteString([]string{"a+", "a-"}[bits.OnesCount(uint(i))&1])
	}
	text := []byte(source.String() + "a;\n")
	large := contest.Submission{Path: "A/large", Problem: submissions[0].Problem, Participant: "large", Language: "cpp"}
	for i := range pairs.MaxShingles/120_000 + 1 {
		large.Files = append(large.Files, contest.File{Path: fmt.Sprintf("%d.cpp", i), Content: text})
	}
	set, err := NewScoring(t.Context(), Request{Submissions: append(submissions, large), Parameters: Defaults()}, nil)
	must(t, err)
	if len(set.Skipped) != 1 || set.Skipped[0].Path != large.Path || !strings.HasPrefix(set.Skipped[0].Reason.String(), "too large: 4") {
		t.Errorf("skipped %v, want the large program", set.Skipped)
	}
}
