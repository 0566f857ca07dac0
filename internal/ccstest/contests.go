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

// SmallContest returns a contest of four teams with two problems and twelve submissions in
// three languages. Teams 1 and 2 submitted one program in two disguises. Team 9 is the jury,
// and is hidden.
func SmallContest() Scenario {
	s := newScenario("regional26", "Regional 2026")
	s.Problems = []Problem{{"asteroids", "A", "Asteroid Rangers"}, {"bottles", "B", "Curvy Little Bottles"}}
	s.others["groups"] = []object{
		{"id": "north", "name": "North"}, {"id": "south", "name": "South"}, {"id": "jury", "name": "Jury", "hidden": true},
	}
	s.others["organizations"] = []object{
		{"id": "u1", "name": "First University", "formal_name": "First University", "country": "NOR"},
		{"id": "u2", "name": "Second University", "formal_name": "Second University", "country": "ESP"},
	}
	s.Teams = []Team{
		{ID: "t1", Label: "1", Name: "Shanghai Tigers", Organization: "u1", Groups: []string{"north"}},
		{ID: "t2", Label: "2", Name: "quick_fox", DisplayName: "Quick Foxes", Organization: "u2", Groups: []string{"north"}},
		{ID: "t3", Label: "3", Name: "Łódź", Organization: "u2", Groups: []string{"south"}},
		{ID: "t9", Label: "9", Name: "Judges", Groups: []string{"jury"}, Hidden: true},
	}
	const secret = "never to be stored"
	s.others["accounts"] = []object{
		{"id": "a1", "username": "team1", "type": "team", "team_id": "t1", "ip": "10.1.1.1", "password": secret},
		{"id": "a2", "username": "team2", "type": "team", "team_id": "t2", "ip": "10.1.1.2", "password": secret},
	}
	submit := func(team, problem, language, verdict string, files ...File) {
		n := 1 + len(s.Submissions)
		id, at := fmt.Sprint(100+n), time.Duration(n)*7*time.Minute
		s.Submissions = append(s.Submissions, Submission{
			ID: id, Team: team, Problem: problem, Language: language, ContestTime: at, Files: files,
		})
		s.Judgements = append(s.Judgements, newJudgement(id, verdict, at))
	}
	for i, team := range []string{"t1", "t2", "t3", "t9"} {
		for j, problem := range s.Problems {
			submit(team, problem.ID, "cpp", "AC", File{problem.Label + ".cpp", program(i, j)})
		}
	}
	for i, more := range []struct{ team, language, verdict, name, content string }{
		{"t3", "python3", "WA", "sol.py", "import sys\nfor line in sys.stdin:\n    print(sum(int(x) for x in line.split()) % 7)\n"},
		{"t3", "java", "CE", "Main.java", "public class Main {\n  public static void main(String[] args) { int x = ; }\n}\n"},
		{"t1", "cpp", "TLE", "slow.cpp", program(5, 1)},
		{"t2", "cpp", "", "late.cpp", program(6, 1)},
	} {
		// The bytes of the files decide the key of blind review, and so the order of participants in tests: do not change them.
		library := fmt.Sprintf("// The program calls this function.\nint shift(int x) { return x + %d; }\n", 109+i)
		submit(more.team, "bottles", more.language, more.verdict, File{more.name, more.content}, File{"lib/notes.cpp", library})
	}
	return s
}

// AddSubmissions adds n submissions of one team for one problem of SmallContest, with the IDs from 1000.
func (s *Scenario) AddSubmissions(n int) {
	for i := range n {
		id := fmt.Sprint(1000 + i)
		s.Submissions = append(s.Submissions, Submission{
			ID: id, Team: "t1", Problem: "asteroids", Language: "cpp", ContestTime: 2*time.Hour + time.Duration(i)*time.Second,
			Files: []File{{"a.cpp", "int main() { int a = " + id + "; while (a > 9) a /= 3; return a; }\n"}},
		})
	}
}

