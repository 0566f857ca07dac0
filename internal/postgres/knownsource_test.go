package postgres

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

func knownSource(contestID int64, problem, content string) contest.KnownSource {
	return contest.KnownSource{
		ContestID: contestID, Problem: problem, Kind: contest.Generated, Name: "answer 1", Date: time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC),
		URL: "https://example.org/a", Licence: "MIT", File: contest.File{Path: "answer1.cpp", Content: []byte(content)}, Sample: []uint32{5, 1 << 31},
	}
}

func addSource(db *DB, contestID int64, problem, content string) error {
	_, err := db.AddSources(context.Background(), review.CommandLine, 1, []contest.KnownSource{knownSource(contestID, problem, content)})
	return err
}

func TestKnownSources(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	id := importContest(t, db, "finals", contestOf(4))
	other := importContest(t, db, "other", contestOf(2))
	library := knownSource(0, "", "int library;")
	library.Kind, library.Date, library.Name = contest.Published, time.Time{}, "library"
	ids, err := db.AddSources(ctx, review.CommandLine, 1, []contest.KnownSource{knownSource(id, "A", "int a;"), knownSource(id, "", "int b;"), library})
	if err != nil || len(ids) != 3 {
		t.Fatal(ids, err)
	}
	if entries, _, err := db.AuditLog(ctx, id, review.LogFilter{}, 0, 1); err != nil || len(entries) != 1 || entries[0].Note != "answer 1\nanswer 1" {
		t.Errorf("the log has %+v, %v, want the names of both", entries, err)
	}
	must(t, addSource(db, other, "A", "int a;"))
	for name, wrong := range map[string]contest.KnownSource{
		"the same again":         knownSource(id, "A", "int a;"),
		"library again":          library,
		"unknown kind":           func() contest.KnownSource { s := knownSource(id, "A", "int c;"); s.Kind = "stolen"; return s }(),
		"no name":                func() contest.KnownSource { s := knownSource(id, "A", "int c;"); s.Name = ""; return s }(),
		"contest does not exist": knownSource(unknownID, "A", "int c;"),
	} {
		before := rowsOf(t, db, "known_sources", "sources", "audit_log")
		if _, err := db.AddSources(ctx, review.CommandLine, 1, []contest.KnownSource{knownSource(id, "B", "int d;"), wrong}); err == nil {
			t.Errorf("%s: no error", name)
		} else if strings.Contains(name, "again") && !errors.Is(err, contest.ErrExists) {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(before, rowsOf(t, db, "known_sources", "sources", "audit_log")); diff != "" {
			t.Errorf("%s: rows changed: %s", name, diff)
		}
	}

	for name, test := range map[string]struct {
		filter contest.SourceFilter
		want   string
	}{
		"all":                   {contest.SourceFilter{}, "library: ; answer 1: ; answer 1: A; answer 1: A; "},
		"of a contest":          {contest.SourceFilter{ContestID: id}, "answer 1: ; answer 1: A; "},
		"for the checks of one": {contest.SourceFilter{ContestID: id, ForAllContests: true}, "library: ; answer 1: ; answer 1: A; "},
		"of all contests":       {contest.SourceFilter{ForAllContests: true}, "library: ; "},
	} {
		list, err := db.KnownSources(ctx, test.filter)
		got := ""
		for _, s := range list {
			got += s.Name + ": " + s.Problem + "; "
		}
		if err != nil || got != test.want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, test.want)
		}
	}
	programs, err := db.KnownPrograms(ctx, contest.SourceFilter{ContestID: id})
	if err != nil || len(programs) != 2 || string(programs[1].File.Content) != "int a;" {
		t.Fatalf("%+v, %v", programs, err)
	}
	want := knownSource(id, "A", "int a;")
	want.ID, want.Contest, want.Sample = ids[0], "finals", nil
	if diff := cmp.Diff(want, programs[1], cmpopts.IgnoreFields(contest.KnownSource{}, "AddedAt")); diff != "" {
		t.Error(diff)
	}

	// A program stays as long as something uses it.
	before := rowsOf(t, db, "sources")["sources"]
	for _, id := range ids {
		must(t, db.DeleteSource(ctx, review.CommandLine, id))
	}
	if removed := before - rowsOf(t, db, "sources")["sources"]; removed != 2 { // the other contest uses the third
		t.Errorf("%d programs were removed, want 2", removed)
	}
	if err := db.DeleteSource(ctx, review.CommandLine, ids[0]); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("a second deletion: %v", err)
	}
	if list, err := db.KnownPrograms(ctx, contest.SourceFilter{}); err != nil || len(list) != 1 || string(list[0].File.Content) != "int a;" {
		t.Errorf("%+v, %v", list, err)
	}
	entries, _, err := db.AuditLog(ctx, id, review.LogFilter{}, 0, 2)
	if err != nil || entries[0].Action != review.ActionDeleteSource || entries[1].Details.From != "generated" {
		t.Errorf("the log has %+v, %v", entries, err)
	}
}

