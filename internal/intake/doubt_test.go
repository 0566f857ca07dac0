package intake

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// namedFiles returns one submission for each path, as the layout participant/files reads them.
func namedFiles(paths ...string) (list []contest.Submission) {
	for _, p := range paths {
		elements := strings.Split(p, "/")
		list = append(list, contest.Submission{
			Path: p, Participant: stem(elements[len(elements)-1]), Files: []contest.File{{Path: p}},
		})
	}
	return list
}

// pathsOf formats a path for each participant and problem, with a number that no two have.
func pathsOf(participants, problems []string, format func(participant, problem string, number int) string) (list []string) {
	for i, who := range participants {
		for j, problem := range problems {
			list = append(list, format(who, problem, 1000+7*i+j))
		}
	}
	return list
}

var (
	somePeople = strings.Fields("alice bob carol dave erin frank grace heidi ivan judy")
	teams      = strings.Fields("red_fox blue_owl the_old_bear ants sea_lion big_cat two_mice one_eel hens some_geese")
	abc        = strings.Fields("A B C")
)

// doubtNames suggests a pattern that names the parts of the file names, and no pattern for names of people.
func TestDoubtNames(t *testing.T) {
	t.Parallel()
	verdicts := []string{"AC", "WA", "wrong_answer"}
	tests := []struct {
		name   string
		paths  []string
		layout string // "" for no suggestion
		words  string // of the message; "" for no doubt
	}{
		{"number, verdict, participant, problem", pathsOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%d_%s_%s_%s.cpp", n, verdicts[n%3], who, problem)
		}), "{id}_{verdict}_{participant}_{problem}.{ext}", "there are 10 participants and 3 problems, for example alice for A"},
		{"names with the separator", pathsOf(teams, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s_%s_%d.cpp", problem, who, n)
		}), "{problem}_{participant}_{id}.{ext}", "10 participants and 3 problems"},
		{"below folders of problems", pathsOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("finals/%s/%d-%s.py", problem, n, who)
		}), "finals/{problem}/{id}-{participant}.{ext}", "1000-alice seems to hold a number beside the participant"},
		{"time", pathsOf(teams, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s_%s_2024-05-01_10-%02d-%02d.java", who, problem, n%60, n%7)
		}), "{participant}_{problem}_{time}.{ext}", "a time and a problem"},
		{"a word that is the same in all names", pathsOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("submission.%d.%s.%s.cpp", n, who, problem)
		}), "submission.{id}.{participant}.{problem}.{ext}", "a number and a problem"},
		{"number and participant, each once", pathsOf(somePeople, abc[:1], func(who, _ string, n int) string {
			return fmt.Sprintf("%d_%s.cpp", n, who)
		}), "", ""},
		{"attempts", pathsOf(somePeople, []string{"1", "2", "3"}, func(who, attempt string, _ int) string {
			return fmt.Sprintf("A/%s-%s.cpp", who, attempt)
		}), "{problem}/{participant}-{attempt}.{ext}", "10 participants and 1 problem"},

		{"hexadecimal numbers, as of Code Jam", pathsOf(teams, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("task/%s_000000000019fd27_%016x_000000000020993c.java", who, 1<<20+n)
		}), "{problem}/{participant}_000000000019fd27_{id}_000000000020993c.{ext}", "10 participants and 1 problem, for example red_fox for task"},

		{"people", pathsOf(somePeople, abc[:1], func(who, _ string, _ int) string { return who + ".cpp" }), "", ""},
		{"first and last names", pathsOf(teams, abc[:1], func(who, _ string, _ int) string { return who + ".cpp" }), "", ""},
		{"people below folders of problems", pathsOf(somePeople, abc, func(who, problem string, _ int) string { return problem + "/" + who + ".cpp" }), "", ""},
		{"numbered teams", pathsOf(make([]string, 40), abc[:1], func(_, _ string, n int) string { return fmt.Sprintf("team_%d.cpp", n) }), "", ""},
		{"few names", []string{"1_a.cpp", "2_b.cpp"}, "", ""},

		{"numbers of submissions", pathsOf(make([]string, 40), abc[:1], func(_, _ string, n int) string { return fmt.Sprintf("%d.cpp", n) }),
			"", "40 of 40 have one submission and a name like 1000"},
		{"codes", pathsOf(make([]string, 40), abc[:1], func(_, _ string, n int) string { return fmt.Sprintf("t%dx%d.cpp", n%7, n) }),
			"", "a manifest can say who submitted them"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := reading{preset: ParticipantFiles, submissions: namedFiles(test.paths...), input: inputFiles{name: "names"}}
			got := cmp.Or(r.doubtNames(), r.doubtShapes(r.submissions))
			switch {
			case got == nil && test.words != "":
				t.Fatal("no doubt")
			case got != nil && test.words == "":
				t.Fatalf("got %+v, want no doubt", got)
			case got != nil && (got.Layout != test.layout || !strings.Contains(got.Message.String(), test.words)):
				t.Errorf("got %+v, want the layout %q and %q in the message", got, test.layout, test.words)
			}
		})
	}
}

