package inspect

import (
	"fmt"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/facts"
)

// attempt returns the n-th attempt of a participant, submitted at a minute of the contest.
func attempt(participant string, n, minute int, verdict contest.Verdict, parts ...string) contest.Submission {
	s := checktest.Submission("A", participant, minute, parts...)
	s.Path = fmt.Sprintf("A/%s/%d.cpp", participant, n)
	s.Files[0].Path, s.Attempt, s.Verdict = s.Path, n, verdict
	return s
}

// laneOf returns a text for each attempt of a lane.
func laneOf(l evidence.Lane) []string {
	var list []string
	for _, a := range l.Attempts {
		text := fmt.Sprint(a.Number, " ", a.Verdict, " ", a.Language)
		if a.InCheck {
			text += " checked"
		}
		if a.IsSide {
			text += " compared"
		}
		list = append(list, text)
	}
	return list
}

// The timeline of a pair has all attempts of both participants at the problem, and the
// similarity of each two attempts in one language. Names of hidden participants are masked.
func TestAttempts(t *testing.T) {
	t.Parallel()
	one, two := checktest.Program(1, 30), checktest.Program(2, 30)
	python := attempt("ben", 3, 33, "WA", "")
	python.Path, python.Language = "A/ben/3.py", "python"
	python.Files = []contest.File{{Path: python.Path, Content: []byte("def f(a, b):\n    return a * b + a - b\nprint(f(1, 2), f(3, 4))\n")}}
	submissions := []contest.Submission{
		attempt("ann", 1, 10, "CE", one), // shown, but not compared
		attempt("ann", 2, 12, "WA", one, checktest.Program(5, 20)),
		attempt("ann", 3, 20, "AC", two),
		attempt("ben", 1, 30, "WA", checktest.Program(9, 30)),
		attempt("ben", 2, 31, "AC", one, checktest.Program(5, 20)),
		python,
	}
	store := open(t)
	_, found := run(t, store, "c", check.Defaults(), append(submissions, checktest.Honest(3, "A")...))
	pair := checktest.PairOf(t, found, "A", "ann", "ben")
	pair.Left.Hidden, pair.Left.Number, pair.Right.Hidden = true, 8, false
	_, line, err := New(store).Open(t.Context(), blind.Labels{}.Pair(pair), nil)
	must(t, err)
	if line.Left.Participant != "Participant 8" || line.Right.Participant != "ben" {
		t.Errorf("lanes of %q and %q, want Participant 8 and ben", line.Left.Participant, line.Right.Participant)
	}
	wantEqual(t, "left lane", []string{"1 CE C++", "2 WA C++ checked compared", "3 AC C++ checked"}, laneOf(line.Left))
	wantEqual(t, "right lane", []string{"1 WA C++ checked", "2 AC C++ checked compared", "3 WA Python checked"}, laneOf(line.Right))
	if got := line.Left.Attempts[0].Time; !got.Equal(time.Date(2026, 1, 1, 10, 10, 0, 0, time.UTC)) {
		t.Errorf("the first attempt has the time %v, want 10:10", got)
	}
	share := make(map[[2]int]float64)
	for _, l := range line.Similarities {
		share[[2]int{l.Left, l.Right}] = l.Share
	}
	if len(share) != 6 {
		t.Errorf("%d similarities, want only 3 by 2, of attempts in the same language: %v", len(share), share)
	}
	if share[[2]int{1, 1}] != 1 {
		t.Errorf("the compared programs are equal, but have similarity %v, want 1", share[[2]int{1, 1}])
	}
	if s := share[[2]int{0, 1}]; s < 0.5 || s > 0.9 {
		t.Errorf("one program is a part of the other: similarity %v, want 0.5 to 0.9", s)
	}
	if s := share[[2]int{2, 0}]; s > 0.3 {
		t.Errorf("two programs share nothing: similarity %v, want at most 0.3", s)
	}
}

// If there are many attempts, shownAttempts returns the 12 around the compared attempt, and how many
// more there are.
func TestShownAttempts(t *testing.T) {
	t.Parallel()
	tests := []struct{ at, first, last int }{{1, 1, 12}, {3, 1, 12}, {20, 14, 25}, {39, 29, 40}}
	for _, tt := range tests {
		var all []contest.Attempt
		for n := 1; n <= 40; n++ {
			all = append(all, contest.Attempt{Side: contest.Side{SubmissionID: int64(n), ParticipantID: 7, Attempt: n}})
		}
		list, more := shownAttempts(all, contest.Side{SubmissionID: int64(tt.at), ParticipantID: 7})
		if len(list) != maxAttempts || more != 28 || list[0].Attempt != tt.first || list[len(list)-1].Attempt != tt.last {
			t.Errorf("compared attempt %d: %d attempts from %d to %d, %d more; want %d to %d, 28 more", tt.at, len(list), list[0].Attempt, list[len(list)-1].Attempt, more, tt.first, tt.last)
		}
	}
	if list, more := shownAttempts(nil, contest.Side{}); len(list) != 0 || more != 0 {
		t.Errorf("without attempts: %v and %d more, want nothing", list, more)
	}
}

