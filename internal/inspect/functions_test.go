package inspect

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/program"
)

// Where two programs share only functions, of which neither calls all, a fact names them. Names of people in blind review
// are masked. A copy of a whole program has no such fact, nor has a pair of two languages, or of a check across problems.
func TestSharedFunctions(t *testing.T) {
	t.Parallel()
	library := checktest.Program(5, 30) + strings.Replace(checktest.Program(6, 20), "f6", "quxley", 1)
	write := func(parts string, own uint64) string {
		return parts + checktest.Program(own, 15) + fmt.Sprintf("int main() { return f5(1, 2) + f%d(3, 4); }\n", own)
	}
	copied := write(checktest.Program(7, 20), 53)
	store := open(t)
	_, found := run(t, store, "c", check.Defaults(), append(checktest.Honest(20, "A"),
		checktest.Submission("A", "ann", 1, write(library, 51)), checktest.Submission("A", "ben", 2, write(library, 52)),
		checktest.Submission("A", "cat", 3, strings.Replace(write(library, 54), "return f5", "return quxley(5, 6) + f5", 1)),
		checktest.Submission("A", "dan", 4, copied), checktest.Submission("A", "eve", 5, copied)))
	masker := blind.Labels{}.NewMasker([]contest.Participant{{ID: 9, Name: "quxley", Hidden: true, Number: 3}})
	want := []facts.Fact{facts.Functions{Participants: [2]string{"ann", "ben"}, Names: []string{"f5"}, Unused: []string{"Participant 3"}}}
	pair := checktest.PairOf(t, found, "A", "ann", "ben")
	i := New(store)
	got, err := i.SharedFunctions(t.Context(), pair, 23, [2]*program.Program{}, masker)
	if err != nil || len(got) != 1 {
		t.Fatalf("facts %v, %v; want one", got, err)
	}
	f := got[0].(facts.Functions)
	if f.Inside*10 < f.Rare*9 || f.Rare < 200 || f.MaxOthers != rareCount || f.Others != (facts.Rate{Count: 1, Total: 23}) || f.Outside[0] < 100 || f.Outside[1] < 100 {
		t.Errorf("%d of %d rare passages in functions, at most %d others, %+v, outside %v", f.Inside, f.Rare, f.MaxOthers, f.Others, f.Outside)
	}
	wantEqual(t, "names", want, []facts.Fact{facts.Functions{Participants: f.Participants, Names: f.Names, Unused: f.Unused}})
	if got, err := i.SharedFunctions(t.Context(), checktest.PairOf(t, found, "A", "ben", "cat"), 23, [2]*program.Program{}, masker); err != nil || len(got) != 1 || got[0].(facts.Functions).Unused != nil {
		t.Errorf("facts about ben and cat, who calls all functions: %+v, %v", got, err)
	}
	exchanged := pair
	exchanged.Left, exchanged.Right = pair.Right, pair.Left
	other, err := i.SharedFunctions(t.Context(), exchanged, 23, [2]*program.Program{}, masker)
	if err != nil || len(other) != 1 || other[0].(facts.Functions).Inside != f.Inside {
		t.Errorf("with exchanged sides: %+v, %v; want as many passages in functions", other, err)
	}
	across := pair
	across.Language = contest.AcrossLanguages
	for _, pair := range []contest.Pair{checktest.PairOf(t, found, "A", "dan", "eve"), across} {
		if got, err := i.SharedFunctions(t.Context(), pair, 23, [2]*program.Program{}, masker); err != nil || len(got) > 0 {
			t.Errorf("%s and %s, %s: facts %v, %v; want none", pair.Left.Participant, pair.Right.Participant, pair.Language, got, err)
		}
	}
	parameters := check.Defaults()
	parameters.AcrossProblems = true
	_, found = run(t, store, "across problems", parameters, append(checktest.Honest(20, "A"),
		checktest.Submission("A", "ann", 1, write(library, 51)), checktest.Submission("A", "ben", 2, write(library, 52))))
	if got, err := i.SharedFunctions(t.Context(), checktest.PairOf(t, found, "A", "ann", "ben"), 20, [2]*program.Program{}, masker); err != nil || len(got) > 0 {
		t.Errorf("a check across problems: facts %v, %v; want none", got, err)
	}
}

// The fact is about the program whose functions hold more of the shared code, whichever is on the left: the other may have this
// code in the function that it starts with. Tokens of such a function that the other lacks are not outside of it.
func TestFunctionsOfOneProgram(t *testing.T) {
	t.Parallel()
	shared := checktest.Program(5, 60)
	extended := strings.Replace(shared, "\tif (", "\tg0 = h(1) ^ k[2];\n\tif (", 1)
	inMain := func(function string) string {
		body := strings.TrimSuffix(function[strings.Index(function, "{")+1:], "}\n")
		return checktest.Program(52, 15) + "int main() { long long a = f52(3, 4), b = 2;\n" + body + "}\n"
	}
	store := open(t)
	_, found := run(t, store, "c", check.Defaults(), append(checktest.Honest(20, "A"),
		checktest.Submission("A", "ann", 1, checktest.Program(51, 15)+extended+"int main() { return f5(1, 2) + f51(3, 4); }\n"),
		checktest.Submission("A", "ben", 2, inMain(shared)), checktest.Submission("A", "cat", 2, inMain(extended))))
	factOf := func(pair contest.Pair) facts.Functions {
		t.Helper()
		got, err := New(store).SharedFunctions(t.Context(), pair, 20, [2]*program.Program{}, blind.Labels{}.NewMasker(nil))
		if err != nil || len(got) != 1 {
			t.Fatalf("%s and %s: facts %v, %v; want one", pair.Left.Participant, pair.Right.Participant, got, err)
		}
		return got[0].(facts.Functions)
	}
	pair := checktest.PairOf(t, found, "A", "ann", "ben")
	exchanged := pair
	exchanged.Left, exchanged.Right = pair.Right, pair.Left
	f := factOf(pair)
	if diff := cmp.Diff(f, factOf(exchanged)); diff != "" || f.Participants[0] != "ann" {
		t.Errorf("about functions of %s; with exchanged sides (-want +got):\n%s", f.Participants[0], diff)
	}
	if want := factOf(checktest.PairOf(t, found, "A", "ann", "cat")).Outside[0]; f.Outside[0] != want {
		t.Errorf("%d tokens outside of the functions, want %d, as beside a program that has the whole function", f.Outside[0], want)
	}
}
