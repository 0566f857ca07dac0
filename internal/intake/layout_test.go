package intake

import (
	"context"
	"errors"
	"testing"
)

// Read finds the layout of folders, or uses the given one, and reads participants, problems and
// attempts by it.
func TestLayouts(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		tree    string
		opts    Options
		layout  string
		want    []string
		skipped []string
	}{
		{
			name:   "a file for each participant",
			tree:   "A/alice.cpp\nA/bob.java\nB/alice.py",
			layout: ProblemParticipant,
			want: []string{
				"A/alice.cpp: alice at A, cpp, attempt 1",
				"A/bob.java: bob at A, java, attempt 1",
				"B/alice.py: alice at B, python, attempt 1",
			},
		},
		{
			name:   "attempts in folders",
			tree:   "A/alice/01-WA.cpp\nA/alice/2-ac.java\nA/alice/10-TLE.cpp\nA/bob/1.cpp\nB/bob/01-OK.cpp\nB/carol/3-CE.kt",
			layout: ProblemParticipant,
			want: []string{
				"A/alice/01-WA.cpp: alice at A, cpp, attempt 1, WA",
				"A/alice/10-TLE.cpp: alice at A, cpp, attempt 3, TLE",
				"A/alice/2-ac.java: alice at A, java, attempt 2, AC",
				"A/bob/1.cpp: bob at A, cpp, attempt 1",
				"B/bob/01-OK.cpp: bob at B, cpp, attempt 1, AC",
				"B/carol/3-CE.kt: carol at B, kotlin, attempt 1, CE",
			},
		},
		{
			name:   "a folder is one submission",
			tree:   "A/alice/Main.java\nA/alice/util/Graph.java\nA/alice/run.py = x\nA/bob/main.cpp\nA/bob/README = hello",
			layout: ProblemParticipant,
			want: []string{
				"A/alice: alice at A, java, attempt 1, 3 files",
				"A/bob: bob at A, cpp, attempt 1",
			},
			skipped: []string{"A/bob/README: " + reasonLanguage},
		},
		{
			name:   "attempts that are folders",
			tree:   "A/alice/01-WA/Main.java\nA/alice/01-WA/G.java\nA/alice/02-AC/Main.java\nA/bob/01-AC.cpp",
			layout: ProblemParticipant,
			want: []string{
				"A/alice/01-WA: alice at A, java, attempt 1, WA, 2 files",
				"A/alice/02-AC: alice at A, java, attempt 2, AC",
				"A/bob/01-AC.cpp: bob at A, cpp, attempt 1, AC",
			},
		},
		{
			name:   "an attempt's name beside other files is not an attempt",
			tree:   "A/alice/01-WA.cpp\nA/alice/graph.cpp\nA/bob/1-graph.cpp",
			layout: ProblemParticipant,
			want: []string{
				"A/alice: alice at A, cpp, attempt 1, 2 files",
				"A/bob: bob at A, cpp, attempt 1",
			},
		},
		{
			name:   "flat files are one problem",
			tree:   "alice.cpp\nbob.cpp\ncarol d.py",
			layout: ParticipantFiles,
			want: []string{
				"cup/alice.cpp: alice at cup, cpp, attempt 1",
				"cup/bob.cpp: bob at cup, cpp, attempt 1",
				"cup/carol d.py: carol d at cup, python, attempt 1",
			},
		},
		{
			name:   "names that differ in the extension only",
			tree:   "A/alice.cpp\nA/alice.java\nA/bob.cpp\nB/alice.cpp\nB/bob.cpp",
			layout: ProblemParticipant,
			want: []string{
				"A/alice.cpp: alice.cpp at A, cpp, attempt 1",
				"A/alice.java: alice.java at A, java, attempt 1",
				"A/bob.cpp: bob at A, cpp, attempt 1",
				"B/alice.cpp: alice at B, cpp, attempt 1",
				"B/bob.cpp: bob at B, cpp, attempt 1",
			},
		},
		{
			name:   "flat names that differ in the extension only",
			tree:   "alice.cpp\nalice.java\nbob.cpp",
			layout: ParticipantFiles,
			want: []string{
				"cup/alice.cpp: alice.cpp at cup, cpp, attempt 1",
				"cup/alice.java: alice.java at cup, java, attempt 1",
				"cup/bob.cpp: bob at cup, cpp, attempt 1",
			},
		},
		{
			name:   "one problem in a folder",
			tree:   "task/alice.cpp\ntask/bob.cpp",
			layout: ProblemParticipant,
			want: []string{
				"task/alice.cpp: alice at task, cpp, attempt 1",
				"task/bob.cpp: bob at task, cpp, attempt 1",
			},
		},
		{
			name:   "a folder around the contest",
			tree:   "round 1/A/alice.cpp\nround 1/A/bob.cpp\nround 1/B/alice.cpp\nround 1/B/bob.cpp",
			layout: ProblemParticipant,
			want: []string{
				"A/alice.cpp: alice at A, cpp, attempt 1",
				"A/bob.cpp: bob at A, cpp, attempt 1",
				"B/alice.cpp: alice at B, cpp, attempt 1",
				"B/bob.cpp: bob at B, cpp, attempt 1",
			},
		},
		{
			name:   "folders around the contest, problems of any name",
			tree:   "x/y/sum/ann.cpp\nx/y/sum/bob.cpp\nx/y/sum/cy.cpp\nx/y/tree/ann.cpp\nx/y/tree/bob.cpp",
			layout: ProblemParticipant,
			want: []string{
				"sum/ann.cpp: ann at sum, cpp, attempt 1",
				"sum/bob.cpp: bob at sum, cpp, attempt 1",
				"sum/cy.cpp: cy at sum, cpp, attempt 1",
				"tree/ann.cpp: ann at tree, cpp, attempt 1",
				"tree/bob.cpp: bob at tree, cpp, attempt 1",
			},
		},
		{
			name:   "a folder around attempts",
			tree:   "cup/A/alice/01-WA.cpp\ncup/A/bob/01-AC.cpp\ncup/B/bob/01-AC.cpp",
			layout: ProblemParticipant,
			want: []string{
				"A/alice/01-WA.cpp: alice at A, cpp, attempt 1, WA",
				"A/bob/01-AC.cpp: bob at A, cpp, attempt 1, AC",
				"B/bob/01-AC.cpp: bob at B, cpp, attempt 1, AC",
			},
		},
		{
			name:   "the folder of the only problem, with attempts",
			tree:   "A/alice/01.cpp\nA/alice/02.cpp\nA/bob/01.cpp",
			layout: ProblemParticipant,
			want: []string{
				"A/alice/01.cpp: alice at A, cpp, attempt 1",
				"A/alice/02.cpp: alice at A, cpp, attempt 2",
				"A/bob/01.cpp: bob at A, cpp, attempt 1",
			},
		},
		{
			name:   "the folder of the only problem, with files",
			tree:   "A/alice/Main.java\nA/alice/Graph.java\nA/bob/Main.java\nA/carol/Main.java",
			layout: ProblemParticipant,
			want: []string{
				"A/alice: alice at A, java, attempt 1, 2 files",
				"A/bob: bob at A, java, attempt 1",
				"A/carol: carol at A, java, attempt 1",
			},
		},
		{
			name:   "the folder of the only problem, in a folder, with participants who name each other",
			tree:   "cup/sum/alice.cpp = int main() {} // with solve\ncup/sum/solve.cpp = int main() {} // with alice",
			layout: ProblemParticipant,
			want:   []string{"sum/alice.cpp: alice at sum, cpp, attempt 1", "sum/solve.cpp: solve at sum, cpp, attempt 1"},
		},
		{
			name:   "files beside the problems",
			tree:   "A/alice.cpp\nA/bob.cpp\nB/bob.cpp\ngenerator.py",
			layout: ProblemParticipant,
			want: []string{
				"A/alice.cpp: alice at A, cpp, attempt 1",
				"A/bob.cpp: bob at A, cpp, attempt 1",
				"B/bob.cpp: bob at B, cpp, attempt 1",
			},
			skipped: []string{"generator.py: beside the problems' folders: it belongs to no problem"},
		},
		{
			name:   "participants first, with a given layout",
			tree:   "alice/A.cpp\nalice/B/01-WA.cpp\nalice/B/02-AC.cpp\nbob/A.java\nbob/A.py\nbob/B.cpp",
			opts:   Options{Layout: ParticipantProblem},
			layout: ParticipantProblem,
			want: []string{
				"alice/A.cpp: alice at A, cpp, attempt 1",
				"alice/B/01-WA.cpp: alice at B, cpp, attempt 1, WA",
				"alice/B/02-AC.cpp: alice at B, cpp, attempt 2, AC",
				"bob/A.java: bob at A, java, attempt 1",
				"bob/A.py: bob at A, python, attempt 2",
				"bob/B.cpp: bob at B, cpp, attempt 1",
			},
		},
		{
			name:   "participants' folders, with a given layout",
			tree:   "alice/Main.java\nalice/Graph.java\nbob/01-WA.java\nbob/02-AC.java\ncarol.java",
			opts:   Options{Layout: ParticipantFiles},
			layout: ParticipantFiles,
			want: []string{
				"cup/alice: alice at cup, java, attempt 1, 2 files",
				"cup/bob/01-WA.java: bob at cup, java, attempt 1, WA",
				"cup/bob/02-AC.java: bob at cup, java, attempt 2, AC",
				"cup/carol.java: carol at cup, java, attempt 1",
			},
		},
		{
			name:   "participants' folders in a folder, with a given layout",
			tree:   "x/y/ann/Main.java\nx/y/ann/G.java\nx/y/bob/Main.java",
			opts:   Options{Layout: ParticipantFiles},
			layout: ParticipantFiles,
			want: []string{
				"cup/ann: ann at cup, java, attempt 1, 2 files",
				"cup/bob: bob at cup, java, attempt 1",
			},
		},
		{
			name:   "participants hold attempts with verdicts",
			tree:   "alice/01-WA.cpp\nalice/02-AC.cpp\nbob/01-AC.cpp\ncarol/solution.cpp",
			layout: ParticipantFiles,
			want: []string{
				"cup/alice/01-WA.cpp: alice at cup, cpp, attempt 1, WA",
				"cup/alice/02-AC.cpp: alice at cup, cpp, attempt 2, AC",
				"cup/bob/01-AC.cpp: bob at cup, cpp, attempt 1, AC",
				"cup/carol: carol at cup, cpp, attempt 1",
			},
		},
		{
			name:   "participants with initials",
			tree:   "sum/a.lee.cpp\nsum/j.smith.cpp\nsum/k.po.cpp\ntree/a.lee.cpp\ntree/j.smith.cpp",
			layout: ProblemParticipant,
			want: []string{
				"sum/a.lee.cpp: a.lee at sum, cpp, attempt 1",
				"sum/j.smith.cpp: j.smith at sum, cpp, attempt 1",
				"sum/k.po.cpp: k.po at sum, cpp, attempt 1",
				"tree/a.lee.cpp: a.lee at tree, cpp, attempt 1",
				"tree/j.smith.cpp: j.smith at tree, cpp, attempt 1",
			},
		},
		{
			name:   "everybody solved every problem",
			tree:   "sum/ann.cpp\nsum/bob.cpp\nsum/cy.cpp\ntree/ann.cpp\ntree/bob.cpp\ntree/cy.cpp",
			layout: ProblemParticipant,
			want: []string{
				"sum/ann.cpp: ann at sum, cpp, attempt 1",
				"sum/bob.cpp: bob at sum, cpp, attempt 1",
				"sum/cy.cpp: cy at sum, cpp, attempt 1",
				"tree/ann.cpp: ann at tree, cpp, attempt 1",
				"tree/bob.cpp: bob at tree, cpp, attempt 1",
				"tree/cy.cpp: cy at tree, cpp, attempt 1",
			},
		},
		{
			name: "ignores label files and files of other tools, but lists programs",
			tree: "A/alice.cpp\nA/bob.cpp\npairs.csv = left,right\nA/labels.csv = x\n__MACOSX/A/._alice.cpp = \x00\x05\x16\x07 attributes as text\nA/.DS_Store = x\n.git/config = x\n" +
				".git/b.h = int x;\nA/._c.h = int x;\nA/.ipynb_checkpoints/a.ipynb = {}\nA/Thumbs.db = x\nout.csv.ojcheck-795378497.part = x",
			layout: ProblemParticipant,
			want: []string{
				"A/alice.cpp: alice at A, cpp, attempt 1",
				"A/bob.cpp: bob at A, cpp, attempt 1",
			},
			skipped: []string{
				".git/b.h: in a hidden folder: rename the folder if this is a submission",
				"A/._c.h: not a program, by its name: rename it if it is one",
			},
		},
		{
			name:   "hidden files",
			tree:   "A/.alice.cpp\nA/bob.cpp\nA/.history/bob.cpp\nA/.env = x",
			layout: ProblemParticipant,
			want: []string{
				"A/.alice.cpp: .alice at A, cpp, attempt 1",
				"A/bob.cpp: bob at A, cpp, attempt 1",
			},
			skipped: []string{
				"A/.env: not a program, by its name: rename it if it is one",
				"A/.history/bob.cpp: in a hidden folder: rename the folder if this is a submission",
			},
		},
		{
			name:   "hidden folders whose names a chosen layout reads",
			tree:   "A/.alice/1.cpp\nA/.alice/.history/2.cpp\nA/bob/1.cpp\n.git/config = x",
			opts:   Options{Layout: ProblemParticipant},
			layout: ProblemParticipant,
			want: []string{
				"A/.alice/1.cpp: .alice at A, cpp, attempt 1",
				"A/bob/1.cpp: bob at A, cpp, attempt 1",
			},
			skipped: []string{"A/.alice/.history/2.cpp: in a hidden folder: rename the folder if this is a submission"},
		},
		{
			name:   "hidden folders whose names a pattern reads",
			tree:   "A/.alice/1.cpp\nA/bob/1.cpp\n.old/bob/2.cpp\nA/bob/.history/1.cpp",
			opts:   Options{Layout: "{}/{participant}/{file}"},
			layout: "{}/{participant}/{file}",
			want: []string{
				"A/.alice/1.cpp: .alice at cup, cpp, attempt 1",
				"A/bob/1.cpp: bob at cup, cpp, attempt 1",
			},
			skipped: []string{
				".old/bob/2.cpp: in a hidden folder: rename the folder if this is a submission",
				"A/bob/.history/1.cpp: in a hidden folder: rename the folder if this is a submission",
			},
		},
		{
			name:   "a language for all",
			tree:   "A/alice.txt\nA/bob\nA/carol.cpp\nA/notes.md = x",
			opts:   Options{Language: "Java 21"},
			layout: ProblemParticipant,
			want: []string{
				"A/alice.txt: alice at A, java, attempt 1",
				"A/bob: bob at A, java, attempt 1",
				"A/carol.cpp: carol at A, java, attempt 1",
			},
			skipped: []string{"A/notes.md: not a program, by its name: rename it if it is one"},
		},
		{
			name:   "names that a page has to escape",
			tree:   "A/<script>alert(1).cpp\nA/\"quoted\" 'name'.cpp\nA/🦊 & co.cpp",
			layout: ProblemParticipant,
			want: []string{
				`A/"quoted" 'name'.cpp: "quoted" 'name' at A, cpp, attempt 1`,
				"A/<script>alert(1).cpp: <script>alert(1) at A, cpp, attempt 1",
				"A/🦊 & co.cpp: 🦊 & co at A, cpp, attempt 1",
			},
		},
	}
	for _, tt := range tests {
		for format, build := range inputWriters {
			t.Run(tt.name+"/"+format, func(t *testing.T) {
				t.Parallel()
				result := readAll(t, tt.opts, build(t, t.TempDir(), "cup", filesOf(tt.tree)))
				checkResult(t, result)
				diff(t, "submissions", tt.want, describe(result.Submissions))
				diff(t, "skipped", tt.skipped, skipLines(result))
				diff(t, "layout", tt.layout, result.Layout)
				diff(t, "name", "cup", result.Name)
			})
		}
	}
}

