package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// told is what nobody may read on the pages of a blind contest.
var told = []string{"Lovelace", "lovelace", "Hopper", "hopper", "Noether", "Analytical Society", "Nantes", "10.1.2.3", "row-7"}

// checkedBlind is a contest of three people with a check, which has all that may
// name them: pairs, a private template, a skipped file, facts, a note, and an
// earlier contest in which one of them took part under the same name.
func (in *installation) checkedBlind() (contestID, checkID int64, pairs []contest.Pair) {
	in.Helper()
	ctx := context.Background()
	people := []string{"Ada Lovelace", "Grace Hopper", "Emmy Noether"}
	handed := func(where string, people ...string) []contest.Submission {
		var list []contest.Submission
		for i, who := range people {
			path := fmt.Sprintf("A/%s/%s.cpp", who, strings.ToLower(strings.Fields(who)[1]))
			list = append(list, contest.Submission{
				Problem: "A", Participant: who, Kind: contest.Official, Path: path, Language: "cpp", Verdict: "AC", Attempt: i + 1,
				Files: []contest.File{{Path: path, Content: []byte("int main() { return 0; } // " + where + who)}},
			})
		}
		return list
	}
	earlier := handed("spring ", people[0])
	if _, _, err := in.db.Import(ctx, review.CommandLine, "", "Spring", "spring.zip", earlier, nil, nil); err != nil {
		in.Fatal(err)
	}
	submissions := handed("", people...)
	skipped := []contest.SkippedItem{{Path: "A/Grace Hopper/hopper.exe", Reason: "A/Grace Hopper/hopper.exe of Grace Hopper is binary"}}
	contestID, _, err := in.db.Import(ctx, review.CommandLine, "", "Autumn", "autumn.zip", submissions, skipped, nil)
	if err != nil {
		in.Fatal(err)
	}
	if _, err := in.db.Pool().Exec(ctx, "UPDATE participants SET affiliation = 'Analytical Society', site = 'Nantes', address = '10.1.2.3', seat = 'row-7' WHERE contest_id = $1", contestID); err != nil {
		in.Fatal(err)
	}
	var ids []int64
	for _, s := range submissions {
		ids = append(ids, s.ID)
	}
	run, err := in.db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: contestID, Digest: "autumn", Parameters: contest.Parameters{Threshold: 0.5, Verdicts: "judged", Participants: "official", Templates: true}}, ids, nil)
	if err != nil {
		in.Fatal(err)
	}
	defer run.Close()
	pair := func(rank int, left, right contest.Submission, suspicion float64) contest.Pair {
		return contest.Pair{Rank: rank, Problem: "A", Language: "c++", Scores: contest.Scores{Suspicion: suspicion, Similarity: 0.9, MaxSimilarity: 0.9},
			Left: contest.Side{SubmissionID: left.ID}, Right: contest.Side{SubmissionID: right.ID}}
	}
	summary := contest.Summary{
		Problems: 1, Participants: 3, Submissions: 3, PairsCompared: 3, PairsStored: 3, Skipped: 1,
		PrivateCount: 1, PrivateTemplates: []contest.PrivateTemplate{{Left: people[0], Right: people[1], Tokens: 99}},
		Incomplete: []string{"the archive of Emmy Noether is cut off"},
		Earlier:    &contest.EarlierSummary{Contests: 1, Submissions: 1, Pairs: 1},
	}
	err = errors.Join(run.SaveEarlier(ctx, "with spring", []int64{earlier[0].ID}),
		run.SavePairs(ctx, []contest.Pair{pair(1, submissions[0], submissions[1], 0.95), pair(2, submissions[1], submissions[2], 0.7), pair(3, submissions[2], earlier[0], 0.6)}),
		run.Complete(ctx, summary, nil, skipped))
	if err != nil {
		in.Fatal(err)
	}
	if pairs, _, err = in.db.Pairs(ctx, run.ID(), contest.PairFilter{}); err != nil {
		in.Fatal(err)
	}
	return contestID, run.ID(), pairs
}

