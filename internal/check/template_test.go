package check

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// invented makes a function of about so many statements. Functions of two
// seeds have idioms in common, and no more.
func invented(seed uint64, statements int) string {
	random := rand.New(rand.NewPCG(seed, seed*seed))
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	var value func(depth int) string
	value = func(depth int) string {
		if depth == 0 {
			return pick("a", "7", "v[a]", "f(a)", "g(a, b)", "v.size()", "!a", "a->b", "*a", "a.b", "h()", "w[a][b]", "'x'", "true")
		}
		operator := pick(" + ", " - ", " * ", " / ", " % ", " ^ ", " & ", " | ", " << ", " > ", " == ", " && ", " || ")
		left, right := value(depth-1), value(random.IntN(depth))
		if random.IntN(2) == 0 {
			return left + operator + right
		}
		return "(" + right + ")" + operator + left
	}
	var b strings.Builder
	fmt.Fprintf(&b, "long long f%d(long long a, long long b) {\n", seed)
	for range statements {
		switch random.IntN(5) {
		case 0:
			fmt.Fprintf(&b, "\tfor (int i = %s; %s; i++) v[i] = %s;\n", value(1), value(2), value(3))
		case 1:
			fmt.Fprintf(&b, "\tif (%s) a = %s; else b = %s;\n", value(2), value(2), value(2))
		case 2:
			fmt.Fprintf(&b, "\twhile (%s) { a -= %s; b = %s; }\n", value(2), value(2), value(2))
		case 3:
			fmt.Fprintf(&b, "\tv.push_back(%s);\n", value(3))
		default:
			fmt.Fprintf(&b, "\tif (%s) return %s;\n", value(2), value(3))
		}
	}
	return b.String() + "\treturn a;\n}\n"
}

// handIn makes a submission that was handed in so many minutes after the
// start; 0 is an unknown time.
func handIn(problem, participant string, minute int, parts ...string) contest.Submission {
	s := submission(problem, participant, problem+"/"+participant+".cpp", "#include <vector>\nusing namespace std;\n"+strings.Join(parts, ""))
	if minute > 0 {
		s.Time = time.Date(2026, 1, 1, 10, minute, 0, 0, time.UTC)
	}
	return s
}

// honest are participants who solve all problems, each with a template of
// their own.
func honest(n int, problems ...string) []contest.Submission {
	var list []contest.Submission
	for i := range n {
		lib := invented(uint64(1000+i), 12)
		for j, problem := range problems {
			list = append(list, handIn(problem, fmt.Sprintf("honest%02d", i), 10+j, lib, invented(uint64(2000+100*i+j), 15)))
		}
	}
	return list
}

// pairOf returns what a check says of two participants at a problem.
func pairOf(t *testing.T, found []contest.Pair, problem, a, b string) contest.Pair {
	t.Helper()
	for _, pair := range found {
		if pair.Problem == problem && min(pair.Left.Participant, pair.Right.Participant) == a && max(pair.Left.Participant, pair.Right.Participant) == b {
			return pair
		}
	}
	t.Fatalf("no pair of %s and %s at %s", a, b, problem)
	return contest.Pair{}
}

