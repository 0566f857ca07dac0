package ccstest

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// SmallContest is a contest of four teams with two problems and twelve submissions in
// three languages. Teams 1 and 2 submitted one program in two disguises; the last team is
// hidden, since it is the jury's.
func SmallContest() Scenario {
	s := Scenario{
		ID: "regional26", Name: "Regional 2026",
		Start: time.Date(2026, 3, 14, 10, 0, 0, 0, time.FixedZone("", 3600)), Duration: 5 * time.Hour,
		JudgementTypes: JudgementTypes(), Languages: Languages(),
		Problems:      []Problem{{"asteroids", "A", "Asteroid Rangers"}, {"bottles", "B", "Curvy Little Bottles"}},
		Groups:        []Group{{ID: "north", Name: "North"}, {ID: "south", Name: "South"}, {ID: "jury", Name: "Jury", Hidden: true}},
		Organizations: []Organization{{"u1", "First University", "NOR"}, {"u2", "Second University", "ESP"}},
		Teams: []Team{
			{ID: "t1", Label: "1", Name: "Shanghai Tigers", Organization: "u1", Groups: []string{"north"}},
			{ID: "t2", Label: "2", Name: "quick_fox", DisplayName: "Quick Foxes", Organization: "u2", Groups: []string{"north"}},
			{ID: "t3", Label: "3", Name: "Łódź", Organization: "u2", Groups: []string{"south"}},
			{ID: "t9", Label: "9", Name: "Judges", Groups: []string{"jury"}, Hidden: true},
		},
		Accounts: []Account{
			{ID: "a1", Username: "team1", Type: "team", Team: "t1", IP: "10.1.1.1", Password: "never to be kept"},
			{ID: "a2", Username: "team2", Type: "team", Team: "t2", IP: "10.1.1.2", Password: "never to be kept"},
		},
	}
	for i, team := range []string{"t1", "t2", "t3", "t9"} {
		for j, problem := range s.Problems {
			n := 1 + len(s.Submissions)
			id := fmt.Sprint(100 + n)
			s.Submissions = append(s.Submissions, Submission{
				ID: id, Team: team, Problem: problem.ID, Language: "cpp", ContestTime: time.Duration(n) * 7 * time.Minute,
				Files: []File{{problem.Label + ".cpp", program(i, j)}},
			})
			s.Judgements = append(s.Judgements, newJudgement(id, "AC", n))
		}
	}
	for _, more := range []struct{ team, language, verdict, name, content string }{
		{"t3", "python3", "WA", "sol.py", "import sys\nfor line in sys.stdin:\n    print(sum(int(x) for x in line.split()) % 7)\n"},
		{"t3", "java", "CE", "Main.java", "public class Main {\n  public static void main(String[] args) { int x = ; }\n}\n"},
		{"t1", "cpp", "TLE", "slow.cpp", program(5, 1)},
		{"t2", "cpp", "", "late.cpp", program(6, 1)},
	} {
		n := 1 + len(s.Submissions)
		id := fmt.Sprint(100 + n)
		s.Submissions = append(s.Submissions, Submission{
			ID: id, Team: more.team, Problem: "bottles", Language: more.language, ContestTime: time.Duration(n) * 7 * time.Minute,
			Files: []File{{more.name, more.content}, {"lib/notes.cpp", "// what the program needs\nint shift(int x) { return x + " + id + "; }\n"}},
		})
		s.Judgements = append(s.Judgements, newJudgement(id, more.verdict, n))
	}
	return s
}

func newJudgement(submission, verdict string, n int) Judgement {
	at := time.Duration(n) * 7 * time.Minute
	return Judgement{ID: "j" + submission, Submission: submission, Type: verdict, Start: at + time.Second, End: at + 10*time.Second}
}

// JudgementTypes returns common judgement types.
func JudgementTypes() []JudgementType {
	return []JudgementType{
		{"AC", "correct", false, true},
		{"WA", "wrong answer", true, false},
		{"TLE", "time limit exceeded", true, false},
		{"RTE", "runtime error", true, false},
		{"CE", "compile error", false, false},
	}
}

// Languages returns common languages.
func Languages() []Language {
	return []Language{
		{"cpp", "GNU C++", []string{"cc", "cpp", "cxx", "c++", "C"}},
		{"java", "Java", []string{"java"}},
		{"python3", "Python 3", []string{"py"}},
	}
}

