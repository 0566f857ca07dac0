package contest

import (
	"strconv"
)

// Summary counts what a check did.
type Summary struct {
	Problems      int   `json:"problems"`
	Participants  int   `json:"participants"`
	Submissions   int   `json:"submissions"`    // compared ones
	PairsCompared int64 `json:"pairs_compared"` // pairs of participants, once per problem
	PairsKept     int   `json:"pairs_kept"`     // stored: suspicion of Keep or more
	Skipped       int   `json:"skipped"`
}

// String says it in a line: "4 problems, 40 participants, 93 submissions,
// 3,120 pairs compared".
func (s Summary) String() string {
	return counted(int64(s.Problems), "problem") + ", " +
		counted(int64(s.Participants), "participant") + ", " +
		counted(int64(s.Submissions), "submission") + ", " +
		counted(s.PairsCompared, "pair") + " compared"
}

// counted writes a number, its thousands apart, and what it counts.
func counted(n int64, what string) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if n != 1 {
		what += "s"
	}
	return digits + " " + what
}