// Template by template, what ann and ben do, and what a check says of them.
func TestTemplates(t *testing.T) {
	t.Parallel()
	var (
		annLib, benLib   = invented(1, 20), invented(2, 25)
		own              = func(n uint64) string { return invented(50+n, 15) }
		copied, modified = invented(3, 18), invented(3, 18) + invented(4, 3)
	)
	tests := []struct {
		name        string
		submissions []contest.Submission
		problem     string  // at which ann and ben are looked at
		similarity  float64 // at least
		most        float64 // similarity, where it is bounded above
		first       bool    // they are ranked first of all
		shared      bool    // they have a template in common
	}{
		{"identical own code beside two templates", []contest.Submission{
			handIn("A", "ann", 1, annLib, own(1)), handIn("A", "ben", 2, benLib, own(2)),
			handIn("C", "ann", 30, annLib, copied), handIn("C", "ben", 31, benLib, copied),
		}, "C", 1, 1, true, false},
		{"identical own code beside one template", []contest.Submission{
			handIn("A", "ann", 1, annLib, own(1)),
			handIn("C", "ann", 30, annLib, copied), handIn("C", "ben", 31, copied),
		}, "C", 1, 1, true, false},
		{"times unknown, templates in two other problems", []contest.Submission{
			handIn("A", "ann", 0, annLib, own(1)), handIn("A", "ben", 0, benLib, own(2)),
			handIn("B", "ann", 0, annLib, own(3)), handIn("B", "ben", 0, benLib, own(4)),
			handIn("C", "ann", 0, annLib, copied), handIn("C", "ben", 0, benLib, copied),
		}, "C", 1, 1, true, false},
		{"times unknown, templates in one other problem", []contest.Submission{
			handIn("A", "ann", 0, annLib, own(1)), handIn("A", "ben", 0, benLib, own(2)),
			handIn("C", "ann", 0, annLib, copied), handIn("C", "ben", 0, benLib, copied),
		}, "C", 0.3, 0.7, true, false},
		{"a template handed over and used once", []contest.Submission{
			handIn("A", "ann", 1, annLib, own(1)), handIn("B", "ann", 2, annLib, own(2)),
			handIn("A", "ben", 1, own(3)),
			handIn("C", "ann", 30, annLib, own(4)), handIn("C", "ben", 31, annLib, own(5)),
		}, "C", 0.4, 0.8, true, false},
		{"a template that both repeat", []contest.Submission{
			handIn("A", "ann", 1, annLib, own(1)), handIn("A", "ben", 2, annLib, own(2)),
			handIn("C", "ann", 30, annLib, copied), handIn("C", "ben", 31, annLib, copied),
		}, "C", 1, 1, true, true},
		{"whitelisted elsewhere first, by one", []contest.Submission{
			handIn("A", "ben", 1, copied), handIn("B", "ben", 2, copied),
			handIn("C", "ann", 30, copied), handIn("C", "ben", 31, modified),
		}, "C", 0.9, 1, true, false},
		{"whitelisted elsewhere first, by both: where it was new", []contest.Submission{
			handIn("A", "ann", 1, own(1), copied), handIn("A", "ben", 2, own(2), copied),
			handIn("B", "ann", 3, own(3), copied), handIn("B", "ben", 4, own(4), copied),
			handIn("C", "ann", 30, copied, own(5)), handIn("C", "ben", 31, copied, own(6)),
		}, "A", 0.4, 0.8, true, false},
		{"whitelisted elsewhere first, by both: where it was wanted", []contest.Submission{
			handIn("A", "ann", 1, own(1), copied), handIn("A", "ben", 2, own(2), copied),
			handIn("B", "ann", 3, own(3), copied), handIn("B", "ben", 4, own(4), copied),
			handIn("C", "ann", 30, copied, own(5)), handIn("C", "ben", 31, copied, own(6)),
		}, "C", 0, 0.5, false, true},
		{"the same program once more", []contest.Submission{
			handIn("A", "ann", 1, copied), handIn("A", "ben", 2, copied),
			handIn("C", "ann", 30, copied), handIn("C", "ben", 31, copied),
		}, "C", 1, 1, false, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			req := Request{Contest: "templates", Submissions: append(test.submissions, honest(6, "A", "B", "C")...), Parameters: Defaults()}
			store := open(t)
			c, found, _ := run(t, store, req)
			pair := pairOf(t, found, test.problem, "ann", "ben")
			if pair.Similarity < test.similarity || pair.Similarity > test.most {
				t.Errorf("similarity = %.3f, want %.1f to %.1f", pair.Similarity, test.similarity, test.most)
			}
			if first := found[0]; test.first && first.Suspicion > pair.Suspicion {
				t.Errorf("suspicion = %.3f, below the %.3f of %s and %s at %s", pair.Suspicion, first.Suspicion, first.Left.Participant, first.Right.Participant, first.Problem)
			}
			if test.similarity == 1 && pair.Suspicion < 0.9 {
				t.Errorf("suspicion = %.3f of identical own code", pair.Suspicion)
			}
			if test.shared != (pair.SharedTemplate > 50) || test.shared != (pair.SharedTemplateScore > 0.7) || pair.SharedTemplateOthers != 0 {
				t.Errorf("%d tokens of template in common, which %d others have, score %.3f; want some: %v",
					pair.SharedTemplate, pair.SharedTemplateOthers, pair.SharedTemplateScore, test.shared)
			}
			if notes := strings.Join(c.Summary.Notes(c.Parameters), "\n"); test.shared && !strings.Contains(notes, "is shared by ann and ben (") {
				t.Errorf("notes = %q, want them to name ann and ben", notes)
			}

			opener, err := NewOpener(t.Context(), store, c.ID)
			if err != nil {
				t.Fatal(err)
			}
			view, err := opener.Open(t.Context(), pair, nil)
			if err != nil {
				t.Fatal(err)
			}
			if view.Tokens() != pair.MatchedTokens || view.Longest() != pair.LongestMatch {
				t.Errorf("opened: %d tokens, longest %d; checked: %d and %d", view.Tokens(), view.Longest(), pair.MatchedTokens, pair.LongestMatch)
			}
			labels := make(map[string]bool)
			for _, aside := range append(view.Left.Exclusions, view.Right.Exclusions...) {
				labels[aside.Label] = true
			}
			if labels["template of both"] != test.shared {
				t.Errorf("set aside on the page: %v; want a template of both: %v", labels, test.shared)
			}
		})
	}
}

