package pairs

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Result.Frequencies has the same counts of participants as a separate count. It lists only
// shingles that at least the given number of participants have.
func TestFrequencies(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 8))
	programs := make([]Program, 60)
	for i := range programs {
		programs[i] = Program{Participant: i / 3, Problem: i % 2}
		for range 40 {
			shingle := random.Uint64N(200) * 0x9e3779b97f4a7c15 // 0 does not count as a shingle
			programs[i].Structure = append(programs[i].Structure, shingle)
			if i%5 == 0 {
				programs[i].Template = append(programs[i].Template, shingle)
			}
			programs[i].Wording = append(programs[i].Wording, shingle+1)
		}
	}
	holders := make(map[uint64]map[int]bool)
	for _, p := range programs {
		for _, shingle := range p.Structure {
			if holders[shingle] == nil {
				holders[shingle] = make(map[int]bool)
			}
			holders[shingle][p.Participant] = true
		}
	}
	for _, least := range []int{0, 1, 3, 8, 21} {
		var want []Frequency
		for shingle, who := range holders {
			if shingle != 0 && least > 0 && len(who) >= least {
				want = append(want, Frequency{shingle, int32(len(who))})
			}
		}
		slices.SortFunc(want, func(a, b Frequency) int {
			if a.Shingle < b.Shingle {
				return -1
			}
			return 1
		})
		got := find(t, programs, Options{Keep: 0.5, MinFrequency: least})
		if diff := cmp.Diff(want, got.Frequencies); diff != "" {
			t.Errorf("frequencies from %d participants on (-want +got):\n%s", least, diff)
		}
	}
}
