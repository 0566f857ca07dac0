package postgres

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// A participant or problem has the name that the judge system gives to its ID. Two never have one name.
func TestRenames(t *testing.T) {
	t.Parallel()
	stored := []labelled{{"Code", "150"}, {"Bits", "151"}, {"Guest", ""}, {"Old Bits", "151"}}
	for _, tt := range []struct {
		name  string
		given []labelled
		want  map[string]string
	}{
		{"no change", []labelled{{"Code", "150"}, {"Bits", "151"}, {"New", "152"}}, nil},
		{"a new name", []labelled{{"Code Team", "150"}}, map[string]string{"Code": "Code Team"}},
		{"exchanged names", []labelled{{"Bits", "150"}, {"Code", "151"}}, map[string]string{"Code": "Bits", "Bits": "Code"}},
		{"the name of one that has another new name", []labelled{{"Bits", "150"}, {"Nibbles", "151"}}, map[string]string{"Code": "Bits", "Bits": "Nibbles"}},
		{"the name of one that is not listed", []labelled{{"Bits", "150"}}, map[string]string{"Code": "Bits", "Bits": "Bits (151)"}},
		{"a new one with a stored name", []labelled{{"Code", "152"}}, map[string]string{"Code": "Code (150)"}},
		{"the name that another is to get", []labelled{{"Bits", "150"}, {"Bits (151)", "153"}}, map[string]string{"Code": "Bits", "Bits": "Bits (151) (151)"}},
		{"the name of one without an ID", []labelled{{"Guest", "150"}}, nil},
		{"the other name of an ID that two have", []labelled{{"Old Bits", "151"}}, nil},
		{"a new name of an ID that two have", []labelled{{"Nibbles", "151"}}, map[string]string{"Bits": "Nibbles"}},
		{"an ID twice", []labelled{{"Ann", "150"}, {"Ann, Ben", "150"}, {"Nibbles", "151"}}, nil},
		{"a name twice", []labelled{{"Ann", "150"}, {"Ann", "151"}}, nil},
		{"no ID", []labelled{{"Bits", ""}}, nil},
	} {
		if diff := cmp.Diff(tt.want, renames(stored, tt.given), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// If the judge system exchanges the names of two teams and the labels of two problems, numbers, decisions, alerts and known
// sources stay with the programs, also in a stored check and in one that runs meanwhile.
func TestExchangedNames(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	importAs := func(first, second, a, b string) []contest.Submission {
		t.Helper()
		list := []contest.Submission{
			submission("A", "ann", 1, "int main() { return 1; }"), submission("A", "ben", 1, "int main() { return 2; }"),
			submission("B", "ann", 1, "int main() { return 3; }"), submission("B", "ben", 1, "int main() { return 4; }"),
		}
		for i := range list {
			s := &list[i]
			s.Participant, s.Problem = map[string]string{"ann": first, "ben": second}[s.Participant], map[string]string{"A": a, "B": b}[s.Problem]
		}
		_, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: "c", Submissions: list, About: contest.About{
			Metadata:     contest.Metadata{SystemID: "r26", Problems: []contest.Problem{{Name: a, SystemID: "p1"}, {Name: b, SystemID: "p2"}}},
			Participants: []contest.Participant{{Name: first, SystemID: "1"}, {Name: second, SystemID: "2"}},
		}})
		must(t, err)
		return list
	}
	list := importAs("ann", "ben", "A", "B")
	stored, err := db.ContestByName(ctx, "c")
	must(t, err)
	id := stored.ID
	people, err := db.Participants(ctx, id)
	must(t, err)
	_, err = db.AddSources(ctx, review.CommandLine, 1, []contest.KnownSource{
		{ContestID: id, Problem: "A", Kind: contest.Leaked, Name: "of A", File: contest.File{Path: "a.cpp", Content: []byte("int a;")}},
		{ContestID: id, Problem: "B", Kind: contest.Leaked, Name: "of B", File: contest.File{Path: "b.cpp", Content: []byte("int a;")}}})
	must(t, err)
	// begin stores the results of a check except those that complete stores.
	begin := func() contest.Run {
		t.Helper()
		run, err := db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: id, Digest: "d",
			Problems:     map[string]int64{"A": list[0].ID, "B": list[2].ID},
			Participants: map[string]int64{"ann": list[2].ID, "ben": list[3].ID}}, idsOf(list), nil)
		must(t, err)
		t.Cleanup(func() { must(t, run.Close()) })
		across := pair(3, list[0], list[3], 0.4)
		across.Problem = "A + B"
		must(t, errors.Join(
			run.SaveTemplates(ctx, []contest.Template{{SubmissionID: list[0].ID, Passages: []contest.Passage{
				{First: 1, Tokens: 2, Problems: []string{"A"}}, {First: 4, Tokens: 2, Problems: []string{"B"}}}}}),
			run.SavePairs(ctx, []contest.Pair{pair(1, list[0], list[1], 0.9), pair(2, list[2], list[3], 0.8), across})))
		return run
	}
	complete := func(run contest.Run) {
		t.Helper()
		must(t, run.Complete(ctx, contest.Summary{Submissions: 4, PrivateTemplates: []contest.PrivateTemplate{{Left: "ann", Right: "ben"}},
			Sources: []contest.SourcePool{{Problem: "A"}, {Problem: "B"}}}, []contest.Histogram{histogram("A"), histogram("B")}, nil))
	}
	run, during := begin(), begin()
	complete(run)
	storeAlerts(t, db, id, alert("A", list[0], list[1], 0.9))
	chief := reviewer(t, db, "chief")
	decide(t, db, chief, keyOf("A", people[0], people[1]), review.Review{Decision: review.Confirmed, Ruling: true, Note: "ben copied"})
	decide(t, db, chief, keyOf("A + B", people[0], people[1]), review.Review{Decision: review.Dismissed, Ruling: true})

	templateOf := list[0].ID
	// texts describes what the archive has. The pairs and alerts are sorted by suspicion, the sources by problem.
	texts := func(run contest.Run) (list []string) {
		t.Helper()
		pairs, _, err := db.Pairs(ctx, run.ID(), contest.PairFilter{})
		must(t, err)
		cases, err := db.CasesByPairs(ctx, pairs)
		must(t, err)
		histograms, err := db.HistogramsOf(ctx, pairs)
		must(t, err)
		for _, p := range pairs {
			list = append(list, fmt.Sprint("pair ", p.Problem, ": ", p.Left.Problem, p.Right.Problem, " by ", p.Left.Participant, p.Right.Participant,
				", ", cases[review.KeyOf(id, p)].State, ", histogram ", histograms[p.ID].Problem))
		}
		alerts, err := db.Alerts(ctx, id, contest.AlertFilter{})
		must(t, err)
		for _, a := range alerts {
			list = append(list, fmt.Sprint("alert ", a.Problem, ": ", a.Left.Problem, " by ", a.Left.Participant, a.Right.Participant))
		}
		sources, err := db.KnownPrograms(ctx, contest.SourceFilter{ContestID: id})
		must(t, err)
		for _, s := range sources {
			list = append(list, s.Name+" for "+s.Problem)
		}
		check, err := db.Check(ctx, run.ID())
		must(t, err)
		for _, template := range check.Summary.PrivateTemplates {
			list = append(list, "template of "+template.Left+template.Right)
		}
		list = append(list, fmt.Sprint("sources for ", check.Summary.Sources[0].Problem, check.Summary.Sources[1].Problem))
		templates, err := db.Templates(ctx, run.ID(), []int64{templateOf})
		must(t, err)
		list = append(list, fmt.Sprint("passages of ", templates[templateOf]))
		return list
	}
	importAs("ben", "ann", "B", "A")
	want := []string{
		"pair B: BB by benann, confirmed, histogram B", "pair A: AA by benann, open, histogram A", "pair A + B: BA by benann, dismissed, histogram ",
		"alert B: B by benann", "of B for A", "of A for B", "template of benann", "sources for BA", "passages of [{1 2 [B] false} {4 2 [A] false}]",
	}
	complete(during)
	for name, run := range map[string]contest.Run{"a complete check": run, "a check that ran": during} {
		if diff := cmp.Diff(want, texts(run)); diff != "" {
			t.Errorf("%s after the exchange (-want +got):\n%s", name, diff)
		}
	}
	for i, p := range people {
		p.FormerNames, p.Name = []string{p.Name}, people[1-i].Name
		if got, err := db.Participant(ctx, id, p.Number); err != nil || !cmp.Equal(got, p) {
			t.Errorf("participant %d: %+v, %v, want %+v", p.Number, got, err, p)
		}
	}
	importAs("ann", "ben", "A", "B")
	want = []string{
		"pair A: AA by annben, confirmed, histogram A", "pair B: BB by annben, open, histogram B", "pair A + B: AB by annben, dismissed, histogram ",
		"alert A: A by annben", "of A for A", "of B for B", "template of annben", "sources for AB", "passages of [{1 2 [A] false} {4 2 [B] false}]",
	}
	wantEqual(t, "after both exchanges", want, texts(run))
}

