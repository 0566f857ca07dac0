package check

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/review"
)

// renamed returns a program with changed names and layout.
func renamed(source string) string {
	for from, to := range map[string]string{"a": "alpha", "b": "beta", "v": "data", "f": "solve", "i": "step"} {
		source = regexp.MustCompile(`\b`+from+`\b`).ReplaceAllString(source, to)
	}
	return "// all mine\n" + strings.ReplaceAll(source, "\n", "\n\n")
}

// The programs of three participants of an earlier contest.
var (
	zoes = checktest.Program(1, 30)
	yans = checktest.Program(2, 30)
	xias = checktest.Program(3, 30)
)

// bystanders returns submissions of n honest participants for a problem, all different.
func bystanders(name string, n int, problem string, seed uint64) []contest.Submission {
	var list []contest.Submission
	for i := range n {
		list = append(list, checktest.Submission(problem, fmt.Sprintf("%s %d", name, i), 10+i, checktest.Program(seed+uint64(i), 30)))
	}
	return list
}

// spring returns an earlier contest; two participants have the same program.
func spring() []contest.Submission {
	list := []contest.Submission{
		checktest.Submission("P", "zoe", 1, zoes), checktest.Submission("P", "wim", 2, zoes), checktest.Submission("Q", "yan", 3, yans), checktest.Submission("Q", "xia", 3, xias),
	}
	list = append(list, bystanders("Ada", 6, "P", 2000)...)
	return list
}

// autumn returns the checked contest: ben has zoe's program in disguise, dan has one
// of yan's functions inside other code, and xia submits her own program again.
func autumn() []contest.Submission {
	list := []contest.Submission{
		checktest.Submission("A", "ben", 1, renamed(zoes)),
		checktest.Submission("A", "dan", 2, checktest.Program(11, 25), yans, checktest.Program(12, 25)),
		checktest.Submission("A", "eve", 3, checktest.Program(13, 30)),
		checktest.Submission("A", "fay", 4, checktest.Program(14, 30)),
		checktest.Submission("A", "gus", 5, renamed(checktest.Program(14, 30))), // a copy of fay's
		checktest.Submission("B", "xia", 6, xias),
	}
	list = append(list, bystanders("Bob", 8, "A", 3000)...)
	return list
}

func importAndCheck(t *testing.T, store *postgres.DB, name string, submissions []contest.Submission) {
	t.Helper()
	run(t, store, Request{Contest: name, Submissions: submissions, Parameters: Defaults()})
}

// against returns the parameters of a check against contests.
func against(names ...string) contest.Parameters {
	p := Defaults()
	p.Against = names
	p.Keep = 0.3 // idioms alone give generated programs a suspicion of nearly 0.3
	return p
}

// pairNames describes the pairs: "ben A, zoe P of spring".
func pairNames(found []contest.Pair) []string {
	var list []string
	for _, p := range found {
		name := p.Left.Participant + " " + p.Left.Problem + ", " + p.Right.Participant + " " + p.Right.Problem
		if p.Earlier() {
			name += " of " + p.Right.Contest
		}
		list = append(list, name)
	}
	return list
}

// earlierNames describes the pairs with earlier contests, sorted.
func earlierNames(found []contest.Pair) []string {
	isOwn := func(p contest.Pair) bool { return !p.Earlier() }
	return slices.Sorted(slices.Values(pairNames(slices.DeleteFunc(slices.Clone(found), isOwn))))
}

// ownPairs returns a contest's own pairs, without the fields that differ between two checks.
func ownPairs(found []contest.Pair) (own []contest.Pair) {
	for _, p := range found {
		if !p.Earlier() {
			p.ID, p.CheckID, p.Rank = 0, 0, 0
			own = append(own, p)
		}
	}
	return own
}

