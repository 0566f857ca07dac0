package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Own templates do not count. Code that one participant gave to the other, or that both copied,
// counts.
func TestTemplates(t *testing.T) {
	t.Parallel()
	var (
		annLib, benLib   = checktest.Program(1, 20), checktest.Program(2, 25)
		own              = func(n uint64) string { return checktest.Program(50+n, 15) }
		copied, modified = checktest.Program(3, 18), checktest.Program(3, 18) + checktest.Program(4, 3)
	)
	tests := []struct {
		name        string
		submissions []contest.Submission
		problem     string  // where ann and ben are a pair
		similarity  float64 // the least similarity
		most        float64 // the highest similarity
		first       bool    // no pair is more suspicious
		shared      bool    // they have a template in common
	}{
		{"identical own code beside two templates", []contest.Submission{
			checktest.Submission("A", "ann", 1, annLib, own(1)), checktest.Submission("A", "ben", 2, benLib, own(2)),
			checktest.Submission("C", "ann", 30, annLib, copied), checktest.Submission("C", "ben", 31, benLib, copied),
		}, "C", 1, 1, true, false},
		{"identical own code beside one template", []contest.Submission{
			checktest.Submission("A", "ann", 1, annLib, own(1)),
			checktest.Submission("C", "ann", 30, annLib, copied), checktest.Submission("C", "ben", 31, copied),
		}, "C", 1, 1, true, false},
		{"times unknown, templates in two other problems", []contest.Submission{
			checktest.Submission("A", "ann", 0, annLib, own(1)), checktest.Submission("A", "ben", 0, benLib, own(2)),
			checktest.Submission("B", "ann", 0, annLib, own(3)), checktest.Submission("B", "ben", 0, benLib, own(4)),
			checktest.Submission("C", "ann", 0, annLib, copied), checktest.Submission("C", "ben", 0, benLib, copied),
		}, "C", 1, 1, true, false},
		{"times unknown, templates in one other problem", []contest.Submission{
			checktest.Submission("A", "ann", 0, annLib, own(1)), checktest.Submission("A", "ben", 0, benLib, own(2)),
			checktest.Submission("C", "ann", 0, annLib, copied), checktest.Submission("C", "ben", 0, benLib, copied),
		}, "C", 0.3, 0.7, true, false},
		{"a template that ann gave to ben, who uses it once", []contest.Submission{
			checktest.Submission("A", "ann", 1, annLib, own(1)), checktest.Submission("B", "ann", 2, annLib, own(2)),
			checktest.Submission("A", "ben", 1, own(3)),
			checktest.Submission("C", "ann", 30, annLib, own(4)), checktest.Submission("C", "ben", 31, annLib, own(5)),
		}, "C", 0.4, 0.8, true, false},
		{"a template that both repeat", []contest.Submission{
			checktest.Submission("A", "ann", 1, annLib, own(1)), checktest.Submission("A", "ben", 2, annLib, own(2)),
			checktest.Submission("C", "ann", 30, annLib, copied), checktest.Submission("C", "ben", 31, annLib, copied),
		}, "C", 1, 1, true, true},
		{"ben submits the copied code first for other problems", []contest.Submission{
			checktest.Submission("A", "ben", 1, copied), checktest.Submission("B", "ben", 2, copied),
			checktest.Submission("C", "ann", 30, copied), checktest.Submission("C", "ben", 31, modified),
		}, "C", 0.9, 1, true, false},
		{"both submit the copied code first for other problems: the first of these", []contest.Submission{
			checktest.Submission("A", "ann", 1, own(1), copied), checktest.Submission("A", "ben", 2, own(2), copied),
			checktest.Submission("B", "ann", 3, own(3), copied), checktest.Submission("B", "ben", 4, own(4), copied),
			checktest.Submission("C", "ann", 30, copied, own(5)), checktest.Submission("C", "ben", 31, copied, own(6)),
		}, "A", 0.4, 0.8, true, false},
		{"both submit the copied code first for other problems: the last problem", []contest.Submission{
			checktest.Submission("A", "ann", 1, own(1), copied), checktest.Submission("A", "ben", 2, own(2), copied),
			checktest.Submission("B", "ann", 3, own(3), copied), checktest.Submission("B", "ben", 4, own(4), copied),
			checktest.Submission("C", "ann", 30, copied, own(5)), checktest.Submission("C", "ben", 31, copied, own(6)),
		}, "C", 0, 0.5, false, true},
		{"the same program for two problems", []contest.Submission{
			checktest.Submission("A", "ann", 1, copied), checktest.Submission("A", "ben", 2, copied),
			checktest.Submission("C", "ann", 30, copied), checktest.Submission("C", "ben", 31, copied),
		}, "C", 1, 1, false, false},
	}
	store := open(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			req := Request{Contest: test.name, Submissions: append(test.submissions, checktest.Honest(6, "A", "B", "C")...), Parameters: Defaults()}
			c, found, _ := run(t, store, req)
			pair := checktest.PairOf(t, found, test.problem, "ann", "ben")
			if pair.Similarity < test.similarity || pair.Similarity > test.most {
				t.Errorf("similarity = %.3f, want %.1f to %.1f", pair.Similarity, test.similarity, test.most)
			}
			if first := found[0]; test.first && first.Suspicion > pair.Suspicion {
				t.Errorf("suspicion = %.3f, below the %.3f of %s and %s at %s", pair.Suspicion, first.Suspicion, first.Left.Participant, first.Right.Participant, first.Problem)
			}
			if test.similarity == 1 && pair.Suspicion < 0.9 {
				t.Errorf("suspicion of identical own code = %.3f, want 0.9 or more", pair.Suspicion)
			}
			if test.shared != (pair.SharedTemplate > 50) || test.shared != (pair.SharedTemplateScore > 0.7) || pair.OtherParticipantsWithTemplate != 0 {
				t.Errorf("%d tokens of shared template, %d others have it, score %.3f; want a shared template: %v",
					pair.SharedTemplate, pair.OtherParticipantsWithTemplate, pair.SharedTemplateScore, test.shared)
			}
			if notes := strings.Join(c.Summary.Notes(i18n.English(), c.Parameters, strings.ToUpper), "\n"); test.shared && !strings.Contains(notes, "is shared by ann and ben (") && !strings.Contains(notes, "is shared by ben and ann (") {
				t.Errorf("notes = %q, want them to name ann and ben", notes)
			}
		})
	}
}

