package postgres

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestNotIndexed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(5)
	contestID := imported(t, db, "c", submissions)
	all := begun(t, db, contestID, submissions)
	ids := idsOf(submissions)
	fingerprint := func(i int) contest.Fingerprint { return contest.Fingerprint{SubmissionID: ids[i], Value: 1} }
	sample := func(i int) contest.Sample { return contest.Sample{SubmissionID: ids[i], Shingles: []uint32{1}} }
	err := errors.Join( // 0 has all, 1 and 2 one, 3 another version's, 4 nothing
		all.SaveFingerprints(ctx, 7, []contest.Fingerprint{fingerprint(0), fingerprint(1)}),
		all.SaveSamples(ctx, 8, []contest.Sample{sample(0), sample(2)}),
		all.SaveFingerprints(ctx, 6, []contest.Fingerprint{fingerprint(3)}),
		all.SaveSamples(ctx, 7, []contest.Sample{sample(3)}))
	if err != nil {
		t.Fatal(err)
	}
	lacking := slices.Sorted(slices.Values(ids[1:]))
	some := begun(t, db, contestID, submissions[:2])
	for name, tt := range map[string]struct {
		run  *Run
		want []int64
	}{
		"check of all":  {all, lacking},
		"check of some": {some, lacking}, // what it leaves out counts too
	} {
		if got, err := tt.run.NotIndexed(ctx, 7, 8); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, %v; want %v", name, got, err, tt.want)
		}
	}
	if err := some.Fail(ctx, "for the test"); err != nil {
		t.Fatal(err)
	}
	if _, err := some.NotIndexed(ctx, 7, 8); !errors.Is(err, errEnded) {
		t.Errorf("a check that is over: got error %v", err)
	}
}
