package pairs

import (
	"slices"
	"testing"
)

// course returns programs of four files: a starter file that all have, and three of their own. Participants 3 and 7 have the
// same second file.
func course() []Program {
	starter, copied := numbered(1, 300), numbered(1000, 1150)
	var programs []Program
	for i := range 20 {
		files := [][]uint64{starter}
		for n := range 3 {
			files = append(files, numbered(10_000*(i+1)+1000*n, 10_000*(i+1)+1000*n+150))
		}
		if i == 3 || i == 7 {
			files[2] = copied
		}
		p := Program{Participant: i, Structure: slices.Concat(files...)}
		for _, file := range files {
			p.Files = append(p.Files, fileCode{structure: file})
		}
		programs = append(programs, p)
	}
	return programs
}

// A copied file makes its pair suspicious, although the rest of the programs differs. A file that all have makes no pair
// suspicious.
func TestCopiedFile(t *testing.T) {
	t.Parallel()
	for _, omit := range [][]string{nil, {"files"}} {
		got := find(t, course(), Options{OmitParts: omit})
		first, second := got.Pairs[0], got.Pairs[1]
		if first.Left != 3 || first.Right != 7 {
			t.Errorf("without %v: the first pair is %+v, want 3 and 7", omit, first)
		}
		if withFiles := omit == nil; withFiles != (first.Suspicion > 0.8) {
			t.Errorf("without %v: the copied file has the suspicion %v, want more than 0.8 only with files", omit, first.Suspicion)
		}
		if second.Suspicion > 0.25 {
			t.Errorf("without %v: a pair that shares only the starter file has the suspicion %v, want at most 0.25", omit, second.Suspicion)
		}
		if chance := got.Tail.Chance(first.Unraised, first.Evidence); chance > 0.1 {
			t.Errorf("without %v: the chance is %v, want at most 0.1", omit, chance)
		}
	}
}
