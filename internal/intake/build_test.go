package intake

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
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

// testFile is a file of an input; its name is a path.
type testFile struct{ name, content string }

// programOf returns a source that depends on a name.
func programOf(name string) string {
	return "int main() { return " + fmt.Sprint(len(name)) + "; } // " + name + "\n"
}

// filesOf makes a file for each line: a path, or "path = content".
func filesOf(lines string) []testFile {
	var files []testFile
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		name, content, hasContent := strings.Cut(line, " = ")
		if !hasContent {
			content = programOf(name)
		}
		files = append(files, testFile{name, content})
	}
	return files
}

// below returns files with their paths below a folder, which ends in a slash.
func below(folder string, files []testFile) (all []testFile) {
	for _, f := range files {
		all = append(all, testFile{folder + f.name, f.content})
	}
	return all
}

// inputWriters has a function for each kind of input. The function writes files as an input of this
// kind, and returns the path of the input.
var inputWriters = map[string]func(t testing.TB, dir, name string, files []testFile) string{
	"folder": func(t testing.TB, dir, name string, files []testFile) string {
		for _, f := range files {
			p := filepath.Join(dir, name, filepath.FromSlash(f.name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o777), os.WriteFile(p, []byte(f.content), 0o666)); err != nil {
				t.Fatal(err)
			}
		}
		return filepath.Join(dir, name)
	},
	"zip": func(t testing.TB, dir, name string, files []testFile) string {
		return save(t, dir, name+".zip", zipOf(t, files))
	},
	"tar": func(t testing.TB, dir, name string, files []testFile) string {
		return save(t, dir, name+".tar", tarOf(t, files))
	},
	"tar.gz": func(t testing.TB, dir, name string, files []testFile) string {
		return save(t, dir, name+".tar.gz", gzipOf(t, tarOf(t, files)))
	},
	"tgz": func(t testing.TB, dir, name string, files []testFile) string {
		return save(t, dir, name+".tgz", gzipOf(t, tarOf(t, files)))
	},
	"tar.zst": func(t testing.TB, dir, name string, files []testFile) string {
		return save(t, dir, name+".tar.zst", zstdOf(t, tarOf(t, files)))
	},
	"zip by another name": func(t testing.TB, dir, name string, files []testFile) string {
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

func zipOf(t testing.TB, files []testFile) []byte {
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

func tarOf(t testing.TB, files []testFile) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		err := w.WriteHeader(&tar.Header{Name: f.name, Mode: 0o644, Size: int64(len(f.content)), Typeflag: tar.TypeReg})
		if err == nil {
			_, err = w.Write([]byte(f.content))
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

// readAll reads paths. An error ends the test.
func readAll(t *testing.T, opts Options, paths ...string) *Result {
	t.Helper()
	result, err := Read(context.Background(), paths, opts)
	if err != nil {
		t.Fatalf("Read: %v (skipped: %v)", err, result)
	}
	return result
}

// describe describes submissions, one on each line.
func describe(submissions []contest.Submission) []string {
	var out []string
	for _, s := range submissions {
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

// skipLines describes the skipped items, one on each line.
func skipLines(result *Result) []string {
	var out []string
	// Items of one path are in an order that does not depend on the language.
	skipped := slices.SortedFunc(slices.Values(result.Skipped), func(a, b contest.SkippedItem) int {
		return strings.Compare(a.Path+"\x00"+a.Reason.String(), b.Path+"\x00"+b.Reason.String())
	})
	for _, s := range skipped {
		out = append(out, s.Path+": "+s.Reason.String())
	}
	return out
}

func diff(t *testing.T, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// checkResult checks what holds for every Result: unique paths, complete submissions, sorted lists.
func checkResult(t *testing.T, result *Result) {
	t.Helper()
	paths := map[string]bool{}
	for i, s := range result.Submissions {
		if paths[s.Path] {
			t.Errorf("two submissions have the path %q", s.Path)
		}
		paths[s.Path] = true
		if s.Problem == "" || s.Participant == "" || s.Path == "" || s.Attempt < 1 || len(s.Files) == 0 || s.Kind == "" {
			t.Errorf("incomplete submission %+v", s)
		}
		if i > 0 && result.Submissions[i-1].Path >= s.Path {
			t.Errorf("not sorted: %q before %q", result.Submissions[i-1].Path, s.Path)
		}
		if !slices.IsSortedFunc(s.Files, func(a, b contest.File) int { return strings.Compare(a.Path, b.Path) }) {
			t.Errorf("files of %q are not sorted", s.Path)
		}
	}
	if !slices.IsSortedFunc(result.Skipped, func(a, b contest.SkippedItem) int { return strings.Compare(a.Path, b.Path) }) {
		t.Errorf("Skipped is not sorted: %v", result.Skipped)
	}
}

// stringEntry returns an entry with the content that programOf gives for its cleaned name.
func stringEntry(name string) entry {
	cleaned, _ := cleanName(name)
	return entry{name: name, open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(programOf(cleaned))), nil
	}}
}
