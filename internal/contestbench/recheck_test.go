package contestbench

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestOneMore(t *testing.T) {
	t.Parallel()
	given := []contest.Submission{
		{ID: 1, Problem: "A", Participant: "one more", Kind: contest.Official, Path: "A/one more.c"},
		{ID: 2, Problem: "B", Participant: "cat", Kind: contest.Virtual, Path: "B/cat.c", Language: "c", Attempt: 3,
			Files: []contest.File{{Path: "B/cat.c", Content: []byte("int a;\nint b;\n\n")}}},
	}
	want := contest.Submission{
		Problem: "B", Participant: "one more+", Kind: contest.Official, Path: "one more+/B/cat.c", Language: "c", Attempt: 1,
		Files: []contest.File{{Path: "one more+/B/cat.c", Content: []byte("int a;\nint b;\nint b;\n")}},
	}
	if diff := cmp.Diff(want, oneMore(given)); diff != "" {
		t.Error(diff)
	}
	if got := string(given[1].Files[0].Content); got != "int a;\nint b;\n\n" || given[1].Files[0].Path != "B/cat.c" {
		t.Errorf("the last one became %q", got)
	}
}
