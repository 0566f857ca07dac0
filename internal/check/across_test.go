package check

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// withTranslations adds the programs that copy others of the labelled contest in other languages.
func withTranslations(t *testing.T, submissions []contest.Submission) []contest.Submission {
	t.Helper()
	set := readInput(t, "../../testdata/translations", "")
	for i := range set.Submissions {
		set.Submissions[i].Verdict = contest.VerdictAccepted
	}
	return append(submissions, set.Submissions...)
}

func labelledContest(t *testing.T) []contest.Submission {
	t.Helper()
	return readInput(t, "../../testdata/submissions", "").Submissions
}

// splitByLanguage returns the pairs of one family, and those across languages.
func splitByLanguage(all []contest.Pair) (within, across []contest.Pair) {
	for _, pair := range all {
		if pair.AcrossLanguages() {
			across = append(across, pair)
		} else {
			within = append(within, pair)
		}
	}
	return within, across
}

// A check lists programs that were translated into another language faithfully, and no honest pair of two
// languages. A pair of two languages says so, and has no Hamming distance. A second check of the contest has the
// same pairs.
func TestCopiesAcrossLanguages(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	db := open(t)
	req := Request{Contest: "translated", Submissions: withTranslations(t, labelledContest(t)), Parameters: Defaults()}
	c, found, _ := run(t, db, req)
	_, across := splitByLanguage(found)
	listed := make(map[string]bool)
	for _, pair := range across {
		if c.Parameters.Lists(pair.Scores) {
			listed[caseOf(pair)] = true
			t.Logf("%s: a suspicion of %.2f, a chance of %.3f", caseOf(pair), pair.Suspicion, *pair.Chance)
		}
		if pair.Hamming != nil || pair.SharedPassages == 0 || pair.Percentile == nil || pair.Left.Language == pair.Right.Language {
			t.Errorf("%s has scores %+v in %s and %s, want passages, a percentile and no distance, in two languages",
				caseOf(pair), pair.Scores, pair.Left.Language, pair.Right.Language)
		}
	}
	want := map[string]bool{
		"B-rivers anika anika-java": true, "B-rivers anika-java hyunwoo": true, // hyunwoo copied from anika
		"B-rivers anika anika-python": true, "B-rivers anika-python hyunwoo": true, "B-rivers anika-java anika-python": true,
		"C-festival lupe lupe-java": true, "C-festival lupe lupe-python": true, "C-festival lupe-java lupe-python": true,
		"D-vault ulrike ulrike-python": true,
	}
	wantEqual(t, "listed pairs across languages", want, listed)
	var clustered bool
	for _, pair := range across {
		clustered = clustered || pair.Cluster != 0
	}
	if !clustered {
		t.Error("no pair across languages is in a cluster")
	}

	again := Request{Contest: "translated", Submissions: withTranslations(t, labelledContest(t)), Parameters: Defaults()}
	_, secondly, _ := run(t, db, again)
	ignored := append(ignoreUnscored, cmpopts.IgnoreFields(contest.Side{}, "SubmissionID"))
	if diff := cmp.Diff(found, secondly, ignored...); diff != "" {
		t.Errorf("a second check has other pairs (-first +second):\n%s", diff)
	}
}

// Pairs of one family of languages, and what is usual among them, are the same with and without the pairs across
// languages.
func TestPairsOfOneFamilyStayTheSame(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	results := make(map[bool]comparison)
	for _, languages := range []bool{false, true} {
		p := Defaults()
		p.Keep = 0.01
		if !languages {
			p.Omitted = []string{omitAcrossLanguages}
		}
		submissions := readPrograms(t, p, withTranslations(t, labelledContest(t)))
		found, err := (&comparer{parameters: p, progress: serial(nil)}).compare(t.Context(), submissions)
		must(t, err)
		found.rank(p)
		results[languages] = found
	}
	listOf := func(found comparison) (within, across []contest.Pair) {
		var all []contest.Pair
		for _, f := range found.pairs {
			all = append(all, f.pair(0))
		}
		return splitByLanguage(all)
	}
	without, none := listOf(results[false])
	with, across := listOf(results[true])
	if len(none) > 0 || len(across) < 20 {
		t.Errorf("%d pairs across languages without them, %d with them; want none, and 20 or more", len(none), len(across))
	}
	if diff := cmp.Diff(without, with, cmpopts.IgnoreFields(contest.Pair{}, "Cluster")); diff != "" {
		t.Errorf("pairs of one family (-without +with those across languages):\n%s", diff)
	}
	isAcross := func(h contest.Histogram) bool { return h.Language == contest.AcrossLanguages }
	histograms := slices.DeleteFunc(slices.Clone(results[true].histograms), isAcross)
	if diff := cmp.Diff(results[false].histograms, histograms); diff != "" {
		t.Errorf("histograms of one family (-without +with pairs across languages):\n%s", diff)
	}
	if n := len(results[true].histograms) - len(histograms); n != 4 {
		t.Errorf("%d problems have a histogram across languages, want 4", n)
	}
}