// An attempt is a rewrite if it keeps less than a fifth of the own tokens of the attempt before it. The rate of rewrites
// counts all attempts that have one before them; attempts that the check did not compare count in neither.
func TestRewrites(t *testing.T) {
	t.Parallel()
	long := checktest.Program(1, 60)
	submissions := []contest.Submission{
		attempt("ann", 1, 10, "WA", long),
		attempt("ann", 2, 12, "WA", long, checktest.Program(5, 10)),
		attempt("ann", 3, 15, "CE", checktest.Program(11, 60)),
		attempt("ann", 4, 20, "AC", checktest.Program(2, 40)),
		attempt("ben", 1, 30, "WA", checktest.Program(9, 60)),
		attempt("ben", 2, 31, "AC", checktest.Program(2, 40), checktest.Program(7, 10)),
		attempt("cat", 1, 40, "WA", "int x;"), // too short
		attempt("cat", 2, 41, "WA", checktest.Program(8, 60)),
	}
	store := open(t)
	c, found := run(t, store, "c", check.Defaults(), append(submissions, checktest.Honest(3, "A")...))
	i := New(store)
	_, line, err := i.Open(t.Context(), checktest.PairOf(t, found, "A", "ann", "ben"), nil)
	must(t, err)
	var got []string
	for _, r := range line.Rewritten() {
		near, err := i.Nearest(t.Context(), c.ID, r.Submission, r.SubmissionBefore)
		must(t, err)
		got = append(got, fmt.Sprintf("%s %d after %d, near %s %d", r.Participant, r.Number, r.NumberBefore, near.Side.Participant, near.Side.Attempt))
		if r.KeptShare > 0.2 || near.Share < 0.5 || near.ShareBefore > 0.3 || near.Others != (facts.Rate{Total: 4}) {
			t.Errorf("%s %d: %+v, %+v", r.Participant, r.Number, r, near)
		}
	}
	wantEqual(t, "rewrites", []string{"ann 4 after 2, near ben 2", "ben 2 after 1, near ann 4"}, got)
	if kept := line.Left.Attempts[1].KeptShare; kept == nil || *kept < 0.9 {
		t.Errorf("attempt 2 keeps %v of attempt 1, want nearly all", kept)
	}
	var sides []contest.Side
	for _, a := range line.Left.Attempts {
		sides = append(sides, contest.Side{SubmissionID: a.SubmissionID, Attempt: a.Number, Language: "cpp"})
	}
	followers, err := i.KeptShares(t.Context(), c.ID, sides)
	if err != nil || len(followers) != 2 || followers[1].Number != 4 || followers[1].NumberBefore != 2 || !facts.IsRewrite(followers[1].KeptShare) {
		t.Errorf("attempts after another: %+v, %v; want 2 after 1, and 4 after 2, which rewrites it", followers, err)
	}
	for range 2 { // the second answer is from the cache
		rate, err := i.RewriteRate(t.Context(), c.ID)
		if err != nil || rate != (facts.Rate{Count: 2, Total: 3}) {
			t.Errorf("%+v, %v; want 2 of 3 attempts", rate, err)
		}
	}
}

// The rewrites of a check are no measure for the participant of an earlier contest.
func TestRewritesOfEarlierParticipant(t *testing.T) {
	t.Parallel()
	one, two := checktest.Program(1, 60), checktest.Program(2, 60)
	store := open(t)
	run(t, store, "spring", check.Defaults(), append(checktest.Honest(3, "A"), attempt("zoe", 1, 10, "WA", one), attempt("zoe", 2, 20, "AC", two)))
	p := check.Defaults()
	p.Against = []string{"spring"}
	_, found := run(t, store, "autumn", p, append(checktest.Honest(3, "A"), attempt("ben", 1, 10, "WA", one), attempt("ben", 2, 20, "AC", two)))
	pair := checktest.PairOf(t, found, "A", "ben", "zoe")
	line, err := New(store).Timeline(t.Context(), pair)
	must(t, err)
	left, right := line.Left.Attempts, line.Right.Attempts
	if len(left) != 2 || left[1].KeptShare == nil {
		t.Errorf("attempts of ben: %+v; want two, and what the second keeps", left)
	}
	if len(right) != 2 || !right[0].InCheck || !right[1].InCheck || right[1].KeptShare != nil {
		t.Errorf("attempts of zoe: %+v; want two compared ones, without what the second keeps", right)
	}
}
