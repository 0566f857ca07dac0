package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// If two programs share only functions of a library, the page of the pair names the functions, how much each program has
// beside them, and how many others have them. In blind review it names nobody, also where a function has the name of a person.
func TestFunctionsOfPair(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t, webtest.ShowFacts)
	library := strings.Replace(checktest.Program(5, 30), "f5", "vorkian", 1) + checktest.Program(6, 20)
	program := func(own uint64) string {
		return library + checktest.Program(own, 15) + fmt.Sprintf("int main() { return vorkian(1, 2) + f%d(3, 4); }\n", own)
	}
	contestID, pair := checkAndSignIn(t, in, append(checktest.Honest(20, "A"),
		checktest.Submission("A", "quxley", 1, program(51)), checktest.Submission("A", "vorkian", 2, program(52))))
	text := webtest.TextOf(in.Page(pair).One("details", "id", "facts"))
	webtest.Mention(t, text, "of the rare passages that both programs have are in functions of Participant", "also has: Participant",
		"Both programs also have functions that neither calls, as in a library: f6.", "Of 20 others with a program for the problem, 0 have the typical passage")
	if strings.Contains(text, "vorkian") || strings.Contains(text, "quxley") {
		t.Errorf("the page of a blind contest mentions a name:\n%s", text)
	}
	in.EndBlindReview(contestID)
	webtest.Mention(t, in.Page(pair).Text(), "also has: vorkian. Outside of these functions, the program of ")
	webtest.Mention(t, in.Page("/api/v1"+pair+"/facts").Body, `"kind":"functions"`, `"of":20`)
}