// program returns a C++ program for one of two problems. Styles 0 and 1 are disguises of one
// program; each further style is another program.
func program(style, problem int) string {
	names := [][]string{{"total", "value", "rows", "best"}, {"acc", "cell", "height", "top"}}[style%2]
	if style < 2 {
		return fmt.Sprintf(`#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;
int main() {
  int %[3]s; cin >> %[3]s;
  vector<long long> grid(%[3]s + %[5]d);
  long long %[1]s = 0, %[4]s = -1;
  for (int i = 0; i < %[3]s; i++) {
    long long %[2]s; cin >> %[2]s;
    grid[i] = %[2]s * %[2]s + i * %[5]d;
    %[1]s += grid[i];
    if (%[1]s > %[4]s && grid[i] %% 3 != %[5]d) { %[4]s = %[1]s; %[1]s = 0; }
  }
  sort(grid.begin(), grid.end());
  for (int i = 1; i < %[3]s; i++) %[4]s = max(%[4]s, grid[i] - grid[i - 1]);
  cout << %[4]s << endl;
}
`, names[0], names[1], names[2], names[3], problem+1)
	}
	other := fmt.Sprintf("#include <cstdio>\n#include <map>\nlong long f%d(long long n, long long k) {\n", problem)
	for i := range 6 + style {
		other += []string{
			fmt.Sprintf("  n = (n * %d + k) %% %d;\n", 31+style*i, 1009+problem),
			fmt.Sprintf("  if (n & %d) k ^= n >> %d;\n", 1<<i, style),
			fmt.Sprintf("  while (k > %d) { k -= n; n++; }\n", 500*style+i),
			fmt.Sprintf("  std::map<int, int> m%d; m%d[k] = n;\n", i, i),
		}[(i*style+problem)%4]
	}
	return other + "  return n - k;\n}\nint main() { long long a, b; scanf(\"%lld %lld\", &a, &b); printf(\"%lld\\n\", f" + fmt.Sprint(problem) + "(a, b)); }\n"
}

// JudgedSubmission is a submission with its judgement; Judgement.Type is "" if it stays
// pending.
type JudgedSubmission struct {
	Submission Submission
	Judgement  Judgement
}

// PendingJudgement returns the judgement as it is while pending.
func (h JudgedSubmission) PendingJudgement() Judgement {
	j := h.Judgement
	j.Type, j.End = "", 0
	return j
}

// LoadLabelled reads a folder of programs, named
// problem/participant/attempt-verdict.extension, such as testdata/submissions of this
// module. It returns the contest without submissions, and the submissions in order.
func LoadLabelled(dir string) (Scenario, []JudgedSubmission, error) {
	s := Scenario{
		ID: "finals26", Name: "Finals 2026",
		Start: time.Date(2026, 3, 14, 10, 0, 0, 0, time.FixedZone("", 3600)), Duration: 5 * time.Hour,
		JudgementTypes: JudgementTypes(),
		Languages:      append(Languages(), Language{"go", "Go", []string{"go"}}, Language{"kotlin", "Kotlin", []string{"kt"}}),
		Groups:         []Group{{ID: "north", Name: "North"}},
	}
	files := os.DirFS(dir)
	names, err := fs.Glob(files, "*/*/*-*.*")
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("%s holds no programs", dir)
	}
	if err != nil {
		return s, nil, err
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(attempt(a), attempt(b)), cmp.Compare(path.Dir(a), path.Dir(b)))
	})
	var list []JudgedSubmission
	for i, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return s, nil, err
		}
		parts := strings.Split(name, "/")
		problem, team := parts[0], "t-"+parts[1]
		if !slices.ContainsFunc(s.Teams, func(t Team) bool { return t.ID == team }) {
			s.Teams = append(s.Teams, Team{ID: team, Name: parts[1], Groups: []string{"north"}})
		}
		if !slices.ContainsFunc(s.Problems, func(p Problem) bool { return p.ID == problem }) {
			s.Problems = append(s.Problems, Problem{ID: problem, Label: problem[:1], Name: problem})
		}
		extension := path.Ext(name)
		_, verdict, _ := strings.Cut(strings.TrimSuffix(parts[2], extension), "-")
		if !slices.ContainsFunc(s.JudgementTypes, func(t JudgementType) bool { return t.ID == verdict }) {
			verdict = ""
		}
		id, at := fmt.Sprint(1000+i), time.Duration(i)*time.Minute
		list = append(list, JudgedSubmission{
			Submission{ID: id, Team: team, Problem: problem, Language: s.languageOf(extension), ContestTime: at, Files: []File{{"main" + extension, string(content)}}},
			Judgement{ID: "j" + id, Submission: id, Type: verdict, Start: at + time.Second, End: at + 10*time.Second},
		})
	}
	slices.SortFunc(s.Problems, func(a, b Problem) int { return strings.Compare(a.ID, b.ID) })
	return s, list, nil
}

// attempt returns the number at the start of a file name.
func attempt(name string) string {
	number, _, _ := strings.Cut(path.Base(name), "-")
	return number
}

// languageOf returns the language of an extension.
func (s *Scenario) languageOf(extension string) string {
	for _, l := range s.Languages {
		if slices.Contains(l.Extensions, strings.TrimPrefix(extension, ".")) {
			return l.ID
		}
	}
	return "unknown"
}
