package check

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/pairs"
)

// checkWith checks submissions with known sources.
func checkWith(t *testing.T, sources []contest.KnownSource, submissions []contest.Submission) *memoryStore {
	t.Helper()
	store := &memoryStore{sources: sources}
	mustCheck(t, &Checker{Store: store}, Request{Contest: "c", Submissions: withIDs(submissions), Parameters: Defaults()})
	return store
}

// withIDs returns a copy of submissions with IDs from 1 on.
func withIDs(submissions []contest.Submission) []contest.Submission {
	list := slices.Clone(submissions)
	for i := range list {
		list[i].ID = int64(i + 1)
	}
	return list
}

func sourceOf(problem string, kind contest.SourceKind, parts ...string) contest.KnownSource {
	s := checktest.Submission(problem, "source", 0, parts...)
	return contest.KnownSource{ContestID: 1, Problem: problem, Kind: kind, Name: "one answer", File: s.Files[0]}
}

func TestKnownSources(t *testing.T) {
	answer, copied, both := checktest.Program(7, 25), checktest.Program(8, 25), checktest.Program(93, 25)
	submissions := append(checktest.Honest(20, "A", "B"),
		checktest.Submission("A", "zoe", 5, answer, checktest.Program(91, 4)), checktest.Submission("A", "zed", 6, answer, checktest.Program(92, 4)),
		checktest.Submission("A", "uma", 7, answer, both), checktest.Submission("A", "uri", 8, answer, both),
		checktest.Submission("B", "zoe", 5, copied), checktest.Submission("B", "zed", 6, copied))
	alone := checkWith(t, nil, submissions)
	store := checkWith(t, []contest.KnownSource{sourceOf("A", contest.Generated, answer)}, submissions)

	explained := checktest.PairOf(t, store.pairs, "A", "zed", "zoe")
	if k := explained.Known; k == nil || !k.Explained || !k.BothNear || k.Name != "one answer" || k.Share < 0.8 || k.SuspicionWithout > 0.3 {
		t.Errorf("the pair that took a source's code has %+v, suspicion %v", k, explained.Suspicion)
	}
	if k := checktest.PairOf(t, store.pairs, "A", "uma", "uri").Known; k == nil || k.Explained || k.Share < 0.3 || k.SuspicionWithout < 0.8 {
		t.Errorf("the pair that shares as much again beside a source's code has %+v", k)
	}
	if other := checktest.PairOf(t, store.pairs, "B", "zed", "zoe"); other.Known != nil {
		t.Errorf("a pair for another problem has %v", other.Known)
	}
	var near []int64
	for _, n := range store.near {
		near = append(near, n.SubmissionID)
	}
	slices.Sort(near)
	if want := []int64{41, 42, 43, 44}; !slices.Equal(near, want) {
		t.Errorf("near the source are submissions %v, want %v", near, want)
	}
	if len(store.summary.Sources) != 1 || store.summary.Sources[0].Others != 20 || store.summary.Sources[0].Near != 4 {
		t.Errorf("the summary has %+v, want one source near 4 of its programs, and 20 others", store.summary.Sources)
	}

	// Without what sources have of them, pairs and counts are those of a check without sources, but for the clusters.
	explainedClusters, otherClusters := make(map[int]bool), make(map[int]bool)
	for i := range store.pairs {
		if pair := &store.pairs[i]; pair.Known != nil && pair.Known.Explained {
			explainedClusters[pair.Cluster] = true
		} else {
			otherClusters[pair.Cluster] = true
		}
		store.pairs[i].Known = nil
		alone.pairs[i].Cluster, store.pairs[i].Cluster = 0, 0
	}
	delete(otherClusters, 0)
	if len(explainedClusters) == 0 || len(otherClusters) < 2 {
		t.Errorf("clusters of explained pairs: %v, of others: %v", explainedClusters, otherClusters)
	}
	for cluster := range explainedClusters {
		if otherClusters[cluster] || cluster <= len(otherClusters) {
			t.Errorf("cluster %d has explained pairs and is not one of the last", cluster)
		}
	}
	if diff := cmp.Diff(alone.pairs, store.pairs); diff != "" {
		t.Errorf("known sources change the pairs (-without, +with):\n%s", diff)
	}
	if store.summary.Sources = nil; store.summary.Text(i18n.English()) != alone.summary.Text(i18n.English()) {
		t.Errorf("known sources change the summary: %v, want %v", store.summary, alone.summary)
	}
}