// If somebody copies the programs for both versions of a problem, a check finds a copy at each.
func TestTemplatesTwinProblems(t *testing.T) {
	t.Parallel()
	for _, timed := range []int{0, 1} {
		t.Run(fmt.Sprint("times known: ", timed == 1), func(t *testing.T) {
			t.Parallel()
			submissions := checktest.Honest(8, "A", "B")
			for i := range 8 {
				// Solvers of the easy version extend it for the hard one.
				easy, who := checktest.Program(uint64(3000+i), 20), fmt.Sprintf("honest%02d", i)
				submissions = append(submissions, checktest.Submission("E1", who, 40*timed, easy), checktest.Submission("E2", who, 50*timed, easy, checktest.Program(uint64(3100+i), 4)))
			}
			easy, hard := checktest.Program(3, 20), checktest.Program(4, 4)
			for i, who := range []string{"ann", "ben"} {
				submissions = append(submissions,
					checktest.Submission("A", who, (1+i)*timed, checktest.Program(uint64(60+i), 15)), checktest.Submission("B", who, (3+i)*timed, checktest.Program(uint64(70+i), 15)),
					checktest.Submission("E1", who, (30+i)*timed, easy), checktest.Submission("E2", who, (32+i)*timed, easy, hard))
			}
			req := Request{Contest: "twins", Submissions: submissions, Parameters: Defaults()}
			_, found, _ := run(t, open(t), req)
			for _, problem := range []string{"E1", "E2"} {
				pair := checktest.PairOf(t, found, problem, "ann", "ben")
				if pair.Rank > 2 || pair.Similarity != 1 || pair.SharedTemplate != 0 {
					t.Errorf("%s: rank %d, scores %+v; want rank 1 or 2, similarity 1 and no shared template", problem, pair.Rank, pair.Scores)
				}
			}
		})
	}
}

