package facts_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// texts returns the facts as they are shown, with their rates.
func texts(list []facts.Fact) (lines []string) {
	for _, f := range list {
		lines = append(lines, fmt.Sprintf("%s: %s %s (%d/%d)", f.Kind(), f.Text(i18n.English()), f.RateText(i18n.English()), f.Rate().Count, f.Rate().Total))
	}
	return lines
}

func compare(t *testing.T, want []string, got []facts.Fact) {
	t.Helper()
	if diff := cmp.Diff(want, texts(got)); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
}

// Functions that both programs have are a fact if most of the shared code is in them, both programs have enough code outside
// them, and there are enough others.
func TestFunctions(t *testing.T) {
	t.Parallel()
	f := facts.Functions{Participants: [2]string{"ann", "ben"}, Names: []string{"isSafe", "solve"}, Rare: 200, Inside: 190, MaxOthers: 5,
		Outside: [2]int{60, 1200}, Others: facts.Rate{Count: 3, Total: 157}}
	library := f
	library.Names, library.Unused = []string{"a", "b", "c", "d", "e", strings.Repeat("f", 61), "g", "h"}, []string{"nd", "ns"}
	usual := " Of 157 others with a program for the problem, 3 have the typical passage of these functions. A passage is rare if at most 5 others have it. (3/157)"
	outside := " Outside of these functions, the program of ann has 60 tokens of its own, and that of ben has 1,200."
	compare(t, []string{"functions: 95.0% of the rare passages that both programs have are in functions of ann whose code the program of ben also has: isSafe and solve." + outside + usual}, facts.SharedFunctions(f))
	compare(t, []string{"functions: 95.0% of the rare passages that both programs have are in functions of ann whose code the program of ben also has: a, b, c, d, e, " + strings.Repeat("f", 60) + "… and 2 more." + outside +
		" Both programs also have functions that neither calls, as in a library: nd and ns." + usual}, facts.SharedFunctions(library))
	littleInside, littleOutside, fewRare, fewOthers := f, f, f, f
	littleInside.Inside, littleOutside.Outside[0], fewRare.Rare, fewOthers.Others.Total = 99, 59, 29, 19
	for _, f := range []facts.Functions{littleInside, littleOutside, fewRare, fewOthers} {
		compare(t, nil, facts.SharedFunctions(f))
	}
}

// The fact of a rewrite names the nearest program if the attempt before was less near to it, and if few other participants
// have a program that is as near to any other.
func TestRewrites(t *testing.T) {
	t.Parallel()
	near := facts.NearestProgram{Side: contest.Side{Participant: "bob", Attempt: 3}, Share: 0.8, ShareBefore: 0.1, Others: facts.Rate{Count: 2, Total: 20}}
	source, nearer, usualNear, few := near, near, near, near
	source.Side, source.Source = contest.Side{}, contest.NearSource{Number: 1, Kind: contest.Generated, Name: "answer 2"}
	source.Others = facts.Rate{Total: 200, Sampled: true}
	nearer.ShareBefore, usualNear.Others.Count, few.Others.Total = 0.8, 3, 19
	attempts := []facts.Attempt{
		{Participant: "ann", Number: 2, NumberBefore: 1, KeptShare: 0.2, Nearest: near},
		{Participant: "ann", Number: 3, NumberBefore: 2, KeptShare: 0.19, Nearest: near},
		{Participant: "ann", Number: 4, NumberBefore: 3, KeptShare: 0, Nearest: source},
		{Participant: "ann", Number: 5, NumberBefore: 4, KeptShare: 0, Nearest: nearer},
		{Participant: "ann", Number: 6, NumberBefore: 5, KeptShare: 0, Nearest: usualNear},
		{Participant: "ann", Number: 7, NumberBefore: 6, KeptShare: 0, Nearest: few},
	}
	rated, usual := "2 of 400 attempts of the contest keep less than a fifth of the attempt before them.", " (2/400)"
	compare(t, []string{
		"rewrite: Attempt 3 of ann keeps 19.0% of the tokens of attempt 2. It and attempt 3 of bob have 80.0% of their passages in common; the attempt before it had at most 10.0%. " + rated + " The last programs of 2 of 20 others for the problem share as much with somebody else’s or with a known source." + usual,
		"rewrite: Attempt 4 of ann keeps 0.0% of the tokens of attempt 3. It and the known source answer 2 (generated) have 80.0% of their passages in common; the attempt before it and this source had 10.0%. " + rated + " The last programs of 0 of a random sample of 200 others for the problem share as much with somebody else’s or with a known source." + usual,
		"rewrite: Attempt 5 of ann keeps 0.0% of the tokens of attempt 4. " + rated + usual,
		"rewrite: Attempt 6 of ann keeps 0.0% of the tokens of attempt 5. " + rated + usual,
		"rewrite: Attempt 7 of ann keeps 0.0% of the tokens of attempt 6. " + rated + usual,
	}, facts.Rewrites(attempts, facts.Rate{Count: 2, Total: 400}))
	compare(t, nil, facts.Rewrites(attempts, facts.Rate{Count: 2, Total: 19}))
	sampled := facts.Rewrites(attempts[3:], facts.Rate{Count: 2, Total: 1000, Sampled: true})
	if got := sampled[0].RateText(i18n.English()); got != "2 of a random sample of 1,000 attempts of the contest keep less than a fifth of the attempt before them." {
		t.Errorf("of a sample: %q", got)
	}
}

