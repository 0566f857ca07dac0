package pairs

import (
	"slices"
	"testing"
)

// Own templates do not hide copies: the suspicion of the first two programs is as each case says.
func TestTemplatesDoNotHide(t *testing.T) {
	t.Parallel()
	c := newClassroom()
	library, solution, other := c.fresh(300), c.fresh(200), c.fresh(200)
	tests := []struct {
		name        string
		left, right Program
		least, most float64 // suspicion
	}{
		{"the copier has the code as own template",
			Program{Structure: solution, Template: solution}, Program{Structure: solution}, 0.99, 1},
		{"identical own code with two templates",
			Program{Structure: slices.Concat(solution, library), Template: library},
			Program{Structure: slices.Concat(solution, other), Template: other}, 0.99, 1},
		{"one side copies a template",
			Program{Structure: slices.Concat(solution[:50], library), Template: library},
			Program{Structure: slices.Concat(other[:50], library)}, 0.8, 1},
		{"different solutions with one template of both",
			Program{Structure: slices.Concat(solution, library), Template: library},
			Program{Structure: slices.Concat(other, library), Template: library}, 0, 0},
		{"the small solution has idioms of a template",
			Program{Structure: slices.Concat(solution[:20], library), Template: library},
			Program{Structure: slices.Concat(other, library[:30])}, 0, 0.1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := newClassroom()
			c.next = 1_000_000
			programs := []Program{test.left, test.right}
			for range 20 {
				programs = append(programs, Program{Structure: c.honest()})
			}
			for i := range programs {
				programs[i].Participant = i
			}
			got := suspicionOfFirst(t, programs, Options{})
			if got < test.least || got > test.most {
				t.Errorf("suspicion %v, want %v to %v", got, test.least, test.most)
			}
		})
	}
}

// Code that others have for other problems counts less. Accomplices who submit the copied code for
// another problem still do not hide it: however many they are, they add only one problem.
func TestAccomplicesDoNotHide(t *testing.T) {
	t.Parallel()
	suspicions := make(map[int]float64)
	for _, accomplices := range []int{0, 1, 3, 10} {
		c := newClassroom()
		source := c.honest()
		var pool []Program
		for i := range 20 {
			pool = append(pool, Program{Participant: i, Structure: c.honest()})
		}
		pool[0].Structure, pool[1].Structure = source, slices.Concat(c.copyOf(source)[20:], c.fresh(30))
		contest := slices.Clone(pool)
		for i := range 20 {
			contest = append(contest, Program{Participant: i, Problem: 1, Structure: c.honest()})
		}
		for i := range accomplices {
			contest = append(contest, Program{Participant: 100 + i, Problem: 1, Structure: source})
		}
		suspicions[accomplices] = suspicionOfFirst(t, pool, Options{Corpus: (*Corpus)(nil).Extend(contest)})
	}
	if suspicions[10] < 0.9*suspicions[1] || suspicions[1] < 0.7*suspicions[0] {
		t.Errorf("suspicion falls too much with the number of accomplices: %v", suspicions)
	}
}

// suspicionOfFirst returns the suspicion of the first two programs; 0 if Find returns no
// such pair.
func suspicionOfFirst(t *testing.T, programs []Program, opts Options) float64 {
	t.Helper()
	found := find(t, programs, opts)
	for _, pair := range found.Pairs {
		if pair.Left == 0 && pair.Right == 1 {
			return pair.Suspicion
		}
	}
	return 0
}

// Sums of both halves are exact if a shingle is subtracted before it is added.
func TestSumsBorrow(t *testing.T) {
	t.Parallel()
	var sum sums
	a, b := newSums(9216, 9215, 256), newSums(7, 5, 3)
	sum.subtract(b)
	sum.subtract(b)
	sum.add(a)
	sum.add(newSums(0, 0, 256)) // a repetition
	sum.add(b)
	sum.add(b)
	if sum.weightIfBoth() != 9216 || sum.weightIfOne() != 9215 || sum.plain() != 512 || sum.shingles() != 1 {
		t.Errorf("%d, %d, %d, %d: want 9216, 9215, 512, 1", sum.weightIfBoth(), sum.weightIfOne(), sum.plain(), sum.shingles())
	}
}