// IDs of another system than the judge system of the contest rename nobody and no problem, and are not stored.
func TestIDsOfOtherSystems(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	about := func(systemID, ann, ben, a, b string) contest.About {
		return contest.About{
			Metadata:     contest.Metadata{SystemID: systemID, Problems: []contest.Problem{{Name: "A", SystemID: a}, {Name: "B", SystemID: b}}},
			Participants: []contest.Participant{{Name: "ann", SystemID: ann, Seat: "7"}, {Name: "ben", SystemID: ben}},
		}
	}
	own, other := about("r26", "1", "2", "p1", "p2"), about("", "2", "1", "p2", "p1")
	for _, tt := range []struct {
		name    string
		imports []contest.About
	}{
		{"the judge system, then another", []contest.About{own, other}},
		{"another, then the judge system", []contest.About{other, own, own}},
		{"one that the judge system does not name", []contest.About{{Participants: []contest.Participant{{Name: "carl", SystemID: "2"}}}, own}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			list := []contest.Submission{submission("A", "ann", 1, "int x;"), submission("B", "ben", 1, "int y;"), submission("B", "carl", 1, "int z;")}
			var id int64
			for _, about := range tt.imports {
				var err error
				id, _, err = db.Import(ctx, review.CommandLine, "", contest.Import{Contest: tt.name, Submissions: list, About: about})
				must(t, err)
			}
			people, err := db.Participants(ctx, id)
			must(t, err)
			ids := make(map[string]string)
			for _, p := range people {
				ids[p.Name] = p.SystemID
				if p.Name == "ann" && p.Seat != "7" {
					t.Errorf("ann's seat is %q, want 7", p.Seat)
				}
			}
			c, err := db.Contest(ctx, id)
			must(t, err)
			for _, p := range c.Metadata.Problems {
				ids[p.Name] = p.SystemID
			}
			wantEqual(t, "IDs", map[string]string{"ann": "1", "ben": "2", "carl": "", "A": "p1", "B": "p2"}, ids)
		})
	}
}

