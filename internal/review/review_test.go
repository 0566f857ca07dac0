package review

import "testing"

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
		{"one of two", reviewsOf(Confirmed), 2, Pending},
		{"two of two", reviewsOf(Confirmed, Confirmed), 2, CaseConfirmed},
		{"one is enough", reviewsOf(Confirmed), 1, CaseConfirmed},
		{"two of three", reviewsOf(Confirmed, Confirmed), 3, Pending},
		{"dismissed by one", reviewsOf(Dismissed), 2, CaseDismissed},
		{"unclear", reviewsOf(Unclear), 2, CaseUnclear},
		{"unclear and confirmed", reviewsOf(Unclear, Confirmed), 2, Pending},
		{"unclear and twice confirmed", reviewsOf(Confirmed, Unclear, Confirmed), 2, CaseConfirmed},
		{"unclear and dismissed", reviewsOf(Unclear, Dismissed), 2, CaseDismissed},
		{"conflict", reviewsOf(Confirmed, Dismissed), 2, Conflict},
		{"conflict although many agree", reviewsOf(Confirmed, Confirmed, Dismissed), 2, Conflict},
		{"settled", withRuling(reviewsOf(Confirmed, Dismissed), Dismissed), 2, CaseDismissed},
		{"settled again", withRuling(withRuling(reviewsOf(Confirmed), Dismissed), Confirmed), 2, CaseConfirmed},
		{"ruling before a later review", append(withRuling(nil, Confirmed), reviewsOf(Dismissed)...), 2, CaseConfirmed},
		{"agreement 0 counts as 1", reviewsOf(Confirmed), 0, CaseConfirmed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := StateOf(tt.reviews, tt.agreement); got != tt.want {
				t.Errorf("the state is %q, want %q", got, tt.want)
			}
		})
	}
}

func TestChanged(t *testing.T) {
	t.Parallel()
	basis := Basis{CheckID: 1, FirstHash: "a", SecondHash: "b", Suspicion: 0.5}
	tests := []struct {
		name          string
		old, current  Basis
		first, second bool
	}{
		{"the same", basis, basis, false, false},
		{"other scores", basis, Basis{CheckID: 2, FirstHash: "a", SecondHash: "b", Suspicion: 0.6}, false, false},
		{"first", basis, Basis{FirstHash: "c", SecondHash: "b"}, true, false},
		{"second", basis, Basis{FirstHash: "a", SecondHash: "c"}, false, true},
		{"both", basis, Basis{FirstHash: "b", SecondHash: "a"}, true, true},
		{"no old hashes", Basis{}, basis, false, false},
		{"no current hashes", basis, Basis{}, false, false},
	}
	for _, tt := range tests {
		if first, second := Changed(tt.old, tt.current); first != tt.first || second != tt.second {
			t.Errorf("%s: %v, %v", tt.name, first, second)
		}
	}
}

func TestProgramHash(t *testing.T) {
	t.Parallel()
	// The hash of a program of one file is the hash of the hash of the file.
	if got, want := ProgramHash([][]byte{[]byte("abc")}), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; got != want {
		t.Errorf("the hash is %s, want %s", got, want)
	}
}

func TestStateCounts(t *testing.T) {
	t.Parallel()
	for want, counts := range map[string]StateCounts{
		"":                                 {},
		"3,120 open":                       {Open: 3120, Conflict: 0},
		"2 pending, 1 conflict, 1 unclear": {CaseUnclear: 1, Pending: 2, Conflict: 1},
	} {
		if got := counts.String(); got != want {
			t.Errorf("%v: %q, want %q", map[State]int(counts), got, want)
		}
	}
}
