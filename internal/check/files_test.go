package check

import (
	"fmt"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// A pair that shares one file of several is suspicious. A starter file that all have makes nobody suspicious.
func TestSharedFile(t *testing.T) {
	t.Parallel()
	for _, without := range [][]string{nil, {"files"}} {
		req := Request{Parameters: Defaults()}
		req.Parameters.Omitted = without
		for i := range 20 {
			path := fmt.Sprint("course/", i)
			s := contest.Submission{Problem: "course", Participant: path, Path: path, Language: "C++"}
			for n, seed := range []int{0, 100 + i, 200 + i, 300 + i} {
				if n == 2 && i == 7 {
					seed = 203 // the file of participant 3
				}
				source := fmt.Sprintf("int part%d(int a, int b, int f[]) {\n%s}\n", n, statements(uint64(seed), 40))
				s.Files = append(s.Files, contest.File{Path: fmt.Sprintf("%s/%d.cpp", path, n), Content: []byte(source)})
			}
			req.Submissions = append(req.Submissions, s)
		}
		scoring, err := NewScoring(t.Context(), req, nil)
		if err != nil {
			t.Fatal(err)
		}
		scores, _, _, err := scoring.Score(t.Context(), []PathPair{{"course/3", "course/7"}, {"course/1", "course/2"}})
		if err != nil {
			t.Fatal(err)
		}
		if isHigh := scores[0].Suspicion > 0.7; isHigh != (without == nil) {
			t.Errorf("without %v: the copied file has suspicion %v, want more than 0.7 with files only", without, scores[0].Suspicion)
		}
		if scores[1].Suspicion > 0.3 {
			t.Errorf("without %v: the starter file has suspicion %v, want at most 0.3", without, scores[1].Suspicion)
		}
	}
}
