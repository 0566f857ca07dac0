package review

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// TestStateOf tests which state follows from decisions, rulings and the number of reviewers who must agree.
func TestStateOf(t *testing.T) {
	t.Parallel()
	reviewsOf := func(list ...Decision) (reviews []Review) {
		for _, d := range list {
			reviews = append(reviews, Review{Decision: d})
		}
		return reviews
	}
	withRuling := func(reviews []Review, d Decision) []Review { return append(reviews, Review{Decision: d, Ruling: true}) }
	tests := []struct {
		name      string
		reviews   []Review
		agreement int
		want      State
	}{
		{"no reviews", nil, 2, Open},
		{"one of two confirmations", reviewsOf(Confirmed), 2, Pending},
		{"two of two confirmations", reviewsOf(Confirmed, Confirmed), 2, CaseConfirmed},
		{"one confirmation is enough", reviewsOf(Confirmed), 1, CaseConfirmed},
		{"two of three confirmations", reviewsOf(Confirmed, Confirmed), 3, Pending},
		{"one dismissal", reviewsOf(Dismissed), 2, CaseDismissed},
		{"only unclear", reviewsOf(Unclear), 2, CaseUnclear},
		{"unclear and confirmed", reviewsOf(Unclear, Confirmed), 2, Pending},
		{"unclear and twice confirmed", reviewsOf(Confirmed, Unclear, Confirmed), 2, CaseConfirmed},
		{"unclear and dismissed", reviewsOf(Unclear, Dismissed), 2, CaseDismissed},
		{"one confirmation and one dismissal", reviewsOf(Confirmed, Dismissed), 2, Conflict},
		{"enough confirmations and one dismissal", reviewsOf(Confirmed, Confirmed, Dismissed), 2, Conflict},
		{"a ruling on a conflict", withRuling(reviewsOf(Confirmed, Dismissed), Dismissed), 2, CaseDismissed},
		{"two rulings", withRuling(withRuling(reviewsOf(Confirmed), Dismissed), Confirmed), 2, CaseConfirmed},
		{"ruling before a later review", append(withRuling(nil, Confirmed), reviewsOf(Dismissed)...), 2, CaseConfirmed},
		{"agreement 0 counts as 1", reviewsOf(Confirmed), 0, CaseConfirmed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := StateOf(tt.reviews, Appeal{}, tt.agreement); got != tt.want {
				t.Errorf("the state is %q, want %q", got, tt.want)
			}
		})
	}
}

func TestChanged(t *testing.T) {
	t.Parallel()
	basis := Basis{CheckID: 1, FirstHash: "a", SecondHash: "b", Suspicion: 0.5}
	tests := []struct {
		name         string
		old, current Basis
		want         ChangedPrograms // of a pair whose left participant has the smaller ID
	}{
		{"the same basis", basis, basis, ChangedPrograms{}},
		{"another check and suspicion", basis, Basis{CheckID: 2, FirstHash: "a", SecondHash: "b", Suspicion: 0.6}, ChangedPrograms{}},
		{"the first program changed", basis, Basis{FirstHash: "c", SecondHash: "b"}, ChangedPrograms{Left: true}},
		{"the second program changed", basis, Basis{FirstHash: "a", SecondHash: "c"}, ChangedPrograms{Right: true}},
		{"both programs changed", basis, Basis{FirstHash: "b", SecondHash: "a"}, ChangedPrograms{true, true}},
		{"no old hashes", Basis{}, basis, ChangedPrograms{}},
		{"no current hashes", basis, Basis{}, ChangedPrograms{}},
	}
	for _, tt := range tests {
		pair := contest.Pair{Left: contest.Side{ParticipantID: 1}, Right: contest.Side{ParticipantID: 2}}
		if got := Changed(pair, tt.old, tt.current); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
		pair.Left, pair.Right = pair.Right, pair.Left
		if got, want := Changed(pair, tt.old, tt.current), (ChangedPrograms{tt.want.Right, tt.want.Left}); got != want {
			t.Errorf("%s, with the sides exchanged: got %v, want %v", tt.name, got, want)
		}
	}
}

func TestProgramHash(t *testing.T) {
	t.Parallel()
	// For a program with one file, it is the hash of the file's hash.
	if got, want := ProgramHash([][]byte{[]byte("abc")}), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; got != want {
		t.Errorf("the hash is %s, want %s", got, want)
	}
}

func TestStateCounts(t *testing.T) {
	t.Parallel()
	for want, counts := range map[string]StateCounts{
		"":           {},
		"3,120 open": {Open: 3120, Conflict: 0},
		"2 need a second reviewer, 1 conflict, 1 unclear": {CaseUnclear: 1, Pending: 2, Conflict: 1},
	} {
		if got := counts.Text(i18n.English()); got != want {
			t.Errorf("%v: Text returns %q, want %q", map[State]int(counts), got, want)
		}
	}
}