// Nobody has a template if there is only one problem, or if templates are switched off.
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
		on, withTemplates := check(t, checktest.Honest(8, "A"), true)
		off, without := check(t, checktest.Honest(8, "A"), false)
		if diff := cmp.Diff(without, withTemplates, cmpopts.IgnoreFields(contest.Pair{}, "ID", "CheckID"), cmpopts.IgnoreFields(contest.Side{}, "ParticipantID", "Number")); diff != "" || len(without) == 0 {
			t.Errorf("%d pairs; want the same with one problem (-without +with templates):\n%s", len(without), diff)
		}
		if on.Digest == off.Digest {
			t.Error("the digest is the same with and without templates, want two digests")
		}
	})
	t.Run("identical own code beside two templates", func(t *testing.T) {
		t.Parallel()
		submissions := checktest.Honest(2, "A", "B")
		submissions = append(submissions,
			checktest.Submission("C", "honest00", 20, checktest.Program(1000, 12), checktest.Program(3, 18)), checktest.Submission("C", "honest01", 20, checktest.Program(1001, 12), checktest.Program(3, 18)))
		_, with := check(t, submissions, true)
		_, without := check(t, submissions, false)
		on, off := checktest.PairOf(t, with, "C", "honest00", "honest01"), checktest.PairOf(t, without, "C", "honest00", "honest01")
		if on.Similarity != 1 || off.Similarity > 0.8 {
			t.Errorf("similarity without templates is %.3f, with them %.3f; want 1, and at most 0.8", on.Similarity, off.Similarity)
		}
	})
}

// A shared template has the number of others with the same code. If they are many, its score is
// low.
func TestSharedTemplateOthers(t *testing.T) {
	t.Parallel()
	library := checktest.Program(9, 20)
	var submissions []contest.Submission
	for i := range 7 {
		for j, problem := range []string{"A", "B"} {
			if i == 6 && j == 1 {
				library = "" // the last participant has it for one problem only
			}
			submissions = append(submissions, checktest.Submission(problem, fmt.Sprint("p", i), 1+j, library, checktest.Program(uint64(100*i+j+500), 15)))
		}
	}
	req := Request{Contest: "library", Submissions: submissions, Parameters: Defaults()}
	req.Parameters.Keep = 0.001
	_, found, _ := run(t, open(t), req)
	pair := checktest.PairOf(t, found, "B", "p0", "p1")
	if pair.SharedTemplate < 100 || pair.OtherParticipantsWithTemplate != 5 || pair.SharedTemplateScore > 0.4 {
		t.Errorf("%d tokens of shared template, %d others have it, score %.3f; want 5 others and a low score", pair.SharedTemplate, pair.OtherParticipantsWithTemplate, pair.SharedTemplateScore)
	}
}

// testdata/templates is a small contest of participants with much prepared code. tomas and yuki have the
// same library; vera and walt have different libraries, and their programs for C-bridges are copies. Only
// the copy is suspicious.
func TestTemplatesOfASmallContest(t *testing.T) {
	t.Parallel()
	set := readInput(t, "../../testdata/templates", "")
	req := Request{Contest: "templates", Submissions: set.Submissions, Skipped: set.Skipped, Parameters: Defaults()}
	req.Parameters.Keep = 0.01
	_, found, _ := run(t, open(t), req)
	first := found[0]
	if copied := checktest.PairOf(t, found, "C-bridges", "vera", "walt"); copied.Rank != 1 || copied.Suspicion < 0.9 || copied.Similarity < 0.95 {
		t.Errorf("the copy has rank %d, want 1 with high scores: %+v", copied.Rank, copied.Scores)
	}
	for _, problem := range []string{"A-fences", "B-coins", "C-bridges"} {
		honest := checktest.PairOf(t, found, problem, "tomas", "yuki")
		if honest.Suspicion > first.Suspicion/2 || honest.SharedTemplate < 500 || honest.OtherParticipantsWithTemplate != 0 || honest.SharedTemplateScore < 0.5 {
			t.Errorf("tomas and yuki, who have the same library, at %s: %+v; want low suspicion and a shared template", problem, honest.Scores)
		}
	}
}