var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func at(minutes float64) time.Time { return start.Add(time.Duration(minutes * float64(time.Minute))) }

// solved returns submissions of others: participant i, from 1, solves problem k after about 30(k+1) minutes, all at
// different times.
func solved(others, problems int) (list []facts.Submission) {
	for i := range others {
		for k := range problems {
			list = append(list, facts.Submission{
				Participant: int64(i + 1), Number: i + 1, Problem: string(rune('A' + k)), Accepted: true,
				At: at(30*float64(k+1) + 5*float64(i)),
			})
		}
	}
	return list
}

// A quick solve takes less than half of the time of the quickest 5% of the others.
func TestQuickSolves(t *testing.T) {
	t.Parallel()
	own := func(minutes ...float64) (list []facts.Submission) { // problems A, B, ... at these times
		for k, m := range minutes {
			list = append(list, facts.Submission{Participant: 99, Number: 99, Problem: string(rune('A' + k)), At: at(m), Accepted: true})
		}
		return list
	}
	wrong := facts.Submission{Participant: 99, Number: 99, Problem: "B", At: at(49)}
	tests := []struct {
		name    string
		start   time.Time
		own     []facts.Submission
		others  int
		problem string
		want    []string
	}{
		{"after the start", start, own(2), 40, "A", []string{"quick_solve: dan solved problem A 2 min after the start of the contest. 0 of 40 others were as quick; half of them needed 2 h 10 min or more. (0/40)"}},
		{"after another problem", start, own(50, 51), 40, "B", []string{"quick_solve: dan solved problem B 1 min after a submission for another problem. 0 of 40 others were as quick; half of them needed 30 min or more. (0/40)"}},
		{"after another problem, start unknown", time.Time{}, own(50, 51), 40, "B", []string{"quick_solve: dan solved problem B 1 min after a submission for another problem. 0 of 40 others were as quick; half of them needed 30 min or more. (0/40)"}},
		{"after a wrong attempt at another problem", start, append(own(50), wrong), 40, "A", []string{"quick_solve: dan solved problem A 1 min after a submission for another problem. 0 of 40 others were as quick; half of them needed 2 h 10 min or more. (0/40)"}},
		{"start unknown", time.Time{}, own(2), 40, "A", nil},
		{"not quick enough", start, own(20), 40, "A", nil},
		{"too few others", start, own(2), 19, "A", nil},
		{"not solved", start, nil, 40, "A", nil},
		{"before the start", start, own(-5), 40, "A", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := facts.NewSolves(append(solved(test.others, 2), test.own...))
			compare(t, test.want, s.QuickSolves(test.start, 99, "dan", test.problem))
		})
	}
}

// Without accepted submissions, first submissions count as solves.
func TestTimesWithoutVerdicts(t *testing.T) {
	t.Parallel()
	list := append(solved(40, 1), facts.Submission{Participant: 99, Problem: "A", At: at(30), Accepted: true}, facts.Submission{Participant: 99, Problem: "A", At: at(1)})
	compare(t, nil, facts.NewSolves(list).QuickSolves(start, 99, "dan", "A"))
	for i := range list {
		list[i].Accepted = false
	}
	if got := facts.NewSolves(list).QuickSolves(start, 99, "dan", "A"); len(got) != 1 {
		t.Errorf("facts without verdicts: %q, want one", texts(got))
	}
}

