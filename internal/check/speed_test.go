package check

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
)

// large is a program of nearly 64 KB.
func large(name string) string {
	var b strings.Builder
	for i := 0; b.Len() < 60<<10; i++ {
		fmt.Fprintf(&b, "// what %s %d does\nstatic int %s%d(int n, const char *text) {\n\tint sum = %d;\n\tfor (int i = 0; i < n; i++) {\n\t\tsum += text[i] * %d + \"abc\"[i %% 3];\n\t}\n\treturn sum;\n}\n\n", name, i, name, i, i*7, i)
	}
	return b.String()
}

// BenchmarkOpen opens a pair of two programs of nearly 64 KB from the database
// and renders its matches, as the page of a pair does: with the check's opener at
// hand, and without, as for the first pair of a check.
func BenchmarkOpen(b *testing.B) {
	db, err := postgres.Open(context.Background(), pgtest.New(b))
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	store := archive{db}
	submissions := []contest.Submission{submission("A", "ann", "A/ann.cpp", large("function")), submission("A", "ben", "A/ben.cpp", large("f"))}
	for i := range 30 {
		submissions = append(submissions, submission("A", fmt.Sprint("other", i), fmt.Sprint("A/other", i, ".cpp"), invented(uint64(i), 40)))
	}
	checker := Checker{Store: store, Earlier: store}
	id, err := checker.Check(context.Background(), Request{Contest: "c", Submissions: submissions, Parameters: Defaults()}, nil)
	if err != nil {
		b.Fatal(err)
	}
	found, _, err := store.Pairs(context.Background(), id, contest.PairFilter{})
	if err != nil {
		b.Fatal(err)
	}
	open := func(b *testing.B, opener *Opener) {
		view, err := opener.Open(context.Background(), found[0], nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, c := range []interface {
			Render(context.Context, io.Writer) error
		}{evidence.MatchList(view), evidence.Panes(view)} {
			if err := c.Render(context.Background(), io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	}
	opener := func(b *testing.B) *Opener {
		o, err := NewOpener(context.Background(), store, id)
		if err != nil {
			b.Fatal(err)
		}
		return o
	}
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			open(b, opener(b))
		}
	})
	b.Run("later", func(b *testing.B) {
		b.ReportAllocs()
		kept := opener(b)
		open(b, kept)
		for b.Loop() {
			open(b, kept)
		}
	})
	b.Run("attempts", func(b *testing.B) {
		b.ReportAllocs()
		kept := opener(b)
		for b.Loop() {
			if _, err := kept.Attempts(context.Background(), found[0]); err != nil {
				b.Fatal(err)
			}
		}
	})
}
