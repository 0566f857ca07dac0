package evidence

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// FrequentPassages says how many passages were too common for the search.
func TestFrequentPassages(t *testing.T) {
	t.Parallel()
	tests := []struct {
		sampled, common int
		want            string
	}{
		{20, 0, ""},
		{1200, 1100, "1,100 of 1,200 sampled passages are in so many programs of the archive that they were not searched for."},
		{47, 1, "1 of 47 sampled passages is in so many programs of the archive that it was not searched for."},
		{20, 20, "All of this program's sampled passages are in so many programs of the archive that only near-duplicates of the whole program were searched for."},
	}
	for _, test := range tests {
		if got := FrequentPassages(i18n.English(), contest.Findings{Sampled: test.sampled, FrequentShingles: test.common}); got != test.want {
			t.Errorf("%d common passages of %d: %q, want %q", test.common, test.sampled, got, test.want)
		}
	}
}

// SameProgram names up to three participants who submitted the program, and counts the other submissions.
func TestSameProgram(t *testing.T) {
	t.Parallel()
	places := func(names ...string) []contest.Side {
		var list []contest.Side
		for _, name := range names {
			list = append(list, contest.Side{Contest: "fall", Participant: name})
		}
		return list
	}
	tests := []struct {
		name   string
		others int
		same   []contest.Side
		want   string
	}{
		{"nobody else", 0, nil, ""},
		{"one participant", 1, places("ann"), "fall / ann"},
		{"three participants", 3, places("ann", "ben", "cat"), "fall / ann, fall / ben, fall / cat"},
		{"more than the limit", 1200, places("ann", "ben", "cat", "dan"), "fall / ann, fall / ben, fall / cat and 1,197 more"},
		{"two submissions of one participant", 4, places("ann", "ben", "ann"), "fall / ann, fall / ben and 1 more"},
		{"only submissions of one participant", 2, places("ann", "ann"), "fall / ann"},
		{"only submissions of the found participant", 2, places("eva", "eva"), ""},
		{"submissions of the found participant and others", 3, places("eva", "ann", "eva"), "fall / ann"},
		{"submissions that were deleted meanwhile", 2, nil, "2 more"},
		{"a name with a control character", 1, places("a\u202e"), "fall / a[U+202E]"},
	}
	for _, test := range tests {
		if got := SameProgram(i18n.English(), contest.Finding{Side: places("eva")[0], SameCount: test.others, SameProgram: test.same}); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
