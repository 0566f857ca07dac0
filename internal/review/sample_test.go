package review

import (
	"math"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// The bounds equal the published tables of Clopper and Pearson, such as 1 - 0.05^(1/n) for no
// copies.
func TestAuditMaxCopyShare(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		sampled, confirmed, unclear int
		want                        float64
	}{
		{20, 0, 0, 0.1391}, {20, 1, 0, 0.2161}, {20, 1, 1, 0.2826}, {10, 0, 0, 0.2589}, {10, 5, 0, 0.7776}, {100, 0, 0, 0.0295}, {1000, 10, 0, 0.0169}, {20, 20, 0, 1},
	} {
		a := Audit{Population: 5000, Sampled: test.sampled, Decided: test.sampled, Confirmed: test.confirmed, Unclear: test.unclear}
		if got, ok := a.MaxCopyShare(); !ok || math.Abs(got-test.want) > 0.00006 {
			t.Errorf("%+v: at most %.5f, %v; want %v", a, got, ok, test.want)
		}
	}
	if _, ok := (Audit{Population: 5000, Sampled: 20, Decided: 19}).MaxCopyShare(); ok {
		t.Error("a sample with an open pair has a bound")
	}
}

func TestAuditText(t *testing.T) {
	t.Parallel()
	const notStored = " Pairs with a suspicion below 0.15 are not stored and not in the sample."
	for _, test := range []struct {
		audit Audit
		want  string
	}{
		{Audit{MinStored: 0.15}, "All stored pairs are listed, so there is nothing to sample." + notStored},
		{Audit{Population: 3210}, i18n.English().T(contest.ErasedReason)},
		{Audit{Population: 3210, Sampled: 20},
			"None of the 20 sampled pairs is decided yet. Decide them to learn how many copies there may be among the 3,210 stored pairs that are not listed."},
		{Audit{Population: 3210, MinStored: 0.15, Sampled: 20, Decided: 7, Confirmed: 1},
			"7 of 20 decided, 1 confirmed. Decide the others to learn how many copies there may be among the 3,210 stored pairs that are not listed." + notStored},
		{Audit{Population: 3210, MinStored: 0.15, Sampled: 20, Decided: 20},
			"0 of 20 confirmed: at most 14% of the 3,210 stored pairs that are not listed are copies, with 95% confidence." + notStored},
		{Audit{Population: 3210, Sampled: 100, Decided: 100}, "0 of 100 confirmed: at most 3% of the 3,210 stored pairs that are not listed are copies, with 95% confidence."},
		{Audit{Population: 3210, Sampled: 20, Decided: 20, Unclear: 1},
			"0 of 20 confirmed, and 1 unclear, which count as copies here: at most 22% of the 3,210 stored pairs that are not listed are copies, with 95% confidence."},
		{Audit{Population: 14, Sampled: 14, Decided: 14, Confirmed: 2}, "2 of 14 confirmed. These are all 14 stored pairs that are not listed."},
	} {
		if got := test.audit.Text(i18n.English()); got != test.want {
			t.Errorf("%+v:\ngot  %s\nwant %s", test.audit, got, test.want)
		}
	}
}

func TestNewAudit(t *testing.T) {
	t.Parallel()
	states := append(States(), "") // the last pair has no case
	pairs := make([]contest.Pair, len(states))
	cases := make(map[Key]Case)
	for i, state := range states {
		pairs[i].Left.ParticipantID, pairs[i].Right.ParticipantID = 1, int64(i+2)
		if state != "" {
			key := KeyOf(3, pairs[i])
			cases[key] = Case{Key: key, State: state}
		}
	}
	got := NewAudit(3, contest.Parameters{Keep: 0.15}, 99, pairs, cases)
	if want := (Audit{Population: 99, MinStored: 0.15, Sampled: len(states), Decided: 3, Confirmed: 1, Unclear: 1}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
