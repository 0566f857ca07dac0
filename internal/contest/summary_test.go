package contest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

func TestSummaryText(t *testing.T) {
	t.Parallel()
	tests := []struct {
		summary Summary
		want    string
	}{
		{Summary{}, "0 problems, 0 participants, 0 submissions, 0 pairs compared"},
		{Summary{Problems: 1, Participants: 2, Submissions: 2, PairsCompared: 1},
			"1 problem, 2 participants, 2 submissions, 1 pair compared"},
		{Summary{Problems: 4, Participants: 999, Submissions: 1000, PairsCompared: 85812550},
			"4 problems, 999 participants, 1,000 submissions, 85,812,550 pairs compared"},
		{Summary{PairsCompared: 11, Earlier: &EarlierSummary{Contests: 2, Pairs: 28}},
			"0 problems, 0 participants, 0 submissions, 11 pairs compared, and 28 pairs with earlier contests found"},
		{Summary{PairsCompared: 11, Earlier: &EarlierSummary{Contests: 2}}, "0 problems, 0 participants, 0 submissions, 11 pairs compared"},
	}
	for _, test := range tests {
		if got := test.summary.Text(i18n.English()); got != test.want {
			t.Errorf("%+v: Text returns %q, want %q", test.summary, got, test.want)
		}
	}
}

func TestSummaryNotes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		summary    Summary
		parameters Parameters
		want       string // part of the only note; "" for no notes
	}{
		{"no notes", Summary{PairsStored: 7}, Parameters{Threshold: 0.5, Keep: 0.2}, ""},
		{"threshold 0, which lists all stored pairs", Summary{}, Parameters{Threshold: 0, Keep: 0.2}, ""},
		{"dropped pairs below the threshold", Summary{PairsDropped: 11175, HighestDropped: 0.42}, Parameters{Threshold: 0.5, Keep: 0.2, KeepPerParticipant: 50}, "11,175 pairs with a suspicion from 0.2 to 0.420 are not stored: both participants of each have at least 50 other pairs that are at least as suspicious"},
		{"dropped pairs at the threshold", Summary{PairsDropped: 11175, HighestDropped: 0.5}, Parameters{Threshold: 0.5, Keep: 0.2}, ""},
		{"one private template", Summary{PrivateCount: 1, PrivateTemplates: []PrivateTemplate{{"ann", "ben", 1312}}}, Parameters{}, "is shared by ann and ben (1,312 tokens)"},
		{"many private templates", Summary{PrivateCount: 7, PrivateTemplates: []PrivateTemplate{{"ann", "ben", 312}, {"cat", "dan", 90}}}, Parameters{}, "by ann and ben (312 tokens), cat and dan (90 tokens) and 5 more"},
		{"threshold below keep", Summary{}, Parameters{Threshold: 0.1, Keep: 0.2}, "the threshold 0.1 is below 0.2, from which pairs are stored: those between are not listed"},
		{"threshold below keep, and a private template", Summary{PrivateCount: 1, PrivateTemplates: []PrivateTemplate{{"ann", "ben", 312}}}, Parameters{Threshold: 0.1, Keep: 0.2}, "those between are not listed, but for those that share a template that few others have"},
		{"compared with an empty archive", Summary{Earlier: &EarlierSummary{}}, Parameters{Against: []string{AgainstArchive}}, "no other contest was stored yet, so there was nothing earlier to compare with"},
		{"no earlier contest of the given name", Summary{Earlier: &EarlierSummary{}}, Parameters{Against: []string{"spring"}}, "searched 0 earlier contests"},
		{"an earlier contest that the viewer may not see", Summary{Earlier: &EarlierSummary{Redacted: true}}, Parameters{Against: []string{AgainstArchive}}, "also compared with earlier contests that are not open to you: how many there are and what was found is not shown, and pairs with them are not listed"},
		{"omitted earlier submissions", Summary{Earlier: &EarlierSummary{Contests: 7, Pairs: 10, Omitted: 1200}}, Parameters{Against: []string{AgainstArchive}}, "1,200 more earlier submissions with the same programs are not listed: compare with one earlier contest at a time"},
		{"earlier submissions that do not fit into the memory", Summary{Earlier: &EarlierSummary{Contests: 1, Pairs: 10, TooLong: 1}}, Parameters{Against: []string{"spring"}}, "1 of the longest earlier submissions is not compared, because all together need too much memory: raise --memory"},
		{"languages compared by general rules", Summary{Generic: []string{"Ada", "Fortran"}}, Parameters{}, "Ada, Fortran: compared by general rules, which are less reliable than the tables of other languages"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := strings.Join(test.summary.Notes(i18n.English(), test.parameters, strings.ToUpper), "\n")
			if !strings.Contains(got, test.want) || (test.want == "") != (got == "") {
				t.Errorf("notes are %q, want one with %q", got, test.want)
			}
		})
	}
}

