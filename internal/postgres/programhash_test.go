package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestProgramHashes(t *testing.T) {
	t.Parallel()
	db := open(t)
	one, two, moved := submission("A", "ann", 1, "one"), submission("A", "ben", 1, "b"), submission("B", "cat", 1, "one")
	two.Files = []contest.File{{Path: "x/B.cpp", Content: []byte("b")}, {Path: "x/a.cpp", Content: []byte("a")}}
	submissions := []contest.Submission{one, two, moved}
	imported(t, db, "c", submissions)
	hash := func(files ...string) string {
		var all []byte
		for _, f := range files {
			sum := sha256.Sum256([]byte(f))
			all = append(all, sum[:]...)
		}
		sum := sha256.Sum256(all)
		return hex.EncodeToString(sum[:])
	}
	ids := idsOf(submissions)
	want := map[int64]string{ids[0]: hash("one"), ids[1]: hash("b", "a"), ids[2]: hash("one")}
	got, err := db.ProgramHashes(t.Context(), append(ids, 4711))
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
