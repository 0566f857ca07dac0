package lexer

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden file; raise Version if tokens changed")

// The tokens of one program of each language equal the golden file. If they change, Version must be
// raised, because stored fingerprints and shingles are no longer valid.
func TestGoldenTokens(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	fmt.Fprintf(&b, "Version %d\n", Version)
	for _, path := range sources(t) {
		if !strings.HasPrefix(filepath.Base(path), "a.") {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n%s\n", filepath.ToSlash(path), strings.Join(tokenLines(t, path), "\n"))
	}
	const golden = "testdata/tokens.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); diff != "" {
		t.Errorf("tokens changed: if intended, raise Version and run with -update (-want +got):\n%s", diff)
	}
}