// newScenario returns a contest that has only judgement types and languages.
func newScenario(id, name string) Scenario {
	return Scenario{
		ID: id, Name: name,
		Start: time.Date(2026, 3, 14, 10, 0, 0, 0, time.FixedZone("", 3600)), Duration: 5 * time.Hour,
		others: map[string][]object{
			"judgement-types": {
				{"id": "AC", "name": "correct", "penalty": false, "solved": true},
				{"id": "WA", "name": "wrong answer", "penalty": true, "solved": false},
				{"id": "TLE", "name": "time limit exceeded", "penalty": true, "solved": false},
				{"id": "RTE", "name": "runtime error", "penalty": true, "solved": false},
				{"id": "CE", "name": "compile error", "penalty": false, "solved": false},
			},
			"languages": {
				newLanguage("cpp", "GNU C++", "cc", "cpp", "cxx", "c++", "C"),
				newLanguage("java", "Java", "java"),
				newLanguage("python3", "Python 3", "py"),
			},
		},
	}
}

func newLanguage(id, name string, extensions ...string) object {
	return object{"id": id, "name": name, "entry_point_required": false, "extensions": extensions}
}

// newJudgement returns the judgement of a submission whose contest time is at.
func newJudgement(submission, verdict string, at time.Duration) Judgement {
	return Judgement{ID: "j" + submission, Submission: submission, Type: verdict, Start: at + time.Second, End: at + 10*time.Second}
}

// program returns a C++ program for problem 0 or 1. Styles 0 and 1 are disguises of the same
// program. Every other style is a program of its own.
func program(style, problem int) string {
	if style < 2 {
		names := [][]string{{"total", "value", "rows", "best"}, {"acc", "cell", "height", "top"}}[style]
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
	text := fmt.Sprintf("#include <cstdio>\n#include <map>\nlong long f%d(long long n, long long k) {\n", problem)
	for i := range 6 + style {
		text += []string{
			fmt.Sprintf("  n = (n * %d + k) %% %d;\n", 31+style*i, 1009+problem),
			fmt.Sprintf("  if (n & %d) k ^= n >> %d;\n", 1<<i, style),
			fmt.Sprintf("  while (k > %d) { k -= n; n++; }\n", 500*style+i),
			fmt.Sprintf("  std::map<int, int> m%d; m%d[k] = n;\n", i, i),
		}[(i*style+problem)%4]
	}
	return text + fmt.Sprintf(`  return n - k;
}
int main() { long long a, b; scanf("%%lld %%lld", &a, &b); printf("%%lld\n", f%d(a, b)); }
`, problem)
}

// JudgedSubmission is a submission and its judgement. Judgement.Type is "" if the judgement stays pending.
type JudgedSubmission struct {
	Submission Submission
	Judgement  Judgement
}

// PendingJudgement returns the judgement without the verdict.
func (s JudgedSubmission) PendingJudgement() Judgement {
	j := s.Judgement
	j.Type, j.End = "", 0
	return j
}

// LoadLabelled reads a folder of programs that are called problem/participant/attempt-verdict.extension, such as
// testdata/submissions. It returns a contest without submissions, and the submissions, sorted by attempt, then by problem
// and participant. Attempts have two digits, because they are compared as text.
func LoadLabelled(dir string) (Scenario, []JudgedSubmission, error) {
	s := newScenario("finals26", "Finals 2026")
	s.others["languages"] = append(s.others["languages"], newLanguage("go", "Go", "go"), newLanguage("kotlin", "Kotlin", "kt"))
	s.others["groups"] = []object{{"id": "north", "name": "North"}}
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
		if !slices.ContainsFunc(s.others["judgement-types"], func(o object) bool { return id(o) == verdict }) {
			verdict = ""
		}
		number, at := fmt.Sprint(1000+i), time.Duration(i)*time.Minute
		list = append(list, JudgedSubmission{
			Submission{
				ID: number, Team: team, Problem: problem, Language: s.languageOf(extension), ContestTime: at,
				Files: []File{{"main" + extension, string(content)}},
			},
			newJudgement(number, verdict, at),
		})
	}
	slices.SortFunc(s.Problems, func(a, b Problem) int { return strings.Compare(a.ID, b.ID) })
	return s, list, nil
}

// attempt returns the digits at the start of a file name.
func attempt(name string) string { return strings.SplitN(path.Base(name), "-", 2)[0] }

// languageOf returns the ID of the language that has an extension.
func (s *Scenario) languageOf(extension string) string {
	for _, o := range s.others["languages"] {
		if slices.Contains(o["extensions"].([]string), strings.TrimPrefix(extension, ".")) {
			return id(o)
		}
	}
	return "unknown"
}
