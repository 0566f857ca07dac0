package intake

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// tFile is a file of a tree for tests.
type tFile struct{ name, content string }

// programOf returns a source that depends on who.
func programOf(who string) string {
	return "int main() { return " + fmt.Sprint(len(who)) + "; } // " + who + "\n"
}

// treeOf makes a file for each line, which is a path, or "path = content".
func treeOf(lines string) []tFile {
	var files []tFile
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		name, content, given := strings.Cut(line, " = ")
		if !given {
			content = programOf(name)
		}
		files = append(files, tFile{name, content})
	}
	return files
}

// formats write a tree in every form of input.
var formats = map[string]func(t testing.TB, dir, name string, files []tFile) string{
	"folder": func(t testing.TB, dir, name string, files []tFile) string {
		for _, f := range files {
			p := filepath.Join(dir, name, filepath.FromSlash(f.name))
			if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(p, []byte(f.content), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return filepath.Join(dir, name)
	},
	"zip": func(t testing.TB, dir, name string, files []tFile) string {
		return save(t, dir, name+".zip", zipOf(t, files))
	},
	"tar": func(t testing.TB, dir, name string, files []tFile) string {
		return save(t, dir, name+".tar", tarOf(t, files))
	},
	"tar.gz": func(t testing.TB, dir, name string, files []tFile) string {
		return save(t, dir, name+".tar.gz", gzipOf(t, tarOf(t, files)))
	},
	"tgz": func(t testing.TB, dir, name string, files []tFile) string {
		return save(t, dir, name+".tgz", gzipOf(t, tarOf(t, files)))
	},
	"tar.zst": func(t testing.TB, dir, name string, files []tFile) string {
		return save(t, dir, name+".tar.zst", zstdOf(t, tarOf(t, files)))
	},
	"zip by another name": func(t testing.TB, dir, name string, files []tFile) string {
		return save(t, dir, name, zipOf(t, files))
	},
}

func save(t testing.TB, dir, name string, content []byte) string {
	t.Helper()
	p := filepath.Join(dir, name)
	if err := os.WriteFile(p, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return p
}

func zipOf(t testing.TB, files []tFile) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		e, err := w.Create(f.name)
		if err == nil {
			_, err = e.Write([]byte(f.content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func tarOf(t testing.TB, files []tFile) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		header := &tar.Header{Name: f.name, Mode: 0o644, Size: int64(len(f.content)), Typeflag: tar.TypeReg}
		if err := w.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(f.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipOf(t testing.TB, content []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstdOf(t testing.TB, content []byte) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return w.EncodeAll(content, nil)
}

// readAll reads paths with the default options, which must succeed.
func readAll(t *testing.T, opts Options, paths ...string) *Result {
	t.Helper()
	set, err := Read(context.Background(), paths, opts)
	if err != nil {
		t.Fatalf("Read: %v (skipped: %v)", err, set)
	}
	return set
}

// lines describes submissions, one on each line.
func lines(subs []contest.Submission) []string {
	var out []string
	for _, s := range subs {
		line := fmt.Sprintf("%s: %s at %s, %s, attempt %d", s.Path, s.Participant, s.Problem, s.Language, s.Attempt)
		if s.Verdict != "" {
			line += ", " + string(s.Verdict)
		}
		if len(s.Files) > 1 {
			line += fmt.Sprintf(", %d files", len(s.Files))
		}
		out = append(out, line)
	}
	return out
}

// skips describes what was skipped.
func skips(set *Result) []string {
	var out []string
	for _, s := range set.Skipped {
		out = append(out, s.Path+": "+s.Reason)
	}
	return out
}

func diff(t *testing.T, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// checkResult checks the rules for every Result.
func checkResult(t *testing.T, set *Result) {
	t.Helper()
	paths := map[string]bool{}
	for i, s := range set.Submissions {
		if paths[s.Path] {
			t.Errorf("two submissions have the path %q", s.Path)
		}
		paths[s.Path] = true
		if s.Problem == "" || s.Participant == "" || s.Path == "" || s.Attempt < 1 || len(s.Files) == 0 || s.Kind != contest.Official {
			t.Errorf("incomplete submission %+v", s)
		}
		if i > 0 && set.Submissions[i-1].Path >= s.Path {
			t.Errorf("not sorted: %q before %q", set.Submissions[i-1].Path, s.Path)
		}
		if !slices.IsSortedFunc(s.Files, func(a, b contest.File) int { return strings.Compare(a.Path, b.Path) }) {
			t.Errorf("files of %q are not sorted", s.Path)
		}
	}
	if !slices.IsSortedFunc(set.Skipped, func(a, b contest.SkippedItem) int { return strings.Compare(a.Path, b.Path) }) {
		t.Errorf("Skipped is not sorted: %v", set.Skipped)
	}
}

// stringEntry is an entry whose content is its cleaned name.
func stringEntry(name string) entry {
	cleaned, _ := cleanName(name)
	return entry{name: name, open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(programOf(cleaned))), nil
	}}
}
