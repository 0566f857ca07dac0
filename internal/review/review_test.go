package review

import "testing"

func TestStanding(t *testing.T) {
	t.Parallel()
	said := func(list ...Decision) (reviews []Review) {
		for _, d := range list {
			reviews = append(reviews, Review{Decision: d})
		}
		return reviews
	}
	ruled := func(reviews []Review, d Decision) []Review { return append(reviews, Review{Decision: d, Ruling: true}) }
	tests := []struct {
		name      string
		reviews   []Review
		agreement int
		want      State
	}{
		{"nobody", nil, 2, Open},
		{"one of two", said(Confirmed), 2, Pending},
		{"two of two", said(Confirmed, Confirmed), 2, CaseConfirmed},
		{"one is enough", said(Confirmed), 1, CaseConfirmed},
		{"two of three", said(Confirmed, Confirmed), 3, Pending},
		{"dismissed by one", said(Dismissed), 2, CaseDismissed},
		{"unclear", said(Unclear), 2, CaseUnclear},
		{"unclear and confirmed", said(Unclear, Confirmed), 2, Pending},
		{"unclear and twice confirmed", said(Confirmed, Unclear, Confirmed), 2, CaseConfirmed},
		{"unclear and dismissed", said(Unclear, Dismissed), 2, CaseDismissed},
		{"conflict", said(Confirmed, Dismissed), 2, Conflict},
		{"conflict although many agree", said(Confirmed, Confirmed, Dismissed), 2, Conflict},
		{"settled", ruled(said(Confirmed, Dismissed), Dismissed), 2, CaseDismissed},
		{"settled again", ruled(ruled(said(Confirmed), Dismissed), Confirmed), 2, CaseConfirmed},
		{"ruling before a later review", append(ruled(nil, Confirmed), said(Dismissed)...), 2, CaseConfirmed},
		{"agreement of none is that of one", said(Confirmed), 0, CaseConfirmed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := StateOf(tt.reviews, tt.agreement); got != tt.want {
				t.Errorf("is %q, want %q", got, tt.want)
			}
		})
	}
}

func TestChanged(t *testing.T) {
	t.Parallel()
	basis := Basis{CheckID: 1, FirstHash: "a", SecondHash: "b", Suspicion: 0.5}
	tests := []struct {
		name          string
		then, now     Basis
		first, second bool
	}{
		{"the same", basis, basis, false, false},
		{"other scores", basis, Basis{CheckID: 2, FirstHash: "a", SecondHash: "b", Suspicion: 0.6}, false, false},
		{"first", basis, Basis{FirstHash: "c", SecondHash: "b"}, true, false},
		{"second", basis, Basis{FirstHash: "a", SecondHash: "c"}, false, true},
		{"both", basis, Basis{FirstHash: "b", SecondHash: "a"}, true, true},
		{"not known then", Basis{}, basis, false, false},
		{"not known now", basis, Basis{}, false, false},
	}
	for _, tt := range tests {
		if first, second := Changed(tt.then, tt.now); first != tt.first || second != tt.second {
			t.Errorf("%s: %v, %v", tt.name, first, second)
		}
	}
}

func TestProgramHash(t *testing.T) {
	t.Parallel()
	// Of one file, the hash of its hash, as sha256sum gives it.
	if got, want := ProgramHash([][]byte{[]byte("abc")}), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; got != want {
		t.Errorf("is %s, want %s", got, want)
	}
}

func TestCounts(t *testing.T) {
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
