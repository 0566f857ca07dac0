package postgres

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Of participants who share a name, each import may have only some, with or without their IDs. Nobody gets the program of
// another one, and cases stay with their programs.
func TestNamesakes(t *testing.T) {
	t.Parallel()
	const zoe, ann, other = "W-5/Zoe_8999=Zoe", "W-5/Ann_9000=Ann", "W-5/Ann_9500=Ann"
	numbered := func(s string) string { // as an input has it that has two with the name
		path, name, _ := strings.Cut(s, "=")
		_, id, _ := strings.Cut(path, "_")
		return path + "=" + name + " (" + id + ")"
	}
	for _, tt := range []struct {
		name    string
		imports [][]string // path=participant
		want    []string   // the last participants of all current paths
		former  []string   // the earlier names of the first participant Ann
	}{
		{"a namesake later", [][]string{{zoe, ann}, {zoe, numbered(ann), numbered(other)}},
			[]string{"W-5/Ann_9000=Ann (9000)", "W-5/Ann_9500=Ann (9500)", zoe}, []string{"Ann"}},
		{"a namesake later, then one again", [][]string{{ann}, {numbered(ann), numbered(other)}, {ann}},
			[]string{"W-5/Ann_9000=Ann (9000)", "W-5/Ann_9500=Ann (9500)"}, []string{"Ann"}},
		{"a namesake alone", [][]string{{zoe, ann}, {other}},
			[]string{ann, "W-5/Ann_9500=Ann (9500)", zoe}, []string{}},
		{"a namesake alone, then both", [][]string{{ann}, {other}, {other}, {numbered(ann), numbered(other)}},
			[]string{"W-5/Ann_9000=Ann (9000)", "W-5/Ann_9500=Ann (9500)"}, []string{"Ann"}},
		{"another number in another assignment", [][]string{{ann, "W-6/Ann_21=Ann"}, {numbered(ann), "W-6/Ann_21=Ann (21)", "W-6/Ann_22=Ann (22)"}},
			[]string{"W-5/Ann_9000=Ann (9000)", "W-6/Ann_21=Ann (9000)", "W-6/Ann_22=Ann (22)"}, []string{"Ann"}},
		{"the name with an ID of somebody else", [][]string{{ann, "W-6/x=Ann (9000)"}, {numbered(ann), numbered(other)}},
			[]string{ann, "W-5/Ann_9500=Ann (9500)", "W-6/x=Ann (9000)"}, []string{}},
		{"the folder of another export", [][]string{{ann}, {"copy/Ann_9000=Ann"}}, []string{ann, "copy/Ann_9000=Ann"}, []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			db, ctx := open(t), t.Context()
			var id int64
			var first contest.Participant
			for _, paths := range tt.imports {
				var list []contest.Submission
				for _, p := range paths {
					path, name, _ := strings.Cut(p, "=")
					s := submission("W", name, 1, "int main() {}")
					s.Path = path
					s.Problem, _, _ = strings.Cut(strings.Replace(path, "copy/", "W-5/", 1), "/")
					if plain, number, ok := strings.Cut(path[strings.Index(path, "/")+1:], "_"); ok {
						s.Numbered = plain + " (" + number + ")"
					}
					list = append(list, s)
				}
				id = importContest(t, db, "c", list)
				people, err := db.Participants(ctx, id)
				must(t, err)
				for _, p := range people {
					if first.ID == 0 && p.Name == "Ann" {
						first = p
					}
				}
			}
			list, _, err := db.StoredSubmissions(ctx, id)
			must(t, err)
			var got []string
			for _, s := range list {
				got = append(got, s.Path+"="+s.Participant)
			}
			slices.Sort(got)
			wantEqual(t, "participants", tt.want, got)
			now, err := db.Participant(ctx, id, first.Number)
			if err != nil || fmt.Sprint(now.FormerNames) != fmt.Sprint(tt.former) {
				t.Errorf("the first one: %+v, %v, want former names %v", now, err, tt.former)
			}
		})
	}
}

// In courses, an ID is of one person in all exports of a system, so a namesake is another participant.
func TestNamesakesWithIDs(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	var id int64
	importAs := func(system string, ids map[string]string) {
		t.Helper()
		in := contest.Import{Contest: "c", About: contest.About{Metadata: contest.Metadata{System: system, PersonalIDs: true}}}
		for name, id := range ids {
			s := submission("W-5", name, 1, "int main() {}")
			s.Path = "W-5/ann_" + id
			in.Submissions = append(in.Submissions, s)
			in.About.Participants = append(in.About.Participants, contest.Participant{Name: name, SystemID: id})
		}
		var err error
		id, _, err = db.Import(ctx, review.CommandLine, "", in)
		must(t, err)
	}
	for _, step := range []struct {
		name, system string
		given, want  map[string]string // IDs by name
	}{
		{"one", "Canvas", map[string]string{"ann": "11"}, map[string]string{"ann": "11"}},
		{"the other", "Canvas", map[string]string{"ann": "12"}, map[string]string{"ann (11)": "11", "ann": "12"}},
		{"both", "Canvas", map[string]string{"ann (11)": "11", "ann (12)": "12"}, map[string]string{"ann (11)": "11", "ann (12)": "12"}},
		{"a third", "Canvas", map[string]string{"ann": "13"}, map[string]string{"ann (11)": "11", "ann (12)": "12", "ann": "13"}},
		{"one of another system", "Gradescope", map[string]string{"bo": "13"}, map[string]string{"ann (11)": "", "ann (12)": "", "ann": "", "bo": "13"}},
		{"another one of that system", "Gradescope", map[string]string{"cy": "11"}, map[string]string{"ann (11)": "", "ann (12)": "", "ann": "", "bo": "13", "cy": "11"}},
	} {
		importAs(step.system, step.given)
		people, err := db.Participants(ctx, id)
		must(t, err)
		got := make(map[string]string)
		for _, p := range people {
			got[p.Name] = p.SystemID
		}
		if diff := cmp.Diff(step.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
}
