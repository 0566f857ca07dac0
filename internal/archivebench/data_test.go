package archivebench

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/simhash"
)

func sameData(t *testing.T, make func(seed uint64) *data) {
	t.Helper()
	first, second, other := make(1), make(1), make(2)
	if diff := cmp.Diff(first.stored, second.stored); diff != "" {
		t.Errorf("the same seed stores other data:\n%s", diff)
	}
	if diff := cmp.Diff(first.queries, second.queries); diff != "" {
		t.Errorf("the same seed has other queries:\n%s", diff)
	}
	if cmp.Equal(first.stored, other.stored) {
		t.Error("another seed stores the same data")
	}
	for i, e := range first.stored {
		if e.ID != int64(i+1) {
			t.Fatalf("ID %d at place %d", e.ID, i)
		}
	}
}

func TestRandomData(t *testing.T) {
	t.Parallel()
	sameData(t, func(seed uint64) *data { return randomData(500, 8, seed) })
	d := randomData(1000, 8, 1)
	var near, justBeyond int
	for _, q := range d.queries[:100] {
		near += len(simhash.Scan(d.stored, q, 8))
		justBeyond += len(simhash.Scan(d.stored, q, 8+beyond)) - len(simhash.Scan(d.stored, q, 8))
	}
	if near < 50 || justBeyond < 10 {
		t.Errorf("%d planted neighbours, %d just beyond: too few to show anything", near, justBeyond)
	}
	for _, q := range d.counted[:100] {
		if hits := simhash.Scan(d.stored, q, 8); len(hits) > 0 {
			t.Errorf("%v, whose candidates are counted, has planted neighbours", q)
		}
	}
}

func programs(t *testing.T) *Programs {
	t.Helper()
	p, err := ReadPrograms(t.Context(), []string{"../../testdata/submissions"}, intake.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Multiplied, the programs crowd as they did.
func TestFill(t *testing.T) {
	t.Parallel()
	p := programs(t)
	if len(p.problems) != 4 || p.count < 100 {
		t.Fatalf("%d programs for %d problems", p.count, len(p.problems))
	}
	sameData(t, func(seed uint64) *data { return p.fill(500, seed) })
	s := p.skew(p.fill(20_000, 1).stored, inBlocks(16, 16, 16, 16))
	// Each of so few programs crowds with its own copies, too.
	own := float64(int(1)<<16) / float64(p.count)
	if s.Real < 100 || s.Filled < (s.Real+own)/2 || s.Filled > s.Real+own {
		t.Errorf("equal block values are %v times as frequent as in random bits among the programs, and %v times when multiplied; want up to %v",
			s.Real, s.Filled, s.Real+own)
	}
	if s.LargestGroup > s.LargestBucket || s.LargestGroup < 20_000/p.count/2 {
		t.Errorf("the largest bucket holds %d, the largest group %d", s.LargestBucket, s.LargestGroup)
	}
}

func TestReadProgramsRefuses(t *testing.T) {
	t.Parallel()
	if _, err := ReadPrograms(t.Context(), []string{t.TempDir()}, intake.Options{}); err == nil {
		t.Error("an empty folder is read")
	}
}

// A child has each bit from one of its parents, most of them from the first.
func TestCross(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	exchanged := 0
	for range 1000 {
		a, b := simhash.Fingerprint(rng.Uint64()), simhash.Fingerprint(rng.Uint64())
		child := cross(rng, a, b)
		if (child^a)&(child^b) != 0 {
			t.Fatalf("%v, child of %v and %v, has a bit of neither", child, a, b)
		}
		exchanged += simhash.Distance(a, child)
	}
	if exchanged < 3500 || exchanged > 4500 { // 1/8 of the half that differs: 4 bits
		t.Errorf("%d bits in 1,000 children are from the second parent, want about 4,000", exchanged)
	}
}

func TestCrowding(t *testing.T) {
	t.Parallel()
	b := inBlocks(32, 32)
	// Two of three share the upper half: 2 ordered pairs of 6; the lower halves
	// are all apart.
	times, largest := b.crowding([]simhash.Fingerprint{0x1_0000_0001, 0x1_0000_0002, 0x2_0000_0003})
	if want := rounded(2.0 / 6 * (1 << 32) / 2); times != want || largest != 2 {
		t.Errorf("got %v times and %d, want %v and 2", times, largest, want)
	}
	if times, largest := b.crowding([]simhash.Fingerprint{7}); times != 0 || largest != 1 {
		t.Errorf("one alone crowds %v times, %d", times, largest)
	}
}
