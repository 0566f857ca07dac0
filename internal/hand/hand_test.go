package hand

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

var cpp, _ = lexer.ByName("cpp")

// writer writes programs in a style of its own.
type writer struct {
	names                           []string
	indent, space, brace, increment string
}

func newWriter(seed int) writer {
	random := rand.New(rand.NewPCG(uint64(seed), 1))
	pick := func(texts ...string) string { return texts[random.IntN(len(texts))] }
	w := writer{nil, pick("  ", "    ", "\t", "   "), pick("", " "), pick("{", " {", "\n{"), pick("++%s", "%s++", "%s += 1", "%s+=1")}
	all := strings.Fields("i j k n m t s x y z cnt res ans total sum result value idx index pos num tmp cur curr best len left right maxLen min_val")
	for range 8 {
		w.names = append(w.names, all[random.IntN(len(all))])
	}
	return w
}

// program returns a program of random loops; the problem decides which, the writer how they look.
func (w writer) program(problem string, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, uint64(problem[0])))
	var b strings.Builder
	fmt.Fprintf(&b, "int main()%s\n", w.brace)
	for range 12 {
		name := func() string { return w.names[random.IntN(len(w.names))] }
		n := name()
		fmt.Fprintf(&b, "%[1]sfor%[2]s(int %[3]s%[2]s=%[2]s%[4]d;%[2]s%[3]s%[2]s<%[2]s%[5]s;%[2]s%[6]s)%[7]s\n", w.indent, w.space, n,
			random.IntN(100), name(), fmt.Sprintf(w.increment, n), w.brace)
		fmt.Fprintf(&b, "%[1]s%[1]s%[3]s%[2]s=%[2]s%[4]s%[2]s%[6]c%[2]s%[5]d;\n%[1]s}\n", w.indent, w.space, name(), name(), random.IntN(1000), "+-*/%"[random.IntN(5)])
	}
	return b.String() + "}\n"
}

func programOf(participant, problem, text string) Program {
	return Program{participant, problem, cpp, []contest.File{{Path: "main.cpp", Content: []byte(text)}}}
}

// testPrograms returns a program of each participant for each problem.
func testPrograms(participants int, problems string) (programs []Program) {
	for i := range participants {
		for problem := range strings.SplitSeq(problems, "") {
			programs = append(programs, programOf(fmt.Sprintf("p%02d", i), problem, newWriter(i).program(problem, uint64(i))))
		}
	}
	return programs
}

func newStyles(t testing.TB, programs []Program) *Styles {
	t.Helper()
	styles, err := New(t.Context(), programs)
	if err != nil {
		t.Fatal(err)
	}
	return styles
}

func compareIn(t testing.TB, s *Styles, x Program, own []Program) (Result, bool) {
	t.Helper()
	result, ok, err := s.Compare(t.Context(), x, own)
	if err != nil {
		t.Fatal(err)
	}
	return result, ok
}

