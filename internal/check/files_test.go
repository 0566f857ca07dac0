package check

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// A pair that shares one file of several is suspicious. A starter file that all have makes nobody suspicious.
func TestSharedFile(t *testing.T) {
	t.Parallel()
	for _, without := range [][]string{nil, {"files"}} {
		req := Request{Parameters: Defaults()}
		req.Parameters.Omitted = without
		for i := range 20 {
			path := fmt.Sprint("course/", i)
			s := contest.Submission{Problem: "course", Participant: path, Path: path, Language: "C++"}
			for n, seed := range []int{0, 100 + i, 200 + i, 300 + i} {
				if n == 2 && i == 7 {
					seed = 203 // the file of participant 3
				}
				source := fmt.Sprintf("int part%d(int a, int b, int f[]) {\n%s}\n", n, statements(uint64(seed), 40))
				s.Files = append(s.Files, contest.File{Path: fmt.Sprintf("%s/%d.cpp", path, n), Content: []byte(source)})
			}
			req.Submissions = append(req.Submissions, s)
		}
		scoring, err := NewScoring(t.Context(), req, nil)
		must(t, err)
		scores, _, _, err := scoring.Score(t.Context(), []PathPair{{"course/3", "course/7"}, {"course/1", "course/2"}})
		must(t, err)
		if isHigh := scores[0].Suspicion > 0.7; isHigh != (without == nil) {
			t.Errorf("without %v: the copied file has suspicion %v, want more than 0.7 with files only", without, scores[0].Suspicion)
		}
		if scores[1].Suspicion > 0.3 {
			t.Errorf("without %v: the starter file has suspicion %v, want at most 0.3", without, scores[1].Suspicion)
		}
	}
}

// Courses are made of a contest: the programs of each participant for some problems are the files of one submission, and a few
// files are replaced by those of somebody else. It prints how many of these pairs a check lists, and how many others.
func TestPlantedFiles(t *testing.T) {
	submissions := readSet(t, "contest-gcj2020-java.zip", `(?P<problem>[^/]+)/(?P<participant>[^/]+)/.*`)
	programs := make(map[string]map[string]contest.File) // by participant and problem: the last attempt
	for _, s := range submissions {
		if programs[s.Participant] == nil {
			programs[s.Participant] = make(map[string]contest.File)
		}
		programs[s.Participant][s.Problem] = s.Files[0]
	}
	const planted = 6
	for _, course := range []struct{ participants, files, rounds, maxOthers int }{{25, 4, 10, 10}, {60, 3, 10, 20}, {140, 4, 4, 40}} {
		people := slices.DeleteFunc(slices.Sorted(maps.Keys(programs)), func(p string) bool { return len(programs[p]) < course.files })
		listed, others := map[bool]int{}, map[bool]int{} // with files, and without
		for round := range course.rounds {
			random := rand.New(rand.NewPCG(uint64(round), 1))
			random.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
			var submissions []contest.Submission
			for _, name := range people[:course.participants] {
				s := contest.Submission{Problem: "course", Participant: name, Path: name, Language: "Java"}
				for _, problem := range slices.Sorted(maps.Keys(programs[name]))[:course.files] {
					s.Files = append(s.Files, contest.File{Path: problem + ".java", Content: programs[name][problem].Content})
				}
				submissions = append(submissions, s)
			}
			for i := range planted {
				file := random.IntN(course.files)
				submissions[2*i].Files[file] = submissions[2*i+1].Files[file]
			}
			for _, withFiles := range []bool{true, false} {
				req := Request{Submissions: slices.Clone(submissions), Parameters: Defaults()}
				if !withFiles {
					req.Parameters.Omitted = []string{"files"}
				}
				var store memoryStore
				mustCheck(t, &Checker{Store: &store}, req)
				for _, pair := range store.pairs {
					if !req.Parameters.Lists(pair.Scores) {
						continue
					}
					left := slices.Index(people, pair.Left.Participant)
					right := slices.Index(people, pair.Right.Participant)
					if left/2 == right/2 && left < 2*planted {
						listed[withFiles]++
					} else {
						others[withFiles]++
					}
				}
			}
		}
		t.Logf("%d participants with %d files: of %d copies, %d are listed with single files, %d without; of other pairs %d and %d",
			course.participants, course.files, course.rounds*planted, listed[true], listed[false], others[true], others[false])
		if want := course.rounds * planted * 9 / 10; listed[true] < want || others[true] > course.maxOthers {
			t.Errorf("%d participants: %d copies and %d other pairs are listed, want at least %d and at most %d",
				course.participants, listed[true], others[true], want, course.maxOthers)
		}
	}
}
