package intake

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// treeOf makes a tree of a path for each participant and problem.
func treeOf(participants, problems []string, format func(participant, problem string, number int) string) string {
	return strings.Join(pathsOf(participants, problems, format), "\n")
}

// numbered returns n names of a form with a number.
func numbered(form string, n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf(form, 1000+37*i))
	}
	return list
}

// Read refuses an input that looks unlike what was read, and says what it looks like. The proposed
// layout reads it without doubt, and Options.AcceptDoubt reads it as it is.
func TestWrongReadings(t *testing.T) {
	t.Parallel()
	verdicts := []string{"AC", "WA", "TLE"}
	slugs := []string{"two-sum", "max-flow", "tree"}
	tests := []struct {
		name   string
		tree   string
		layout string // proposed; "" for none
		counts string // participants and problems with it
		want   string // in the message
	}{
		{"ejudge, flat", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%06d-%d-%s-%s-gcc-202405011002%02d.c", n, 1200+int(who[0]), who, problem, n%60)
		}), "{id}-{participant}-{problem}-gcc-{time}.{ext}", "10 3",
			"the participants may be names of files"},
		{"rooms", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("room%d/%d_%s_%s_%s.cpp", who[0]%3, n, verdicts[n%3], who, problem)
		}), "{_}/{id}_{verdict}_{participant}_{problem}.{ext}", "10 3",
			"the participants may be names of files"},
		{"ejudge, folders of problems", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%06d-%s-gcc.c", problem, n, who)
		}), "{problem}/{id}-{participant}-gcc.{ext}", "10 3",
			"001000-alice-gcc seems to hold a number"},
		{"ejudge, folders of participants", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%06d-%s-gcc.c", who, n, problem)
		}), "{participant}/{id}-{problem}-gcc.{ext}", "10 3",
			"001000-A-gcc seems to hold a number and a problem"},
		{"ejudge, folders of participants, then problems", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%s/%06d.c", who, problem, n)
		}), "participant/problem", "10 3",
			"10 participants and 3 problems"},
		{"participants with numbers, then problem, number and verdict", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s-%d/%s_%d_gcc_%s.cpp", who, 7000+100*int(who[0])+int(who[1]), problem, 90000+n, []string{"OK", "WA"}[n%2])
		}), "{participant}-{}/{problem}_{id}_gcc_{verdict}.{ext}", "10 3", "and a verdict, and no participant"},
		{"folders as of Moodle", treeOf(somePeople, abc[:1], func(who, _ string, n int) string {
			return fmt.Sprintf("%s Lee_%d_upload_file_/%s.py", who, n, who)
		}), "participant/files", "10 1", "most problems have one participant"},
		{"Gradescope", treeOf(numbered("submission_%d", 25), abc[:1], func(who, _ string, _ int) string {
			return who + "/main.py"
		}), "", "", "a name like submission_1000"},
		{"GitHub Classroom, two assignments", treeOf(somePeople, []string{"hw1", "hw2"}, func(who, problem string, _ int) string {
			return fmt.Sprintf("%s-%s/main.py", problem, who)
		}), "{problem}-{participant}/{file}", "10 2", "may be names of folders: hw1-alice seems to hold a problem"},
		{"numbers of submissions", strings.Join(numbered("%d.cpp", 25), "\n"), "", "", "a manifest can say who submitted them"},
		{"numbers of submissions in folders of problems", "A/" + strings.Join(numbered("%d.cpp", 25), "\nA/") + "\nB/" + strings.Join(numbered("8%d.cpp", 25), "\nB/"),
			"", "", "50 of 50 have one submission and a name like 1000"},
		{"problem and participant in one name", treeOf(somePeople, slugs, func(who, problem string, _ int) string {
			return problem + "_" + who + ".cpp"
		}), "{problem}_{participant}.{ext}", "10 3", "max-flow_alice seems to hold a problem beside the participant"},
		{"participant and problem in one name", treeOf(somePeople, slugs, func(who, problem string, _ int) string {
			return who + "__" + problem + ".cpp"
		}), "{participant}__{problem}.{ext}", "10 3", "alice__max-flow seems to hold a problem beside the participant"},
		{"score after an at sign", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%s@%d.cpp", problem, who, []int{100, 40, 0}[n%3])
		}), "{problem}/{participant}@{score}.{ext}", "10 3", "alice@40 seems to hold a score"},
		{"time, participant and problem", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("2024-05-01_10-%02d-%02d - %s - %s.py", n%60, n%7, who, problem)
		}), "{time} - {participant} - {problem}.{ext}", "10 3", "a time and a problem"},
		{"folders of verdicts", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%s_%s.cpp", verdicts[n%3], who, problem)
		}), "{verdict}/{participant}_{problem}.{ext}", "10 3", "the problems are called like verdicts: AC, TLE, WA"},
		{"folders of languages", treeOf(somePeople, abc[:1], func(who, _ string, n int) string {
			return fmt.Sprintf("%s/%s.%[1]s", []string{"cpp", "java", "py"}[n%3], who)
		}), "{language}/{participant}.{ext}", "10 1", "the problems are called like languages: cpp, java, py"},
		{"verdicts, then problems", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%s/%s.cpp\n%s/%[2]s/%[3]s2.cpp", verdicts[n%3], problem, who, verdicts[(n+1)%3])
		}), "{verdict}/{problem}/{participant}.{ext}", "20 3", "the problems are called like verdicts: AC, TLE, WA"},
		{"problems, then verdicts", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%s/%s.cpp", problem, verdicts[n%3], who)
		}), "{problem}/{verdict}/{participant}.{ext}", "10 3", "the participants are called like verdicts: AC, TLE, WA"},
		{"problems, then languages", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%s/%s.%[2]s", problem, []string{"cpp", "java", "py"}[n%3], who)
		}), "{problem}/{language}/{participant}.{ext}", "10 3", "the participants are called like languages"},
		{"rounds, then problems", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("round%d/%s/%s.cpp", 1+n%2, problem, who)
		}), `(?P<problem>[^/]+/[^/]+)/(?P<participant>[^/]+)\.[^/.]+`, "10 6", "the participants are called like problems: A, B, C"},
		{"rounds, then participants", treeOf(somePeople, abc, func(who, problem string, _ int) string {
			return fmt.Sprintf("round%d/%s/%s.cpp", 1+int(problem[0])%2, who, problem)
		}), "{}/{participant}/{problem}.{ext}", "10 3", "may be several submissions: 2 of its 2 files are whole programs"},
		{"participants, then rounds", treeOf(somePeople, abc, func(who, problem string, _ int) string {
			return fmt.Sprintf("%s/round%d/%s.cpp", who, 1+int(problem[0])%2, problem)
		}), "{participant}/{}/{problem}.{ext}", "10 3", "participants"},
		{"problems, then places", treeOf(somePeople, abc, func(who, problem string, _ int) string {
			return fmt.Sprintf("%s/%s/%s.cpp", problem, []string{"north", "south"}[len(who)%2], who)
		}), "{problem}/{}/{participant}.{ext}", "10 3", "may be several submissions: 4 of its 4 files are whole programs"},
		{"attempts with other names", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%s/try1.cpp\n%[1]s/%[2]s/try2.cpp", problem, who)
		}), "{problem}/{participant}/{}.{ext}", "10 3", "A/alice may be several submissions: 2 of its 2 files are whole programs"},
		{"as many participants as problems, named by words", treeOf(somePeople[:4], []string{"sum", "tree", "flow", "game"}, func(who, problem string, _ int) string {
			return who + "/" + problem + ".cpp"
		}), "participant/problem", "4 4", "there are not more names in them than folders"},
		{"more exercises than participants", treeOf(somePeople, strings.Fields("gcd sieve fizz bfs dfs heap trie lis lcs sort scan hull"), func(who, problem string, _ int) string {
			return who + "/" + problem + ".py"
		}), "participant/problem", "10 12", "there are fewer than twice as many names in them as folders"},
		{"few problems each", "ann/sum.py\nann/tree.py\nbob/flow.py\nbob/sum.py\ncy/game.py\ncy/tree.py\ndan/flow.py\ndan/knot.py\neve/game.py\neve/rope.py\nfay/rope.py\nfay/sum.py",
			"participant/problem", "6 6", "the folders may be participants"},
		{"participants with numbers", "ann_17/sum.py\nann_17/tree.py\nbob_23/sum.py\nbob_23/tree.py\ncy_31/tree.py",
			"{participant}_{}/{problem}.{ext}", "3 2", "most folders have the same file names"},
		{"verdicts, then participants", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%s/%s.cpp", []string{"accepted", "rejected"}[n%2], who, problem)
		}), "{verdict}/{participant}/{problem}.{ext}", "10 3", "the problems are called like verdicts: accepted, rejected"},
		{"verdicts, problems, attempts", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%s/%s_1.cpp\n%s/%[2]s/%[3]s_2.cpp", verdicts[n%3], problem, who, verdicts[(n+1)%3])
		}), "{verdict}/{problem}/{participant}_{attempt}.{ext}", "10 3", "the problems are called like verdicts"},
		{"participants, problems, verdicts", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%s/%s/%d.cpp\n%[1]s/%[2]s/%[3]s/8%[4]d.cpp", who, problem, verdicts[n%3], n)
		}), "{participant}/{problem}/{verdict}/{id}.{ext}", "10 3", "the participants are called like problems: A, B, C"},
		{"participants, then languages", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%s/%s.cpp", who, []string{"g++", "gcc-12"}[n%2], problem)
		}), "{participant}/{language}/{problem}.{ext}", "10 3", "the participants are called like languages: g++, gcc-12"},
		{"problems called like languages", treeOf(somePeople, []string{"basic", "go", "java"}, func(who, problem string, _ int) string {
			return problem + "/" + who + "." + map[string]string{"basic": "bas", "go": "go", "java": "java"}[problem]
		}), "{language}/{participant}.{ext}", "10 1", "the problems are called like languages: basic, go, java"},
		{"attempts without the folders of their participants", "01-WA.cpp\n02-AC.cpp", "", "", "the participants are called like attempts: 01-WA, 02-AC"},
		{"a single attempt", "02-AC.cpp", "", "", "the participants are called like attempts: 02-AC"},
		{"copies by Windows Explorer", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%s.cpp\n%[1]s/%[2]s%s.cpp", problem, who, []string{" (1)", " - Copy"}[n%2])
		}), `(?P<problem>[^/]+)/(?P<participant>[^/]+?)(?: - Copy| copy| - Копия| - 副本)?(?: \([0-9]+\))?\.[^/.]+`, "10 3", "may be a copy of a file of alice"},
		{"groups", treeOf(somePeople, abc[:1], func(who, _ string, _ int) string {
			return fmt.Sprintf("hw/%s/%s.py", []string{"monday", "tuesday"}[len(who)%2], who)
		}), "hw/{}/{participant}.{ext}", "10 1", "the folders may be groups, because no participant is in two of them: monday, tuesday"},
		{"problems of one participant", "alice/A.cpp\nalice/B.cpp\nalice/C.cpp", "", "", "the participants are called like problems: A, B, C"},
		{"names that end in the letter of a problem", treeOf(somePeople, abc, func(who, problem string, _ int) string { return "cup/" + who + problem + ".cpp" }),
			`(?:.*/)?(?P<participant>[^/]+)(?P<problem>[A-Z])\.[^/.]+`, "10 3", "aliceA, aliceB, aliceC seem to end in a problem"},
		{"numbers of submissions beside names", treeOf(somePeople, []string{"A", "B"}, func(who, problem string, _ int) string {
			return problem + "/" + who + ".cpp"
		}) + "\nC/" + strings.Join(numbered("%d.cpp", 25), "\nC/"), "", "", "25 of 25 have one submission and a name like 1000. " +
			"If so, a manifest can say who submitted them, or for Codeforces the answer of contest.status, saved beside them as status.json. 35 participants and 3 problems were read"},
		{"a day of a contest", treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("day1/%d_%s_%s_AC.cpp", n, problem, who)
		}), "day1/{id}_{problem}_{participant}_{verdict}.{ext}", "10 3", "1000_A_alice_AC seems to hold a number, a problem and a verdict"},
		{"ejudge, with logins and languages of two pieces", treeOf(numbered("team-%d", 10), abc, func(who, problem string, n int) string {
			return fmt.Sprintf("runs/%06d-%s-%s-%s.c", n, who, problem, []string{"gcc-vg", "gcc"}[n%2])
		}), "", "", "30 of 30 have one submission and a name like 001000-team-1000-A-gcc-vg. If so, a manifest can say who submitted them. 30 participants and 1 problem were read, for example 001000-team-1000-A-gcc-vg for runs. " +
			"Also, it looks like ejudge's archive of runs without the folder around it: the format ejudge reads it so."},
		{"Gradescope without its table", "assignment_7_export/" + strings.Join(numbered("submission_%d/main.py", 25), "\nassignment_7_export/"), "", "",
			`choose "Export Submissions" again and give the whole zip, or write a manifest`},
		{"homework called like Yandex's archive", treeOf(somePeople, abc[:1], func(who, _ string, n int) string {
			return fmt.Sprintf("hw-2024/%s-%d-A-final.cpp", who, 20240000+n)
		}), "", "", "participants and problems may be swapped: there are not more participants than problems. 1 participant and 10 problems were read, for example hw for alice."},
		{"CMS with another template", treeOf(somePeople, []string{"batch", "tree"}, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%s/%d.20240501T1000%02d.100.%[2]s.cpp", who, problem, n, n%60)
		}), "", "", "As CMS's export (cmsExportSubmissions), participants and problems may be swapped: there are not more participants than problems. 2 participants and 10 problems were read"},

		{"attempts without a participant", treeOf(somePeople, abc, func(who, problem string, _ int) string {
			return fmt.Sprintf("%s/%s/01.cpp\n%[1]s/%[2]s/02.cpp", problem, who)
		}) + "\nA/01.cpp\nA/02.cpp\nB/01.cpp", "{problem}/{participant}/{attempt}.{ext}", "10 3",
			"3 files are perhaps not participants: they are beside folders of participants and are not called like them: A/01.cpp. 12 participants and 3 problems were read, for example 01 for A. With the layout"},
		{"more attempts without a participant than participants", treeOf([]string{"ann", "bob"}, abc[:2], func(who, problem string, _ int) string {
			return fmt.Sprintf("%s/%s/01.cpp\n%[1]s/%[2]s/02.cpp", problem, who)
		}) + "\nA/01.cpp\nA/02.cpp\nA/03.cpp\nB/01.cpp", "{problem}/{participant}/{attempt}.{ext}", "2 2",
			"4 files are perhaps not participants: they are beside folders of participants and are not called like them: A/01.cpp"},
		{"attempts with verdicts without a participant", treeOf(somePeople, abc, func(who, problem string, _ int) string {
			return fmt.Sprintf("cup/%s/%s/01-WA.cpp\ncup/%[1]s/%[2]s/02-AC.cpp", problem, who)
		}) + "\ncup/B/03-AC.cpp", "cup/{problem}/{participant}/{attempt}-{verdict}.{ext}", "10 3",
			"1 file is perhaps not a participant: it is beside folders of participants and is not called like them: cup/B/03-AC.cpp"},
		{"a program without a participant", treeOf(somePeople, abc, func(who, problem string, _ int) string {
			return fmt.Sprintf("%s/%s/Main.java = class Main { void main() { new Graph(); } }\n%[1]s/%[2]s/Graph.java = class Graph { }", problem, who)
		}) + "\nA/Main.java", "{problem}/{participant}/{file}", "10 3", "1 file is perhaps not a participant: it is beside folders of participants and is not called like them: A/Main.java"},
		{"attempts without a participant, one problem", "alice/01.cpp\nbob/01.cpp\nbob/02.cpp\n01.cpp", "{participant}/{attempt}.{ext}", "2 1",
			"Then 1 file is perhaps not a participant: it is beside folders of participants and is not called like them: 01.cpp. With the layout {participant}/{attempt}.{ext} " +
				"there are 2 participants and 1 problem, for example alice for cup. It skips the files beside the folders."},
		{"a participant in a hidden folder", "alice/01.cpp\nbob/01.cpp\nbob/02.cpp\n01.cpp\n.cy/01.cpp", "{participant}/{attempt}.{ext}", "3 1",
			"there are at least 2 participants and 1 problem"},

		{"participants hold problems", "alice/A.cpp\nalice/B.cpp\nbob/A.cpp\nbob/B.cpp\ncarol/A.cpp", "participant/problem", "3 2", "most folders have the same file names"},
		{"participants hold problems, in a folder", "cup/ann/A.cpp\ncup/ann/B.cpp\ncup/bob/A.cpp\ncup/bob/B/01-WA.cpp", "participant/problem", "2 2", "most folders have the same file names"},
		{"participants hold programs", "alice/Main.java\nalice/Util.java\nbob/Main.java\ncarol/Main.java", "participant/files", "3 1", "most folders have the same file names"},
		{"participants hold attempts without verdicts", "alice/01.cpp\nalice/02.cpp\nbob/01.cpp", "participant/files", "2 1", "most folders have the same file names"},
		{"most problems have one participant", "ann/one.cpp\nbob/two.cpp\nbob/three.cpp\ncy/four.cpp", "participant/files", "3 1", "most problems have one participant"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			input := inputWriters["zip"](t, t.TempDir(), "cup", filesOf(test.tree))
			result, err := Read(t.Context(), []string{input}, Options{})
			var doubt *Doubt
			if !errors.As(err, &doubt) {
				t.Fatalf("error %v, want a doubt", err)
			}
			t.Log(doubt)
			if doubt.Layout != test.layout || !strings.Contains(doubt.Message.String(), test.want) {
				t.Errorf("got the layout %q with the message %q,\nwant the layout %q and %q in the message", doubt.Layout, doubt.Message, test.layout, test.want)
			}
			if len(result.Submissions) == 0 {
				t.Error("no submissions beside the doubt")
			}
			if accepted, err := Read(t.Context(), []string{input}, Options{AcceptDoubt: true}); errors.As(err, &doubt) || len(accepted.Submissions) != len(result.Submissions) {
				t.Errorf("with AcceptDoubt: %v, want the same submissions without a doubt", err)
			}
			if test.layout == "" {
				return
			}
			again, err := Read(t.Context(), []string{input}, Options{Layout: doubt.Layout})
			if err != nil {
				t.Fatalf("with the layout %s: %v", doubt.Layout, err)
			}
			if got := fmt.Sprint(len(countParticipants(again.Submissions)), len(countProblems(again.Submissions))); got != test.counts {
				t.Errorf("with the layout, participants and problems are %s, want %s", got, test.counts)
			}
		})
	}
}