// A participant whom the judge system renames during an import stays one participant.
func TestRenameDuringImport(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	about := func(name string) contest.About {
		return contest.About{Metadata: contest.Metadata{System: "DOMjudge", SystemID: "finals"}, Participants: []contest.Participant{{Name: name, SystemID: "7"}}}
	}
	given := func(content string) contest.Import {
		return contest.Import{Contest: "c", Submissions: []contest.Submission{submission("A", "ann", 1, content)}, About: about("ann")}
	}
	id, _, err := db.Import(ctx, review.CommandLine, "", given("int x;"))
	must(t, err)
	allAtOnce(t, db, "problems", func() error { // the import has read the names when it waits
		_, _, err := db.Import(ctx, review.CommandLine, "", given("int y;"))
		return err
	}, func() error { return db.SaveAbout(ctx, id, about("anna")) })
	people, err := db.Participants(ctx, id)
	if err != nil || len(people) != 1 {
		t.Errorf("participants %+v, %v; want one", people, err)
	}
}

// What changes submissions waits for a change of names, and the other way round, without a deadlock.
func TestNamesLocked(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	list := []contest.Submission{submission("A", "ann", 1, "int x;"), submission("A", "ben", 1, "int y;")}
	id := importContest(t, db, "c", list)
	for _, tt := range []struct {
		name   string
		change func() error
	}{
		{"import", func() error {
			list[0].Files[0].Content = []byte("int z;")
			_, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: "c", Submissions: list})
			return err
		}},
		{"retract", func() error { return db.Retract(ctx, id, []string{list[0].Path}) }},
	} {
		tx, err := db.pool.Begin(ctx)
		must(t, err)
		_, err = renameAll(ctx, tx, id, contest.About{})
		must(t, err)
		changed := make(chan error)
		go func() { changed <- tt.change() }()
		waitForLock(t, db)
		must(t, forgetIdentities(ctx, tx, "participant", id, map[string]string{"ann": "", "ben": ""}))
		must(t, tx.Commit(ctx))
		if err := <-changed; err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
