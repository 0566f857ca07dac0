package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// submissionsBy returns submissions of one program, times by each named participant.
func submissionsBy(program string, times int, names ...string) []contest.Submission {
	var list []contest.Submission
	for _, name := range names {
		for attempt := range times {
			s := checktest.Submission("P", name, attempt+1, program)
			s.Attempt, s.Path = attempt+1, fmt.Sprintf("P/%s/%02d.cpp", name, attempt+1)
			list = append(list, s)
		}
	}
	return list
}

// If too many participants submitted a program to list all, the check counts the rest;
// checks against single contests list them.
func TestAgainstOmitted(t *testing.T) {
	t.Parallel()
	store := open(t)
	var all []string
	for year := range 4 {
		name := fmt.Sprint(2020 + year)
		var names []string
		for _, who := range []string{"kim", "lou", "max", "ned"} {
			names = append(names, who+name)
			all = append(all, "ben A, "+who+name+" P of "+name)
		}
		importAndCheck(t, store, name, append(submissionsBy(zoes, 1, names...), bystanders("Ada", 6, "P", 2000)...))
	}
	compare := func(names ...string) ([]string, contest.Check) {
		c, found, _ := run(t, store, Request{Contest: "autumn", Submissions: autumn(), Parameters: against(names...)})
		_, earlier := split(found)
		list := pairNames(earlier)
		slices.Sort(list)
		return list, c
	}
	got, c := compare("archive")
	if len(got) == 0 || len(got) > contest.MaxListedSubmissions || c.Summary.Earlier.Omitted != len(all)-len(got) {
		t.Errorf("%d of %d are listed and %d more counted: %q", len(got), len(all), c.Summary.Earlier.Omitted, got)
	}
	if notes := strings.Join(c.Summary.Notes(c.Parameters), "\n"); !strings.Contains(notes, fmt.Sprintf("and %d more earlier submissions with the same programs are not listed", len(all)-len(got))) {
		t.Errorf("notes: %s", notes)
	}
	var byName []string
	for year := range 4 {
		got, c := compare(fmt.Sprint(2020 + year))
		if c.Summary.Earlier.Omitted != 0 {
			t.Errorf("of %d, %d are not listed", 2020+year, c.Summary.Earlier.Omitted)
		}
		byName = append(byName, got...)
	}
	if diff := cmp.Diff(all, byName); diff != "" {
		t.Errorf("contest by contest (-want +got):\n%s", diff)
	}
}

// Many attempts of one participant do not hide others with the same program: they are
// counted even if their own programs are not compared.
func TestAgainstOmittedAttempts(t *testing.T) {
	t.Parallel()
	store := open(t)
	importAndCheck(t, store, "spring", submissionsBy(zoes, contest.MaxListedSubmissions, "zoe"))
	importAndCheck(t, store, "spring", append(submissionsBy(zoes, 1, "wim"), bystanders("Ada", 6, "P", 2000)...))
	for _, tt := range []struct {
		who  string
		want []string
	}{
		{"ann", []string{"ann A, zoe P of spring"}},
		{"zoe", nil},
	} {
		t.Run(tt.who, func(t *testing.T) {
			t.Parallel()
			c, found, _ := run(t, store, Request{Contest: "of " + tt.who, Submissions: append(bystanders("Bob", 8, "A", 3000), checktest.Submission("A", tt.who, 1, renamed(zoes))), Parameters: against("spring")})
			_, earlier := split(found)
			if diff := cmp.Diff(tt.want, pairNames(earlier)); diff != "" || c.Summary.Earlier.Omitted != 1 {
				t.Errorf("%d more, want 1; pairs (-want +got):\n%s", c.Summary.Earlier.Omitted, diff)
			}
		})
	}
}

func TestRoundRobinByAuthor(t *testing.T) {
	t.Parallel()
	set := &earlierSet{submissions: make(map[int64]*earlierSubmission)}
	for i, p := range []author{{"a", "x"}, {"a", "x"}, {"b", "x"}, {"a", "y"}, {"b", "x"}} {
		set.submissions[int64(i)] = &earlierSubmission{contest: p.contest, Submission: contest.Submission{Participant: p.participant}}
	}
	if diff := cmp.Diff([]int64{0, 2, 3, 1, 4}, set.roundRobinByAuthor([]int64{0, 1, 2, 3, 4})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
