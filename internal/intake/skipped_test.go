package intake

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// If a table has too many lines, only the first are read. If too many lines are skipped for one
// reason, the first are listed and the others counted.
func TestHostileTable(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	t.Parallel()
	dir := t.TempDir()
	table := "path,participant,problem\nmain.cpp,ann,A\n" + strings.Repeat("gone.cpp,ben,A\n", maxRows+5)
	for name, content := range map[string]string{"submissions.csv": table, "main.cpp": "int main() {}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	result, err := Read(context.Background(), []string{dir}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Submissions) != 1 {
		t.Errorf("%d submissions, want 1", len(result.Submissions))
	}
	if want := "submissions.csv: not read from line 200002 on: a table may have 200,000 lines"; len(result.Incomplete) != 1 || result.Incomplete[0].String() != want {
		t.Errorf("incomplete: %q, want %q", result.Incomplete, want)
	}
	if n := len(result.Skipped); n != maxSkippedPerReason+2 { // one for the others, one for the end of the table
		t.Errorf("%d skipped items, want %d", n, maxSkippedPerReason+2)
	}
	more := 0
	for _, s := range result.Skipped {
		if strings.HasPrefix(s.Reason.String(), "189,999 more, skipped for the same reason, are not listed: submissions.csv, line ") {
			more++
		}
	}
	if more != 1 {
		t.Errorf("%d items count the others, want 1", more)
	}
}
