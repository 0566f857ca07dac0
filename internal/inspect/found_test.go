package inspect

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/search"
)

// The view of a searched program has no oddities: they compare unmasked text, so they would say whether a name in the query is
// one that a label of the found program hides.
func TestFoundHasNoOddities(t *testing.T) {
	t.Parallel()
	file := contest.File{Path: "a.cpp", Content: []byte("// by quxley\nint main() { return 0; }\n")}
	view, err := New(nil).Found(t.Context(), search.Request{File: file}, contest.Side{Language: "cpp"}, []contest.File{file}, nil)
	if err != nil || len(view.Left.Files) != 1 || len(view.Oddities) > 0 {
		t.Errorf("%d files, the oddities %+v and %v, want one file and no oddities", len(view.Left.Files), view.Oddities, err)
	}
}