// The page says of whom a template is, and where else it was handed in.
func TestOpenTemplate(t *testing.T) {
	t.Parallel()
	lib, copied := invented(1, 20), invented(3, 18)
	req := Request{Contest: "templates", Parameters: Defaults(), Submissions: append(honest(3, "A", "C"),
		handIn("A", "ann", 1, lib, invented(51, 15)), handIn("C", "ann", 30, lib, copied), handIn("C", "ben", 31, copied))}
	store := open(t)
	c, found, _ := run(t, store, req)
	opener, err := NewOpener(t.Context(), store, c.ID)
	if err != nil {
		t.Fatal(err)
	}
	view, err := opener.Open(t.Context(), pairOf(t, found, "C", "ann", "ben"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if view.Left.Participant != "ann" {
		view.Left, view.Right = view.Right, view.Left
	}
	if len(view.Left.Exclusions) != 1 || view.Left.Exclusions[0].Text != "own template, which ann earlier handed in for A" || len(view.Right.Exclusions) != 0 {
		t.Errorf("set aside: %+v and %+v", view.Left.Exclusions, view.Right.Exclusions)
	}

	// What another version of the algorithm found lies at other tokens.
	opener.check.AlgorithmVersion = "another"
	if view, err = opener.Open(t.Context(), found[0], nil); err != nil || len(view.Left.Exclusions)+len(view.Right.Exclusions) > 0 {
		t.Errorf("a check of another version: set aside %+v, %+v, error %v", view.Left.Exclusions, view.Right.Exclusions, err)
	}
}

// Two who copied both versions of a problem are found at both.
func TestTemplatesTwinProblems(t *testing.T) {
	t.Parallel()
	for _, timed := range []int{0, 1} {
		t.Run(fmt.Sprint("times known: ", timed == 1), func(t *testing.T) {
			t.Parallel()
			submissions := honest(8, "A", "B")
			for i := range 8 {
				// Who solved the easy version extends it for the hard one.
				easy, who := invented(uint64(3000+i), 20), fmt.Sprintf("honest%02d", i)
				submissions = append(submissions, handIn("E1", who, 40*timed, easy), handIn("E2", who, 50*timed, easy, invented(uint64(3100+i), 4)))
			}
			easy, hard := invented(3, 20), invented(4, 4)
			for i, who := range []string{"ann", "ben"} {
				submissions = append(submissions,
					handIn("A", who, (1+i)*timed, invented(uint64(60+i), 15)), handIn("B", who, (3+i)*timed, invented(uint64(70+i), 15)),
					handIn("E1", who, (30+i)*timed, easy), handIn("E2", who, (32+i)*timed, easy, hard))
			}
			req := Request{Contest: "twins", Submissions: submissions, Parameters: Defaults()}
			_, found, _ := run(t, open(t), req)
			for _, problem := range []string{"E1", "E2"} {
				pair := pairOf(t, found, problem, "ann", "ben")
				if pair.Rank > 2 || pair.Similarity != 1 || pair.SharedTemplate != 0 {
					t.Errorf("%s: rank %d, %+v", problem, pair.Rank, pair.Scores)
				}
			}
		})
	}
}

// Who has no other problem is compared as if there were no templates, and so
// are all where the judge does not want them.
func TestTemplatesOff(t *testing.T) {
	t.Parallel()
	check := func(t *testing.T, submissions []contest.Submission, templates bool) (contest.Check, []contest.Pair) {
		req := Request{Contest: "off", Submissions: submissions, Parameters: Defaults()}
		req.Parameters.Keep = 0.01
		req.Parameters.Templates = templates
		c, found, _ := run(t, open(t), req)
		return c, found
	}
	t.Run("one problem", func(t *testing.T) {
		t.Parallel()
		on, withTemplates := check(t, honest(8, "A"), true)
		off, without := check(t, honest(8, "A"), false)
		if diff := cmp.Diff(without, withTemplates, cmpopts.IgnoreFields(contest.Pair{}, "ID", "CheckID"), cmpopts.IgnoreFields(contest.Side{}, "ParticipantID", "Number")); diff != "" || len(without) == 0 {
			t.Errorf("%d pairs; one problem has no templates (-without +with):\n%s", len(without), diff)
		}
		if on.Digest == off.Digest {
			t.Error("the digest does not depend on whether templates are set aside")
		}
	})
	t.Run("identical own code beside two templates", func(t *testing.T) {
		t.Parallel()
		submissions := honest(2, "A", "B")
		submissions = append(submissions,
			handIn("C", "honest00", 20, invented(1000, 12), invented(3, 18)), handIn("C", "honest01", 20, invented(1001, 12), invented(3, 18)))
		_, with := check(t, submissions, true)
		_, without := check(t, submissions, false)
		on, off := pairOf(t, with, "C", "honest00", "honest01"), pairOf(t, without, "C", "honest00", "honest01")
		if on.Similarity != 1 || off.Similarity > 0.8 {
			t.Errorf("similarity is %.3f, and %.3f with templates counted", on.Similarity, off.Similarity)
		}
	})
}

// A library that many use is told from a template that two alone have.
func TestSharedTemplateOthers(t *testing.T) {
	t.Parallel()
	library := invented(9, 20)
	var submissions []contest.Submission
	for i := range 7 {
		for j, problem := range []string{"A", "B"} {
			if i == 6 && j == 1 {
				library = "" // the last one has it once
			}
			submissions = append(submissions, handIn(problem, fmt.Sprint("p", i), 1+j, library, invented(uint64(100*i+j+500), 15)))
		}
	}
	req := Request{Contest: "library", Submissions: submissions, Parameters: Defaults()}
	req.Parameters.Keep = 0.001
	_, found, _ := run(t, open(t), req)
	pair := pairOf(t, found, "B", "p0", "p1")
	if pair.SharedTemplate < 100 || pair.SharedTemplateOthers != 5 || pair.SharedTemplateScore > 0.4 {
		t.Errorf("%d tokens of template in common, %d others have it, score %.3f; want 5 and a low score", pair.SharedTemplate, pair.SharedTemplateOthers, pair.SharedTemplateScore)
	}
}

// testdata/templates is a small contest of people who bring much code with
// them: tomas and yuki the same library, vera and walt each something of their
// own, and a copy of C-bridges beside it.
func TestTemplatesOfASmallContest(t *testing.T) {
	t.Parallel()
	set, err := intake.Read(t.Context(), []string{"../../testdata/templates"}, intake.Options{})
	if err != nil {
		t.Fatal(err)
	}
	req := Request{Contest: "templates", Submissions: set.Submissions, Skipped: set.Skipped, Parameters: Defaults()}
	req.Parameters.Keep = 0.01
	_, found, _ := run(t, open(t), req)
	first := found[0]
	if copied := pairOf(t, found, "C-bridges", "vera", "walt"); copied.Rank != 1 || copied.Suspicion < 0.9 || copied.Similarity < 0.95 {
		t.Errorf("the copy has rank %d: %+v", copied.Rank, copied.Scores)
	}
	for _, problem := range []string{"A-fences", "B-coins", "C-bridges"} {
		honest := pairOf(t, found, problem, "tomas", "yuki")
		if honest.Suspicion > first.Suspicion/2 || honest.SharedTemplate < 500 || honest.SharedTemplateOthers != 0 || honest.SharedTemplateScore < 0.5 {
			t.Errorf("two with one library at %s: %+v", problem, honest.Scores)
		}
	}
}