// A Scorer says of alerts what the closing check says of the pairs, once it has compared all programs of the problem.
func TestScorerKnownSources(t *testing.T) {
	answer := checktest.Program(7, 25)
	submissions := append(checktest.Honest(20, "A", "B"),
		checktest.Submission("A", "zoe", 5, answer, checktest.Program(91, 4)), checktest.Submission("A", "zed", 6, answer, checktest.Program(92, 4)),
		checktest.Submission("A", "uma", 7, answer, checktest.Program(93, 25)), checktest.Submission("A", "uri", 8, checktest.Program(94, 25), checktest.Program(93, 25)))
	sources := []contest.KnownSource{sourceOf("A", contest.Generated, answer)}
	want := checkWith(t, sources, submissions)

	scorer := scorerWith(t, sources, submissions)
	load(t, scorer, slices.Clone(submissions)...)
	alert := func() contest.KnownCode {
		t.Helper()
		known := checktest.PairOf(t, pairsOf(t, scorer, 41, 42), "A", "zed", "zoe").Known
		if known == nil || !known.Explained {
			t.Fatalf("zed and zoe took the source's code; the alert has %+v", known)
		}
		return *known
	}
	if alert().BothNear {
		t.Error("most programs were not compared, and the alert says who is near a source")
	}
	for batch := range slices.Chunk(submissions, 9) {
		pairsOf(t, scorer, ids(batch)...)
	}
	if diff := cmp.Diff(*checktest.PairOf(t, want.pairs, "A", "zed", "zoe").Known, alert()); diff != "" {
		t.Errorf("the alert differs from the check (-check +alert):\n%s", diff)
	}
	load(t, scorer, slices.Clone(submissions[43:])...)
	if alert().BothNear {
		t.Error("a program was loaded and not compared, and the alert says who is near a source")
	}
	scorer.Remove(44)
	if !alert().BothNear {
		t.Error("the program that was not compared is removed, and the alert does not say who is near a source")
	}
}

// scorerWith returns a Scorer with known sources and submissions, of which it sets the IDs.
func scorerWith(t *testing.T, sources []contest.KnownSource, submissions []contest.Submission) *Scorer {
	t.Helper()
	store := &memoryStore{sources: sources}
	for i := range submissions {
		submissions[i].ID = int64(i + 1)
		store.participants = append(store.participants, contest.Participant{Name: submissions[i].Participant, Number: i + 1})
	}
	scorer, err := (&Checker{Store: store}).Scorer(t.Context(), 1, nil, Defaults())
	must(t, err)
	return scorer
}

// The solutions that an input has become known sources, once, and not without bound.
func TestSolutions(t *testing.T) {
	solution := sourceOf("A", contest.Jury, checktest.Program(7, 25))
	short := sourceOf("A", contest.Jury)
	store := &memoryStore{}
	for range 2 {
		mustCheck(t, &Checker{Store: store}, Request{Contest: "c", Submissions: withIDs(checktest.Honest(2, "A")), Parameters: Defaults(),
			Solutions: []contest.KnownSource{solution, short, solution}})
	}
	if len(store.sources) != 1 || len(store.sources[0].Sample) == 0 || store.sources[0].ContestID != 1 {
		t.Errorf("stored are %+v, want one source of contest 1 with a sample", store.sources)
	}
	var many []contest.KnownSource
	for i := range maxSolutions + 20 {
		many = append(many, sourceOf("A", contest.Jury, checktest.Program(uint64(i+100), 25)))
	}
	mustCheck(t, &Checker{Store: store}, Request{Contest: "c", Submissions: checktest.Honest(2, "A"), Parameters: Defaults(), Solutions: many})
	if len(store.sources) != maxSolutions {
		t.Errorf("%d solutions are stored, want %d", len(store.sources), maxSolutions)
	}
}

