package intake

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// ejudgeRun is a run as ejudge knows it.
type ejudgeTestRun struct {
	user              int
	login, name       string
	problem, language string
	extension, when   string
}

// ejudgeNames returns the paths that ejudge gives to runs (github.com/blackav/ejudge, lib/new_server_html_2.c:3206,
// adj_process_run), for a structure of folders, 0 to 10, and a set of parts, by their order in ejudgePart.
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

// ejudgeContest returns runs of users, some with hyphens in their names, and one who was deleted.
func ejudgeContestRuns(users int, problems []string) (runs []ejudgeTestRun) {
	languages := [][2]string{{"g++", ".cpp"}, {"python3", ".py"}, {"java", ".java"}, {"gcc-vg", ".c"}}
	names := strings.Fields("Анна Борис Вера-Мария Глеб Дарья Егор Жанна Зоя Иван Кира Лев Майя Нина")
	for u := range users {
		for p, problem := range problems {
			for attempt := range 1 + (u*7+p*3)%3 {
				if (u+p)%5 == 0 {
					continue
				}
				l := languages[(u+p+attempt)%len(languages)]
				run := ejudgeTestRun{
					user: 100 + u, login: fmt.Sprintf("school-%02d", u), name: names[u%len(names)] + "%20" + fmt.Sprint(u), problem: problem,
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
	const users, problems = 0b11100, 0b100000
	for _, labels := range [][]string{{"A", "B", "C", "D"}, {"sum", "max-2", "tree", "path"}, {"A"}} {
		runs := ejudgeContestRuns(10, labels)
		for structure := range 11 {
			right, refused := 0, 0
			for parts := 1; parts < 1<<8; parts++ {
				suffix := parts>>1&1 == 1
				if labels[0] != "A" && parts&0b10000010 == 0 {
					continue
				}
				names := ejudgeNames(runs, structure, parts, suffix)
				hasUser := parts&users != 0 || structure >= 2
				hasProblem := parts&problems != 0 || !slices.Contains([]int{0, 2, 3, 8}, structure)
				c, err := readEjudgeNames(names)
				if err != nil {
					refused++
					if hasUser && hasProblem && labels[0] == "A" && len(labels) > 1 && parts>>1&1 == 1 {
						t.Errorf("problems %v, structure %d, parts %08b: %s is refused: %v", labels, structure, parts, names[0], err)
					}
					continue
				}
				right++
				if !hasUser {
					t.Errorf("problems %v, structure %d, parts %08b: %s is read, but names no user", labels, structure, parts, names[0])
					continue
				}
				byName := make(map[string]ejudgeTestRun)
				for i, name := range names {
					byName[name] = runs[i]
				}
				forth, back := make(map[string]int), make(map[int]string)
				for _, s := range c.submissions {
					run := byName[s.Files[0].Path]
					if u, ok := forth[s.Participant]; ok && u != run.user || back[run.user] != "" && back[run.user] != s.Participant {
						t.Errorf("problems %v, structure %d, parts %08b: %s is read as %s", labels, structure, parts, s.Files[0].Path, s.Participant)
						break
					}
					forth[s.Participant], back[run.user] = run.user, s.Participant
					if want := run.problem; hasProblem && s.Problem != want {
						t.Errorf("problems %v, structure %d, parts %08b: %s is for %s, want %s", labels, structure, parts, s.Files[0].Path, s.Problem, want)
						break
					}
				}
			}
			t.Logf("problems %v, structure %d: %d read, %d refused", labels, structure, right, refused)
		}
	}
}

// readEjudgeNames reads programs with these names. Runs with the same name are one file, as in an archive.
func readEjudgeNames(names []string) (contents, error) {
	t := &tree{name: "cup"}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		f := file{path: name, inputPath: name, elements: strings.Split(name, "/"), content: []byte("#include <iostream>\nint main() { std::cout << 1; }\n")}
		t.files = append(t.files, f)
	}
	return readEjudge(t)
}

var _ = context.Background
var _ = errors.As
var _ contest.Submission