// A submission of one file never counts as several programs, whatever the file holds: doubts read only the other files.
func TestProgramsIn(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		files string // as filesOf takes them
		want  int
	}{
		{"Main.java = public static void main(String[] a) {}", 0},
		{"a.c = int main() {}\nb.c = int\tmain(void) {}\nc.c = main() {}\nd.h = int x;", 3},
		{"Main.java = static void main(String[] a) {}\nHelper.java = Main m = new Main(); Main.main(null);", 1},
		{"A.cs = static async Task Main(string[] a)\nB.cs = static int Main()", 2},
		{"solution.py = print(1)\ntests.py = assert True", 1},
		{"solution.py = print(1)\ntests.py = assert True\nold.py = print(2)", 3},
		{"A.py = print(1)\nB.py = print(2)", 2},
		{"A.py3 = print(1)\nB.py3 = print(2)\nC.mjs = print(3)", 3},
		{"A.py = A = B = 1\nB.py = A = B = 2", 2},
		{"a.py = import b\nb.py = def f(): pass", 1},
		{"try1.py = print(1)\ntry2.py = print(2)", 2},
		{"run2.py = import graph2\ngraph2.py = def main(): pass", 1},
	} {
		var s contest.Submission
		for _, f := range filesOf(test.files) {
			s.Files = append(s.Files, contest.File{Path: f.name, Content: []byte(f.content)})
		}
		if got := programsIn(s); got != test.want {
			t.Errorf("%s: %d programs, want %d", test.files, got, test.want)
		}
	}
}

// A doubt about a large contest reads only a sample of it.
func TestSample(t *testing.T) {
	t.Parallel()
	var r reading
	file := contest.File{Path: "x.c", Content: []byte("int main() {}")}
	for i := range 4000 {
		s := contest.Submission{Files: []contest.File{file}}
		if i%2 == 0 {
			s.Files = append(s.Files, file)
		}
		r.submissions = append(r.submissions, s)
	}
	if got := r.countWithSeveralPrograms(); got != 2000 {
		t.Errorf("%d submissions of several programs, want 2000", got)
	}
	if got := sampleOf([]int{0, 1, 2, 3, 4, 5, 6}, 3); !slices.Equal(got, []int{0, 2, 4}) {
		t.Errorf("a sample has %v, want 0, 2, 4", got)
	}
}

// A doubt about many names learns from a sample what their parts mean, and counts all of them. It proposes nothing for
// names below more than maxFolders folders.
func TestDoubtManyNames(t *testing.T) {
	t.Parallel()
	paths := pathsOf(numbered("team%d", 2000), strings.Fields("A B C D E F"), func(who, problem string, n int) string {
		return fmt.Sprintf("%d_AC_%s_%s.cpp", n, who, problem)
	})
	d := reading{preset: ParticipantFiles, submissions: namedFiles(paths...), input: inputFiles{name: "names"}}.doubtNames()
	if d == nil || d.Layout != "{id}_{verdict}_{participant}_{problem}.{ext}" || !strings.Contains(d.Message.String(), "2,000 participants and 6 problems") {
		t.Errorf("got %+v", d)
	}
	for i := range paths {
		paths[i] = strings.Repeat("x/", maxFolders) + paths[i]
	}
	if d := (reading{preset: ParticipantFiles, submissions: namedFiles(paths...), input: inputFiles{name: "names"}}).doubtNames(); d != nil {
		t.Errorf("got %+v for deep names, want no doubt", d)
	}
}

// A contest of 100,000 long names costs no more than a sample of them.
func BenchmarkDoubtNames(b *testing.B) {
	var paths []string
	for i := range 100_000 {
		paths = append(paths, fmt.Sprintf("%s_u%d.cpp", strings.Repeat("a_b-c.d e@f+g,h", 12), i))
	}
	r := reading{preset: ParticipantFiles, isDetected: true, submissions: namedFiles(paths...), input: inputFiles{name: "names"}}
	b.ReportAllocs()
	for b.Loop() {
		r.doubtNames()
	}
}

// FuzzDoubtNames checks that each suggested layout is a valid pattern that fits nearly all paths.
func FuzzDoubtNames(f *testing.F) {
	f.Add("1_AC_ann_A.cpp\n2_WA_bob_A.cpp\n3_AC_ann_B.cpp\n4_AC_eve_B.cpp\n5_WA_ann_B.cpp")
	f.Add("A/AC/ann.cpp\nA/WA/bob.cpp\nB/AC/ann.cpp\nB/AC/bob (1).cpp\nB/AC/bob.cpp")
	f.Add("x/mon/ann.c\nx/mon/bob.c\nx/tue/cy.c\nx/tue/dan.c\nx/tue/eveA.c\nx/tue/evaB.c")
	f.Add("a/1-x.c\na/2-x.c\nb/3-y.c\nb/4-{y}.c\nb/5-z.c")
	f.Fuzz(func(t *testing.T, names string) {
		var paths []string
		for p := range strings.SplitSeq(names, "\n") {
			if cleaned, refusal := cleanName(p); refusal.IsZero() && cleaned != "" {
				paths = append(paths, cleaned)
			}
		}
		chosen := reading{preset: ParticipantFiles, submissions: namedFiles(paths...), input: inputFiles{name: "names"}}
		detected := chosen
		detected.isDetected = true
		inFolders := reading{preset: ProblemParticipant, isDetected: true, submissions: namedFiles(paths...), input: inputFiles{name: "names"}}
		for i, s := range inFolders.submissions {
			inFolders.submissions[i].Problem = path.Base(path.Dir(s.Path))
		}
		for _, doubt := range []*Doubt{chosen.doubt(), detected.doubt(), inFolders.doubt(), inFolders.doubtGuess()} {
			if doubt == nil || doubt.Layout == "" {
				continue
			}
			p, err := parsePattern(doubt.Layout)
			if err != nil {
				t.Fatal(err)
			}
			matched := 0
			for _, name := range paths {
				if _, ok := p.match(name); ok {
					matched++
				}
			}
			if !almostAll(matched, len(paths)) {
				t.Errorf("the layout %s matches %d of %d paths", doubt.Layout, matched, len(paths))
			}
		}
	})
}