// Each of several inputs is doubted by itself, and a layout proposed only if all need it.
func TestWrongInputs(t *testing.T) {
	t.Parallel()
	inFolders := func(who, problem string, _ int) string { return problem + "/" + who + ".cpp" }
	swapped := func(who, problem string, _ int) string { return who + "/" + problem + ".cpp" }
	numberedNames := func(who, problem string, n int) string { return fmt.Sprintf("%d_%s_%s_AC.cpp", n, who, problem) }
	archives := func(problems ...string) (trees []string) {
		for range 4 {
			trees = append(trees, strings.Join(problems, ".cpp\n")+".cpp")
		}
		return trees
	}
	for _, test := range []struct {
		name         string
		trees        []string // of day1, day2 and so on; of archives of participants
		layout, want string
	}{
		{"one is in doubt", []string{treeOf(somePeople, abc[:2], inFolders), treeOf(somePeople, []string{"C", "D"}, swapped)}, "",
			"In day2, the folders may be participants: most folders have the same file names. 2 participants and 10 problems were read, for example C for alice. " +
				"With the layout participant/problem there are 10 participants and 2 problems, for example alice for C. " +
				"A layout is for all paths: a path that needs one of its own is imported by itself, into the same contest."},
		{"two of three", []string{treeOf(somePeople, abc, swapped), treeOf(somePeople, abc, inFolders), treeOf(somePeople, abc, swapped)}, "", "In day1, the folders may be participants: most folders have the same file names. 3 participants"},
		{"all alike", []string{treeOf(somePeople, abc[:2], swapped), treeOf(somePeople, []string{"C", "D"}, swapped)}, ParticipantProblem, "In day1, the folders may be participants: most folders have the same file names. 2 participants"},
		{"all with the same names", []string{treeOf(somePeople, abc, numberedNames), treeOf(somePeople, []string{"D", "E"}, numberedNames)},
			"{}/{id}_{participant}_{problem}_{verdict}.{ext}", "In day1, the participants may be names of files: 1000_alice_A_AC seems to hold a number, a verdict and a problem beside the participant. 30 participants and 1 problem were read"},
		{"in two ways", []string{treeOf(somePeople, abc, numberedNames), treeOf(somePeople, abc, swapped)}, "", "In day1, the participants may be names of files: 1000_alice_A_AC seems to hold a number, a verdict and a problem beside the participant. 30 participants"},
		{"an archive for each participant", archives("A", "B", "C"), "{participant}/{problem}.{ext}", "the participants are called like problems: A, B, C"},
		{"an archive for each participant, problems with words", archives("sum", "tree"), "{participant}/{problem}.{ext}", "the paths may be participants: most folders have the same file names"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			var paths []string
			for i, tree := range test.trees {
				name := fmt.Sprintf("day%d", i+1)
				if strings.HasPrefix(test.name, "an archive for each participant") {
					name = somePeople[i]
				}
				paths = append(paths, inputWriters["zip"](t, dir, name, filesOf(tree)))
			}
			result, err := Read(t.Context(), paths, Options{})
			var doubt *Doubt
			if !errors.As(err, &doubt) || doubt.Layout != test.layout || !strings.Contains(doubt.Message.String(), test.want) {
				t.Fatalf("error %v, want a doubt with the layout %q and %q", err, test.layout, test.want)
			}
			if accepted, err := Read(t.Context(), paths, Options{AcceptDoubt: true}); err != nil || len(accepted.Submissions) != len(result.Submissions) {
				t.Errorf("with AcceptDoubt: %v, want the same submissions without a doubt", err)
			}
			if test.layout != "" {
				if again, err := Read(t.Context(), paths, Options{Layout: test.layout}); err != nil || len(again.Skipped) > 0 {
					t.Errorf("with the layout: error %v, skipped %v", err, skipLines(again))
				}
			}
		})
	}
}