// A check against earlier contests finds the copies from them, and its own pairs stay the same.
func TestAgainst(t *testing.T) {
	t.Parallel()
	store := open(t)
	importAndCheck(t, store, "spring", spring())
	importAndCheck(t, store, "winter, and snow", primes())
	alone, found, _ := run(t, store, Request{Contest: "autumn", Submissions: autumn(), Parameters: against()})
	want := ownPairs(found)
	if len(want) == 0 || alone.Summary.Earlier != nil {
		t.Fatalf("without earlier contests: %d own pairs and summary %+v, want some pairs and no summary of earlier contests", len(want), alone.Summary)
	}

	copies := []string{"ben A, zoe P of spring", "ben A, wim P of spring", "dan A, yan Q of spring"}
	tests := []struct {
		name    string
		against []string
		stored  []string // Parameters.Against
		want    []string
		summary contest.EarlierSummary
	}{
		{"the whole archive", []string{"archive"}, []string{"archive"}, copies, contest.EarlierSummary{Contests: 2, Pairs: 3}},
		{"one contest by name", []string{"spring"}, []string{"spring"}, copies, contest.EarlierSummary{Contests: 1, Pairs: 3}},
		{"two contests by name", []string{" spring , spring", "winter, and snow"}, []string{"spring", "winter, and snow"}, copies, contest.EarlierSummary{Contests: 2, Pairs: 3}},
		{"a contest without copied programs", []string{"winter, and snow"}, []string{"winter, and snow"}, nil, contest.EarlierSummary{Contests: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, found, _ := run(t, store, Request{Contest: "autumn", Submissions: autumn(), Parameters: against(tt.against...)})
			if diff := cmp.Diff(want, ownPairs(found)); diff != "" {
				t.Errorf("the contest's own pairs (-without +with earlier ones):\n%s", diff)
			}
			wantEqual(t, "pairs with earlier contests", slices.Sorted(slices.Values(tt.want)), earlierNames(found))
			for i, p := range found {
				if p.Left.Contest != "" || p.Rank != i+1 || p.Percentile != nil && *p.Percentile > 1 {
					t.Errorf("pair %+v with a wrong side, rank %d or percentile", p, i+1)
				}
				if p.Earlier() && (p.Problem != "A" || p.Suspicion < 0.5 || p.Percentile == nil || p.Hamming == nil) {
					t.Errorf("pair with an earlier contest has no percentile or distance, or too little suspicion: %+v", p)
				}
			}
			wantEqual(t, "parameters", tt.stored, c.Parameters.Against)
			if c.Summary.Earlier == nil {
				t.Fatal("there is no summary of the earlier contests")
			}
			tt.summary.Submissions = c.Summary.Earlier.Submissions
			if diff := cmp.Diff(tt.summary, *c.Summary.Earlier); diff != "" || c.Summary.PairsStored != len(found) {
				t.Errorf("summary %+v (-want +got):\n%s", c.Summary, diff)
			}
			if least := min(len(tt.want), 3); c.Summary.Earlier.Submissions < least {
				t.Errorf("compared with %d submissions, want %d or more", c.Summary.Earlier.Submissions, least)
			}
			if c.Summary.PairsCompared != alone.Summary.PairsCompared || c.Digest == alone.Digest {
				t.Errorf("%d pairs compared, want %d; digest %s, alone %s", c.Summary.PairsCompared, alone.Summary.PairsCompared, c.Digest, alone.Digest)
			}
		})
	}
}

// In each stage, the progress never exceeds its total, and ends at it.
func TestAgainstProgress(t *testing.T) {
	t.Parallel()
	store := open(t)
	importAndCheck(t, store, "spring", spring())
	last := make(map[Stage][2]int)
	checker := Checker{Store: store}
	_, err := checker.Check(t.Context(), Request{Contest: "autumn", Submissions: autumn(), Parameters: against("spring")}, func(stage Stage, done, total int) {
		if done > total {
			t.Errorf("stage %s reports %d of %d", stage, done, total)
		}
		last[stage] = [2]int{done, total}
	})
	must(t, err)
	for _, stage := range []Stage{Searching, ReadingEarlier, Comparing, ComparingEarlier, Matching, Saving} {
		if n := last[stage]; n[1] == 0 || n[0] != n[1] && stage != ComparingEarlier { // a pool without candidates reports nothing
			t.Errorf("stage %s ends at %d of %d", stage, n[0], n[1])
		}
	}
}

// An earlier program is released when the last pool has been compared with it.
func TestReleaseEarlier(t *testing.T) {
	t.Parallel()
	first, second := &pool{submissions: []*submission{{}, {}}}, &pool{submissions: []*submission{{}}}
	set := &earlierSet{
		submissions: map[int64]*earlierSubmission{
			1: {program: new(submission), pending: 2}, 2: {program: new(submission), pending: 2}, 3: {program: new(submission), pending: 1},
		},
		candidates: map[*submission][]int64{first.submissions[0]: {1, 2}, first.submissions[1]: {1}, second.submissions[0]: {2, 3}},
	}
	held := func() (ids []int64) {
		for id := range int64(4) {
			if s := set.submissions[id]; s != nil && s.program != nil {
				ids = append(ids, id)
			}
		}
		return ids
	}
	for i, want := range [][]int64{{2, 3}, nil} {
		set.release([]*pool{first, second}[i])
		if diff := cmp.Diff(want, held()); diff != "" {
			t.Errorf("programs in memory after pool %d (-want +got):\n%s", i+1, diff)
		}
	}
}

