package evidence

import (
	"slices"
	"testing"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Sentences name the files that share most of their code, in a program of several files.
func TestFileSentences(t *testing.T) {
	t.Parallel()
	got := severalFilesView(t).FileSentences(i18n.English())
	want := []string{"100.0% of the left file A/ada/src/lib/twice & more.cpp is also in the right file A/linus.cpp, and 100.0% the other way round."}
	if !slices.Equal(got, want) {
		t.Errorf("sentences are %q, want %q", got, want)
	}
	if got := forestView(t).FileSentences(i18n.English()); len(got) > 0 {
		t.Errorf("two programs of one file have the sentences %q, want none", got)
	}
}
