package inspect

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/evidence"
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
		if err := evidence.Oddities(view).Render(t.Context(), &page); err != nil {
			t.Fatal(err)
		}
		return strings.TrimRight(string(regexp.MustCompile(`(<[^>]*>|\s)+`).ReplaceAll(page.Bytes(), []byte(" "))), " ")
	}
	view, err := i.Pair(t.Context(), pair, (*blind.Masker)(nil))
	if err != nil {
		t.Fatal(err)
	}
	const lines = " lines 3 and 3"
	const blanks = " Both have the same odd blanks in int maxLenght = 0 ; lines 5 and 5"
	if diff := cmp.Diff(" Both have these comments: // tr(ved) of the lanterns"+lines+" // the usual greeting lines 4 and 4 Both misspell lenght lines 5 and 5"+blanks, shown(view)); diff != "" {
		t.Errorf("in a bundle (-want +got):\n%s", diff)
	}
	if err := i.RateOddities(t.Context(), pair, &view); err != nil {
		t.Fatal(err)
	}
	const nobody = " · 0 of 22 others have it"
	if diff := cmp.Diff(" Both have the comment // tr(ved) of the lanterns"+lines+" · 3 of 22 others have it Both misspell lenght lines 5 and 5"+nobody+blanks+nobody, shown(view)); diff != "" {
		t.Errorf("on the page (-want +got):\n%s", diff)
	}
}