func TestPublishedBase(t *testing.T) {
	library := checktest.Program(7, 25)
	published := sourceOf("", contest.Published, library)
	published.Date = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	submissions := append(checktest.Honest(12, "A"),
		checktest.Submission("A", "zoe", 5, library, checktest.Program(91, 9)), checktest.Submission("A", "zed", 6, library, checktest.Program(92, 9)))
	starts := time.Date(2026, 1, 1, 10, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		about  contest.Contest
		isBase bool
	}{
		"by default":        {contest.Contest{Metadata: contest.Metadata{StartsAt: starts}}, false},
		"chosen":            {contest.Contest{Metadata: contest.Metadata{StartsAt: starts}, PublishedBase: true}, true},
		"after the contest": {contest.Contest{Metadata: contest.Metadata{StartsAt: starts.AddDate(-2, 0, 0)}, PublishedBase: true}, false},
		"start unknown":     {contest.Contest{PublishedBase: true}, false},
	} {
		t.Run(name, func(t *testing.T) {
			store := &memoryStore{sources: []contest.KnownSource{published}, contest: test.about}
			mustCheck(t, &Checker{Store: store}, Request{Contest: "c", Submissions: withIDs(submissions), Parameters: Defaults()})
			if got := len(store.base) == 1; got != test.isBase {
				t.Errorf("base code has %d files", len(store.base))
			}
			// The next check asks again.
			own := contest.File{Path: "own.cpp"}
			last := contest.Check{ID: 1, State: contest.Complete, Parameters: contest.Parameters{Base: []string{own.Path}}}
			for _, file := range store.base {
				last.Parameters.Base = append(last.Parameters.Base, file.Path)
			}
			archive := &memoryStore{checks: []contest.Check{last}, base: append([]contest.File{own}, store.base...)}
			next, err := StoredRequest(t.Context(), archive, 1, "c", Defaults())
			must(t, err)
			if len(next.Base) != 1 || next.Base[0].Path != own.Path || !slices.Equal(next.Parameters.Base, []string{own.Path}) {
				t.Errorf("the next check takes the base code %v, named %v", next.Base, next.Parameters.Base)
			}
			if got := len(store.summary.Sources) == 0; got != test.isBase {
				t.Errorf("the summary has the sources %+v", store.summary.Sources)
			}
		})
	}
}

// Watch makes a Scorer before its contest is stored. The Scorer compares published sources, which are then no base code.
func TestScorerOfNewContest(t *testing.T) {
	store := newContest{&memoryStore{sources: []contest.KnownSource{sourceOf("", contest.Published, checktest.Program(7, 25))}}}
	scorer, err := (&Checker{Store: store}).Scorer(t.Context(), 0, nil, Defaults())
	must(t, err)
	if scorer.known == nil {
		t.Error("the source is not compared")
	}
}

// newContest is an archive in which no contest is stored.
type newContest struct{ *memoryStore }

func (newContest) Contest(context.Context, int64) (contest.Contest, error) {
	return contest.Contest{}, contest.ErrNotFound
}