func TestSummaryWarnings(t *testing.T) {
	t.Parallel()
	p := Parameters{Threshold: 0.5, Keep: 0.2, KeepPerParticipant: 50}
	for _, test := range []struct {
		name    string
		summary Summary
		want    []string
	}{
		{"none", Summary{PairsStored: 7}, nil},
		{"dropped pairs below the threshold", Summary{PairsDropped: 3, HighestDropped: 0.42}, nil},
		{"dropped pairs, and input that is cut off", Summary{Incomplete: []i18n.Text{i18n.Verbatim("a.zip is cut off")}, PairsDropped: 11175, HighestDropped: 0.62}, []string{
			"a.zip is cut off",
			"11,175 pairs with a suspicion from 0.2 to 0.620 are not stored: both participants of each have at least 50 other pairs that are at least as suspicious; some of them may be copies. " +
				"Give the code that so many share as base code, or correct who the participants are, and run a new check"}},
		{"parts", Summary{Parts: 2}, []string{"The programs did not fit into the memory, so the problems were compared in parts. " +
			"Whether code is rare, or an own template, was decided within each part; raise --memory and run a new check to compare all problems together"}},
		{"dropped pairs with earlier contests", Summary{Earlier: &EarlierSummary{Dropped: 2, HighestDropped: 0.9, StoredPerParticipant: 10}}, []string{
			"2 pairs with earlier contests and a suspicion from 0.2 to 0.900 are not stored: the participant of each has at least 10 other pairs that are at least as suspicious; some of them may be copies. " +
				"Give the code that so many share as base code, or correct who the participants are, and run a new check"}},
	} {
		if diff := cmp.Diff(test.want, test.summary.Warnings(i18n.English(), p)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestSummaryEmptyReason(t *testing.T) {
	t.Parallel()
	tests := []struct {
		summary Summary
		want    string // part of the reason; "" for no reason
	}{
		{Summary{PairsCompared: 1, Submissions: 2, Participants: 2}, ""},
		{Summary{Skipped: 3}, "every submission was skipped"},
		{Summary{Submissions: 3, Participants: 1}, "one participant"},
		{Summary{Submissions: 3, Participants: 3}, "that can be compared"},
	}
	for _, test := range tests {
		if got := test.summary.EmptyReason(i18n.English()); !strings.Contains(got, test.want) || (test.want == "") != (got == "") {
			t.Errorf("%+v: the reason is %q, want one with %q", test.summary, got, test.want)
		}
	}
}

func TestGroupByReason(t *testing.T) {
	t.Parallel()
	got := GroupByReason([]SkippedItem{{"a", i18n.Verbatim("empty")}, {"b", i18n.Verbatim("binary")}, {"c", i18n.Verbatim("no program")}, {"d", i18n.Verbatim("binary")}})
	want := []SkipGroup{{i18n.Verbatim("binary"), []string{"b", "d"}}, {i18n.Verbatim("empty"), []string{"a"}}, {i18n.Verbatim("no program"), []string{"c"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
	if got := GroupByReason(nil); len(got) != 0 {
		t.Errorf("without skipped items: got groups %v, want none", got)
	}
}
