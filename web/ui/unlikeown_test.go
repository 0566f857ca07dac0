package ui_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// handProgram returns a program of random loops in the style of a person.
func handProgram(person int, problem string) string {
	style := rand.New(rand.NewPCG(uint64(person), 1))
	pick := func(texts ...string) string { return texts[style.IntN(len(texts))] }
	indent, space, brace, increment := pick("  ", "    ", "\t"), pick("", " "), pick("{", " {", "\n{"), pick("++%s", "%s++", "%s += 1")
	var names []string
	for _, i := range style.Perm(26)[:8] {
		names = append(names, string(rune('a'+i))+pick("", "x", "Pos", "_max"))
	}
	random := rand.New(rand.NewPCG(uint64(person), uint64(problem[0])))
	name := func() string { return names[random.IntN(len(names))] }
	var b strings.Builder
	fmt.Fprintf(&b, "int main()%s\n", brace)
	for range 12 {
		n := name()
		fmt.Fprintf(&b, "%[1]sfor%[2]s(int %[3]s%[2]s=%[2]s%[4]d;%[2]s%[3]s%[2]s<%[2]s%[5]s;%[2]s%[6]s)%[7]s\n", indent, space, n,
			random.IntN(100), name(), fmt.Sprintf(increment, n), brace)
		fmt.Fprintf(&b, "%[1]s%[1]s%[3]s%[2]s=%[2]s%[4]s%[2]s%[6]c%[2]s%[5]d;\n%[1]s}\n", indent, space, name(), name(), random.IntN(1000), "+-*/%"[random.IntN(5)])
	}
	return b.String() + "}\n"
}

// If a participant submitted another's program, the page of the pair says that the program is unlike the participant's own
// programs, and says nothing about the other. In blind review it names neither.
func TestUnlikeOwnOfPair(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t, webtest.ShowFacts)
	var submissions []contest.Submission
	for person := range 30 {
		for _, problem := range []string{"A", "B", "C", "D", "E"} {
			name, program := fmt.Sprintf("person%02d", person), handProgram(person, problem)
			if person == 7 && problem == "A" {
				program = strings.Replace(handProgram(8, "A"), "main()", "main(void)", 1)
			}
			path := problem + "/" + name + ".cpp"
			submissions = append(submissions, contest.Submission{
				Problem: problem, Participant: name, Kind: contest.Official, Path: path, Language: "cpp", Verdict: "AC", Attempt: 1,
				Files: []contest.File{{Path: path, Content: []byte(program)}},
			})
		}
	}
	contestID, pair := checkAndSignIn(t, in, submissions)
	page := in.Page(pair)
	text := webtest.TextOf(page.One("details", "id", "facts"))
	webtest.Mention(t, text, "In layout, punctuation and names, this program of Participant", "is unlike their own programs for 4 other problems:",
		"of 29 other participants have programs that are closer to it", "Of 145 programs of other participants, ", "stand out as much")
	if strings.Count(text, "In layout") != 1 || strings.Contains(text, "person0") {
		t.Errorf("the page does not mention exactly one of the two, without a name:\n%s", text)
	}
	in.EndBlindReview(contestID)
	webtest.Mention(t, in.Page(pair).Text(), "this program of person07 is unlike their own programs for 4 other problems")
	webtest.Mention(t, in.Page("/api/v1"+pair+"/facts").Body, `"kind":"own_hand"`, `"of":145`)
}

// checkAndSignIn checks submissions, signs in vera, who may view the contest, and returns the contest and the path of
// the most suspicious pair for problem A.
func checkAndSignIn(t *testing.T, in *webtest.Site, submissions []contest.Submission) (contestID int64, pair string) {
	t.Helper()
	checker := check.Checker{Store: in.DB}
	checkID, err := checker.Check(t.Context(), check.Request{Contest: "finals", Submissions: submissions, Parameters: check.Defaults()},
		func(check.Stage, int, int) {})
	webtest.Must(t, err)
	c, err := in.DB.Check(t.Context(), checkID)
	webtest.Must(t, err)
	in.AddMember(c.ContestID, "vera", account.Viewer)
	pairs, _, err := in.DB.Pairs(t.Context(), checkID, contest.PairFilter{Problem: "A"})
	if err != nil || len(pairs) == 0 {
		t.Fatalf("%d pairs, %v", len(pairs), err)
	}
	in.SignIn("vera")
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(in.Log)
		}
	})
	return c.ContestID, ui.PairPath(pairs[0].ID)
}
