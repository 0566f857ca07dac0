package pairs

import (
	"testing"
)

// A problem is simple if its typical program is short, and never simpler if it is longer.
func TestSimplicity(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		sizes []int
		want  float64
	}{
		{"no programs", nil, 1},
		{"programs of two lines", []int{11, 20, 23, 20}, 1},
		{"programs of some lines", []int{60, 90, 100}, 0.5},
		{"long programs", []int{105, 120, 130}, 0},
		{"a pool of two, one of them short", []int{12, 400}, 0},
		{"a pool of two short programs", []int{12, 40}, 1},
		{"a pool of four, half of them short", []int{12, 400, 12, 400}, 0},
		{"most are short", []int{12, 400, 12, 12}, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := Simplicity(upperMedian(test.sizes)); got != test.want {
				t.Errorf("simplicity %v, want %v", got, test.want)
			}
		})
	}
	for size := range 2 * complexSize {
		if Simplicity(size+1) > Simplicity(size) {
			t.Fatalf("a problem with typical programs of %d shingles is simpler than one with %d", size+1, size)
		}
	}
}

// Alike reports true if the typical pair of a large enough pool is alike, but not if the typical
// pair is a pair of copies.
func TestAlike(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		pairs  int64
		median float64
		want   bool
	}{
		{"honest programs", 1000, 0.045, false},
		{"programs that anybody finds alike", 1000, 0.12, true},
		{"a pool too small to tell", 99, 0.12, false},
		{"a ring of most participants", 1000, 0.93, false},
	} {
		if got := Alike(test.pairs, test.median); got != test.want {
			t.Errorf("%s: %t, want %t", test.name, got, test.want)
		}
	}
}

// A ring of copies does not make a problem simple. All programs have 120 shingles, of which
// those of the ring share 100.
func TestRingsDoNotMakeAProblemSimple(t *testing.T) {
	t.Parallel()
	for _, pool := range []int{2, 4, 20, 200} {
		for _, ring := range []int{0, 2, pool / 2, pool} {
			var programs []Program
			for i := range pool {
				shingles := numbered(1000*(i+1), 1000*(i+1)+120)
				if i < ring {
					copy(shingles, numbered(1, 101))
				}
				programs = append(programs, Program{Participant: i, Structure: shingles})
			}
			got := find(t, programs, Options{Keep: 0.2})
			if got.TypicalSize != 120 || Simplicity(got.TypicalSize) != 0 {
				t.Errorf("ring of %d in a pool of %d: typical size %d and simplicity %v, want 120 and 0", ring, pool, got.TypicalSize, Simplicity(got.TypicalSize))
			}
		}
	}
}

// For the typical size of a problem, only the longest attempt of each participant counts.
func TestAttemptsDoNotMakeAProblemSimple(t *testing.T) {
	t.Parallel()
	programs := []Program{{Participant: 0, Structure: numbered(1, 151)}, {Participant: 1, Structure: numbered(1001, 1151)}}
	for range 20 {
		programs = append(programs, Program{Participant: 0, Structure: []uint64{7, 7, 8, 0}})
	}
	got := find(t, programs, Options{Keep: 0.2})
	if got.TypicalSize != 150 {
		t.Errorf("typical size %d, want 150", got.TypicalSize)
	}
}