// A contest in one family of languages has no pool across languages, and makes no code for it.
func TestOneFamilyPaysNothing(t *testing.T) {
	t.Parallel()
	submissions := readPrograms(t, Defaults(), primes())
	corpora := make(map[string]*familyCorpus)
	for _, pool := range pools(submissions, Defaults(), corpora) {
		if pool.family == contest.AcrossLanguages {
			t.Errorf("%s is a pool", pool.name())
		}
	}
	for _, sub := range submissions {
		if sub.acrossCode != nil {
			t.Errorf("%s has code for pairs across languages", sub.Path)
		}
	}
	if len(corpora) != 1 {
		t.Errorf("%d corpora, want one of C++", len(corpora))
	}
}

// Of several pairs of two participants at a problem, the most suspicious that is listed stays, else the most
// suspicious.
func TestOncePerProblem(t *testing.T) {
	t.Parallel()
	side := func(participant string) *submission {
		return &submission{Submission: contest.Submission{Participant: participant, Problem: "A"}}
	}
	own, across := &pool{family: "c++"}, &pool{family: contest.AcrossLanguages}
	found := func(p *pool, left, right string, suspicion, rare float64) foundPair {
		return foundPair{pool: p, left: side(left), right: side(right),
			scored: pairs.Pair{Suspicion: suspicion, Evidence: pairs.Evidence{Rare: rare}}}
	}
	p := Defaults()
	p.MaxChance = 0 // the suspicion alone lists a pair
	for _, test := range []struct {
		name      string
		threshold float64
		ranked    []foundPair
		want      []string
	}{
		{"the most suspicious of two that are listed", 0.3,
			[]foundPair{found(across, "ann", "ben", 0.7, 0), found(own, "ben", "ann", 0.6, 0)}, []string{"across languages 0.7"}},
		{"the most suspicious of two that are not", 0.3,
			[]foundPair{found(own, "ann", "ben", 0.2, 0), found(across, "ann", "ben", 0.1, 0)}, []string{"c++ 0.2"}},
		{"others stay", 0.3,
			[]foundPair{found(own, "ann", "ben", 0.6, 0), found(own, "ann", "cat", 0.5, 0), found(across, "cat", "ann", 0.4, 0)},
			[]string{"c++ 0.6", "c++ 0.5"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p.Threshold = test.threshold
			var got []string
			for _, f := range oncePerProblem(test.ranked, p) {
				got = append(got, fmt.Sprint(f.pool.family, " ", f.scored.Suspicion))
			}
			wantEqual(t, "pairs", test.want, got)
		})
	}
	t.Run("a listed one before one that chance explains", func(t *testing.T) {
		p := Defaults()
		ranked := []foundPair{found(own, "ann", "ben", 0.6, 0), found(across, "ann", "ben", 0.5, 1000)}
		own.tail, across.tail = tailOf(t, 100), tailOf(t, 10_000)
		if ranked[0].isListed(p) || !ranked[1].isListed(p) {
			t.Fatalf("chances %v and %v, want only the second pair listed", *ranked[0].chance(), *ranked[1].chance())
		}
		if got := oncePerProblem(ranked, p); len(got) != 1 || got[0].pool != across {
			t.Errorf("%+v stays, want the pair across languages", got)
		}
	})
}

// tailOf returns the tail of a pool of random programs. Each has 80 shingles out of the given number, so the
// smaller that number, the more alike the programs.
func tailOf(t *testing.T, shingles int) pairs.Tail {
	t.Helper()
	var programs []pairs.Program
	for i := range 60 {
		p := pairs.Program{Participant: i}
		for n := range 80 {
			p.Structure = append(p.Structure, uint64(1+(n*7+i*131)%shingles))
		}
		programs = append(programs, p)
	}
	found, err := pairs.Find(t.Context(), programs, pairs.Options{})
	must(t, err)
	return found.Tail
}
