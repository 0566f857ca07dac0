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
