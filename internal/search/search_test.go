package search_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/simhash"
)

const submissions = "../../testdata/submissions"

// archive is a database with steps of the tests.
type archive struct{ *postgres.DB }

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var openReused = pgtest.Reused(postgres.Open)

func open(t *testing.T) archive { return archive{openReused(t)} }

func (a archive) finder() *search.Finder {
	return &search.Finder{Archive: a.DB, ShingleLength: check.Defaults().ShingleLength, MinMatch: check.Defaults().MinMatch}
}

// storeContest checks the submissions below a path as a contest, and returns their IDs by path.
func (a archive) storeContest(t *testing.T, name, path string) map[string]int64 {
	t.Helper()
	set, err := intake.Read(t.Context(), []string{path}, intake.Options{})
	must(t, err)
	p := check.Defaults()
	p.Verdicts = settings.All
	req := check.Request{Contest: name, Submissions: set.Submissions, Parameters: p}
	if _, err := (&check.Checker{Store: a}).Check(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	ids := make(map[string]int64)
	for _, s := range set.Submissions {
		ids[s.Path] = s.ID
	}
	return ids
}

func source(t *testing.T, path string) contest.File {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(submissions, filepath.FromSlash(path)))
	must(t, err)
	return contest.File{Path: path, Content: content}
}

// A contest whose programs were erased can be checked again, and is found again. A program that is erased while
// a search runs is left out.
func TestSearchAfterErasure(t *testing.T) {
	t.Parallel()
	db := open(t)
	path := filepath.Join(submissions, "B-rivers")
	erased := db.storeContest(t, "finals", path)
	contents, err := db.Contents(t.Context(), "finals")
	must(t, err)
	if _, err := db.ErasePrograms(t.Context(), review.CommandLine, contents.ID); err != nil {
		t.Fatal(err)
	}
	ids := db.storeContest(t, "finals", path)
	find := func() int64 {
		t.Helper()
		request := search.Request{File: source(t, "B-rivers/ivo/01-AC.cpp"), Distance: search.DefaultDistance}
		found, err := db.finder().Search(t.Context(), request)
		if err != nil || len(found.Findings) == 0 {
			t.Fatalf("%d findings, error %v; want some", len(found.Findings), err)
		}
		return found.Findings[0].SubmissionID
	}
	own := ids["B-rivers/ivo/01-AC.cpp"]
	if got := find(); got != own || own == erased["B-rivers/ivo/01-AC.cpp"] {
		t.Errorf("found submission %d; want %d, which is not the erased one", got, own)
	}
	if _, err := db.Pool().Exec(t.Context(), "DELETE FROM submission_files WHERE submission_id = $1", own); err != nil {
		t.Fatal(err)
	}
	if got := find(); got == own {
		t.Error("found a program without files")
	}
}

