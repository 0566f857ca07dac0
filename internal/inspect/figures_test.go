package inspect

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/program"
)

// The fact about functions stands beside few pairs of labelled sets, whose listed pairs are nearly all copies. In a contest in
// which nobody is known to have copied, few attempts are rewritten. The test logs the figures of docs/facts.md.
func TestFiguresOfFacts(t *testing.T) {
	data := os.Getenv("OJCHECK_DATA")
	if _, err := os.Stat(filepath.Join(data, "soco-java")); data == "" || err != nil {
		t.Skip("OJCHECK_DATA names no directory with the labelled sets")
	}
	store := open(t)
	ins := New(store)
	checkSet := func(name, path, layout string) (c contest.Check, found []contest.Pair, withFact int) {
		t.Helper()
		set, err := intake.Read(t.Context(), []string{filepath.Join(data, path)}, intake.Options{Layout: layout})
		must(t, err)
		c, found = run(t, store, name, check.Defaults(), set.Submissions)
		histograms, err := store.Histograms(t.Context(), c.ID)
		must(t, err)
		var listed []contest.Pair
		for _, pair := range found {
			h, ok := contest.HistogramFor(pair, histograms)
			if !c.Parameters.Lists(pair.Scores) || !ok {
				continue
			}
			listed = append(listed, pair)
			fact, err := ins.SharedFunctions(t.Context(), pair, h.Participants-2, [2]*program.Program{}, blind.Labels{}.NewMasker(nil))
			must(t, err)
			if len(fact) > 0 {
				withFact++
				t.Logf("%s: %s and %s have the functions %v", name, pair.Left.Path, pair.Right.Path, fact[0].(facts.Functions).Names)
			}
		}
		t.Logf("%s: the fact about functions stands beside %d of %d listed pairs", name, withFact, len(listed))
		return c, listed, withFact
	}
	allListed, allWithFact := 0, 0
	for _, set := range []string{"emse-insert", "emse-refactor", "emse-gptobf", "gcj-rewrites", "soco-c", "soco-java", "conplag-raw", "vkcup2015"} {
		_, listed, withFact := checkSet(set, set+"/files", `(?P<problem>[^/]+)/(?P<participant>.+)`)
		allListed, allWithFact = allListed+len(listed), allWithFact+withFact
	}
	t.Logf("all sets: beside %d of %d listed pairs", allWithFact, allListed)
	if allWithFact*4 > allListed {
		t.Errorf("the fact about functions stands beside %d of %d listed pairs, want at most a quarter", allWithFact, allListed)
	}

	c, _, _ := checkSet("contest", "contest-gcj2020-java.zip", `(?P<problem>[^/]+)/(?P<participant>[^/]+)/.*`)
	rate, err := ins.RewriteRate(t.Context(), c.ID)
	must(t, err)
	t.Logf("%d of %d attempts keep less than a fifth of the attempt before", rate.Count, rate.Total)
	if rate.Count*20 > rate.Total {
		t.Errorf("%d of %d attempts are rewritten, want at most 5%%", rate.Count, rate.Total)
	}
}
