package intake

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/lexer"
)

// ejudgeTestRun is a run as ejudge knows it.
type ejudgeTestRun struct {
	user              int
	login, name       string
	problem, language string
	extension, when   string
}

// ejudgeNames returns the paths that ejudge gives to runs (github.com/blackav/ejudge, lib/new_server_html_2.c:3206,
// adj_process_run), for a structure of folders, 0 to 10, and a set of parts: bit 0 is the contest, bit 7 the time.
func ejudgeNames(runs []ejudgeTestRun, structure, parts int, suffix bool) []string {
	var names []string
	for i, run := range runs {
		uid := fmt.Sprint(run.user)
		folder := [][]string{
			nil, {run.problem}, {uid}, {run.login}, {run.problem, uid}, {run.problem, run.login}, {uid, run.problem},
			{run.login, run.problem}, {run.name}, {run.problem, run.name}, {run.name, run.problem},
		}[structure]
		var name []string
		for part, text := range []string{"7", fmt.Sprintf("%06d", i), uid, run.login, run.name, run.problem, run.language, run.when} {
			if parts>>part&1 == 1 {
				name = append(name, text)
			}
		}
		file := strings.Join(name, "-")
		if suffix {
			file += run.extension
		}
		names = append(names, strings.Join(append(slices.Clone(folder), file), "/"))
	}
	return names
}

// ejudgeContestRuns returns runs of users, some with hyphens in their names, and one who was deleted.
func ejudgeContestRuns(users int, problems []string) (runs []ejudgeTestRun) {
	languages := [][2]string{{"g++", ".cpp"}, {"python3", ".py"}, {"javac", ".java"}, {"gcc-vg", ".c"}, {"go", ".go"}, {"pasabc-linux", ".pas"}}
	names := strings.Fields("Анна Борис Вера-Мария Глеб Дарья Егор Жанна Зоя Иван Кира Лев Майя Нина")
	logins := []string{"school-%02d", "школа-%d", "li%d-wei", "c-%d-go", "u%d"}
	for u := range users {
		for p, problem := range problems {
			for attempt := range 1 + (u*7+p*3)%3 {
				if (u+p)%5 == 0 {
					continue
				}
				l := languages[(u+p+attempt)%len(languages)]
				run := ejudgeTestRun{
					user: 100 + u, login: fmt.Sprintf(logins[u%len(logins)], u), name: names[u%len(names)] + "%20" + fmt.Sprint(u), problem: problem,
					language: l[0], extension: l[1], when: fmt.Sprintf("20240501%02d%02d00", p, u),
				}
				if u == 3 { // deleted
					run.login, run.name = "!user_103", "!user_103"
				}
				runs = append(runs, run)
			}
		}
	}
	return runs
}

// Every structure of folders and every choice of parts is read right, or refused: no participant is read as two, no two as
// one, and no problem as a participant.
func TestEjudgeStructures(t *testing.T) {
	t.Parallel()
	const contestOrRun, run, users, problem = 0b11, 0b10, 0b11100, 0b100000
	step := 5 // odd, so with and without suffix
	if testing.Short() {
		step = 61
	}
	for _, problems := range [][]string{{"A", "B", "C"}, {"sum", "max-2", "tree"}, {"A"}, {"basic", "go", "c", "java"}} {
		runs := ejudgeContestRuns(8, problems)
		areLabels := problems[len(problems)-1] == "C"
		for structure := range 11 {
			hasFolders := structure >= 4 && structure != 8 // of users and problems
			for parts := 2 + structure; parts < 2<<8; parts += step {
				suffix, parts := parts&1 == 1, parts>>1
				if !areLabels && (parts&contestOrRun != run || !suffix) {
					continue
				}
				names := ejudgeNames(runs, structure, parts, suffix)
				extensions := make(map[string]string)
				for i, name := range names {
					extensions[name] = runs[i].extension
				}
				hasUser := parts&users != 0 || structure >= 2
				hasProblem := parts&problem != 0 || structure == 1 || hasFolders
				c, err := readEjudgeNames(names, extensions)
				mistake := ""
				switch {
				case err != nil && (hasFolders || areLabels && hasUser && hasProblem && parts&run != 0):
					mistake = err.Error()
				case err == nil && !hasUser:
					mistake = "it was read, but names no user"
				case err == nil:
					mistake = ejudgeMistake(c, names, runs, hasProblem)
				}
				if mistake != "" {
					t.Errorf("problems %v, structure %d, parts %08b, suffix %t, such as %s: %s", problems, structure, parts, suffix, names[0], mistake)
				}
			}
		}
	}
}

