package inspect

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// The evidence of a pair masks the names of hidden participants in files, paths and findings of both sides.
func TestPairMasked(t *testing.T) {
	t.Parallel()
	by := func(problem, name string, minute int, parts ...string) contest.Submission {
		s := checktest.Submission(problem, name, minute, append([]string{"// by " + name + ", not by quxley\n"}, parts...)...)
		s.Path = problem + "/" + name
		s.Files[0].Path = s.Path + "/main.cpp"
		s.Files = append(s.Files, contest.File{Path: s.Path + "/with_" + name + "_and_quxley.h", Content: []byte("#define AUTHOR \"" + name + "\"\n")})
		return s
	}
	lib := checktest.Program(1, 30)
	store := open(t)
	_, found := run(t, store, "c", check.Defaults(), append(checktest.Honest(3, "A", "C"),
		by("A", "quxley", 1, lib, checktest.Program(2, 20)), by("C", "quxley", 30, lib, checktest.Program(3, 20)),
		by("A", "vorkian", 2, lib, checktest.Program(4, 20)), by("C", "vorkian", 31, lib, checktest.Program(3, 20))))
	pair := checktest.PairOf(t, found, "C", "quxley", "vorkian")
	tests := []struct {
		name   string
		hidden []string
		other  bool       // the right side is of another contest
		label  string     // of quxley in vorkian's program
		paths  [][]string // of the left files and of the right files
	}{
		{"nobody is hidden", nil, false, "", [][]string{{"C/quxley/main.cpp", "C/quxley/with_quxley_and_quxley.h"}, {"C/vorkian/main.cpp", "C/vorkian/with_vorkian_and_quxley.h"}}},
		{"one is hidden", []string{"quxley"}, false, "Participant 1", [][]string{{"file-1.cpp", "file-2.h"}, {"C/vorkian/main.cpp", "C/vorkian/with_vorkian_and_Participant 1.h"}}},
		{"both are hidden", []string{"quxley", "vorkian"}, false, "Participant 1", [][]string{{"file-1.cpp", "file-2.h"}, {"file-1.cpp", "file-2.h"}}},
		{"of two contests", []string{"quxley", "vorkian"}, true, "Somebody", [][]string{{"file-1.cpp", "file-2.h"}, {"file-1.cpp", "file-2.h"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			pair := pair
			pair.Left.Number, pair.Left.Hidden = 1, slices.Contains(tt.hidden, pair.Left.Participant)
			pair.Right.Number, pair.Right.Hidden = 2, slices.Contains(tt.hidden, pair.Right.Participant)
			if tt.other {
				pair.Right.ContestID++
			}
			var participants []contest.Participant
			for _, s := range []contest.Side{pair.Left, pair.Right} {
				participants = append(participants, contest.Participant{ID: s.ParticipantID, ContestID: s.ContestID, Number: s.Number, Name: s.Participant, Hidden: s.Hidden})
			}
			view, err := New(store).Pair(t.Context(), blind.Labels{}.Pair(pair), blind.Labels{}.NewMasker(participants).ForSides(pair.Left, pair.Right))
			must(t, err)
			var paths [][]string
			for _, p := range []evidence.Pane{view.Left, view.Right} {
				var list []string
				for _, f := range p.Files {
					list = append(list, f.Path)
				}
				paths = append(paths, list)
			}
			wantEqual(t, "paths", tt.paths, paths)
			var b bytes.Buffer
			must(t, evidence.Panes(view).Render(t.Context(), &b))
			if label := `not by </span><span class="masked">` + tt.label; tt.label != "" && !strings.Contains(b.String(), label) {
				t.Errorf("the page does not have %s", label)
			}
			for _, name := range []string{"quxley", "vorkian"} {
				hidden, shown := slices.Contains(tt.hidden, name), strings.Contains(b.String(), name)
				if hidden == shown {
					t.Errorf("%s is hidden: %v; the page contains the name: %v", name, hidden, shown)
				}
			}
			if !strings.Contains(b.String(), "template of both") {
				t.Error("the page shows no template, so the test does not cover it")
			}
		})
	}
}