// A program that was replaced in an earlier contest accuses nobody.
func TestAgainstReplaced(t *testing.T) {
	t.Parallel()
	store := open(t)
	importAndCheck(t, store, "spring", spring())
	importAndCheck(t, store, "spring", []contest.Submission{checktest.Submission("P", "zoe", 1, checktest.Program(90, 40))})
	_, found, _ := run(t, store, Request{Contest: "autumn", Submissions: autumn(), Parameters: against("spring")})
	wantEqual(t, "result", []string{"ben A, wim P of spring", "dan A, yan Q of spring"}, earlierNames(found))
}

// Base code does not count in earlier programs either.
func TestAgainstBaseCode(t *testing.T) {
	t.Parallel()
	store := open(t)
	importAndCheck(t, store, "spring", spring())
	_, found, _ := run(t, store, Request{Contest: "autumn", Submissions: autumn(), Parameters: against("archive"),
		Base: []contest.File{{Path: "lib.cpp", Content: []byte("#include <vector>\nusing namespace std;\n" + yans)}}})
	wantEqual(t, "result", []string{"ben A, wim P of spring", "ben A, zoe P of spring"}, earlierNames(found))
}

// Two checks with the same digest have the same pairs. New programs in the archive change the
// digest if they can be found, in whichever order they were stored.
func TestAgainstDigest(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	store := open(t)
	importAndCheck(t, store, "spring", spring())
	check := func() (contest.Check, []string) {
		c, found, _ := run(t, store, Request{Contest: "autumn", Submissions: autumn(), Parameters: against("archive")})
		return c, pairNames(found)
	}
	first, pairs := check()
	second, same := check()
	if diff := cmp.Diff(pairs, same); diff != "" || first.Digest != second.Digest {
		t.Errorf("digests %s and %s (-first +second):\n%s", first.Digest, second.Digest, diff)
	}
	importAndCheck(t, store, "nothing like it", primes())
	if c, _ := check(); c.Digest != first.Digest {
		t.Error("the digest has changed, although no new program can be found")
	}
	importAndCheck(t, store, "summer", []contest.Submission{checktest.Submission("Z", "kim", 1, renamed(zoes)), checktest.Submission("Z", "lou", 1, yans)})
	third, more := check()
	if third.Digest == first.Digest || len(more) != len(pairs)+2 {
		t.Errorf("with two new copies: digests %s and %s, %d and %d pairs; want another digest and 2 more pairs", first.Digest, third.Digest, len(pairs), len(more))
	}

	// The same archive in another database, filled in another order.
	other := open(t)
	importAndCheck(t, other, "summer", []contest.Submission{checktest.Submission("Z", "kim", 1, renamed(zoes)), checktest.Submission("Z", "lou", 1, yans)})
	importAndCheck(t, other, "autumn", autumn())
	importAndCheck(t, other, "spring", spring())
	_, found, _ := run(t, other, Request{Contest: "autumn", Submissions: autumn(), Parameters: against("archive")})
	wantEqual(t, "in an archive filled in another order", more, pairNames(found))
}

// slowStore is a store that takes its time to store index entries, and notices a search meanwhile.
type slowStore struct {
	*postgres.DB
	searched chan struct{} // closed when the search begins
	tooEarly atomic.Bool   // the search began before all entries were stored
}

func (s *slowStore) SaveIndex(ctx context.Context, contestID int64, version int, entries []contest.IndexEntry) error {
	if len(entries) > 0 {
		select {
		case <-s.searched:
			s.tooEarly.Store(true)
		case <-time.After(100 * time.Millisecond):
		}
	}
	return s.DB.SaveIndex(ctx, contestID, version, entries)
}

func (s *slowStore) NearAll(ctx context.Context, version int, queries []uint64, distance, limit int, scope contest.Scope) ([]contest.FingerprintMatches, error) {
	close(s.searched)
	return s.DB.NearAll(ctx, version, queries, distance, limit, scope)
}