// ejudgeMistake returns what is wrong with the submissions of runs; "" if nothing is.
func ejudgeMistake(c contents, names []string, runs []ejudgeTestRun, hasProblem bool) string {
	byName := make(map[string]ejudgeTestRun)
	for i, name := range names {
		byName[name] = runs[i]
	}
	users, participants := make(map[string]int), make(map[int]string)
	for _, s := range c.submissions {
		run := byName[s.Files[0].Path]
		if users[s.Participant] == 0 && participants[run.user] == "" {
			users[s.Participant], participants[run.user] = run.user, s.Participant
		}
		if users[s.Participant] != run.user || hasProblem && s.Problem != run.problem {
			return fmt.Sprintf("%s is of %s for %s", s.Files[0].Path, s.Participant, s.Problem)
		}
	}
	return ""
}

// ejudgePrograms has a program by the extension of its language.
var ejudgePrograms = map[string]string{
	".cpp": "#include <iostream>\nint main() { std::cout << 1 << std::endl; }\n", ".c": "#include <stdio.h>\nint main() { printf(\"%d\", 1); return 0; }\n",
	".py": "import sys\nfor line in sys.stdin:\n    print(int(line) * 2)\n", ".go": "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(1) }\n",
	".java": "import java.util.Scanner;\npublic class Main { public static void main(String[] args) { System.out.println(1); } }\n",
	".pas":  "program p;\nvar a: integer;\nbegin\n  readln(a);\n  writeln(a);\nend.\n",
}

// readEjudgeNames reads programs with these names. Runs with the same name are one file, as in an archive. extensions are
// those of the programs; nil if the names show them.
func readEjudgeNames(names []string, extensions map[string]string) (contents, error) {
	t := &tree{name: "cup"}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		f := file{path: name, inputPath: name, elements: strings.Split(name, "/"), content: []byte(ejudgePrograms[cmp.Or(extensions[name], path.Ext(name))])}
		f.language, _ = lexer.ByPath(name)
		t.files = append(t.files, f)
	}
	return readEjudge(t)
}

// Names that can be read in several ways are a question, and names without users an error; both say what to do.
func TestEjudgeRefusals(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, names, want string }{
		{"only runs", "000001.cpp 000002.cpp 000003.cpp", "the names do not show who submitted the programs: download the runs again with"},
		{"only labels", "A/000001.cpp A/000002.cpp B/000003.cpp B/000004.cpp", "the names do not show who submitted"},
		{"only times", "A/20240501100000.cpp A/20240501100100.cpp B/20240501100200.cpp", "the names do not show who submitted"},
		{"words", "000001-sum.cpp 000002-max.cpp 000003-sum.cpp", "may be users or problems. If it is problems, download the runs again with the user's login in the names " +
			"and with folders of problems. If it is users, name the layout. Try --layout {id}-{participant}.{ext}"},
		{"folders of words", "sum/000001.cpp max/000002.cpp sum/000003.cpp", "Try --layout {participant}/{id}.{ext}"},
		{"two folders of words", "sum/ann/000001.cpp sum/bob/000002.cpp max/ann/000003.cpp max/bob/000004.cpp", "the names can be read in several ways, also with the layout {problem}/"},
		{"languages that nobody knows", "A/000001-ann-msvc.cpp A/000002-bob-cython.py B/000003-ann-msvc.cpp B/000004-cy-msvc.cpp B/000005-bob-cython.py B/000006-dan-cython.py",
			"the names may end in languages or in problems: msvc. If they are problems, download the runs again"},
		{"words with a hyphen for problems", "000001-ann-max-2.cpp 000002-ann-sum.cpp 000003-bob-max-2.cpp 000004-bob-sum.cpp", "the names do not show who submitted"},
	} {
		_, err := readEjudgeNames(strings.Fields(test.names), nil)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
	for name, names := range map[string]string{
		"an archive as proposed":       "A/7-000001-Анна-20240501100000.cpp A/7-000002-Вера-Мария-20240501100000.cpp B/7-000003-Анна-20240501100000.cpp B/7-000004-Вера-Мария-20240501100000.cpp",
		"words that several users try": "000001-ann-sum.cpp 000002-bob-sum.cpp 000003-cy-sum.cpp 000004-ann-max.cpp 000005-bob-max.cpp 000006-cy-max.cpp",
		"runs without zeros":           "58-1003-ann-A-g++.cpp 9-1003-ann-B-python3.py 61-1004-bob-A-g++.cpp 62-1004-bob-B-g++.cpp 63-1004-bob-B-g++.cpp",
		"logins with numbers":          "A/000001-team-1.cpp A/000002-team-2.cpp B/000003-team-1.cpp",
	} {
		if c, err := readEjudgeNames(strings.Fields(names), nil); err != nil || len(namesOf(c.submissions)) < 2 || len(c.submissions) != len(strings.Fields(names)) {
			t.Errorf("%s: error %v, submissions %v", name, err, describe(c.submissions))
		}
	}
}
