package client

import (
	"bytes"
	"errors"
	"io"
	"mime/multipart"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// Package intake reads a packed folder like the folder itself. Links are not followed.
func TestPackRoundTrip(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	odd := t.TempDir()
	for name, content := range map[string]string{
		"A/anna.cpp": "int a;", "A/bert.cpp": "int b;", "A/empty.cpp": "", "A/notes.txt": "notes", "A/.hidden/x.cpp": "int x;",
		"A/carl/01-WA.cpp": "int c;", "A/carl/02-AC.cpp": "int d;", "participants.csv": "participant,affiliation\nanna,Riga\n",
	} {
		path := filepath.Join(odd, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(content), 0o666)); err != nil {
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
			unreadable, err := pack(&b, folder)
			if err != nil || len(unreadable) != 0 {
				t.Fatalf("got unreadable files %v and error %v, want neither", unreadable, err)
			}
			want, got := read(t, folder), readPacked(t, filepath.Base(folder)+".tar.zst", b.Bytes())
			if name == "odd" && !slices.ContainsFunc(got.Skipped, func(s contest.SkippedItem) bool { return s.Path == "A/link.cpp" }) {
				t.Errorf("the skipped items do not list the link: %v", got.Skipped)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("intake reads the packed folder differently (-folder +packed):\n%s", d)
			}
			if bytes.Contains(b.Bytes(), []byte("passwd")) {
				t.Error("the archive contains the target of a link")
			}
			var again bytes.Buffer
			if _, err := pack(&again, folder); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
				t.Error("packing twice gives different bytes")
			}
		})
	}
}

// Single files are sent as one archive, which package intake reads like the files: with their folders if names are equal.
func TestUploadOfSingleFiles(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{"*/*/*.py": "submissions.tar.zst", "A-digits/amrit/*.py": ""} {
		paths, err := filepath.Glob("../../testdata/submissions/" + pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files: %v", pattern, len(paths), err)
		}
		u := Upload{Paths: paths}
		if u.Folder, u.Names, err = intake.SingleFiles(t.Context(), paths); err != nil {
			t.Fatal(err)
		}
		if want == "" {
			if u.Names != nil {
				t.Errorf("%s: one file is sent as %q", pattern, u.Names)
			}
			continue
		}
		var b bytes.Buffer
		form := multipart.NewWriter(&b)
		if _, err := u.write(form); err != nil {
			t.Fatal(err)
		}
		part, err := multipart.NewReader(&b, form.Boundary()).NextPart()
		if err != nil || part.FileName() != want {
			t.Fatalf("the file is called %q, want %q: %v", part.FileName(), want, err)
		}
		content, err := io.ReadAll(part)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(read(t, paths...), readPacked(t, want, content)); d != "" {
			t.Errorf("intake reads the files differently (-files +sent):\n%s", d)
		}
	}
}

// read reads paths by package intake.
func read(t *testing.T, paths ...string) *intake.Result {
	t.Helper()
	result, err := intake.Read(t.Context(), paths, intake.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// readPacked reads an archive with a name.
func readPacked(t *testing.T, name string, content []byte) *intake.Result {
	t.Helper()
	packed := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(packed, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return read(t, packed)
}

// pack returns the paths of files that it may not read.
func TestPackUnreadableFiles(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.cpp"), nil, 0); err != nil {
		t.Fatal(err)
	}
	unreadable, err := pack(&bytes.Buffer{}, dir)
	if err != nil || !cmp.Equal(unreadable, []string{"a.cpp"}) {
		t.Errorf("unreadable files %v and error %v, want a.cpp", unreadable, err)
	}
}