// If a participant has very many programs, Compare uses a sample of them, always the same. Compare and New stop when their
// context ends.
func TestManyOwnPrograms(t *testing.T) {
	t.Parallel()
	programs := testPrograms(25, "ABCDE")
	for i := range 100 {
		programs = append(programs, programOf("p04", fmt.Sprint("B", i), newWriter(4).program("B", uint64(i))))
	}
	styles := newStyles(t, programs)
	text := newWriter(3).program("A", 3)
	x := programOf("p03", "A", text)
	var own []Program
	count := 5000
	if testing.Short() {
		count = 2 * MaxOwn
	}
	for i := range count {
		own = append(own, programOf("p03", fmt.Sprint("B", i), newWriter(3).program("B", uint64(i))))
	}
	want, ok := compareIn(t, styles, x, own)
	if !ok || want.OwnCount != MaxOwn {
		t.Errorf("%+v, %t, want %d programs of its participant", want, ok, MaxOwn)
	}
	slices.Reverse(own)
	if got, _ := compareIn(t, styles, x, own); got != want {
		t.Errorf("in another order %+v, want %+v", got, want)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := styles.Compare(ended, x, own); !errors.Is(err, context.Canceled) {
		t.Errorf("Compare after the end of the context: %v", err)
	}
	if _, err := New(ended, own); !errors.Is(err, context.Canceled) {
		t.Errorf("New after the end of the context: %v", err)
	}
}

// LimitFiles keeps the first maxFiles files, and the first maxBytes bytes of all files together.
func TestLimitFiles(t *testing.T) {
	t.Parallel()
	file := contest.File{Content: make([]byte, maxBytes-1)}
	var lengths []int
	for _, f := range LimitFiles(slices.Repeat([]contest.File{file}, 100)) {
		lengths = append(lengths, len(f.Content))
	}
	want := make([]int, maxFiles)
	want[0], want[1] = maxBytes-1, 1
	if diff := cmp.Diff(want, lengths); diff != "" {
		t.Error(diff)
	}
}

// Nearly every program is closer to the other programs of its participant than to those of others. A program that somebody
// else wrote is not, even if it begins with the participant's own template.
func TestCompare(t *testing.T) {
	t.Parallel()
	programs := testPrograms(40, "ABCDE")
	styles := newStyles(t, programs)
	nearOwn := 0 // programs with at most two participants who are closer than their own
	for _, p := range programs {
		result, ok := compareIn(t, styles, p, programsOf(programs, p.Participant))
		if !ok || result.OwnCount != 4 || result.Others != 39 || result.Programs != 39*5 {
			t.Fatalf("program of %s for %s: %+v, %v", p.Participant, p.Problem, result, ok)
		}
		if result.Closer <= 2 {
			nearOwn++
		}
	}
	if nearOwn < 190 {
		t.Errorf("only %d of 200 programs have at most 2 closer participants, want 190", nearOwn)
	}
	template := ""
	for i := range 40 {
		template += fmt.Sprintf("%sstatic const int own_constant_%d = %d;\n", newWriter(0).indent, i, i)
	}
	for _, header := range []string{"", template} {
		own := programsOf(programs, "p00")
		for i, p := range own {
			own[i] = programOf("p00", p.Problem, header+string(p.Files[0].Content))
		}
		noticed := 0
		for i := 1; i < 40; i++ {
			result, ok := compareIn(t, styles, programOf("p00", "A", header+newWriter(i).program("A", uint64(i))), own)
			if ok && float64(result.AsUnusual) <= 0.05*float64(result.Programs) {
				noticed++
			}
		}
		if noticed < 30 {
			t.Errorf("template of %d bytes: only %d of 39 programs by others are noticed, want 30", len(header), noticed)
		}
	}
}

// With too little to compare, Compare returns ok = false.
func TestTooLittle(t *testing.T) {
	t.Parallel()
	text := newWriter(3).program("A", 3)
	first := strings.Join(strings.SplitAfter(text, "\n")[:3], "")
	tests := []struct {
		name         string
		participants int
		problems     string
		own          int    // programs for other problems
		text         string // of the compared program
		want         bool
	}{
		{"enough", 25, "ABCDE", 4, text, true},
		{"three programs for other problems", 25, "ABCDE", 3, text, true},
		{"two programs for other problems", 25, "ABCDE", 2, text, false},
		{"twenty participants, 19 others", 20, "ABCDE", 4, text, false},
		{"three problems", 60, "ABC", 2, text, false},
		{"a short program", 25, "ABCDE", 4, first, false},
		{"no program", 25, "ABCDE", 4, "", false},
		{"binary", 25, "ABCDE", 4, strings.Repeat("\x00\x01", 1000), false},
		{"the participant's program for another problem", 25, "ABCDE", 4, newWriter(3).program("B", 3), false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			programs := testPrograms(test.participants, test.problems)
			var own []Program
			for _, p := range programsOf(programs, "p03") {
				if p.Problem != "A" && len(own) < test.own {
					own = append(own, p)
				}
			}
			if result, ok := compareIn(t, newStyles(t, programs), programOf("p03", "A", test.text), own); ok != test.want {
				t.Errorf("got %+v, %v", result, ok)
			}
		})
	}
	other := testPrograms(25, "BCDEF")
	for name, programs := range map[string][]Program{"an empty contest": nil, "a problem that nobody else solved": other} {
		if _, ok := compareIn(t, newStyles(t, programs), programOf("p03", "A", text), programsOf(other, "p03")); ok {
			t.Errorf("%s gives a result", name)
		}
	}
}

// The result does not depend on the order of the programs.
func TestOrder(t *testing.T) {
	t.Parallel()
	programs := testPrograms(25, "ABCDE")
	x, own := programs[7], programsOf(programs, programs[7].Participant)
	want, _ := compareIn(t, newStyles(t, programs), x, own)
	random := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		random.Shuffle(len(programs), func(i, j int) { programs[i], programs[j] = programs[j], programs[i] })
		if got, _ := compareIn(t, newStyles(t, programs), x, own); got != want {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	}
}

// The profiles for a problem leave out the programs for that problem.
func TestProfilesLeaveOutTheProblem(t *testing.T) {
	t.Parallel()
	styles := newStyles(t, testPrograms(25, "ABCDE"))
	before, err := styles.profiles(t.Context(), "A")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range styles.participants {
		for _, q := range p.programs {
			if q.problem == "A" {
				clear(q.vector)
			}
		}
	}
	if after, err := styles.profiles(t.Context(), "A"); err != nil || !cmp.Equal(before, after) {
		t.Errorf("profiles contain programs for A, %v", err)
	}
}

// ChooseParticipants returns all participants of a small contest that have enough programs, and a fixed sample of a large contest.
func TestChoose(t *testing.T) {
	t.Parallel()
	small := map[string]int{"ann": 4, "bob": 3, "cem": 9}
	if diff := cmp.Diff([]string{"ann", "cem"}, ChooseParticipants(small)); diff != "" {
		t.Error(diff)
	}
	for _, name := range []string{"dan", "eve", "fay", "gus"} { // too many programs to be chosen
		small[name] = maxPrograms + 1
	}
	if diff := cmp.Diff([]string{"ann", "cem"}, ChooseParticipants(small)); diff != "" {
		t.Errorf("beside participants with too many programs: %s", diff)
	}
	for problems, want := range map[int]int{4: maxParticipants, 12: maxPrograms / 12, 1: 0} {
		large := make(map[string]int)
		for i := range 13_000 {
			large[fmt.Sprint("p", i)] = problems
		}
		chosen := ChooseParticipants(large)
		if len(chosen) != want || !slices.IsSorted(chosen) {
			t.Errorf("%d problems: chose %d participants, want %d", problems, len(chosen), want)
		}
		if diff := cmp.Diff(chosen, ChooseParticipants(large)); diff != "" {
			t.Errorf("%d problems: two calls return different samples", problems)
		}
	}
}
