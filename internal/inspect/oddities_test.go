package inspect

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/facts"
)

// The page of a pair says how many others also have a comment, a misspelling or odd blanks, and leaves out
// usual ones. Each participant counts once, with their last program. A bundle says nothing about others.
func TestOdditiesOfOthers(t *testing.T) {
	t.Parallel()
	const rare, usual, odd = "// tr(ved) of the lanterns\n", "// the usual greeting\n", "int maxLenght = 0 ;\n"
	both := checktest.Program(7, 30)
	submissions := checktest.Honest(22, "A")
	for i := range submissions {
		text := usual
		if i < 3 {
			text += rare
		}
		file := &submissions[i].Files[0]
		file.Content = slices.Concat(file.Content, []byte(text))
	}
	submissions = append(submissions, attempt("ann", 1, 9, "WA", rare, checktest.Program(8, 30)), attempt("ann", 2, 10, "AC", rare, usual, odd, both),
		attempt("ben", 1, 11, "AC", rare, usual, odd, both))
	store := open(t)
	_, found := run(t, store, "c", check.Defaults(), submissions)
	pair := checktest.PairOf(t, found, "A", "ann", "ben")
	i := New(store)
	shown := func(view evidence.View) string {
		var page bytes.Buffer
		must(t, evidence.Oddities(view).Render(t.Context(), &page))
		return strings.TrimRight(string(regexp.MustCompile(`(<[^>]*>|\s)+`).ReplaceAll(page.Bytes(), []byte(" "))), " ")
	}
	view, err := i.Pair(t.Context(), pair, (*blind.Masker)(nil))
	must(t, err)
	const lines = " lines 3 and 3"
	const blanks = " Both have the same odd blanks in int maxLenght = 0 ; lines 5 and 5"
	wantEqual(t, "in a bundle", " Both have these comments: // tr(ved) of the lanterns"+lines+" // the usual greeting lines 4 and 4 Both misspell lenght lines 5 and 5"+blanks, shown(view))
	must(t, i.RateOddities(t.Context(), pair, &view))
	const nobody = " · 0 of 22 others have it"
	wantEqual(t, "on the page", " Both have the comment // tr(ved) of the lanterns"+lines+" · 3 of 22 others have it Both misspell lenght lines 5 and 5"+nobody+blanks+nobody, shown(view))
}

// Others count in whatever language their last program for a problem of the pair is, whichever side of the pair is on the left.
// What the base code has is no oddity, also at its end.
func TestOdditiesInAllLanguagesAndBothProblems(t *testing.T) {
	t.Parallel()
	const base, rare = "int scan(int* a) {\n\tfor (int i = 0; i < 7; i++) a[i] += i * 3;\n\treturn a[3];\n}\n// solve below the lanterns\n", "// tr(ved) of the lanterns\n"
	both := checktest.Program(7, 30)
	submissions := append(checktest.Honest(22, "A"), checktest.Honest(25, "B")[22:]...)
	for _, i := range []int{0, 1, 22} { // two at A, one of them in Python, and one at B
		file := &submissions[i].Files[0]
		file.Content = append(file.Content, rare...)
	}
	python := &submissions[1]
	python.Path, python.Language = "A/honest.py", "python"
	python.Files = []contest.File{{Path: python.Path, Content: []byte("def f(a, b):\n    return a * b + a - b\nprint(f(1, 2), f(3, 4)) " + strings.Replace(rare, "//", "#", 1))}}
	submissions = append(submissions, checktest.Submission("A", "ann", 1, base, rare, both), checktest.Submission("B", "ben", 2, base, rare, both))
	p := check.Defaults()
	p.AcrossProblems = true
	store := open(t)
	checker := check.Checker{Store: store}
	id, err := checker.Check(t.Context(), check.Request{Contest: "c", Submissions: submissions, Parameters: p,
		Base: []contest.File{{Path: "base.cpp", Content: []byte(base)}}}, nil)
	must(t, err)
	found, _, err := store.Pairs(t.Context(), id, contest.PairFilter{})
	if err != nil || len(found) == 0 {
		t.Fatalf("%d pairs, %v", len(found), err)
	}
	pair := found[0]
	exchanged := pair
	exchanged.Left, exchanged.Right = pair.Right, pair.Left
	i := New(store)
	for _, pair := range []contest.Pair{pair, exchanged} {
		view, err := i.Pair(t.Context(), pair, (*blind.Masker)(nil))
		if err == nil {
			err = i.RateOddities(t.Context(), pair, &view)
		}
		must(t, err)
		if len(view.Oddities) != 1 || !strings.Contains(view.Oddities[0].Text, "tr(ved)") || view.Oddities[0].Others != (facts.Rate{Count: 3, Total: 25}) {
			t.Errorf("%s and %s: %+v; want one comment, which 3 of 25 others have", pair.Left.Participant, pair.Right.Participant, view.Oddities)
		}
	}
}
