package evidence

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/hostiletest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
)

// Building and showing a pair takes time in proportion to the programs, however many excluded passages they have. "make
// hostile" measures that programs of four files take at most a second of CPU.
func TestHostilePassages(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds of processor time")
	}
	files := 1
	if hostiletest.All() {
		files = 4
	} else {
		t.Parallel()
	}
	const passages = 1000 // of base code in a file; as many as fit into 128 KB
	const given = "for (int i = 0; i < n; i++) { if (a[i] > b[i]) { swap(a[i], b[i]); } else { b[i]--; } }"
	base, skipped := program.ReadBase([]contest.File{{Path: "base.cpp", Content: []byte("void f() {" + given + "}\n")}}, nil, minMatch)
	if len(skipped) > 0 {
		t.Fatal(skipped)
	}
	var pathsAndContents []string
	for i := range files {
		var b strings.Builder
		fmt.Fprintf(&b, "int main%d() { int x = 1;\n", i)
		for n := range passages {
			b.WriteString(given + "\n x = ")
			for rest := n; rest > 0; rest /= 8 {
				fmt.Fprintf(&b, "x %c ", "+-*/%&|^"[rest%8])
			}
			b.WriteString("x;\n")
		}
		b.WriteString("return x; }\n")
		pathsAndContents = append(pathsAndContents, fmt.Sprintf("%d.cpp", i), b.String())
	}
	left, right := read(t, pathsAndContents...), read(t, pathsAndContents...)
	base.Mark(left)
	base.Mark(right)
	var view View
	hostiletest.Measure(t, func() string {
		hostiletest.CheckCPU(t, "passages of base code", time.Second, func() {
			view = Build(i18n.English(), Input{Program: left}, Input{Program: right}, nil)
			if err := Panes(view).Render(context.Background(), io.Discard); err != nil {
				t.Error(err)
			}
		})
		return fmt.Sprintf("%d files, %d tokens, %d excluded passages on each side", files, len(left.Tokens), files*passages)
	})
	found := 0
	for _, file := range view.Left.Files {
		for _, line := range file.Lines {
			for _, run := range line.Runs {
				if run.StartsExclusion {
					found++
				}
			}
		}
	}
	if found != files*passages {
		t.Errorf("the view shows %d excluded passages, want %d", found, files*passages)
	}
}

// So does a pair with many files, and with many comments and matches in them.
func TestHostileComments(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds of processor time")
	}
	files := 50
	if hostiletest.All() {
		files = 2000
	} else {
		t.Parallel()
	}
	const functions, comments = 10, 6 // in a file, and for each function
	var left, right []string
	for f := range files {
		var b strings.Builder
		for n := range functions {
			fmt.Fprintf(&b, "int g(){ x = a[%d] * b; }\n", n)
			for k := range comments {
				fmt.Fprintf(&b, "//%06x\n", (f*functions+n)*comments+k)
			}
		}
		left = append(left, fmt.Sprintf("%d.cpp", f), b.String())
		right = append(right, fmt.Sprintf("%d.cpp", f), strings.ReplaceAll(b.String(), "g()", "h(int a, int b, int c)"))
	}
	one, other := read(t, left...), read(t, right...)
	matches := program.Compare(one.Code(minMatch), other.Code(minMatch), minMatch).Matches
	var view View
	hostiletest.Measure(t, func() string {
		hostiletest.CheckCPU(t, "comments and matches", 5*time.Second, func() {
			view = Build(i18n.English(), Input{Program: one}, Input{Program: other}, matches)
			for _, component := range []templ.Component{Panes(view), MatchList(view)} {
				if err := component.Render(context.Background(), io.Discard); err != nil {
					t.Error(err)
				}
			}
		})
		return fmt.Sprintf("%d files, %d comments, %d matches", files, files*functions*comments, len(matches))
	})
	if len(view.Oddities) != maxOddities {
		t.Errorf("the view shows %d comments, want %d", len(view.Oddities), maxOddities)
	}
}