// On no page of a blind contest can be read who anybody is, whoever asks.
func TestBlindPages(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	contestID, checkID, pairs := in.checkedBlind()
	for name, role := range map[string]account.Role{"vera": account.Viewer, "rita": account.Reviewer, "carl": account.Chief} {
		u := in.user(name, false)
		in.member(contestID, u.ID, role)
		if role == account.Reviewer {
			_, err := in.db.Decide(t.Context(), review.Person{ID: u.ID, Name: u.Name}, review.KeyOf(contestID, pairs[0]),
				review.Review{Decision: review.Confirmed, Reason: review.Copied, Note: "Ada Lovelace has it of Grace Hopper"})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	in.user("root", true)
	at := func(format string, ids ...any) string { return fmt.Sprintf(format, ids...) }
	paths := []string{
		"/", "/?name=Aut", at("/contests/%d", contestID), at("/contests/%d?threshold=0.9", contestID),
		at("/contests/%d/participants/1", contestID), at("/contests/%d/participants/2", contestID), at("/contests/%d/participants/3", contestID),
		at("/checks/%d", checkID), at("/checks/%d?threshold=0&participant=1", checkID), at("/checks/%d?state=pending", checkID), at("/checks/%d/skipped", checkID),
		"/search",
	}
	chief := []string{at("/contests/%d/log", contestID), at("/contests/%d/settings", contestID), at("/contests/%d/checks", contestID)}
	for name, list := range map[string][]string{"vera": paths, "rita": paths, "carl": append(chief, paths...), "root": append(chief, append(paths, "/log")...)} {
		as := in.as(t).signIn(name)
		for _, path := range list {
			a := as.page(path)
			for _, secret := range told {
				if strings.Contains(a.body, secret) {
					t.Errorf("%s reads %q on %s:\n%s", name, secret, path, a.text())
				}
			}
		}
	}
	carl := in.as(t).signIn("carl")
	mention(t, carl.page(at("/contests/%d/log", contestID)).text(), "rita", "Decided: confirmed, copied", "then half confirmed", "has it of Participant")
	// A name that is hidden cannot be guessed by asking for it.
	if rows := carl.page(at("/checks/%d?threshold=0&participant=Lovelace", checkID)).all("tr", "data-row", ""); len(rows) > 0 {
		t.Errorf("%d pairs are found by a hidden name", len(rows))
	}
}

func TestParticipantPage(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	contestID, _, pairs := in.checkedBlind()
	root := in.user("root", true)
	as := in.as(t).signIn("root")
	grace := pairs[0].Right
	path := fmt.Sprintf("/contests/%d/participants/%d", contestID, grace.Number)
	a := as.page(path)
	mention(t, a.text(), fmt.Sprintf("Participant %d", grace.Number), "2 pairs", "Uncover the name", "attempt-2.cpp", "AC", "C++")
	if rows := a.all("tr", "data-row", ""); len(rows) != 2 {
		t.Errorf("%d pairs, want 2", len(rows))
	}
	if a := as.post(path + "/uncover"); a.status != http.StatusSeeOther || a.header.Get("Location") != path {
		t.Fatalf("uncovered: %d to %q", a.status, a.header.Get("Location"))
	}
	mention(t, as.page(path).text(), "Grace Hopper", "Affiliation Analytical Society", "Seat row-7", "The name was uncovered", "Hide the name")
	if a := as.post(path + "/cover"); a.status != http.StatusSeeOther {
		t.Fatalf("covered: %d", a.status)
	}
	if strings.Contains(as.page(path).text(), "Hopper") {
		t.Error("the name is not hidden again")
	}
	log := as.page(fmt.Sprintf("/contests/%d/log", contestID)).text()
	mention(t, log, "Uncovered the name", "Hid the name again", root.Name)

	// Ada took part before. Both are hidden, so the numbers are told; where only
	// one is, she is not told of there.
	ada := fmt.Sprintf("/contests/%d/participants/%d", contestID, pairs[0].Left.Number)
	mention(t, as.page(ada).text(), "In other contests", "Participant 1 of Spring")
	as.post(ada + "/uncover")
	if text := as.page(ada).text(); strings.Contains(text, "In other contests") {
		t.Errorf("the name here tells who somebody is there: %s", text)
	}
	if a := as.do("GET", fmt.Sprintf("/contests/%d/participants/99", contestID), ""); a.status != http.StatusNotFound {
		t.Errorf("somebody who is not there: status %d", a.status)
	}
}

func TestAssignPairs(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	contestID, checkID, pairs := in.checkedBlind()
	rita, vera := in.user("rita", false), in.user("vera", false)
	in.member(contestID, rita.ID, account.Reviewer)
	in.member(contestID, vera.ID, account.Viewer)
	as := in.as(t).signIn("rita")
	check := fmt.Sprintf("/checks/%d", checkID)
	id := func(n int64) string { return fmt.Sprint(n) }
	a := as.post(check+"/assign", "pair", id(pairs[0].ID), "pair", id(pairs[1].ID), "to", id(rita.ID), "ranking", "state=waiting&page=1")
	if a.status != http.StatusSeeOther || a.header.Get("Location") != check+"?state=waiting" {
		t.Fatalf("status %d to %q: %s", a.status, a.header.Get("Location"), a.text())
	}
	rows := as.page(check+"?assigned="+id(rita.ID)).all("tr", "data-row", "")
	if len(rows) != 2 {
		t.Fatalf("%d pairs are assigned, want 2", len(rows))
	}
	mention(t, textOf(rows[0]), "Open", "for rita")
	for name, form := range map[string][]string{
		"nobody ticked":    {"to", id(rita.ID)},
		"to a viewer":      {"to", id(vera.ID), "pair", id(pairs[0].ID)},
		"to no number":     {"to", "x", "pair", id(pairs[0].ID)},
		"no such pair":     {"to", id(rita.ID), "pair", "x"},
		"pair of no check": {"to", id(rita.ID), "pair", "999999"},
	} {
		if a := as.post(check+"/assign", form...); a.status != http.StatusBadRequest && a.status != http.StatusNotFound {
			t.Errorf("%s: status %d", name, a.status)
		}
	}
	as.post(check+"/assign", "pair", id(pairs[0].ID), "to", "0")
	if rows := as.page(check+"?assigned="+id(rita.ID)).all("tr", "data-row", ""); len(rows) != 1 {
		t.Errorf("%d pairs are assigned after one was taken back, want 1", len(rows))
	}
	if picks := in.as(t).signIn("vera").page(check).all("input", "name", "pair"); len(picks) > 0 {
		t.Error("a viewer can tick pairs")
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	contestID, _, _ := in.checkedBlind()
	in.user("root", true)
	carl := in.user("carl", false)
	in.member(contestID, carl.ID, account.Chief)
	as, root := in.as(t).signIn("carl"), in.as(t).signIn("root")
	path := fmt.Sprintf("/contests/%d", contestID)
	if forms := as.page(path+"/settings").all("form", "action", path+"/delete"); len(forms) > 0 {
		t.Error("a chief judge is offered to delete the contest")
	}
	for _, form := range [][]string{{"agreement", "3"}, {"agreement", "3", "blind", "1"}, {"agreement", "3", "blind", "true", "blind", ""}} {
		if a := as.post(path+"/settings", form...); a.status != http.StatusBadRequest {
			t.Errorf("%v: status %d", form, a.status)
		}
		if c, err := in.db.Contest(t.Context(), contestID); err != nil || !c.Blind || c.Agreement != 2 {
			t.Fatalf("%v: blind %v, agreement %d, %v: want nothing changed", form, c.Blind, c.Agreement, err)
		}
	}
	// What the form sends with the box ticked, and without.
	if a := as.post(path+"/settings", "agreement", "2", "blind", "false", "blind", "true"); a.status != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.status, a.text())
	}
	if c, err := in.db.Contest(t.Context(), contestID); err != nil || !c.Blind {
		t.Errorf("blind %v, %v: want it to stay so", c.Blind, err)
	}
	if a := as.post(path+"/settings", "agreement", "3", "blind", "false"); a.status != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.status, a.text())
	}
	c, err := in.db.Contest(t.Context(), contestID)
	if err != nil || c.Blind || c.Agreement != 3 {
		t.Errorf("blind %v, agreement %d, %v: want the names to be shown, and 3", c.Blind, c.Agreement, err)
	}
	mention(t, as.page(path+"/participants/1").text(), "Analytical Society")
	mention(t, as.page(path+"/log").text(), "Made all names visible", "Reviewers who must agree: 3, before 2")
	for _, agreement := range []string{"0", "10", "", "two"} {
		if a := as.post(path+"/settings", "agreement", agreement, "blind", "false"); a.status != http.StatusBadRequest {
			t.Errorf("agreement %q: status %d", agreement, a.status)
		}
	}
	if a := root.post(path+"/delete", "name", "Spring"); a.status != http.StatusUnprocessableEntity {
		t.Errorf("the name of another contest: status %d", a.status)
	}
	root.page(path) // still there
	if a := root.post(path+"/delete", "name", " Autumn "); a.status != http.StatusSeeOther {
		t.Fatalf("delete: status %d: %s", a.status, a.text())
	}
	if a := root.do("GET", path, ""); a.status != http.StatusNotFound {
		t.Errorf("deleted, and the page has status %d", a.status)
	}
	mention(t, root.page("/log").text(), "Deleted the contest", "deleted")
}
