package inspect

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// large returns a program of nearly 64 KB.
func large(name string) string {
	var b strings.Builder
	for i := 0; b.Len() < 60<<10; i++ {
		fmt.Fprintf(&b, "// what %s %d does\nstatic int %s%d(int n, const char *text) {\n\tint sum = %d;\n\tfor (int i = 0; i < n; i++) {\n\t\tsum += text[i] * %d + \"abc\"[i %% 3];\n\t}\n\treturn sum;\n}\n\n", name, i, name, i, i*7, i)
	}
	return b.String()
}

// dense returns a program of nearly 64 KB with few blanks, and functions that are much alike in another
// order: its pairs have thousands of matches. variables has the three names of each function's variables.
func dense(variables string, step int) string {
	const operators = "+-*/%&|^"
	const functions = 225
	bodies := make([]string, functions)
	random := rand.New(rand.NewPCG(1, 0))
	for i := range bodies {
		var b strings.Builder
		for range 10 {
			fmt.Fprintf(&b, "a=b%cc%c%d;if(a<%d)b+=c;", operators[random.IntN(8)], operators[random.IntN(8)], 1+random.IntN(9), 1+random.IntN(9))
		}
		bodies[i] = b.String()
	}
	var b strings.Builder
	rename := strings.NewReplacer("a", variables[:1], "b", variables[1:2], "c", variables[2:])
	for i := range functions {
		fmt.Fprintf(&b, "int f%d(int %c,int %c,int %c){%sreturn %c;}\n",
			i, variables[0], variables[1], variables[2], rename.Replace(bodies[i*step%functions]), variables[0])
	}
	return b.String()
}

// BenchmarkPair opens a pair of two programs of nearly 64 KB from the database, and renders its matches like
// the page of a pair: as the first pair of a check, as a later one, with the attempts, and as a pair of
// programs with thousands of matches.
func BenchmarkPair(b *testing.B) {
	store := open(b)
	submissions := []contest.Submission{checktest.Submission("A", "ann", 0, large("function")), checktest.Submission("A", "ben", 0, large("f"))}
	for i := range 30 {
		submissions = append(submissions, checktest.Submission("A", fmt.Sprint("other", i), 0, checktest.Program(uint64(i), 40)))
	}
	_, found := run(b, store, "c", check.Defaults(), submissions)
	_, foundDense := run(b, store, "dense", check.Defaults(), []contest.Submission{
		checktest.Submission("A", "ann", 0, dense("abc", 1)), checktest.Submission("A", "ben", 0, dense("xyz", 7))})
	render := func(b *testing.B, i *Inspector, pair contest.Pair) {
		view, err := i.Pair(context.Background(), pair, nil)
		must(b, err)
		must(b, templ.Join(evidence.MatchList(view), evidence.Panes(view)).Render(context.Background(), io.Discard))
	}
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			render(b, New(store), found[0])
		}
	})
	b.Run("later", func(b *testing.B) {
		b.ReportAllocs()
		i := New(store)
		render(b, i, found[0])
		for b.Loop() {
			render(b, i, found[0])
		}
	})
	b.Run("dense", func(b *testing.B) {
		b.ReportAllocs()
		i := New(store)
		for b.Loop() {
			render(b, i, foundDense[0])
		}
	})
	b.Run("attempts", func(b *testing.B) {
		b.ReportAllocs()
		i := New(store)
		for b.Loop() {
			if _, _, err := i.Open(context.Background(), found[0], nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