// Read reads plain contests in folders without a question.
func TestPlainReadings(t *testing.T) {
	t.Parallel()
	inFolders := func(who, problem string, _ int) string { return problem + "/" + who + ".cpp" }
	slugs := []string{"sum", "two-trees", "flow"}
	for name, tree := range map[string]string{
		"labelled originals and copies": treeOf(numbered("subm%d", 20), []string{"Progpedia19", "z5z1"}, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%s.java\n%[1]s/plag-%[2]s.java\n%[1]s/gpt%[3]d-%[2]s.java", problem, who, n%4)
		}),
		"more problems than participants, with letters": treeOf(somePeople[:3], strings.Fields("A B C D E F G H"), inFolders),
		"problems with words":                           treeOf(somePeople, slugs, inFolders),
		"first and last names":                          treeOf(strings.Fields("nguyen_van_an nguyen_thi_bich tran_van_binh le_van_chi pham_thi_dung nguyen_van_em"), slugs[:1], inFolders),
		"teams of universities": treeOf([]string{"uh_top_1", "uh_top_2", "uh_low_1", "lund_a_1", "lund_a_2", "oslo_x_1", "oslo_y_1", "oslo_y_2"}, slugs,
			inFolders),
		"participants with numbers, at several problems": treeOf(numbered("%d", 30), abc, inFolders),
		"numbered teams": treeOf(numbered("team%d", 30), abc[:1], inFolders),
		"submissions of several files": treeOf(somePeople, abc, func(who, problem string, _ int) string {
			return fmt.Sprintf("%s/%s/Main.java = class Main { void main() { new Graph(); } }\n%[1]s/%[2]s/Graph.java = class Graph { }", problem, who)
		}),
		"scripts of several files": treeOf(somePeople, abc, func(who, problem string, _ int) string {
			return fmt.Sprintf("%s/%s/run.py = import graph\n%[1]s/%[2]s/graph.py = import run", problem, who)
		}),
		"attempts": treeOf(somePeople, abc, func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%s/01-WA.cpp\n%[1]s/%[2]s/02-AC.cpp", problem, who)
		}),
		"folders of attempts, and some files": treeOf(somePeople, abc, func(who, problem string, _ int) string {
			if who > "h" {
				return problem + "/" + who + ".cpp"
			}
			return fmt.Sprintf("%s/%s/01.cpp\n%[1]s/%[2]s/02.cpp", problem, who)
		}),
		"folders of numbered participants, and a file": treeOf(strings.Fields("1 2 4 5 6 7 8 9"), abc, func(who, problem string, _ int) string {
			return fmt.Sprintf("%s/%s/1.cpp\n%[1]s/%[2]s/2.cpp\n%[1]s/%[2]s/3.cpp", problem, who)
		}) + "\nB/3.cpp",
		"folders of participants with names or numbers, and a file": treeOf(append(numbered("%d", 4), somePeople...), abc, func(who, problem string, _ int) string {
			return fmt.Sprintf("%s/%s/01.cpp\n%[1]s/%[2]s/02.cpp", problem, who)
		}) + "\nB/999.cpp",
		"a folder called like its file, and a file of the participant": treeOf(somePeople, abc[:2], func(who, problem string, _ int) string {
			return fmt.Sprintf("%s/%s/%[2]s.cpp", problem, who)
		}) + "\nC/alice.cpp\nC/bob.cpp",
		"a class that the other one calls": treeOf(somePeople, abc, func(who, problem string, _ int) string {
			return fmt.Sprintf("%s/%s/Main.java = class Main { void main() { } }\n%[1]s/%[2]s/Graph.java = class Graph { Main m = new Main(); }", problem, who)
		}),
		"a script and its tests": treeOf(somePeople, abc, func(who, problem string, _ int) string {
			return fmt.Sprintf("%s/%s/solution.py = print(1)\n%[1]s/%[2]s/tests.py = assert True", problem, who)
		}),
		"students' numbers, with namesakes": "hw1/20230001_zhang.py\nhw1/20230002_zhang.py\nhw1/20230003_li.py\nhw1/20230004_wang.py\nhw1/20230005_chen.py\nhw1/20230006_liu.py",
		"students' numbers, two problems": treeOf(somePeople, abc, func(who, problem string, _ int) string {
			return fmt.Sprintf("%s/%d_%s.py", problem, 20230000+int(who[0])*100+int(who[1]), who)
		}),
		"students' numbers in names of folders": treeOf(somePeople, abc[:1], func(who, problem string, n int) string {
			return fmt.Sprintf("%s/%d_%s/main.py", problem, n, who)
		}),
		"numbered teams with names": treeOf(somePeople, abc[:1], func(who, problem string, n int) string {
			return fmt.Sprintf("%s/team_%02d_%s.cpp", problem, n%100, who)
		}),
		"groups": treeOf(somePeople, abc[:1], func(who, _ string, n int) string {
			return fmt.Sprintf("hw/%s_%c.py", who, 'A'+n%3)
		}),
		"logins with a class": treeOf(numbered("a%d", 20), []string{"sum", "loop", "graph", "tree"}, func(who, problem string, _ int) string {
			return fmt.Sprintf("%s/%s_%c.py", problem, who, 'A'+who[len(who)-1]%3)
		}),
		"names as of Canvas": treeOf(somePeople, abc[:1], func(who, _ string, n int) string {
			return fmt.Sprintf("%slee-%d-%d-main.py", who, n, 5*n)
		}),
		"problems in C and D":                            treeOf(somePeople, []string{"C", "D"}, inFolders),
		"problems of courses":                            treeOf(somePeople, []string{"cs1-loop", "cs1-sum"}, inFolders),
		"problems called like languages, in another one": treeOf(somePeople, []string{"basic", "go", "java"}, inFolders),
		"one problem called like a language":             treeOf(somePeople, []string{"batch"}, inFolders),
		"problems and participants in numbers":           treeOf(numbered("%d", 22), []string{"1001", "1002", "1003"}, inFolders),
		"flat names":                                     strings.Join(somePeople, ".py\n") + ".py",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := Read(t.Context(), []string{inputWriters["zip"](t, t.TempDir(), "cup", filesOf(tree))}, Options{}); err != nil {
				t.Errorf("error %v, want none", err)
			}
		})
	}
}
