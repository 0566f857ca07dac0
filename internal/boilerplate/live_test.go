package boilerplate

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// However programs come and go, what is found is what Find finds among those that
// are there.
func TestLiveEqualsFind(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	templates, twins, changes := 0, 0, 0
	for range 40 {
		live := NewLive(length)
		programs := make(map[int64]Program)
		passages := make(map[int64][]contest.Passage)
		for number := range int64(30) {
			participant, problem := fmt.Sprint("p", random.IntN(4)), string(rune('A'+random.IntN(4)))
			// A and B are versions of one problem to some.
			solution := participant + problem
			if random.IntN(4) > 0 && problem < "C" {
				solution = participant + "AB"
			}
			blocks := []block{{solution, 40 + random.IntN(30)}}
			if random.IntN(2) == 0 {
				blocks = append(blocks, block{participant + "lib", 60})
			}
			programs[number] = program(participant, problem, random.IntN(40), blocks...)
			live.Add(number, programs[number])
			for n, p := range programs {
				if random.IntN(80) == 0 {
					live.Remove(n, p)
					delete(programs, n)
					delete(passages, n)
				}
			}
			if random.IntN(3) == 0 {
				continue
			}
			changed, grouped, retwinned := live.Update()
			for n, list := range changed {
				if _, ok := programs[n]; !ok {
					t.Fatalf("a template of program %d, which is not there", n)
				}
				passages[n] = list
			}
			if retwinned {
				changes++
			}
			var list []Program
			var numbers []int64
			for n, p := range programs {
				list, numbers = append(list, p), append(numbers, n)
			}
			want := Find(list, length)
			for i, n := range numbers {
				if diff := cmp.Diff(want.Passages[i], passages[n]); diff != "" {
					t.Fatalf("program %d of %d (-want +got):\n%s", n, len(list), diff)
				}
				templates += len(passages[n])
			}
			for _, problem := range []string{"A", "B", "C", "D"} {
				if got := grouped.Of(problem); got != want.Similar.Of(problem) {
					t.Fatalf("%s is a version of %s, want %s", problem, got, want.Similar.Of(problem))
				} else if got != problem {
					twins++
				}
			}
		}
	}
	if templates < 500 || twins < 50 || changes < 20 {
		t.Errorf("%d templates, %d twins, which changed %d times: the test says too little", templates, twins, changes)
	}
}