// A search finds no program that was replaced, also if an earlier version of ojcheck left it in the index. It finds the same
// program of others, and counts them only.
func TestSearchAfterReplacement(t *testing.T) {
	t.Parallel()
	db := open(t)
	file := source(t, "B-rivers/ivo/01-AC.cpp")
	store := func(participant string, content []byte) int64 {
		t.Helper()
		s := contest.Submission{Problem: "B", Participant: participant, Path: participant + ".cpp", Kind: contest.Official, Language: "cpp", Attempt: 1,
			Files: []contest.File{{Path: participant + ".cpp", Content: content}}}
		list := []contest.Submission{s}
		_, _, err := (&check.Checker{Store: db}).Import(t.Context(), check.Request{Contest: "finals", Submissions: list, Parameters: check.Defaults()}, nil)
		must(t, err)
		return list[0].ID
	}
	expect := func(step string, same int, want ...int64) {
		t.Helper()
		found, err := db.finder().Search(t.Context(), search.Request{File: file, Distance: search.DefaultDistance})
		must(t, err)
		var got []int64
		for _, f := range found.Findings {
			got = append(got, f.SubmissionID)
			if f.SameCount != same || len(f.SameProgram) != same {
				t.Errorf("%s: %d others have the program, %d are named; want %d", step, f.SameCount, len(f.SameProgram), same)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: found submissions %v, want %v", step, got, want)
		}
	}
	replaced, ben, carl := store("ann", file.Content), store("ben", file.Content), store("carl", file.Content)
	expect("first import", 2, replaced)
	store("ann", []byte("int main() { return 0; }"))
	expect("replaced", 1, ben)
	_, err := db.Pool().Exec(t.Context(), "UPDATE submissions SET superseded = true WHERE id = $1", ben)
	must(t, err)
	expect("replaced in the index of an earlier version", 0, carl)
}

// A search finds the program itself first, then similar programs by coverage. It obeys the
// scope, the limit and the language of the request.
func TestSearch(t *testing.T) {
	t.Parallel()
	db := open(t)
	ids := db.storeContest(t, "finals", submissions)
	db.storeContest(t, "finals again", filepath.Join(submissions, "B-rivers"))
	finder := db.finder()
	find := func(r search.Request) contest.Findings {
		t.Helper()
		if r.Distance == 0 {
			r.Distance = search.DefaultDistance
		}
		found, err := finder.Search(t.Context(), r)
		must(t, err)
		return found
	}

	file := source(t, "B-rivers/ivo/01-AC.cpp")
	found := find(search.Request{File: file})
	if found.Language != "cpp" || found.Tokens < 100 || found.Sampled < 10 || len(found.Findings) < 2 {
		t.Fatalf("findings %+v, want at least 2 of a C++ program", found)
	}
	leftOut, bySample := 0, 0
	for path := range ids {
		if testing.Short() && !strings.HasPrefix(path, "B-rivers/") {
			continue
		}
		query, _, err := search.Request{File: source(t, path)}.Program(t.Context())
		if err != nil {
			continue // no program
		}
		var lists [3]search.CandidateList
		for i, limits := range [][2]int{{1000, 1000}, {1, 1}, {1000, 1}} {
			list, err := finder.Candidates(t.Context(), []search.Query{search.QueryFor(query.Tokens)}, contest.Scope{}, search.Limits{
				Distance: simhash.MaxDistance, FingerprintCandidates: limits[0], SampleCandidates: limits[1]})
			must(t, err)
			lists[i] = list[0]
		}
		near := 0
		for _, c := range lists[0].Candidates {
			if c.NearFingerprint {
				near++
			}
		}
		if lists[0].MoreBySample {
			t.Errorf("%s: MoreBySample is true for all", path)
		}
		if lists[1].MoreBySample {
			bySample++
		}
		// With all near fingerprints, only programs with others are more.
		if more := len(lists[0].Candidates) > len(lists[2].Candidates); lists[2].MoreBySample != more {
			t.Errorf("%s: with one by sample of %d candidates, MoreBySample is %v", path, len(lists[0].Candidates), !more)
		}
		if lists[0].MoreByFingerprint || lists[1].MoreByFingerprint != (near > 1) {
			t.Errorf("%s has %d near fingerprints, and MoreByFingerprint is %v for all and %v for one", path, near, lists[0].MoreByFingerprint, lists[1].MoreByFingerprint)
		}
		leftOut += max(0, near-1)
	}
	if leftOut == 0 {
		t.Error("no program has two near fingerprints")
	}
	if bySample == 0 {
		t.Error("no search says that more than one program shares parts")
	}
	best := found.Findings[0]
	if best.SubmissionID != ids[file.Path] || best.Contest != "finals" || best.Path != file.Path || best.Problem != "B-rivers" {
		t.Errorf("the program itself is not first: %+v", best)
	}
	if best.Similarity != 1 || best.Coverage != 1 || best.FoundCoverage != 1 || best.Distance == nil || *best.Distance != 0 || best.MatchedTokens != found.Tokens {
		t.Errorf("the finding of the program itself does not say that they are equal: %+v", best)
	}
	if best.SharedSample != found.Sampled-found.FrequentShingles {
		t.Errorf("the program shares %d shingles with itself, want %d", best.SharedSample, found.Sampled-found.FrequentShingles)
	}
	for i, next := range found.Findings[1:] {
		if next.Coverage > found.Findings[i].Coverage {
			t.Errorf("finding %d has the coverage %v, the one before only %v", i+1, next.Coverage, found.Findings[i].Coverage)
		}
		if next.MatchedTokens == 0 {
			t.Errorf("finding %d has no code in common with the program", i+1)
		}
	}
	// The result lists the same program of the other contest.
	if others := best.SameProgram; len(others) != best.SameCount || !slices.ContainsFunc(others, func(p contest.Side) bool {
		return p.Contest == "finals again" && p.Participant == best.Participant && p.ContestID != best.ContestID
	}) {
		t.Errorf("of %d other submissions of the program, the result lists %+v; want all, and that in finals again", best.SameCount, others)
	}

	t.Run("in one contest", func(t *testing.T) {
		contests, err := db.Contests(t.Context())
		must(t, err)
		for _, c := range contests {
			inContest := find(search.Request{File: file, Scope: contest.Scope{Only: []int64{c.ID}}})
			// Both contests have each program of this problem equally often, say n+1 times. A search
			// in one contest finds n other submissions, and a search in both contests 2n+1.
			if len(inContest.Findings) == 0 || best.SameCount != 2*inContest.Findings[0].SameCount+1 {
				t.Fatalf("a search in %s: findings %+v, want half of the other submissions", c.Name, inContest.Findings)
			}
			for _, f := range inContest.Findings {
				if f.ContestID != c.ID || f.Contest != c.Name {
					t.Errorf("a search in %s finds a program of another contest: %+v", c.Name, f.Side)
				}
			}
		}
	})
	t.Run("a limit", func(t *testing.T) {
		few := find(search.Request{File: file, Limit: 1})
		if len(few.Findings) != 1 || few.OmittedCount != contest.ProgramCount(found.Findings[1:]) {
			t.Errorf("%d findings and %d more programs, want 1 and the programs of the other %d findings", len(few.Findings), few.OmittedCount, len(found.Findings)-1)
		}
	})
	t.Run("one finding for each participant and problem", func(t *testing.T) {
		type key struct {
			participant int64
			problem     string
		}
		seen, others := map[key]bool{}, 0
		for _, f := range found.Findings {
			k := key{f.ParticipantID, f.Problem}
			if seen[k] {
				t.Errorf("%s has two findings for %s", f.Participant, f.Problem)
			}
			seen[k] = true
			for i, a := range f.OtherAttempts {
				others++
				if (key{a.ParticipantID, a.Problem} != k) || len(a.OtherAttempts) > 0 {
					t.Errorf("an attempt of %s for %s is %+v, want one of the same participant and problem", f.Participant, f.Problem, a)
				}
				if a.Coverage > f.Attempts()[i].Coverage {
					t.Errorf("attempt %d of %s covers %v, the one before only %v", i+1, f.Participant, a.Coverage, f.Attempts()[i].Coverage)
				}
			}
		}
		if others == 0 {
			t.Error("no finding has other attempts")
		}
	})
	t.Run("a language by name", func(t *testing.T) {
		named := find(search.Request{File: contest.File{Content: file.Content}, Language: "GNU G++20"})
		if len(named.Findings) != len(found.Findings) {
			t.Errorf("%d findings, want %d", len(named.Findings), len(found.Findings))
		}
	})
	t.Run("a contest that is not wholly read", func(t *testing.T) {
		if len(found.NotIndexed) > 0 {
			t.Errorf("after their checks, %q are not wholly read", found.NotIndexed)
		}
		_, err := db.Pool().Exec(t.Context(), "UPDATE imports SET indexed = 1 WHERE contest_id = (SELECT id FROM contests WHERE name = 'finals again')")
		must(t, err)
		if got := find(search.Request{File: file}); !slices.Equal(got.NotIndexed, []string{"finals again"}) {
			t.Errorf("the search names %q, want the contest that an earlier version read", got.NotIndexed)
		}
		if got := find(search.Request{File: file, Scope: contest.Scope{Only: []int64{best.ContestID}}}); len(got.NotIndexed) > 0 {
			t.Errorf("a search in another contest names %q", got.NotIndexed)
		}
	})
	t.Run("no similar program", func(t *testing.T) {
		result := find(search.Request{File: contest.File{Path: "x.hs", Content: []byte("main = interact (unlines . map (show . (+ 1) . read) . filter (not . null) . lines) >> return ()")}})
		if len(result.Findings) != 0 {
			t.Errorf("findings %+v, want none", result.Findings)
		}
	})
}

// A program is found although an older one in another family of languages has its fingerprint and its sample.
func TestSearchInFamily(t *testing.T) {
	t.Parallel()
	db := open(t)
	req := check.Request{Contest: "finals", Parameters: check.Defaults()}
	for i, file := range []string{"a.java", "b.java", "c.cs"} {
		s := checktest.Submission("A", file, i, checktest.Program(7, 20))
		s.Path, s.Files[0].Path = file, file
		s.Language = map[bool]string{true: "java", false: "csharp"}[i < 2]
		req.Submissions = append(req.Submissions, s)
	}
	_, err := (&check.Checker{Store: db}).Check(t.Context(), req, nil)
	must(t, err)
	for file, others := range map[string]int{"a.java": 1, "c.cs": 0} {
		found, err := db.finder().Search(t.Context(), search.Request{File: contest.File{Path: file, Content: req.Submissions[0].Files[0].Content}, Distance: search.DefaultDistance})
		must(t, err)
		if len(found.Findings) != 1 || found.Findings[0].Similarity != 1 || found.Findings[0].SameCount != others {
			t.Errorf("%s: found %+v, want one program with %d others", file, found.Findings, others)
		}
	}
}

// A request that the user can correct gets a RequestError with advice. Other errors are not of
// this type.
func TestRequestErrors(t *testing.T) {
	t.Parallel()
	empty, full, old := open(t), open(t), open(t)
	full.storeContest(t, "one", filepath.Join(submissions, "A-digits"))
	old.storeContest(t, "one", filepath.Join(submissions, "A-digits"))
	if _, err := old.Pool().Exec(t.Context(), "UPDATE index_entries SET algorithm = 1"); err != nil {
		t.Fatal(err)
	}
	program := source(t, "B-rivers/ivo/01-AC.cpp")
	tests := []struct {
		name    string
		archive archive
		request search.Request
		want    string
	}{
		{"too short", full, search.Request{File: contest.File{Path: "a.cpp", Content: []byte("int main() {}")}}, "too short: it has 6 tokens, and a search needs 12"},
		{"empty program", full, search.Request{File: contest.File{Path: "a.cpp"}}, "it has 0 tokens"},
		{"unknown language", full, search.Request{File: program, Language: "klingon"}, `unknown language "klingon"`},
		{"no language", full, search.Request{File: contest.File{Path: "notes.txt", Content: []byte("nothing of a program")}}, "language of the program is not certain"},
		{"binary", full, search.Request{File: contest.File{Path: "a.cpp", Content: make([]byte, 1000)}}, "not text"},
		{"an empty notebook", full, search.Request{File: contest.File{Path: "a.ipynb", Content: []byte(`{"cells": []}`)}}, "a notebook without code"},
		{"too large", full, search.Request{File: contest.File{Path: "a.cpp", Content: []byte(strings.Repeat("int a;\n", 100_000))}}, "too large"},
		{"empty archive", empty, search.Request{File: program}, "holds no programs yet"},
		{"another version", old, search.Request{File: program}, "another version"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := test.archive.finder().Search(t.Context(), test.request)
			var request *search.RequestError
			if !errors.As(err, &request) || !strings.Contains(request.Message.Error(), test.want) || request.Advice == nil {
				t.Errorf("error %v, want a RequestError with advice that says %q", err, test.want)
			}
		})
	}
	if _, err := full.finder().Search(t.Context(), search.Request{File: program, Distance: 12}); err == nil || errors.As(err, new(*search.RequestError)) {
		t.Errorf("a distance out of range: error %v, want one that is not a RequestError", err)
	}
}