// TestGeneratedSources gives ten of fifty generated programs as known sources, over 20 draws, and
// compares the others and 27 programs by people with them. docs/known-sources.md has the figures.
func TestGeneratedSources(t *testing.T) {
	data := os.Getenv("OJCHECK_DATA")
	if data == "" {
		t.Skip("needs OJCHECK_DATA, the folder of the labelled sets")
	}
	files, err := filepath.Glob(filepath.Join(data, "generated", "files", "*", "*.java"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no generated programs: %v", err)
	}
	var people, generated []contest.Submission
	for _, name := range files {
		content, err := os.ReadFile(name)
		must(t, err)
		name = filepath.Base(name)
		s := contest.Submission{Kind: contest.Official, Participant: name, Problem: "A", Path: name, Language: "java",
			Files: []contest.File{{Path: name, Content: content}}}
		if strings.HasPrefix(name, "gpt-") {
			generated = append(generated, s)
		} else {
			people = append(people, s)
		}
	}
	const draws, taken = 20, 10
	var above, nearGenerated, nearPeople, listed, explained, changedPeople int
	var alerts, alertsUpheld, alertsPeople int
	for draw := range draws {
		var sources []contest.KnownSource
		submissions := slices.Clone(people)
		for i, n := range rand.New(rand.NewPCG(1, uint64(draw))).Perm(len(generated)) {
			if g := generated[n]; i < taken {
				sources = append(sources, contest.KnownSource{ContestID: 1, Problem: "A", Kind: contest.Generated, Name: g.Path, File: g.Files[0]})
			} else {
				submissions = append(submissions, g)
			}
		}
		isPerson := func(id int64) bool { return int(id) <= len(people) }
		above += aboveAllPeople(t, sources, submissions, len(people))
		store := checkWith(t, sources, submissions)
		near := make(map[int64]bool)
		for _, n := range store.near {
			near[n.SubmissionID] = true
		}
		for id := range near {
			if isPerson(id) {
				nearPeople++
			} else {
				nearGenerated++
			}
		}
		for _, pair := range store.pairs {
			switch left, right := isPerson(pair.Left.SubmissionID), isPerson(pair.Right.SubmissionID); {
			case left && right:
				if pair.Known != nil {
					changedPeople++
				}
			case !left && !right && Defaults().Lists(pair.Scores):
				listed++
				if pair.Known != nil && pair.Known.Explained {
					explained++
				}
			}
		}
		for _, sides := range alertsNear(t, sources, submissions, uint64(draw)) {
			alerts++
			if near[sides[0]] && near[sides[1]] {
				alertsUpheld++
			}
			if isPerson(sides[0]) || isPerson(sides[1]) {
				alertsPeople++
			}
		}
	}
	all := draws * (len(generated) - taken)
	t.Logf("above all people: %d of %d generated programs; near a source: %d of them, and %d of %d people",
		above, all, nearGenerated, nearPeople, draws*len(people))
	t.Logf("listed pairs of generated programs: %d, explained %d; pairs of people with a changed suspicion: %d",
		listed, explained, changedPeople)
	t.Logf("alerts that call both programs near a source: %d; the check calls both near: %d; with a person: %d", alerts, alertsUpheld, alertsPeople)
	for what, ok := range map[string]bool{
		"95% of the generated programs are above all people": 100*above >= 95*all,
		"80% are near a source":                              100*nearGenerated >= 80*all,
		"no person is near a source":                         nearPeople == 0,
		"95% of the listed pairs are explained":              100*explained >= 95*listed,
		"no pair of people has a changed suspicion":          changedPeople == 0,
		"no alert calls a person near a source":              alerts > 0 && alertsPeople == 0,
	} {
		if !ok {
			t.Errorf("not so: %s", what)
		}
	}
}

// alertsNear compares submissions seven at a time, in random order. It returns the pairs that their first alert
// calls near a source, by the IDs of the submissions.
func alertsNear(t *testing.T, sources []contest.KnownSource, submissions []contest.Submission, seed uint64) (near [][2]int64) {
	t.Helper()
	scorer, raised := scorerWith(t, sources, submissions), make(map[[2]int64]bool)
	for batch := range slices.Chunk(rand.New(rand.NewPCG(2, seed)).Perm(len(submissions)), 7) {
		var ids []int64
		for _, i := range batch {
			load(t, scorer, submissions[i])
			ids = append(ids, submissions[i].ID)
		}
		for _, pair := range pairsOf(t, scorer, ids...) {
			sides := [2]int64{pair.Left.SubmissionID, pair.Right.SubmissionID}
			if !raised[sides] && pair.Known != nil && pair.Known.BothNear {
				near = append(near, sides)
			}
			raised[sides] = true
		}
	}
	return near
}

// aboveAllPeople counts the programs that are nearer to a source than any of the first people.
func aboveAllPeople(t *testing.T, sources []contest.KnownSource, submissions []contest.Submission, people int) (n int) {
	t.Helper()
	numbered := make([]contest.CheckSource, len(sources))
	for i, s := range sources {
		numbered[i] = contest.CheckSource{Number: i + 1, KnownSource: s}
	}
	reader, _ := newReader(nil, 0, nil, nil, Defaults())
	read, _, err := reader.read(t.Context(), slices.Clone(submissions), nil, nil, serial(nil))
	if err != nil || len(read) != len(submissions) {
		t.Fatalf("%d programs read: %v", len(read), err)
	}
	known, _, err := readSources(t.Context(), reader, numbered)
	must(t, err)
	p := pools(read, Defaults(), make(map[string]*familyCorpus))[0]
	index := pairs.NewPool(p.corpus.programs(p.submissions), pairs.Options{Corpus: p.corpus.Corpus})
	scored, err := known.forPool(p).search(p, index).Find(t.Context())
	must(t, err)
	highest, isNear := 0.0, make(map[int]bool)
	for _, s := range scored.Pairs {
		if s.Left < people {
			highest = max(highest, s.Suspicion)
		}
	}
	for _, s := range scored.Pairs {
		if s.Left >= people && s.Suspicion > highest {
			isNear[s.Left] = true
		}
	}
	return len(isNear)
}