// If folders fit no layout, or do not fit the given one, the error says why. The layout that it suggests
// can read the input.
func TestLayoutErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		tree string
		opts Options
		try  string
		want string
	}{
		{
			name: "a pattern without a pair",
			tree: "A/ann.cpp\nB/bob.cpp",
			opts: Options{Layout: "{problem}/{participant}.{ext}"},
			want: "every problem has one participant: there is nothing to compare.",
		},
		{
			name: "a pattern without a language",
			tree: "A/ann.txt\nA/bob.txt",
			opts: Options{Layout: "{problem}/{participant}.{ext}"},
			want: "the paths match the layout, but contain no language: choose one for all files.",
		},
		{
			name: "a given layout in the wrong order",
			tree: "A/ann.cpp\nA/bob.cpp",
			opts: Options{Layout: ParticipantProblem},
			try:  ProblemParticipant,
			want: "all 2 submissions are of one participant, A. Try --layout problem/participant",
		},
		{
			name: "a given layout without a pair",
			tree: "ann/sum.cpp\nbob/tree.cpp",
			opts: Options{Layout: ProblemParticipant},
			try:  ParticipantFiles,
			want: "every problem has one participant; are the folders participants? Try --layout participant/files",
		},
		{
			name: "only one submission",
			tree: "A/ann.cpp",
			want: "there is only one submission, A/ann.cpp: nothing to compare it with.",
		},
		{
			name: "only one submission, of two files",
			tree: "A/ann/Main.java = static void main(String[] a) { new Graph(); }\nA/ann/Graph.java = class Graph {}",
			want: "there is only one submission, A/ann: nothing to compare it with.",
		},
		{
			name: "only one submission, of scripts in folders, in a folder",
			tree: "cup/sum/ann/tree.py = import graph\ncup/sum/ann/graph.py = import lib.queue\ncup/sum/ann/lib/queue.py = pass",
			want: "there is only one submission, sum/ann: nothing to compare it with.",
		},
		{
			name: "only one participant",
			tree: "A/ann/01.cpp\nA/ann/02.cpp",
			want: "all 2 submissions are of one participant, ann.",
		},
		{
			name: "only one participant, in folders called like problems",
			tree: "A/ann/02-AC.cpp\nB/ann/02-AC.cpp",
			want: "all 2 submissions are of one participant, ann.",
		},
		{
			name: "a pattern that matches nothing",
			tree: "A/ann.cpp\nA/bob.cpp",
			opts: Options{Layout: "{problem}-{participant}.{ext}"},
			want: "no path matches the layout {problem}-{participant}.{ext}; the first path is A/ann.cpp.",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			result, err := Read(context.Background(), []string{inputWriters["zip"](t, t.TempDir(), "cup", filesOf(tt.tree))}, tt.opts)
			var layoutError *LayoutError
			if !errors.As(err, &layoutError) {
				t.Fatalf("error %v, want a LayoutError", err)
			}
			diff(t, "message", tt.want, err.Error())
			diff(t, "layout to try", tt.try, layoutError.Suggestion)
			if result == nil {
				t.Fatal("no result beside the error")
			}
			if tt.try == "" {
				return
			}
			if again := readAll(t, Options{Layout: tt.try}, inputWriters["zip"](t, t.TempDir(), "cup", filesOf(tt.tree))); again.Layout != tt.try {
				t.Errorf("with the suggested layout, the input is read as %q, want %q", again.Layout, tt.try)
			}
		})
	}
}