// The search begins when all programs of the contest are in the index. Otherwise its answers would depend on the time.
func TestAgainstSearchesWholeIndex(t *testing.T) {
	t.Parallel()
	db := open(t)
	importAndCheck(t, db, "spring", spring())
	store := &slowStore{DB: db, searched: make(chan struct{})}
	run(t, store, Request{Contest: "autumn", Submissions: autumn(), Parameters: against("spring")})
	if store.tooEarly.Load() {
		t.Error("the search began before the index had all programs of the contest")
	}
}

// A check reports earlier contests without index entries of this version.
func TestAgainstNotIndexed(t *testing.T) {
	t.Parallel()
	store := open(t)
	submissions := spring()
	if _, _, err := store.Import(t.Context(), review.CommandLine, "", contest.Import{Contest: "spring", Submissions: submissions}); err != nil {
		t.Fatal(err)
	}
	c, _, _ := run(t, store, Request{Contest: "autumn", Submissions: autumn(), Parameters: against("archive")})
	wantEqual(t, "result", &contest.EarlierSummary{Contests: 1, NotIndexed: []string{"spring"}}, c.Summary.Earlier)
	if notes := strings.Join(c.Summary.Notes(i18n.English(), c.Parameters, strings.ToUpper), "\n"); !strings.Contains(notes, "not all programs can be found in spring") {
		t.Errorf("notes %q do not say that spring is not wholly read", notes)
	}
}

// A participant is not paired with their own earlier program, unless the pair's absence would tell a secret name, nor with
// one in another family of languages.
func TestAgainstExcludes(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	store := open(t)
	python := newSubmission("P", "pia", "P/pia.py", strings.Repeat("for a in b:\n    print(a * 7 + f(b), [x for x in a if x])\n", 20))
	python.Language = "python"
	importAndCheck(t, store, "spring", append(spring(), python))
	asC := newSubmission("A", "ann", "A/ann.c", zoes)
	asC.Language = "c"
	secret, err := store.ContestByName(t.Context(), "spring")
	must(t, err)
	tests := []struct {
		name   string
		own    contest.Submission
		secret []int64 // contests whose names are secret
		want   []string
	}{
		{"the own earlier program", checktest.Submission("A", "xia", 1, renamed(xias)), nil, nil},
		{"the own earlier program, if names are secret", checktest.Submission("A", "xia", 1, renamed(xias)), []int64{secret.ID}, []string{"xia A, xia Q of spring"}},
		{"the own earlier program, which another participant also had", checktest.Submission("A", "zoe", 1, renamed(zoes)), nil, []string{"zoe A, wim P of spring"}},
		{"a program in another family", checktest.Submission("A", "ann", 1, string(python.Files[0].Content)), nil, nil},
		{"a program in another language of the family", asC, nil, []string{"ann A, wim P of spring", "ann A, zoe P of spring"}},
		{"an honest program", checktest.Submission("A", "ann", 1, checktest.Program(90, 40)), nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			req := Request{Contest: tt.name, Submissions: append(bystanders("Bob", 8, "A", 3000), tt.own), Parameters: against("spring"), NamesSecret: tt.secret}
			_, found, _ := run(t, store, req)
			wantEqual(t, "result", tt.want, earlierNames(found))
		})
	}
}

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

// If too many participants submitted a program to list all, the check counts the rest. Checks
// against single contests list them.
func TestAgainstOmitted(t *testing.T) {
	skipIfShort(t)
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
		return earlierNames(found), c
	}
	got, c := compare("archive")
	if len(got) == 0 || len(got) > contest.MaxListedSubmissions || c.Summary.Earlier.Omitted != len(all)-len(got) {
		t.Errorf("%d of %d earlier submissions are listed and %d counted as omitted: %q", len(got), len(all), c.Summary.Earlier.Omitted, got)
	}
	if notes := strings.Join(c.Summary.Notes(i18n.English(), c.Parameters, strings.ToUpper), "\n"); !strings.Contains(notes, fmt.Sprintf("%d more earlier submissions with the same programs are not listed", len(all)-len(got))) {
		t.Errorf("notes %q do not say how many earlier submissions are not listed", notes)
	}
	var byName []string
	for year := range 4 {
		got, c := compare(fmt.Sprint(2020 + year))
		if c.Summary.Earlier.Omitted != 0 {
			t.Errorf("contest %d: %d earlier submissions are not listed, want all listed", 2020+year, c.Summary.Earlier.Omitted)
		}
		byName = append(byName, got...)
	}
	wantEqual(t, "contest by contest", all, byName)
}