// tabled is a program with a table of n numbers. The programs for all n have one fingerprint and one sample.
func tabled(n int) contest.File {
	return contest.File{Path: "a.cpp", Content: []byte("int t[] = {" + strings.Repeat("1, ", n) + "1};\n" + checktest.Program(7, 20))}
}

// storeTabled checks a contest in which p0 submits tabled(lengths[0]), and so on.
func (a archive) storeTabled(t *testing.T, name string, lengths ...int) {
	t.Helper()
	req := check.Request{Contest: name, Parameters: check.Defaults()}
	for i, n := range lengths {
		req.Submissions = append(req.Submissions, checktest.Submission("A", fmt.Sprint("p", i), i, string(tabled(n).Content)))
	}
	_, err := (&check.Checker{Store: a}).Check(t.Context(), req, nil)
	must(t, err)
}

// Programs with one fingerprint and one sample are the same only if their tokens are. A search compares each listed submission,
// and says if there are more.
func TestSameProgram(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		lengths []int // of the tables of p0, p1 and so on
		want    string
		more    bool
	}{
		{"different programs", []int{40, 41, 42}, "100% +0, 99% +0, 99% +0", false},
		{"copies among different programs", []int{40, 41, 42, 41}, "100% +1, 99% +0, 99% +0", false},
		{"many copies", []int{41, 41, 41, 41, 41, 41, 41, 41, 41, 41, 41, 41}, "100% +11", false},
		{"more different programs than a candidate lists", []int{41, 40, 41, 41, 41, 41, 41, 41, 41, 41, 41, 41}, "100% +8, 99% +0", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			db := open(t)
			db.storeTabled(t, "finals", test.lengths...)
			found, err := db.finder().Search(t.Context(), search.Request{File: tabled(41), Distance: search.DefaultDistance})
			must(t, err)
			var rows []string
			for _, f := range found.Findings {
				rows = append(rows, fmt.Sprintf("%d%% +%d", int(100*f.Similarity), f.SameCount))
				if listed := len(f.SameProgram); listed != min(f.SameCount, contest.MaxListedSubmissions-1) {
					t.Errorf("%d of %d other submissions are listed", listed, f.SameCount)
				}
				if f.SharedSample != found.Sampled {
					t.Errorf("%s shares %d of %d sampled passages, want all", f.Participant, f.SharedSample, found.Sampled)
				}
			}
			if got := strings.Join(rows, ", "); got != test.want || found.NearOmitted != test.more {
				t.Errorf("found %s, more %v; want %s, %v", got, found.NearOmitted, test.want, test.more)
			}
		})
	}
}
