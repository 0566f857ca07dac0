package check

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

func TestResolveAgainst(t *testing.T) {
	t.Parallel()
	kept := []contest.Contest{{ID: 1, Name: "mine"}, {ID: 2, Name: "spring"}, {ID: 3, Name: "fall, day 1"}, {ID: 4, Name: " padded "}, {ID: 5, Name: "day 1"}}
	tests := []struct {
		name   string
		texts  []string
		want   []string
		within []int64
		err    string
	}{
		{"all", []string{"archive"}, []string{"archive"}, nil, ""},
		{"all and one", []string{"spring", "archive"}, []string{"archive"}, nil, ""},
		{"one", []string{"spring"}, []string{"spring"}, []int64{2}, ""},
		{"one twice", []string{"spring", "spring,spring"}, []string{"spring"}, []int64{2}, ""},
		{"a name with a comma", []string{"fall, day 1"}, []string{"fall, day 1"}, []int64{3}, ""},
		{"two with a comma between", []string{"spring, day 1"}, []string{"day 1", "spring"}, []int64{5, 2}, ""},
		{"space belongs to a name", []string{" padded "}, []string{" padded "}, []int64{4}, ""},
		{"unknown", []string{"sprin"}, nil, nil, `no earlier contest is called "sprin": there are " padded ", "day 1", "fall, day 1", "spring"`},
		{"one of two unknown", []string{"spring,fall"}, nil, nil, `no earlier contest is called "fall"`},
		{"all and an unknown one", []string{"archive", "fall"}, nil, nil, `no earlier contest is called "fall"`},
		{"itself", []string{"mine"}, nil, nil, `contest "mine" cannot be compared with itself`},
		{"nothing", []string{""}, nil, nil, `"" names no contest`},
		{"nothing after a comma", []string{"spring,"}, nil, nil, `"spring," names no contest`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, scope, err := resolveAgainst(tt.texts, "mine", kept)
			if tt.err != "" {
				if against := new(UnknownContestError); !errors.As(err, &against) || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("got error %v, want one with %q", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("names (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(contest.Scope{Within: tt.within}, scope, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("scope (-want +got):\n%s", diff)
			}
		})
	}
}

func TestResolveAgainstNamesSome(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "no other contest is stored yet", text.MaxContests: `"c19"`, text.MaxContests + 3: `"c19" and 3 more`} {
		var kept []contest.Contest
		for i := range n {
			kept = append(kept, contest.Contest{ID: int64(i), Name: fmt.Sprintf("c%02d", i)})
		}
		if _, _, err := resolveAgainst([]string{"x"}, "mine", kept); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("of %d contests: got error %v, want one that ends in %q", n, err, want)
		}
	}
}