// An earlier program with the sample of another one is compared, although the fingerprint finds only the other one.
func TestAgainstEqualSample(t *testing.T) {
	t.Parallel()
	store := open(t)
	importAndCheck(t, store, "spring", append(submissionsBy(zoes, 1, "wim", "zoe"), bystanders("Ada", 6, "P", 2000)...))
	_, err := store.Pool().Exec(t.Context(), `
		UPDATE index_entries SET fingerprint = fingerprint # 4095
		WHERE submission_id = (SELECT max(id) FROM submissions s WHERE s.path LIKE 'P/wim/%' OR s.path LIKE 'P/zoe/%')`)
	must(t, err)
	c, found, _ := run(t, store, Request{Contest: "autumn", Submissions: append(bystanders("Bob", 8, "A", 3000), checktest.Submission("A", "ann", 1, renamed(zoes))), Parameters: against("spring")})
	want := []string{"ann A, wim P of spring", "ann A, zoe P of spring"}
	if diff := cmp.Diff(want, earlierNames(found)); diff != "" || c.Summary.Earlier.Omitted != 0 {
		t.Errorf("%d omitted, want none; pairs (-want +got):\n%s", c.Summary.Earlier.Omitted, diff)
	}
}

// Many attempts of one participant do not hide others with the same program: these are counted
// as omitted.
func TestAgainstOmittedAttempts(t *testing.T) {
	skipIfShort(t)
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
			if diff := cmp.Diff(tt.want, earlierNames(found)); diff != "" || c.Summary.Earlier.Omitted != 1 {
				t.Errorf("%d omitted, want 1; pairs (-want +got):\n%s", c.Summary.Earlier.Omitted, diff)
			}
		})
	}
}

// onePerParticipantFirst puts the first submission of each participant before all others.
func TestFirstOfEachFirst(t *testing.T) {
	t.Parallel()
	set := &earlierSet{submissions: make(map[int64]*earlierSubmission)}
	for i, p := range []earlierParticipant{{"a", "x"}, {"a", "x"}, {"b", "x"}, {"a", "y"}, {"b", "x"}} {
		set.submissions[int64(i)] = &earlierSubmission{contest: p.contest, Submission: contest.Submission{Participant: p.participant}}
	}
	wantEqual(t, "result", []int64{0, 2, 3, 1, 4}, set.onePerParticipantFirst([]int64{0, 1, 2, 3, 4}))
}

// The longest earlier programs are left out if they do not fit into the memory, and the check says so.
func TestAgainstMemory(t *testing.T) {
	t.Parallel()
	store := open(t)
	var earlier []contest.Submission
	for i := range 12 {
		earlier = append(earlier, checktest.Submission("P", fmt.Sprintf("zoe %d", i), 1+i, zoes, checktest.Program(uint64(5000+i), 2+i)))
	}
	importAndCheck(t, store, "spring", earlier)
	ben := checktest.Submission("A", "ben", 1, renamed(zoes))
	lexed, err := program.Read(t.Context(), ben.Files, cpp(t), false)
	must(t, err)
	fits := memoryOf(lexed.Code(Defaults().ShingleLength))
	for _, tt := range []struct {
		memory  int64
		tooLong int
		longest string // compared earlier participant
	}{{100 * fits, 0, "zoe 11"}, {fits, 9, "zoe 2"}} {
		c, found, skipped := runWith(t, &Checker{Store: store, Memory: tt.memory}, store,
			Request{Contest: fmt.Sprint("autumn", tt.memory), Submissions: []contest.Submission{ben}, Parameters: against("spring")})
		longest := ""
		for _, pair := range found {
			if len(pair.Right.Participant) > len(longest) || len(pair.Right.Participant) == len(longest) && pair.Right.Participant > longest {
				longest = pair.Right.Participant
			}
		}
		if len(skipped) > 0 || c.Summary.Earlier.TooLong != tt.tooLong || len(found) != len(earlier)-tt.tooLong || longest != tt.longest {
			t.Errorf("memory %d: skipped %v, left out %d, found %d pairs up to %q; want %+v", tt.memory, skipped, c.Summary.Earlier.TooLong, len(found), longest, tt)
		}
	}
}