// A check keeps a copy of its sources.
func TestCheckSources(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	id, submissions := newContest(t, db, "finals", 4)
	run := beginCheck(t, db, id, submissions)
	first := pair(1, submissions[0], submissions[2], 0.9)
	first.Known = &contest.KnownCode{SuspicionWithout: 0.1, Share: 0.8, Number: 1, Kind: contest.Generated, Name: "answer 1", Explained: true, BothNear: true}
	second := pair(2, submissions[1], submissions[3], 0.5)
	second.Known = &contest.KnownCode{SuspicionWithout: 0.4, Share: 0.2, Number: 1, Kind: contest.Generated, Name: "answer 1"}
	third := pair(3, submissions[0], submissions[3], 0.3)
	first.Cluster, second.Cluster = 1, 1
	used := []contest.CheckSource{{Number: 1, KnownSource: knownSource(id, "A", "int a;")}, {Number: 2, KnownSource: knownSource(id, "A", "int b;")}}
	err := errors.Join(
		run.SaveSources(ctx, used),
		run.SaveNear(ctx, []contest.NearProgram{{SubmissionID: submissions[2].ID, Number: 1, Suspicion: 0.4},
			{SubmissionID: submissions[0].ID, Number: 1, Suspicion: 0.5}, {SubmissionID: submissions[0].ID, Number: 2, Suspicion: 0.6}}),
		run.SavePairs(ctx, []contest.Pair{first, second, third}),
		run.SaveClusters(ctx, []contest.Cluster{{Number: 1, Size: 2, Pairs: 2, WeakestPair: 1, Bridges: []int{}}}),
		run.Complete(ctx, contest.Summary{}, nil, nil))
	must(t, err)

	sources, err := db.CheckSources(ctx, run.ID())
	if err != nil || len(sources) != 2 || sources[1].Number != 2 || string(sources[1].File.Content) != "int b;" || sources[0].Licence != "MIT" {
		t.Errorf("%+v, %v", sources, err)
	}
	near, total, err := db.NearSources(ctx, run.ID(), contest.NearFilter{Limit: 1})
	if err != nil || total != 2 || len(near) != 1 || near[0].Side.SubmissionID != submissions[0].ID || near[0].Side.Contest != "" {
		t.Fatalf("%+v of %d, %v", near, total, err)
	}
	if want := []contest.NearSource{{Number: 2, Kind: contest.Generated, Name: "answer 1", Suspicion: 0.6}, {Number: 1, Kind: contest.Generated, Name: "answer 1", Suspicion: 0.5}}; !cmp.Equal(near[0].Sources, want) {
		t.Errorf("near %+v, want %+v", near[0].Sources, want)
	}
	if near, total, err := db.NearSources(ctx, run.ID(), contest.NearFilter{SubmissionID: submissions[2].ID}); err != nil || total != 1 || near[0].Side.SubmissionID != submissions[2].ID {
		t.Errorf("of one submission: %+v of %d, %v", near, total, err)
	}
	if near, total, err := db.NearSources(ctx, run.ID(), contest.NearFilter{Limit: 1, Offset: 2}); err != nil || total != 2 || len(near) != 0 {
		t.Errorf("beyond the last: %+v of %d, %v; want none of 2", near, total, err)
	}
	if near, total, err := db.NearSources(ctx, run.ID(), contest.NearFilter{Problem: "B"}); err != nil || total != 0 || len(near) != 0 {
		t.Errorf("at another problem: %+v of %d, %v", near, total, err)
	}

	if c, err := db.Cluster(ctx, run.ID(), 1); err != nil || c.Explained != 1 {
		t.Errorf("the cluster is %+v, %v", c, err)
	}
	for sources, want := range map[contest.Explanation]int{contest.AnyExplanation: 1, contest.Explained: 1, contest.NotExplained: 0} {
		if list, total, err := db.Clusters(ctx, run.ID(), contest.ClusterFilter{Explanation: sources}, 0, 0); err != nil || len(list) != want || total != want {
			t.Errorf("clusters %q: %+v of %d, %v; want %d", sources, list, total, err, want)
		}
	}

	for name, test := range map[string]struct {
		filter contest.PairFilter
		want   []int
	}{
		"explained":     {contest.PairFilter{Explanation: contest.Explained}, []int{1}},
		"not explained": {contest.PairFilter{Explanation: contest.NotExplained}, []int{2, 3}},
		"sorted":        {contest.PairFilter{Sort: contest.SortWithoutSources, Descending: true}, []int{2, 3, 1}},
	} {
		pairs, _, err := db.Pairs(ctx, run.ID(), test.filter)
		for _, p := range pairs {
			if p.Rank == 1 && !cmp.Equal(p.Known, first.Known) {
				t.Errorf("%s: the first pair has %+v, want %+v", name, p.Known, first.Known)
			}
		}
		if err != nil || !cmp.Equal(ranks(pairs), test.want) {
			t.Errorf("%s: pairs %v, %v; want %v", name, ranks(pairs), err, test.want)
		}
	}
}

// An alert stores how much of its pair known sources contain.
func TestAlertKnown(t *testing.T) {
	t.Parallel()
	db := open(t)
	id, submissions := newContest(t, db, "finals", 4)
	with, without := alert("A", submissions[0], submissions[2], 0.9), alert("B", submissions[1], submissions[3], 0.8)
	with.Known = &contest.KnownCode{SuspicionWithout: 0.1, Share: 0.8, Number: 1, Kind: contest.Generated, Name: "answer 1", Explained: true}
	stored := storeAlerts(t, db, id, with, without)
	if !cmp.Equal(stored[0].Known, with.Known) || stored[1].Known != nil {
		t.Errorf("stored are %+v and %+v, want %+v and nothing", stored[0].Known, stored[1].Known, with.Known)
	}
}