// A program that few others wrote is no fact if it is closer to its participant's own programs than to those of nearly all others.
func TestUnlikeOwnPrograms(t *testing.T) {
	t.Parallel()
	for closer, want := range map[int]int{1: 0, 3: 0, 4: 1, 37: 1} {
		got := facts.RareUnlikeOwnPrograms(facts.UnlikeOwnPrograms{Closer: facts.Rate{Count: closer, Total: 37}, AsUnusual: facts.Rate{Count: 1, Total: 100}})
		if len(got) != want {
			t.Errorf("programs of %d of 37 others are closer: %d facts, want %d", closer, len(got), want)
		}
	}
}

func together(t *testing.T, s *facts.Solves, left, right int64, leftName, rightName string) []facts.Fact {
	t.Helper()
	list, err := s.SameTimes(t.Context(), left, right, leftName, rightName)
	if err != nil {
		t.Error(err)
	}
	return list
}

// In a contest of many participants and problems, SameTimes needs little memory besides the solves, and none if the two
// share too few problems. It ends with its context.
func TestSameTimesInALargeContest(t *testing.T) {
	const participants, problems = 10_000, 10_000
	var list []facts.Submission
	for i := range participants { // 5 problems each, the first two the same ones at the same time
		for k, problem := range []int{1, 2, 3 + i%problems, 3 + i*7%problems, 3 + i*13%problems} {
			list = append(list, facts.Submission{Participant: int64(i + 1), Number: i + 1, Problem: fmt.Sprint(problem), At: at(float64(k)), Accepted: true})
		}
	}
	for _, s := range list[5*4710 : 5*4711] { // one more participant solves the problems of 4711, at the same times
		s.Participant, s.Number = participants+1, participants+1
		list = append(list, s)
	}
	s := facts.NewSolves(list)
	// The runtime itself may allocate some KB meanwhile; one number for each participant would take 80 KB.
	for _, test := range []struct {
		name        string
		left, right int64
		bytes       uint64
	}{{"too few problems", 1, 2, 32 << 10}, {"five problems", 4711, participants + 1, 8 << 20}} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		together(t, s, test.left, test.right, "ann", "bob")
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > test.bytes {
			t.Errorf("%s: allocated %d bytes, want at most %d", test.name, got, test.bytes)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.SameTimes(ended, 4711, participants+1, "ann", "bob"); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}

// Two participants who solve three problems within two minutes of each other stand apart from pairs of others, in
// either order of left and right.
func TestSameTimes(t *testing.T) {
	t.Parallel()
	follows := func(participant int64, lag float64) (list []facts.Submission) {
		for k, m := range []float64{33, 71, 144, 200} {
			if k == 3 {
				m += 20 * lag
			}
			list = append(list, facts.Submission{Participant: participant, Number: int(participant), Problem: string(rune('A' + k)), At: at(m + lag), Accepted: true})
		}
		return list
	}
	list := append(solved(40, 4), append(follows(98, 0), follows(99, 1.5)...)...)
	want := []string{"together: Of 4 problems that both solved, they solved 3 within 2 min of each other; cat was first at 3 of these. 0 of 860 other pairs of participants solved as many problems so close together. (0/860)"}
	compare(t, want, together(t, facts.NewSolves(list), 98, 99, "cat", "dan"))
	compare(t, want, together(t, facts.NewSolves(list), 99, 98, "dan", "cat"))
	compare(t, nil, together(t, facts.NewSolves(list), 1, 99, "ann", "dan"))
	compare(t, nil, together(t, facts.NewSolves(list), 98, 1000, "cat", "nobody"))
	exchanged := append(solved(40, 4), append(follows(98, 0), follows(99, 0)...)...)
	exchanged[len(exchanged)-4].At, exchanged[len(exchanged)-3].At = at(34), at(70) // each is first at one problem, and none at two
	want = []string{"together: Of 4 problems that both solved, they solved 4 within 2 min of each other; each was first at 1 of these. 0 of 860 other pairs of participants solved as many problems so close together. (0/860)"}
	compare(t, want, together(t, facts.NewSolves(exchanged), 98, 99, "cat", "dan"))
	compare(t, want, together(t, facts.NewSolves(exchanged), 99, 98, "dan", "cat"))
	few := append(solved(3, 4), append(follows(98, 0), follows(99, 1.5)...)...)
	compare(t, nil, together(t, facts.NewSolves(few), 98, 99, "cat", "dan"))
	// If everybody solves problems as close together, it is no fact.
	for i := range int64(40) {
		list = append(list, follows(1000+i, float64(i)/40)...)
	}
	compare(t, nil, together(t, facts.NewSolves(list), 98, 99, "cat", "dan"))
}

// A group has the participants who share a place. It counts hidden participants, but does not name them. A place that only
// hidden participants have gets no group.
func TestGroups(t *testing.T) {
	t.Parallel()
	participants := []contest.Participant{
		{ID: 1, Number: 3, Name: "ann", Affiliation: "MIT", Address: "10.0.0.1"},
		{ID: 2, Number: 1, Name: "bob", Affiliation: "mit ", Address: "10.0.0.2"},
		{ID: 3, Number: 2, Name: "cat", Affiliation: "ETH", Address: "10.0.0.2"},
		{ID: 4, Number: 4, Name: "dan", Affiliation: "MIT", Hidden: true, Seat: "1"},
		{ID: 5, Number: 5, Name: "eve", Affiliation: "Oxford", Hidden: true, Seat: "1"},
	}
	var got []string
	groups := facts.Groups(participants)
	for _, g := range groups {
		names := ""
		for _, p := range g.Participants {
			names += " " + p.Name
		}
		got = append(got, fmt.Sprintf("%s %s:%s, %d of %d", g.Kind, g.Place, names, g.Size(), g.KnownCount))
	}
	if diff := cmp.Diff([]string{"address 10.0.0.2: bob cat, 2 of 3", "affiliation MIT: bob ann, 3 of 5"}, got); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
	compare(t, nil, facts.SharedPlaces(groups, 1, 2)) // a place of 3 in 5 is no fact
}

// A place is a fact if 20 participants or more have a known one, and at most a fifth of them share it.
func TestSharedPlaces(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name          string
		known, shared int // of how many participants the address is known, and how many of these, the first ones, share one
		hidden        int // number of a hidden participant; 0 for none
		left, right   int64
		want          []string
	}{
		{"rare", 20, 4, 0, 1, 2, []string{"place: Both have the address 10.0.0.1. 2 of 18 other participants share it. (2/18)"}},
		{"nobody else", 40, 2, 0, 1, 2, []string{"place: Both have the address 10.0.0.1. 0 of 38 other participants share it. (0/38)"}},
		{"too usual", 20, 5, 0, 1, 2, nil},
		{"too few known", 19, 2, 0, 1, 2, nil},
		{"not shared", 40, 2, 0, 1, 3, nil},
		{"one of the two is hidden", 40, 2, 2, 1, 2, nil},
		{"all share it", 40, 40, 0, 1, 2, nil},
	} {
		var participants []contest.Participant
		for i := 1; i <= test.known; i++ {
			p := contest.Participant{ID: int64(i), Number: i, Address: fmt.Sprintf("10.0.0.%d", i), Hidden: i == test.hidden}
			if i <= test.shared {
				p.Address = "10.0.0.1"
			}
			participants = append(participants, p)
		}
		t.Run(test.name, func(t *testing.T) {
			compare(t, test.want, facts.SharedPlaces(facts.Groups(participants), test.left, test.right))
		})
	}
}

// A group shows the spelling that most of its visible participants use, never that of a hidden one.
func TestSpellingOfPlaces(t *testing.T) {
	t.Parallel()
	var participants []contest.Participant
	for i, place := range []string{"mIT", "mIT", "mIT", "mit", "MIT", "MIT"} {
		participants = append(participants, contest.Participant{ID: int64(i), Number: i, Affiliation: place, Hidden: i < 3})
	}
	if groups := facts.Groups(participants); len(groups) != 1 || groups[0].Place != "MIT" || groups[0].Hidden != 3 {
		t.Errorf("groups %+v", groups)
	}
}
