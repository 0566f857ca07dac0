package client

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// Intake reads the same from a packed folder as from the folder itself.
func TestPackedFolderReadsAlike(t *testing.T) {
	t.Parallel()
	odd := t.TempDir()
	for name, content := range map[string]string{
		"A/anna.cpp": "int a;", "A/bert.cpp": "int b;", "A/empty.cpp": "", "A/notes.txt": "notes", "A/.hidden/x.cpp": "int x;",
		"A/carl/01-WA.cpp": "int c;", "A/carl/02-AC.cpp": "int d;", "participants.csv": "participant,affiliation\nanna,Riga\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(odd, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(odd, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(odd, "A", "link.cpp")); err != nil {
		t.Fatal(err)
	}
	for name, folder := range map[string]string{"testdata": "../../testdata/submissions", "odd": odd} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			unread, err := pack(&b, folder)
			if err != nil || len(unread) != 0 {
				t.Fatal(unread, err)
			}
			packed := filepath.Join(t.TempDir(), filepath.Base(folder)+packedExtension)
			if err := os.WriteFile(packed, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			want, err := intake.Read(t.Context(), []string{folder}, intake.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := intake.Read(t.Context(), []string{packed}, intake.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if name == "odd" && !containsPath(got.Skipped, "A/link.cpp") {
				t.Errorf("the link is not listed as skipped: %v", got.Skipped)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("packed (-folder +packed):\n%s", d)
			}
			if bytes.Contains(b.Bytes(), []byte("passwd")) {
				t.Error("the target of a link is sent")
			}
			var again bytes.Buffer
			if _, err := pack(&again, folder); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
				t.Error("packing twice gives different bytes")
			}
		})
	}
}

func containsPath(skipped []contest.SkippedItem, path string) bool {
	for _, s := range skipped {
		if s.Path == path {
			return true
		}
	}
	return false
}

func TestPackListsUnreadFiles(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.cpp"), nil, 0); err != nil {
		t.Fatal(err)
	}
	unread, err := pack(&bytes.Buffer{}, dir)
	if err != nil || !cmp.Equal(unread, []string{"a.cpp"}) {
		t.Errorf("unread %v, %v", unread, err)
	}
}
